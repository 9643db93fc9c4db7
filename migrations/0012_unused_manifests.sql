-- Whether all manifests that a project's targets use are known, so that others beside them belong to no app.

ALTER TABLE input ADD COLUMN settles_manifests INTEGER NOT NULL DEFAULT 0
    CHECK (settles_manifests IN (0, 1)); -- 1: a project that was read completely
