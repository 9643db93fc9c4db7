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

