/// A team's configuration, as read from one file. The empty configuration changes nothing.
package struct TeamConfiguration: Hashable, Sendable {
    /// The levels of rules, by rule id.
    package var severities: [ByteString: RuleLevel] = [:]
    /// The acceptances, ordered by place.
    package var acceptances: [Acceptance] = []
    /// The schemes that apps share on purpose, ordered by place; each scheme once.
    package var sharedSchemes: [SharedScheme] = []
    /// The schemes that only `ASWebAuthenticationSession` uses, with the places of the entries.
    ///
    /// The session passes the callback to the app that started it.
    package var sessionSchemes: [SchemeKey: Place] = [:]
    /// URLs with the apps that must open them, ordered by place.
    package var examples: [Example] = []
    /// Patterns of paths to exclude, relative to the folder of the file.
    package var exclusions: [Path] = []
    /// The association files of websites with their hosts, relative to the folder of the file, ordered by place.
    package var associationFiles: [AssociationHost] = []
    /// Words to treat as generic schemes.
    package var genericSchemes: [SchemeKey] = []
    /// Whether the code of the sources is read.
    package var readsCode = true
    /// The major SDK version to assume for manifests that don't specify one.
    package var sdk: Int?

    package init() {}

    /// The level of a rule.
    package enum RuleLevel: Hashable, Sendable {
        /// The rule is off.
        case off
        /// The rule is on, and all its findings have this severity.
        case on(Severity)
    }

    /// A decision to accept findings: those that match all the properties that are set.
    package struct Acceptance: Hashable, Sendable {
        /// The place of the entry.
        package var place: Place
        package var rule: String?
        /// The kind of problem that is accepted instead of findings.
        package var problem: Problem.Code?
        /// The scheme of the findings.
        package var scheme: SchemeKey?
        /// The app of the findings.
        package var app: AppID?
        /// A pattern for the paths of the findings or of folders above them, relative to the folder of the file.
        package var path: Path?
        /// The reason for the acceptance.
        package var reason: String
        /// The last day of the acceptance; `nil` if it doesn't expire.
        package var until: CalendarDay?

        package init(place: Place, reason: String) {
            self.place = place
            self.reason = reason
        }

        /// The acceptance's criteria: `rule undefined-target, app com.acme.wallet`. Part of fingerprints.
        package var subject: String {
            [
                problem.map { "problem \($0.rawValue)" }, rule.map { "rule \($0)" }, scheme.map { "scheme \($0)" },
                app.map { "app \($0.text)" },
                path.map { "path \($0.display)" },
            ].compactMap { $0 }.joined(separator: ", ")
        }

        /// The acceptance's criteria, for messages: `the rule 'undefined-target'`, `the app 'com.acme.wallet'`.
        package var criteria: [String] {
            [
                problem.map { "the problem '\($0.rawValue)'" }, rule.map { "the rule '\($0)'" },
                scheme.map { "the scheme '\($0)'" },
                app.map { "the app '\($0.text)'" },
                path.map { "the path '\($0.display)'" },
            ].compactMap { $0 }
        }
    }

    /// An association file in the folder of the configuration, and a host that serves it.
    package struct AssociationHost: Hashable, Sendable {
        /// The host, in lower case.
        package var host: String
        /// The path, relative to the folder of the configuration.
        package var path: Path

        package init(host: String, path: Path) {
            self.host = host
            self.path = path
        }
    }

    /// A scheme that several apps share on purpose.
    package struct SharedScheme: Hashable, Sendable {
        /// The place of the entry.
        package var place: Place
        package var scheme: SchemeKey
        /// The apps that share it, two or more.
        package var apps: Set<AppID>
        package var reason: String

        package init(place: Place, scheme: SchemeKey, apps: Set<AppID>, reason: String) {
            self.place = place
            self.scheme = scheme
            self.apps = apps
            self.reason = reason
        }
    }

    /// A URL with the app that must open it.
    package struct Example: Hashable, Sendable {
        /// The place of the URL.
        package var place: Place
        /// The URL, as written.
        package var url: String
        package var scheme: SchemeKey
        package var app: AppID

        package init(place: Place, url: String, scheme: SchemeKey, app: AppID) {
            self.place = place
            self.url = url
            self.scheme = scheme
            self.app = app
        }
    }
}
