import Foundation
import SchemeModel
import Testing
import TestSupport

@testable import SchemeManifests

/// Cases of Apple's own build engine, which stand beside the package where the project is developed and nowhere else.
enum SettingsCorpus {
    static let folder = ProjectFolder.corpus.appending(path: "settings")

    /// The lines of `name`, each an object.
    static func cases(_ name: String) -> [CorpusCase] {
        guard let text = try? String(contentsOf: folder.appending(path: name), encoding: .utf8) else { return [] }
        return text.split(separator: "\n").compactMap { line in
            let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            return object.map { CorpusCase(id: $0["id"] as? String ?? "?", line: String(line)) }
        }
    }
}

struct CorpusCase: Sendable, CustomTestStringConvertible {
    let id: String
    let line: String

    var testDescription: String { id }

    var object: [String: Any] {
        // Foundation drops a byte order mark at the beginning of a string unless it is escaped.
        let escaped = line.replacing("\u{FEFF}", with: "\\ufeff")
        return (try? JSONSerialization.jsonObject(with: Data(escaped.utf8)) as? [String: Any]) ?? [:]
    }

    func string(_ key: String) -> String? { object[key] as? String }

    var types: [String: SettingType] {
        (object["types"] as? [String: String] ?? [:]).compactMapValues {
            $0 == "user" ? .list : SettingType(rawValue: $0)
        }
    }

    var bindings: SettingBindings {
        SettingBindings((object["conditions"] as? [String: String] ?? [:]).mapValues { [$0] })
    }

    /// The levels under `key`, which holds one object or a list of them from low to high.
    func levels(_ key: String) -> [SettingLevel] {
        let objects = object[key] as? [[String: Any]] ?? (object[key] as? [String: Any]).map { [$0] } ?? []
        return objects.map { settings in
            SettingLevel(
                .project,
                buildSettings: settings.map { name, value in
                    let elements = value as? [String]
                    let text = elements.map(SettingAssignment.text(ofElements:)) ?? value as? String ?? ""
                    return (key: name, value: text, place: nil)
                }
            )
        }
    }

    var scope: SettingScope {
        SettingScope(levels: levels("settings"), bindings: bindings, types: types)
    }
}

/// Files of a test.
struct SettingsFileSystem: FileAccess {
    var files: [String: [UInt8]]
    /// Links: a path and where it leads.
    var links: [String: String] = [:]

    init(_ files: [String: String], links: [String: String] = [:]) {
        self.files = files.mapValues { Array($0.utf8) }
        self.links = links
    }

    func contents(of path: Path, limit: Int) throws(FileError) -> FileContents {
        let key = try realPath(of: path).display
        guard let bytes = files[key] else { throw .notFound }
        guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
        return FileContents(bytes: bytes, stamp: try stamp(of: path))
    }

    func stamp(of path: Path) throws(FileError) -> FileStamp {
        guard let bytes = files[try realPath(of: path).display] else { throw .notFound }
        return FileStamp(size: bytes.count, modified: 0, changed: 0, inode: 0)
    }

    func randomAccess(to path: Path) throws(FileError) -> any RandomAccessFile { throw .notFound }

    func entries(
        of path: Path,
        stamped: Bool,
        where isWanted: (DirectoryEntry) -> Bool
    ) throws(FileError) -> [DirectoryEntry] {
        var kinds: [Path: FileKind] = [:]
        for file in files.keys {
            guard let rest = Path(file).relative(to: path.normalized)?.components, let name = rest.first else {
                continue
            }
            kinds[Path(bytes: Array(name))] = rest.count > 1 ? .directory : .regular
        }
        return kinds.sorted { $0.key < $1.key }.map { DirectoryEntry(name: $0.key, kind: $0.value) }.filter(isWanted)
    }

    func realPath(of path: Path) throws(FileError) -> Path {
        let key = path.normalized.display
        if let target = links[key] { return Path(target) }
        _ = try kind(of: path)
        return Path(key)
    }

    func kind(of path: Path) throws(FileError) -> FileKind {
        let path = path.normalized
        if files[path.display] != nil { return .regular }
        guard files.keys.contains(where: { Path($0).relative(to: path) != nil }) else { throw .notFound }
        return .directory
    }
}
