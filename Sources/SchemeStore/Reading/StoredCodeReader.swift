import Foundation
import SchemeModel

/// Reads the links and handlers in code. It prepares no statements that write, because SQLite rejects those for a
/// read-only registry from before these tables.
final class StoredCodeReader {
    private let checksum, find, files: PreparedStatement

    init(_ database: Database) throws {
        checksum = try PreparedStatement(database, "SELECT checksum FROM code WHERE input_id = ?")
        find = try PreparedStatement(database, "SELECT project, facts, checksum FROM code WHERE input_id = ?")
        files = try PreparedStatement(database, "SELECT path FROM code_file WHERE input_id = ? ORDER BY position")
    }

    /// Returns the checksum of the code of the input with this ID.
    func checksum(of input: Int) throws -> Int? {
        checksum.bind(input)
        return try checksum.number()
    }

    /// Returns the code of the input with this ID and path.
    ///
    /// - Throws: An error of the database, ``ChecksumMismatch``.
    func code(of input: Int, at path: Path, in source: String) throws -> ProjectCode? {
        find.bind(input)
        defer { find.reset() }
        guard try find.step() else { return nil }
        var stored = StoredCode(project: find.optionalPath(0), files: [], facts: find.text(1))
        files.bind(input)
        defer { files.reset() }
        while try files.step() { stored.files.append(files.path(0)) }
        guard stored.checksum == find.int(2), let code = stored.code(in: source) else {
            throw ChecksumMismatch(place: Place(source: source, path: path))
        }
        return code
    }
}
