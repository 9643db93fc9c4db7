/// What a team has decided for itself, as one file says it. The empty configuration changes nothing.
public struct TeamConfiguration: Hashable, Sendable {
    /// What rules are set to, by their ids.
    public var severities: [ByteString: RuleLevel] = [:]
    /// What was accepted, in order of place.
    public var acceptances: [Acceptance] = []
    /// Schemes that apps share and are meant to, in order of place; each scheme once.
    public var sharedSchemes: [SharedScheme] = []
    /// Schemes that only `ASWebAuthenticationSession` uses, and where that is written: it hands the callback to the app that
    /// asked.
    public var sessionSchemes: [SchemeKey: Place] = [:]
    /// URLs with the apps that they have to reach, in order of place.
    public var examples: [Example] = []
    /// Patterns of paths to leave out, from the folder of the file.
    public var exclusions: [Path] = []
    /// Words that count as schemes that anyone may pick.
    public var genericSchemes: [SchemeKey] = []
    /// The major version of the SDK that apps are linked with whose manifests do not say it.
    public var sdk: Int?

    package init() {}

    /// What a rule is set to.
    public enum RuleLevel: Hashable, Sendable {
        /// It finds nothing.
        case off
        /// All that it finds has this severity.
        case on(Severity)
    }

    /// A decision that findings are in order: those of which everything that it names is true.
    public struct Acceptance: Hashable, Sendable {
        /// Where it is written.
        public var place: Place
        /// The rule.
        public var rule: String?
        /// The scheme that the findings are about.
        public var scheme: SchemeKey?
        /// The app that they are about.
        public var app: AppID?
        /// A pattern that their paths match, or folders that hold these, from the folder of the file.
        public var path: Path?
        /// Why they are in order.
        public var reason: String
        /// The last day on which it holds; `nil` for one without end.
        public var until: CalendarDay?

        package init(place: Place, reason: String) {
            self.place = place
            self.reason = reason
        }

        /// What it names, for people: `rule undefined-target, app com.acme.wallet`.
        public var subject: String {
            [
                rule.map { "rule \($0)" }, scheme.map { "scheme \($0)" }, app.map { "app \($0.text)" },
                path.map { "path \($0.display)" },
            ].compactMap { $0 }.joined(separator: ", ")
        }
    }

    /// A scheme that several apps claim and are meant to.
    public struct SharedScheme: Hashable, Sendable {
        /// Where it is written.
        public var place: Place
        /// The scheme.
        public var scheme: SchemeKey
        /// The apps that share it, two or more.
        public var apps: Set<AppID>
        /// Why.
        public var reason: String

        package init(place: Place, scheme: SchemeKey, apps: Set<AppID>, reason: String) {
            self.place = place
            self.scheme = scheme
            self.apps = apps
            self.reason = reason
        }
    }

    /// A URL with the app that it has to reach.
    public struct Example: Hashable, Sendable {
        /// Where the URL is written.
        public var place: Place
        /// The URL, as written.
        public var url: String
        /// Its scheme.
        public var scheme: SchemeKey
        /// The app.
        public var app: AppID

        package init(place: Place, url: String, scheme: SchemeKey, app: AppID) {
            self.place = place
            self.url = url
            self.scheme = scheme
            self.app = app
        }
    }
}

/// A day of the Gregorian calendar.
public struct CalendarDay: Hashable, Sendable {
    /// The number of days since 1970-01-01.
    private let number: Int
    /// The day as ISO 8601 writes it: `2026-11-21`.
    public let text: String

    /// The day that `text` names; `nil` where it is not of the form `2026-11-21`, or there is no such day.
    public init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.map(\.count) == [4, 2, 2], text.utf8.allSatisfy({ $0 == 0x2D || (0x30...0x39).contains($0) })
        else { return nil }
        let numbers = parts.map { $0.reduce(0) { 10 * $0 + Int($1 - 0x30) } }
        let (year, month, day) = (numbers[0], numbers[1], numbers[2])
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard year >= 1, (1...12).contains(month), (1...lengths[month - 1]).contains(day) else { return nil }
        let before = year - 1
        number =
            365 * before + before / 4 - before / 100 + before / 400 + lengths.prefix(month - 1).reduce(0, +) + day
            - 719_163
        self.text = text
    }

    /// Whether the day has passed, in UTC, at `time`, in seconds since 1970.
    public func isOver(at time: Int) -> Bool { time / 86_400 > number }
}
