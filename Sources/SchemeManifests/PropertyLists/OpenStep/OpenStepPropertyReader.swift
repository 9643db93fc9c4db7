package import SchemeModel

/// Reads OpenStep property lists: old manifests, strings files and every Xcode `project.pbxproj`.
///
/// It reads the same files as Foundation, with the same values, except that:
/// - A single word, or text with only comments, is rejected, because any text file could be one.
/// - Text after the end of a strings file is rejected, and so is a broken dictionary at the end of an array, which
///   Foundation silently drops.
/// - UTF-32, and UTF-16 that ends inside a character, are rejected.
/// - UTF-16 without a byte order mark is read from its first character, which Foundation skips.
/// - Invalid UTF-8 is ignored in comments, where Foundation rejects the whole file. Half a UTF-16 character is rejected
///   in strings, where Foundation keeps it.
package enum OpenStepPropertyReader {
    /// Reads the wanted members of the property list in `bytes`.
    ///
    /// All values are strings, data, arrays and dictionaries. The text of an unquoted string is the string itself.
    ///
    /// - Throws: `PropertyListError.malformed` with the nearest cause when the text is invalid; `PropertyListError.overLimit` when
    ///   there are too many objects, levels or bytes of text.
    package static func read(
        _ bytes: [UInt8],
        wanted: WantedKeys,
        limits: Limits
    ) throws(PropertyListError) -> PropertyDocument {
        var parser = OpenStepParser(
            try OpenStepText(bytes),
            builder: PropertyTreeBuilder(wanted: wanted, limits: limits)
        )
        return try parser.document()
    }
}

/// Parses the structure of one text.
private struct OpenStepParser {
    private let source: OpenStepText
    private var scanner: OpenStepScanner
    private var builder: PropertyTreeBuilder
    private var openers: [OpeningBracket] = []
    /// The end of the last value.
    private var valueEnd = 0

    /// The opening character of a container; absent for the root of a strings file.
    private struct OpeningBracket {
        let offset: Int
        let isDictionary: Bool
        var isStringsFile = false
        /// The last key, for messages about its value.
        var key = 0..<0
    }

    private enum Step {
        case key
        case value
        case afterValue
    }

    init(_ source: OpenStepText, builder: PropertyTreeBuilder) {
        self.source = source
        self.builder = builder
        scanner = OpenStepScanner(source.text)
    }

    mutating func document() throws(PropertyListError) -> PropertyDocument {
        scanner.skipSpace()
        guard scanner.next != nil else {
            throw unclosedComment ?? malformed("the file is not a property list: it has no contents", at: 0..<0)
        }
        var step = Step.value
        if try isStringsFile() {
            try open(isDictionary: true, isStringsFile: true)
            step = .key
        }
        while true {
            scanner.skipSpace()
            switch step {
            case .key:
                if scanner.next == nil, openers.last?.isStringsFile == true { return try finish() }
                step = try readKey()
            case .value:
                step = try readValue()
            case .afterValue:
                guard let opener = openers.last else { return try finish() }
                step = try opener.isDictionary ? readSemicolon() : readComma()
            }
        }
    }

    // MARK: The root

    /// Whether the text is a strings file: keys and values without braces around them.
    private mutating func isStringsFile() throws(PropertyListError) -> Bool {
        let start = scanner.position
        guard let token = try string() else { return false }
        scanner.skipSpace()
        defer { scanner.position = start }
        switch scanner.next {
        case UInt8(ascii: "=")?, UInt8(ascii: ";")?:
            return true
        case nil where token.isQuoted:
            return false
        default:
            throw conflict
                ?? notAList(at: token.range)
        }
    }

    private mutating func finish() throws(PropertyListError) -> PropertyDocument {
        if scanner.next != nil {
            throw conflict ?? malformed("unexpected text after the end of the property list", at: scanner.foundRange)
        }
        if let opener = openers.popLast() { builder.close(element: source.map.range(opener.offset..<valueEnd)) }
        guard let document = builder.document(.openStep) else {
            throw malformed("the file is not a property list: it has no value", at: 0..<0)
        }
        return document
    }

    // MARK: Containers

    private mutating func open(isDictionary: Bool, isStringsFile: Bool = false) throws(PropertyListError) {
        try builder.visit()
        if isDictionary { try builder.openDictionary() } else { try builder.openArray() }
        openers.append(
            OpeningBracket(offset: scanner.position, isDictionary: isDictionary, isStringsFile: isStringsFile)
        )
        if !isStringsFile { scanner.position += 1 }
    }

    private mutating func close() -> Step {
        scanner.position += 1
        valueEnd = scanner.position
        if let opener = openers.popLast() { builder.close(element: source.map.range(opener.offset..<valueEnd)) }
        return .afterValue
    }

    private mutating func readKey() throws(PropertyListError) -> Step {
        let last = openers.count - 1
        if scanner.next == UInt8(ascii: "}"), !openers[last].isStringsFile { return close() }
        guard let token = try string() else { throw expected(openers[last].isStringsFile ? "a key" : "a key or `}`") }
        try builder.visit()
        let text = try self.text(of: token)
        let range = source.map.range(token.range)
        openers[last].key = token.range
        builder.setKey(ByteString(text), range: range)
        scanner.skipSpace()
        switch scanner.next {
        case UInt8(ascii: "=")?:
            scanner.position += 1
            return .value
        case UInt8(ascii: ";")?:
            // The short form of strings files, which Foundation accepts everywhere: the key is also the value.
            add(.string(text), token.range, content: token.content)
            return .afterValue
        default:
            throw expected("`=`", after: " after the key \(code(token.range))")
        }
    }

