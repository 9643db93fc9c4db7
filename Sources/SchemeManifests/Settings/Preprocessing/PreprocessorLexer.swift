internal import SchemeModel

/// Splits a text into preprocessing tokens as clang does, except for what manifests don't use.
///
/// - Source: llvm-project, clang/lib/Lex/Lexer.cpp; compared with clang by `PreprocessorComparisonTests`.
struct PreprocessorLexer {
    let text: [UInt8]
    /// The number of the text.
    let buffer: Int
    let syntax: PreprocessorSyntax
    /// The bytes of the manifest that the text replaces; `nil` for the manifest itself.
    let includeRange: Range<Int>?

    private(set) var index: Int
    /// Whether the end of the line ends a directive.
    private var isInDirective = false
    /// Whether removed comments are recorded.
    var remembersComments = false
    private(set) var removedComments: [Range<Int>] = []
    /// The location of an unclosed comment.
    private(set) var unterminated: Range<Int>?
    /// The first syntax that isn't supported, such as a raw string.
    private(set) var unsupported: Range<Int>?
    /// Whether the text is left out, so that its comments aren't recorded and its syntax needn't be supported.
    var isLeftOut = false
    /// Whether a `//` right after a colon, as in `https://`, was removed from the current directive.
    private(set) var hasCutDirective = false
    /// Whether a comment was removed from the current directive.
    private(set) var hasDirectiveComment = false

    // Attributes of the next token.
    private var startsLine = true
    private var startsPhysicalLine = true
    private var followsSpace = false

    /// The start of the current line, for columns.
    private var lineStart = 0

