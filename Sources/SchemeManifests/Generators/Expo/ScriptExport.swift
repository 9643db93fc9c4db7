/// Finds the object that a JavaScript or TypeScript program exports, or that a function that it exports returns.
struct ScriptExport {
    private let tokens: ScriptTokens

    init(_ tokens: ScriptTokens) { self.tokens = tokens }

    /// The token with which the object begins; `nil` if it isn't found, or if there are several exports.
    var object: Int? {
        let exports = tokens.all.indices.filter { tokens[$0] == .name("exports") }
        let defaults = tokens.all.indices.filter { tokens.has(.name("export"), .name("default"), at: $0) }
        switch (exports.first, defaults.first) {
        case (nil, let start?) where defaults.count == 1: return object(at: start + 2, depth: 0)
        case (let start?, nil) where exports.count == 1:
            // What is done with the module elsewhere may change it.
            let isOnly = tokens.all.indices.filter { tokens[$0] == .name("module") } == [start - 2]
            guard isOnly, tokens[start - 1] == .mark("."), tokens.assigns(start + 1), isAlwaysReached(start - 2),
                tokens.opening(around: start) < 0
            else { return nil }
            return object(at: start + 2, depth: 0)
        default: return nil
        }
    }

    /// The maximum number of functions, brackets and names that lead to the object.
    private static let depth = 8

    /// Returns the token with which the object that an expression gives begins. A function gives what it returns.
    ///
    /// - Parameter isReturned: Whether a function returns the expression. Expo doesn't call another function.
    private func object(at start: Int, depth: Int, isReturned: Bool = false) -> Int? {
        guard depth < Self.depth, let kind = tokens[start] else { return nil }
        switch kind {
        case .mark("{"): return isLast(tokens.end(of: start)) ? start : nil
        case .mark("("):
            let close = tokens.end(of: start)
            if let arrow = tokens.arrow(after: close) {
                return isReturned ? nil : object(ofBody: arrow + 1, depth: depth)
            }
            return isLast(close) ? object(at: start + 1, depth: depth + 1, isReturned: isReturned) : nil
        case .name("function"):
            let open = tokens[start + 1] == .mark("(") ? start + 1 : start + 2
            guard !isReturned, tokens[start + 1] != .mark("*"), tokens[open] == .mark("("),
                let body = tokens.first(.mark("{"), from: tokens.end(of: open) + 1), isLast(tokens.end(of: body))
            else { return nil }
            return object(ofBody: body, depth: depth)
        case .name(let name):
            if tokens[start + 1] == .mark("=>") { return isReturned ? nil : object(ofBody: start + 2, depth: depth) }
            guard isLast(start), let value = value(of: name, usedAt: start) else { return nil }
            return object(at: value, depth: depth + 1, isReturned: isReturned)
        default: return nil
        }
    }

    private func object(ofBody start: Int, depth: Int) -> Int? {
        guard tokens[start] == .mark("{") else { return object(at: start, depth: depth + 1, isReturned: true) }
        let returns = (start..<tokens.end(of: start)).filter { tokens[$0] == .name("return") && !tokens.isKey($0) }
        guard returns.count == 1, let only = returns.first, tokens.opening(around: only) == start,
            isAlwaysReached(only),
            // On another line, it returns nothing.
            tokens.all.indices.contains(only + 1), !tokens.all[only + 1].beginsLine
        else { return nil }
        return object(at: only + 1, depth: depth + 1, isReturned: true)
    }

    /// Whether no `if (a)` or `else` is before the statement at `index`.
    private func isAlwaysReached(_ index: Int) -> Bool {
        guard tokens[index - 1] == .mark(")") else { return tokens[index - 1] != .name("else") }
        let opening = tokens.start(of: index - 1)
        return !["if", "for", "while", "with"].contains { tokens[opening - 1] == .name($0) }
    }

    /// Returns the first token of the value of a name that is declared once, and used only by the token at `use`.
    private func value(of name: String, usedAt use: Int) -> Int? {
        let uses = tokens.all.indices.filter {
            tokens[$0] == .name(name) && $0 != use && !tokens.isKey($0) && tokens[$0 - 1] != .mark(".")
        }
        guard uses.count == 1, let used = uses.first else { return nil }
        switch tokens[used - 1] {
        case .name("function"): return tokens[used - 2] == .name("async") ? nil : used - 1
        case .name("const"): return tokens.first(.mark("="), from: used + 1).map { $0 + 1 }
        default: return nil
        }
    }

    /// Whether the token ends the expression, apart from the name of its type.
    private func isLast(_ index: Int) -> Bool { tokens.isEnd(tokens.endOfTypes(at: index + 1)) }
}
