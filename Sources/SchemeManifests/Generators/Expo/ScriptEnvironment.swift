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
        for index in tokens.all.indices {
            for name in tokens.variables(at: index) where !names.contains(name) { names.append(name) }
            if let name = tokens.variable(at: index), tokens.mayChange(index),
                tokens[tokens.endOfMembers(of: index)] != .mark("(")
            {
                changed.insert(name)
            }
            guard case .text(let text?) = tokens[index] ?? .pattern else {
                if let key = tokens.indexedKey(at: index), !values.contains(key) { values.append(key) }
                continue
            }
            let isFallback = ["|", "?"].contains { tokens.has(.mark($0), .mark($0), at: index - 2) }
            if isFallback, let name = tokens.variable(at: index - 7) ?? tokens.variable(at: index - 8) {
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
    fileprivate func indexedKey(at index: Int) -> String? {
        guard isKey(index), case .name(let key) = self[index] else { return nil }
        let open = opening(around: index)
        guard opening(around: open) < 0 else { return nil }
        let isIndexed = self[end(of: open) + 1] == .mark("[") && !all[end(of: open) + 1].beginsLine
        guard !isIndexed else { return key }
        // `const values: Type = {…}`, and `values[a]` elsewhere.
        guard let name = nameAssigned(at: open) else { return nil }
        return all.indices.contains { has(.name(name), .mark("["), at: $0) } ? key : nil
    }

    /// Returns the name of the constant whose value begins at `index`.
    private func nameAssigned(at index: Int) -> String? {
        guard self[index - 1] == .mark("=") else { return nil }
        for start in (max(0, index - 40)..<index).reversed() where self[start] == .name("const") {
            if case .name(let name) = self[start + 1] { return name }
        }
        return nil
    }
}
