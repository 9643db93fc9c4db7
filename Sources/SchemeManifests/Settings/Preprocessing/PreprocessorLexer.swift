internal import SchemeModel

/// Splits a text into preprocessing tokens as clang does.
///
/// - Source: llvm-project, clang/lib/Lex/Lexer.cpp; compared with clang on generated texts by `PreprocessorFuzzTests`.
struct PreprocessorLexer {
    let text: [UInt8]
    /// The number of the text.
    let buffer: Int
    let syntax: PreprocessorSyntax
    /// The bytes of the manifest that the text replaces; `nil` for the manifest itself.
    let includeRange: Range<Int>?

    var index: Int
    /// Whether the end of the line ends a directive.
    private(set) var isInDirective = false
    /// Whether comments in a directive are tokens.
    private var keepsDirectiveComments = false
    /// Whether removed comments are recorded.
    var remembersComments = false
    private(set) var removedComments: [Range<Int>] = []
    /// The location of an unclosed comment or raw string.
    private(set) var unterminated: Range<Int>?
    /// Whether a `//` right after a colon, as in `https://`, was removed from the current directive.
    private(set) var hasCutDirective = false

    // Attributes of the next token.
    private var startsLine = true
    private var startsPhysicalLine = true
    private var followsSpace = false

    // The current line, for locations.
    private var line = 1
    private var lineStart = 0
    private var lineIndex = 0

