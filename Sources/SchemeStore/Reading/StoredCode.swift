import Foundation
import GRDB
import SchemeModel

/// What was found in code, as the registry keeps it.
///
/// Places name their files by number, so that what is kept stays true when the files' paths change with the source's root.
struct StoredCode {
    /// The project, below the source's root.
    var project: Path?
    /// The files, by number.
    var files: [Path]
    /// All targets, as JSON.
    var facts: String

    init(_ code: ProjectCode) {
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
        // Nothing in the values is beyond JSON: they are texts, numbers and lists of them.
        facts = (try? encoder.encode(numbered.targets)).map { String(decoding: $0, as: UTF8.self) } ?? "[]"
    }

    init(project: Path?, files: [Path], facts: String) {
        self.project = project
        self.files = files
        self.facts = facts
    }

    /// What is kept beside it.
    var checksum: Int { ManifestChecksum.of(facts) }

    /// The code, in a source of this name; `nil` when what is kept is damaged.
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

/// Reads what was found in code. Statements that write have no place here: SQLite refuses to prepare them over a registry
/// that is older than code and may only be read.
final class StoredCodes {
    private let checksum, find, files: PreparedStatement

    init(_ database: Database) throws {
        checksum = try PreparedStatement(database, "SELECT checksum FROM code WHERE input_id = ?")
        find = try PreparedStatement(database, "SELECT project, facts, checksum FROM code WHERE input_id = ?")
        files = try PreparedStatement(database, "SELECT path FROM code_file WHERE input_id = ? ORDER BY position")
    }

    /// The checksum of what is kept of the input with this id.
    func checksum(of input: Int) throws -> Int? {
        checksum.bind(input)
        return try checksum.number()
    }

    /// What is kept of the input with this id and path.
    ///
    /// - Throws: `DatabaseError`, ``StoredDamage``.
    func code(of input: Int, at path: Path, in source: String) throws -> ProjectCode? {
        find.bind(input)
        defer { find.reset() }
        guard try find.step() else { return nil }
        var stored = StoredCode(project: find.optionalPath(0), files: [], facts: find.text(1))
        files.bind(input)
        defer { files.reset() }
        while try files.step() { stored.files.append(files.path(0)) }
        guard stored.checksum == find.int(2), let code = stored.code(in: source) else {
            throw StoredDamage(place: Place(source: source, path: path))
        }
        return code
    }
}
