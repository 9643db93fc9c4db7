/// How much a finding matters.
public enum Severity: String, Sendable, Codable, CaseIterable, Comparable {
    /// Worth knowing, never in the way.
    case note
    /// Works now, or by luck, and will hurt.
    case warning
    /// Broken, refused by Apple, or undefined by Apple's own words.
    case error

    public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

    /// 1 for a note, 2 for a warning, 3 for an error, as the registry's views write it.
    public var rank: Int {
        switch self {
        case .note: 1
        case .warning: 2
        case .error: 3
        }
    }

    /// The severity with this rank; ranks outside 1…3 give the nearest.
    package init(rank: Int) {
        self = rank <= 1 ? .note : rank == 2 ? .warning : .error
    }
}

/// Whether what a finding says must happen or may.
public enum Certainty: String, Sendable, Codable, CaseIterable {
    case certain
    case possible
}

/// What a rule says about facts.
public struct Finding: Hashable, Sendable, Codable {
    /// The rule's id.
    public var rule: String
    /// How much it matters.
    public var severity: Severity
    /// What is claimed, which other claim it meets and where; one sentence without a full stop. May quote the input;
    /// escaped by whoever prints it.
    public var message: String
    /// The stretch of ``message`` that names another place, `nil` where it names none.
    public var mention: Mention?
    /// What to do, in one sentence without a full stop.
    public var hint: String?
    /// The app that it is about.
    public var app: App?
    /// The scheme that it is about.
    public var scheme: SchemeKey?
    /// The line to change.
    public var place: Place
    /// Other places that it is about, at most ``relatedLimit``.
    public var related: [Related]
    /// How many related places there are, those left out included.
    public var relatedCount: Int
    /// Whether it must happen or may.
    public var certainty: Certainty
    /// The `CFBundleURLName` of the claim, where another claim of the same collision has it as well.
    public var sharedIdentifier: String?
    /// What it has in common with other findings that have the same cause; `nil` where it is about one place alone.
    public var group: Group?
    /// The target and the configurations that make ``app``; `nil` where no project does.
    public var variant: String?
    /// Whether the target has other variants, of which this cannot be said.
    public var isOfOneVariant = false
    /// Changes that fix it, each in the file of its place.
    public var edits: [Edit]
    /// The scheme that ``edits`` make the app claim, and that it does not claim yet; `nil` where they add none.
    public var introducedScheme: SchemeKey?
    /// What makes it the same finding in another run.
    public var fingerprint: Fingerprint
    /// Who accepted it, and why; `nil` when nobody did.
    public var accepted: Acceptance?

    /// The most related places that a finding carries.
    public static let relatedLimit = 20

    /// What several findings have in common, so that people are told of them once.
    public enum Group: Hashable, Sendable, Codable {
        /// A collision of apps on a scheme: each app in it has a finding of its own.
        case collision(SchemeKey)
        /// Schemes that the same variants of one product share: each scheme has a finding of its own.
        case variants(Variants)
    }

    /// Variants of one product that share a scheme.
    public struct Variants: Hashable, Sendable, Codable {
        /// The product: the target that makes all of them, or the project.
        public var product: String
        /// The first of them, in order of identity, at most ``Finding/relatedLimit`` and one more.
        public var members: [Member]
        /// How many there are.
        public var count: Int

        /// One variant.
        public struct Member: Hashable, Sendable, Codable {
            /// The app.
            public var app: App
            /// The target and the configurations that make it.
            public var name: String

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

        /// The identities of all variants in one text: that of the first ones, and how many more there are.
        package var key: String {
            let more = count - members.count
            return members.map(\.app.id.text.string).joined(separator: " ") + (more > 0 ? " +\(more)" : "")
        }
    }

    /// The apps that it is about: several where variants share a scheme.
    public var apps: [App] {
        if case .variants(let variants) = group { return variants.members.map(\.app) }
        return app.map { [$0] } ?? []
    }

    /// A place that a message names.
    ///
    /// The message names it from the root of its source, and is so the same wherever the tool runs. Who writes for people
    /// puts the path that they can open in its stead (``Finding/message(naming:)``).
    public struct Mention: Hashable, Sendable, Codable {
        /// The place.
        public var place: Place
        /// Where its name begins in the message, in UTF-8 bytes.
        public var offset: Int
        /// The length of its name, in UTF-8 bytes.
        public var length: Int

        package init(place: Place, offset: Int, length: Int) {
            self.place = place
            self.offset = offset
            self.length = length
        }
    }

    /// The message with the place that it mentions named by `name`.
    public func message(naming name: (Place) -> String) -> String {
        guard let mention, mention.offset >= 0, mention.length >= 0, mention.offset <= message.utf8.count,
            mention.length <= message.utf8.count - mention.offset
        else { return message }
        let start = message.utf8.index(message.startIndex, offsetBy: mention.offset)
        let end = message.utf8.index(start, offsetBy: mention.length)
        return message[..<start] + name(mention.place) + message[end...]
    }

    /// Another place that a finding is about.
    public struct Related: Hashable, Sendable, Codable {
        /// The app at that place.
        public var app: App?
        /// The place.
        public var place: Place
        /// What is there.
        public var message: String

        package init(app: App?, place: Place, message: String) {
            self.app = app
            self.place = place
            self.message = message
        }
    }

    /// A change of an input.
    public struct Edit: Hashable, Sendable, Codable {
        /// The stretch to replace.
        public var place: Place
        /// The text to put there; empty to remove it.
        public var replacement: String

        package init(place: Place, replacement: String) {
            self.place = place
            self.replacement = replacement
        }
    }

    /// A team's decision that a finding is in order.
    public struct Acceptance: Hashable, Sendable, Codable {
        /// Why.
        public var reason: String
        /// The configuration or baseline that says so.
        public var by: String

        package init(reason: String, by: String) {
            self.reason = reason
            self.by = by
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

/// What makes a finding the same in another run: never lines, and never file names where the app is known.
public struct Fingerprint: Hashable, Sendable, Codable {
    /// The rule's id.
    public var rule: String
    /// The app's identity; `nil` for a finding about no app.
    public var app: String?
    /// The scheme, key or type name that it is about.
    public var subject: String
    /// 1 for the first finding with the same other parts, 2 for the second, ….
    public var ordinal: Int

    package init(rule: String, app: String?, subject: String, ordinal: Int) {
        self.rule = rule
        self.app = app
        self.subject = subject
        self.ordinal = ordinal
    }

    /// `v1:` and the parts between `|`, in which `%` and `|` are written `%25` and `%7C`.
    public var text: String {
        func escape(_ part: String) -> String {
            String(
                decoding: part.utf8.flatMap { byte -> [UInt8] in
                    switch byte {
                    case UInt8(ascii: "%"): Array("%25".utf8)
                    case UInt8(ascii: "|"): Array("%7C".utf8)
                    default: [byte]
                    }
                },
                as: UTF8.self
            )
        }
        return "v1:" + [rule, app ?? "", subject, String(ordinal)].map(escape).joined(separator: "|")
    }
}
