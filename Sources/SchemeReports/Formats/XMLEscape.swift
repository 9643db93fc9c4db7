/// Escapes text for XML, both for content and for attributes in double quotes.
///
/// - Source: Extensible Markup Language (XML) 1.0 (Fifth Edition), §2.2, §2.4.
enum XMLEscape {
    /// Returns `text` on one line. Invisible characters, and those that XML doesn't allow, are written as `\u{1B}`.
    static func escaped(_ text: String) -> String {
        TextEscape.escaped(text).replacing(reference(to:))
    }

    /// Returns how XML and HTML write a character that would otherwise be markup; `nil` for other characters.
    static func reference(to scalar: Unicode.Scalar) -> String? {
        switch scalar {
        case "&": "&amp;"
        case "<": "&lt;"
        case ">": "&gt;"
        case "\"": "&quot;"
        default: nil
        }
    }

    /// Returns the attributes of a tag, each preceded by a space.
    static func attributes(_ attributes: KeyValuePairs<String, String>) -> String {
        attributes.map { " \($0)=\"\(escaped($1))\"" }.joined()
    }
}
