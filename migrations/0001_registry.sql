-- The registry: what schemereg read, when, and from where.
--
-- It may be queried with any SQLite tool, and is written by schemereg alone. Three views at the end are the reports:
-- undefined_targets, duplicate_registrations, reserved_scheme_clashes. The view declared_scheme is the readable list of
-- everything that apps declare, the view place says where every located value stands.
--
-- Conventions
--   platform_bits and other …_bits   a set as a number: 1 iOS, 2 macOS (and Mac Catalyst), 4 tvOS, 8 watchOS,
--                                    16 visionOS; 0 is unknown
--   position                         0-based order within the parent row
--   is_…, adopts, …                  0 or 1
--   path, member, project, root      file paths as the bytes of the operating system: CAST(path AS TEXT) reads them
--   first_import, last_import        the import that wrote the row first, and the one that changed it last: import.id
--
-- Where a value stands
--   line, "column"                   1-based; columns count UTF-8 bytes. NULL in formats without lines (binary)
--   column_utf16                     the column in UTF-16 code units, as editors and SARIF count
--   end_line, end_column, …          the position after the last character
--   byte_offset, byte_length         the same stretch in bytes; the offset is 0-based
--   key_path                         the way from the root: CFBundleURLTypes[0].CFBundleURLSchemes[1]
--   ranges                           three words: the key element, the whole value with its tags, the text between the
--                                    tags; '-' where there is none, '=' for the stretch that the plain columns give,
--                                    else RANGE. Before them '*' where a build makes the value of what is written, '?'
--                                    where it is not known what it makes
--   …_place                          the same three words without '=', a blank, and the key path
--   RANGE                            offset+length, or offset+length@line:column:utf16-line:column:utf16

PRAGMA application_id = 1397900615; -- "SREG"

-- What every import that changed something was, and every 'forget'.
CREATE TABLE import (
    id INTEGER PRIMARY KEY,
    time INTEGER NOT NULL, -- seconds since 1970
    action TEXT NOT NULL CHECK (action IN ('import', 'forget')),
    subject TEXT NOT NULL, -- the name of the source, or the key of the app that was forgotten
    reader_version INTEGER -- of the readers that read; NULL for 'forget'
) STRICT;

-- What is imported together and replaced together.
CREATE TABLE source (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    root BLOB NOT NULL, -- the real path that the paths of its inputs are relative to
    kind TEXT NOT NULL CHECK (kind IN ('tree', 'file', 'standard-input')),
    is_named INTEGER NOT NULL CHECK (is_named IN (0, 1)), -- whether a person gave the name; else it is the root
    first_import INTEGER NOT NULL REFERENCES import,
    last_import INTEGER NOT NULL REFERENCES import
) STRICT;
CREATE INDEX source_by_root ON source (root, kind, is_named);

-- A file that was looked at. Inputs that are gone have no row.
CREATE TABLE input (
    id INTEGER PRIMARY KEY,
    source_id INTEGER NOT NULL REFERENCES source ON DELETE CASCADE,
    path BLOB NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('ok', 'unreadable')), -- 'unreadable': what is known of it is stale
    size INTEGER, -- bytes; this and the next five are NULL for an input that was never read
    modified INTEGER, -- contents, in nanoseconds since 1970
    changed INTEGER, -- contents or the file's record, in nanoseconds since 1970
    inode INTEGER, -- the 64-bit number as SQLite's signed one
    digest TEXT, -- SHA-256 in hexadecimal digits
    reader_version INTEGER, -- of the readers that read it; another version reads it again
    first_import INTEGER NOT NULL,
    last_import INTEGER NOT NULL,
    UNIQUE (source_id, path)
) STRICT;

-- What claims schemes.
CREATE TABLE app (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE, -- the bundle identifier in lower case, or 'unknown:' and the path of the manifest
    is_known INTEGER NOT NULL CHECK (is_known IN (0, 1)) -- whether the bundle identifier is complete
) STRICT;