    init(_ text: [UInt8], buffer: Int, syntax: PreprocessorSyntax, includeRange: Range<Int>?) {
        self.text = text
        self.buffer = buffer
        self.syntax = syntax
        self.includeRange = includeRange
        // The UTF-8 byte order mark.
        index = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    /// The 1-based line of the next token.
    var currentLine: Int {
        mutating get {
            moveLine(to: index)
            return line
        }
    }

    /// Treats the rest of the line as one directive.
    mutating func beginDirective() {
        isInDirective = true
        keepsDirectiveComments = false
        hasCutDirective = false
    }

    /// Makes comments of the directive tokens, if they are kept in macros.
    mutating func keepMacroComments() { keepsDirectiveComments = syntax.comments == .keptInMacros }

    private var keepsComments: Bool {
        isInDirective ? keepsDirectiveComments : syntax.comments != .removed || syntax.isTraditional
    }

    private var keepsBlanks: Bool { syntax.isTraditional && !isInDirective }

    // MARK: Tokens

    /// Returns the next token. At the end of the text, always returns ``PreprocessorToken/Kind/end``.
    mutating func next() -> PreprocessorToken {
        var space = Space(isAtStartOfLine: startsLine, canBeginDirective: startsPhysicalLine, isLeading: followsSpace)
        startsLine = false
        startsPhysicalLine = false
        followsSpace = false
        var kind: PreprocessorToken.Kind?
        var start = index
        while kind == nil {
            if index < text.count, text[index].isHorizontalSpace {
                skipHorizontalSpace()
                if keepsBlanks { kind = .blank } else { space.isLeading = true }
                continue
            }
            start = index
            guard index < text.count else {
                kind = isInDirective ? .endOfDirective : .end
                isInDirective = false
                break
            }
            let (byte, next) = character(at: index)
            switch byte {
            case 0x0A, 0x0D:
                index = byte == 0x0D && next < text.count && text[next] == 0x0A ? next + 1 : next
                if isInDirective {
                    isInDirective = false
                    startLine()
                    kind = .endOfDirective
                } else if keepsBlanks {
                    while index < text.count, text[index].isHorizontalSpace || text[index].endsLine { index += 1 }
                    startLine()
                    kind = .blank
                } else {
                    space = .startOfLine
                }
            case 0, 0x20, 0x09, 0x0B, 0x0C:
                // A NUL, a blank after a continued line, or an empty continuation.
                index = next
                space.isLeading = true
                if keepsBlanks, byte != 0 { kind = .blank }
            case UInt8(ascii: "/"):
                kind = slash(next, &space)
            default:
                kind = token(byte, next)
            }
        }
        return token(kind ?? .end, from: start, space)
    }

    /// The whitespace before a token.
    private struct Space {
        var isAtStartOfLine: Bool
        /// Whether only whitespace and comments come before it on its line.
        var canBeginDirective: Bool
        var isLeading: Bool

        static let startOfLine = Space(isAtStartOfLine: true, canBeginDirective: true, isLeading: false)
    }

    private mutating func startLine() {
        startsLine = true
        startsPhysicalLine = true
    }

    private mutating func token(
        _ kind: PreprocessorToken.Kind,
        from start: Int,
        _ space: Space
    ) -> PreprocessorToken {
        moveLine(to: start)
        let range = start..<index
        return PreprocessorToken(
            kind: kind,
            text: spelling(kind, range),
            buffer: buffer,
            range: range,
            origin: PreprocessorOrigin(
                line: line,
                column: start - lineStart + 1,
                manifestRange: includeRange ?? range
            ),
            isAtStartOfLine: space.isAtStartOfLine,
            hasLeadingSpace: space.isLeading,
            canBeginDirective: space.canBeginDirective
        )
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

    /// Ends a directive before the end of its line, so that the rest is text.
    mutating func leaveDirective() { isInDirective = false }

    // MARK: White space and comments

    private mutating func skipHorizontalSpace() {
        while index < text.count, text[index].isHorizontalSpace { index += 1 }
    }

    /// Skips a comment, or reads the punctuator at the slash whose successor is at `next`.
    private mutating func slash(_ next: Int, _ space: inout Space) -> PreprocessorToken.Kind? {
        let (byte, behind) = character(at: next)
        let start = index
        if byte == UInt8(ascii: "/"), syntax.hasLineComments {
            index = endOfLineComment(behind)
            if keepsComments { return .comment }
            remember(start..<index)
            if isInDirective, start > 0, text[start - 1] == .colon { hasCutDirective = true }
            guard !isInDirective, index < text.count else { return nil }
            index += 1
            space = .startOfLine
            return nil
        }
        guard byte == UInt8(ascii: "*") else { return punctuator() }
        guard let end = endOfBlockComment(behind) else {
            reportUnterminated(start..<behind)
            return keepsComments ? .other : nil
        }
        index = end
        if keepsComments { return .comment }
        remember(start..<end)
        space.isLeading = true
        return nil
    }

    /// Records that the unclosed token at `range` extends to the end of the text.
    mutating func reportUnterminated(_ range: Range<Int>) {
        unterminated = unterminated ?? range
        index = text.count
    }

    private mutating func remember(_ comment: Range<Int>) {
        // More entries wouldn't help.
        if remembersComments, !isInDirective, removedComments.count < 10_000 { removedComments.append(comment) }
    }

    /// Returns the end of the line comment whose text starts at `start`: the end of its line and continuation lines.
    private func endOfLineComment(_ start: Int) -> Int {
        var end = start
        while end < text.count {
            guard text[end].endsLine else {
                end += 1
                continue
            }
            var last = end - 1
            while last >= start, text[last].isHorizontalSpace { last -= 1 }
            let isContinued =
                last >= start && text[last] == .backslash
                || syntax.hasTrigraphs && last >= start + 2 && text[(last - 2)...last].elementsEqual("??/".utf8)
            guard isContinued else { return end }
            end += Self.lineEnd(text, end)
        }
        return end
    }

    /// Returns the offset after the block comment whose text starts at `start`, or `nil` if it isn't closed.
    private func endOfBlockComment(_ start: Int) -> Int? {
        var index = start
        while let star = text[index...].firstIndex(of: UInt8(ascii: "*")) {
            let (byte, next) = character(at: star + 1)
            if byte == UInt8(ascii: "/") { return next }
            index = star + 1
        }
        return nil
    }

    // MARK: Characters

    /// Returns the character at `index`, skipping line continuations, and the offset after it. Returns zero at the end.
    @inline(__always)
    func character(at index: Int) -> (byte: UInt8, next: Int) {
        guard index < text.count else { return (0, index) }
        let byte = text[index]
        guard byte == .backslash || byte == UInt8(ascii: "?") else { return (byte, index + 1) }
        return unusualCharacter(at: index)
    }

    private func unusualCharacter(at start: Int) -> (byte: UInt8, next: Int) {
        var index = start
        while index < text.count {
            var (byte, next) = (text[index], index + 1)
            if syntax.hasTrigraphs, byte == UInt8(ascii: "?"), index + 2 < text.count,
                text[index + 1] == UInt8(ascii: "?"), let meant = Self.trigraphs[text[index + 2]]
            {
                (byte, next) = (meant, index + 3)
            }
            guard byte == .backslash, case let size = continuation(at: next), size > 0 else { return (byte, next) }
            index = next + size
        }
        return (0, index)
    }

    private static let trigraphs: [UInt8: UInt8] = Dictionary(
        uniqueKeysWithValues: zip("=/'()!<>-".utf8, "#\\^[]|{}~".utf8)
    )

    /// Returns the number of bytes of blanks and a line ending at `start` that a backslash removes.
    ///
    /// Returns zero without a line ending.
    private func continuation(at start: Int) -> Int {
        var index = start
        while index < text.count, text[index].isHorizontalSpace { index += 1 }
        guard index < text.count, text[index].endsLine else { return 0 }
        return index + Self.lineEnd(text, index) - start
    }

    /// Returns the length of the line ending at `index`.
    private static func lineEnd(_ text: [UInt8], _ index: Int) -> Int {
        let isPair = index + 1 < text.count && text[index + 1].endsLine && text[index + 1] != text[index]
        return isPair ? 2 : 1
    }

    private mutating func moveLine(to target: Int) {
        while lineIndex < target {
            let byte = text[lineIndex]
            lineIndex += 1
            guard byte.endsLine else { continue }
            if byte == 0x0D, lineIndex < text.count, text[lineIndex] == 0x0A { lineIndex += 1 }
            line += 1
            lineStart = lineIndex
        }
    }

    /// Returns the characters of a token.
    private func spelling(_ kind: PreprocessorToken.Kind, _ range: Range<Int>) -> ArraySlice<UInt8> {
        let written = text[range]
        switch kind {
        case .endOfDirective, .end: return written
        case .comment:
            // Inside a block comment, clang only removes a line continuation at the start.
            if written.starts(with: "/*".utf8) { return written }
            let comment = joined(range)
            guard comment.starts(with: "//".utf8) else { return comment }
            // A line comment would remove the text after the macro.
            return isInDirective ? ("/*".utf8 + comment.dropFirst(2) + "*/".utf8)[...] : comment
        default: return joined(range)
        }
    }

    /// Returns the characters at `range` without line continuations.
    private func joined(_ range: Range<Int>) -> ArraySlice<UInt8> {
        let written = text[range]
        guard written.contains(.backslash) || syntax.hasTrigraphs else { return written }
        var clean: [UInt8] = []
        var index = range.lowerBound
        while index < range.upperBound {
            let (byte, next) = character(at: index)
            if next <= range.upperBound, byte != 0 || text[next - 1] == 0 { clean.append(byte) }
            index = max(next, index + 1)
        }
        return clean.count == written.count ? written : clean[...]
    }
}

extension UInt8 {
    /// Whether it is a blank of C inside a line.
    var isHorizontalSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0B || self == 0x0C }

    var endsLine: Bool { self == 0x0A || self == 0x0D }
}
