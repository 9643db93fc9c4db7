/// Text that is compared, sorted and hashed by its UTF-8 bytes.
///
/// Swift's `String` compares by canonical equivalence: `é` in one scalar equals `é` in two. For a scheme, an identifier
/// or a key of a property list these are different texts, so everything that serves as a key is a `ByteString`.
public struct ByteString: Sendable {
    /// The text as it is written.
    public let string: String

    /// Wraps `string` without copying or normalizing it.
    public init(_ string: String) {
        self.string = string
    }
}

extension ByteString: Hashable, Comparable {
    public static func == (left: ByteString, right: ByteString) -> Bool {
        let leftBytes = left.string.utf8
        let rightBytes = right.string.utf8
        return leftBytes.count == rightBytes.count && leftBytes.elementsEqual(rightBytes)
    }

    public static func < (left: ByteString, right: ByteString) -> Bool {
        left.string.utf8.lexicographicallyPrecedes(right.string.utf8)
    }

    public func hash(into hasher: inout Hasher) {
        var string = string
        string.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        hasher.combine(string.utf8.count)
    }
}

extension ByteString: Codable {
    public init(from decoder: any Decoder) throws {
        string = try decoder.singleValueContainer().decode(String.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(string)
    }
}

extension ByteString: ExpressibleByStringLiteral, CustomStringConvertible {
    public init(stringLiteral value: StaticString) {
        self.init("\(value)")
    }

    public var description: String { string }
}

extension String {
    /// The text with `A`–`Z` replaced by `a`–`z` and every other character left alone, as RFC 3986 §3.1 compares
    /// schemes; independent of locale, unlike `lowercased()`.
    public var asciiLowercased: String {
        guard utf8.contains(where: { (0x41...0x5A).contains($0) }) else { return self }
        return String(decoding: utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}
