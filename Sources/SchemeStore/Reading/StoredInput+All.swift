import SchemeModel

extension StoredInput {
    /// Returns all inputs of a source, with one query for each table.
    static func all(of source: Int, _ database: Database) throws -> [Path: StoredInput] {
        var inputs: [Int: (path: Path, input: StoredInput)] = [:]
        func forEach(_ query: String, _ body: (PreparedStatement) -> Void) throws {
            let rows = try PreparedStatement(database, query)
            defer { rows.reset() }
            rows.bind(source)
            while try rows.step() { body(rows) }
        }
        try forEach(
            """
            SELECT id, state, size, modified, changed, inode, digest, reader_version, settles_manifests,
                irregularity_checksum, path
            FROM input WHERE source_id = ?
            """
        ) { inputs[$0.int(0)] = ($0.path(10), StoredInput($0)) }
        try forEach(
            """
            SELECT input_id, manifest.id, checksum FROM manifest JOIN input ON input.id = input_id
            WHERE source_id = ? ORDER BY manifest.id
            """
        ) { inputs[$0.int(0)]?.input.manifests.append(($0.int(1), $0.int(2))) }
        try forEach(
            """
            SELECT input_id, input_dependency.path, is_manifest, input_dependency.digest, input_dependency.size,
                input_dependency.modified, input_dependency.changed, input_dependency.inode
            FROM input_dependency JOIN input ON input.id = input_id
            WHERE source_id = ? ORDER BY input_id, input_dependency.path
            """
        ) { inputs[$0.int(0)]?.input.dependencies.append($0.dependency(1)) }
        try forEach("SELECT input_id, checksum FROM code JOIN input ON input.id = input_id WHERE source_id = ?") {
            inputs[$0.int(0)]?.input.codeChecksum = $0.int(1)
        }
        try forEach(
            "SELECT input_id, checksum FROM association_file JOIN input ON input.id = input_id WHERE source_id = ?"
        ) { inputs[$0.int(0)]?.input.associationChecksum = $0.int(1) }
        return Dictionary(uniqueKeysWithValues: inputs.values.map { ($0.path, $0.input) })
    }

    /// Creates the input in a row that starts with these columns: ID, state, stamp, digest, version of the reader, whether it
    /// settles manifests, checksum of irregularities.
    init(_ row: PreparedStatement) {
        id = row.int(0)
        isReadable = row.text(1) == "ok"
        stamp = row.isNull(2) ? nil : row.stamp(2)
        digest = row.optionalText(6)
        readerVersion = row.optionalInt(7)
        settlesManifests = row.bool(8)
        irregularityChecksum = row.optionalInt(9)
        dependencies = []
        manifests = []
    }
}
