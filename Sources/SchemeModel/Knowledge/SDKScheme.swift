/// A pattern of schemes that an SDK defines; one row of the knowledge.
package struct SDKScheme: Hashable, Sendable, Codable {
    package var pattern: SchemePattern
    /// The owner of such schemes.
    package var kind: Kind
    package var sdk: String
    /// The maker, as named in the table of owners; empty if no maker is exempt.
    package var owner: String
    /// A clause that describes the content of the gaps and its consequence.
    package var meaning: String
    /// The schemes that an app with such a scheme has to query, in the SDK's spelling.
    package var queries: [String]
    /// The modules that Swift code imports to use the SDK; empty if it can use the SDK without them, or if they are unknown.
    package var modules: [String] = []
    /// Whether the SDK is discontinued.
    package var isRetired: Bool
    /// Whether it may contain upper-case letters because its key does.
    package var keepsCase: Bool
    /// The placeholders in the SDK's documentation.
    package var placeholders: [String]
    /// A clause with advice for two apps with the same scheme; `nil` if the general advice applies.
    package var sharing: String?
    package var confidence: KnownScheme.Confidence
    /// The source of the row.
    package var source: String
    /// The date of the last visit, as `2026-11-22`; `nil` if unknown.
    package var seen: String?

    /// The owner of an SDK's schemes.
    package enum Kind: String, Sendable, Codable, CaseIterable {
        /// Each app declares its own scheme.
        case own
        /// The scheme belongs to the SDK's maker, and apps only query it.
        case foreign
        /// The scheme belongs to the SDK's maker, and the SDK throws an exception if an app declares it.
        case refused
    }

    package init(
        pattern: SchemePattern,
        kind: Kind,
        sdk: String,
        owner: String,
        meaning: String,
        queries: [String],
        isRetired: Bool,
        keepsCase: Bool,
        placeholders: [String],
        sharing: String?,
        confidence: KnownScheme.Confidence,
        source: String
    ) {
        self.pattern = pattern
        self.kind = kind
        self.sdk = sdk
        self.owner = owner
        self.meaning = meaning
        self.queries = queries
        self.isRetired = isRetired
        self.keepsCase = keepsCase
        self.placeholders = placeholders
        self.sharing = sharing
        self.confidence = confidence
        self.source = source
    }
}
