import SchemeModel

extension SwiftLiteral {
    /// The maximum nesting depth of brackets. Real manifests have about a dozen levels.
    private static let depth = 64
    /// How much of ``depth`` an interpolation takes, whose text is scanned again.
    private static let interpolationDepth = 16

    /// Parses the next expression.
    ///
    /// An unsupported expression becomes ``Content/other``, and ends before the next comma or closing bracket.
    ///
    /// - Parameter isStatement: Whether it also ends where the next line begins another statement.
    init(_ tokens: inout SwiftTokens, depth: Int = 0, isStatement: Bool = false) {
        self = Self.sum(&tokens, depth: depth)
        let start = range.lowerBound
        // A missing value has a lower precedence than a sum, and a higher one than a choice.
        var optional: [SwiftLiteral] = []
        while optional.count < Self.mostMembers, Self.takeFallback(&tokens) {
            optional.append(self)
            self = Self.sum(&tokens, depth: depth)
        }
        for first in optional.reversed() {
            self = SwiftLiteral(content: .fallback(first, self), range: start..<max(start, tokens.offset))
        }
        var ahead = tokens
        if ahead.next() == .mark(UInt8(ascii: "?")), ahead.isBeforeBlank, depth < Self.depth {
            let condition = self
            tokens = ahead
            let first = SwiftLiteral(&tokens, depth: depth + 1)
            if ahead.next(from: tokens) == .mark(UInt8(ascii: ":")) {
                tokens = ahead
                content = .choice(condition, first, SwiftLiteral(&tokens, depth: depth + 1))
            } else {
                content = .other
            }
        }
        // Reads nothing if no expression starts here.
        range = start..<max(start, tokens.offset)
        if !Self.isAtEnd(tokens, isStatement: isStatement) {
            content = .other
            Self.skip(&tokens, isStatement: isStatement)
            range = start..<max(start, tokens.offset)
        }
    }

    /// Parses an expression, or several with `+` between them.
    private static func sum(_ tokens: inout SwiftTokens, depth: Int) -> SwiftLiteral {
        func term() -> SwiftLiteral {
            var ahead = tokens
            _ = ahead.next()
            let start = ahead.start
            var made = SwiftLiteral(content: primary(&tokens, depth: depth), range: start..<max(start, tokens.offset))
            made.takeMembers(&tokens, depth: depth)
            return made
        }
        var made = term()
        var terms = [made]
        var ahead = tokens
        // `+++` is another operator.
        while ahead.next() == .mark(UInt8(ascii: "+")), !"+-*/%&|^<>=!?~".utf8.contains(where: ahead.isBefore) {
            tokens = ahead
            terms.append(term())
            ahead = tokens
        }
        if terms.count > 1 {
            made = SwiftLiteral(
                content: .sum(terms),
                range: made.range.lowerBound..<max(made.range.lowerBound, tokens.offset)
            )
        }
        return made
    }

    /// Parses the members of a text or of what a function gives: `name(of: a).lowercased()`.
    private mutating func takeMembers(_ tokens: inout SwiftTokens, depth: Int) {
        for _ in 0..<Self.mostMembers {
            switch content {
            case .text, .sum, .call, .member: break
            default: return
            }
            var ahead = tokens
            guard ahead.next() == .mark(UInt8(ascii: ".")), case .word(let name)? = ahead.next() else { return }
            tokens = ahead
            var list: [Argument]?
            if ahead.next() == .mark(UInt8(ascii: "(")), depth < Self.depth {
                tokens = ahead
                guard let arguments = Self.arguments(&tokens, depth: depth) else {
                    content = .other
                    return
                }
                list = arguments
            }
            self = SwiftLiteral(content: .member(self, name, list), range: range.lowerBound..<tokens.offset)
        }
    }

    /// The number of members of members, and of values that replace missing ones. Manifests have one or two.
    private static let mostMembers = 8

    /// Takes `??`.
    private static func takeFallback(_ tokens: inout SwiftTokens) -> Bool {
        var ahead = tokens
        guard ahead.next() == .mark(UInt8(ascii: "?")), !ahead.isBeforeBlank, ahead.next() == .mark(UInt8(ascii: "?"))
        else {
            return false
        }
        tokens = ahead
        return true
    }

