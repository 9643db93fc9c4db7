import SchemeModel
import SchemeYAML

/// Reads an object from the text of a program.
struct ScriptObjectReader {
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

    private(set) var gaps: [Gap] = []
    /// The keys that lead to objects that copy those of `config` with the same keys.
    private(set) var copies: Set<[String]> = []
    private let tokens: ScriptTokens
    private let map: TextMap
    private let evaluator: ScriptEvaluator
    /// Whether the program is a function that gets the values of a file as `config`, and changes none that matter.
    private let keepsConfiguration: Bool
    /// These values; `nil` if they aren't known.
    private let configuration: YAMLNode?
    private var path: [String] = []
    private var next: Int
    /// Whether the object is that of a constant or a function, which the program may change elsewhere.
    private var isCopied = false
    /// The number of objects that may still be read. Constants can contain others many times.
    private var room = 10_000

    /// Creates a reader of the object that begins at `start`, in an environment.
    ///
    /// - Parameter configuration: The values that the program gets as `config`; `nil` if they aren't known.
    init(
        of start: Int,
        in tokens: ScriptTokens,
        _ map: TextMap,
        _ environment: ScriptEnvironment,
        configuration: YAMLNode?
    ) {
        self.tokens = tokens
        self.map = map
        next = start
        keepsConfiguration = Self.keepsConfiguration(around: start, tokens, configuration)
        self.configuration = keepsConfiguration ? configuration : nil
        evaluator = ScriptEvaluator(
            tokens,
            declarations: Self.declarations(around: start, tokens),
            environment,
            configuration: self.configuration
        )
    }

    /// Returns the constants and the functions that are declared once, outside of all functions or in the one around `start`.
    private static func declarations(around start: Int, _ tokens: ScriptTokens) -> [String: ScriptEvaluator.Declaration]
    {
        var declared: [String: ScriptEvaluator.Declaration] = [:]
        for index in tokens.all.indices {
            guard case .name(let word) = tokens[index],
                ["const", "let", "var", "function", "class", "import"].contains(word),
                !tokens.isKey(index)
            else { continue }
            let opening = tokens.opening(around: index)
            let isVisible = opening < 0 || opening < start && start < tokens.end(of: opening)
            func declare(_ name: String, at place: Int, _ value: Int?, key: String? = nil) {
                let isFirst = declared[name] == nil && isVisible
                declared[name] = .init(index: place, value: isFirst ? value : nil, key: key)
            }
            let equals = word == "const" ? tokens.first(.mark("="), from: tokens.end(of: index + 1) + 1) : nil
            if let pattern = tokens.pattern(at: index + 1) {
                for (key, name, place) in pattern { declare(name, at: place, equals.map { $0 + 1 }, key: key) }
            } else if case .name(let name) = tokens[index + 1] {
                let isFunction = word == "function" && tokens[index - 1] != .name("async")
                declare(name, at: index + 1, isFunction ? index : equals.map { $0 + 1 })
            }
        }
        let objects = Set(declared.filter { $0.value.value.map(tokens.makesObject) ?? false }.keys)
        for index in tokens.all.indices {
            guard case .name(let name) = tokens[index], let known = declared[name], known.value != nil,
                index != known.index, tokens[index - 1] != .mark("."),
                tokens.binds(index) || objects.contains(name) && tokens.mayChange(index)
            else { continue }
            declared[name]?.value = nil
        }
        return declared
    }

    /// Whether the program is a function that gets the values of a file, or none, as `config`, and changes none that matter.
    private static func keepsConfiguration(
        around start: Int,
        _ tokens: ScriptTokens,
        _ configuration: YAMLNode?
    ) -> Bool {
        var isParameter = false
        for index in tokens.all.indices {
            switch tokens[index] {
            case .text(nil) where tokens.mentions("config", at: index):
                for case .expression(let bytes) in tokens.parts(ofTemplate: index) ?? [.expression([])] {
                    guard let inner = ScriptTokens(bytes), !inner.all.isEmpty else { return false }
                    for index in inner.all.indices where inner[index] == .name("config") {
                        guard isRead(index, inner, configuration) else { return false }
                    }
                    // Another template in it.
                    if inner.all.contains(where: { $0.kind == .text(nil) }) { return false }
                }
            case .name("arguments"): return false
            case .name("config"):
                if tokens.isKey(index) || tokens[index - 1] == .mark(".") { continue }
                if tokens.has(.mark("("), .mark("{"), at: index - 2), tokens.hasParameters(index - 2) {
                    if isParameter { return false }
                    isParameter = true
                } else if !isCopied(index, intoObjectAt: start, tokens), !isRead(index, tokens, configuration) {
                    return false
                }
            default: break
            }
        }
        return isParameter
    }

    /// Whether only a member of `config` at `index` is used that doesn't matter, or a text, which can't be changed through another name.
    private static func isRead(_ index: Int, _ tokens: ScriptTokens, _ configuration: YAMLNode?) -> Bool {
        let members = members(of: index, tokens)
        guard let first = members.first else { return false }
        if !ExpoConfiguration.decidingKeys.contains(first) { return true }
        guard let configuration, !tokens.mayChange(index) else { return false }
        let node = configuration.value(for: members)
        return node?.members == nil && node?.elements == nil
    }

