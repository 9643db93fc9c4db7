extension SwiftLiteral {
    /// The number of cases. Enumerations of modules have dozens.
    static let mostCases = 128

    /// Takes a `switch` over a name, from after that word on, whose cases each give an expression; `nil` for any other.
    ///
    /// It becomes a choice for each case.
    init?(switch tokens: inout SwiftTokens) {
        let start = tokens.start
        guard case .word(let name)? = tokens.next() else { return nil }
        let subject = SwiftLiteral(content: .name([name]), range: tokens.start..<tokens.offset)
        guard tokens.next() == .mark(UInt8(ascii: "{")) else { return nil }
        var cases: [(patterns: SwiftLiteral, value: SwiftLiteral)] = []
        var standard: SwiftLiteral?
        while true {
            let token = tokens.next()
            if token == .mark(UInt8(ascii: "}")) { break }
            guard token == .word("case") || token == .word("default"), standard == nil, cases.count < Self.mostCases
            else {
                return nil
            }
            let patterns = Self.patterns(&tokens)
            let value = Self.result(&tokens)
            if token == .word("default") { standard = value } else { cases.append((patterns, value)) }
        }
        let range = start..<tokens.offset
        var made = standard ?? SwiftLiteral(content: .other, range: range)
        for (patterns, value) in cases.reversed() {
            let isMeant = SwiftLiteral(content: .contains(patterns, subject, types: []), range: range)
            made = SwiftLiteral(content: .choice(isMeant, value, made), range: range)
        }
        self = made
    }

    /// Takes the patterns of a case, and the colon after them. They are a list of names and texts.
    static func patterns(_ tokens: inout SwiftTokens) -> SwiftLiteral {
        let start = tokens.offset
        var patterns: [SwiftLiteral] = []
        repeat {
            let start = tokens.offset
            patterns.append(SwiftLiteral(content: primary(&tokens), range: start..<tokens.offset))
        } while tokens.takes(UInt8(ascii: ","))
        let isRead = tokens.takes(UInt8(ascii: ":"))
        return SwiftLiteral(content: isRead ? .list(patterns) : .other, range: start..<tokens.offset)
    }

    /// Takes the expression that a case gives.
    private static func result(_ tokens: inout SwiftTokens) -> SwiftLiteral {
        var ahead = tokens
        if ahead.next() == .word("return") { tokens = ahead }
        let value = SwiftLiteral(&tokens, isStatement: true)
        _ = tokens.takes(UInt8(ascii: ";"))
        return value
    }

    /// Returns the expression in which what a `switch` is about has these types.
    func switching(_ types: [String: [[String]]]) -> SwiftLiteral {
        var work = Int.max
        let made = mapped(&work) { literal, _ in
            guard case .contains(let patterns, let subject, types: []) = literal.content,
                case .name(let path) = subject.content,
                path.count == 1, let types = types[path[0]]
            else { return literal }
            var literal = literal
            literal.content = .contains(patterns, subject, types: types)
            return literal
        }
        return made ?? unread
    }
}

extension SwiftTokens {
    /// Takes this character if it comes next.
    fileprivate mutating func takes(_ byte: UInt8) -> Bool {
        var ahead = self
        guard ahead.next() == .mark(byte) else { return false }
        self = ahead
        return true
    }
}
