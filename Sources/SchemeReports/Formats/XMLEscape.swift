/// Texts as they stand in XML, in content and between double quotes alike.
///
/// - Source: Extensible Markup Language (XML) 1.0 (Fifth Edition), §2.2, §2.4.
enum XMLEscape {
    /// `text` on one line. What no XML may hold, and what nobody sees, is written as `\u{1B}`.
    static func escaped(_ text: String) -> String {
        TextEscape.escaped(text).replacing { scalar in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\"": "&quot;"
            default: nil
            }
        }
    }

    /// A tag's attributes, each after a blank.
    static func attributes(_ attributes: KeyValuePairs<String, String>) -> String {
        attributes.map { " \($0)=\"\(escaped($1))\"" }.joined()
    }
}
