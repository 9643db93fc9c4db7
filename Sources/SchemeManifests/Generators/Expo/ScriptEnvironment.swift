/// What a program is run with: the value of one environment variable.
struct ScriptEnvironment {
    private let name: String?
    /// `nil` if it isn't set.
    private let variable: String?

    /// An environment of which nothing is known.
    static let unknown = ScriptEnvironment(name: nil, variable: nil)

    func value(of name: String) -> ScriptEvaluator.Value {
        guard name == self.name else { return .unknown }
        return variable.map { .text($0, at: nil) } ?? .none
    }

    /// The environments between which a program may distinguish, by the variable.
    struct Choice {
        /// The environment in which the variable isn't set.
        let standard: ScriptEnvironment
        /// One in which it has a value that the program doesn't mention.
        let other: ScriptEnvironment
        /// The values that the program compares with something, in order, each with its environment.
        let others: [(value: String, environment: ScriptEnvironment)]
        /// The values that the program uses in place of a missing one.
        let fallbacks: Set<String>
    }

    /// The numbers of variables and values that are tried. Programs distinguish between two or three.
    private static let (mostNames, mostValues) = (4, 12)

    /// Returns what the variables of the program can decide between.
    static func choices(in tokens: ScriptTokens) -> [Choice] {
        var (names, values): ([String], [String]) = ([], [])
        var fallbacks: [String: Set<String>] = [:]
        var changed: Set<String> = []
        let (indexed, texts) = (tokens.indexedNames, tokens.namedTexts)
        for index in tokens.all.indices {
            // A function may change it.
            if tokens.has(.name("process"), .mark("."), .name("env"), at: index),
                [")", ","].contains(where: { tokens[index + 3] == .mark($0) })
            {
                return []
            }
            for name in tokens.variables(at: index) where !names.contains(name) { names.append(name) }
            if let name = tokens.variable(at: index), tokens.mayChange(index),
                tokens[tokens.endOfMembers(of: index)] != .mark("(")
            {
                changed.insert(name)
            }
            if let key = tokens.indexedKey(at: index, among: indexed), !values.contains(key) { values.append(key) }
            // The text of a name on the other side of a comparison: `a === STAGING`, `Env.STAGING`.
            if case .name(let name) = tokens[index],
                tokens.isComparison(endingAt: index - 1) || tokens.isComparison(endingAt: index - 3)
                    || tokens.isComparison(startingAt: index + 1)
            {
                for text in texts[name] ?? [] where !values.contains(text) { values.append(text) }
            }
            guard case .text(let text?) = tokens[index] ?? .pattern else { continue }
            let isFallback = ["|", "?"].contains { tokens.has(.mark($0), .mark($0), at: index - 2) }
            let isOfName = tokens[index - 3] != .mark("]") && tokens[index - 3] != .mark(")")
            if isFallback, let name = tokens.variable(at: isOfName ? index - 7 : index - 8) {
                fallbacks[name, default: []].insert(text)
            }
            let isCompared =
                tokens.isComparison(endingAt: index - 1) || tokens.isComparison(startingAt: index + 1)
                || tokens[index - 1] == .name("case") || isFallback
            if isCompared, !text.isEmpty, !values.contains(text) { values.append(text) }
        }
        guard (1...mostValues).contains(values.count) else { return [] }
        return names.filter { !changed.contains($0) }.prefix(mostNames).map { name in
            Choice(
                standard: Self(name: name, variable: nil),
                other: Self(name: name, variable: "\u{1}"),
                others: values.map { ($0, Self(name: name, variable: $0)) },
                fallbacks: fallbacks[name] ?? []
            )
        }
    }
}

extension ScriptTokens {
    /// Returns the name of the environment variable that is used at `index`: `process.env.NAME`.
    fileprivate func variable(at index: Int) -> String? {
        guard has(.name("process"), .mark("."), .name("env"), at: index) else { return nil }
        switch (self[index + 3], self[index + 4]) {
        case (.mark("."), .name(let name)?), (.mark("["), .text(let name?)?): return name
        default: return nil
        }
    }

    /// Returns the names of the environment variables that are used at `index`: `{ NAME } = process.env`, too.
    fileprivate func variables(at index: Int) -> [String] {
        if let name = variable(at: index) { return [name] }
        guard has(.mark("="), .name("process"), .mark("."), .name("env"), at: index - 1) else { return [] }
        return (pattern(at: start(of: index - 2)) ?? []).map(\.key)
    }

    /// Whether `==` or `!=` ends with the token at `index`.
    fileprivate func isComparison(endingAt index: Int) -> Bool {
        self[index] == .mark("=") && (self[index - 1] == .mark("=") || self[index - 1] == .mark("!"))
    }

    fileprivate func isComparison(startingAt index: Int) -> Bool {
        self[index + 1] == .mark("=") && (self[index] == .mark("=") || self[index] == .mark("!"))
    }

    /// Returns the key at `index` if its object is a member of an object, or has a member by a computed key: `{ a: 1 }[b]`.
    fileprivate func indexedKey(at index: Int, among names: Set<String>) -> String? {
        let key: String
        switch self[index] {
        case .name(let name) where isKey(index): key = name
        case .text(let text?) where isKey(index): key = text
        default: return nil
        }
        let open = opening(around: index)
        guard open >= 0 else { return nil }
        let isIndexed = self[end(of: open) + 1] == .mark("[") && !all[end(of: open) + 1].beginsLine
        guard !isIndexed else { return key }
        // `const values: Type = {…}`, and `values[a]` elsewhere.
        return nameAssigned(at: open).map(names.contains) ?? false ? key : nil
    }

    /// The texts of constants and members by name: `const a = "b"`, `a: "b"`.
    fileprivate var namedTexts: [String: [String]] {
        var found: [String: [String]] = [:]
        for index in all.indices {
            guard case .text(let text?) = self[index] ?? .pattern, case .name(let name)? = self[index - 2],
                self[index - 1] == .mark("=") || self[index - 1] == .mark(":")
            else { continue }
            found[name, default: []].append(text)
        }
        return found
    }

    /// The names with a bracket after them: `values[a]`.
    fileprivate var indexedNames: Set<String> {
        let names = all.indices.compactMap { index in
            if case .name(let name) = self[index], self[index + 1] == .mark("[") { name } else { nil as String? }
        }
        return Set(names)
    }

    /// Returns the name of the constant whose value begins at `index`.
    private func nameAssigned(at index: Int) -> String? {
        // A member: `ids: { … }`.
        if self[index - 1] == .mark(":"), case .name(let name) = self[index - 2] { return name }
        guard assigns(index - 1) else { return nil }
        for start in (max(0, index - 40)..<index - 1).reversed() {
            if self[start] == .mark(";") || assigns(start) { return nil }
            if self[start] == .name("const"), case .name(let name) = self[start + 1] { return name }
        }
        return nil
    }
}
