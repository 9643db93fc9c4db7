/// A problem that a rule reports.
public struct Finding: Hashable, Sendable, Codable {
    /// The rule's id, such as `undefined-target`.
    public var rule: String
    /// The severity.
    public var severity: Severity
    /// One sentence without a period that describes the problem and where it is.
    ///
    /// It may quote the input, so reporters must escape it.
    public var message: String
    /// The range of ``message`` that names another place; `nil` if it names none.
    package var mention: Mention?
    /// How to fix the problem, in one sentence without a period; `nil` if there is no general advice.
    public var hint: String?
    /// The affected app; `nil` for a finding about no app.
    public var app: App?
    /// The affected scheme; `nil` for a finding about no scheme.
    public var scheme: SchemeKey?
    /// The scheme as the input spells it; `nil` if that is ``scheme``, or unknown.
    package var spelling: String?
    /// The line to change.
    public var place: Place
    /// Other places that are involved, at most 20; empty if there are none.
    public var related: [Related]
    /// The total number of related places, omitted ones included.
    public var relatedCount: Int
    /// Whether the problem is certain or only possible.
    public var certainty: Certainty
    /// The `CFBundleURLName` of the claim, if another claim in the same collision has the same name.
    package var sharedIdentifier: String?
    /// The group of findings with the same cause; `nil` for a finding about a single place.
    package var group: Group?
    /// The target and configurations that build ``app``; `nil` when the app has no project.
    package var variant: String?
    /// Whether the target has other variants that the finding does not apply to.
    package var isOfOneVariant = false
    /// Whether it is about a key that the dictionary at its place lacks.
    package var isOfMissingKey = false
    /// The edits that fix the problem, each in the file of its place.
    public var edits: [Edit]
    /// The scheme that ``edits`` add to the app's claims; `nil` when they add none.
    package var introducedScheme: SchemeKey?
    /// The identity of the finding across runs.
    public var fingerprint: Fingerprint
    /// The acceptance that covers it; `nil` when it is not accepted.
    public var accepted: Acceptance?
    /// The acceptance by a comment that the change adds, which doesn't count if the change adds the finding as well; `nil`
    /// if there is none, or another acceptance.
    package var addedAcceptance: Acceptance?

    /// The number of related places that are its own, before those of other findings that it was joined with; `nil` if it is
    /// on its own.
    package var ownRelatedCount: Int?

    /// The maximum number of related places in a finding.
    package static let relatedLimit = 20

    /// A cause that several findings share, so that it is reported once.
    package enum Group: Hashable, Sendable, Codable {
        /// A collision of apps on a scheme; each app in it has its own finding.
        case collision(SchemeKey)
        /// Schemes that the same variants of one product share; each scheme has its own finding.
        case variants(Variants)
    }

    /// Variants of one product that share a scheme.
    package struct Variants: Hashable, Sendable, Codable {
        /// The product: the target that builds all variants, or the project.
        package var product: String
        /// The first variants, ordered by identity; at most one more than ``Finding/relatedLimit``.
        package var members: [Member]
        /// The total number of variants.
        package var count: Int

        /// A variant, with its app and name.
        package struct Member: Hashable, Sendable, Codable {
            /// The app.
            public var app: App
            /// The target and configurations that build the app.
            package var name: String

            package init(app: App, name: String) {
                self.app = app
                self.name = name
            }
        }

        package init(of product: String, _ members: [Member]) {
            self.product = product
            self.members = Array(members.prefix(Finding.relatedLimit + 1))
            count = members.count
        }

        /// The identities of ``members``, joined by spaces, followed by the number of omitted variants.
        package var key: String {
            let more = count - members.count
            return members.map(\.app.id.text.string).joined(separator: " ") + (more > 0 ? " +\(more)" : "")
        }
    }

    /// The affected apps; more than one when variants share a scheme, and empty for a finding about no app.
    public var apps: [App] {
        if case .variants(let variants) = group { return variants.members.map(\.app) }
        return app.map { [$0] } ?? []
    }

    /// A place that is named in a message.
    ///
    /// The message contains the path below the root of the source, so it is the same wherever the tool runs. Reporters
    /// for users replace it with a path that can be opened; see ``Finding/message(naming:)``.
    package struct Mention: Hashable, Sendable, Codable {
        /// The place.
        public var place: Place
        /// The offset of the place's name in the message, in UTF-8 bytes.
        package var offset: Int
        /// The length of the place's name, in UTF-8 bytes.
        package var length: Int

        package init(place: Place, offset: Int, length: Int) {
            self.place = place
            self.offset = offset
            self.length = length
        }
    }

    /// Returns the message with the mentioned place written as `name` returns it.
    public func message(naming name: (Place) -> String) -> String {
        guard let parts = messageParts else { return message }
        return parts.before + name(parts.mentioned) + parts.after
    }

    /// The place that the message mentions, and the texts before and after it; `nil` if it mentions none.
    package var messageParts: (before: Substring, mentioned: Place, after: Substring)? {
        guard let mention, mention.offset >= 0, mention.length >= 0, mention.offset <= message.utf8.count,
            mention.length <= message.utf8.count - mention.offset
        else { return nil }
        let start = message.utf8.index(message.startIndex, offsetBy: mention.offset)
        let end = message.utf8.index(start, offsetBy: mention.length)
        return (message[..<start], mention.place, message[end...])
    }

    /// Another place that a finding involves.
    public struct Related: Hashable, Sendable, Codable {
        /// The app at that place; `nil` if there is none.
        public var app: App?
        /// The place.
        public var place: Place
        /// A description of that place.
        public var message: String

        package init(app: App?, place: Place, message: String) {
            self.app = app
            self.place = place
            self.message = message
        }
    }

    /// A change to an input file.
    public struct Edit: Hashable, Sendable, Codable {
        /// The range to replace.
        public var place: Place
        /// The replacement text; empty to delete the range.
        public var replacement: String

        package init(place: Place, replacement: String) {
            self.place = place
            self.replacement = replacement
        }
    }

    /// A team's decision to accept a finding.
    public struct Acceptance: Hashable, Sendable, Codable {
        /// The reason.
        public var reason: String
        /// The configuration file, baseline or comment that contains the acceptance.
        public var by: String
        /// Whether it is a comment in the code that the finding is about.
        public var isInSource: Bool

        package init(reason: String, by: String, isInSource: Bool = false) {
            self.reason = reason
            self.by = by
            self.isInSource = isInSource
        }
    }

    package init(
        rule: String,
        severity: Severity,
        message: String,
        hint: String? = nil,
        app: App?,
        scheme: SchemeKey? = nil,
        place: Place,
        related: [Related] = [],
        certainty: Certainty = .certain,
        edits: [Edit] = [],
        subject: String
    ) {
        self.rule = rule
        self.severity = severity
        self.message = message
        self.hint = hint
        self.app = app
        self.scheme = scheme
        self.place = place
        self.related = Array(related.prefix(Finding.relatedLimit))
        relatedCount = related.count
        self.certainty = certainty
        self.edits = edits
        fingerprint = Fingerprint(rule: rule, app: app?.id.text.string, subject: subject, ordinal: 1)
    }
}
