/// A scheme with a known owner; one row of the knowledge.
package struct KnownScheme: Hashable, Sendable, Codable {
    package var scheme: SchemeKey
    package var category: Category
    /// The owner: an Apple app, a specification or another app.
    package var owner: String
    /// The platforms on which the owner has it.
    package var platforms: PlatformSet
    package var confidence: Confidence
    /// The source of the row.
    package var source: String
    /// The date of the last visit, as `2026-11-22`; `nil` if unknown.
    package var seen: String?
    /// The name of the team's table that contains it; `nil` for the built-in knowledge.
    package var origin: String?

    /// The authority behind a known scheme, and the kind of owner.
    package enum Category: String, Sendable, Codable, CaseIterable {
        case appleDocumented = "apple-documented"
        case appleSystem = "apple-system"
        case browser
        case ianaPermanent = "iana-permanent"
        case ianaProvisional = "iana-provisional"
        case ianaHistorical = "iana-historical"
        /// A published specification that any app may implement, not listed by IANA.
        case specification
        case thirdParty = "third-party"
        /// From a team's table: a partner's app, or one of the team's own apps.
        case partner, `internal`

        /// Whether the system owns such a scheme.
        package var isReserved: Bool { self == .appleDocumented || self == .appleSystem || self == .browser }

        /// Whether IANA lists such a scheme.
        package var isRegistered: Bool { self == .ianaPermanent || self == .ianaProvisional || self == .ianaHistorical }

        /// Whether such a scheme is public: others send its URLs, so an app can't replace it with a scheme of its own.
        package var isPublic: Bool { isRegistered || self == .specification }

        /// Whether such a scheme belongs to an app or SDK.
        package var isPrivate: Bool { self == .thirdParty || self == .partner || self == .internal }
    }

    /// The confidence in a row of the knowledge.
    package enum Confidence: String, Sendable, Codable, CaseIterable {
        case low, medium, high
    }

    package init(
        scheme: SchemeKey,
        category: Category,
        owner: String,
        platforms: PlatformSet,
        confidence: Confidence,
        source: String,
        origin: String? = nil
    ) {
        self.scheme = scheme
        self.category = category
        self.owner = owner
        self.platforms = platforms
        self.confidence = confidence
        self.source = source
        self.origin = origin
    }
}