    /// Parses the next expression without operators.
    static func primary(_ tokens: inout SwiftTokens, depth: Int = 0) -> Content {
        var ahead = tokens
        switch ahead.next() {
        case .text(let text):
            tokens = ahead
            if let text { return .text(text) }
            let range = ahead.start..<ahead.offset
            let parts = ahead.parts.compactMap { part($0, of: range, tokens, depth: depth) }
            return parts.isEmpty || parts.count < ahead.parts.count ? .other : .sum(parts)
        case .mark(UInt8(ascii: "[")) where depth < Self.depth:
            tokens = ahead
            return list(&tokens, depth: depth)
        case .word, .mark(UInt8(ascii: ".")):
            let path = path(&tokens)
            if path == ["true"] || path == ["false"] { return .flag(path == ["true"]) }
            if path == ["Set"] { skipElementType(&tokens) }
            ahead = tokens
            guard ahead.next() == .mark(UInt8(ascii: "(")), depth < Self.depth else { return .name(path) }
            tokens = ahead
            return arguments(&tokens, depth: depth).map { .call(path, $0) } ?? .other
        case .mark(let byte) where byte.isDigit: return number(&tokens)
        default: return .other
        }
    }

    private static func number(_ tokens: inout SwiftTokens) -> Content {
        var digits: [UInt8] = []
        var ahead = tokens
        while case .mark(let byte)? = ahead.next(from: tokens), byte.isDigit {
            digits.append(byte)
            tokens = ahead
            guard !tokens.isBeforeBlank else { break }
        }
        // It may go on with a word: `0x10`, `1_000`.
        if !tokens.isBeforeBlank, case .word? = ahead.next(from: tokens) { return .other }
        return Int64(String(decoding: digits, as: UTF8.self)).map { .number($0) } ?? .other
    }

    /// Returns a part of the text at `range`; `nil` if it isn't an expression alone.
    private static func part(
        _ part: SwiftTokens.Part,
        of range: Range<Int>,
        _ tokens: SwiftTokens,
        depth: Int
    ) -> SwiftLiteral? {
        switch part {
        case .text(let text): return SwiftLiteral(content: .text(text), range: range)
        case .expression(let inner):
            guard depth < Self.depth else { return nil }
            var tokens = tokens
            tokens.move(to: inner.lowerBound)
            let literal = SwiftLiteral(&tokens, depth: depth + interpolationDepth)
            // A format may follow.
            guard tokens.next() == .mark(UInt8(ascii: ")")), tokens.start == inner.upperBound else { return nil }
            return literal
        }
    }

    /// Skips `<Element>` in front of a bracket.
    private static func skipElementType(_ tokens: inout SwiftTokens) {
        var ahead = tokens
        guard ahead.next() == .mark(UInt8(ascii: "<")), case .word? = ahead.next(),
            ahead.next() == .mark(UInt8(ascii: ">"))
        else { return }
        tokens = ahead
    }

    private static func path(_ tokens: inout SwiftTokens) -> [String] {
        var path: [String] = []
        var ahead = tokens
        if ahead.next() == .mark(UInt8(ascii: ".")) {
            path.append("")
            tokens = ahead
        }
        while case .word(let name)? = ahead.next(from: tokens) {
            path.append(name)
            tokens = ahead
            guard ahead.next(from: tokens) == .mark(UInt8(ascii: ".")) else { break }
            var beyond = ahead
            guard case .word? = beyond.next() else { break }
            tokens = ahead
        }
        return path
    }

    /// Parses the elements after an opening bracket, and the closing one.
    private static func list(_ tokens: inout SwiftTokens, depth: Int) -> Content {
        var elements: [SwiftLiteral] = []
        var pairs: [(key: SwiftLiteral, value: SwiftLiteral)] = []
        // Conditional parts, as after `#if`, make the list incomplete.
        var isWhole = true
        var isDictionary = false
        var ahead = tokens
        while let token = ahead.next(from: tokens) {
            switch token {
            case .mark(UInt8(ascii: "]")):
                tokens = ahead
                guard isWhole, pairs.isEmpty || elements.isEmpty else { return .other }
                return pairs.isEmpty && !isDictionary ? .list(elements) : .pairs(pairs)
            case .mark(UInt8(ascii: ",")): tokens = ahead
            case .mark(UInt8(ascii: ":")):
                // `[:]`, or the value of the previous key.
                tokens = ahead
                isDictionary = true
                guard let key = elements.popLast() else { continue }
                pairs.append((key, SwiftLiteral(&tokens, depth: depth + 1)))
            case .mark(UInt8(ascii: ")")), .mark(UInt8(ascii: "}")): return .other
            case .mark(let byte) where Self.ends.contains(byte):
                tokens = ahead
                isWhole = false
            default: elements.append(SwiftLiteral(&tokens, depth: depth + 1))
            }
        }
        return .other
    }

