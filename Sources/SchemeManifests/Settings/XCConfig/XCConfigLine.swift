import SchemeModel

/// A line of an .xcconfig file with its continuation lines, parsed as Xcode does.
///
/// Offsets are into the file's bytes.
enum XCConfigLine {
    /// An empty line or a comment.
    case blank
    case assignment(
        name: Range<Int>,
        conditions: [(parameter: String, pattern: String)],
        value: String,
        valueRange: Range<Int>?
    )
    /// `#include "path"`, with optional blanks around the `#`. The range is inside the quotation marks.
    case include(path: Range<Int>, isOptional: Bool)
    /// A line that Xcode can't parse, from its first non-blank byte.
    case error(SettingDiagnostic.Kind, Range<Int>)

    /// Parses the line at `index`, and moves `index` to the next line.
    init(_ bytes: [UInt8], at index: inout Int) {
        let start = index
        var cursor = XCConfigCursor(bytes: bytes, index: index)
        self = Self.parse(&cursor)
        if case .error = self {
            cursor.skipToEndOfLine()
            var first = start
            while first < cursor.index, bytes[first].isBlank { first += 1 }
            if case .error(let kind, _) = self { self = .error(kind, first..<cursor.index) }
        }
        cursor.skipToEndOfLine()
        cursor.skipLineEnd()
        index = cursor.index
    }

    /// Returns the name and conditions of `NAME[parameter=pattern]`, or `nil` for anything else.
    static func name(inKey key: String) -> (name: String, conditions: [SettingAssignment.Condition])? {
        let bytes = Array(key.utf8)
        var cursor = XCConfigCursor(bytes: bytes, index: 0)
        guard let name = cursor.name(), let conditions = conditions(&cursor) else { return nil }
        cursor.skipBlanks()
        guard cursor.index == bytes.count else { return nil }
        return (
            String(decoding: bytes[name], as: UTF8.self),
            conditions.map { SettingAssignment.Condition($0.parameter, $0.pattern) }
        )
    }

    private static func parse(_ cursor: inout XCConfigCursor) -> XCConfigLine {
        cursor.skipBlanks()
        guard let byte = cursor.byte, !cursor.isAtLineEnd, !cursor.isAtComment else { return .blank }
        if byte == UInt8(ascii: "#") { return directive(&cursor) }
        guard let name = cursor.name() else { return .error(.unexpectedCharacter, 0..<0) }
        guard let conditions = conditions(&cursor) else { return .error(.unexpectedCharacter, 0..<0) }
        cursor.skipBlanks()
        guard cursor.byte == .equals else { return .error(.missingEqualsSign, 0..<0) }
        cursor.index += 1
        let (value, range) = value(&cursor)
        return .assignment(name: name, conditions: conditions, value: value, valueRange: range)
    }

    /// Parses repeated `[parameter=pattern]` with literal contents.
    ///
    /// Returns `nil` if the line ends before a bracket is closed.
    private static func conditions(_ cursor: inout XCConfigCursor) -> [(parameter: String, pattern: String)]? {
        var conditions: [(String, String)] = []
        while true {
            cursor.skipBlanks()
            guard cursor.byte == .openBracket else { return conditions }
            cursor.index += 1
            guard let parameter = cursor.text(upTo: .equals), let pattern = cursor.text(upTo: .closeBracket) else {
                return nil
            }
            conditions.append((parameter, pattern))
        }
    }

    /// Parses the text up to the end of the line, with its continuation lines.
    private static func value(_ cursor: inout XCConfigCursor) -> (String, Range<Int>?) {
        var parts: [Range<Int>] = []
        while true {
            cursor.skipBlanks()
            let start = cursor.index
            while cursor.byte != nil, !cursor.isAtLineEnd, !cursor.isAtComment { cursor.index += 1 }
            var part = cursor.trimmed(start..<cursor.index)
            cursor.skipToEndOfLine()
            let isContinued = part.last.map { cursor.bytes[$0] == .backslash } ?? false
            if isContinued { part = cursor.trimmed(part.dropLast()) }
            if !part.isEmpty { parts.append(part) }
            guard isContinued, cursor.byte != nil else { break }
            cursor.skipLineEnd()
        }
        if let last = parts.last, let end = last.last, cursor.bytes[end] == UInt8(ascii: ";") {
            parts.removeLast()
            let shortened = cursor.trimmed(last.dropLast())
            if !shortened.isEmpty { parts.append(shortened) }
        }
        guard let first = parts.first, let last = parts.last else { return ("", nil) }
        let value = parts.map { String(decoding: cursor.bytes[$0], as: UTF8.self) }.joined(separator: " ")
        return (value, first.lowerBound..<last.upperBound)
    }

