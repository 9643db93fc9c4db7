package import SchemeModel

/// The compact text in which the registry stores the ranges of a value. `migrations/sqlite/0001_registry.sql` describes the
/// format.
package enum PlaceText {
    /// Calls `body` with the text of a range: `offset+length`, and its lines if it has any.
    package static func withText(of range: SourceRange, _ body: (UnsafeRawBufferPointer) -> Void) {
        withText(capacity: rangeCapacity, { $0.append(range) }, body)
    }

    /// Calls `body` with the text of a place: three ranges and the key path.
    package static func withText(of span: ValueSpan, _ body: (UnsafeRawBufferPointer) -> Void) {
        withText(
            capacity: 3 * rangeCapacity + 4 + span.keyPath.utf8.count,
            { text in
                text.append(span, focus: .none)
                text.append(UInt8(ascii: " "))
                for byte in span.keyPath.utf8 { text.append(byte) }
            },
            body
        )
    }

    /// Calls `body` with the ranges of a value whose ``ValueSpan/focus`` is stored in its own columns.
    package static func withRanges(of span: ValueSpan, _ body: (UnsafeRawBufferPointer) -> Void) {
        withText(
            capacity: 3 * rangeCapacity + 3,
            { $0.append(span, focus: (span.text?.byteLength ?? 0) > 0 ? .text : .element) },
            body
        )
    }

    /// Starts the ranges of a value that a build creates.
    fileprivate static let computed = UInt8(ascii: "*")
    /// Starts the ranges of an unknown value.
    fileprivate static let unknown = UInt8(ascii: "?")

    /// The most bytes that the text of a range can have: eight numbers of twenty digits, and their separators.
    private static let rangeCapacity = 8 * 20 + 7

    /// Creates a text on the stack, because an import creates several texts for each value.
    private static func withText(
        capacity: Int,
        _ write: (inout PlaceWriter) -> Void,
        _ body: (UnsafeRawBufferPointer) -> Void
    ) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { buffer in
            var writer = PlaceWriter(buffer)
            write(&writer)
            body(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<writer.count]))
        }
    }

    /// Parses a range from ``withText(of:_:)``. Returns `nil` for anything else.
    package static func range(_ text: UnsafeBufferPointer<UInt8>) -> SourceRange? {
        var scanner = PlaceScanner(text)
        guard let range = scanner.range(), scanner.isAtEnd else { return nil }
        return range
    }

    /// Parses a place from ``withText(of:_:)``. Returns `nil` for anything else.
    package static func span(_ text: UnsafeBufferPointer<UInt8>) -> ValueSpan? {
        var scanner = PlaceScanner(text)
        guard let words = scanner.words(focus: nil), scanner.skip(UInt8(ascii: " ")), let element = words.element else {
            return nil
        }
        return ValueSpan(
            keyPath: scanner.rest,
            key: words.key,
            element: element,
            text: words.text,
            origin: words.origin
        )
    }

    /// Parses a value from ``withRanges(of:_:)`` and its columns. Returns `nil` for anything else.
    package static func span(_ text: UnsafeBufferPointer<UInt8>, keyPath: String, focus: SourceRange) -> ValueSpan? {
        var scanner = PlaceScanner(text)
        guard let words = scanner.words(focus: focus), scanner.isAtEnd, let element = words.element else { return nil }
        return ValueSpan(
            keyPath: keyPath,
            key: words.key,
            element: element,
            text: words.text,
            origin: words.origin
        )
    }
}

/// Writes the texts of ``PlaceText`` into a buffer, which must be large enough.
private struct PlaceWriter {
    /// The range that is stored in its own columns.
    enum Focus { case none, element, text }

    private let buffer: UnsafeMutableBufferPointer<UInt8>
    private(set) var count = 0

    init(_ buffer: UnsafeMutableBufferPointer<UInt8>) {
        self.buffer = buffer
    }

    mutating func append(_ byte: UInt8) {
        buffer[count] = byte
        count += 1
    }

    mutating func append(_ span: ValueSpan, focus: Focus) {
        switch span.origin {
        case .literal: break
        case .computed: append(PlaceText.computed)
        case .unknown: append(PlaceText.unknown)
        }
        append(span.key, isFocus: false)
        append(UInt8(ascii: " "))
        append(span.element, isFocus: focus == .element)
        append(UInt8(ascii: " "))
        append(span.text, isFocus: focus == .text)
    }

