-- Problems are kept, so that every report over the registry says what was not looked at. Inputs that could never be read
-- have no row any more: their problem says all that is known.

DELETE FROM input WHERE digest IS NULL;

-- What kept the last import from looking at an input, at a part of it, or into a folder. What is known of inputs at or
-- below the path is what an earlier import read. An import replaces the rows of what it covers.
CREATE TABLE problem (
    id INTEGER PRIMARY KEY,
    source_id INTEGER NOT NULL REFERENCES source ON DELETE CASCADE,
    path BLOB NOT NULL, -- below the source's root; empty for the root itself
    member BLOB, -- the path inside an archive
    key_path TEXT,
    range TEXT, -- RANGE; NULL for the file as a whole
    code TEXT NOT NULL, -- 'permission-denied', 'over-limit', 'vanished', ...
    message TEXT NOT NULL,
    hint TEXT -- what to do about it
) STRICT;
CREATE INDEX problem_by_source ON problem (source_id, path);
