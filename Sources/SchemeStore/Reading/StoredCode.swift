import Foundation
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
