import SchemeModel

/// Something in a configuration that makes no sense, and where.
struct ConfigurationFault: Hashable {
    /// The stretch of the file; `nil` for the file as a whole.
    var range: SourceRange?
    /// What is wrong, without a full stop.
    var message: String
    /// What was perhaps meant, or what to do.
    var hint: String?

    /// The fault as one line about the file called `name`: `.schemereg.yml:3:5: there is no key 'exlude'; did you mean 'exclude'?`
    func line(in name: String) -> String {
        let start = range?.lines?.start
        let position = start.map { ":\($0.line):\($0.column)" } ?? ""
        return "\(name)\(position): \(message)\(hint.map { "; \($0)" } ?? "")"
    }
}

extension UsageError {
    /// All that is wrong with configurations, at once.
    ///
    /// - Parameter lines: a line for each fault, in order.
    init(faultsOfConfigurations lines: [String]) {
        let limit = 50
        let more = lines.count - limit
        self.init(
            lines.count == 1 ? "the configuration has a mistake" : "the configuration has \(lines.count) mistakes",
            details: lines.prefix(limit) + (more > 0 ? ["... and \(more) more"] : []),
            hint: "docs/configuration.md lists the keys; --no-config judges without it"
        )
    }
}
