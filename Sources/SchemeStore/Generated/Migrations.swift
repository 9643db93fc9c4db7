// Generated from migrations/*.sql by Scripts/generate-migrations.sh; edit those and run `make generate`.
// swift-format-ignore-file

extension Migration {
    /// All migrations, in the order in which they are applied; the first makes version 1.
    static let all: [Migration] = [
        Migration(
            name: "0001_registry",
            sql: ##"""
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

"""##),
        Migration(
            name: "0002_projects",
            sql: ##"""
-- What reading projects and archives brings: inputs that other files count for, and manifests that stand in another file
-- than the input that they were read through.
--
-- An Xcode project is one input, its project.pbxproj. Its manifests are those of its targets; their values stand in
-- Info.plist files, each of which is then no input of its own.

-- The file that the manifest's values stand in; NULL when that is the input.
ALTER TABLE manifest ADD COLUMN path BLOB;
CREATE INDEX manifest_by_path ON manifest (path) WHERE path IS NOT NULL;

-- Where the irregularity is, when that is another file than the manifest's: below the source's root, or absolute.
ALTER TABLE irregularity ADD COLUMN other_path BLOB;
ALTER TABLE irregularity ADD COLUMN other_range TEXT; -- RANGE; NULL for the file as a whole

-- The other files that counted when an input was read. It is read again when one of them changes, comes or goes.
CREATE TABLE input_dependency (
    input_id INTEGER NOT NULL REFERENCES input ON DELETE CASCADE,
    path BLOB NOT NULL, -- below the root of the input's source, or absolute
    is_manifest INTEGER NOT NULL CHECK (is_manifest IN (0, 1)), -- a manifest that is read through the input alone
    size INTEGER, -- this and the next four are NULL for a file that was not there
    modified INTEGER,
    changed INTEGER,
    inode INTEGER,
    digest TEXT,
    PRIMARY KEY (input_id, path)
) STRICT, WITHOUT ROWID;
CREATE INDEX input_dependency_by_path ON input_dependency (path);

DROP VIEW declared_scheme;
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
    CAST(coalesce(manifest.path, input.path) AS TEXT) AS path,
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

DROP VIEW place;
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
        end_column_utf16, byte_offset, byte_length FROM irregularity WHERE other_path IS NULL
)
SELECT
    source.name AS source,
    CAST(coalesce(manifest.path, input.path) AS TEXT) AS path,
    CAST(manifest.member AS TEXT) AS member,
    located.*
FROM located
JOIN manifest ON manifest.id = located.manifest_id
JOIN input ON input.id = manifest.input_id
JOIN source ON source.id = input.source_id;

DROP VIEW duplicate_registrations;
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
    CAST(coalesce(manifest.path, input.path) AS TEXT) AS path,
    CAST(manifest.member AS TEXT) AS member,
    CAST(manifest.project AS TEXT) AS project,
    manifest.target,
    manifest.id AS manifest_id
FROM duplicate
JOIN manifest ON manifest.id = duplicate.manifest_id
JOIN app ON app.id = manifest.app_id
JOIN input ON input.id = manifest.input_id
JOIN source ON source.id = input.source_id;


"""##),
        Migration(
            name: "0003_variants",
            sql: ##"""
-- Variants of one product: apps of one project that collide because one target makes them in several configurations, or
-- because several targets are built from one manifest. They give variant-collision instead of undefined-target.

DROP VIEW undefined_targets;
-- Report: which app opens a scheme is undefined, because several applications that can be on one device claim it. One
-- row for each app and scheme; two where the app collides with variants of its own and with other apps. What an app
-- embeds (a helper, a login item) is that app.
--
-- Two claims collide when their apps and their containers differ, they are not two copies of one manifest without
-- identity, and there is a kind of device for both on which the person does not choose: certainly among the platforms
-- that they are built for, else possibly among the devices that they may come to be on. Severity, for each pair: error;
-- one step lower when one of them adopts the scheme (role Viewer), one more when the scheme is a public one besides; one
-- lower when only possible; at least note; at most warning when an identity or a platform is unknown. Variants are one
-- step lower; editions, which are apps of one project that meet only as possible, give a note. An app has the severity
-- of its worst pair, and is certain when such a pair is.
--
-- Claims that differ in nothing that matters are one class, so ten thousand apps on one scheme stay cheap: a claim
-- collides with a class unless all of the class lies in its own container. An app inside another, or one that may have
-- variants, has a class of its own, and as a subject meets the others one by one.
CREATE VIEW undefined_targets AS
WITH contested AS (
    SELECT scheme_key AS scheme
    FROM claim
    WHERE scheme_key IS NOT NULL AND is_application = 1
    GROUP BY scheme_key
    HAVING min(container_id) <> max(container_id)
),
-- Projects that make several apps on one scheme.
family AS (
    SELECT contested.scheme, manifest.input_id
    FROM contested
    CROSS JOIN claim ON claim.scheme_key = contested.scheme AND claim.is_application = 1
    JOIN manifest ON manifest.id = claim.manifest_id AND manifest.target IS NOT NULL
    GROUP BY contested.scheme, manifest.input_id
    HAVING min(claim.app_id) <> max(claim.app_id)
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
        -- What meets the others one by one, by its app: what lies inside another app, and variants; 0 for the rest
        CASE
            WHEN claim.app_id <> claim.container_id OR family.input_id IS NOT NULL THEN claim.app_id
            ELSE 0
        END AS special_app,
        family.input_id AS project, -- NULL where it has no variants
        manifest.target,
        coalesce(manifest.path, X'') AS path
    FROM contested
    CROSS JOIN claim ON claim.scheme_key = contested.scheme AND claim.is_application = 1
    JOIN app ON app.id = claim.app_id
    JOIN manifest ON manifest.id = claim.manifest_id
    LEFT JOIN family ON family.scheme = contested.scheme AND family.input_id = manifest.input_id
        AND manifest.target IS NOT NULL
    WHERE claim.shared_by_design = 0
),
class AS (
    SELECT
        scheme, platform_bits, device_bits, chosen_bits, adopts, is_known, copy, special_app,
        min(container_id) AS first_container,
        max(container_id) AS last_container
    FROM subject
    GROUP BY scheme, platform_bits, device_bits, chosen_bits, adopts, is_known, copy, special_app
),
meeting AS (
    SELECT subject.*, class.adopts AS other_adopts, class.is_known AS other_is_known,
        class.platform_bits AS other_platform_bits, class.device_bits AS other_device_bits,
        class.chosen_bits AS other_chosen_bits, class.copy AS other_copy, 0 AS is_variant, 0 AS is_edition
    FROM subject
    JOIN class ON class.scheme = subject.scheme
    WHERE subject.special_app = 0
        AND class.special_app <> subject.app_id
        AND NOT (class.first_container = subject.container_id AND class.last_container = subject.container_id)
    UNION ALL
    SELECT subject.*, other.adopts, other.is_known, other.platform_bits, other.device_bits, other.chosen_bits, other.copy,
        subject.project IS NOT NULL AND subject.project IS other.project
            AND (subject.target = other.target OR subject.path = other.path),
        subject.project IS NOT NULL AND subject.project IS other.project
    FROM subject
    JOIN subject AS other ON other.scheme = subject.scheme
    WHERE subject.special_app <> 0
        AND other.app_id <> subject.app_id
        AND other.container_id <> subject.container_id
),
pair AS (
    SELECT
        scheme,
        container_id,
        is_variant,
        is_edition,
        adopts OR other_adopts AS adopts,
        (adopts OR other_adopts) AND is_public AS adopts_public,
        platform_bits & other_platform_bits & ~(chosen_bits & other_chosen_bits) <> 0 AS is_certain,
        is_known = 0 OR other_is_known = 0 OR platform_bits = 0 OR other_platform_bits = 0 AS is_vague
    FROM meeting
    WHERE NOT (is_known = 0 AND other_is_known = 0 AND copy = other_copy)
        AND ((platform_bits & other_platform_bits) | (device_bits & other_device_bits))
            & ~(chosen_bits & other_chosen_bits) <> 0
),
ranked AS (
    SELECT
        scheme,
        container_id,
        is_variant,
        is_edition,
        is_certain,
        min(max(3 - adopts - adopts_public - (NOT is_certain), 1), CASE WHEN is_vague THEN 2 ELSE 3 END) AS rank
    FROM pair
),
judged AS (
    -- The rank, 1 note to 3 error, doubled, and one more when certain: the greatest is the worst.
    SELECT
        scheme,
        container_id,
        is_variant,
        max(
            2 * CASE
                WHEN is_variant THEN max(rank - 1, 1)
                WHEN is_edition AND NOT is_certain THEN 1
                ELSE rank
            END + is_certain
        ) AS weight
    FROM ranked
    GROUP BY scheme, container_id, is_variant
)
SELECT
    iif(judged.is_variant, 'variant-collision', 'undefined-target') AS rule,
    CASE judged.weight / 2 WHEN 3 THEN 'error' WHEN 2 THEN 'warning' ELSE 'note' END AS severity,
    CASE judged.weight % 2 WHEN 1 THEN 'certain' ELSE 'possible' END AS certainty,
    judged.scheme,
    app.key AS app
FROM judged
JOIN app ON app.id = judged.container_id;

"""##),
        Migration(
            name: "0004_problems",
            sql: ##"""
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

"""##),
        Migration(
            name: "0005_source_paths",
            sql: ##"""
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

"""##),
        Migration(
            name: "0006_knowledge",
            sql: ##"""
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

"""##),
        Migration(
            name: "0007_links",
            sql: ##"""
-- What code says of links: the URLs that it sends, the code that receives some, and the URLs that this takes.
--
-- A project's code is kept with the input of the project; that of a folder without a project with an input of its own,
-- called '*.swift' in that folder. The files of code are among its rows in input_dependency.

-- What the tool itself reads: all that was found in the code of one project or folder.
CREATE TABLE code (
    input_id INTEGER PRIMARY KEY REFERENCES input ON DELETE CASCADE,
    project BLOB, -- as manifest.project; NULL without a project
    facts TEXT NOT NULL, -- JSON: the targets with everything that was found in each; files are positions in code_file
    checksum INTEGER NOT NULL, -- of facts, so that damage to the file is seen when it is read
    first_import INTEGER NOT NULL,
    last_import INTEGER NOT NULL
) STRICT;

-- The files that something in code.facts stands in.
CREATE TABLE code_file (
    input_id INTEGER NOT NULL REFERENCES code ON DELETE CASCADE,
    position INTEGER NOT NULL,
    path BLOB NOT NULL, -- below the source's root
    PRIMARY KEY (input_id, position)
) STRICT, WITHOUT ROWID;

-- What follows is made from code.facts, for whoever asks the registry. Lines and columns are as in the other tables.

-- A URL that code hands to the system.
CREATE TABLE link (
    input_id INTEGER NOT NULL REFERENCES code ON DELETE CASCADE,
    position INTEGER NOT NULL,
    target TEXT, -- NULL where a folder without a project is taken for one app
    kind TEXT NOT NULL, -- 'widgetURL', 'Link', 'openURL', 'UIApplication.open', 'extensionContext.open', …
    presentations TEXT NOT NULL, -- where widgets and Live Activities show it, between blanks: 'widget', 'lockScreen', …
    families TEXT NOT NULL, -- the widget families in which it can appear, between blanks; '' when not known
    known TEXT NOT NULL CHECK (known IN ('exact', 'pattern', 'set', 'unknown')),
    url TEXT, -- the URL, with {name} where it is open; NULL where there are several (link_url), or none is known
    scheme TEXT, -- as claim.scheme_key; NULL when not known
    file INTEGER NOT NULL, -- code_file.position
    line INTEGER NOT NULL,
    "column" INTEGER NOT NULL,
    end_line INTEGER NOT NULL,
    end_column INTEGER NOT NULL,
    PRIMARY KEY (input_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX link_by_scheme ON link (scheme) WHERE scheme IS NOT NULL;

-- A URL that a link can have.
CREATE TABLE link_url (
    input_id INTEGER NOT NULL,
    link_position INTEGER NOT NULL,
    position INTEGER NOT NULL,
    url TEXT NOT NULL, -- with {name} where it is open
    scheme TEXT, -- as claim.scheme_key; NULL when not known
    PRIMARY KEY (input_id, link_position, position),
    FOREIGN KEY (input_id, link_position) REFERENCES link ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- Code that receives a URL, or the user activity that stands in for one.
CREATE TABLE handler (
    input_id INTEGER NOT NULL REFERENCES code ON DELETE CASCADE,
    position INTEGER NOT NULL,
    target TEXT, -- as in link
    kind TEXT NOT NULL, -- 'onOpenURL', 'application(_:open:options:)', 'scene(_:openURLContexts:)', …
    is_routed INTEGER NOT NULL CHECK (is_routed IN (0, 1)), -- whether its routes are all that it takes
    file INTEGER NOT NULL, -- code_file.position
    line INTEGER NOT NULL,
    "column" INTEGER NOT NULL,
    end_line INTEGER NOT NULL,
    end_column INTEGER NOT NULL,
    PRIMARY KEY (input_id, position)
) STRICT, WITHOUT ROWID;

-- URLs that a handler takes: those that meet all conditions.
CREATE TABLE route (
    input_id INTEGER NOT NULL,
    handler_position INTEGER NOT NULL,
    position INTEGER NOT NULL,
    conditions TEXT NOT NULL, -- scheme = 'acme', host = 'a' | 'b', path begins with '/x'
    file INTEGER NOT NULL, -- code_file.position
    line INTEGER NOT NULL,
    "column" INTEGER NOT NULL,
    end_line INTEGER NOT NULL,
    end_column INTEGER NOT NULL,
    PRIMARY KEY (input_id, handler_position, position),
    FOREIGN KEY (input_id, handler_position) REFERENCES handler ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

"""##),
        Migration(
            name: "0008_repositories",
            sql: ##"""
-- Which repository a source was checked out from, so that a checkout of it elsewhere is known for the same.
CREATE TABLE source_repository (
    source_id INTEGER PRIMARY KEY REFERENCES source ON DELETE CASCADE,
    remote TEXT NOT NULL, -- host and path of git's remote 'origin', without who may read it: 'github.com/acme/wallet'
    path BLOB NOT NULL -- of the source's root below the repository's; empty where they are the same
) STRICT;
CREATE INDEX source_repository_by_remote ON source_repository (remote);

"""##),
        Migration(
            name: "0009_sessions",
            sql: ##"""
-- The schemes by which, as its code says, only an app's own ASWebAuthenticationSession gets called back: the session gets
-- its URL whoever else claims the scheme, so that undefined_targets leaves them out.

-- Made from code.facts of the sources and the manifests beside it, for the views.
CREATE TABLE session_scheme (
    app_id INTEGER NOT NULL REFERENCES app ON DELETE CASCADE,
    scheme TEXT NOT NULL, -- as claim.scheme_key
    source_id INTEGER NOT NULL REFERENCES source ON DELETE CASCADE, -- whose code says so
    PRIMARY KEY (app_id, scheme, source_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX session_scheme_by_source ON session_scheme (source_id);

-- So that the next import derives it from what is there.
DELETE FROM meta WHERE name = 'knowledge';

DROP VIEW undefined_targets;
-- Report: which app opens a scheme is undefined, because several applications that can be on one device claim it. One
-- row for each app and scheme; two where the app collides with variants of its own and with other apps. What an app
-- embeds (a helper, a login item) is that app. Without the schemes that only come back to an app's own sessions.
--
-- Two claims collide when their apps and their containers differ, they are not two copies of one manifest without
-- identity, and there is a kind of device for both on which the person does not choose: certainly among the platforms
-- that they are built for, else possibly among the devices that they may come to be on. Severity, for each pair: error;
-- one step lower when one of them adopts the scheme (role Viewer), one more when the scheme is a public one besides; one
-- lower when only possible; at least note; at most warning when an identity or a platform is unknown. Variants are one
-- step lower; editions, which are apps of one project that meet only as possible, give a note. An app has the severity
-- of its worst pair, and is certain when such a pair is.
--
-- Claims that differ in nothing that matters are one class, so ten thousand apps on one scheme stay cheap: a claim
-- collides with a class unless all of the class lies in its own container. An app inside another, or one that may have
-- variants, has a class of its own, and as a subject meets the others one by one.
CREATE VIEW undefined_targets AS
WITH contested AS (
    SELECT scheme_key AS scheme
    FROM claim
    WHERE scheme_key IS NOT NULL AND is_application = 1
    GROUP BY scheme_key
    HAVING min(container_id) <> max(container_id)
),
-- Projects that make several apps on one scheme.
family AS (
    SELECT contested.scheme, manifest.input_id
    FROM contested
    CROSS JOIN claim ON claim.scheme_key = contested.scheme AND claim.is_application = 1
    JOIN manifest ON manifest.id = claim.manifest_id AND manifest.target IS NOT NULL
    GROUP BY contested.scheme, manifest.input_id
    HAVING min(claim.app_id) <> max(claim.app_id)
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
        -- What meets the others one by one, by its app: what lies inside another app, and variants; 0 for the rest
        CASE
            WHEN claim.app_id <> claim.container_id OR family.input_id IS NOT NULL THEN claim.app_id
            ELSE 0
        END AS special_app,
        family.input_id AS project, -- NULL where it has no variants
        manifest.target,
        coalesce(manifest.path, X'') AS path
    FROM contested
    CROSS JOIN claim ON claim.scheme_key = contested.scheme AND claim.is_application = 1
    JOIN app ON app.id = claim.app_id
    JOIN manifest ON manifest.id = claim.manifest_id
    LEFT JOIN family ON family.scheme = contested.scheme AND family.input_id = manifest.input_id
        AND manifest.target IS NOT NULL
    WHERE claim.shared_by_design = 0
),
class AS (
    SELECT
        scheme, platform_bits, device_bits, chosen_bits, adopts, is_known, copy, special_app,
        min(container_id) AS first_container,
        max(container_id) AS last_container
    FROM subject
    GROUP BY scheme, platform_bits, device_bits, chosen_bits, adopts, is_known, copy, special_app
),
meeting AS (
    SELECT subject.*, class.adopts AS other_adopts, class.is_known AS other_is_known,
        class.platform_bits AS other_platform_bits, class.device_bits AS other_device_bits,
        class.chosen_bits AS other_chosen_bits, class.copy AS other_copy, 0 AS is_variant, 0 AS is_edition
    FROM subject
    JOIN class ON class.scheme = subject.scheme
    WHERE subject.special_app = 0
        AND class.special_app <> subject.app_id
        AND NOT (class.first_container = subject.container_id AND class.last_container = subject.container_id)
    UNION ALL
    SELECT subject.*, other.adopts, other.is_known, other.platform_bits, other.device_bits, other.chosen_bits, other.copy,
        subject.project IS NOT NULL AND subject.project IS other.project
            AND (subject.target = other.target OR subject.path = other.path),
        subject.project IS NOT NULL AND subject.project IS other.project
    FROM subject
    JOIN subject AS other ON other.scheme = subject.scheme
    WHERE subject.special_app <> 0
        AND other.app_id <> subject.app_id
        AND other.container_id <> subject.container_id
),
pair AS (
    SELECT
        scheme,
        container_id,
        is_variant,
        is_edition,
        adopts OR other_adopts AS adopts,
        (adopts OR other_adopts) AND is_public AS adopts_public,
        platform_bits & other_platform_bits & ~(chosen_bits & other_chosen_bits) <> 0 AS is_certain,
        is_known = 0 OR other_is_known = 0 OR platform_bits = 0 OR other_platform_bits = 0 AS is_vague
    FROM meeting
    WHERE NOT (is_known = 0 AND other_is_known = 0 AND copy = other_copy)
        AND ((platform_bits & other_platform_bits) | (device_bits & other_device_bits))
            & ~(chosen_bits & other_chosen_bits) <> 0
),
ranked AS (
    SELECT
        scheme,
        container_id,
        is_variant,
        is_edition,
        is_certain,
        min(max(3 - adopts - adopts_public - (NOT is_certain), 1), CASE WHEN is_vague THEN 2 ELSE 3 END) AS rank
    FROM pair
),
judged AS (
    -- The rank, 1 note to 3 error, doubled, and one more when certain: the greatest is the worst.
    SELECT
        scheme,
        container_id,
        is_variant,
        max(
            2 * CASE
                WHEN is_variant THEN max(rank - 1, 1)
                WHEN is_edition AND NOT is_certain THEN 1
                ELSE rank
            END + is_certain
        ) AS weight
    FROM ranked
    GROUP BY scheme, container_id, is_variant
)
SELECT
    iif(judged.is_variant, 'variant-collision', 'undefined-target') AS rule,
    CASE judged.weight / 2 WHEN 3 THEN 'error' WHEN 2 THEN 'warning' ELSE 'note' END AS severity,
    CASE judged.weight % 2 WHEN 1 THEN 'certain' ELSE 'possible' END AS certainty,
    judged.scheme,
    app.key AS app
FROM judged
JOIN app ON app.id = judged.container_id
WHERE NOT EXISTS (
    SELECT 1 FROM session_scheme
    WHERE session_scheme.app_id = judged.container_id AND session_scheme.scheme = judged.scheme
);

"""##),
        Migration(
            name: "0010_placeholders",
            sql: ##"""
-- Claims on placeholders, which take part in no collision, and when each row of the knowledge was last read at its source.

ALTER TABLE claim ADD COLUMN is_placeholder INTEGER NOT NULL DEFAULT 0
    CHECK (is_placeholder IN (0, 1)); -- a placeholder that was left in the manifest

-- When the source was last read, as 2026-11-22; NULL in a team's rows and where nobody noted it.
ALTER TABLE known_scheme ADD COLUMN seen TEXT;
ALTER TABLE scheme_owner ADD COLUMN seen TEXT;
ALTER TABLE sdk_scheme ADD COLUMN seen TEXT;
ALTER TABLE sdk_demand ADD COLUMN seen TEXT;
ALTER TABLE placeholder ADD COLUMN seen TEXT;
ALTER TABLE remarked_scheme ADD COLUMN seen TEXT;
ALTER TABLE default_app_scheme ADD COLUMN seen TEXT;
-- In place of its own category, known_scheme.category may be 'specification': a public scheme of a published
-- specification that IANA does not list.

-- So that the next import derives both from what is there.
DELETE FROM meta WHERE name = 'knowledge';

DROP VIEW undefined_targets;
-- Report: which app opens a scheme is undefined, because several applications that can be on one device claim it. One
-- row for each app and scheme; two where the app collides with variants of its own and with other apps. What an app
-- embeds (a helper, a login item) is that app. Without placeholders, which placeholder-scheme reports, without http and
-- https, which open the user's browser, and without the schemes that only come back to an app's own sessions.
--
-- The tool reports the variants of one product together: one finding for each scheme that they share.
--
-- Two claims collide when their apps and their containers differ, they are not two copies of one manifest without
-- identity, and there is a kind of device for both on which the person does not choose: certainly among the platforms
-- that they are built for, else possibly among the devices that they may come to be on. Severity, for each pair: error;
-- one step lower when one of them adopts the scheme (role Viewer), one more when the scheme is a public one besides; one
-- lower when only possible; at least note; at most warning when an identity or a platform is unknown. Variants are one
-- step lower; editions, which are apps of one project that meet only as possible, give a note. An app has the severity
-- of its worst pair, and is certain when such a pair is.
--
-- Claims that differ in nothing that matters are one class, so ten thousand apps on one scheme stay cheap: a claim
-- collides with a class unless all of the class lies in its own container. An app inside another, or one that may have
-- variants, has a class of its own, and as a subject meets the others one by one.
CREATE VIEW undefined_targets AS
WITH contested AS (
    SELECT scheme_key AS scheme
    FROM claim
    WHERE scheme_key IS NOT NULL AND is_application = 1 AND scheme_key NOT IN ('http', 'https')
    GROUP BY scheme_key
    HAVING min(container_id) <> max(container_id)
),
-- Projects that make several apps on one scheme.
family AS (
    SELECT contested.scheme, manifest.input_id
    FROM contested
    CROSS JOIN claim ON claim.scheme_key = contested.scheme AND claim.is_application = 1
    JOIN manifest ON manifest.id = claim.manifest_id AND manifest.target IS NOT NULL
    GROUP BY contested.scheme, manifest.input_id
    HAVING min(claim.app_id) <> max(claim.app_id)
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
        -- What meets the others one by one, by its app: what lies inside another app, and variants; 0 for the rest
        CASE
            WHEN claim.app_id <> claim.container_id OR family.input_id IS NOT NULL THEN claim.app_id
            ELSE 0
        END AS special_app,
        family.input_id AS project, -- NULL where it has no variants
        manifest.target,
        coalesce(manifest.path, X'') AS path
    FROM contested
    CROSS JOIN claim ON claim.scheme_key = contested.scheme AND claim.is_application = 1
    JOIN app ON app.id = claim.app_id
    JOIN manifest ON manifest.id = claim.manifest_id
    LEFT JOIN family ON family.scheme = contested.scheme AND family.input_id = manifest.input_id
        AND manifest.target IS NOT NULL
    WHERE claim.shared_by_design = 0 AND claim.is_placeholder = 0
),
class AS (
    SELECT
        scheme, platform_bits, device_bits, chosen_bits, adopts, is_known, copy, special_app,
        min(container_id) AS first_container,
        max(container_id) AS last_container
    FROM subject
    GROUP BY scheme, platform_bits, device_bits, chosen_bits, adopts, is_known, copy, special_app
),
meeting AS (
    SELECT subject.*, class.adopts AS other_adopts, class.is_known AS other_is_known,
        class.platform_bits AS other_platform_bits, class.device_bits AS other_device_bits,
        class.chosen_bits AS other_chosen_bits, class.copy AS other_copy, 0 AS is_variant, 0 AS is_edition
    FROM subject
    JOIN class ON class.scheme = subject.scheme
    WHERE subject.special_app = 0
        AND class.special_app <> subject.app_id
        AND NOT (class.first_container = subject.container_id AND class.last_container = subject.container_id)
    UNION ALL
    SELECT subject.*, other.adopts, other.is_known, other.platform_bits, other.device_bits, other.chosen_bits, other.copy,
        subject.project IS NOT NULL AND subject.project IS other.project
            AND (subject.target = other.target OR subject.path = other.path),
        subject.project IS NOT NULL AND subject.project IS other.project
    FROM subject
    JOIN subject AS other ON other.scheme = subject.scheme
    WHERE subject.special_app <> 0
        AND other.app_id <> subject.app_id
        AND other.container_id <> subject.container_id
),
pair AS (
    SELECT
        scheme,
        container_id,
        is_variant,
        is_edition,
        adopts OR other_adopts AS adopts,
        (adopts OR other_adopts) AND is_public AS adopts_public,
        platform_bits & other_platform_bits & ~(chosen_bits & other_chosen_bits) <> 0 AS is_certain,
        is_known = 0 OR other_is_known = 0 OR platform_bits = 0 OR other_platform_bits = 0 AS is_vague
    FROM meeting
    WHERE NOT (is_known = 0 AND other_is_known = 0 AND copy = other_copy)
        AND ((platform_bits & other_platform_bits) | (device_bits & other_device_bits))
            & ~(chosen_bits & other_chosen_bits) <> 0
),
ranked AS (
    SELECT
        scheme,
        container_id,
        is_variant,
        is_edition,
        is_certain,
        min(max(3 - adopts - adopts_public - (NOT is_certain), 1), CASE WHEN is_vague THEN 2 ELSE 3 END) AS rank
    FROM pair
),
judged AS (
    -- The rank, 1 note to 3 error, doubled, and one more when certain: the greatest is the worst.
    SELECT
        scheme,
        container_id,
        is_variant,
        max(
            2 * CASE
                WHEN is_variant THEN max(rank - 1, 1)
                WHEN is_edition AND NOT is_certain THEN 1
                ELSE rank
            END + is_certain
        ) AS weight
    FROM ranked
    GROUP BY scheme, container_id, is_variant
)
SELECT
    iif(judged.is_variant, 'variant-collision', 'undefined-target') AS rule,
    CASE judged.weight / 2 WHEN 3 THEN 'error' WHEN 2 THEN 'warning' ELSE 'note' END AS severity,
    CASE judged.weight % 2 WHEN 1 THEN 'certain' ELSE 'possible' END AS certainty,
    judged.scheme,
    app.key AS app
FROM judged
JOIN app ON app.id = judged.container_id
WHERE NOT EXISTS (
    SELECT 1 FROM session_scheme
    WHERE session_scheme.app_id = judged.container_id AND session_scheme.scheme = judged.scheme
);

"""##),
    ]
}