    private mutating func readValue() throws(PropertyListError) -> Step {
        let start = scanner.position
        switch scanner.next {
        case UInt8(ascii: "{")?:
            try open(isDictionary: true)
            return .key
        case UInt8(ascii: "(")?:
            try open(isDictionary: false)
            return .value
        case UInt8(ascii: ")")? where openers.last?.isDictionary == false:
            return close()
        case UInt8(ascii: "<")?:
            try builder.visit()
            let count: Int
            do { count = try scanner.data() } catch { throw conflict ?? malformed(error.cause, at: error.range) }
            add(.data(count: count), start..<scanner.position, content: (start + 1)..<(scanner.position - 1))
            return .afterValue
        default:
            guard let token = try string() else { throw missingValue() }
            try builder.visit()
            let text = try self.text(of: token)
            add(.string(text), token.range, content: token.content)
            return .afterValue
        }
    }

    private mutating func add(_ value: PropertyValue, _ range: Range<Int>, content: Range<Int>) {
        valueEnd = range.upperBound
        let element = source.map.range(range)
        let text = content == range ? element : source.map.range(content)
        builder.add(PropertyNode(.scalar(value), element: element, text: text))
    }

    private mutating func readSemicolon() throws(PropertyListError) -> Step {
        guard scanner.next == UInt8(ascii: ";") else {
            let key = openers.last?.key ?? 0..<0
            throw expected("`;`", after: " after the value of \(code(key))", at: valueEnd..<valueEnd)
        }
        scanner.position += 1
        if openers.last?.isStringsFile == true { valueEnd = scanner.position }
        return .key
    }

    private mutating func readComma() throws(PropertyListError) -> Step {
        switch scanner.next {
        case UInt8(ascii: ",")?:
            scanner.position += 1
            return .value
        case UInt8(ascii: ")")?:
            return close()
        default:
            let after = " after element \(builder.elementCount)"
            throw expected("`,` or `)`", after: after, at: valueEnd..<valueEnd)
        }
    }

    // MARK: Strings

    private mutating func string() throws(PropertyListError) -> OpenStepScanner.Token? {
        do { return try scanner.string() } catch { throw malformed(error.cause, at: error.range) }
    }

    private mutating func text(of token: OpenStepScanner.Token) throws(PropertyListError) -> String {
        try builder.take(textBytes: token.content.count)
        do throws(OpenStepScanner.SyntaxError) {
            let written = try source.string(token.content)
            guard token.hasEscapes else { return written }
            let expanded = OpenStepEscapes.expanded(written)
            guard expanded.isWellFormed else {
                let cause = "an escape is an unpaired UTF-16 surrogate"
                throw OpenStepScanner.SyntaxError(cause: cause, range: token.content)
            }
            return expanded.string
        } catch {
            throw malformed(error.cause, at: error.range)
        }
    }

    // MARK: Failures

    private func missingValue() -> PropertyListError {
        // Any text that is not XML gets here, such as a page in Markdown.
        guard let opener = openers.last else { return conflict ?? notAList(at: scanner.foundRange) }
        return opener.isDictionary
            ? expected("a value", after: " after \(code(opener.key)) `=`") : expected("a value or `)`")
    }

    private func notAList(at range: Range<Int>) -> PropertyListError {
        malformed("the file is not a property list: it starts with neither `{` nor `(`", at: range)
    }

    /// Returns the failure for unexpected input. At the end of the file, the unclosed container is the cause.
    private func expected(_ sign: String, after: String = "", at range: Range<Int>? = nil) -> PropertyListError {
        if let conflict { return conflict }
        if scanner.next == nil {
            if let unclosedComment { return unclosedComment }
            if let opener = openers.last, !opener.isStringsFile {
                let line = source.map.range(opener.offset..<opener.offset).lines?.start.line ?? 1
                let sign = opener.isDictionary ? "{" : "("
                let cause = "`\(sign)` opened on line \(line) is not closed"
                return malformed(cause, at: opener.offset..<(opener.offset + 1))
            }
        }
        return malformed("expected \(sign)\(after), found \(scanner.found)", at: range ?? scanner.foundRange)
    }

    private var unclosedComment: PropertyListError? {
        scanner.unclosedComment.map {
            malformed("the comment is not closed", at: $0..<($0 + 2))
        }
    }

    /// The failure for a merge conflict marker on the current line.
    private var conflict: PropertyListError? {
        scanner.conflictMarker.map {
            malformed(
                "it contains the merge conflict marker '\(String(decoding: source.text[$0], as: UTF8.self))'",
                at: $0
            )
        }
    }

    private func malformed(_ cause: String, at range: Range<Int>) -> PropertyListError {
        let span = ValueSpan(keyPath: builder.path, element: source.map.range(range))
        return .malformed(Irregularity(.malformed, span: span, cause: cause))
    }

    private func code(_ range: Range<Int>) -> String {
        OpenStepScanner.code(String(decoding: source.text[range], as: UTF8.self))
    }
}
