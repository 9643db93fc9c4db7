import Foundation

/// The manifests and hostile files of other projects that lie beside this one; they are not part of it.
enum Corpus {
    /// The folder of the corpus.
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("shared/corpus")

    static let isPresent = FileManager.default.fileExists(atPath: root.path)
    static let absence = "the corpus is not beside the package (../shared/corpus)"

    /// The bytes of the file at `path` below the corpus.
    static func bytes(_ path: String) throws -> [UInt8] {
        try Array(Data(contentsOf: root.appendingPathComponent(path)))
    }

    /// The names in the folder at `path` below the corpus, sorted.
    static func names(in path: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent(path).path).sorted()
    }

    /// The lines of a file of JSON objects.
    static func lines<Row: Decodable>(_ path: String, as type: Row.Type) throws -> [Row] {
        try String(decoding: bytes(path), as: UTF8.self).split(separator: "\n")
            .map { try JSONDecoder().decode(type, from: Data($0.utf8)) }
    }
}
