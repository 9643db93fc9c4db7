import SchemeModel
import SchemeYAML

/// The object that a program exports, as far as its text shows it.
struct ScriptExport {
    /// The object with the values that are known.
    let root: YAMLNode
    private let gaps: [Gap]
    /// The keys before those of Expo.
    private let prefix: [String]

    /// Something that isn't known.
    struct Gap {
        /// The keys that lead to it.
        var path: [String]
        var kind: Kind
        /// What the program computes it with.
        var range: SourceRange

        enum Kind {
            case value
            /// Any key of an object that has no known value.
            case keys
        }
    }

    /// - Parameters:
    ///   - value: What the program exports.
    ///   - tokens: Those of its main file.
    ///   - place: The token that stands for what is in other files.
    ///   - changedKeys: The keys of members that may have other values; `nil` for any.
    /// - Returns: `nil` if it is no object, or an unknown one.
    init?(
        _ value: ScriptValue,
        in tokens: ScriptTokens,
        _ map: TextMap,
        at place: Int,
        changedKeys: Set<String>?
    ) {
        var reader = Reader(tokens: tokens, map: map, changedKeys: changedKeys)
        guard case .object = value, let root = reader.node(value, place, depth: 0) else { return nil }
        self.root = root
        gaps = reader.gaps
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

    /// The object with Expo's keys.
    private var object: YAMLNode { prefix.reduce(root) { $0[$1] ?? $0 } }

    func value(for path: [String]) -> YAMLNode? { object.value(for: path) }

    /// Whether the value for these keys is the one of `configuration`.
    func keeps(_ path: [String], of configuration: YAMLNode) -> Bool {
        computation(of: path) == nil && value(for: path)?.shape == configuration.value(for: path)?.shape
    }

    func isKnown(_ keys: [[String]]) -> Bool { keys.allSatisfy { computation(of: $0) == nil } }

    /// Whether both have the same values for these keys.
    func equals(_ other: Self, in keys: [[String]]) -> Bool {
        keys.allSatisfy { value(for: $0)?.shape == other.value(for: $0)?.shape }
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

    /// Reads values of a program.
    private struct Reader {
        let tokens: ScriptTokens
        let map: TextMap
        let changedKeys: Set<String>?
        private(set) var gaps: [Gap] = []
        private var path: [String] = []
        /// The number of values that may still be read. Objects can contain others many times.
        private var room = 10_000

        /// The maximum nesting depth of values. Real configurations have about eight levels.
        private static let depth = 32

        init(tokens: ScriptTokens, map: TextMap, changedKeys: Set<String>?) {
            (self.tokens, self.map, self.changedKeys) = (tokens, map, changedKeys)
        }

        /// Reads a value; `nil` if it isn't known.
        ///
        /// - Parameter place: The token that stands for it.
        mutating func node(_ value: ScriptValue, _ place: Int, depth: Int) -> YAMLNode? {
            room -= 1
            guard room > 0, depth < Self.depth else { return gap(place) }
            switch value {
            case .text(let text, .environment) where text.contains(ScriptEnvironment.anyValue): return gap(place)
            case .text(let text, .token(let token)): return scalar(text, isPlain: false, token)
            case .text(let text, .other), .text(let text, .environment): return scalar(text, isPlain: false, place)
            case .number(let number): return scalar(number, isPlain: true, place)
            case .flag(let flag): return scalar(flag ? "true" : "false", isPlain: true, place)
            case .undefined, .null: return scalar("null", isPlain: true, place)
            case .unset, .function, .environment, .native, .unknown, .mixed: return gap(place)
            case .object(let object):
                var members: [YAMLMember] = []
                for key in object.keys {
                    guard let member = object[key] else { continue }
                    path.append(key)
                    let place = member.place ?? place
                    let isKept = changedKeys.map { !$0.contains(key) } ?? false
                    if let node = isKept ? node(member.value, place, depth: depth + 1) : gap(place) {
                        members.append(YAMLMember(key: key, keyRange: range(member.keyPlace ?? place), value: node))
                    }
                    path.removeLast()
                }
                if object.isOpen {
                    gaps.append(Gap(path: path, kind: .keys, range: range(object.openPlace ?? place)))
                }
                return YAMLNode(.mapping(members), range: wholeRange(place))
            case .list(let list):
                var elements: [YAMLNode] = []
                for element in list.elements {
                    let place = element.place ?? place
                    if let node = node(element.value ?? .unknown, place, depth: depth + 1) { elements.append(node) }
                }
                return YAMLNode(.sequence(elements), range: wholeRange(place))
            }
        }

        private mutating func gap(_ place: Int) -> YAMLNode? {
            gaps.append(Gap(path: path, kind: .value, range: range(place)))
            return nil
        }

        private func range(_ place: Int) -> SourceRange { map.range(tokens.all[place].range) }

        /// The range of an object or an array that is written at a token, or that of the token.
        private func wholeRange(_ place: Int) -> SourceRange {
            map.range(tokens.all[place].range.lowerBound..<tokens.all[tokens.end(of: place)].range.upperBound)
        }

        /// Returns a scalar that is written in the token at `index`.
        private func scalar(_ text: String, isPlain: Bool, _ index: Int) -> YAMLNode {
            let range = tokens.all[index].range
            let isQuoted = tokens[index] == .text(text) && !text.isEmpty
            return YAMLNode(
                .scalar(YAMLScalar(text, isPlain: isPlain)),
                range: map.range(range),
                inner: isQuoted ? map.range(range.lowerBound + 1..<range.upperBound - 1) : nil
            )
        }
    }
}

extension YAMLNode {
    /// Returns the value for these keys; `nil` if one doesn't exist.
    func value(for keys: [String]) -> YAMLNode? { keys.reduce(self) { node, key in node?[key] } }

    /// Its texts and keys without their places.
    fileprivate var shape: [String] {
        switch content {
        case .scalar(let scalar): [scalar.text]
        case .sequence(let elements): ["["] + elements.flatMap(\.shape) + ["]"]
        case .mapping(let members): ["{"] + members.flatMap { [$0.key] + $0.value.shape } + ["}"]
        }
    }
}