    private mutating func append(_ range: SourceRange?, isFocus: Bool) {
        if isFocus {
            append(UInt8(ascii: "="))
        } else if let range {
            append(range)
        } else {
            append(UInt8(ascii: "-"))
        }
    }

    mutating func append(_ range: SourceRange) {
        append(range.byteOffset)
        append(UInt8(ascii: "+"))
        append(range.byteLength)
        guard let lines = range.lines else { return }
        append(UInt8(ascii: "@"))
        append(lines.start)
        append(UInt8(ascii: "-"))
        append(lines.end)
    }

    private mutating func append(_ position: TextPosition) {
        append(position.line)
        append(UInt8(ascii: ":"))
        append(position.column)
        append(UInt8(ascii: ":"))
        append(position.columnUTF16)
    }

    private mutating func append(_ number: Int) {
        if number < 0 { append(UInt8(ascii: "-")) }
        var digits = 1
        var rest = number.magnitude
        while rest > 9 {
            digits += 1
            rest /= 10
        }
        rest = number.magnitude
        for offset in stride(from: digits - 1, through: 0, by: -1) {
            buffer[count + offset] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
        count += digits
    }
}

/// Parses the texts of ``PlaceText``.
private struct PlaceScanner {
    private let text: UnsafeBufferPointer<UInt8>
    private var index = 0

    init(_ text: UnsafeBufferPointer<UInt8>) {
        self.text = text
    }

    var isAtEnd: Bool { index == text.count }

    /// The text that hasn't been parsed yet.
    var rest: String { String(decoding: text[index...], as: UTF8.self) }

    mutating func skip(_ byte: UInt8) -> Bool {
        guard index < text.count, text[index] == byte else { return false }
        index += 1
        return true
    }

    private mutating func number() -> Int? {
        let isNegative = skip(UInt8(ascii: "-"))
        let start = index
        var value = 0
        while index < text.count, case let digit = text[index] &- UInt8(ascii: "0"), digit <= 9 {
            let (product, overflowed) = value.multipliedReportingOverflow(by: 10)
            // Counts down, because the smallest number has no positive counterpart.
            let (sum, passed) = product.subtractingReportingOverflow(Int(digit))
            guard !overflowed, !passed else { return nil }
            value = sum
            index += 1
        }
        guard index > start else { return nil }
        if isNegative { return value }
        return value == .min ? nil : -value
    }

    private mutating func position() -> TextPosition? {
        guard let line = number(), skip(UInt8(ascii: ":")), let column = number(), skip(UInt8(ascii: ":")),
            let columnUTF16 = number()
        else { return nil }
        return TextPosition(line: line, column: column, columnUTF16: columnUTF16)
    }

    mutating func range() -> SourceRange? {
        guard let offset = number(), skip(UInt8(ascii: "+")), let length = number() else { return nil }
        guard skip(UInt8(ascii: "@")) else { return SourceRange(byteOffset: offset, byteLength: length) }
        guard let start = position(), skip(UInt8(ascii: "-")), let end = position() else { return nil }
        return SourceRange(byteOffset: offset, byteLength: length, lines: SourceRange.Lines(start: start, end: end))
    }

    /// Parses a word. The outer `nil` means that there is no word, and the inner one that the word means no range.
    private mutating func word(_ focus: SourceRange?) -> SourceRange?? {
        if let focus, skip(UInt8(ascii: "=")) { return focus }
        let isNone =
            index < text.count && text[index] == UInt8(ascii: "-")
            && (index + 1 == text.count || text[index + 1] == UInt8(ascii: " "))
        if isNone {
            index += 1
            return .some(nil)
        }
        return range().map { $0 }
    }

    /// The ranges of a value, and what makes it.
    struct Words {
        var key: SourceRange?
        var element: SourceRange?
        var text: SourceRange?
        var origin: ValueSpan.Origin
    }

    mutating func words(focus: SourceRange?) -> Words? {
        let origin: ValueSpan.Origin =
            skip(PlaceText.computed) ? .computed : skip(PlaceText.unknown) ? .unknown : .literal
        guard let key = word(focus), skip(UInt8(ascii: " ")), let element = word(focus), skip(UInt8(ascii: " ")),
            let text = word(focus)
        else { return nil }
        return Words(key: key, element: element, text: text, origin: origin)
    }
}
