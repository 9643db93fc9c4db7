import SchemeModel
import SchemeYAML

/// The object that a JavaScript or TypeScript program exports, as far as its text shows without running it.
///
/// Read are literals, the names of constants that are texts, and copies of `config`, the values of a file. Any other value isn't
/// known.
struct ScriptObject {
    /// The object with the values that are known.
    let root: YAMLNode
    private let gaps: [ScriptObjectReader.Gap]
    private let copies: Set<[String]>
    /// The keys before those of Expo.
    private let prefix: [String]

    /// Reads the exported object; `nil` if the text doesn't show it.
    init?(exportedBy bytes: [UInt8]) {
        let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let text = Array(bytes[mark...])
        guard String(validating: text, as: UTF8.self) != nil, let tokens = ScriptTokens(text),
            let start = ScriptExport(tokens).object
        else { return nil }
        var reader = ScriptObjectReader(of: start, in: tokens, TextMap(text, storage: .utf8(mark: mark)))
        guard let root = reader.object() else { return nil }
        self.root = root
        gaps = reader.gaps
        copies = reader.copies
        prefix = root["expo"]?.members == nil ? [] : ["expo"]
        // Expo then ignores all other values.
        if prefix.isEmpty, computation(of: ["expo"]) != nil { return nil }
    }

    /// The key and the place of what may change the project, apart from plugins with names; `nil` for nothing.
    var projectChange: (key: String, range: SourceRange)? {
        for key in ["plugins", "mods"] {
            if let range = computation(of: [key]) { return (key, range) }
        }
        return object["mods"].map { ("mods", $0.range) }
    }

    /// Whether it may add a plugin of the app itself to those of the file.
    var addsOwnPlugins: Bool {
        (object["plugins"]?.elements ?? []).compactMap(ExpoPlugin.init).contains(where: \.isLocal)
    }

    /// The object with Expo's keys.
    private var object: YAMLNode { prefix.reduce(root) { $0[$1] ?? $0 } }

    /// Whether it copies values of the file.
    var copiesConfiguration: Bool { !copies.isEmpty }

    /// Whether the value for these keys is the one of the file.
    func keeps(_ path: [String]) -> Bool {
        guard computation(of: path) == nil else { return false }
        var (node, keys) = (object, prefix)
        for key in path {
            guard copies.contains(keys) else { return false }
            guard let next = node[key] else { return true }
            node = next
            keys.append(key)
        }
        return false
    }

    /// Returns what the program computes the value for these keys with; `nil` if the value is known, or known to be missing.
    func computation(of path: [String]) -> SourceRange? {
        let path = prefix + path
        return gaps.first { gap in
            if gap.path.starts(with: path) { return true }
            guard path.starts(with: gap.path) else { return false }
            guard gap.kind == .keys else { return true }
            let object = gap.path.reduce(root) { node, key in node?[key] }
            return object?[path[gap.path.count]] == nil
        }?.range
    }
}