    /// Whether `config` at `index` is copied into the exported object itself, and not passed to a function.
    private static func isCopied(_ index: Int, intoObjectAt start: Int, _ tokens: ScriptTokens) -> Bool {
        let isInBrackets = tokens.has(.mark("..."), .mark("("), at: index - 2)
        guard isInBrackets || tokens[index - 1] == .mark("...") else { return false }
        var opening = tokens.opening(around: isInBrackets ? index - 1 : index)
        for _ in 0..<depth where opening > start && tokens[opening] != .mark("(") {
            opening = tokens.opening(around: opening)
        }
        return opening == start
    }

    /// Returns the names of the members of the name at `index`: `ios` and `scheme` for `config.ios?.scheme`.
    private static func members(of index: Int, _ tokens: ScriptTokens) -> [String] {
        (index + 1..<tokens.endOfMembers(of: index)).compactMap {
            if case .name(let key) = tokens[$0] { key } else { nil }
        }
    }

    /// The maximum nesting depth of values. Real configurations have about eight levels.
    private static let depth = 32

    /// Reads the object; `nil` if it has something else than members with keys.
    mutating func object() -> YAMLNode? { object(depth: 0) }

    /// Reads the object at ``next``.
    private mutating func object(depth: Int) -> YAMLNode? {
        guard depth < Self.depth, room > 0 else { return nil }
        room -= 1
        let (start, close) = (next, tokens.end(of: next))
        var members: [YAMLMember] = []
        var written: Set<String> = []
        var copiedKeys: Set<String> = []
        /// The last of what may set any key.
        var unknown: SourceRange?
        next += 1
        while next < close {
            switch tokens[next] {
            case .mark("...") where copiesSameKeys:
                copies.insert(path)
                let range = map.range(tokens.all[next].range)
                if let configuration {
                    let copied = configuration.value(for: keys)?.members?.map { $0.moved(to: range) } ?? []
                    let own = Set(copied.map(\.key))
                    copiedKeys.formUnion(own)
                    members = members.filter { !own.contains($0.key) } + copied
                } else {
                    gaps += members.map { Gap(path: path + [$0.key], kind: .value, range: $0.keyRange) }
                    members = []
                }
                skipValue(before: close)
            case .mark("..."):
                let former = gaps.count
                if let copied = copied(before: close, depth: depth) {
                    // What it copies may have any key.
                    let isOpen = gaps[former...].contains { $0.kind == .keys && $0.path == path }
                    let own = Set(copied.map(\.key))
                    copiedKeys.formUnion(own)
                    members = isOpen ? copied : members.filter { !own.contains($0.key) } + copied
                } else {
                    unknown = map.range(tokens.all[next].range)
                    members = []
                }
                skipValue(before: close)
            case .mark("["):
                unknown = map.range(tokens.all[next].range)
                members = []
                skipValue(before: close)
            case .name(let key), .text(let key?):
                let keyRange = map.range(tokens.all[next].range)
                let isWritten = tokens[next + 1] == .mark(":")
                let isShort = tokens[next] == .name(key) && (next + 1 == close || tokens[next + 1] == .mark(","))
                guard isWritten || isShort, written.insert(key).inserted else { return nil }
                if isWritten { next += 2 }
                path.append(key)
                if copiedKeys.contains(key) { members.removeAll { $0.key == key } }
                if isCopied, !evaluator.keeps(key) {
                    gaps.append(Gap(path: path, kind: .value, range: keyRange))
                    skipValue(before: close)
                } else if let value = node(before: close, depth: depth) {
                    members.append(YAMLMember(key: key, keyRange: keyRange, value: value))
                }
                path.removeLast()
            default: return nil
            }
            guard next == close || tokens[next] == .mark(",") else { return nil }
            if next < close { next += 1 }
        }
        next = close + 1
        if let unknown { gaps.append(Gap(path: path, kind: .keys, range: unknown)) }
        return YAMLNode(.mapping(members), range: range(start...close))
    }

    /// Reads the array at ``next``, without elements that aren't known.
    private mutating func array(depth: Int) -> YAMLNode? {
        guard depth < Self.depth else { return nil }
        let (start, close) = (next, tokens.end(of: next))
        var elements: [YAMLNode] = []
        next += 1
        while next < close {
            if tokens[next] == .mark("..."), copiesSameKeys {
                let range = map.range(tokens.all[next].range)
                elements += configuration?.value(for: keys)?.elements?.map { $0.moved(to: range) } ?? []
                skipValue(before: close)
            } else if let node = node(before: close, depth: depth) {
                elements.append(node)
            }
            if next < close { next += 1 }
        }
        next = close + 1
        return YAMLNode(.sequence(elements), range: range(start...close))
    }

