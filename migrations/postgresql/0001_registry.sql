-- The registry on a PostgreSQL server: what schemereg read, when, and from where. 'schemereg registry init' creates it.
--
-- Tables, views and columns have the same names and meanings as in an SQLite registry, where they are documented:
-- ../sqlite/0001_registry.sql. This file documents what differs.
--
--   is_…, adopts, …                  Booleans: TRUE and FALSE, where SQLite has 1 and 0
--   path, member, project, root      file paths as the bytes of the operating system: path_text(path) reads them
--   text                             sorted by bytes. A NUL, which PostgreSQL can't store, is U+10FFFF followed by '0';
--                                    U+10FFFF itself is U+10FFFF followed by '1'
--   id                               schemereg reserves IDs from the sequence row_id in blocks of 1000, so there are gaps

-- The version of the schema: the number of migrations.
CREATE TABLE schemereg_version (
    version bigint NOT NULL
);

CREATE SEQUENCE row_id INCREMENT BY 1000;
CREATE SEQUENCE import_id;

-- Returns a path as text. Bytes that are not UTF-8 are escaped: caf\351.plist.
CREATE FUNCTION path_text(path bytea) RETURNS text
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
    RETURN convert_from(path, 'UTF8') COLLATE "C";
EXCEPTION WHEN character_not_in_repertoire OR untranslatable_character THEN
    RETURN encode(path, 'escape');
END
$$;

-- Imports and sources
-- ===================

-- The imports that changed something, and the runs of 'forget'.
CREATE TABLE import (
    id bigint PRIMARY KEY,
    time bigint NOT NULL, -- seconds since 1970
    action text COLLATE "C" NOT NULL CHECK (action IN ('import', 'forget')),
    subject text COLLATE "C" NOT NULL, -- the name of the source, or the key of the app that was forgotten
    reader_version bigint -- the version of the readers; NULL for 'forget'
);
-- Has a copy of what the history shows, with which PRAGMA integrity_check compares it.
CREATE INDEX import_by_time ON import (time);

-- A folder, file or set of them that is imported and replaced as one.
CREATE TABLE source (
    id bigint PRIMARY KEY,
    name text COLLATE "C" NOT NULL UNIQUE,
    root bytea NOT NULL, -- the real path that the paths of its inputs are relative to
    kind text COLLATE "C" NOT NULL CHECK (kind IN ('tree', 'file', 'standard-input')),
    is_named boolean NOT NULL, -- whether the user chose the name; otherwise it is the root
    first_import bigint NOT NULL REFERENCES import,
    last_import bigint NOT NULL REFERENCES import,
    -- The import that found the claims of all apps without a row in history_event; NULL if all apps with claims have one
    claims_import bigint REFERENCES import
);
CREATE INDEX source_by_root ON source (root, kind, is_named);
-- Has a copy of what the history shows, with which PRAGMA integrity_check compares it.
CREATE INDEX source_by_claims_import ON source (claims_import);

-- The files and folders that a source was imported from. A source whose name the user chose can have several. What they
-- contain belongs only to this source, even if a folder around them is imported as well.
CREATE TABLE source_path (
    source_id bigint NOT NULL REFERENCES source ON DELETE CASCADE,
    path bytea NOT NULL, -- relative to the source's root; empty for the root itself
    PRIMARY KEY (source_id, path)
);

-- The repository that a source was checked out from, so that another checkout of it is recognized.
CREATE TABLE source_repository (
    source_id bigint PRIMARY KEY REFERENCES source ON DELETE CASCADE,
    remote text COLLATE "C" NOT NULL, -- host and path of git's remote 'origin', without credentials: 'github.com/acme/wallet'
    path bytea NOT NULL -- the source's root relative to the repository's; empty if they are the same
);
CREATE INDEX source_repository_by_remote ON source_repository (remote);

-- The commit that a source of a registry on a server was last imported from, so that an older one doesn't replace it.
CREATE TABLE source_revision (
    source_id bigint PRIMARY KEY REFERENCES source ON DELETE CASCADE,
    revision text COLLATE "C" NOT NULL, -- the commit, in hexadecimal digits
    committed bigint NOT NULL -- the time of the commit, in seconds since 1970
);

-- A file that was read. Removed files have no row.
CREATE TABLE input (
    id bigint PRIMARY KEY,
    source_id bigint NOT NULL REFERENCES source ON DELETE CASCADE,
    path bytea NOT NULL,
    state text COLLATE "C" NOT NULL CHECK (state IN ('ok', 'unreadable')), -- 'unreadable': what is stored about it is out of date
    size bigint, -- bytes; this and the next five are NULL for an input that was never read
    modified bigint, -- contents, in nanoseconds since 1970
    changed bigint, -- contents or metadata, in nanoseconds since 1970
    inode bigint, -- the 64-bit number as a signed one
    digest text COLLATE "C", -- SHA-256 in hexadecimal digits
    reader_version bigint, -- the version of the readers; another version reads the file again
    -- Whether it is a project that was read completely, so that manifests next to it that it doesn't use belong to no app
    settles_manifests boolean NOT NULL DEFAULT FALSE,
    irregularity_checksum bigint, -- of its rows in input_irregularity; NULL if it has none
    first_import bigint NOT NULL,
    last_import bigint NOT NULL,
    UNIQUE (source_id, path)
);

CREATE INDEX input_with_irregularities ON input (id) WHERE irregularity_checksum IS NOT NULL;

-- The other files that affected an input. It is read again when one of them changes, appears or disappears.
CREATE TABLE input_dependency (
    input_id bigint NOT NULL REFERENCES input ON DELETE CASCADE,
    path bytea NOT NULL, -- relative to the root of the input's source, or absolute
    is_manifest boolean NOT NULL, -- a manifest that is read only through the input
    size bigint, -- this and the next four are NULL for a file that didn't exist
    modified bigint,
    changed bigint,
    inode bigint,
    digest text COLLATE "C",
    PRIMARY KEY (input_id, path)
);
CREATE INDEX input_dependency_by_path ON input_dependency (path);

-- What prevented the last import from reading an input, a part of it, or a folder. What is stored about inputs at or below
-- the path comes from an earlier import. An import replaces the rows of what it covers.
CREATE TABLE problem (
    id bigint PRIMARY KEY,
    source_id bigint NOT NULL REFERENCES source ON DELETE CASCADE,
    path bytea NOT NULL, -- relative to the source's root; empty for the root itself
    member bytea, -- the path inside an archive
    key_path text COLLATE "C",
    range text COLLATE "C", -- RANGE; NULL for the whole file
    code text COLLATE "C" NOT NULL, -- 'permission-denied', 'over-limit', 'vanished', ...
    message text COLLATE "C" NOT NULL,
    hint text COLLATE "C" -- what to do about it
);
CREATE INDEX problem_by_source ON problem (source_id, path);

-- Apps and manifests
-- ==================

-- An app or another product that claims schemes.
CREATE TABLE app (
    id bigint PRIMARY KEY,
    key text COLLATE "C" NOT NULL UNIQUE, -- the bundle identifier in lower case, or 'unknown:' and the path of the manifest
    is_known boolean NOT NULL, -- whether the bundle identifier is complete
    product_key text COLLATE "C" NOT NULL -- the key without words such as 'debug', which the variants of a product have in common
);

