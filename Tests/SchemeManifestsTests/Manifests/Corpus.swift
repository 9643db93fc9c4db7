import Foundation
import TestSupport

/// The manifests and hostile files of other projects that lie beside this one; they are not part of it.
enum Corpus {
    /// The bytes of the file at `path` below the corpus.
    static func bytes(_ path: String) throws -> [UInt8] {
        try Array(Data(contentsOf: ProjectFolder.corpus.appending(path: path)))
    }

    /// The names in the folder at `path` below the corpus, sorted.
    static func names(in path: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: ProjectFolder.corpus.appending(path: path).path).sorted()
    }

    /// The lines of a file of JSON objects.
    static func lines<Row: Decodable>(_ path: String, as type: Row.Type) throws -> [Row] {
        try String(decoding: bytes(path), as: UTF8.self).split(separator: "\n")
            .map { try JSONDecoder().decode(type, from: Data($0.utf8)) }
    }
}
