/// Reads the statements of a function.
struct SwiftStatementParser {
    private(set) var tokens: SwiftTokens
    private var variables: Set<String> = []
    /// The number of changes of variables that were read.
    private var changes = 0
    private var count = 0

    /// No function of a manifest has many statements, or conditions in many others.
    private static let (most, depth) = (256, 8)

    init(_ tokens: SwiftTokens) { self.tokens = tokens }

    /// Reads statements up to one that isn't known; `nil` if there are too many, or a condition is of another kind.
    mutating func statements(depth: Int) -> [SwiftStatement]? {
        var statements: [SwiftStatement] = []
        while count < Self.most, depth < Self.depth {
            count += 1
            var ahead = tokens
            guard case .word(let word)? = ahead.next() else { return statements }
            switch word {
            case "let", "var":
                tokens = ahead
                guard let value = value(isVariable: word == "var") else { return nil }
                statements.append(value)
            case "if":
                tokens = ahead
                guard let condition = condition(depth: depth) else { return nil }
                statements.append(condition)
            case "switch":
                var result = ahead
                // It gives the result if it is the last one.
                if SwiftLiteral(switch: &result) != nil, result.next() == .mark(UInt8(ascii: "}")) { return statements }
                tokens = ahead
                guard let choice = choice(depth: depth) else { return nil }
                statements += choice
            case _ where variables.contains(word):
                guard let change = change(of: word, &ahead) else { return statements }
                statements.append(change)
                changes += 1
                tokens = ahead
            default: return statements
            }
            ahead = tokens
            if ahead.next() == .mark(UInt8(ascii: ";")) { tokens = ahead }
        }
        return nil
    }

    /// Reads the declaration of one name with a value.
    private mutating func value(isVariable: Bool) -> SwiftStatement? {
        guard case .word(let name)? = tokens.next(), !variables.contains(name) else { return nil }
        let type = SwiftType.annotation(&tokens)
        guard tokens.next() == .mark(UInt8(ascii: "=")) else { return nil }
        if isVariable { variables.insert(name) }
        return .value(name, SwiftLiteral(&tokens, isStatement: true).typed(type))
    }

    /// Reads a condition after `if`, and what it decides about.
    private mutating func condition(depth: Int) -> SwiftStatement? {
        var ahead = tokens
        let isNegated = ahead.next() == .mark(UInt8(ascii: "!"))
        if isNegated { tokens = ahead }
        ahead = tokens
        // They declare names.
        if case .word(let word)? = ahead.next(), ["let", "var", "case"].contains(word) { return nil }
        var condition = SwiftLiteral(content: SwiftLiteral.primary(&tokens), range: ahead.start..<tokens.offset)
        var next = tokens.next()
        while let token = next, token != .mark(UInt8(ascii: "{")) {
            // It is more than that.
            condition.content = .other
            guard token != .mark(UInt8(ascii: "}")) else { return nil }
            next = tokens.next()
        }
        guard next != nil, let first = block(depth: depth) else { return nil }
        var second: [SwiftStatement] = []
        ahead = tokens
        if ahead.next() == .word("else") {
            tokens = ahead
            switch ahead.next() {
            case .word("if"):
                tokens = ahead
                guard depth < Self.depth, let other = self.condition(depth: depth + 1) else { return nil }
                second = [other]
            case .mark(UInt8(ascii: "{")):
                tokens = ahead
                guard let other = block(depth: depth) else { return nil }
                second = other
            default: return nil
            }
        }
        return .condition(condition, isNegated ? second : first, otherwise: isNegated ? first : second)
    }

    /// Reads a `switch` over a name, after that word.
    private mutating func choice(depth: Int) -> [SwiftStatement]? {
        var rest = tokens
        let found = SwiftSwitch(&rest) { rest in
            tokens = rest
            let statements = statements(depth: depth + 1)
            rest = tokens
            var ahead = tokens
            if ahead.next() == .word("break") { rest = ahead }
            return statements
        }
        tokens = rest
        return found?.conditions(missing: []) { [.condition($0, $1, otherwise: $2)] }
    }

    /// Reads statements and the brace that ends them.
    private mutating func block(depth: Int) -> [SwiftStatement]? {
        guard let statements = statements(depth: depth + 1), tokens.next() == .mark(UInt8(ascii: "}")) else {
            return nil
        }
        return statements
    }

    /// Reads what changes the variable `name`, after it; `nil` for anything else.
    private func change(of name: String, _ tokens: inout SwiftTokens) -> SwiftStatement? {
        var ahead = tokens
        if ahead.next() == .mark(UInt8(ascii: ".")), case .word(let member)? = ahead.next(),
            ahead.next() == .mark(UInt8(ascii: "=")), !ahead.isBefore(UInt8(ascii: "="))
        {
            tokens = ahead
            return .change(name, member: member, SwiftLiteral(&tokens, isStatement: true))
        }
        return appended(&tokens).map { .append(name, $0) }
    }

    /// Reads what a list, a text or a dictionary gets, after its name; `nil` for anything else.
    private func appended(_ tokens: inout SwiftTokens) -> SwiftLiteral? {
        var ahead = tokens
        switch ahead.next() {
        case .mark(UInt8(ascii: "+")):
            guard ahead.next() == .mark(UInt8(ascii: "=")) else { return nil }
            tokens = ahead
            return SwiftLiteral(&tokens, isStatement: true)
        case .mark(UInt8(ascii: ".")):
            let start = tokens
            guard case .call(let path, let arguments) = SwiftLiteral.primary(&tokens), path == ["", "append"],
                arguments.count == 1, let argument = arguments.first
            else {
                tokens = start
                return nil
            }
            if argument.label == "contentsOf" { return argument.value }
            guard argument.label == nil else { return nil }
            return SwiftLiteral(content: .list([argument.value]), range: argument.value.range)
        case .mark(UInt8(ascii: "[")):
            let key = SwiftLiteral(&ahead)
            guard ahead.next() == .mark(UInt8(ascii: "]")), ahead.next() == .mark(UInt8(ascii: "=")) else { return nil }
            let value = SwiftLiteral(&ahead, isStatement: true)
            tokens = ahead
            return SwiftLiteral(content: .pairs([(key, value)]), range: key.range)
        default: return nil
        }
    }

    /// Whether all that may change a variable between `start` and `end` was read.
    func seesAllChanges(from start: SwiftTokens, to end: Int) -> Bool {
        variables.isEmpty || SwiftChanges.changes(of: variables, from: start, to: end).count == changes
    }
}