-- One Info.plist with one outcome: read as it is, or resolved through a target for some of its configurations.
CREATE TABLE manifest (
    id bigint PRIMARY KEY,
    input_id bigint NOT NULL REFERENCES input ON DELETE CASCADE,
    path bytea, -- the file that contains its values; NULL if that is the input
    member bytea, -- the path inside an archive
    project bytea, -- the project that it was resolved through
    target text COLLATE "C", -- the target that it was resolved through
    format text COLLATE "C" NOT NULL, -- 'xml', 'binary', 'openstep', 'unknown'
    digest text COLLATE "C" NOT NULL, -- SHA-256 of its bytes in hexadecimal digits
    app_id bigint NOT NULL REFERENCES app,
    container_id bigint NOT NULL REFERENCES app, -- the app that contains it; the same as app_id if there is none
    bundle_identifier text COLLATE "C", -- CFBundleIdentifier, as written
    bundle_identifier_place text COLLATE "C",
    name text COLLATE "C", -- CFBundleName, as written
    display_name text COLLATE "C", -- CFBundleDisplayName, as written
    version text COLLATE "C", -- CFBundleShortVersionString, as written
    build text COLLATE "C", -- CFBundleVersion, as written
    kind text COLLATE "C" NOT NULL, -- 'application', 'app-clip', 'app-extension', 'framework', 'bundle', 'unknown'
    extension_point text COLLATE "C",
    is_built boolean NOT NULL, -- whether a build wrote it, so that its values are final
    platform_bits bigint NOT NULL, -- the platforms that it is built for
    device_bits bigint NOT NULL, -- the kinds of devices that it may be installed on
    configuration_count bigint NOT NULL, -- this and the next seven: the number of its rows in the tables below
    entitlement_count bigint, -- NULL if the entitlements are unknown
    url_type_count bigint NOT NULL,
    other_key_count bigint NOT NULL,
    claim_count bigint NOT NULL,
    resolved_from_count bigint NOT NULL,
    query_scheme_count bigint NOT NULL,
    root_key_count bigint NOT NULL,
    irregularity_count bigint NOT NULL,
    checksum bigint NOT NULL, -- of everything that is stored about it, so that damage is detected when it is read
    -- The checksum again if no rule reports anything about the manifest by itself; otherwise NULL. Reports don't read such
    -- manifests unless their schemes collide. Only valid for the rules that meta names.
    clean_checksum bigint,
    first_import bigint NOT NULL,
    last_import bigint NOT NULL
);
CREATE INDEX manifest_by_input ON manifest (input_id);
CREATE INDEX manifest_to_report ON manifest (input_id) WHERE path IS NULL AND clean_checksum IS DISTINCT FROM checksum;
CREATE INDEX manifest_by_app ON manifest (app_id);
CREATE INDEX manifest_by_container ON manifest (container_id) WHERE container_id <> app_id;
CREATE INDEX manifest_by_path ON manifest (path) WHERE path IS NOT NULL;

-- The configurations of the target with this outcome.
CREATE TABLE manifest_configuration (
    manifest_id bigint NOT NULL REFERENCES manifest ON DELETE CASCADE,
    position bigint NOT NULL,
    name text COLLATE "C" NOT NULL,
    PRIMARY KEY (manifest_id, position)
);

-- The other files that a manifest's values come from: its project, settings files.
CREATE TABLE manifest_dependency (
    manifest_id bigint NOT NULL REFERENCES manifest ON DELETE CASCADE,
    path bytea NOT NULL, -- relative to the root of the manifest's source
    PRIMARY KEY (manifest_id, path)
);

-- The entitlements that the app is signed with.
CREATE TABLE entitlement (
    manifest_id bigint NOT NULL REFERENCES manifest ON DELETE CASCADE,
    position bigint NOT NULL,
    name text COLLATE "C" NOT NULL,
    value text COLLATE "C", -- an associated domain or the application identifier; NULL in the row of the entitlement itself
    PRIMARY KEY (manifest_id, position)
);

-- One dictionary of CFBundleURLTypes.
CREATE TABLE url_type (
    manifest_id bigint NOT NULL REFERENCES manifest ON DELETE CASCADE,
    position bigint NOT NULL,
    array_index bigint NOT NULL, -- in CFBundleURLTypes, where elements that are not dictionaries count too
    role text COLLATE "C", -- CFBundleTypeRole, as written
    role_place text COLLATE "C",
    identifier text COLLATE "C", -- CFBundleURLName, as written
    identifier_place text COLLATE "C",
    icon text COLLATE "C", -- CFBundleURLIconFile, as written
    icon_place text COLLATE "C",
    schemes_place text COLLATE "C", -- of CFBundleURLSchemes
    key_path text COLLATE "C" NOT NULL,
    line bigint,
    "column" bigint,
    column_utf16 bigint,
    end_line bigint,
    end_column bigint,
    end_column_utf16 bigint,
    byte_offset bigint NOT NULL,
    byte_length bigint NOT NULL,
    ranges text COLLATE "C" NOT NULL,
    PRIMARY KEY (manifest_id, position)
);

-- The other keys of a URL type.
CREATE TABLE url_type_other_key (
    manifest_id bigint NOT NULL REFERENCES manifest ON DELETE CASCADE,
    url_type_position bigint NOT NULL,
    position bigint NOT NULL,
    name text COLLATE "C" NOT NULL,
    name_place text COLLATE "C" NOT NULL,
    PRIMARY KEY (manifest_id, url_type_position, position)
);

-- One element of CFBundleURLSchemes: the app says that it opens this scheme.
CREATE TABLE claim (
    manifest_id bigint NOT NULL REFERENCES manifest ON DELETE CASCADE,
    url_type_position bigint NOT NULL,
    position bigint NOT NULL,
    array_index bigint NOT NULL, -- in CFBundleURLSchemes
    raw text COLLATE "C" NOT NULL, -- as written
    resolved text COLLATE "C", -- after the build's variables are replaced; NULL if that is unknown
    state text COLLATE "C" NOT NULL, -- 'claimed', 'empty', 'invalid', 'unresolved', 'unknown'
    is_conditional boolean NOT NULL, -- between preprocessor lines
    key_path text COLLATE "C" NOT NULL,
    line bigint,
    "column" bigint,
    column_utf16 bigint,
    end_line bigint,
    end_column bigint,
    end_column_utf16 bigint,
    byte_offset bigint NOT NULL,
    byte_length bigint NOT NULL,
    ranges text COLLATE "C" NOT NULL,
    -- The next columns are derived from the manifest and from the knowledge below. References that the manifest's row
    -- has already are not checked again, because that would make an import a quarter slower.
    scheme_key text COLLATE "C", -- the scheme as it is compared, in lower case; NULL if the declaration has none
    app_id bigint NOT NULL,
    container_id bigint NOT NULL,
    is_application boolean NOT NULL, -- whether it is a product that can collide
    platform_bits bigint NOT NULL,
    device_bits bigint NOT NULL,
    audience bigint NOT NULL CHECK (audience BETWEEN 0 AND 2), -- who installs the app: 0 anyone, 1 testers, 2 developers
    adopts boolean NOT NULL, -- the role is Viewer: the app adopts the scheme, and doesn't define it
    is_public boolean NOT NULL, -- IANA lists the scheme
    shared_by_design boolean NOT NULL, -- an SDK makes many apps share it
    chosen_bits bigint NOT NULL, -- the kinds of devices on which the user chooses the app that opens it
    is_placeholder boolean NOT NULL DEFAULT FALSE, -- a placeholder left in the manifest
    -- Whether the scheme belongs to the system: 1 note, 2 warning, 3 error; 0 if it doesn't
    reserved_rank bigint NOT NULL DEFAULT 0 CHECK (reserved_rank BETWEEN 0 AND 3),
    -- Whether the system always opens the scheme itself, or it belongs to a discontinued SDK, so that it can't collide
    is_set_aside boolean NOT NULL DEFAULT FALSE,
    first_import bigint NOT NULL,
    last_import bigint NOT NULL,
    PRIMARY KEY (manifest_id, url_type_position, position)
);
CREATE INDEX claim_by_scheme ON claim (scheme_key, is_application, container_id, app_id, platform_bits)
    WHERE scheme_key IS NOT NULL;
