import Foundation
import SchemeManifests
import SchemeModel
import TestSupport

/// Property lists of other projects, which lie beside the package and not in it.
enum PropertyCorpus {
    /// A line of `hostile/manifest.jsonl`.
    struct HostileFile: Decodable {
        let file: String
        /// "ok", "error", or what its authors expect in words; `nil` where they say nothing.
        let expect: String?

        func bytes() throws -> [UInt8] { try PropertyCorpus.bytes("hostile/\(file)") }
    }

    static func bytes(_ path: String) throws -> [UInt8] {
        guard ProjectFolder.hasCorpus else { return [] }
        return try Array(Data(contentsOf: ProjectFolder.corpus.appending(path: path)))
    }

    /// The lines of a file of JSON objects.
    static func lines<Line: Decodable>(_ path: String, as type: Line.Type) throws -> [Line] {
        try bytes(path).split(separator: UInt8(ascii: "\n")).map { try JSONDecoder().decode(type, from: Data($0)) }
    }

    static func hostile(_ prefix: String) throws -> [HostileFile] {
        try lines("hostile/manifest.jsonl", as: HostileFile.self).filter { $0.file.hasPrefix(prefix) }
    }
}

/// Values without their places, so that trees can be compared.
enum Plain {
    /// The value of a node, members of dictionaries in the order of their keys.
    static func value(_ node: PropertyNode) -> PropertyValue {
        switch node.content {
        case .scalar(let value): value
        case .array(let elements): .array(elements.map(value))
        case .dictionary(let members):
            .dictionary(
                members.map { .init(key: $0.key, value: value($0.value)) }.sorted { $0.key < $1.key }
            )
        }
    }

    /// The same for what Foundation read from an OpenStep property list; `nil` for what the format does not have.
    static func value(foundation value: Any) -> PropertyValue? {
        switch value {
        case let text as String: return .string(text)
        case let data as Data: return .data(count: data.count)
        case let elements as [Any]: return .array(elements.compactMap { Plain.value(foundation: $0) })
        case let members as [String: Any]:
            let entries = members.compactMap { key, value in
                Plain.value(foundation: value).map { PropertyValue.Entry(key: ByteString(key), value: $0) }
            }
            return .dictionary(entries.sorted { $0.key < $1.key })
        default: return nil
        }
    }
}

extension PropertyListError {
    /// Why the input is malformed; `nil` when it is only beyond a limit.
    var irregularity: Irregularity? {
        if case .malformed(let irregularity) = self { return irregularity }
        return nil
    }
}
