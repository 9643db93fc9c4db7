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
        guard leftBytes.count == rightBytes.count else { return false }
        // The bytes in one piece, which native strings always have, are compared many at a time.
        let isSame = leftBytes.withContiguousStorageIfAvailable { left in
            rightBytes.withContiguousStorageIfAvailable { left.hasSameBytes(as: $0) }
        }
        if case .some(.some(let isSame)) = isSame { return isSame }
        return leftBytes.elementsEqual(rightBytes)
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

extension UnsafeBufferPointer<UInt8> {
    /// Whether both hold the same bytes.
    package func hasSameBytes(as other: UnsafeBufferPointer<UInt8>) -> Bool {
        guard count == other.count else { return false }
        let (left, right) = (UnsafeRawBufferPointer(self), UnsafeRawBufferPointer(other))
        var offset = 0
        // Eight bytes at a time; each load stays below `count`, which both have.
        while count - offset >= 8 {
            let word = left.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            guard word == right.loadUnaligned(fromByteOffset: offset, as: UInt64.self) else { return false }
            offset += 8
        }
        while offset < count {
            guard left[offset] == right[offset] else { return false }
            offset += 1
        }
        return true
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
    // A literal as a string is made without copying it. Disfavoured, so that `ByteString.init` is the other one.
    @_disfavoredOverload
    public init(stringLiteral value: String) {
        self.init(value)
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