CREATE INDEX claim_of_reserved_scheme ON claim (app_id, scheme_key, reserved_rank, platform_bits)
    WHERE reserved_rank > 0 AND is_application;

-- The places that the values of the variables in a declared scheme come from.
CREATE TABLE claim_resolved_from (
    manifest_id bigint NOT NULL REFERENCES manifest ON DELETE CASCADE,
    url_type_position bigint NOT NULL,
    claim_position bigint NOT NULL,
    position bigint NOT NULL,
    source text COLLATE "C",
    path bytea NOT NULL,
    member bytea,
    key_path text COLLATE "C",
    range text COLLATE "C", -- RANGE; NULL for the whole file
    PRIMARY KEY (manifest_id, url_type_position, claim_position, position)
);

-- One element of LSApplicationQueriesSchemes.
CREATE TABLE query_scheme (
    manifest_id bigint NOT NULL REFERENCES manifest ON DELETE CASCADE,
    position bigint NOT NULL,
    scheme text COLLATE "C" NOT NULL, -- as written
    key_path text COLLATE "C" NOT NULL,
    line bigint,
    "column" bigint,
    column_utf16 bigint,
    end_line bigint,
    end_column bigint,
    end_column_utf16 bigint,
    byte_offset bigint NOT NULL,
    byte_length bigint NOT NULL,
    ranges text COLLATE "C" NOT NULL,
    PRIMARY KEY (manifest_id, position)
);

-- Other keys of a manifest's root that rules need.
CREATE TABLE root_key (
    manifest_id bigint NOT NULL REFERENCES manifest ON DELETE CASCADE,
    position bigint NOT NULL,
    name text COLLATE "C" NOT NULL,
    kind text COLLATE "C" NOT NULL, -- 'string', 'integer', 'real', 'boolean', 'date', 'data', 'array', 'dictionary', 'other'
    -- Plain text; for 'data' the number of bytes. An array or dictionary is JSON, in which a dictionary, whose keys may
    -- repeat, is {"dictionary":[["key",value],…]}, and {"real":"…"}, {"date":"…"}, {"data":n}, {"other":"…"} are values.
    value text COLLATE "C" NOT NULL,
    key_path text COLLATE "C" NOT NULL,
    line bigint,
    "column" bigint,
    column_utf16 bigint,
    end_line bigint,
    end_column bigint,
    end_column_utf16 bigint,
    byte_offset bigint NOT NULL,
    byte_length bigint NOT NULL,
    ranges text COLLATE "C" NOT NULL,
    PRIMARY KEY (manifest_id, position)
);

-- Something unusual in how a manifest is written.
CREATE TABLE irregularity (
    manifest_id bigint NOT NULL REFERENCES manifest ON DELETE CASCADE,
    position bigint NOT NULL,
    kind text COLLATE "C" NOT NULL, -- 'malformed', 'duplicate-key', 'wrong-type', …
    subject text COLLATE "C", -- the key, file or setting that it is about
    expected text COLLATE "C", -- what should be there
    found text COLLATE "C", -- what is there
    cause text COLLATE "C", -- why the manifest is malformed
    related_range text COLLATE "C", -- RANGE of another place that it is about
    key_path text COLLATE "C" NOT NULL,
    line bigint,
    "column" bigint,
    column_utf16 bigint,
    end_line bigint,
    end_column bigint,
    end_column_utf16 bigint,
    byte_offset bigint NOT NULL,
    byte_length bigint NOT NULL,
    ranges text COLLATE "C" NOT NULL,
    other_path bytea, -- the file it is in if that isn't the manifest's: relative to the source's root, or absolute
    other_range text COLLATE "C", -- RANGE in that file; NULL for the whole file
    PRIMARY KEY (manifest_id, position)
);

-- Something unusual in an input that is not a manifest: in a project, a workspace, a specification or an archive.
CREATE TABLE input_irregularity (
    input_id bigint NOT NULL REFERENCES input ON DELETE CASCADE,
    position bigint NOT NULL,
    path bytea, -- the file that it belongs to if that isn't the input: one that the input is generated from
    kind text COLLATE "C" NOT NULL, -- 'malformed-project', 'malformed-archive', 'missing-part', 'not-read', 'duplicate-key', …
    subject text COLLATE "C", -- this and the next columns are as in irregularity
    expected text COLLATE "C",
    found text COLLATE "C",
    cause text COLLATE "C",
    related_range text COLLATE "C",
    key_path text COLLATE "C" NOT NULL,
    line bigint,
    "column" bigint,
    column_utf16 bigint,
    end_line bigint,
    end_column bigint,
    end_column_utf16 bigint,
    byte_offset bigint NOT NULL,
    byte_length bigint NOT NULL,
    ranges text COLLATE "C" NOT NULL,
    other_path bytea,
    other_range text COLLATE "C",
    PRIMARY KEY (input_id, position)
);

-- A value in a file next to a manifest that shows what the manifest should contain: REVERSED_CLIENT_ID and GOOGLE_APP_ID
-- of GoogleService-Info.plist; or where an associated domain is in the file of entitlements.
CREATE TABLE companion (
    manifest_id bigint NOT NULL REFERENCES manifest ON DELETE CASCADE,
    position bigint NOT NULL,
    name text COLLATE "C" NOT NULL, -- the key
    value text COLLATE "C" NOT NULL,
    path bytea NOT NULL, -- relative to the source's root, or absolute
    member bytea, -- the member of the archive at path; NULL if the file isn't in an archive
    range text COLLATE "C", -- RANGE; NULL for the whole file
    PRIMARY KEY (manifest_id, position)
);

-- Universal links
-- ===============

-- A domain that an app is associated with: one value of the entitlement com.apple.developer.associated-domains. Derived from
-- entitlement and companion.
CREATE TABLE associated_domain (
    manifest_id bigint NOT NULL REFERENCES manifest ON DELETE CASCADE,
    position bigint NOT NULL,
    entry text COLLATE "C" NOT NULL, -- as written: 'applinks:*.acme.com?mode=developer'
    service text COLLATE "C" NOT NULL, -- 'applinks' for universal links, 'webcredentials', 'appclips', 'activitycontinuation'
    host text COLLATE "C" NOT NULL, -- in lower case, without '*.'; with a port if one is written
    is_wildcard boolean NOT NULL, -- all subdomains of the host, and not the host itself
    mode text COLLATE "C", -- 'developer', …; NULL if the domain applies on every device
    reversed_host text COLLATE "C" NOT NULL, -- the labels of the host from the last to the first: 'com.acme'
    app_id bigint NOT NULL,
    container_id bigint NOT NULL,
    is_application boolean NOT NULL,
    line bigint, -- where it is in the file of entitlements; NULL if that is unknown
    "column" bigint,
    PRIMARY KEY (manifest_id, position)
);
CREATE INDEX associated_domain_by_host ON associated_domain (reversed_host, is_wildcard, is_application, container_id)
    WHERE service = 'applinks';