    private static func directive(_ cursor: inout XCConfigCursor) -> XCConfigLine {
        let error = XCConfigLine.error(.unexpectedCharacter, 0..<0)
        cursor.index += 1
        cursor.skipBlanks()
        guard cursor.skip("include") else { return error }
        let isOptional = cursor.skip("?")
        guard cursor.byte?.isBlank == true else { return error }
        cursor.skipBlanks()
        guard cursor.byte == .doubleQuote else { return error }
        let start = cursor.index + 1
        cursor.index = start
        while let byte = cursor.byte, byte != .doubleQuote, !cursor.isAtLineEnd { cursor.index += 1 }
        guard cursor.byte == .doubleQuote else { return error }
        let path = start..<cursor.index
        cursor.index += 1
        cursor.skipBlanks()
        guard cursor.byte == nil || cursor.isAtLineEnd || cursor.isAtComment else { return error }
        return .include(path: path, isOptional: isOptional)
    }
}

/// A position in the bytes of an .xcconfig file.
struct XCConfigCursor {
    let bytes: [UInt8]
    var index: Int

    var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

    var isAtComment: Bool {
        byte == UInt8(ascii: "/") && index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "/")
    }

    var isAtLineEnd: Bool { lineEndLength > 0 }

    /// The length of the line ending here: LF, CR, CRLF, U+2028 or U+2029.
    private var lineEndLength: Int {
        switch byte {
        case 0x0A: return 1
        case 0x0D: return index + 1 < bytes.count && bytes[index + 1] == 0x0A ? 2 : 1
        case 0xE2:
            guard index + 2 < bytes.count, bytes[index + 1] == 0x80 else { return 0 }
            return bytes[index + 2] == 0xA8 || bytes[index + 2] == 0xA9 ? 3 : 0
        default: return 0
        }
    }

    mutating func skipBlanks() {
        while let byte, byte.isBlank { index += 1 }
    }

    mutating func skipToEndOfLine() {
        while byte != nil, !isAtLineEnd { index += 1 }
    }

    mutating func skipLineEnd() { index += lineEndLength }

    mutating func skip(_ text: StaticString) -> Bool {
        let found = text.withUTF8Buffer { bytes[index...].starts(with: $0) }
        if found { index += text.utf8CodeUnitCount }
        return found
    }

    /// Skips and returns the name of a setting.
    mutating func name() -> Range<Int>? {
        let start = index
        guard let first = byte, first.beginsName else { return nil }
        while let byte, byte.continuesName { index += 1 }
        return start..<index
    }

    /// Skips and returns the text up to `end` on this line.
    mutating func text(upTo end: UInt8) -> String? {
        let start = index
        while let byte, byte != end {
            if isAtLineEnd { return nil }
            index += 1
        }
        guard byte == end else { return nil }
        defer { index += 1 }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    /// Returns `range` without blanks at both ends.
    func trimmed(_ range: Range<Int>) -> Range<Int> {
        var (lower, upper) = (range.lowerBound, range.upperBound)
        while lower < upper, bytes[lower].isBlank { lower += 1 }
        while upper > lower, bytes[upper - 1].isBlank { upper -= 1 }
        return lower..<upper
    }
}

extension UInt8 {
    /// Whether it is a blank inside a line: a space, a tab, a vertical tab or a form feed.
    var isBlank: Bool { self == .space || self == .tab || self == 0x0B || self == 0x0C }
}
