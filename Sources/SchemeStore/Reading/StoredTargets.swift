import SchemeModel

/// The targets whose code is in a registry, each with the manifests of its app.
struct StoredTargets {
    private let database: Database
    private let loader: ManifestLoader

    init(_ database: Database, loader: ManifestLoader) {
        self.database = database
        self.loader = loader
    }

    /// Calls `body` with the ID of the source and each target, ordered by source and input.
    ///
    /// - Parameter source: The ID of the only source to visit; `nil` for all.
    /// - Throws: An error of the database, ``ChecksumMismatch``, and the errors of `body`.
    func forEach(of source: Int? = nil, _ body: (Int, TargetFacts) throws -> Void) throws {
        let inputs = try PreparedStatement(
            database,
            """
            SELECT input.id, input.path, source.name, source.id
            FROM code JOIN input ON input.id = code.input_id JOIN source ON source.id = input.source_id
            \(source == nil ? "" : "WHERE source.id = ?")
            ORDER BY source.name, input.path
            """
        )
        if let source { inputs.bind(source) }
        defer { inputs.reset() }
        let codes = try StoredCodeReader(database)
        let ofInput = try PreparedStatement(database, "SELECT id FROM manifest WHERE input_id = ? ORDER BY id")
        let ofSource = try PreparedStatement(
            database,
            """
            SELECT manifest.id FROM manifest JOIN input ON input.id = input_id WHERE source_id = ?
            ORDER BY manifest.id
            """
        )
        let ofFolder = try PreparedStatement(
            database,
            """
            SELECT manifest.id FROM manifest JOIN input ON input.id = input_id WHERE source_id = ?
                AND coalesce(manifest.path, input.path) >= ? AND coalesce(manifest.path, input.path) < ?
            ORDER BY manifest.id
            """
        )
        while try inputs.step() {
            let (path, name, id) = (inputs.path(1), inputs.text(2), inputs.int(3))
            guard let code = try codes.code(of: inputs.int(0), at: path, in: name) else { continue }
            let folder = path.directory.belowRoot
            let rows = code.project != nil ? ofInput : folder.bytes.isEmpty ? ofSource : ofFolder
            rows.bind(code.project == nil ? id : inputs.int(0))
            if rows === ofFolder {
                rows.bind(Path(bytes: folder.bytes + [Path.separator]))
                rows.bind(Path(bytes: folder.bytes + [Path.separator + 1]))
            }
            defer { rows.reset() }
            var (ids, manifests): ([Int], [Manifest]) = ([], [])
            while try rows.step() { ids.append(rows.int(0)) }
            try loader.forEach(of: ids) { manifests.append($0.manifest) }
            for target in code.targets(of: name, at: path, amid: manifests) { try body(id, target) }
        }
    }
}

/// The table `session_scheme`.
enum SessionSchemes {
    /// Updates the table from the code of a source, or of all sources.
    ///
    /// - Parameter source: The ID of the source; `nil` for all.
    /// - Throws: An error of the database, ``ChecksumMismatch``.
    static func derive(of source: Int? = nil, in database: Database) throws {
        // Without a source, the table is emptied. With a source, its index is used, because a large registry has many
        // sources.
        let delete = try PreparedStatement(
            database,
            "DELETE FROM session_scheme \(source == nil ? "" : "WHERE source_id = ?")"
        )
        if let source { delete.bind(source) }
        try delete.run()
        let insert = try PreparedStatement(
            database,
            """
            INSERT INTO session_scheme (app_id, scheme, source_id) SELECT id, ?, ? FROM app WHERE key = ?
            ON CONFLICT DO NOTHING
            """
        )
        let loader = try ManifestLoader(database)
        try StoredTargets(database, loader: loader).forEach(of: source) { source, target in
            for scheme in target.sessionSchemes {
                for manifest in target.appManifests {
                    insert.bind(scheme.text.string)
                    insert.bind(source)
                    insert.bind(manifest.container.text.string)
                    try insert.run()
                }
            }
        }
    }
}