-- An apple-app-site-association file, with which a website names its apps and their universal links. The other tables of
-- this section are derived from it, for queries.
CREATE TABLE association_file (
    input_id bigint PRIMARY KEY REFERENCES input ON DELETE CASCADE,
    facts text COLLATE "C" NOT NULL, -- JSON: everything that was read from the file, as the tool itself reads it
    checksum bigint NOT NULL, -- of facts, so that damage is detected when it is read
    is_whole boolean NOT NULL, -- whether everything in it was understood
    first_import bigint NOT NULL,
    last_import bigint NOT NULL
);

-- A host that serves the file, if that is known.
CREATE TABLE association_host (
    input_id bigint NOT NULL REFERENCES association_file ON DELETE CASCADE,
    host text COLLATE "C" NOT NULL, -- in lower case
    PRIMARY KEY (input_id, host)
);
CREATE INDEX association_host_by_host ON association_host (host);

-- An app that an element of 'details' names.
CREATE TABLE association_app (
    input_id bigint NOT NULL REFERENCES association_file ON DELETE CASCADE,
    detail bigint NOT NULL, -- 0-based position of the element
    position bigint NOT NULL,
    identifier text COLLATE "C" NOT NULL, -- as written: 'ABCDE12345.com.acme.wallet'
    app text COLLATE "C", -- app.key; NULL if the bundle identifier isn't complete. The registry may not have the app
    line bigint,
    "column" bigint,
    PRIMARY KEY (input_id, detail, position)
);
CREATE INDEX association_app_by_app ON association_app (app) WHERE app IS NOT NULL;

-- An entry of an element of 'details': an element of 'components', or of 'paths'. The first one that matches a link counts.
CREATE TABLE association_entry (
    input_id bigint NOT NULL REFERENCES association_file ON DELETE CASCADE,
    detail bigint NOT NULL, -- as in association_app
    position bigint NOT NULL,
    entry text COLLATE "C" NOT NULL, -- as the file spells it, without comments, and with the defaults that apply
    path text COLLATE "C", -- the pattern; NULL for any path
    fragment text COLLATE "C", -- the pattern; NULL for any fragment
    query text COLLATE "C", -- the pattern for the whole query, or a JSON object of patterns by name; NULL for any query
    is_excluded boolean NOT NULL, -- whether it keeps matching links out of the apps
    is_case_sensitive boolean NOT NULL,
    is_percent_encoded boolean NOT NULL,
    is_known boolean NOT NULL, -- whether every part of it was understood
    line bigint,
    "column" bigint,
    PRIMARY KEY (input_id, detail, position)
);

-- History
-- =======

-- When an app started and stopped claiming a scheme. An app whose claims in a source are still those of the source's first
-- import has no rows here, since they follow from its claims; the view history has them, too. Rows are never changed, except
-- for the name of a source that became part of another.
CREATE TABLE history_event (
    id bigint PRIMARY KEY,
    import_id bigint NOT NULL REFERENCES import,
    time bigint NOT NULL, -- seconds since 1970
    source text COLLATE "C" NOT NULL, -- its name; the source may have been forgotten since
    app text COLLATE "C" NOT NULL, -- its key; the app may have been forgotten since
    platform text COLLATE "C", -- 'ios', 'macos', 'tvos', 'watchos', 'visionos'; NULL if unknown
    scheme text COLLATE "C" NOT NULL,
    event text COLLATE "C" NOT NULL CHECK (event IN ('claimed', 'released'))
);
CREATE INDEX history_event_by_scheme ON history_event (scheme, time, app, platform, event);
CREATE INDEX history_event_by_source ON history_event (source, app);

-- Claims that are gone but not yet released in the history, because the import had problems, the declaration still exists
-- but no longer produces a scheme, or its manifest is malformed. Each import checks them again.
CREATE TABLE withheld_release (
    source_id bigint NOT NULL REFERENCES source ON DELETE CASCADE,
    app text COLLATE "C" NOT NULL,
    platform text COLLATE "C" NOT NULL, -- '' if unknown
    scheme text COLLATE "C" NOT NULL,
    path bytea NOT NULL, -- the input that declared it
    raw text COLLATE "C" NOT NULL, -- how the input wrote it
    PRIMARY KEY (source_id, app, platform, scheme)
);

-- Code
-- ====

-- Everything that was found in the code of one project or folder, as the tool itself reads it. The other tables of this
-- section are derived from it, for queries.
CREATE TABLE code (
    input_id bigint PRIMARY KEY REFERENCES input ON DELETE CASCADE,
    project bytea, -- as manifest.project; NULL without a project
    facts text COLLATE "C" NOT NULL, -- JSON: the targets with everything that was found in each; files are positions in code_file
    checksum bigint NOT NULL, -- of facts, so that damage is detected when it is read
    first_import bigint NOT NULL,
    last_import bigint NOT NULL
);

-- The files in which something was found.
CREATE TABLE code_file (
    input_id bigint NOT NULL REFERENCES code ON DELETE CASCADE,
    position bigint NOT NULL,
    path bytea NOT NULL, -- relative to the source's root
    PRIMARY KEY (input_id, position)
);

-- A URL that code hands to the system.
CREATE TABLE link (
    input_id bigint NOT NULL REFERENCES code ON DELETE CASCADE,
    position bigint NOT NULL,
    target text COLLATE "C", -- NULL for a folder without a project, whose code counts as one app
    kind text COLLATE "C" NOT NULL, -- 'widgetURL', 'Link', 'openURL', 'UIApplication.open', 'extensionContext.open', …
    presentations text COLLATE "C" NOT NULL, -- where widgets and Live Activities show it, separated by spaces: 'widget', 'lockScreen', …
    families text COLLATE "C" NOT NULL, -- the widget families in which it can appear, separated by spaces; '' if unknown
    known text COLLATE "C" NOT NULL CHECK (known IN ('exact', 'pattern', 'set', 'unknown')),
    url text COLLATE "C", -- the URL, with {name} for unknown parts; NULL if there are several (link_url), or none is known
    scheme text COLLATE "C", -- as claim.scheme_key; NULL if unknown
    file bigint NOT NULL, -- code_file.position
    line bigint NOT NULL,
    "column" bigint NOT NULL,
    end_line bigint NOT NULL,
    end_column bigint NOT NULL,
    PRIMARY KEY (input_id, position)
);
CREATE INDEX link_by_scheme ON link (scheme) WHERE scheme IS NOT NULL;

-- A URL that a link can have.
CREATE TABLE link_url (
    input_id bigint NOT NULL,
    link_position bigint NOT NULL,
    position bigint NOT NULL,
    url text COLLATE "C" NOT NULL, -- with {name} for unknown parts
    scheme text COLLATE "C", -- as claim.scheme_key; NULL if unknown
    PRIMARY KEY (input_id, link_position, position),
    FOREIGN KEY (input_id, link_position) REFERENCES link ON DELETE CASCADE
);

-- Code that receives a URL, or a user activity instead of one.
CREATE TABLE handler (
    input_id bigint NOT NULL REFERENCES code ON DELETE CASCADE,
    position bigint NOT NULL,
    target text COLLATE "C", -- as in link
    kind text COLLATE "C" NOT NULL, -- 'onOpenURL', 'application(_:open:options:)', 'scene(_:openURLContexts:)', …
    is_routed boolean NOT NULL, -- whether it accepts nothing but its routes
    file bigint NOT NULL, -- code_file.position
    line bigint NOT NULL,
    "column" bigint NOT NULL,
    end_line bigint NOT NULL,
    end_column bigint NOT NULL,
    PRIMARY KEY (input_id, position)
);

