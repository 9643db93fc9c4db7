/// A URL scheme in its canonical form for comparison: bytes in ASCII lower case.
///
/// - Source: RFC 3986 §3.1, "Although schemes are case-insensitive, the canonical form is lowercase".
public struct SchemeKey: Hashable, Comparable, Sendable, Codable {
    /// The text in lower case.
    public let text: ByteString

    /// Creates the key of a scheme in any spelling, which need not be valid.
    package init(_ spelling: String) {
        text = ByteString(spelling.asciiLowercased)
    }

    public static func < (left: SchemeKey, right: SchemeKey) -> Bool { left.text < right.text }

    public init(from decoder: any Decoder) throws { text = try ByteString(from: decoder) }

    public func encode(to encoder: any Encoder) throws { try text.encode(to: encoder) }
}

extension SchemeKey: CustomStringConvertible {
    public var description: String { text.string }
}

extension SchemeKey {
    /// Whether URLs with this scheme open a browser or the app associated with the domain.
    package var isWeb: Bool { Self.web.contains(self) }

    private static let web: Set = [SchemeKey("http"), SchemeKey("https")]
}
