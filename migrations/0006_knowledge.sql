-- All of the knowledge is in the registry: what schemes and forms of schemes belong to whom, with a source for every
-- row; and a team's own rows beside the tool's. And what files beside a manifest say of its app.
--
-- The tool's rows are replaced by the first import with a tool that knows something else. A team's rows come and go by
-- 'known import' and 'known remove' alone.

-- The views read known_scheme by its name, so its rows are kept while it gets another key.
CREATE TEMP TABLE kept_known_scheme AS SELECT * FROM known_scheme;
DROP TABLE known_scheme;

-- Schemes that somebody is known to own; several rows for one scheme are several opinions.
CREATE TABLE known_scheme (
    origin TEXT NOT NULL, -- 'schemereg': the tool's own; else the name of a team's table
    position INTEGER NOT NULL,
    scheme TEXT NOT NULL,
    category TEXT NOT NULL, -- 'apple-documented', 'apple-system', 'browser' (reserved); 'iana-permanent',
                            -- 'iana-provisional', 'iana-historical' (public); 'third-party', 'partner', 'internal'
    owner TEXT NOT NULL, -- may end with a company in brackets: Instagram (Meta)
    platform_bits INTEGER NOT NULL, -- where it is the owner's
    confidence TEXT NOT NULL, -- 'low', 'medium', 'high'
    source TEXT NOT NULL, -- where it was read
    PRIMARY KEY (origin, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX known_scheme_by_scheme ON known_scheme (scheme);

INSERT INTO known_scheme
SELECT 'schemereg', position, scheme, category, owner, platform_bits, confidence, source FROM temp.kept_known_scheme;
DROP TABLE temp.kept_known_scheme;

-- The bundle identifiers of owners' apps, which are exempt from what is said of the owners' schemes.
CREATE TABLE scheme_owner (
    origin TEXT NOT NULL, -- as in known_scheme
    position INTEGER NOT NULL,
    owner TEXT NOT NULL, -- as known_scheme names it, or the company that it names in brackets
    prefix TEXT NOT NULL, -- in lower case; what ends with a dot is the beginning of all their identifiers
    source TEXT NOT NULL, -- where it was read
    PRIMARY KEY (origin, position)
) STRICT, WITHOUT ROWID;

-- Forms of schemes that SDKs give a meaning.
CREATE TABLE sdk_scheme (
    position INTEGER PRIMARY KEY,
    pattern TEXT NOT NULL, -- text with gaps: <digits>, <hex>, <alnum>, <bundle-id>, <any>; <hex:8> is exactly 8 of them
    kind TEXT NOT NULL CHECK (kind IN ('own', 'foreign', 'refused')), -- each app's own; the maker's, to be queried;
                                                                      -- the maker's, and the SDK throws
    sdk TEXT NOT NULL,
    owner TEXT NOT NULL, -- who makes it, as scheme_owner names them; '' where nobody is exempt
    meaning TEXT NOT NULL, -- what the gaps are filled with, and what follows
    queries TEXT NOT NULL, -- schemes that an app which declares such a scheme has to query, between blanks
    is_retired INTEGER NOT NULL CHECK (is_retired IN (0, 1)), -- the SDK is discontinued
    keeps_case INTEGER NOT NULL CHECK (keeps_case IN (0, 1)), -- upper-case letters belong to it
    placeholders TEXT NOT NULL, -- what the SDK's pages show in place of such a scheme, between blanks
    sharing TEXT, -- what one of two apps with the same scheme does; NULL where the common advice holds
    confidence TEXT NOT NULL,
    source TEXT NOT NULL -- where it was read
) STRICT;

-- What in a manifest shows that an app uses an SDK, and the scheme that it then has to declare.
CREATE TABLE sdk_demand (
    position INTEGER PRIMARY KEY,
    evidence_kind TEXT NOT NULL CHECK (evidence_kind IN ('key', 'query', 'companion')), -- a key of the root; a scheme that
                                                 -- is queried; a key of a file beside the manifest, which asks for nothing
    evidence TEXT NOT NULL,
    is_proof INTEGER NOT NULL CHECK (is_proof IN (0, 1)), -- whether it proves the use; else it only suggests it
    sdk TEXT NOT NULL,
    scheme TEXT NOT NULL, -- {KEY} is the value of a key, {KEY?} of one that may be absent, {reversed:KEY} its parts
                          -- between dots in reverse order, {scheme:KEY} the scheme of the URL in it
    effect TEXT NOT NULL, -- what happens without it
    source TEXT NOT NULL -- where it was read
) STRICT;

-- Texts that stand where a scheme should.
CREATE TABLE placeholder (
    position INTEGER PRIMARY KEY,
    text TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('name', 'domain', 'word')), -- the whole scheme; its beginning, up to a dot; a
                                                                   -- word in it, in exactly this case
    source TEXT NOT NULL -- where it was read
) STRICT;

-- Schemes with something to be said about them.
CREATE TABLE remarked_scheme (
    kind TEXT NOT NULL CHECK (kind IN ('generic', 'private-query')), -- anyone may pick it; apps were rejected for asking
    scheme TEXT NOT NULL,
    remark TEXT NOT NULL,
    source TEXT NOT NULL, -- where it was read
    PRIMARY KEY (kind, scheme)
) STRICT, WITHOUT ROWID;

-- The next import finds that the new tables want their rows, and derives anew what claims carry of them.
DELETE FROM meta WHERE name = 'knowledge';

-- A value in a file beside a manifest, which tells what the manifest should say: REVERSED_CLIENT_ID and GOOGLE_APP_ID
-- of GoogleService-Info.plist.
CREATE TABLE companion (
    manifest_id INTEGER NOT NULL REFERENCES manifest ON DELETE CASCADE,
    position INTEGER NOT NULL,
    name TEXT NOT NULL, -- the key
    value TEXT NOT NULL,
    path BLOB NOT NULL, -- below the source's root, or absolute
    range TEXT, -- RANGE; NULL for the file as a whole
    PRIMARY KEY (manifest_id, position)
) STRICT, WITHOUT ROWID;

-- Who claims what somebody is known to own: one row for each app, scheme and row of known_scheme that concerns a platform
-- of the app. No report: whether it is in order is what reserved-scheme, known-scheme and registered-scheme say.
CREATE VIEW known_claim AS
SELECT DISTINCT
    claim.scheme_key AS scheme,
    app.key AS app,
    known_scheme.category,
    known_scheme.owner,
    -- Whether the app is the owner's by its identifier; NULL where the identifiers of the owner's apps are not known
    (
        SELECT max(
            app.key = scheme_owner.prefix
            OR substr(app.key, 1, length(scheme_owner.prefix)) = scheme_owner.prefix AND (
                substr(scheme_owner.prefix, -1) = '.'
                OR substr(app.key, length(scheme_owner.prefix) + 1, 1) IN ('.', '-')
            )
        )
        FROM scheme_owner
        WHERE scheme_owner.owner = known_scheme.owner
            OR substr(known_scheme.owner, -length(scheme_owner.owner) - 2) = '(' || scheme_owner.owner || ')'
    ) AS is_owner,
    known_scheme.confidence,
    known_scheme.origin,
    known_scheme.source
FROM known_scheme
CROSS JOIN claim ON claim.scheme_key = known_scheme.scheme AND claim.is_application = 1
JOIN app ON app.id = claim.app_id
WHERE claim.platform_bits = 0 OR claim.platform_bits & known_scheme.platform_bits <> 0;