    init(_ text: [UInt8], buffer: Int, syntax: PreprocessorSyntax, includeRange: Range<Int>?) {
        self.text = text
        self.buffer = buffer
        self.syntax = syntax
        self.includeRange = includeRange
        // The UTF-8 byte order mark.
        index = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    private func byte(at index: Int) -> UInt8 { index < text.count ? text[index] : 0 }

    private mutating func noteUnsupported(_ range: Range<Int>) {
        if !isLeftOut { unsupported = unsupported ?? range }
    }

    /// Treats the rest of the line as one directive.
    mutating func beginDirective() {
        isInDirective = true
        hasCutDirective = false
        hasDirectiveComment = false
    }

    /// Ends a directive before the end of its line, so that the rest is text.
    mutating func leaveDirective() { isInDirective = false }

    private var keepsComments: Bool { !isInDirective && (syntax.keepsComments || syntax.isTraditional) }
    private var keepsBlanks: Bool { syntax.isTraditional && !isInDirective }

    // MARK: Tokens

    /// Returns the next token. At the end of the text, always returns ``PreprocessorToken/Kind/end``.
    mutating func next() -> PreprocessorToken {
        var token = PreprocessorToken(
            kind: .end,
            text: [],
            buffer: buffer,
            range: index..<index,
            origin: PreprocessorOrigin(column: 1, manifestRange: 0..<0),
            isAtStartOfLine: startsLine,
            hasLeadingSpace: followsSpace,
            canBeginDirective: startsPhysicalLine
        )
        startsLine = false
        startsPhysicalLine = false
        followsSpace = false
        var kind: PreprocessorToken.Kind?
        var start = index
        var column = 1
        while kind == nil {
            start = index
            column = start - lineStart + 1
            guard index < text.count else {
                kind = isInDirective ? .endOfDirective : .end
                isInDirective = false
                break
            }
            switch text[index] {
            case 0x0A, 0x0D:
                kind = lineBreak()
                if kind == nil {
                    (token.isAtStartOfLine, token.canBeginDirective, token.hasLeadingSpace) = (true, true, false)
                }
            case let blank where blank == 0 || blank.isHorizontalSpace:
                index += 1
                while byte(at: index).isHorizontalSpace { index += 1 }
                if keepsBlanks { kind = .blank } else { token.hasLeadingSpace = true }
            case .backslash where continuation(at: index) > 0:
                // Whether it separates tokens makes no difference: see `continuedWord`.
                if keepsBlanks { noteUnsupported(start..<start + 1) }
                index += continuation(at: index)
                lineStart = index
            case UInt8(ascii: "/"):
                kind = slash(&token)
            case let byte:
                kind = self.kind(ofTokenAt: byte)
            }
        }
        token.kind = kind ?? .end
        token.range = start..<index
        token.text = text[token.range]
        token.origin.column = column
        token.origin.manifestRange = includeRange ?? token.range
        return token
    }

    /// Skips the end of a line. Returns the token that it is, if any.
    private mutating func lineBreak() -> PreprocessorToken.Kind? {
        index += text[index] == 0x0D && byte(at: index + 1) == 0x0A ? 2 : 1
        lineStart = index
        guard isInDirective || keepsBlanks else { return nil }
        startsLine = true
        startsPhysicalLine = true
        if isInDirective {
            isInDirective = false
            return .endOfDirective
        }
        while index < text.count, text[index].isHorizontalSpace || text[index].endsLine {
            index += 1
            if text[index - 1].endsLine { lineStart = index }
        }
        return .blank
    }

    /// Whether the next token is an opening parenthesis; `nil` at the end of the text.
    var isBeforeParenthesis: Bool? {
        var ahead = self
        ahead.remembersComments = false
        let token = ahead.next()
        return token.kind == .end ? nil : token.isPunctuator("(")
    }

    /// Reads a header name in quotes or angle brackets. Returns `nil` and reads nothing if there isn't one.
    mutating func takeHeaderName() -> (name: ArraySlice<UInt8>, isQuoted: Bool)? {
        var ahead = self
        let token = ahead.next()
        if token.kind == .quotation, token.text.first == .doubleQuote {
            self = ahead
            return (token.text.dropFirst().dropLast(), true)
        }
        guard token.kind == .punctuator, token.text.first == UInt8(ascii: "<") else { return nil }
        let rest = text[(token.range.lowerBound + 1)...]
        guard let end = rest.firstIndex(where: { $0 == UInt8(ascii: ">") || $0.endsLine }), !text[end].endsLine else {
            return nil
        }
        index = end + 1
        return (text[rest.startIndex..<end], false)
    }

    /// Gives the next token the whitespace of an omitted one before it.
    mutating func inherit(isAtStartOfLine: Bool, hasLeadingSpace: Bool) {
        startsLine = isAtStartOfLine
        followsSpace = hasLeadingSpace
    }

    // MARK: Comments

    /// Skips a comment, or reads the token that the slash starts.
    private mutating func slash(_ token: inout PreprocessorToken) -> PreprocessorToken.Kind? {
        let start = index
        switch byte(at: index + 1) {
        case UInt8(ascii: "/") where syntax.hasLineComments:
            index = endOfLineComment(index + 2)
            if keepsComments {
                if text[start..<index].contains(where: \.endsLine) { noteUnsupported(start..<start + 2) }
                return .comment
            }
            if isInDirective, start > 0, text[start - 1] == .colon { hasCutDirective = true }
        // The end of the line follows.
        case UInt8(ascii: "*"):
            guard let end = endOfBlockComment(index + 2) else {
                unterminated = unterminated ?? start..<start + 2
                index = text.count
                return keepsComments ? .other : nil
            }
            index = end
            if let last = text[start..<end].lastIndex(where: \.endsLine) { lineStart = last + 1 }
            if keepsComments { return .comment }
            token.hasLeadingSpace = true
        default: return punctuator()
        }
        if isInDirective { hasDirectiveComment = true }
        // More entries wouldn't help.
        if remembersComments, !isLeftOut, !isInDirective, removedComments.count < 10_000 {
            removedComments.append(start..<index)
        }
        return nil
    }

    /// Returns the end of the line comment whose text starts at `start`: the end of its line and continuation lines.
    private func endOfLineComment(_ start: Int) -> Int {
        var end = start
        while end < text.count, !text[end].endsLine { end += max(1, continuation(at: end)) }
        return end
    }

    /// Returns the offset after the block comment whose text starts at `start`, or `nil` if it isn't closed.
    private func endOfBlockComment(_ start: Int) -> Int? {
        var index = start
        while let star = text[index...].firstIndex(of: UInt8(ascii: "*")) {
            if byte(at: star + 1) == UInt8(ascii: "/") { return star + 2 }
            index = star + 1
        }
        return nil
    }

    // MARK: Continued lines

    /// Returns the length of the line continuation at `start`, or zero: a backslash, possible blanks and a line ending.
    private func continuation(at start: Int) -> Int {
        guard text[start] == .backslash else { return 0 }
        var end = start + 1
        while byte(at: end).isHorizontalSpace { end += 1 }
        guard byte(at: end).endsLine else { return 0 }
        let isPair = byte(at: end + 1).endsLine && text[end + 1] != text[end]
        return end + (isPair ? 2 : 1) - start
    }

    /// Returns the first line continuation inside a word or symbol, which isn't supported.
    var continuedWord: Range<Int>? {
        var index = 0
        while let start = text[index...].firstIndex(of: .backslash) {
            let length = continuation(at: start)
            index = start + max(1, length)
            guard length > 0, start > 0, index < text.count else { continue }
            let (before, after) = (text[start - 1], text[index])
            let isJoined =
                before.isPartOfName
                ? after.isPartOfName || ".+-\"'".utf8.contains(after)
                : before == UInt8(ascii: ".") && after.isDigit
                    || Self.joined.contains(String(decoding: [before, after], as: UTF8.self))
            if isJoined { return start..<index }
        }
        return nil
    }

    /// Returns the first trigraph, such as `??=`, which an unknown flag may enable.
    var trigraph: Range<Int>? {
        var index = 0
        while let start = text[index...].firstIndex(of: UInt8(ascii: "?")) {
            if byte(at: start + 1) == text[start], "=/'()!<>-".utf8.contains(byte(at: start + 2)) {
                return start..<start + 3
            }
            index = start + 1
        }
        return nil
    }

    // MARK: Names, numbers, quotations and punctuators

    /// Reads the token that starts with `byte`.
    private mutating func kind(ofTokenAt byte: UInt8) -> PreprocessorToken.Kind {
        switch byte {
        case .doubleQuote, .singleQuote: return quotation()
        case 0x30...0x39: return number()
        case UInt8(ascii: ".") where (0x30...0x39).contains(self.byte(at: index + 1)): return number()
        case _ where byte.isPartOfName:
            let start = index
            while self.byte(at: index).isPartOfName { index += 1 }
            let next = self.byte(at: index)
            guard next == .doubleQuote || next == .singleQuote else { return .identifier }
            switch String(decoding: text[start..<index], as: UTF8.self) {
            case "L", "u", "U", "u8": return quotation()
            case "R", "LR", "uR", "UR", "u8R":
                if next == .doubleQuote { noteUnsupported(start..<index + 1) }
            default: break
            }
            return .identifier
        default: return punctuator()
        }
    }

    private mutating func number() -> PreprocessorToken.Kind {
        index += 1
        while index < text.count {
            let byte = text[index]
            let isSign = byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
            guard
                byte.isPartOfName && byte != .dollar || byte == UInt8(ascii: ".")
                    || isSign && [UInt8(ascii: "e"), UInt8(ascii: "p")].contains(text[index - 1] | 0x20)
            else { break }
            index += 1
        }
        return .number
    }

    /// Reads a quoted text. An unclosed one ends at the end of the line.
    private mutating func quotation() -> PreprocessorToken.Kind {
        let quote = text[index]
        index += 1
        // `''` contains no character.
        if quote == .singleQuote, byte(at: index) == quote {
            index += 1
            return .other
        }
        while index < text.count, !text[index].endsLine {
            let isEscape = text[index] == .backslash
            if isEscape, continuation(at: index) > 0 { noteUnsupported(index..<index + 1) }
            index += 1
            if text[index - 1] == quote { return .quotation }
            guard isEscape, index < text.count, !text[index].endsLine else { continue }
            if continuation(at: index) > 0 { noteUnsupported(index..<index + 1) }
            index += 1
        }
        return .other
    }

    private mutating func punctuator() -> PreprocessorToken.Kind {
        let start = index
        index += 1
        if text[start] == UInt8(ascii: "#"), byte(at: index) != text[start] { return .hash }
        if Self.others.contains(text[start]) { return .other }
        if index < text.count, Self.pairs.contains(String(decoding: text[start...index], as: UTF8.self)) { index += 1 }
        return .punctuator
    }

    /// The ASCII characters that don't start a token.
    private static let others: Set<UInt8> = Set("@`\\".utf8).union(0x01...0x08).union(0x0E...0x1F).union([0x7F])

    private static let joined = pairs.union(["//", "/*", "*/", ".."])

    private static let pairs: Set<String> = [
        "->", "##", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "*=", "/=", "%=", "+=", "-=", "&=",
        "^=",
        "|=",
        "%:",
    ]
}

extension UInt8 {
    /// Whether it is a blank of C inside a line.
    var isHorizontalSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0B || self == 0x0C }

    var endsLine: Bool { self == 0x0A || self == 0x0D }

    /// Whether it continues a name. Non-ASCII characters count as letters; see ``PreprocessorRun/mayReplace(_:)``.
    fileprivate var isPartOfName: Bool { isWord || self == .dollar }
}
