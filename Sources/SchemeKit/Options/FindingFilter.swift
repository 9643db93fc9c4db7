package import SchemeModel

/// The findings to report, and those that make the run fail.
package struct FindingFilter: Sendable {
    /// The rules to report; empty for all.
    package var rules: Set<String>
    /// The schemes to report; empty for all.
    package var schemes: Set<SchemeKey>
    /// The identities of the apps to report (``AppID/text``); empty for all.
    package var apps: Set<ByteString>
    /// The lowest severity to report.
    package var severity: Severity
    /// The lowest severity that makes the run fail.
    package var failOn: FailureThreshold
    /// Whether text output shows accepted findings as well.
    package var showsAccepted: Bool

    /// Creates a filter with these values.
    package init(
        rules: Set<String> = [],
        schemes: Set<SchemeKey> = [],
        apps: Set<ByteString> = [],
        severity: Severity = .note,
        failOn: FailureThreshold = .error,
        showsAccepted: Bool = false
    ) {
        self.rules = rules
        self.schemes = schemes
        self.apps = apps
        self.severity = severity
        self.failOn = failOn
        self.showsAccepted = showsAccepted
    }

    /// Returns whether `finding` is reported.
    package func admits(_ finding: Finding) -> Bool {
        (rules.isEmpty || rules.contains(finding.rule))
            && (schemes.isEmpty || finding.scheme.map(schemes.contains) ?? false)
            && (apps.isEmpty || finding.apps.contains { apps.contains($0.id.text) })
            && finding.severity >= severity
    }
}

/// The lowest severity that makes a run fail.
package enum FailureThreshold: String, Sendable, CaseIterable {
    case note, warning, error, never

    /// Returns whether findings of `severity` make the run fail.
    package func isMet(by severity: Severity) -> Bool {
        switch self {
        case .note: true
        case .warning: severity >= .warning
        case .error: severity >= .error
        case .never: false
        }
    }
}
