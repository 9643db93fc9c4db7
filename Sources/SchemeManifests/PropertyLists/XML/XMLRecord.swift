import SchemeModel

import SchemeModel

/// A located value, with offsets in the UTF-8 text.
///
/// Records are in the order of the text: the contents of a container follow it.
struct XMLRecord {
    var tag: XMLTag
    /// The range of the value with its tags.
    var element: Range<Int>
    /// The range between the tags; `nil` for a container and an empty tag.
    var text: Range<Int>?
    /// The key of the value; `nil` in an array and for the root.
    var key: XMLKeyTable.Key?
    /// The index after the last record inside this one.
    var end: Int
    /// Whether ``plainValue(in:)`` returns the value.
    var isPlain = false
    var isConditional = false
    /// The record with the same key that this one replaces.
    var earlier: Int?
    /// Whether the elements of ``earlier`` are kept too, because the preprocessor may leave either.
    var joinsEarlier = false
    /// Whether another record replaces this one.
    var isSuperseded = false
}

extension XMLRecord {
    /// Returns the value of a plain record, which doesn't need Foundation.
    ///
    /// A record is plain if it is ASCII without references and sections, or a short decimal number. Most records are.
    func plainValue(in text: UnsafeBufferPointer<UInt8>) -> PropertyValue? {
        switch tag {
        case .true: return .boolean(true)
        case .false: return .boolean(false)
        case .string: return .string(self.text.map { String(decoding: text[$0], as: UTF8.self) } ?? "")
        case .integer: return self.text.flatMap { Self.decimal(text[$0]) }.map { .integer($0) }
        default: return nil
        }
    }

    /// Returns the value of digits without sign, whitespace and leading zeros, or `nil` for anything else.
    static func decimal(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Int64? {
        // All numbers with eighteen digits fit.
        guard (1...18).contains(digits.count) else { return nil }
        if digits.count > 1, digits.first == UInt8(ascii: "0") { return nil }
        var value: Int64 = 0
        for byte in digits {
            guard byte.isDigit else { return nil }
            value = value * 10 + Int64(byte - 0x30)
        }
        return value
    }
}

/// An irregularity, with offsets in the UTF-8 text.
struct XMLIrregularity {
    var kind: Irregularity.Kind
    var keyPath: String
    var key: Range<Int>?
    var element: Range<Int>
    var text: Range<Int>?
    var subject: String?
    var related: Range<Int>?
}