-- The URLs that a handler accepts: those that meet all conditions.
CREATE TABLE route (
    input_id bigint NOT NULL,
    handler_position bigint NOT NULL,
    position bigint NOT NULL,
    conditions text COLLATE "C" NOT NULL, -- scheme = 'acme', host = 'a' | 'b', path begins with '/x'
    file bigint NOT NULL, -- code_file.position
    line bigint NOT NULL,
    "column" bigint NOT NULL,
    end_line bigint NOT NULL,
    end_column bigint NOT NULL,
    PRIMARY KEY (input_id, handler_position, position),
    FOREIGN KEY (input_id, handler_position) REFERENCES handler ON DELETE CASCADE
);

-- The schemes with which only an app's own ASWebAuthenticationSession is called back. The session gets its URL even if
-- other apps claim the scheme, so undefined_targets leaves them out. Derived from code and manifests.
CREATE TABLE session_scheme (
    app_id bigint NOT NULL REFERENCES app ON DELETE CASCADE,
    scheme text COLLATE "C" NOT NULL, -- as claim.scheme_key
    source_id bigint NOT NULL REFERENCES source ON DELETE CASCADE, -- the source with that code
    PRIMARY KEY (app_id, scheme, source_id)
);
CREATE INDEX session_scheme_by_source ON session_scheme (source_id);

-- Knowledge
-- =========

-- 'knowledge': the version of the knowledge in the following tables. 'rules': the version of the rules that decided about
-- manifest.clean_checksum.
CREATE TABLE meta (
    name text COLLATE "C" PRIMARY KEY,
    value text COLLATE "C" NOT NULL
);

-- Schemes that are known to belong to somebody. If sources disagree about a scheme, it has several rows. The tool's own rows
-- are replaced by the first import with a tool that knows something else; only 'known import' and 'known remove' change
-- those of a team.
CREATE TABLE known_scheme (
    origin text COLLATE "C" NOT NULL, -- 'schemereg' for the tool's own, otherwise the name of a team's table
    position bigint NOT NULL,
    scheme text COLLATE "C" NOT NULL,
    category text COLLATE "C" NOT NULL, -- 'apple-documented', 'apple-system', 'browser' (reserved); 'iana-permanent',
                            -- 'iana-provisional', 'iana-historical', 'specification' (public); 'third-party', 'partner',
                            -- 'internal'
    owner text COLLATE "C" NOT NULL, -- may end with a company in parentheses: Instagram (Meta)
    platform_bits bigint NOT NULL, -- the platforms on which it belongs to the owner
    confidence text COLLATE "C" NOT NULL, -- 'low', 'medium', 'high'
    source text COLLATE "C" NOT NULL, -- the address of the page that says so
    seen text COLLATE "C", -- the day when the source was read: YYYY-MM-DD
    PRIMARY KEY (origin, position)
);
CREATE INDEX known_scheme_by_scheme ON known_scheme (scheme);

-- The bundle identifiers of owners' apps, which may claim the owners' schemes.
CREATE TABLE scheme_owner (
    origin text COLLATE "C" NOT NULL, -- as in known_scheme
    position bigint NOT NULL,
    owner text COLLATE "C" NOT NULL, -- as in known_scheme, or the company in parentheses there
    prefix text COLLATE "C" NOT NULL, -- in lower case; if it ends with a dot, all identifiers that start with it
    source text COLLATE "C" NOT NULL, -- the address of the page that says so
    seen text COLLATE "C", -- the day when the source was read: YYYY-MM-DD
    PRIMARY KEY (origin, position)
);

-- Schemes for which the user chooses the app.
CREATE TABLE default_app_scheme (
    position bigint PRIMARY KEY,
    scheme text COLLATE "C" NOT NULL,
    platform text COLLATE "C" NOT NULL,
    platform_bits bigint NOT NULL, -- the same platform as a set
    entitlement text COLLATE "C", -- the entitlement that an app needs; NULL if none
    note text COLLATE "C" NOT NULL,
    source text COLLATE "C" NOT NULL, -- the address of the page that says so
    seen text COLLATE "C" -- the day when the source was read: YYYY-MM-DD
);
CREATE INDEX default_app_scheme_by_scheme ON default_app_scheme (scheme);

-- Schemes that many apps share because an SDK is designed so.
CREATE TABLE shared_scheme (
    scheme text COLLATE "C" PRIMARY KEY,
    sdk text COLLATE "C" NOT NULL
);

-- Patterns of schemes that SDKs give a meaning.
CREATE TABLE sdk_scheme (
    position bigint PRIMARY KEY,
    pattern text COLLATE "C" NOT NULL, -- text with gaps: <digits>, <hex>, <alnum>, <bundle-id>, <any>; <hex:8> is exactly 8 of them
    kind text COLLATE "C" NOT NULL CHECK (kind IN ('own', 'foreign', 'refused')), -- for each app its own; the vendor's, to be
                                                                      -- queried; the vendor's, and the SDK throws
    sdk text COLLATE "C" NOT NULL,
    owner text COLLATE "C" NOT NULL, -- the vendor, as in scheme_owner; '' if nobody is exempt
    meaning text COLLATE "C" NOT NULL, -- how the gaps are filled, and what follows from the scheme
    queries text COLLATE "C" NOT NULL, -- schemes that an app with such a scheme must query, separated by spaces
    is_retired boolean NOT NULL, -- the SDK is discontinued
    keeps_case boolean NOT NULL, -- whether its upper-case letters matter
    placeholders text COLLATE "C" NOT NULL, -- what the SDK's documentation shows instead, separated by spaces
    sharing text COLLATE "C", -- advice for two apps with the same scheme; NULL for the general advice
    confidence text COLLATE "C" NOT NULL,
    source text COLLATE "C" NOT NULL, -- the address of the page that says so
    seen text COLLATE "C" -- the day when the source was read: YYYY-MM-DD
);

-- What in a manifest shows that an app uses an SDK, and the scheme that the app must then declare. A queried scheme as
-- evidence may be followed by ' without ' and another scheme, which must then not be queried.
CREATE TABLE sdk_requirement (
    position bigint PRIMARY KEY,
    evidence_kind text COLLATE "C" NOT NULL CHECK (evidence_kind IN ('key', 'query', 'companion')), -- a root key; a
                                 -- queried scheme; a key of a file next to the manifest, which requires nothing
    evidence text COLLATE "C" NOT NULL,
    is_proof boolean NOT NULL, -- whether it proves the use; otherwise it only suggests it
    sdk text COLLATE "C" NOT NULL,
    scheme text COLLATE "C" NOT NULL, -- {KEY} is the value of a key, {KEY?} of an optional one, {reversed:KEY} its parts
                          -- between dots in reverse order, {scheme:KEY} the scheme of the URL in it
    effect text COLLATE "C" NOT NULL, -- what happens without it
    source text COLLATE "C" NOT NULL, -- the address of the page that says so
    seen text COLLATE "C" -- the day when the source was read: YYYY-MM-DD
);

