/// The grammar of URL schemes.
///
/// - Source: RFC 3986 §3.1, `scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )`.
package enum SchemeGrammar {
    /// Returns the index of the first invalid byte, or `nil` when `text` is a valid scheme.
    ///
    /// Returns `startIndex` for an empty text.
    package static func firstInvalidCharacter(in text: String) -> String.Index? {
        guard let first = text.utf8.first, first.isLetter else { return text.startIndex }
        return text.utf8.firstIndex { !$0.isLetterOrDigit && !isPunctuation($0) }
    }

    /// Whether `text` is a valid scheme.
    package static func isScheme(_ text: String) -> Bool { firstInvalidCharacter(in: text) == nil }

    private static func isPunctuation(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
    }
}
