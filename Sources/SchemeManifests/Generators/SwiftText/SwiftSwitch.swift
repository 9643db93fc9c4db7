/// A `switch` over a name, with what is read of each case.
struct SwiftSwitch<Value> {
    private let subject: SwiftLiteral
    private var cases: [(patterns: SwiftLiteral, value: Value)] = []
    /// That of `default`, which comes last.
    private var standard: Value?

    /// The number of cases. Enumerations of modules have dozens.
    private static var mostCases: Int { 128 }

    /// Takes a `switch` from after that word on; `nil` for any other.
    ///
    /// - Parameter value: Takes what a case does, or returns `nil` if it isn't read.
    init?(_ tokens: inout SwiftTokens, _ value: (inout SwiftTokens) -> Value?) {
        guard case .word(let name)? = tokens.next() else { return nil }
        subject = SwiftLiteral(content: .name([name]), range: tokens.start..<tokens.offset)
        guard tokens.next() == .mark(UInt8(ascii: "{")) else { return nil }
        while true {
            switch tokens.next() {
            case .mark(UInt8(ascii: "}")): return
            case .word("case") where standard == nil && cases.count < Self.mostCases:
                let patterns = Self.patterns(&tokens)
                guard let value = value(&tokens) else { return nil }
                cases.append((patterns, value))
            case .word("default") where standard == nil && tokens.takes(UInt8(ascii: ":")):
                standard = value(&tokens)
                guard standard != nil else { return nil }
            default: return nil
            }
        }
    }

    /// Takes the patterns of a case, and the colon after them. They are a list of names and texts.
    private static func patterns(_ tokens: inout SwiftTokens) -> SwiftLiteral {
        let start = tokens.offset
        var patterns: [SwiftLiteral] = []
        repeat {
            let start = tokens.offset
            patterns.append(SwiftLiteral(content: SwiftLiteral.primary(&tokens), range: start..<tokens.offset))
        } while tokens.takes(UInt8(ascii: ","))
        let isRead = tokens.takes(UInt8(ascii: ":"))
        return SwiftLiteral(content: isRead ? .list(patterns) : .other, range: start..<tokens.offset)
    }

    /// Returns the conditions that it stands for.
    ///
    /// - Parameters:
    ///   - missing: What holds if there is no `default`.
    ///   - choice: Makes a condition, from what decides and what it decides between.
    func conditions(missing: Value, _ choice: (SwiftLiteral, Value, Value) -> Value) -> Value {
        cases.reversed().reduce(standard ?? missing) { rest, one in
            let isMeant = SwiftLiteral(content: .contains(one.patterns, subject, types: []), range: subject.range)
            return choice(isMeant, one.value, rest)
        }
    }
}

extension SwiftLiteral {
    /// Takes a `switch` whose cases each give an expression, from after that word on; `nil` for any other.
    init?(switch tokens: inout SwiftTokens) {
        let start = tokens.start
        guard let found = SwiftSwitch(&tokens, Self.result) else { return nil }
        let range = start..<tokens.offset
        self = found.conditions(missing: SwiftLiteral(content: .other, range: range)) {
            SwiftLiteral(content: .choice($0, $1, $2), range: range)
        }
    }

    /// Takes the expression that a case gives.
    private static func result(_ tokens: inout SwiftTokens) -> SwiftLiteral? {
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