-- Texts that are left in manifests instead of a scheme.
CREATE TABLE placeholder (
    position bigint PRIMARY KEY,
    text text COLLATE "C" NOT NULL,
    kind text COLLATE "C" NOT NULL CHECK (kind IN ('name', 'domain', 'word')), -- the whole scheme; its start, up to a
                                                                   -- dot; a word in it, in exactly this case
    source text COLLATE "C" NOT NULL, -- the address of the page that says so
    seen text COLLATE "C" -- the day when the source was read: YYYY-MM-DD
);

-- Schemes that are too generic to declare, or that no app may query.
CREATE TABLE flagged_scheme (
    kind text COLLATE "C" NOT NULL CHECK (kind IN ('generic', 'private-query')), -- anyone may choose it; apps were rejected for it
    scheme text COLLATE "C" NOT NULL,
    meaning text COLLATE "C" NOT NULL, -- what it is or opens
    source text COLLATE "C" NOT NULL, -- the address of the page that says so
    seen text COLLATE "C", -- the day when the source was read: YYYY-MM-DD
    PRIMARY KEY (kind, scheme)
);

-- Lists
-- =====

-- Everything that apps declare: one row for each element of CFBundleURLSchemes.
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
    path_text(coalesce(manifest.path, input.path)) AS path,
    path_text(manifest.member) AS member,
    claim.line,
    claim."column",
    claim.key_path,
    path_text(manifest.project) AS project,
    manifest.target,
    input.state = 'unreadable' AS is_stale,
    claim.first_import,
    claim.last_import,
    claim.manifest_id
FROM claim
JOIN url_type ON url_type.manifest_id = claim.manifest_id AND url_type.position = claim.url_type_position
JOIN manifest ON manifest.id = claim.manifest_id
JOIN app ON app.id = manifest.app_id
JOIN input ON input.id = manifest.input_id
JOIN source ON source.id = input.source_id;

-- The domains that apps are associated with, and the files of their hosts: one row for each domain of an app and each file.
CREATE VIEW declared_domain AS
SELECT
    associated_domain.service,
    CASE WHEN associated_domain.is_wildcard THEN '*.' ELSE '' END || associated_domain.host AS domain,
    associated_domain.mode,
    app.key AS app,
    coalesce(manifest.display_name, manifest.name) AS app_name,
    manifest.kind,
    manifest.platform_bits,
    source.name AS source,
    path_text(coalesce(companion.path, manifest.path, input.path)) AS path,
    path_text(coalesce(companion.member, manifest.member)) AS member,
    associated_domain.line,
    associated_domain."column",
    path_text(manifest.project) AS project,
    manifest.target,
    input.state = 'unreadable' AS is_stale,
    path_text(file.path) AS association_file, -- of the host; for *.acme.com, of acme.com. NULL if none is known
    -- Whether an element of 'details' names the app; NULL if that isn't known
    CASE WHEN association_file.is_whole OR listed.app IS NOT NULL THEN listed.app IS NOT NULL END AS is_listed,
    associated_domain.manifest_id
FROM associated_domain
JOIN manifest ON manifest.id = associated_domain.manifest_id
JOIN app ON app.id = associated_domain.app_id
JOIN input ON input.id = manifest.input_id
JOIN source ON source.id = input.source_id
LEFT JOIN companion ON companion.manifest_id = associated_domain.manifest_id AND companion.value = associated_domain.entry
    AND companion.name = 'com.apple.developer.associated-domains'
LEFT JOIN association_host ON association_host.host = associated_domain.host
    AND associated_domain.service = 'applinks'
LEFT JOIN association_file ON association_file.input_id = association_host.input_id
LEFT JOIN input AS file ON file.id = association_file.input_id
LEFT JOIN (SELECT DISTINCT input_id, app FROM association_app) AS listed
    ON listed.input_id = association_file.input_id AND listed.app = app.key;

-- When an app started and stopped claiming a scheme on a platform. Rows without an ID follow from the claims that are there.
CREATE VIEW history AS
WITH platform (bit, name) AS (
    VALUES (0, NULL), (1, 'ios'), (2, 'macos'), (4, 'tvos'), (8, 'watchos'), (16, 'visionos')
)
SELECT id, import_id, time, source, app, platform, scheme, event FROM history_event
UNION ALL
SELECT DISTINCT NULL::bigint, import.id, import.time, source.name, app.key, platform.name, claim.scheme_key, 'claimed'
FROM app
JOIN manifest ON manifest.app_id = app.id
JOIN input ON input.id = manifest.input_id
JOIN source ON source.id = input.source_id
JOIN import ON import.id = source.claims_import
JOIN claim ON claim.manifest_id = manifest.id
CROSS JOIN platform
-- As IS NOT NULL, but claim_by_scheme is not read as a whole for one app.
WHERE coalesce(claim.scheme_key, '') <> ''
    AND (claim.platform_bits & platform.bit <> 0 OR claim.platform_bits = 0 AND platform.bit = 0)
    AND NOT EXISTS (SELECT 1 FROM history_event AS own WHERE own.source = source.name AND own.app = app.key);

-- Where values are. what is 'claim', 'url-type', 'query-scheme', 'root-key' or 'irregularity'.
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
    path_text(coalesce(manifest.path, input.path)) AS path,
    path_text(manifest.member) AS member,
    located.*
FROM located
JOIN manifest ON manifest.id = located.manifest_id
JOIN input ON input.id = manifest.input_id
JOIN source ON source.id = input.source_id;

-- The apps that claim schemes known to belong to somebody: one row for each app, scheme and row of known_scheme for one of
-- the app's platforms. This is not a report: the rules reserved-scheme, known-scheme and registered-scheme decide what is
-- wrong.
CREATE VIEW known_claim AS
SELECT DISTINCT
    claim.scheme_key AS scheme,
    app.key AS app,
    known_scheme.category,
    known_scheme.owner,
    -- Whether the app's identifier is one of the owner's; NULL if these are unknown
    (
        SELECT bool_or(
            app.key = scheme_owner.prefix
            OR substr(app.key, 1, length(scheme_owner.prefix)) = scheme_owner.prefix AND (
                right(scheme_owner.prefix, 1) = '.'
                OR substr(app.key, length(scheme_owner.prefix) + 1, 1) IN ('.', '-')
            )
        )
        FROM scheme_owner
        WHERE scheme_owner.owner = known_scheme.owner
            OR right(known_scheme.owner, length(scheme_owner.owner) + 2) = '(' || scheme_owner.owner || ')'
    ) AS is_owner,
    known_scheme.confidence,
    known_scheme.origin,
    known_scheme.source
FROM known_scheme
JOIN claim ON claim.scheme_key = known_scheme.scheme AND claim.is_application
JOIN app ON app.id = claim.app_id
WHERE claim.platform_bits = 0 OR claim.platform_bits & known_scheme.platform_bits <> 0;

-- Reports
-- =======

