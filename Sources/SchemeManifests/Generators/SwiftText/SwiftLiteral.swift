import SchemeModel

/// An expression in a Swift manifest that can be read without running it.
///
/// These are texts, lists, dictionaries, names, and calls.
struct SwiftLiteral {
    var content: Content
    /// The location of the expression.
    var range: Range<Int>

    indirect enum Content {
        case text(String)
        case flag(Bool)
        /// The names between dots. The first is empty if the expression starts with a dot.
        case name([String])
        case call([String], [Argument])
        case list([SwiftLiteral])
        case pairs([(key: SwiftLiteral, value: SwiftLiteral)])
        /// Any other expression.
        case other
    }

    /// An argument of a call.
    struct Argument {
        var label: String?
        var value: SwiftLiteral
    }

    /// The maximum nesting depth of brackets. Real manifests have about a dozen levels.
    private static let depth = 64

    /// The text of a literal.
    var text: String? { if case .text(let text) = content { text } else { nil } }

    /// The elements of a list.
    var elements: [SwiftLiteral]? { if case .list(let elements) = content { elements } else { nil } }

    /// The last name of the called function, and the arguments.
    var call: (name: String, arguments: [Argument])? {
        guard case .call(let path, let arguments) = content, let name = path.last else { return nil }
        return (name, arguments)
    }

    /// The value of the first argument with this label.
    subscript(label: String) -> SwiftLiteral? { call?.arguments.first { $0.label == label }?.value }
}

extension SwiftLiteral {
    /// Parses the next expression.
    ///
    /// An unsupported expression becomes ``Content/other``, and ends before the next comma or closing bracket.
    init(_ tokens: inout SwiftTokens, depth: Int = 0) {
        var ahead = tokens
        _ = ahead.next()
        let start = ahead.start
        content = Self.primary(&tokens, depth: depth)
        // Reads nothing if no expression starts here.
        range = start..<max(start, tokens.offset)
        if !Self.isAtEnd(tokens) {
            content = .other
            Self.skip(&tokens)
            range = start..<max(start, tokens.offset)
        }
    }

    private static func primary(_ tokens: inout SwiftTokens, depth: Int) -> Content {
        var ahead = tokens
        switch ahead.next() {
        case .text(let text):
            tokens = ahead
            return text.map { .text($0) } ?? .other
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
        default: return .other
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
    private static func isAtEnd(_ tokens: SwiftTokens) -> Bool {
        var ahead = tokens
        switch ahead.next() {
        case nil, .word: return true
        case .mark(let byte): return Self.ends.contains(byte)
        case .text: return false
        }
    }

    private static let ends = Set(",:])}#@;".utf8)

    /// Skips to the end of an expression.
    private static func skip(_ tokens: inout SwiftTokens) {
        var open = 0
        // The number of conditions whose second case is still to come.
        var conditions = 0
        var ahead = tokens
        while let token = ahead.next(from: tokens) {
            if case .mark(let byte) = token {
                switch byte {
                case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): open += 1
                case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
                    if open == 0 { return }
                    open -= 1
                case UInt8(ascii: ","): if open == 0 { return }
                case UInt8(ascii: "?"): if open == 0, ahead.isBeforeBlank { conditions += 1 }
                case UInt8(ascii: ":"):
                    if open == 0, conditions == 0 { return }
                    if open == 0 { conditions -= 1 }
                default: break
                }
            } else if open == 0, token == .word("let") || token == .word("var") || token == .word("func") {
                return
            }
            tokens = ahead
        }
    }
}

extension SwiftTokens {
    /// Continues from the state of `tokens`, and returns the next token.
    fileprivate mutating func next(from tokens: SwiftTokens) -> Token? {
        self = tokens
        return next()
    }
}
