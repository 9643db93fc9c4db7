import SchemeModel

import SchemeModel

/// A value that the locator found, with offsets in the UTF-8 text. Records stand in the order of the text, so that what
/// a container holds follows it.
struct XMLRecord {
    var tag: XMLTag
    /// The value with its tags.
    var element: Range<Int>
    /// The text between the tags; `nil` for a container and an empty tag.
    var text: Range<Int>?
    /// The key that it stands under; `nil` in an array and for the root.
    var key: XMLKeyTable.Key?
    /// The index after the last record inside it.
    var end: Int
    /// Whether its value is ``plainValue(in:)``.
    var isPlain = false
    var isConditional = false
    /// The record under the same key that this one takes the place of.
    var earlier: Int?
    /// Whether it is to hold the elements of ``earlier`` too, because each may be the one that the preprocessor leaves.
    var joinsEarlier = false
    /// Whether another record has taken its place.
    var isSuperseded = false
}

extension XMLRecord {
    /// The value of a plain record: one that leaves nothing to ask Foundation, which most are. A string of ASCII without
    /// references and sections is the bytes between its tags, a decimal number of few digits is what it says.
    func plainValue(in text: UnsafeBufferPointer<UInt8>) -> PropertyValue? {
        switch tag {
        case .true: return .boolean(true)
        case .false: return .boolean(false)
        case .string: return .string(self.text.map { String(decoding: text[$0], as: UTF8.self) } ?? "")
        case .integer: return self.text.flatMap { Self.decimal(text[$0]) }.map { .integer($0) }
        default: return nil
        }
    }

    /// The value of digits without sign, white space and leading zeros, `nil` for anything else.
    static func decimal(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Int64? {
        // All numbers of eighteen digits fit.
        guard (1...18).contains(digits.count) else { return nil }
        if digits.count > 1, digits.first == UInt8(ascii: "0") { return nil }
        var value: Int64 = 0
        for byte in digits {
            guard (0x30...0x39).contains(byte) else { return nil }
            value = value * 10 + Int64(byte - 0x30)
        }
        return value
    }
}

/// Something irregular that the locator saw, with offsets in the UTF-8 text.
struct XMLRemark {
    var kind: Irregularity.Kind
    var keyPath: String
    var key: Range<Int>?
    var element: Range<Int>
    var text: Range<Int>?
    var subject: String?
    var related: Range<Int>?
}
