import SchemeModel

/// Updates the paths in manifests that move into a folder of another source, or of a larger one. The paths stay valid
/// even for manifests that can't be read again.
struct MovedManifests {
    private let database: Database
    /// The prefix of every path after the move.
    private let prefix: Path
    /// The name of the source after the move.
    private let source: String

    init(_ database: Database, prefix: Path, source: String) {
        self.database = database
        self.prefix = prefix
        self.source = source
    }

    /// Rewrites the manifests of the source with the ID `other`.
    func rewrite(of other: Int) throws {
        for (id, checksum) in try checksums(of: other) {
            for (table, column) in [
                ("manifest", "path"), ("manifest", "project"), ("manifest_dependency", "path"),
                ("claim_resolved_from", "path"), ("irregularity", "other_path"), ("companion", "path"),
            ] {
                try rewrite(column, of: table, where: table == "manifest" ? "id" : "manifest_id", id)
            }
            try database.execute(
                sql: "UPDATE claim_resolved_from SET source = ? WHERE manifest_id = ? AND source IS NOT NULL",
                arguments: [source, id]
            )
            try database.execute(
                sql: "UPDATE manifest SET checksum = ?, clean_checksum = NULL WHERE id = ?",
                arguments: [checksum, id]
            )
        }
        try rewriteIrregularities(of: other)
        let codes = try PreparedStatement(
            database,
            "SELECT input_id FROM code JOIN input ON input.id = input_id WHERE source_id = ?"
        )
        for id in try numbers(codes, other) {
            try rewrite("path", of: "code_file", where: "input_id", id)
            try rewrite("project", of: "code", where: "input_id", id)
        }
        let inputs = try PreparedStatement(
            database,
            "SELECT id FROM input WHERE source_id = ? AND id IN (SELECT input_id FROM input_dependency)"
        )
        for id in try numbers(inputs, other) { try rewrite("path", of: "input_dependency", where: "input_id", id) }
    }

    /// Rewrites the irregularities of inputs that are not manifests.
    private func rewriteIrregularities(of other: Int) throws {
        let stored = try StoredIrregularities(database)
        let inputs = try PreparedStatement(
            database,
            "SELECT id, path FROM input WHERE source_id = ? AND irregularity_checksum IS NOT NULL"
        )
        inputs.bind(other)
        defer { inputs.reset() }
        var found: [(id: Int, path: Path)] = []
        while try inputs.step() { found.append((inputs.int(0), inputs.path(1))) }
        for (id, path) in found {
            var irregularities = try stored.all(of: id, at: path, in: source)
            for index in irregularities.indices {
                irregularities[index].origin = moved(irregularities[index].origin)
                let place = irregularities[index].irregularity.place
                irregularities[index].irregularity.place = place.map(moved)
            }
            let path = prefix.appending(path)
            try stored.replace(of: id, at: path, by: irregularities)
            try database.execute(
                sql: "UPDATE input SET irregularity_checksum = ? WHERE id = ?",
                arguments: [ManifestChecksum.of(irregularities, at: path), id]
            )
        }
    }

    /// Returns the manifests that mention other files, with their checksums after the move.
    private func checksums(of other: Int) throws -> [(id: Int, checksum: Int)] {
        let ids = try PreparedStatement(
            database,
            """
            SELECT manifest.id FROM manifest JOIN input ON input.id = input_id
            WHERE source_id = ? AND (
                manifest.path IS NOT NULL OR project IS NOT NULL OR resolved_from_count > 0
                OR EXISTS (SELECT 1 FROM irregularity WHERE manifest_id = manifest.id AND other_path IS NOT NULL)
                OR EXISTS (SELECT 1 FROM companion WHERE manifest_id = manifest.id)
            )
            """
        )
        let loader = try ManifestLoader(database)
        defer { loader.rest() }
        return try numbers(ids, other).compactMap { id in
            guard var manifest = try loader.load(id)?.manifest else { return nil }
            manifest.outcome.project = manifest.outcome.project.map(prefix.appending)
            for type in manifest.urlTypes.indices {
                for scheme in manifest.urlTypes[type].schemes.indices {
                    let places = manifest.urlTypes[type].schemes[scheme].resolvedFrom
                    manifest.urlTypes[type].schemes[scheme].resolvedFrom = places.map(moved)
                }
            }
            for index in manifest.irregularities.indices {
                manifest.irregularities[index].place = manifest.irregularities[index].place.map(moved)
            }
            for index in manifest.companions.indices {
                manifest.companions[index].place = moved(manifest.companions[index].place)
            }
            return (id, ManifestChecksum.of(manifest))
        }
    }

    private func moved(_ place: Place) -> Place {
        var place = place
        place.path = prefix.appending(place.path)
        if place.source != nil { place.source = source }
        return place
    }

    private func numbers(_ statement: PreparedStatement, _ source: Int) throws -> [Int] {
        statement.bind(source)
        defer { statement.reset() }
        var numbers: [Int] = []
        while try statement.step() { numbers.append(statement.int(0)) }
        return numbers
    }

    /// Adds the prefix to the relative paths in `column` of the rows whose `owner` is `id`.
    private func rewrite(_ column: String, of table: String, where owner: String, _ id: Int) throws {
        guard !prefix.bytes.isEmpty else { return }
        // No path starts with two separators, so a rewritten path never equals one that is still to be rewritten.
        let mark = try PreparedStatement(
            database,
            """
            UPDATE \(table) SET \(column) = \(database.dialect.bytes("?", column))
            WHERE \(owner) = ? AND substr(\(column), 1, 1) <> ?
            """
        )
        mark.bind(Path(bytes: [Path.separator, Path.separator] + prefix.bytes + [Path.separator]))
        mark.bind(id)
        mark.bind(Path(bytes: [Path.separator]))
        try mark.run()
        let unmark = try PreparedStatement(
            database,
            """
            UPDATE \(table) SET \(column) = substr(\(column), 3) WHERE \(owner) = ? AND substr(\(column), 1, 2) = ?
            """
        )
        unmark.bind(id)
        unmark.bind(Path(bytes: [Path.separator, Path.separator]))
        try unmark.run()
    }
}
