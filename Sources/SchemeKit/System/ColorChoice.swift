/// When output is colored.
package enum ColorChoice: String, Sendable, CaseIterable {
    /// On a terminal, unless the environment decides.
    case auto
    case always
    case never
}

extension Context {
    /// Whether standard output is colored.
    ///
    /// The option comes first, then `NO_COLOR`, then `FORCE_COLOR` and `CLICOLOR_FORCE` unless they are 0. Otherwise a
    /// terminal has colors unless it is dumb or `CLICOLOR` is 0. Empty variables have no effect.
    ///
    /// - Source: https://force-color.org, seen 2026-11-23.
    var usesColor: Bool {
        switch color {
        case .always: return true
        case .never: return false
        case .auto: break
        }
        if !(environment("NO_COLOR") ?? "").isEmpty { return false }
        let isForced = ["FORCE_COLOR", "CLICOLOR_FORCE"].contains { name in
            environment(name).map { !$0.isEmpty && $0 != "0" } ?? false
        }
        if isForced { return true }
        return output.terminalWidth != nil && environment("TERM") != "dumb" && environment("CLICOLOR") != "0"
    }
}
