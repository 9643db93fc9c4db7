-- A source knows the paths that it was imported from, so that a file belongs to one source, however paths are typed.

-- The files and folders that a source was imported from. Those of a source with a given name may be several; what they
-- hold belongs to it alone, wherever else is imported.
CREATE TABLE source_path (
    source_id INTEGER NOT NULL REFERENCES source ON DELETE CASCADE,
    path BLOB NOT NULL, -- below the source's root; empty for the root itself
    PRIMARY KEY (source_id, path)
) STRICT, WITHOUT ROWID;

INSERT INTO source_path (source_id, path)
SELECT
    id,
    CASE kind
        WHEN 'tree' THEN X''
        WHEN 'standard-input' THEN CAST('-' AS BLOB)
        ELSE coalesce((SELECT min(input.path) FROM input WHERE input.source_id = source.id), X'')
    END
FROM source;
