-- Which repository a source was checked out from, so that a checkout of it elsewhere is known for the same.
CREATE TABLE source_repository (
    source_id INTEGER PRIMARY KEY REFERENCES source ON DELETE CASCADE,
    remote TEXT NOT NULL, -- host and path of git's remote 'origin', without who may read it: 'github.com/acme/wallet'
    path BLOB NOT NULL -- of the source's root below the repository's; empty where they are the same
) STRICT;
CREATE INDEX source_repository_by_remote ON source_repository (remote);
