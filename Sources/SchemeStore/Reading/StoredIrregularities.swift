import SchemeModel

/// The irregularities of inputs that are not manifests.
final class StoredIrregularities {
    private let find, delete, insert: PreparedStatement

    init(_ database: Database) throws {
        find = try PreparedStatement(
            database,
            "SELECT \(StoredColumns.inputIrregularity) FROM input_irregularity WHERE input_id = ? ORDER BY position"
        )
        delete = try PreparedStatement(
            database,
            "DELETE FROM input_irregularity WHERE input_id = ?",
            isOfStoredRows: true
        )
        let values = StoredColumns.inputIrregularity.split(separator: ",").map { _ in "?" }.joined(separator: ",")
        insert = try PreparedStatement(
            database,
            "INSERT INTO input_irregularity (\(StoredColumns.inputIrregularity)) VALUES (\(values))"
        )
    }

    /// Returns the irregularities of the input with this ID, in order.
    func all(of input: Int, at path: Path, in source: String) throws -> [InputIrregularity] {
        find.bind(input)
        defer { find.reset() }
        var all: [InputIrregularity] = []
        while try find.step() {
            let origin = find.optionalPath(20) ?? path
            all.append(
                InputIrregularity(
                    find.irregularity(in: source),
                    of: Place(source: origin.isAbsolute ? nil : source, path: origin)
                )
            )
        }
        return all
    }

    /// Replaces the irregularities of the input with this ID.
    func replace(of input: Int, at path: Path, by irregularities: [InputIrregularity]) throws {
        delete.bind(input)
        try delete.run()
        try insert(irregularities, of: input, at: path)
    }

    /// Adds the irregularities of an input that has none.
    func insert(_ irregularities: [InputIrregularity], of input: Int, at path: Path) throws {
        for (position, irregularity) in irregularities.enumerated() {
            insert.bind(input)
            insert.bind(position)
            insert.bind(irregularity.irregularity)
            insert.bind(irregularity.origin.path == path ? nil : irregularity.origin.path)
            try insert.run()
        }
    }

    /// Calls `body` with all irregularities, ordered by source, path of the input and position.
    ///
    /// - Throws: An error of the database, ``ChecksumMismatch``, and the errors of `body`.
    static func forEach(_ database: Database, _ body: (InputIrregularity) throws -> Void) throws {
        let stored = try StoredIrregularities(database)
        let inputs = try PreparedStatement(
            database,
            """
            SELECT input.id, path, irregularity_checksum, source.name
            FROM input INDEXED BY input_with_irregularities CROSS JOIN source ON source.id = source_id
            WHERE irregularity_checksum IS NOT NULL ORDER BY source.name, path
            """
        )
        defer { inputs.reset() }
        while try inputs.step() {
            let (path, source) = (inputs.path(1), inputs.text(3))
            let irregularities = try stored.all(of: inputs.int(0), at: path, in: source)
            guard ManifestChecksum.of(irregularities, at: path) == inputs.int(2) else {
                throw ChecksumMismatch(place: Place(source: source, path: path))
            }
            for irregularity in irregularities { try body(irregularity) }
        }
    }
}