    /// Returns the members that the spread at ``next`` copies from an object of the program; `nil` if they aren't known.
    private mutating func copied(before close: Int, depth: Int) -> [YAMLMember]? {
        let (value, end) = evaluator.value(at: next + 1)
        guard end == close || tokens[end] == .mark(",") else { return nil }
        switch value {
        case .none, .flag: return []
        case .object(let start): return object(at: start, depth: depth)?.members
        case .text, .function, .environment, .configuration, .unknown: return nil
        }
    }

    /// Reads the object that begins at `start`, and stays at ``next``.
    private mutating func object(at start: Int, depth: Int) -> YAMLNode? {
        let place = next
        let former = isCopied
        (next, isCopied) = (start, true)
        defer { (next, isCopied) = (place, former) }
        return object(depth: depth + 1)
    }

    /// Reads the value at ``next`` and what follows it in the brackets that end at `close`; `nil` if it is missing or isn't known.
    private mutating func node(before close: Int, depth: Int) -> YAMLNode? {
        let (start, known) = (next, (gaps, copies))
        if let node = value(depth: depth) {
            let end = tokens.endOfTypes(at: next)
            if end == close || tokens[end] == .mark(",") {
                next = end
                return node
            }
        }
        (gaps, copies) = known
        next = start
        defer { skipValue(before: close) }
        let (value, end) = evaluator.value(at: start)
        if end == close || tokens[end] == .mark(",") {
            switch value {
            case .text(let text, let token?): return scalar(text, isPlain: false, token)
            case .flag(let flag): return scalar(flag ? "true" : "false", isPlain: true, start)
            case .none: return scalar("null", isPlain: true, start)
            case .object(let first): if let node = object(at: first, depth: depth) { return node }
            case .configuration(let keys):
                if let node = configuration?.value(for: keys) {
                    return node.moved(to: map.range(tokens.all[start].range))
                }
            // The environment may have any text.
            case .text, .function, .environment, .unknown: break
            }
        }
        gaps.append(Gap(path: path, kind: .value, range: map.range(tokens.all[start].range)))
        return nil
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

    /// Reads a literal at ``next``.
    private mutating func value(depth: Int) -> YAMLNode? {
        let index = next
        switch tokens[index] {
        case .mark("{"): return object(depth: depth + 1)
        case .mark("["): return array(depth: depth + 1)
        case .text(let text?):
            next += 1
            return scalar(text, isPlain: false, index)
        case .name(let name) where ["true", "false", "null"].contains(name) || name.utf8.allSatisfy(\.isDigit):
            next += 1
            return scalar(name, isPlain: true, index)
        default: return nil
        }
    }

    /// Whether the spread at ``next`` copies the object of `config` with the same keys: `...config`, `...(config?.ios ?? {})`.
    private var copiesSameKeys: Bool {
        var index = next + 1
        let close = tokens[index] == .mark("(") ? tokens.end(of: index) : nil
        if close != nil { index += 1 }
        guard keepsConfiguration, tokens[index] == .name("config") else { return false }
        let end = tokens.endOfMembers(of: index)
        let last = close ?? end - 1
        guard [",", "}", "]"].contains(where: { tokens[last + 1] == .mark($0) }) else { return false }
        guard Self.members(of: index, tokens) == keys else { return false }
        guard let close else { return true }
        let isDefault =
            ["?", "|"].contains { tokens.has(.mark($0), .mark($0), at: end) }
            && (tokens.has(.mark("{"), .mark("}"), at: end + 2) || tokens.has(.mark("["), .mark("]"), at: end + 2))
        return end == close || isDefault && end + 4 == close || tokens[end] == .name("as") && end + 2 == close
    }

    /// The keys of Expo that lead to what is being read.
    private var keys: [String] { path.first == "expo" ? Array(path.dropFirst()) : path }

    /// Moves ``next`` to the comma after a value, or to the end of the brackets at `close`.
    private mutating func skipValue(before close: Int) {
        while next < close, tokens[next] != .mark(",") { next = max(tokens.end(of: next), next) + 1 }
        next = min(next, close)
    }

    private func range(_ indices: ClosedRange<Int>) -> SourceRange {
        map.range(tokens.all[indices.lowerBound].range.lowerBound..<tokens.all[indices.upperBound].range.upperBound)
    }
}

extension YAMLNode {
    /// Returns the value for these keys; `nil` if one doesn't exist.
    func value(for keys: [String]) -> YAMLNode? { keys.reduce(self) { node, key in node?[key] } }

    /// Returns the value with another place.
    fileprivate func moved(to range: SourceRange) -> YAMLNode {
        switch content {
        case .scalar: YAMLNode(content, range: range)
        case .sequence(let elements): YAMLNode(.sequence(elements.map { $0.moved(to: range) }), range: range)
        case .mapping(let members): YAMLNode(.mapping(members.map { $0.moved(to: range) }), range: range)
        }
    }
}

extension YAMLMember {
    fileprivate func moved(to range: SourceRange) -> YAMLMember {
        YAMLMember(key: key, keyRange: range, value: value.moved(to: range))
    }
}
