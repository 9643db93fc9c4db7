/// Splits the UTF-8 text of an XML property list into tags and preprocessor lines.
///
/// Skips whitespace, comments, processing instructions and the document type.
///
/// It accepts the same input as CoreFoundation, which Apple's tools and systems read manifests with: a tag ends at its
/// first `>`, attributes are ignored, comments inside text are invalid, and so is a document type with declarations.
///
/// - Source: swift-corelibs-foundation, CFPropertyList.c.
struct XMLScanner {
    /// The whole text.
    let bytes: UnsafeBufferPointer<UInt8>
    /// The current position.
    var offset = 0
    /// Whether preprocessor lines are allowed between elements.
    let allowsDirectives: Bool

    /// A start or end tag.
    struct Element {
        /// The element; `nil` if property lists have no such element.
        var tag: XMLTag?
        /// The range of the name.
        var name: Range<Int>
        /// The range of the tag from `<` to after `>`.
        var range: Range<Int>
        /// Whether it is an empty-element tag (`<true/>`).
        var isEmpty: Bool
    }

    /// A preprocessor line.
    struct Directive {
        var kind: Kind
        /// The range from `#` to the last character.
        var range: Range<Int>

        enum Kind {
            /// `#if`, `#ifdef`, `#ifndef`.
            case begin
            /// `#elif`, `#else` and the like.
            case alternative
            /// `#endif`.
            case end
            /// A line without a condition: `#include`, `#define`, …
            case other
        }
    }

    enum Token {
        case open(Element)
        case close(Element)
        case directive(Directive)
        case end
    }

    init(_ bytes: UnsafeBufferPointer<UInt8>, allowsDirectives: Bool = true) {
        self.bytes = bytes
        self.allowsDirectives = allowsDirectives
    }

    /// The byte at `index`, or zero outside the text, so that no input causes an out-of-bounds read.
    @inline(__always)
    subscript(index: Int) -> UInt8 {
        UInt(bitPattern: index) < UInt(bitPattern: bytes.count) ? bytes[index] : 0
    }

    /// Returns the next tag or preprocessor line.
    ///
    /// - Parameter isInProlog: Whether the root element is still to come, so that a document type is allowed.
    mutating func next(isInProlog: Bool) throws(XMLPropertyError) -> Token {
        while true {
            skipBlanks()
            let start = offset
            guard start < bytes.count else { return .end }
            guard self[start] == UInt8(ascii: "<") else {
                if let directive = directive(at: start) { return .directive(directive) }
                throw strayText(at: start)
            }
            switch self[start + 1] {
            case UInt8(ascii: "!"): try skipDeclaration(isInProlog: isInProlog)
            case UInt8(ascii: "?"): try skip(past: "?>", from: start + 2, what: "the processing instruction", at: start)
            case UInt8(ascii: "/"): return .close(try endTag())
            default: return .open(try startTag())
            }
        }
    }

