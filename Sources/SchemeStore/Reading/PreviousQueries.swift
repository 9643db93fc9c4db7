import SchemeModel

/// The queries for what earlier imports stored of the inputs of a source.
enum PreviousQueries {
    /// Inputs, each with its manifests, for ``PreviousImport``.
    static func inputs(of source: Int, _ database: Database) throws -> PreparedStatement {
        try database.statement(
            """
            SELECT input.id, input.path, size, modified, changed, inode, reader_version, settles_manifests,
                CASE WHEN state = 'ok' AND reader_version IS NOT NULL
                    AND input.path NOT IN (SELECT problem.path FROM problem WHERE source_id = ?) THEN 1 ELSE 0 END,
                CASE WHEN input.digest IS NOT '' THEN 1 ELSE 0 END,
                CASE WHEN state <> 'ok' THEN 1 ELSE 0 END,
                CASE WHEN input.digest IS NOT '' AND manifest.id IS NULL AND irregularity_checksum IS NULL
                    AND NOT EXISTS (SELECT 1 FROM association_file WHERE input_id = input.id) THEN 1 ELSE 0 END,
                app_id, manifest.kind, url_type_count,
                CASE WHEN claim_count > 0 THEN (
                    SELECT count(*) FROM claim WHERE manifest_id = manifest.id AND scheme_key IS NOT NULL
                ) ELSE 0 END,
                CASE WHEN project IS NULL AND member IS NULL THEN 1 ELSE 0 END,
                CASE WHEN manifest.kind = 'application' AND NOT is_built THEN 1 ELSE 0 END,
                CASE WHEN irregularity_count > 0 AND EXISTS (
                    SELECT 1 FROM irregularity WHERE manifest_id = manifest.id AND irregularity.kind = 'malformed'
                ) THEN 1 ELSE 0 END
            FROM input LEFT JOIN manifest ON manifest.input_id = input.id
            WHERE input.source_id = ? ORDER BY input.path
            """,
            [source, source]
        )
    }

    /// Inputs with their dependencies.
    static func dependencies(of source: Int, _ database: Database) throws -> PreparedStatement {
        try database.statement(
            """
            SELECT input.path, input_dependency.path, is_manifest, input_dependency.digest, input_dependency.size,
                input_dependency.modified, input_dependency.changed, input_dependency.inode
            FROM input JOIN input_dependency ON input_id = input.id
            WHERE source_id = ? ORDER BY input.id, input_dependency.path
            """,
            [source]
        )
    }

    /// The paths of all inputs.
    static func paths(of source: Int, _ database: Database) throws -> PreparedStatement {
        try database.statement("SELECT id, path FROM input WHERE source_id = ? ORDER BY path", [source])
    }

    /// A row if releases are withheld.
    static func withheldReleases(of source: Int, _ database: Database) throws -> PreparedStatement {
        try database.statement("SELECT 1 FROM withheld_release WHERE source_id = ? LIMIT 1", [source])
    }

    /// The version in `meta` with this name.
    static func version(_ name: String, _ database: Database) throws -> PreparedStatement {
        try database.statement("SELECT value FROM meta WHERE name = ?", [name])
    }
}

extension Registry {
    /// Asks a server for everything that an import of the source `name` compares, with one round trip unless it knows.
    ///
    /// - Throws: ``RegistryError``.
    package func prepare(forImportOf name: String) throws {
        guard isShared else { return }
        try access { database in
            let id = try StoredSource.all(database).first { ByteString($0.source.name) == ByteString(name) }?.id
            var queries = try StoredSource.queries(named: name, id: id, database)
            queries += try [
                SourceState.query(name, database),
                PreviousQueries.version("knowledge", database), PreviousQueries.version("rules", database),
            ]
            if let id {
                queries += try [
                    PreviousQueries.inputs, PreviousQueries.dependencies, PreviousQueries.paths,
                    PreviousQueries.withheldReleases, StoredProblems.query,
                ].map { try $0(id, database) }
            }
            try database.ask(queries)
        }
    }
}
