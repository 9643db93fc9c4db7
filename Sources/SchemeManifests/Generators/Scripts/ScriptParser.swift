/// Reads the statements of a JavaScript or TypeScript program. Types are skipped.
///
/// A statement that isn't understood is kept as its tokens.
struct ScriptParser {
    /// An expression or a type isn't understood.
    struct Failure: Error {}

    let file: ScriptFile
    var tokens: ScriptTokens { file.tokens }
    var next: Int
    /// The token after the last one.
    var end: Int
    var depth = 0

    /// The maximum nesting depth of expressions and blocks. Real programs have about twelve levels.
    static let mostDepth = 64

    init(_ file: ScriptFile, _ range: Range<Int>) {
        self.file = file
        (next, end) = (range.lowerBound, range.upperBound)
    }

    /// The token ahead; `nil` at the end.
    func peek(_ ahead: Int = 0) -> ScriptTokens.Kind? { next + ahead < end ? tokens[next + ahead] : nil }

    func isMark(_ mark: String, _ ahead: Int = 0) -> Bool { peek(ahead) == .mark(mark) }

    func isName(_ name: String, _ ahead: Int = 0) -> Bool { peek(ahead) == .name(name) }

    /// Takes the token ahead if it is this mark.
    mutating func take(_ mark: String) -> Bool {
        guard isMark(mark) else { return false }
        next += 1
        return true
    }

    mutating func takeName(_ name: String) -> Bool {
        guard isName(name) else { return false }
        next += 1
        return true
    }

    mutating func expect(_ mark: String) throws(Failure) {
        guard take(mark) else { throw Failure() }
    }

    mutating func name() throws(Failure) -> String {
        guard case .name(let name) = peek() else { throw Failure() }
        next += 1
        return name
    }

    func isOnNewLine(_ index: Int) -> Bool { index < end && tokens.all[index].beginsLine }

    /// Reads all statements.
    consuming func statements() -> [ScriptStatement] {
        var found: [ScriptStatement] = []
        while next < end {
            let start = next
            do throws(Failure) {
                found += try statement()
            } catch {
                next = start
                skipStatement()
                found.append(.other(file, start..<next))
            }
        }
        return found
    }

    /// Reads the statements in the brackets that open at the token `open`, and moves after them.
    private mutating func block(at open: Int) throws(Failure) -> [ScriptStatement] {
        guard depth < Self.mostDepth else { throw Failure() }
        var inner = Self(file, open + 1..<tokens.end(of: open))
        inner.depth = depth + 1
        next = tokens.end(of: open) + 1
        return inner.statements()
    }

    /// Moves to the next statement.
    private mutating func skipStatement() {
        var isFirst = true
        let endsWithBlock = ["for", "while", "class", "with"].contains { isName($0) }
        while next < end {
            if !isFirst, isOnNewLine(next), !continues(next), endsStatement(next - 1) { return }
            let isLast = isMark(";") || endsWithBlock && isMark("{")
            next = max(tokens.end(of: next), next) + 1
            if isLast { return }
            isFirst = false
        }
    }

    /// Whether the token can't begin a statement.
    private func continues(_ index: Int) -> Bool {
        switch tokens[index] {
        case .mark(let mark): !["{", "@", "!"].contains(mark)
        case .name(let name): ["else", "catch", "finally", "in", "instanceof", "as"].contains(name)
        default: false
        }
    }

    private func endsStatement(_ index: Int) -> Bool {
        switch tokens[index] {
        case .mark(let mark): [")", "]", "}", ";"].contains(mark)
        case .name(let name): name != "else"
        default: true
        }
    }

    private mutating func endStatement() throws(Failure) {
        guard take(";") || next >= end || isOnNewLine(next) else { throw Failure() }
    }

    /// Reads the body of `if` and the like.
    private mutating func body() throws(Failure) -> [ScriptStatement] {
        guard depth < Self.mostDepth else { throw Failure() }
        depth += 1
        defer { depth -= 1 }
        return try isMark("{") ? block(at: next) : statement()
    }

