/// What tokens mean beside others.
///
/// - Source: ECMA-262, Expressions, and the TypeScript handbook for types (seen 2026-11-30).
extension ScriptTokens {
    /// Whether the token is the key of a member.
    func isKey(_ index: Int) -> Bool {
        self[index + 1] == .mark(":") && (self[index - 1] == .mark("{") || self[index - 1] == .mark(","))
    }

    /// Returns the token after a name and its members: `config.ios`, `config?.ios!`.
    func endOfMembers(of index: Int) -> Int {
        var end = index + 1
        while has(.mark("?"), .mark("."), at: end) || self[end] == .mark(".") || self[end] == .mark("!") {
            end += 1
            if case .name = self[end], self[end - 1] == .mark(".") { end += 1 }
        }
        return end
    }

    /// Returns the token after the types at `index`: `as const`, `satisfies Config[]`, `as "a" | "b"`; or `index` if there are none.
    func endOfTypes(at index: Int) -> Int {
        var end = index
        while self[end] == .name("as") || self[end] == .name("satisfies") {
            guard let next = endOfType(at: end + 1) else { return index }
            end = next
        }
        return end
    }

    /// Returns the token after the type at `index`; `nil` if it isn't made of names and texts.
    private func endOfType(at index: Int) -> Int? {
        var end = index
        while self[end] == .name("keyof") || self[end] == .name("typeof") { end += 1 }
        switch self[end] {
        case .name: end = endOfMembers(of: end)
        case .text: end += 1
        default: return nil
        }
        if self[end] == .mark("<") {
            guard let close = first(.mark(">"), from: end) else { return nil }
            end = close + 1
        }
        while has(.mark("["), .mark("]"), at: end) { end += 2 }
        let goesOn = self[end] == .mark("|") && self[end + 1] != .mark("|") && self[end + 1] != .mark("=")
        return goesOn ? endOfType(at: end + 1) : end
    }

    /// Returns the names that the pattern at `index` declares, each with its key and its place: `{ a, b: c }`; `nil` for any other.
    func pattern(at index: Int) -> [(key: String, name: String, index: Int)]? {
        guard self[index] == .mark("{") else { return nil }
        var found: [(key: String, name: String, index: Int)] = []
        var next = index + 1
        while next < end(of: index) {
            guard case .name(let key) = self[next] else { return nil }
            if self[next + 1] == .mark(":") { next += 2 }
            guard case .name(let name) = self[next] else { return nil }
            found.append((key, name, next))
            next += 1
            guard next == end(of: index) || self[next] == .mark(",") else { return nil }
            next += 1
        }
        return found
    }

    /// Whether an expression ends before the token at `index`.
    func isEnd(_ index: Int) -> Bool {
        switch self[index] {
        case nil, .mark(";"), .mark(")"), .mark("}"): true
        case .name(let name): all[index].beginsLine && name != "in" && name != "instanceof"
        default: false
        }
    }

    /// Whether the token is an equals sign, and not part of a comparison.
    func assigns(_ index: Int) -> Bool {
        self[index] == .mark("=") && self[index + 1] != .mark("=")
            && !["=", "!", "<", ">"].contains { self[index - 1] == .mark($0) }
    }

    /// The keys of members that get a value somewhere, whatever object is meant: `a.b = c`; `nil` if any may.
    var changedKeys: Set<String>? {
        var keys: Set<String> = []
        for index in all.indices {
            if self[index] == .name("delete"), !isKey(index) { return nil }
            // All other functions that change objects get one by name.
            if has(.name("Object"), .mark("."), at: index), self[index + 2] != .name("freeze"),
                self[index + 3] == .mark("("),
                ["assign", "defineProperty", "defineProperties", "setPrototypeOf"].contains(where: {
                    self[index + 2] == .name($0)
                }),
                self[index + 4] != .mark("{")
            {
                return nil
            }
            guard assigns(index) else { continue }
            var end = index - 1
            while ["+", "-", "*", "/", "%", "&", "|", "?", "^"].contains(where: { self[end] == .mark($0) }) { end -= 1 }
            if case .name(let key) = self[end], self[end - 1] == .mark(".") { keys.insert(key) }
            guard self[end] == .mark("]") else { continue }
            let open = start(of: end)
            // A pattern, an array type, or the environment.
            guard case .name(let whole) = self[open - 1], open + 1 < end, whole != "env", whole != "const",
                whole != "let"
            else {
                continue
            }
            guard case .text(let key?) = self[open + 1], open + 2 == end else { return nil }
            keys.insert(key)
        }
        return keys
    }

    /// Whether the name at `index` may get a value there: by `=`, in a pattern, or as a parameter.
    func binds(_ index: Int) -> Bool {
        if self[index - 1] == .name("typeof") { return false }
        if self[index + 1] == .mark("=>") { return true }
        if assigns(self[index + 1] == .mark(":") ? endOfMembers(of: index + 2) : index + 1) { return true }
        var opening = opening(around: index)
        for _ in 0..<16 {
            guard opening >= 0 else { return false }
            let isDeclared = ["const", "let", "var"].contains { self[opening - 1] == .name($0) }
            if isDeclared || assigns(end(of: opening) + 1) || hasParameters(opening) { return true }
            opening = self.opening(around: opening)
        }
        return true
    }

    /// Whether the value of a constant that begins at `start` may be an object, which can be changed.
    func makesObject(_ start: Int) -> Bool {
        if self[start] == .name("function") { return false }
        var index = start
        while !isEnd(index) {
            if self[index] == .mark("=>") { return false }
            if self[index] == .mark("{") { return true }
            index = end(of: index) + 1
        }
        return false
    }

    /// Whether what the name at `index` means may change there, or get another name: anything but reading its members and copying it.
    func mayChange(_ index: Int) -> Bool {
        if self[index - 1] == .mark("...") || self[index - 1] == .name("typeof") || isKey(index) { return false }
        var end = index + 1
        while true {
            let next = endOfMembers(of: end - 1)
            end = self[next] == .mark("[") && !all[next].beginsLine ? self.end(of: next) + 1 : next
            guard end > next else { break }
        }
        let isChanged = assigns(end) || assigns(end + 1) || assigns(end + 2) && self[end] == self[end + 1]
        if end > index + 1 { return isChanged || self[end] == .mark("(") || has(.mark("+"), .mark("+"), at: end) }
        switch self[index - 1] {
        case .mark(":"), .mark("?"), .mark("|"), .name("return"), .mark("=>"): return self[end] == .mark("(")
        // Members are read: `const { a } = b`.
        case .mark("=") where self[index - 2] == .mark("}"): return self[end] == .mark("(")
        default: return true
        }
    }

    /// Whether the bracket at `opening` may open the parameters of a function.
    func hasParameters(_ opening: Int) -> Bool {
        let isCondition = ["if", "switch", "while"].contains { self[opening - 1] == .name($0) }
        guard self[opening] == .mark("("), !isCondition else { return false }
        let next = end(of: opening) + 1
        if self[next] == .mark("=>") || self[next] == .mark("{") { return true }
        guard self[next] == .mark(":") else { return false }
        return self[endOfMembers(of: next + 1)] == .mark("{") || first(.mark("=>"), from: next) != nil
    }

    /// Returns the arrow of the function whose parameters end with the token at `close`; `nil` if they end none.
    func arrow(after close: Int) -> Int? {
        if self[close + 1] == .mark("=>") { return close + 1 }
        return self[close + 1] == .mark(":") ? first(.mark("=>"), from: close + 2) : nil
    }
}
