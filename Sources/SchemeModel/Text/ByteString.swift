/// Text that is compared, sorted and hashed by its UTF-8 bytes.
///
/// Swift's `String` compares by canonical equivalence: `é` as one scalar equals `é` as two. For schemes, identifiers
/// and property list keys these are different texts, so everything that serves as a key is a `ByteString`.
public struct ByteString: Sendable {
    /// The text as written.
    public let string: String

    /// Wraps `string` without copying or normalizing it.
    package init(_ string: String) {
        self.string = string
    }
}

extension ByteString: Hashable, Comparable {
    public static func == (left: ByteString, right: ByteString) -> Bool {
        let leftBytes = left.string.utf8
        let rightBytes = right.string.utf8
        guard leftBytes.count == rightBytes.count else { return false }
        // Contiguous bytes, which native strings always have, are compared several at a time.
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
    /// Whether both contain the same bytes.
    package func hasSameBytes(as other: UnsafeBufferPointer<UInt8>) -> Bool {
        guard count == other.count else { return false }
        let (left, right) = (UnsafeRawBufferPointer(self), UnsafeRawBufferPointer(other))
        var offset = 0
        // Eight bytes at a time; each load stays below `count`, which is the same for both.
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
    // Creates a string literal without copying. Disfavored so that `ByteString.init` means the other initializer.
    @_disfavoredOverload
    public init(stringLiteral value: String) {
        self.init(value)
    }

    public var description: String { string }
}

extension String {
    /// The text with `A`–`Z` replaced by `a`–`z` and all other characters unchanged.
    ///
    /// RFC 3986 §3.1 compares schemes this way. Unlike `lowercased()`, it doesn't depend on the locale.
    package var asciiLowercased: String {
        guard utf8.contains(where: { (0x41...0x5A).contains($0) }) else { return self }
        return String(decoding: utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}