-- One Info.plist seen through one outcome: as it stands, or resolved through a target for some configurations.
CREATE TABLE manifest (
    id INTEGER PRIMARY KEY,
    input_id INTEGER NOT NULL REFERENCES input ON DELETE CASCADE,
    member BLOB, -- the path inside an archive
    project BLOB, -- the project that it was resolved through
    target TEXT, -- the target that it was resolved through
    format TEXT NOT NULL, -- 'xml', 'binary', 'openstep', 'unknown'
    digest TEXT NOT NULL, -- SHA-256 of its bytes in hexadecimal digits
    app_id INTEGER NOT NULL REFERENCES app,
    container_id INTEGER NOT NULL, -- the app that contains it: app.id; the same as app_id when none does
    bundle_identifier TEXT, -- CFBundleIdentifier, as written
    bundle_identifier_place TEXT,
    name TEXT, -- CFBundleName, as written
    display_name TEXT, -- CFBundleDisplayName, as written
    version TEXT, -- CFBundleShortVersionString, as written
    build TEXT, -- CFBundleVersion, as written
    kind TEXT NOT NULL, -- 'application', 'app-clip', 'app-extension', 'framework', 'bundle', 'unknown'
    extension_point TEXT,
    is_built INTEGER NOT NULL CHECK (is_built IN (0, 1)), -- whether a build wrote it, so that it is final
    platform_bits INTEGER NOT NULL, -- the platforms that it is built for
    device_bits INTEGER NOT NULL, -- the kinds of device that it may come to be on
    configuration_count INTEGER NOT NULL, -- how many rows of the tables below are its own
    entitlement_count INTEGER, -- NULL when the entitlements are unknown
    url_type_count INTEGER NOT NULL,
    other_key_count INTEGER NOT NULL,
    claim_count INTEGER NOT NULL,
    resolved_from_count INTEGER NOT NULL,
    query_scheme_count INTEGER NOT NULL,
    root_key_count INTEGER NOT NULL,
    irregularity_count INTEGER NOT NULL,
    checksum INTEGER NOT NULL, -- of all that is stored of it, so that damage to the file is seen when it is read
    first_import INTEGER NOT NULL,
    last_import INTEGER NOT NULL
) STRICT;
CREATE INDEX manifest_by_input ON manifest (input_id);
CREATE INDEX manifest_by_app ON manifest (app_id);
CREATE INDEX manifest_by_container ON manifest (container_id) WHERE container_id <> app_id;

-- The configurations of the target that give this outcome.
CREATE TABLE manifest_configuration (
    manifest_id INTEGER NOT NULL REFERENCES manifest ON DELETE CASCADE,
    position INTEGER NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (manifest_id, position)
) STRICT, WITHOUT ROWID;

-- The other files that a manifest's values come from: its project, settings files.
CREATE TABLE manifest_dependency (
    manifest_id INTEGER NOT NULL REFERENCES manifest ON DELETE CASCADE,
    path BLOB NOT NULL, -- below the root of the manifest's source
    PRIMARY KEY (manifest_id, path)
) STRICT, WITHOUT ROWID;

-- The entitlements that the app is signed with.
CREATE TABLE entitlement (
    manifest_id INTEGER NOT NULL REFERENCES manifest ON DELETE CASCADE,
    position INTEGER NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (manifest_id, position)
) STRICT, WITHOUT ROWID;

-- One dictionary of CFBundleURLTypes.
CREATE TABLE url_type (
    manifest_id INTEGER NOT NULL REFERENCES manifest ON DELETE CASCADE,
    position INTEGER NOT NULL,
    array_index INTEGER NOT NULL, -- in CFBundleURLTypes; elements that are no dictionaries count
    role TEXT, -- CFBundleTypeRole, as written
    role_place TEXT,
    identifier TEXT, -- CFBundleURLName, as written
    identifier_place TEXT,
    icon TEXT, -- CFBundleURLIconFile, as written
    icon_place TEXT,
    schemes_place TEXT, -- of CFBundleURLSchemes
    key_path TEXT NOT NULL,
    line INTEGER,
    "column" INTEGER,
    column_utf16 INTEGER,
    end_line INTEGER,
    end_column INTEGER,
    end_column_utf16 INTEGER,
    byte_offset INTEGER NOT NULL,
    byte_length INTEGER NOT NULL,
    ranges TEXT NOT NULL,
    PRIMARY KEY (manifest_id, position)
) STRICT, WITHOUT ROWID;

