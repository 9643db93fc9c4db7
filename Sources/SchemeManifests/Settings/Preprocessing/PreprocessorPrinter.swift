import SchemeModel

/// Writes tokens as `clang -E -P` does, with the same spaces, and the same lines except for empty ones.
///
/// - Source: llvm-project, clang/lib/Frontend/PrintPreprocessedOutput.cpp.
struct PreprocessorPrinter {
    private(set) var text = PreprocessedText()
    private let syntax: PreprocessorSyntax
    private let limit: Int

    private var hasTokensOnLine = false
    /// Whether a line break must follow the last token.
    private var mustBreak = false
    private var startsLine = false
    private var previous: PreprocessorToken?
    private var beforePrevious: PreprocessorToken?

    /// Whether the current position is in the name of an element, not its text.
    private var isInTag = false
    /// The number of open brackets of a reference to a setting.
    private var referenceDepth = 0

    /// Kept conditional lines that nothing has followed yet.
    private var pendingLines: [(text: StaticString, range: Range<Int>)] = []

    init(syntax: PreprocessorSyntax, limit: Int) {
        self.syntax = syntax
        self.limit = limit
    }

    /// Whether the text exceeds the limit for manifests.
    var isFull: Bool { text.bytes.count > limit }

    // MARK: Tokens

    /// Writes `token`.
    ///
    /// - Parameter isUndecided: Whether it may be an unknown macro.
    mutating func write(_ token: PreprocessorToken, isUndecided: Bool) {
        startsLine = startsLine || token.isAtStartOfLine
        if !pendingLines.isEmpty { writePendingLines() }
        writeSpace(before: token)
        // In traditional mode, comments are always tokens.
        if token.kind == .comment, !syntax.keepsComments { return }
        let isVerbatim = token.origin.manifestRange == token.range
        if isVerbatim {
            text.copy(token.text, from: token.range)
        } else {
            text.replace(token.origin.manifestRange, with: token.text)
        }
        if token.origin.isCut { text.markCut(token.origin.manifestRange) }
        if isUndecided, !isInTag, referenceDepth == 0, !isEntity(token), token.text.first != .dollar {
            text.markUndecided(token.text.count)
        }
        follow(token)
        if token.kind == .comment, token.text.starts(with: "//".utf8) { mustBreak = true }
        hasTokensOnLine = true
        startsLine = false
    }

    /// Writes the end of the text.
    mutating func finish() {
        writePendingLines()
        text.replace(0..<0, with: [0x0A])
    }

    /// Returns whether `token`, the second to last that ``writeSpace(before:)`` saw, is the name of an XML entity.
    private func isEntity(_ token: PreprocessorToken) -> Bool {
        guard let before = beforePrevious, before.range.upperBound == token.range.lowerBound else { return false }
        return before.isPunctuator("&") || before.kind == .hash
    }

    /// Tracks tags, and references such as `$(NAME)`, which contain names of settings.
    private mutating func follow(_ token: PreprocessorToken) {
        guard token.kind == .punctuator, let first = token.text.first else { return }
        switch first {
        case UInt8(ascii: "<"): (isInTag, referenceDepth) = (true, 0)
        case UInt8(ascii: ">"): isInTag = false
        case .openParenthesis, .openBrace, .openBracket:
            if referenceDepth > 0 || beforePrevious?.text.last == .dollar { referenceDepth += 1 }
        case .closeParenthesis, .closeBrace, .closeBracket:
            if referenceDepth > 0 { referenceDepth -= 1 }
        case UInt8(ascii: "-"), UInt8(ascii: "/"):
            // `->` and `/>` end with the end of a tag.
            if token.text.last == UInt8(ascii: ">") { isInTag = false }
        default: break
        }
    }

    // MARK: Conditional lines

    /// Keeps a conditional line whose condition is unknown.
    mutating func keepLine(_ text: StaticString, _ range: Range<Int>) {
        if text.utf8CodeUnitCount == 6, let open = lastPendingOpening() {
            // Nothing is between `#if` and `#endif`.
            pendingLines.removeSubrange(open...)
            return
        }
        pendingLines.append((text, range))
    }

    /// Returns the pending `#if` of the ending group, or `nil` if anything was written since.
    private func lastPendingOpening() -> Int? {
        var depth = 0
        for index in pendingLines.indices.reversed() {
            switch pendingLines[index].text.utf8CodeUnitCount {
            case 6: depth += 1
            case 3 where depth == 0: return index
            case 3: depth -= 1
            default: break
            }
        }
        return nil
    }

    private mutating func writePendingLines() {
        for line in pendingLines {
            breakLine()
            text.replace(
                line.range,
                with: UnsafeBufferPointer(start: line.text.utf8Start, count: line.text.utf8CodeUnitCount)
            )
            hasTokensOnLine = true
            mustBreak = true
            text.hasUndecidedLines = true
        }
        pendingLines = []
    }

    // MARK: Lines

    /// Starts a new line, unless nothing is on the current one.
    mutating func breakLine() {
        guard hasTokensOnLine || mustBreak else { return }
        text.space([0x0A], before: nextStart)
        hasTokensOnLine = false
        mustBreak = false
    }

    /// The position of the next token in the manifest, if known.
    private var nextStart = 0

    // MARK: Spaces

    private mutating func writeSpace(before token: PreprocessorToken) {
        nextStart = token.origin.manifestRange.lowerBound
        // In traditional mode, the whitespace is a token.
        let isBroken = previous?.kind == .blank && previous?.text.contains(where: \.endsLine) ?? false
        if mustBreak || startsLine && !isBroken { breakLine() }
        if !hasTokensOnLine, startsLine, !isBroken {
            // A `#` in the first column would be a directive.
            let blanks = token.origin.column <= 1 && token.kind == .hash ? 1 : token.origin.column - 1
            if blanks > 0 { text.space(repeatElement(UInt8.space, count: blanks), before: nextStart) }
        } else if token.hasLeadingSpace || hasTokensOnLine && isApart(token) {
            text.space([.space], before: nextStart)
        }
        beforePrevious = previous
        previous = token
    }

    /// Returns whether a space is needed between the last token and `token`, to keep them separate.
    ///
    /// - Source: llvm-project, clang/lib/Lex/TokenConcatenation.cpp.
    private func isApart(_ token: PreprocessorToken) -> Bool {
        guard let last = previous, let end = last.text.last, let first = token.text.first,
            last.buffer != token.buffer || last.range.upperBound != token.range.lowerBound
        else { return false }
        switch last.kind {
        case .identifier:
            if token.kind == .quotation { return first.beginsName || last.text.isText("L") }
            return token.kind == .identifier || token.kind == .number && first != UInt8(ascii: ".")
        case .number: return first.continuesName || ".+-".utf8.contains(first)
        case .hash: return "#@%".utf8.contains(first)
        case .punctuator where last.text.isText("."):
            return first.isDigit || first == UInt8(ascii: ".") && beforePrevious?.isPunctuator(".") ?? false
        case .punctuator:
            if first == UInt8(ascii: "="), token.text.isText("=") || token.text.isText("==") {
                return "&+-/<>|%*!^=".utf8.contains(end)
            }
            return last.text.count == 1 && Self.pairs.contains(String(decoding: [end, first], as: UTF8.self))
        default: return false
        }
    }

    private static let pairs: Set<String> = [
        "&&", "++", "--", "->", "/*", "//", "<<", "<:", "<%", ">>", "||", "%>", "%:", ":>",
    ]
}