    /// Reads a statement; none if it has no effect.
    private mutating func statement() throws(Failure) -> [ScriptStatement] {
        if take(";") { return [] }
        if isMark("{") { return [.block(try block(at: next))] }
        guard case .name(let word) = peek() else { return [try expressionStatement()] }
        switch word {
        case "const", "let", "var":
            if isName("enum", 1) {
                next += 1
                return [try enumeration()]
            }
            next += 1
            return [.declaration(try declarations(), isVariable: word == "var")]
        case "enum": return [try enumeration()]
        case "function": return [try functionStatement()]
        case "async" where isName("function", 1): return [try functionStatement()]
        case "if": return [try condition()]
        case "switch": return [try choice()]
        case "try": return [try attempt()]
        case "return":
            next += 1
            let isEmpty = isMark(";") || next >= end || isOnNewLine(next)
            let value = isEmpty ? nil : try expression()
            try endStatement()
            return [.result(value)]
        case "throw":
            next += 1
            skipStatement()
            return [.failure]
        case "break" where isMark(";", 1) || next + 1 == end || isOnNewLine(next + 1):
            next += 1
            try endStatement()
            return [.leave]
        case "import" where !isMark("(", 1) && !isMark(".", 1): return try importStatement()
        case "export": return try exportStatement()
        case "type", "interface", "declare", "namespace":
            guard case .name = peek(1), !isOnNewLine(next + 1) else { break }
            skipStatement()
            return []
        case "class", "abstract": return [try classStatement()]
        case "for", "while", "do", "with": throw Failure()
        default: break
        }
        return [try expressionStatement()]
    }

    private mutating func expressionStatement() throws(Failure) -> ScriptStatement {
        let value = try expression()
        try endStatement()
        return .expression(value)
    }

    private mutating func declarations() throws(Failure) -> [(pattern: ScriptPattern, value: ScriptExpression?)] {
        var found: [(pattern: ScriptPattern, value: ScriptExpression?)] = []
        repeat {
            let pattern = try pattern()
            _ = take("!")
            if take(":") { try skipType() }
            found.append((pattern, take("=") ? try assignment() : nil))
        } while take(",")
        try endStatement()
        return found
    }

    /// Reads a pattern: `a`, `{ a, b: c = d, ...e }`, `[a, b]`.
    mutating func pattern() throws(Failure) -> ScriptPattern {
        guard depth < Self.mostDepth else { throw Failure() }
        depth += 1
        defer { depth -= 1 }
        let (open, close) = (next, tokens.end(of: next))
        if isMark("[") {
            next = close + 1
            return .names((open..<close).compactMap { if case .name(let name) = tokens[$0] { name } else { nil } })
        }
        guard take("{") else { return .name(try name()) }
        var members: [(key: String, pattern: ScriptPattern, standard: ScriptExpression?)] = []
        var rest: String?
        while next < close {
            if take("...") {
                rest = try name()
            } else {
                let key: String
                if case .text(let text?) = peek() {
                    key = text
                    next += 1
                } else {
                    key = try name()
                }
                let inner = take(":") ? try pattern() : .name(key)
                members.append((key, inner, take("=") ? try assignment() : nil))
            }
            guard take(",") || next == close else { throw Failure() }
        }
        next = close + 1
        return .object(members, rest: rest)
    }

    private mutating func functionStatement() throws(Failure) -> ScriptStatement {
        let start = next
        _ = takeName("async")
        let nameIndex = next + (isMark("*", 1) ? 2 : 1)
        guard case .name(let name) = tokens[nameIndex] else { throw Failure() }
        next = start
        return .function(name: name, try function())
    }

    /// Takes a class as a function that isn't followed.
    private mutating func classStatement() throws(Failure) -> ScriptStatement {
        let start = next
        _ = takeName("abstract")
        next += 1
        let name = try name()
        while !isMark("{") {
            guard next < end, !isMark(";") else { throw Failure() }
            next = tokens.end(of: next) + 1
        }
        next = tokens.end(of: next) + 1
        return .function(name: name, ScriptFunction(file, [], start..<next, .type, .block(start..<start)))
    }

    private mutating func condition() throws(Failure) -> ScriptStatement {
        next += 1
        try expect("(")
        let condition = try expression()
        try expect(")")
        let first = try body()
        return .condition(condition, first, takeName("else") ? try body() : [])
    }

    private mutating func choice() throws(Failure) -> ScriptStatement {
        next += 1
        try expect("(")
        let subject = try expression()
        try expect(")")
        guard isMark("{") else { throw Failure() }
        let close = tokens.end(of: next)
        next += 1
        var cases: [(label: ScriptExpression?, body: [ScriptStatement])] = []
        while next < close {
            var label: ScriptExpression?
            if takeName("case") { label = try expression() } else if !takeName("default") { throw Failure() }
            try expect(":")
            // The labels are directly in the braces.
            var last = next
            while last < close,
                tokens[last - 1] == .mark(".") || ![.name("case"), .name("default")].contains(tokens[last])
            {
                last = tokens.end(of: last) + 1
            }
            var inner = Self(file, next..<last)
            inner.depth = depth + 1
            guard inner.depth < Self.mostDepth else { throw Failure() }
            cases.append((label, inner.statements()))
            next = last
        }
        next = close + 1
        return .choice(subject, cases)
    }

