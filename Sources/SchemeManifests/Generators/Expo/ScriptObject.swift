import SchemeModel
import SchemeYAML

/// The object that a JavaScript or TypeScript program exports, as far as its text shows without running it.
///
/// Read are literals, copies of `config`, the values of a file, and expressions that ``ScriptEvaluator`` reads. Any other value isn't
/// known.
struct ScriptObject {
    /// The object with the values that are known.
    let root: YAMLNode
    private let gaps: [ScriptObjectReader.Gap]
    private let copies: Set<[String]>
    /// The keys before those of Expo.
    private let prefix: [String]

    /// Reads the object that begins at the token `start` in an environment; `nil` if the text doesn't show it.
    private init?(
        at start: Int,
        in tokens: ScriptTokens,
        _ map: TextMap,
        _ environment: ScriptEnvironment,
        _ configuration: YAMLNode?
    ) {
        var reader = ScriptObjectReader(of: start, in: tokens, map, environment, configuration: configuration)
        guard let root = reader.object() else { return nil }
        self.root = root
        gaps = reader.gaps
        copies = reader.copies
        prefix = root["expo"]?.members == nil ? [] : ["expo"]
        // Expo then ignores all other values.
        if prefix.isEmpty, computation(of: ["expo"]) != nil { return nil }
    }

    /// What a program exports in some environments.
    struct Variant {
        /// The values of the variable that decides, without the word for one that isn't set unless nothing else names it.
        var names: [String]
        var object: ScriptObject
    }

    /// Reads what a program exports; empty if the text doesn't show it.
    ///
    /// A program that computes values for these keys from one environment variable alone has a variant for each result, with the usual
    /// one first. Any other has one without names.
    ///
    /// - Parameter configuration: The values that the program gets as `config`; `nil` if they aren't known.
    static func variants(
        exportedBy bytes: [UInt8],
        deciding keys: [[String]],
        configuration: YAMLNode? = nil
    ) -> [Variant] {
        let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let text = Array(bytes[mark...])
        guard String(validating: text, as: UTF8.self) != nil, let tokens = ScriptTokens(text),
            let start = ScriptExport(tokens).object
        else { return [] }
        let map = TextMap(text, storage: .utf8(mark: mark))
        let object = Self(at: start, in: tokens, map, .unknown, configuration)
        if !(object?.isKnown(keys) ?? false) {
            for choice in ScriptEnvironment.choices(in: tokens) {
                let read = { environment in
                    Self(at: start, in: tokens, map, environment, configuration).flatMap { $0.isKnown(keys) ? $0 : nil }
                }
                guard let standard = read(choice.standard) else { continue }
                let others = choice.others.map { (name: $0.value, object: read($0.environment)) }
                let all = keys + ExpoConfiguration.domainKeys
                guard let variants = variants(standard, others, fallbacks: choice.fallbacks, all) else { continue }
                // Any other value gives one result, or none that is known.
                guard let other = read(choice.other), !other.isUnidentified || standard.isUnidentified else {
                    return variants
                }
                let isNew = !variants.contains { $0.object.equals(other, in: all) }
                return variants + (isNew ? [Variant(names: ["other"], object: other)] : [])
            }
        }
        return object.map { [Variant(names: [], object: $0)] } ?? []
    }

    /// Groups what a program exports in each environment; `nil` if that isn't known in one.
    private static func variants(
        _ standard: Self,
        _ others: [(name: String, object: Self?)],
        fallbacks: Set<String>,
        _ keys: [[String]]
    ) -> [Variant]? {
        var variants = [Variant(names: [], object: standard)]
        for (name, object) in others {
            guard let object else { return nil }
            // Nobody builds an app without an identifier.
            if object.isUnidentified, !standard.isUnidentified { continue }
            if let index = variants.firstIndex(where: { $0.object.equals(object, in: keys) }) {
                variants[index].names.append(name)
            } else {
                variants.append(Variant(names: [name], object: object))
            }
        }
        // Other values than these give the usual result as well.
        variants[0].names.removeAll { !fallbacks.contains($0) && !Manifest.isRelease(configuration: $0) }
        if variants[0].names.isEmpty {
            variants[0].names = [others.contains { $0.name == "default" } ? "unset" : "default"]
        }
        return variants
    }

    private var isUnidentified: Bool { object.value(for: ExpoConfiguration.identifierKey)?.string == nil }

    private func isKnown(_ keys: [[String]]) -> Bool { keys.allSatisfy { computation(of: $0) == nil } }

    /// Whether both have the same values for these keys.
    private func equals(_ other: Self, in keys: [[String]]) -> Bool {
        keys.allSatisfy { key in
            let (one, two) = (object.value(for: key), other.object.value(for: key))
            return one?.shape == two?.shape
        }
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

extension YAMLNode {
    /// Its texts and keys without their places.
    fileprivate var shape: [String] {
        switch content {
        case .scalar(let scalar): [scalar.text]
        case .sequence(let elements): ["["] + elements.flatMap(\.shape) + ["]"]
        case .mapping(let members): ["{"] + members.flatMap { [$0.key] + $0.value.shape } + ["}"]
        }
    }
}
