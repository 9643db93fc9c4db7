import SchemeModel

/// Colours, where they are wanted.
struct Palette {
    /// Whether texts are coloured at all.
    let isOn: Bool

    /// What a piece of text is.
    enum Style: String {
        case error = "1;31"
        case warning = "1;33"
        case note = "1;36"
        case strong = "1"
        case faint = "2"
    }

    /// `text`, which is escaped already, in the colour of `style`.
    func paint(_ text: String, _ style: Style) -> String {
        isOn && !text.isEmpty ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// The name of a severity in its colour.
    func name(of severity: Severity) -> String { paint(severity.rawValue, style(of: severity)) }

    /// The colour of a severity.
    func style(of severity: Severity) -> Style {
        switch severity {
        case .error: .error
        case .warning: .warning
        case .note: .note
        }
    }
}
