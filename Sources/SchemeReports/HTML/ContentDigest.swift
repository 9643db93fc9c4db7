import SchemeModel

/// The digest of a style sheet or script, by which a Content-Security-Policy allows it.
///
/// - Source: Content Security Policy Level 3, §2.3.1, `hash-source`.
struct ContentDigest {
    /// `sha256-` and the digest in base64.
    let text: String

    /// - Parameter content: The exact bytes between the tags.
    init(_ content: [StaticString]) {
        let bytes = content.flatMap { part in part.withUTF8Buffer { Array($0) } }
        text = "sha256-" + Self.base64(SHA256.digest(of: bytes))
    }

    /// Returns `bytes` in base64 (RFC 4648 §4).
    private static func base64(_ bytes: [UInt8]) -> String {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        var text = ""
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = (0..<3).reduce(0) { $0 << 8 | (start + $1 < bytes.count ? Int(bytes[start + $1]) : 0) }
            for place in 0..<4 {
                text.append(place <= group.count ? letters[bits >> (18 - 6 * place) & 0x3F] : "=")
            }
        }
        return text
    }
}
