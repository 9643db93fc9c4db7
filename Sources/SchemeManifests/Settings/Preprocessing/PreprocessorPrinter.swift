/// Writes tokens as `clang -E -P` does, with the same lines and spaces.
///
/// - Source: llvm-project, clang/lib/Frontend/PrintPreprocessedOutput.cpp.
struct PreprocessorPrinter {
    private(set) var text = PreprocessedText()
    private let syntax: PreprocessorSyntax
    private let limit: Int

    private var line = 1
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
        if token.kind == .comment, syntax.isTraditional, syntax.comments == .removed { return }
        let isVerbatim = token.origin.manifestRange == token.range && token.text.count == token.range.count
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
        switch token.kind {
        case .comment, .other, .blank:
            countLines(of: token.text)
            if token.kind == .comment, token.text.starts(with: "//".utf8) { mustBreak = true }
        default: break
        }
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

    /// Starts a file, or continues one after an include.
    mutating func beginFile(atLine line: Int) {
        breakLine()
        self.line = line
    }

    /// Moves to the line `line` with an include.
    mutating func moveToInclude(atLine line: Int) { move(to: line, mustStart: false) }

    private mutating func breakLine() {
        guard hasTokensOnLine || mustBreak else { return }
        writeLineEnd()
    }

    private mutating func writeLineEnd() {
        text.space([0x0A], before: nextStart)
        hasTokensOnLine = false
        mustBreak = false
    }

    /// The position of the next token in the manifest, if known.
    private var nextStart: Int = 0

    /// Starts a new line where the input has one.
    ///
    /// - Returns: Whether a line was started.
    @discardableResult
    private mutating func move(to target: Int, mustStart: Bool) -> Bool {
        var begun = false
        if mustStart && hasTokensOnLine || mustBreak {
            writeLineEnd()
            begun = true
            line += 1
        }
        if line != target, !begun && target - line == 1 || hasTokensOnLine {
            writeLineEnd()
            begun = true
        }
        line = target
        return begun
    }

    private mutating func countLines(of text: ArraySlice<UInt8>) {
        var index = text.startIndex
        while index < text.endIndex {
            let byte = text[index]
            index += 1
            guard byte.endsLine else { continue }
            if index < text.endIndex, text[index].endsLine, text[index] != byte { index += 1 }
            line += 1
        }
    }

    // MARK: Spaces

    private mutating func writeSpace(before token: PreprocessorToken) {
        nextStart = token.origin.manifestRange.lowerBound
        var isIndented = false
        if startsLine || mustBreak {
            let isFirst = token.isAtStartOfLine && token.origin.line == 1
            isIndented = move(to: token.origin.line, mustStart: mustBreak) || isFirst
        }
        if isIndented {
            let column = token.origin.column == 1 && token.hasLeadingSpace ? 2 : token.origin.column
            // A `#` in the first column would be a directive.
            let blanks = column <= 1 && token.kind == .hash ? 1 : max(0, column - 1)
            if blanks > 0 { text.space(repeatElement(UInt8.space, count: blanks), before: nextStart) }
        } else if token.hasLeadingSpace || (hasTokensOnLine || mustBreak) && isApart(token) {
            text.space([.space], before: nextStart)
        }
        beforePrevious = previous
        previous = token
    }

    /// Returns whether a space is needed between the last token and `token`, to keep them separate.
    ///
    /// - Source: llvm-project, clang/lib/Lex/TokenConcatenation.cpp.
    private func isApart(_ token: PreprocessorToken) -> Bool {
        guard let last = previous, let first = token.text.first,
            last.buffer != token.buffer || last.range.upperBound != token.range.lowerBound
        else { return false }
        switch last.kind {
        case .identifier:
            switch token.kind {
            case .number: return first != UInt8(ascii: ".")
            case .identifier: return true
            case .quotation:
                let isPlain = [.doubleQuote, .singleQuote, UInt8(ascii: "R")].contains(first)
                return !isPlain || last.text.isText("L")
            default: return false
            }
        case .number:
            return first.continuesName || Self.insideNumbers.contains(first)
        case .hash:
            return Self.behindHash.contains(first)
        case .punctuator:
            return Self.joins(last.text, token.text, beforePrevious?.isPunctuator(".") ?? false)
        default: return false
        }
    }

    /// Returns whether the punctuator `last` and the start of `next` would form another token.
    private static func joins(_ last: ArraySlice<UInt8>, _ next: ArraySlice<UInt8>, _ isAfterDot: Bool) -> Bool {
        let (left, first) = (String(decoding: last, as: UTF8.self), next.first ?? 0)
        if beforeEquals.contains(left), next.isText("=") || next.isText("==") { return true }
        if left == "." { return (0x30...0x39).contains(first) || first == UInt8(ascii: ".") && isAfterDot }
        return following[left]?.contains(first) ?? false
    }

    private static let insideNumbers = Array(".+-".utf8)
    private static let behindHash = Array("#@%".utf8)
    private static let beforeEquals: Set<String> = [
        "&", "+", "-", "/", "<", ">", "|", "%", "*", "!", "<<", ">>", "^", "=",
    ]

    private static let following: [String: [UInt8]] = [
        "&": Array("&".utf8), "+": Array("+".utf8), "-": Array("->".utf8), "/": Array("*/".utf8),
        "<": Array("<:%".utf8), ">": Array(">".utf8), "|": Array("|".utf8), "%": Array(">:".utf8),
        ":": Array(">".utf8),
    ]
}