-- The keys of a URL type that are none of the four.
CREATE TABLE url_type_other_key (
    manifest_id INTEGER NOT NULL REFERENCES manifest ON DELETE CASCADE,
    url_type_position INTEGER NOT NULL,
    position INTEGER NOT NULL,
    name TEXT NOT NULL,
    name_place TEXT NOT NULL,
    PRIMARY KEY (manifest_id, url_type_position, position)
) STRICT, WITHOUT ROWID;

-- One element of CFBundleURLSchemes: "this app says that it opens this scheme".
CREATE TABLE claim (
    manifest_id INTEGER NOT NULL REFERENCES manifest ON DELETE CASCADE,
    url_type_position INTEGER NOT NULL,
    position INTEGER NOT NULL,
    array_index INTEGER NOT NULL, -- in CFBundleURLSchemes
    raw TEXT NOT NULL, -- as written
    resolved TEXT, -- after the build's variables are replaced; NULL when that is unknown
    state TEXT NOT NULL, -- 'claimed', 'empty', 'invalid', 'unresolved', 'unknown'
    is_conditional INTEGER NOT NULL CHECK (is_conditional IN (0, 1)), -- between preprocessor lines
    key_path TEXT NOT NULL,
    line INTEGER,
    "column" INTEGER,
    column_utf16 INTEGER,
    end_line INTEGER,
    end_column INTEGER,
    end_column_utf16 INTEGER,
    byte_offset INTEGER NOT NULL,
    byte_length INTEGER NOT NULL,
    ranges TEXT NOT NULL,
    -- What follows is derived from the manifest and, is_public to chosen_bits, from the knowledge below. References
    -- that the manifest's row has already are not checked again: an import would take a quarter longer.
    scheme_key TEXT, -- the scheme as it is compared, in lower case; NULL when the declaration amounts to none
    app_id INTEGER NOT NULL,
    container_id INTEGER NOT NULL,
    is_application INTEGER NOT NULL CHECK (is_application IN (0, 1)), -- a product that takes part in collisions
    platform_bits INTEGER NOT NULL,
    device_bits INTEGER NOT NULL,
    adopts INTEGER NOT NULL CHECK (adopts IN (0, 1)), -- the role is Viewer: adopts the scheme, does not define it
    is_public INTEGER NOT NULL CHECK (is_public IN (0, 1)), -- IANA lists the scheme
    shared_by_design INTEGER NOT NULL CHECK (shared_by_design IN (0, 1)), -- an SDK makes many apps share it
    chosen_bits INTEGER NOT NULL, -- the kinds of device on which the person chooses the app that opens it
    first_import INTEGER NOT NULL,
    last_import INTEGER NOT NULL,
    PRIMARY KEY (manifest_id, url_type_position, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX claim_by_scheme ON claim (scheme_key, is_application, container_id) WHERE scheme_key IS NOT NULL;

-- The places that the values of the variables in a declared scheme come from.
CREATE TABLE claim_resolved_from (
    manifest_id INTEGER NOT NULL REFERENCES manifest ON DELETE CASCADE,
    url_type_position INTEGER NOT NULL,
    claim_position INTEGER NOT NULL,
    position INTEGER NOT NULL,
    source TEXT,
    path BLOB NOT NULL,
    member BLOB,
    key_path TEXT,
    range TEXT, -- RANGE; NULL for the file as a whole
    PRIMARY KEY (manifest_id, url_type_position, claim_position, position)
) STRICT, WITHOUT ROWID;

-- One element of LSApplicationQueriesSchemes.
CREATE TABLE query_scheme (
    manifest_id INTEGER NOT NULL REFERENCES manifest ON DELETE CASCADE,
    position INTEGER NOT NULL,
    scheme TEXT NOT NULL, -- as written
    key_path TEXT NOT NULL,
    line INTEGER,
    "column" INTEGER,
    column_utf16 INTEGER,
    end_line INTEGER,
    end_column INTEGER,
    end_column_utf16 INTEGER,
    byte_offset INTEGER NOT NULL,
    byte_length INTEGER NOT NULL,
    ranges TEXT NOT NULL,
    PRIMARY KEY (manifest_id, position)
) STRICT, WITHOUT ROWID;

-- Other keys of a manifest's root that rules need.
CREATE TABLE root_key (
    manifest_id INTEGER NOT NULL REFERENCES manifest ON DELETE CASCADE,
    position INTEGER NOT NULL,
    name TEXT NOT NULL,
    kind TEXT NOT NULL, -- 'string', 'integer', 'real', 'boolean', 'date', 'data', 'array', 'dictionary', 'other'
    -- Plain text; for 'data' the number of bytes. An array or dictionary is JSON, in which a dictionary, whose keys may
    -- repeat, is {"dictionary":[["key",value],…]}, and {"real":"…"}, {"date":"…"}, {"data":n}, {"other":"…"} are values.
    value TEXT NOT NULL,
    key_path TEXT NOT NULL,
    line INTEGER,
    "column" INTEGER,
    column_utf16 INTEGER,
    end_line INTEGER,
    end_column INTEGER,
    end_column_utf16 INTEGER,
    byte_offset INTEGER NOT NULL,
    byte_length INTEGER NOT NULL,
    ranges TEXT NOT NULL,
    PRIMARY KEY (manifest_id, position)
) STRICT, WITHOUT ROWID;

-- A fact about how a manifest is written.
CREATE TABLE irregularity (
    manifest_id INTEGER NOT NULL REFERENCES manifest ON DELETE CASCADE,
    position INTEGER NOT NULL,
    kind TEXT NOT NULL, -- 'malformed', 'duplicate-key', 'wrong-type', …
    subject TEXT, -- the key that it is about
    expected TEXT, -- what should stand there
    found TEXT, -- what stands there
    cause TEXT, -- why the manifest is malformed
    related_range TEXT, -- RANGE of the other place that it is about
    key_path TEXT NOT NULL,
    line INTEGER,
    "column" INTEGER,
    column_utf16 INTEGER,
    end_line INTEGER,
    end_column INTEGER,
    end_column_utf16 INTEGER,
    byte_offset INTEGER NOT NULL,
    byte_length INTEGER NOT NULL,
    ranges TEXT NOT NULL,
    PRIMARY KEY (manifest_id, position)
) STRICT, WITHOUT ROWID;

-- When an app began and ceased to claim a scheme. Rows are never changed but for the name of a source that another
-- one absorbs.
CREATE TABLE history (
    id INTEGER PRIMARY KEY,
    import_id INTEGER NOT NULL REFERENCES import,
    time INTEGER NOT NULL, -- seconds since 1970
    source TEXT NOT NULL, -- its name; the source may be forgotten since
    app TEXT NOT NULL, -- its key; the app may be forgotten since
    platform TEXT, -- 'ios', 'macos', 'tvos', 'watchos', 'visionos'; NULL when unknown
    scheme TEXT NOT NULL,
    event TEXT NOT NULL CHECK (event IN ('claimed', 'released'))
) STRICT;
-- Holds every column that is shown, so that PRAGMA integrity_check compares each with its copy.
CREATE INDEX history_by_scheme ON history (scheme, time, app, platform, event);
CREATE INDEX history_by_source ON history (source, app);

-- Claims that are gone but not yet released in the history: the import had problems, the declaration is still there and
-- no longer gives a scheme, or its manifest is malformed. Looked at again by each import.
CREATE TABLE withheld_release (
    source_id INTEGER NOT NULL REFERENCES source ON DELETE CASCADE,
    app TEXT NOT NULL,
    platform TEXT NOT NULL, -- '' when unknown
    scheme TEXT NOT NULL,
    path BLOB NOT NULL, -- the input that declared it
    raw TEXT NOT NULL, -- how the input wrote it
    PRIMARY KEY (source_id, app, platform, scheme)
) STRICT, WITHOUT ROWID;

-- 'knowledge': the version of the knowledge in the next three tables.
CREATE TABLE meta (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Schemes that somebody is known to own; several rows for one scheme are several opinions.
CREATE TABLE known_scheme (
    position INTEGER PRIMARY KEY,
    scheme TEXT NOT NULL,
    category TEXT NOT NULL, -- 'apple-documented', 'apple-system', 'browser', 'iana-permanent', …, 'third-party'
    owner TEXT NOT NULL,
    platform_bits INTEGER NOT NULL, -- where it is the owner's
    confidence TEXT NOT NULL, -- 'low', 'medium', 'high'
    source TEXT NOT NULL -- where it was read
) STRICT;
CREATE INDEX known_scheme_by_scheme ON known_scheme (scheme);

-- Schemes for which the person chooses the app.
CREATE TABLE default_app_scheme (
    position INTEGER PRIMARY KEY,
    scheme TEXT NOT NULL,
    platform TEXT NOT NULL,
    platform_bits INTEGER NOT NULL, -- the same platform as a set
    entitlement TEXT, -- what makes an app eligible; NULL where nothing is needed
    note TEXT NOT NULL,
    source TEXT NOT NULL -- where it was read
) STRICT;
CREATE INDEX default_app_scheme_by_scheme ON default_app_scheme (scheme);

-- Schemes that an SDK makes many apps share by design.
CREATE TABLE shared_scheme (
    scheme TEXT PRIMARY KEY,
    sdk TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Everything that apps declare, to read: one row for each element of CFBundleURLSchemes.
CREATE VIEW declared_scheme AS
SELECT
    claim.scheme_key AS scheme,
    coalesce(claim.resolved, claim.raw) AS spelling,
    claim.state,
    app.key AS app,
    coalesce(manifest.display_name, manifest.name) AS app_name,
    url_type.role,
    url_type.identifier,
    manifest.kind,
    claim.platform_bits,
    source.name AS source,
    CAST(input.path AS TEXT) AS path,
    CAST(manifest.member AS TEXT) AS member,
    claim.line,
    claim."column",
    claim.key_path,
    CAST(manifest.project AS TEXT) AS project,
    manifest.target,
    input.state = 'unreadable' AS is_stale,
    claim.first_import,
    claim.last_import,
    claim.manifest_id
FROM claim
JOIN url_type ON url_type.manifest_id = claim.manifest_id AND url_type.position = claim.url_type_position
JOIN manifest ON manifest.id = claim.manifest_id
JOIN app ON app.id = claim.app_id
JOIN input ON input.id = manifest.input_id
JOIN source ON source.id = input.source_id;

-- Where located values stand: 'claim', 'url-type', 'query-scheme', 'root-key' or 'irregularity', and which.
CREATE VIEW place AS
WITH located AS (
    SELECT manifest_id, 'claim' AS what, raw AS text, key_path, line, "column", column_utf16, end_line, end_column,
        end_column_utf16, byte_offset, byte_length FROM claim
    UNION ALL
    SELECT manifest_id, 'url-type', identifier, key_path, line, "column", column_utf16, end_line, end_column,
        end_column_utf16, byte_offset, byte_length FROM url_type
    UNION ALL
    SELECT manifest_id, 'query-scheme', scheme, key_path, line, "column", column_utf16, end_line, end_column,
        end_column_utf16, byte_offset, byte_length FROM query_scheme
    UNION ALL
    SELECT manifest_id, 'root-key', name, key_path, line, "column", column_utf16, end_line, end_column,
        end_column_utf16, byte_offset, byte_length FROM root_key
    UNION ALL
    SELECT manifest_id, 'irregularity', kind, key_path, line, "column", column_utf16, end_line, end_column,
        end_column_utf16, byte_offset, byte_length FROM irregularity
)
SELECT
    source.name AS source,
    CAST(input.path AS TEXT) AS path,
    CAST(manifest.member AS TEXT) AS member,
    located.*
FROM located
JOIN manifest ON manifest.id = located.manifest_id
JOIN input ON input.id = manifest.input_id
JOIN source ON source.id = input.source_id;

-- Report: which app opens a scheme is undefined, because several applications that can be on one device claim it. One
-- row for each app and scheme.
--
-- Two claims collide when their apps and their containers differ, they are not two copies of one manifest without
-- identity, and there is a kind of device for both on which the person does not choose: certainly among the platforms
-- that they are built for, else possibly among the devices that they may come to be on. Severity, for each pair: error;
-- one step lower when one of them adopts the scheme (role Viewer), one more when the scheme is a public one besides; one
-- lower when only possible; at least note; at most warning when an identity or a platform is unknown. An app has the
-- severity of its worst pair, and is certain when such a pair is.
--
-- Claims that differ in nothing that matters are one class, so ten thousand apps on one scheme stay cheap: a claim
-- collides with a class unless all of the class lies in its own container. An app inside another has a class of its own
-- for each app, and as a subject meets the others one by one.
CREATE VIEW undefined_targets AS
WITH contested AS (
    SELECT scheme_key AS scheme
    FROM claim
    WHERE scheme_key IS NOT NULL AND is_application = 1
    GROUP BY scheme_key
    HAVING min(container_id) <> max(container_id)
),
subject AS (
    SELECT
        claim.scheme_key AS scheme,
        claim.app_id,
        claim.container_id,
        claim.platform_bits,
        claim.device_bits,
        claim.chosen_bits,
        claim.adopts,
        claim.is_public,
        app.is_known,
        CASE WHEN app.is_known THEN '' ELSE manifest.digest END AS copy, -- what two unknown apps may be copies of
        CASE WHEN claim.app_id <> claim.container_id THEN claim.app_id ELSE 0 END AS inner_app -- 0: not inside another
    FROM contested
    CROSS JOIN claim ON claim.scheme_key = contested.scheme AND claim.is_application = 1
    JOIN app ON app.id = claim.app_id
    JOIN manifest ON manifest.id = claim.manifest_id
    WHERE claim.shared_by_design = 0
),
class AS (
    SELECT
        scheme, platform_bits, device_bits, chosen_bits, adopts, is_known, copy, inner_app,
        min(container_id) AS first_container,
        max(container_id) AS last_container
    FROM subject
    GROUP BY scheme, platform_bits, device_bits, chosen_bits, adopts, is_known, copy, inner_app
),
meeting AS (
    SELECT subject.*, class.adopts AS other_adopts, class.is_known AS other_is_known,
        class.platform_bits AS other_platform_bits, class.device_bits AS other_device_bits,
        class.chosen_bits AS other_chosen_bits, class.copy AS other_copy
    FROM subject
    JOIN class ON class.scheme = subject.scheme
    WHERE subject.inner_app = 0
        AND class.inner_app <> subject.app_id
        AND NOT (class.first_container = subject.container_id AND class.last_container = subject.container_id)
    UNION ALL
    SELECT subject.*, other.adopts, other.is_known, other.platform_bits, other.device_bits, other.chosen_bits, other.copy
    FROM subject
    JOIN subject AS other ON other.scheme = subject.scheme
    WHERE subject.inner_app <> 0
        AND other.app_id <> subject.app_id
        AND other.container_id <> subject.container_id
),
pair AS (
    SELECT
        scheme,
        app_id,
        adopts OR other_adopts AS adopts,
        (adopts OR other_adopts) AND is_public AS adopts_public,
        platform_bits & other_platform_bits & ~(chosen_bits & other_chosen_bits) <> 0 AS is_certain,
        is_known = 0 OR other_is_known = 0 OR platform_bits = 0 OR other_platform_bits = 0 AS is_vague
    FROM meeting
    WHERE NOT (is_known = 0 AND other_is_known = 0 AND copy = other_copy)
        AND ((platform_bits & other_platform_bits) | (device_bits & other_device_bits))
            & ~(chosen_bits & other_chosen_bits) <> 0
),
judged AS (
    -- The rank, 1 note to 3 error, doubled, and one more when certain: the greatest is the worst.
    SELECT
        scheme,
        app_id,
        max(
            2 * min(max(3 - adopts - adopts_public - (NOT is_certain), 1), CASE WHEN is_vague THEN 2 ELSE 3 END)
                + is_certain
        ) AS weight
    FROM pair
    GROUP BY scheme, app_id
)
SELECT
    'undefined-target' AS rule,
    CASE judged.weight / 2 WHEN 3 THEN 'error' WHEN 2 THEN 'warning' ELSE 'note' END AS severity,
    CASE judged.weight % 2 WHEN 1 THEN 'certain' ELSE 'possible' END AS certainty,
    judged.scheme,
    app.key AS app
FROM judged
JOIN app ON app.id = judged.app_id;

-- Report: applications that register something twice. duplicate-scheme: one manifest declares a scheme more than once,
-- what stands between undecided preprocessor lines aside; one row for each manifest and scheme. duplicate-identifier: in
-- one manifest the same CFBundleURLName stands in URL types with different roles (no role counts as one more), holds no
-- variable and is not the bundle identifier in any case; one row for each manifest and identifier.
CREATE VIEW duplicate_registrations AS
WITH duplicate AS (
    SELECT 'duplicate-scheme' AS rule, 'warning' AS severity, manifest_id, scheme_key AS subject
    FROM claim
    WHERE scheme_key IS NOT NULL AND is_application = 1 AND is_conditional = 0
    GROUP BY manifest_id, scheme_key
    HAVING count(*) > 1
    UNION ALL
    SELECT 'duplicate-identifier', 'note', manifest.id, url_type.identifier
    FROM url_type
    JOIN manifest ON manifest.id = url_type.manifest_id
    JOIN app ON app.id = manifest.app_id
    WHERE manifest.kind IN ('application', 'unknown')
        AND url_type.identifier <> ''
        AND lower(url_type.identifier) NOT IN (lower(coalesce(manifest.bundle_identifier, '')), app.key)
        AND instr(url_type.identifier, '$(') + instr(url_type.identifier, '${') + instr(url_type.identifier, '$[')
            + instr(url_type.identifier, '{{') = 0
    GROUP BY manifest.id, url_type.identifier
    HAVING count(DISTINCT url_type.role) + max(url_type.role IS NULL) > 1
)
SELECT
    duplicate.rule,
    duplicate.severity,
    'certain' AS certainty,
    CASE duplicate.rule WHEN 'duplicate-scheme' THEN duplicate.subject END AS scheme,
    duplicate.subject, -- the scheme or the identifier
    app.key AS app,
    source.name AS source,
    CAST(input.path AS TEXT) AS path,
    CAST(manifest.member AS TEXT) AS member,
    CAST(manifest.project AS TEXT) AS project,
    manifest.target,
    manifest.id AS manifest_id
FROM duplicate
JOIN manifest ON manifest.id = duplicate.manifest_id
JOIN app ON app.id = manifest.app_id
JOIN input ON input.id = manifest.input_id
JOIN source ON source.id = input.source_id;

-- Report: applications, other than Apple's, that claim a scheme which the system owns where they run. One row for each
-- app and scheme.
--
-- A claim meets the rows of known_scheme in the categories apple-documented, apple-system and browser whose platforms it
-- is built for; when its platform is unknown, whose platforms it may come to be on. It is an error when such a row is
-- apple-documented with more than low confidence, or of high confidence; else a warning. It is judged on each platform
-- that it shares with those rows, and the worst counts: on macOS, a scheme that the person can assign is a note; where
-- an entitlement makes an app eligible, one that has it is in order, and one whose entitlements are unknown gives at
-- most a warning. An unknown platform gives at most a warning.
CREATE VIEW reserved_scheme_clashes AS
WITH platform (bit) AS (VALUES (1), (2), (4), (8), (16)),
owned AS (
    SELECT
        scheme,
        platform_bits,
        CASE
            WHEN category = 'apple-documented' AND confidence <> 'low' OR confidence = 'high' THEN 3
            ELSE 2
        END AS rank
    FROM known_scheme
    WHERE category IN ('apple-documented', 'apple-system', 'browser')
),
clash AS (
    SELECT
        claim.manifest_id,
        claim.app_id,
        claim.scheme_key AS scheme,
        platform.bit,
        claim.platform_bits = 0 AS is_unplaced,
        (
            SELECT max(strongest.rank)
            FROM owned AS strongest
            WHERE strongest.scheme = claim.scheme_key
                AND iif(claim.platform_bits = 0, claim.device_bits, claim.platform_bits) & strongest.platform_bits <> 0
        ) AS rank
    FROM (SELECT DISTINCT scheme FROM owned) AS reserved
    CROSS JOIN claim ON claim.scheme_key = reserved.scheme AND claim.is_application = 1
    JOIN app ON app.id = claim.app_id
    JOIN platform ON platform.bit & iif(claim.platform_bits = 0, claim.device_bits, claim.platform_bits) <> 0
    WHERE substr(app.key, 1, 10) <> 'com.apple.'
        AND EXISTS (
            SELECT 1 FROM owned WHERE owned.scheme = claim.scheme_key AND owned.platform_bits & platform.bit <> 0
        )
),
judged AS (
    SELECT
        clash.app_id,
        clash.scheme,
        clash.is_unplaced,
        CASE
            WHEN EXISTS (
                SELECT 1
                FROM default_app_scheme
                JOIN entitlement ON entitlement.name = default_app_scheme.entitlement
                WHERE default_app_scheme.scheme = clash.scheme
                    AND default_app_scheme.platform_bits = clash.bit
                    AND entitlement.manifest_id = clash.manifest_id
            ) THEN 0
            WHEN clash.bit = 2 AND EXISTS (
                SELECT 1 FROM default_app_scheme
                WHERE default_app_scheme.scheme = clash.scheme AND default_app_scheme.platform_bits = 2
            ) THEN 1
            WHEN clash.is_unplaced OR manifest.entitlement_count IS NULL AND EXISTS (
                SELECT 1 FROM default_app_scheme
                WHERE default_app_scheme.scheme = clash.scheme
                    AND default_app_scheme.platform_bits = clash.bit
                    AND default_app_scheme.entitlement IS NOT NULL
            ) THEN min(clash.rank, 2)
            ELSE clash.rank
        END AS rank
    FROM clash
    JOIN manifest ON manifest.id = clash.manifest_id
),
weighed AS (
    SELECT app_id, scheme, max(2 * rank + (NOT is_unplaced)) AS weight
    FROM judged
    WHERE rank > 0
    GROUP BY app_id, scheme
)
SELECT
    'reserved-scheme' AS rule,
    CASE weighed.weight / 2 WHEN 3 THEN 'error' WHEN 2 THEN 'warning' ELSE 'note' END AS severity,
    CASE weighed.weight % 2 WHEN 1 THEN 'certain' ELSE 'possible' END AS certainty, -- possible: the platform is unknown
    weighed.scheme,
    app.key AS app
FROM weighed
JOIN app ON app.id = weighed.app_id;