    private mutating func attempt() throws(Failure) -> ScriptStatement {
        next += 1
        guard isMark("{") else { throw Failure() }
        let first = try block(at: next)
        var (handler, last): ([ScriptStatement], [ScriptStatement]) = ([], [])
        var error: ScriptPattern?
        if takeName("catch") {
            if take("(") {
                error = try pattern()
                if take(":") { try skipType() }
                try expect(")")
            }
            guard isMark("{") else { throw Failure() }
            handler = try block(at: next)
        }
        if takeName("finally") {
            guard isMark("{") else { throw Failure() }
            last = try block(at: next)
        }
        return .attempt(first, error, handler: handler, last: last)
    }

    /// Reads `enum A { b = "c" }` as a constant object.
    private mutating func enumeration() throws(Failure) -> ScriptStatement {
        next += 1
        let start = next
        let name = try name()
        guard isMark("{") else { throw Failure() }
        let close = tokens.end(of: next)
        next += 1
        var members: [ScriptExpression.Member] = []
        while next < close {
            let key = try key()
            members.append(.value(key: key, take("=") ? try assignment() : expression(.other, start)))
            guard take(",") || next == close else { throw Failure() }
        }
        next = close + 1
        return .declaration([(.name(name), expression(.object(members), start))], isVariable: false)
    }

    // MARK: Modules

    private mutating func importStatement() throws(Failure) -> [ScriptStatement] {
        next += 1
        let isType = isName("type") && !isMark(",", 1) && !isName("from", 1)
        if isType {
            skipStatement()
            return []
        }
        var names: [(name: String, key: String?)] = []
        if case .name(let name) = peek() {
            next += 1
            // `import a = require("b")`
            if take("=") {
                let value = try assignment()
                try endStatement()
                return [.declaration([(.name(name), value)], isVariable: false)]
            }
            names.append((name, "default"))
            _ = take(",")
        }
        if take("*") {
            guard takeName("as") else { throw Failure() }
            names.append((try name(), nil))
        } else if isMark("{") {
            names += try self.names(after: "import").map { ($0.name, $0.key) }
        }
        if !names.isEmpty || isName("from") { guard takeName("from") else { throw Failure() } }
        guard case .text(let path?) = peek() else { throw Failure() }
        next += 1
        // `with { type: "json" }`
        if isMark("{", 1) { next = tokens.end(of: next + 1) + 1 }
        try endStatement()
        return [.imported(names, from: path)]
    }

    /// Reads `{ a, b as c }`, without types. The key is the name that other files use.
    private mutating func names(after word: String) throws(Failure) -> [(name: String, key: String)] {
        let close = tokens.end(of: next)
        next += 1
        var found: [(name: String, key: String)] = []
        while next < close {
            let isType = isName("type") && !isMark(",", 1) && next + 1 < close && !isName("as", 1)
            if isType { next += 1 }
            let first = try name()
            let second = takeName("as") ? try name() : first
            if !isType { found.append(word == "import" ? (second, first) : (first, second)) }
            guard take(",") || next == close else { throw Failure() }
        }
        next = close + 1
        return found
    }

    private mutating func exportStatement() throws(Failure) -> [ScriptStatement] {
        let start = next
        next += 1
        if takeName("default") {
            let index = next + (isName("async") ? 1 : 0) + (isMark("*", isName("async") ? 2 : 1) ? 2 : 1)
            if isName("function") || isName("async") && isName("function", 1), case .name(let name) = tokens[index] {
                return [try functionStatement(), .exportedDefault(expression(.name(name), start))]
            }
            let value = try expression()
            try endStatement()
            return [.exportedDefault(value)]
        }
        if take("=") {
            let value = try expression()
            try endStatement()
            let module = expression(.name("module"), start)
            let target = ScriptExpression.Kind.chain(
                module,
                [.member(expression(.text("exports"), start), isOptional: false)]
            )
            return [.expression(expression(.assignment(expression(target, start), "=", value), start))]
        }
        if isMark("{") {
            let names = try self.names(after: "export")
            var path: String?
            if takeName("from") {
                guard case .text(let text?) = peek() else { throw Failure() }
                path = text
                next += 1
            }
            try endStatement()
            return [.exported(names, from: path)]
        }
        if isMark("*") { throw Failure() }
        if isName("type"), isMark("{", 1) {
            skipStatement()
            return []
        }
        let declared = try statement()
        var names: [(name: String, key: String)] = []
        for statement in declared {
            switch statement {
            case .declaration(let all, _):
                for case .name(let name) in all.map(\.pattern) { names.append((name, name)) }
            case .function(let name, _): names.append((name, name))
            default: break
            }
        }
        return declared + [.exported(names, from: nil)]
    }

    func expression(_ kind: ScriptExpression.Kind, _ index: Int) -> ScriptExpression {
        ScriptExpression(kind: kind, place: file.place(index))
    }
}
