import SchemeModel

/// The colors of text output, if enabled.
struct Palette {
    /// Whether colors are enabled.
    let isOn: Bool

    /// The style of a piece of text.
    enum Style: String {
        case error = "1;31"
        case warning = "1;33"
        case note = "1;36"
        case strong = "1"
        case faint = "2"
    }

    /// Returns `text`, which must be escaped, in the color of `style`.
    func paint(_ text: String, _ style: Style) -> String {
        isOn && !text.isEmpty ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// Returns the name of a severity in its color.
    func name(of severity: Severity) -> String { paint(severity.rawValue, style(of: severity)) }

    /// Returns the style of a severity.
    func style(of severity: Severity) -> Style {
        switch severity {
        case .error: .error
        case .warning: .warning
        case .note: .note
        }
    }
}
