import SchemeModel

/// The compact text in which the registry keeps the ranges of a value, as `migrations/0001_registry.sql` describes it.
enum PlaceText {
    /// The text of a range: `offset+length`, and its lines where it has some.
    static func text(of range: SourceRange) -> [UInt8] {
        var text: [UInt8] = []
        append(range, to: &text)
        return text
    }

    /// The text of a place: the three ranges and the key path.
    static func text(of span: ValueSpan) -> [UInt8] {
        var text = words(of: span, stands: .none)
        text.append(UInt8(ascii: " "))
        text.append(contentsOf: span.keyPath.utf8)
        return text
    }

    /// The ranges of a value whose ``ValueSpan/focus`` stands in columns of its own.
    static func ranges(of span: ValueSpan) -> [UInt8] {
        words(of: span, stands: (span.text?.byteLength ?? 0) > 0 ? .text : .element)
    }

    /// The range that ``text(of:)`` gave; `nil` for anything else.
    static func range(_ text: UnsafeBufferPointer<UInt8>) -> SourceRange? {
        var scanner = PlaceScanner(text)
        guard let range = scanner.range(), scanner.isAtEnd else { return nil }
        return range
    }

    /// The place that ``text(of:)`` gave; `nil` for anything else.
    static func span(_ text: UnsafeBufferPointer<UInt8>) -> ValueSpan? {
        var scanner = PlaceScanner(text)
        guard let words = scanner.words(focus: nil), scanner.skip(UInt8(ascii: " ")), let element = words.element else {
            return nil
        }
        return ValueSpan(keyPath: scanner.rest, key: words.key, element: element, text: words.text)
    }

    /// The value that ``ranges(of:)`` and its columns gave; `nil` for anything else.
    static func span(_ text: UnsafeBufferPointer<UInt8>, keyPath: String, focus: SourceRange) -> ValueSpan? {
        var scanner = PlaceScanner(text)
        guard let words = scanner.words(focus: focus), scanner.isAtEnd, let element = words.element else { return nil }
        return ValueSpan(keyPath: keyPath, key: words.key, element: element, text: words.text)
    }

    private enum Word { case none, element, text }

    private static func words(of span: ValueSpan, stands focus: Word) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(128)
        func append(_ range: SourceRange?, isFocus: Bool) {
            if isFocus {
                text.append(UInt8(ascii: "="))
            } else if let range {
                Self.append(range, to: &text)
            } else {
                text.append(UInt8(ascii: "-"))
            }
        }
        append(span.key, isFocus: false)
        text.append(UInt8(ascii: " "))
        append(span.element, isFocus: focus == .element)
        text.append(UInt8(ascii: " "))
        append(span.text, isFocus: focus == .text)
        return text
    }

    private static func append(_ range: SourceRange, to text: inout [UInt8]) {
        append(range.byteOffset, to: &text)
        text.append(UInt8(ascii: "+"))
        append(range.byteLength, to: &text)
        guard let lines = range.lines else { return }
        text.append(UInt8(ascii: "@"))
        append(lines.start, to: &text)
        text.append(UInt8(ascii: "-"))
        append(lines.end, to: &text)
    }

    private static func append(_ position: TextPosition, to text: inout [UInt8]) {
        append(position.line, to: &text)
        text.append(UInt8(ascii: ":"))
        append(position.column, to: &text)
        text.append(UInt8(ascii: ":"))
        append(position.columnUTF16, to: &text)
    }

    private static func append(_ number: Int, to text: inout [UInt8]) {
        guard number > 9 else {
            if number >= 0 {
                text.append(UInt8(ascii: "0") + UInt8(number))
            } else {
                text.append(contentsOf: "\(number)".utf8)
            }
            return
        }
        let start = text.count
        var rest = number
        while rest > 0 {
            text.append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        }
        text[start...].reverse()
    }
}

/// Reads the texts of ``PlaceText``.
private struct PlaceScanner {
    private let text: UnsafeBufferPointer<UInt8>
    private var index = 0

    init(_ text: UnsafeBufferPointer<UInt8>) {
        self.text = text
    }

    var isAtEnd: Bool { index == text.count }

    /// What was not read yet.
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
            // Counted downwards, since the least number has no positive counterpart.
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

    /// The outer `nil`: no word; the inner one: a word that stands for no range.
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

    mutating func words(focus: SourceRange?) -> (key: SourceRange?, element: SourceRange?, text: SourceRange?)? {
        guard let key = word(focus), skip(UInt8(ascii: " ")), let element = word(focus), skip(UInt8(ascii: " ")),
            let text = word(focus)
        else { return nil }
        return (key, element, text)
    }
}
