package import SchemeModel

/// The text in which the registry stores a value of a property list. `migrations/sqlite/0001_registry.sql` describes the
/// format.
package enum PropertyText {
    /// The names of the kinds of values.
    package enum Kind: String {
        case string, integer, real, boolean, date, data, array, dictionary, other
    }

    /// Returns the kind and the text of `value`.
    package static func kindAndText(of value: PropertyValue) -> (kind: Kind, text: String) {
        switch value {
        case .string(let text): (.string, text)
        case .integer(let number): (.integer, "\(number)")
        case .real(let number): (.real, "\(number)")
        case .boolean(let flag): (.boolean, flag ? "true" : "false")
        case .date(let text): (.date, text)
        case .data(let count): (.data, "\(count)")
        case .array: (.array, json(value))
        case .dictionary: (.dictionary, json(value))
        case .other(let name): (.other, name)
        }
    }

    /// Parses a value from ``kindAndText(of:)``. Returns `nil` for anything else.
    package static func value(kind: String, text: String) -> PropertyValue? {
        switch Kind(rawValue: kind) {
        case .string: return .string(text)
        case .integer: return Int64(text).map { .integer($0) }
        case .real: return Double(text).map { .real($0) }
        case .boolean: return text == "true" ? .boolean(true) : text == "false" ? .boolean(false) : nil
        case .date: return .date(text)
        case .data: return Int(text).map { .data(count: $0) }
        case .other: return .other(text)
        case .array, .dictionary:
            var parser = PropertyTextParser(text)
            return parser.document()
        case nil: return nil
        }
    }

    private static func json(_ value: PropertyValue) -> String {
        var text = ""
        append(value, to: &text)
        return text
    }

    private static func append(_ value: PropertyValue, to text: inout String) {
        switch value {
        case .string(let string): append(string, to: &text)
        case .integer(let number): text += "\(number)"
        case .boolean(let flag): text += flag ? "true" : "false"
        case .real(let number): append(tag: .real, to: &text) { append("\(number)", to: &$0) }
        case .date(let date): append(tag: .date, to: &text) { append(date, to: &$0) }
        case .data(let count): append(tag: .data, to: &text) { $0 += "\(count)" }
        case .other(let name): append(tag: .other, to: &text) { append(name, to: &$0) }
        case .array(let elements): append(elements, to: &text) { append($0, to: &$1) }
        case .dictionary(let entries):
            append(tag: .dictionary, to: &text) { text in
                append(entries, to: &text) { entry, text in
                    text += "["
                    append(entry.key.string, to: &text)
                    text += ","
                    append(entry.value, to: &text)
                    text += "]"
                }
            }
        }
    }

    private static func append(tag: Kind, to text: inout String, _ value: (inout String) -> Void) {
        text += "{\"\(tag.rawValue)\":"
        value(&text)
        text += "}"
    }

    private static func append<Element>(
        _ elements: [Element],
        to text: inout String,
        _ body: (Element, inout String) -> Void
    ) {
        text += "["
        for (index, element) in elements.enumerated() {
            if index > 0 { text += "," }
            body(element, &text)
        }
        text += "]"
    }

    private static func append(_ string: String, to text: inout String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}

/// Parses the JSON that ``PropertyText`` writes, and no other JSON.
private struct PropertyTextParser {
    private let bytes: [UInt8]
    private var index = 0
    private var depth = 0

    /// Twice the depth that readers allow, because a dictionary has two levels here.
    private static let depthLimit = 2 * Limits.standard.depth + 8

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    mutating func document() -> PropertyValue? {
        guard let value = value(), index == bytes.count else { return nil }
        return value
    }

    private mutating func skip(_ literal: StaticString) -> Bool {
        let wanted = UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount)
        guard bytes.count - index >= wanted.count, bytes[index..<index + wanted.count].elementsEqual(wanted) else {
            return false
        }
        index += wanted.count
        return true
    }

    private mutating func value() -> PropertyValue? {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.depthLimit, index < bytes.count else { return nil }
        switch bytes[index] {
        case UInt8(ascii: "\""): return string().map { .string($0) }
        case UInt8(ascii: "["): return list { $0.value() }.map { .array($0) }
        case UInt8(ascii: "{"): return tagged()
        case UInt8(ascii: "t"): return skip("true") ? .boolean(true) : nil
        case UInt8(ascii: "f"): return skip("false") ? .boolean(false) : nil
        default: return number().flatMap { Int64($0) }.map { .integer($0) }
        }
    }

    private mutating func tagged() -> PropertyValue? {
        let value: PropertyValue?
        if skip("{\"dictionary\":") {
            value = list { $0.entry() }.map { .dictionary($0) }
        } else if skip("{\"real\":") {
            value = string().flatMap { Double($0) }.map { .real($0) }
        } else if skip("{\"date\":") {
            value = string().map { .date($0) }
        } else if skip("{\"data\":") {
            value = number().flatMap { Int($0) }.map { .data(count: $0) }
        } else if skip("{\"other\":") {
            value = string().map { .other($0) }
        } else {
            value = nil
        }
        return skip("}") ? value : nil
    }

    private mutating func entry() -> PropertyValue.Entry? {
        guard skip("["), let key = string(), skip(","), let value = value(), skip("]") else { return nil }
        return PropertyValue.Entry(key: ByteString(key), value: value)
    }

    private mutating func list<Element>(_ element: (inout Self) -> Element?) -> [Element]? {
        guard skip("[") else { return nil }
        var elements: [Element] = []
        if skip("]") { return elements }
        repeat {
            guard let next = element(&self) else { return nil }
            elements.append(next)
        } while skip(",")
        return skip("]") ? elements : nil
    }

    private mutating func number() -> String? {
        let start = index
        while index < bytes.count, bytes[index] == UInt8(ascii: "-") || (0x30...0x39).contains(bytes[index]) {
            index += 1
        }
        return index > start ? String(decoding: bytes[start..<index], as: UTF8.self) : nil
    }

    private mutating func string() -> String? {
        guard skip("\"") else { return nil }
        var text: [UInt8] = []
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte == UInt8(ascii: "\"") { return String(decoding: text, as: UTF8.self) }
            guard byte == UInt8(ascii: "\\") else {
                text.append(byte)
                continue
            }
            guard index < bytes.count else { return nil }
            let escape = bytes[index]
            index += 1
            guard escape == UInt8(ascii: "u") else {
                text.append(escape)
                continue
            }
            guard bytes.count - index >= 4,
                let value = UInt8(String(decoding: bytes[index..<index + 4], as: UTF8.self), radix: 16)
            else { return nil }
            text.append(value)
            index += 4
        }
        return nil
    }
}