-- Report: it is undefined which app opens a scheme, because several applications that can be on one device claim it. One row
-- for each app and scheme, or two if the app collides both with its own variants and with other apps. What an app embeds (a
-- helper, a login item) counts as that app. Left out are placeholders, which placeholder-scheme reports; http and https,
-- which open the user's browser; schemes that reserved-scheme or retired-sdk-scheme asks to remove; and schemes that only
-- call back an app's own sessions.
--
-- Two claims collide if their apps and containers differ and there is a kind of device for both on which the user doesn't
-- choose: certainly if that is among the platforms that both are built for, otherwise possibly. Two copies of one manifest
-- without identity don't collide, nor do variants of which one has no identity.
--
-- The severity of a pair is error; one step lower if one of them adopts the scheme (role Viewer), one more if the scheme is
-- public as well; one lower if the collision is only possible; at most warning if an identity or a platform is unknown; at
-- least note. Variants are one step lower, and a note if one of them is for testers; they don't collide on a public scheme.
-- Two apps for developers don't collide; a pair with one is a note, and so are editions of one product whose collision is
-- only possible, or of which one is for testers. An app has the severity of its worst pair, and is certain if such a pair
-- is. The tool reports the variants of one product together: one finding for each scheme that they share.
--
-- Two apps are variants if one project builds them from one target or one manifest, or if one source builds them and their
-- identifiers differ only in words for testers, such as 'beta'.
--
-- Two apps are editions of one product if one project builds both, or if projects of one source build apps with that name
-- (ignoring case, spaces, hyphens and underscores); so are editions of an edition.
--
-- To keep ten thousand apps with one scheme cheap, claims that differ in nothing that matters form one class: a claim
-- collides with a class unless the whole class is in the claim's own container. An app inside another, or one that may have
-- variants or editions, has a class of its own, and is compared with the others one by one.
CREATE VIEW undefined_targets AS
WITH RECURSIVE contested AS (
    SELECT scheme_key AS scheme
    FROM claim
    WHERE scheme_key IS NOT NULL AND is_application AND scheme_key NOT IN ('http', 'https')
    GROUP BY scheme_key
    HAVING min(container_id) <> max(container_id)
),
-- Projects that build several apps with one scheme.
family AS (
    SELECT contested.scheme, manifest.input_id
    FROM contested
    JOIN claim ON claim.scheme_key = contested.scheme AND claim.is_application
    JOIN manifest ON manifest.id = claim.manifest_id AND manifest.target IS NOT NULL
    GROUP BY contested.scheme, manifest.input_id
    HAVING min(claim.app_id) <> max(claim.app_id)
),
-- Products of which a source builds several apps with one scheme, whose identifiers differ only in words for testers.
relative AS (
    SELECT contested.scheme, input.source_id, app.product_key
    FROM contested
    JOIN claim ON claim.scheme_key = contested.scheme AND claim.is_application
    JOIN app ON app.id = claim.app_id AND app.is_known
    JOIN manifest ON manifest.id = claim.manifest_id AND manifest.target IS NOT NULL
    JOIN input ON input.id = manifest.input_id
    GROUP BY contested.scheme, input.source_id, app.product_key
    HAVING min(claim.app_id) <> max(claim.app_id)
),
-- What the apps with a scheme may have in common with other editions: a project, or a name in a source.
mark AS MATERIALIZED (
    SELECT contested.scheme, claim.app_id, 'project ' || manifest.input_id AS mark
    FROM contested
    JOIN claim ON claim.scheme_key = contested.scheme AND claim.is_application
        AND NOT claim.shared_by_design AND NOT claim.is_placeholder AND NOT claim.is_set_aside
    JOIN manifest ON manifest.id = claim.manifest_id AND manifest.target IS NOT NULL
    UNION
    SELECT named.scheme, named.app_id, 'name ' || named.source_id || ' ' || named.name
    FROM (
        SELECT contested.scheme, claim.app_id, input.source_id,
            replace(replace(replace(lower(CASE
                WHEN manifest.display_name <> '' AND strpos(manifest.display_name, '$(') = 0
                    AND strpos(manifest.display_name, '${') = 0 AND strpos(manifest.display_name, '$[') = 0
                    AND strpos(manifest.display_name, '{{') = 0
                    THEN manifest.display_name
                WHEN strpos(manifest.name, '$(') = 0 AND strpos(manifest.name, '${') = 0
                    AND strpos(manifest.name, '$[') = 0 AND strpos(manifest.name, '{{') = 0
                    THEN manifest.name
            END), ' ', ''), '-', ''), '_', '') AS name
        FROM contested
        JOIN claim ON claim.scheme_key = contested.scheme AND claim.is_application
            AND NOT claim.shared_by_design AND NOT claim.is_placeholder AND NOT claim.is_set_aside
        JOIN app ON app.id = claim.app_id
        JOIN manifest ON manifest.id = claim.manifest_id AND (manifest.target IS NOT NULL OR NOT app.is_known)
        JOIN input ON input.id = manifest.input_id
    ) AS named
    WHERE named.name <> ''
),
-- Marks of several apps, and the products that they lead to.
linked(scheme, mark, product) AS (
    SELECT scheme, mark, mark FROM mark GROUP BY scheme, mark HAVING min(app_id) <> max(app_id)
    UNION
    SELECT linked.scheme, other.mark, linked.product
    FROM linked
    JOIN mark AS own ON own.scheme = linked.scheme AND own.mark = linked.mark
    JOIN mark AS other ON other.scheme = own.scheme AND other.app_id = own.app_id
),
-- Editions, with the first mark of their product.
edition AS MATERIALIZED (
    SELECT mark.scheme, mark.app_id, min(linked.product) AS product
    FROM linked
    JOIN mark ON mark.scheme = linked.scheme AND mark.mark = linked.mark
    GROUP BY mark.scheme, mark.app_id
),
subject AS (
    SELECT
        claim.scheme_key AS scheme,
        claim.app_id,
        claim.container_id,
        claim.platform_bits,
        claim.device_bits,
        claim.chosen_bits,
        claim.audience,
        claim.adopts,
        claim.is_public,
        app.is_known,
        CASE WHEN app.is_known THEN '' ELSE manifest.digest END AS copy, -- what two apps without identity may be copies of
        -- The app, if it is compared with the others one by one: inside another app, a variant or an edition; otherwise 0
        CASE
            WHEN claim.app_id <> claim.container_id OR family.input_id IS NOT NULL OR relative.source_id IS NOT NULL
                OR edition.product IS NOT NULL
                THEN claim.app_id
            ELSE 0
        END AS special_app,
        family.input_id AS project, -- NULL if it builds no other app
        relative.source_id AS source, -- NULL if it builds no other app of the product
        relative.product_key,
        edition.product, -- NULL if it has no editions
        manifest.target,
        coalesce(manifest.path, ''::bytea) AS path
    FROM contested
    JOIN claim ON claim.scheme_key = contested.scheme AND claim.is_application
    JOIN app ON app.id = claim.app_id
    JOIN manifest ON manifest.id = claim.manifest_id
    JOIN input ON input.id = manifest.input_id
    LEFT JOIN family ON family.scheme = contested.scheme AND family.input_id = manifest.input_id
        AND manifest.target IS NOT NULL
    LEFT JOIN relative ON relative.scheme = contested.scheme AND relative.source_id = input.source_id
        AND relative.product_key = app.product_key AND app.is_known AND manifest.target IS NOT NULL
    LEFT JOIN edition ON edition.scheme = contested.scheme AND edition.app_id = claim.app_id
    WHERE NOT claim.shared_by_design AND NOT claim.is_placeholder AND NOT claim.is_set_aside
),
class AS (
    SELECT
        scheme, platform_bits, device_bits, chosen_bits, audience, adopts, is_known, copy, special_app,
        min(container_id) AS first_container,
        max(container_id) AS last_container
    FROM subject
    GROUP BY scheme, platform_bits, device_bits, chosen_bits, audience, adopts, is_known, copy, special_app
),
meeting AS (
    SELECT subject.*, class.audience AS other_audience, class.adopts AS other_adopts, class.is_known AS other_is_known,
        class.platform_bits AS other_platform_bits, class.device_bits AS other_device_bits,
        class.chosen_bits AS other_chosen_bits, class.copy AS other_copy, FALSE AS is_variant, FALSE AS is_edition
    FROM subject
    JOIN class ON class.scheme = subject.scheme
    WHERE subject.special_app = 0
        AND class.special_app <> subject.app_id
        AND NOT (class.first_container = subject.container_id AND class.last_container = subject.container_id)
    UNION ALL
    SELECT subject.*, other.audience, other.adopts, other.is_known, other.platform_bits, other.device_bits,
        other.chosen_bits, other.copy,
        subject.project IS NOT NULL AND subject.project IS NOT DISTINCT FROM other.project
            AND (subject.target = other.target OR subject.path = other.path)
            OR subject.source IS NOT NULL AND subject.source IS NOT DISTINCT FROM other.source AND subject.product_key IS NOT DISTINCT FROM other.product_key,
        subject.product IS NOT NULL AND subject.product IS NOT DISTINCT FROM other.product
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
        greatest(audience, other_audience) AS audience,
        adopts OR other_adopts AS adopts,
        (adopts OR other_adopts) AND is_public AS adopts_public,
        platform_bits & other_platform_bits & ~(chosen_bits & other_chosen_bits) <> 0 AS is_certain,
        NOT is_known OR NOT other_is_known OR platform_bits = 0 OR other_platform_bits = 0 AS is_vague
    FROM meeting
    WHERE NOT (NOT is_known AND NOT other_is_known AND copy = other_copy)
        AND NOT (is_variant AND (NOT is_known OR NOT other_is_known OR is_public))
        AND NOT (audience = 2 AND other_audience = 2)
        AND ((platform_bits & other_platform_bits) | (device_bits & other_device_bits))
            & ~(chosen_bits & other_chosen_bits) <> 0
),
ranked AS (
    SELECT
        scheme,
        container_id,
        is_variant,
        is_edition,
        audience,
        is_certain,
        least(
            greatest(3 - adopts::int - adopts_public::int - (NOT is_certain)::int, 1),
            CASE WHEN is_vague THEN 2 ELSE 3 END
        ) AS rank
    FROM pair
),
judged AS (
    -- Twice the rank (1 note, 2 warning, 3 error), and one more if certain: the greatest is the worst.
    SELECT
        scheme,
        container_id,
        is_variant,
        max(
            2 * CASE
                WHEN audience = 2 OR is_variant AND audience = 1 THEN 1
                WHEN is_variant THEN greatest(rank - 1, 1)
                WHEN is_edition AND (NOT is_certain OR audience = 1) THEN 1
                ELSE rank
            END + is_certain::int
        ) AS weight
    FROM ranked
    GROUP BY scheme, container_id, is_variant
)
SELECT
    CASE WHEN judged.is_variant THEN 'variant-collision' ELSE 'undefined-target' END AS rule,
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

