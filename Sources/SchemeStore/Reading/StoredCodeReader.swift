import Foundation
import GRDB
import SchemeModel

/// The links and handlers in code, as the registry stores them.
///
/// Places refer to files by number, so that they stay valid when the paths change with the source's root.
struct StoredCode {
    /// The path of the project, relative to the source's root.
    var project: Path?
    /// The files, by number.
    var files: [Path]
    /// All targets, as JSON.
    var facts: String

    /// - Throws: `EncodingError` if a value can't be encoded.
    init(_ code: ProjectCode) throws {
        project = code.project
        var files: Set<Path> = []
        _ = code.changingPlaces { place in
            files.insert(place.path)
            return place
        }
        self.files = files.sorted()
        let numbers = Dictionary(uniqueKeysWithValues: self.files.enumerated().map { ($1, $0) })
        let numbered = code.changingPlaces { place in
            Place(path: Path("\(numbers[place.path] ?? 0)"), range: place.range)
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        facts = String(decoding: try encoder.encode(numbered.targets), as: UTF8.self)
    }

    init(project: Path?, files: [Path], facts: String) {
        self.project = project
        self.files = files
        self.facts = facts
    }

    /// The checksum that is stored next to the facts.
    var checksum: Int { ManifestChecksum.of(facts) }

    /// Returns the code, in a source with this name, or `nil` if the stored facts are damaged.
    func code(in source: String) -> ProjectCode? {
        guard let targets = try? JSONDecoder().decode([TargetCode].self, from: Data(facts.utf8)) else { return nil }
        var isWhole = true
        let code = ProjectCode(project: project, targets: targets).changingPlaces { place in
            guard let number = Int(place.path.display), files.indices.contains(number) else {
                isWhole = false
                return place
            }
            return Place(source: source, path: files[number], range: place.range)
        }
        return isWhole ? code : nil
    }
}

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
    /// - Throws: `DatabaseError`, ``ChecksumMismatch``.
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