    /// Parses the arguments after an opening bracket, and the closing one.
    ///
    /// Returns `nil` if they aren't closed or contain conditional parts.
    private static func arguments(_ tokens: inout SwiftTokens, depth: Int) -> [Argument]? {
        var arguments: [Argument] = []
        var isWhole = true
        var ahead = tokens
        while let token = ahead.next(from: tokens) {
            switch token {
            case .mark(UInt8(ascii: ")")):
                tokens = ahead
                return isWhole ? arguments : nil
            case .mark(UInt8(ascii: ",")): tokens = ahead
            case .mark(UInt8(ascii: "]")), .mark(UInt8(ascii: "}")): return nil
            case .mark(let byte) where Self.ends.contains(byte):
                tokens = ahead
                isWhole = false
            default:
                var label: String?
                if case .word(let word) = token, ahead.next() == .mark(UInt8(ascii: ":")) {
                    label = word
                    tokens = ahead
                }
                arguments.append(Argument(label: label, value: SwiftLiteral(&tokens, depth: depth + 1)))
            }
        }
        return nil
    }

    /// Returns whether an expression ends here: at a comma, a colon, a closing bracket, or the end of the statement.
    private static func isAtEnd(_ tokens: SwiftTokens, isStatement: Bool) -> Bool {
        var ahead = tokens
        let token = ahead.next()
        if isStatement, ahead.beginsLine, !connects(token) { return true }
        switch token {
        case nil, .word: return true
        case .mark(let byte): return Self.ends.contains(byte)
        case .text: return false
        }
    }

    private static let ends = Set(",:])}#@;".utf8)
    /// What continues an expression at the start or after the end of a line: operators, and the brace of a closure.
    private static let connectors = Set(".?:+-*/%&|^<>=!{".utf8)

    private static func connects(_ token: SwiftTokens.Token?) -> Bool {
        if case .mark(let byte)? = token { connectors.contains(byte) } else { false }
    }

    /// Words that begin the next statement.
    private static let statements: Set<String> = [
        "class", "enum", "extension", "fileprivate", "func", "import", "internal", "let", "private", "protocol",
        "public", "return", "static", "struct", "typealias", "var",
    ]

    /// Skips to the end of an expression.
    private static func skip(_ tokens: inout SwiftTokens, isStatement: Bool) {
        var open = 0
        // The number of conditions whose second case is still to come.
        var conditions = 0
        var last: SwiftTokens.Token?
        // An operator that is between blanks continues on the next line. One without belongs to what is before it: `a!`.
        var continues = false
        var ahead = tokens
        while let token = ahead.next(from: tokens) {
            if isStatement, open == 0, !continues, ahead.beginsLine, !connects(token) { return }
            continues = connects(token) && (continues || ahead.start > tokens.offset)
            switch token {
            case .mark(UInt8(ascii: "(")), .mark(UInt8(ascii: "[")), .mark(UInt8(ascii: "{")): open += 1
            case .mark(UInt8(ascii: ")")), .mark(UInt8(ascii: "]")), .mark(UInt8(ascii: "}")):
                if open == 0 { return }
                open -= 1
            case .mark(UInt8(ascii: ",")), .mark(UInt8(ascii: ";")): if open == 0 { return }
            case .mark(UInt8(ascii: "?")):
                if open == 0, ahead.isBeforeBlank, last != .mark(UInt8(ascii: "?")), last != .word("as") {
                    conditions += 1
                }
            case .mark(UInt8(ascii: ":")):
                if open == 0, conditions == 0 { return }
                if open == 0 { conditions -= 1 }
            case .word(let word):
                if open == 0, last != .mark(UInt8(ascii: ".")), statements.contains(word) { return }
            default: break
            }
            last = token
            tokens = ahead
        }
    }
}

extension SwiftTokens {
    /// Continues from the state of `tokens`, and returns the next token.
    mutating func next(from tokens: SwiftTokens) -> Token? {
        self = tokens
        return next()
    }
}