-- Report: applications that register something twice. duplicate-scheme: one manifest declares a scheme more than once, not
-- counting what is between undecided preprocessor lines; one row for each manifest and scheme. It is a note if the declarations
-- differ only in case, and a warning otherwise. duplicate-identifier: URL
-- types of one manifest have the same CFBundleURLName, which contains no variable and isn't the bundle identifier (ignoring
-- case), but different roles (a missing role is one more); one row for each manifest and identifier.
CREATE VIEW duplicate_registrations AS
WITH duplicate AS (
    SELECT 'duplicate-scheme' AS rule, 'warning' AS severity, manifest_id, scheme_key AS scheme, scheme_key AS subject
    FROM claim
    WHERE scheme_key IS NOT NULL AND is_application AND NOT is_conditional
    GROUP BY manifest_id, scheme_key
    HAVING count(*) > 1
    UNION ALL
    SELECT 'duplicate-identifier', 'note', manifest.id, NULL, url_type.identifier
    FROM url_type
    JOIN manifest ON manifest.id = url_type.manifest_id
    JOIN app ON app.id = manifest.app_id
    WHERE manifest.kind IN ('application', 'unknown')
        AND url_type.identifier <> ''
        AND lower(url_type.identifier) NOT IN (lower(coalesce(manifest.bundle_identifier, '')), app.key)
        AND strpos(url_type.identifier, '$(') + strpos(url_type.identifier, '${') + strpos(url_type.identifier, '$[')
            + strpos(url_type.identifier, '{{') = 0
    GROUP BY manifest.id, url_type.identifier
    HAVING count(DISTINCT url_type.role) + max((url_type.role IS NULL)::int) > 1
)
SELECT
    duplicate.rule,
    CASE
        WHEN duplicate.rule = 'duplicate-scheme' AND (
            SELECT count(DISTINCT coalesce(claim.resolved, claim.raw)) = count(*)
                AND count(DISTINCT url_type.role) + max((url_type.role IS NULL)::int) = 1
                AND count(DISTINCT url_type.identifier) + max((url_type.identifier IS NULL)::int) = 1
            FROM claim
            JOIN url_type ON url_type.manifest_id = claim.manifest_id AND url_type.position = claim.url_type_position
            WHERE claim.manifest_id = duplicate.manifest_id AND claim.scheme_key = duplicate.subject
                AND NOT claim.is_conditional
        )
            THEN 'note'
        ELSE duplicate.severity
    END AS severity,
    'certain' AS certainty,
    duplicate.scheme, -- NULL for an identifier
    duplicate.subject, -- the scheme or the identifier
    app.key AS app,
    source.name AS source,
    path_text(coalesce(manifest.path, input.path)) AS path,
    path_text(manifest.member) AS member,
    path_text(manifest.project) AS project,
    manifest.target,
    manifest.id AS manifest_id
FROM duplicate
JOIN manifest ON manifest.id = duplicate.manifest_id
JOIN app ON app.id = manifest.app_id
JOIN input ON input.id = manifest.input_id
JOIN source ON source.id = input.source_id;

-- Report: applications, other than Apple's, that claim a scheme of the system on a platform where they run. One row for each
-- app and scheme, with its worst claim.
--
-- A claim is compared with the rows of known_scheme in the categories apple-documented, apple-system and browser, on the
-- platforms that the app is built for or, if these are unknown, those of the devices that it may be installed on. It is an
-- error if such a row is apple-documented with more than low confidence, or has high confidence; a note if all are browser rows;
-- otherwise a warning. It is
-- judged on each platform that it shares with those rows, and the worst result counts. It is allowed where users can choose
-- any app that claims the scheme, or, if the scheme is public, can assign it, unless such a row makes it an error. If an
-- entitlement is required, an app that has it is allowed; an app without it gives at most a warning unless it is built, and
-- one whose entitlements are unknown gives a note. An unknown platform gives at most a warning.
CREATE VIEW reserved_scheme_clashes AS
WITH weighed AS (
    SELECT app_id, scheme_key AS scheme, max(2 * reserved_rank + (platform_bits <> 0)::int) AS weight
    FROM claim
    WHERE reserved_rank > 0 AND is_application
    GROUP BY app_id, scheme_key
)
SELECT
    'reserved-scheme' AS rule,
    CASE weighed.weight / 2 WHEN 3 THEN 'error' WHEN 2 THEN 'warning' ELSE 'note' END AS severity,
    CASE weighed.weight % 2 WHEN 1 THEN 'certain' ELSE 'possible' END AS certainty, -- possible: the platform is unknown
    weighed.scheme,
    app.key AS app
FROM weighed
JOIN app ON app.id = weighed.app_id;