    @inline(__always)
    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D }

    @inline(__always)
    mutating func skipBlanks() {
        while offset < bytes.count, Self.isBlank(bytes[offset]) { offset += 1 }
    }

    private mutating func startTag() throws(XMLPropertyError) -> Element {
        let start = offset
        var index = start + 1
        var nameEnd = -1
        while index < bytes.count, bytes[index] != UInt8(ascii: ">") {
            if nameEnd < 0, Self.isBlank(bytes[index]) { nameEnd = index }
            if bytes[index] == UInt8(ascii: "<") { break }
            index += 1
        }
        guard self[index] == UInt8(ascii: ">") else { throw unclosedTag(start..<index) }
        let isEmpty = bytes[index - 1] == UInt8(ascii: "/")
        if nameEnd < 0 { nameEnd = isEmpty ? index - 1 : index }
        guard nameEnd > start + 1 else {
            throw .malformed(cause: "`\(quote(start..<index + 1))` has no element name", at: start..<index + 1)
        }
        offset = index + 1
        return Element(
            tag: XMLTag(bytes[start + 1..<nameEnd]),
            name: start + 1..<nameEnd,
            range: start..<offset,
            isEmpty: isEmpty
        )
    }

    /// Reads the end tag whose `</` is at ``offset``.
    mutating func endTag() throws(XMLPropertyError) -> Element {
        let start = offset
        var index = start + 2
        while index < bytes.count, !Self.isBlank(bytes[index]), bytes[index] != UInt8(ascii: ">"),
            bytes[index] != UInt8(ascii: "<")
        { index += 1 }
        let name = start + 2..<index
        while Self.isBlank(self[index]) { index += 1 }
        guard self[index] == UInt8(ascii: ">") else { throw unclosedTag(start..<index) }
        offset = index + 1
        return Element(tag: XMLTag(bytes[name]), name: name, range: start..<offset, isEmpty: false)
    }

    /// Skips the comment or the document type whose `<!` is at ``offset``.
    private mutating func skipDeclaration(isInProlog: Bool) throws(XMLPropertyError) {
        let start = offset
        if matches("<!--", at: start) {
            try skip(past: "-->", from: start + 4, what: "the comment", at: start)
            return
        }
        guard isInProlog, matches("<!DOCTYPE", at: start) else {
            let what = matches("<![CDATA[", at: start) ? "a CDATA section" : "`\(quote(start..<bytes.count))`"
            throw .malformed(
                cause: "expected an element, found \(what)",
                at: start..<min(start + 9, bytes.count)
            )
        }
        var index = start
        while index < bytes.count, bytes[index] != UInt8(ascii: ">") {
            if bytes[index] == UInt8(ascii: "[") {
                let cause = "the DOCTYPE contains declarations, which property list readers reject"
                throw .malformed(cause: cause, at: start..<index + 1)
            }
            index += 1
        }
        guard index < bytes.count else {
            throw .malformed(cause: "the DOCTYPE is not closed with `>`", at: start..<min(start + 9, bytes.count))
        }
        offset = index + 1
    }

    private mutating func skip(
        past mark: StaticString,
        from index: Int,
        what: String,
        at start: Int
    ) throws(XMLPropertyError) {
        guard let found = firstIndex(of: mark, from: index) else {
            throw .malformed(cause: "\(what) is not closed with `\(mark)`", at: start..<min(index, bytes.count))
        }
        offset = found + mark.utf8CodeUnitCount
    }

    /// Returns the first position of `text` from `index` on.
    func firstIndex(of text: StaticString, from index: Int) -> Int? {
        var index = index
        while index < bytes.count {
            if matches(text, at: index) { return index }
            index += 1
        }
        return nil
    }

    /// Returns whether `text` is at `index`.
    @inline(__always)
    func matches(_ text: StaticString, at index: Int) -> Bool {
        let count = text.utf8CodeUnitCount
        guard index >= 0, bytes.count - index >= count else { return false }
        for position in 0..<count where bytes[index + position] != text.utf8Start[position] { return false }
        return true
    }

    /// Returns the preprocessor line at `start`, or `nil` if it isn't one.
    ///
    /// It starts with `#` as the first character of its line, and a word that the preprocessor knows.
    private mutating func directive(at start: Int) -> Directive? {
        guard allowsDirectives, self[start] == UInt8(ascii: "#") else { return nil }
        var before = start - 1
        while self[before] == 0x20 || self[before] == 0x09 { before -= 1 }
        guard before < 0 || self[before] == 0x0A || self[before] == 0x0D else { return nil }
        var word = start + 1
        while self[word] == 0x20 || self[word] == 0x09 { word += 1 }
        var wordEnd = word
        while wordEnd - word < 10, (0x61...0x7A).contains(self[wordEnd]) { wordEnd += 1 }
        let kind: Directive.Kind
        switch String(decoding: bytes[word..<max(word, min(wordEnd, bytes.count))], as: UTF8.self) {
        case "if", "ifdef", "ifndef": kind = .begin
        case "elif", "elifdef", "elifndef", "else": kind = .alternative
        case "endif": kind = .end
        case "include", "import", "define", "undef", "pragma", "line", "error", "warning": kind = .other
        default: return nil
        }
        var end = wordEnd
        while end < bytes.count {
            // A trailing backslash continues the line.
            let isBreak = bytes[end] == 0x0A || bytes[end] == 0x0D
            let isCarriedOn =
                self[end - 1] == UInt8(ascii: "\\")
                || (bytes[end] == 0x0A && self[end - 2] == UInt8(ascii: "\\") && self[end - 1] == 0x0D)
            if isBreak, !isCarriedOn { break }
            end += 1
        }
        offset = end
        return Directive(kind: kind, range: start..<end)
    }
}

// Excerpts of the text for messages.
extension XMLScanner {
    /// Returns the first line of `range`, truncated to 40 characters.
    func quote(_ range: Range<Int>) -> String {
        let limit = 40
        let part = bytes[range.clamped(to: 0..<bytes.count)]
        let head = part.prefix(4 * limit)
        let line = head.prefix { $0 != 0x0A && $0 != 0x0D }
        let text = String(decoding: line, as: UTF8.self)
        let shown = text.prefix(limit)
        return shown.endIndex == text.endIndex && line.count == part.count ? text : shown + "…"
    }

    /// Returns the 1-based line of `offset`.
    func line(of offset: Int) -> Int {
        var line = 1
        for index in 0..<min(offset, bytes.count) {
            if bytes[index] == 0x0A || (bytes[index] == 0x0D && self[index + 1] != 0x0A) { line += 1 }
        }
        return line
    }

    private func unclosedTag(_ range: Range<Int>) -> XMLPropertyError {
        let marker: StaticString = "<<<<<<<"
        let isFirst = self[range.lowerBound - 1] == 0x0A || self[range.lowerBound - 1] == 0x0D
        if isFirst, matches(marker, at: range.lowerBound) {
            return .malformed(
                cause: "it contains the merge conflict marker '\(marker)'",
                at: range.lowerBound..<range.lowerBound + marker.utf8CodeUnitCount
            )
        }
        return .malformed(cause: "the tag `\(quote(range))` is not closed with `>`", at: range)
    }

    private func strayText(at start: Int) -> XMLPropertyError {
        var end = start
        while end < bytes.count, bytes[end] != UInt8(ascii: "<") { end += 1 }
        while end > start, Self.isBlank(bytes[end - 1]) { end -= 1 }
        return .malformed(cause: "expected an element, found the text `\(quote(start..<end))`", at: start..<end)
    }
}
