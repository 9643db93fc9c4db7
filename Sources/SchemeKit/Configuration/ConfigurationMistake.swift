package import SchemeModel

/// A mistake in a configuration.
package struct ConfigurationMistake: Hashable {
    /// The range in the file; `nil` for the whole file.
    package var range: SourceRange?
    /// The message, without a period at the end.
    package var message: String
    /// A suggestion, or how to fix the mistake.
    package var hint: String?

    /// Returns the mistake as one line, such as `.schemereg.yml:3:5: unknown key 'exlude'; did you mean 'exclude'?`
    package func line(in name: String) -> String {
        let start = range?.lines?.start
        let position = start.map { ":\($0.line):\($0.column)" } ?? ""
        return "\(name)\(position): \(message)\(hint.map { "; \($0)" } ?? "")"
    }
}

extension UsageError {
    /// Creates an error with all mistakes in configurations.
    ///
    /// - Parameter lines: One line per mistake, in order.
    init(mistakesOfConfigurations lines: [String]) {
        self.init(
            lines.count == 1 ? "the configuration has a mistake" : "the configuration has \(lines.count) mistakes",
            details: lines.lines(atMost: 50),
            hint: "see docs/configuration.md, or run with --no-config"
        )
    }
}
