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

/// A sign that an app uses an SDK and must declare a scheme; one row of the knowledge.
package struct SDKRequirement: Hashable, Sendable, Codable {
    package var evidence: Evidence
    /// Whether the evidence proves the use of the SDK; otherwise it only suggests it.
    package var isProof: Bool
    package var sdk: String
    /// The template of the scheme.
    package var scheme: Template
    /// A clause that describes what happens without the scheme.
    package var effect: String
    /// The source of the row.
    package var source: String
    /// The date of the last visit, as `2026-11-22`; `nil` if unknown.
    package var seen: String?

    /// Evidence in a manifest that an SDK is used.
    package enum Evidence: Hashable, Sendable, Codable {
        /// A root key.
        case key(String)
        /// A queried scheme, unless the app also queries another one, which another SDK requires.
        case query(SchemeKey, unless: SchemeKey? = nil)
        /// A key of a file next to the manifest. It determines which scheme is required, but doesn't require one.
        case companion(String)
    }

    /// A template for a scheme.
    ///
    /// `{NAME}` stands for the value of a manifest key, `{reversed:NAME}` for its dot-separated parts in reverse order,
    /// and `{scheme:NAME}` for the scheme of a URL value. `{NAME?}` is a key that may be absent; its value is then
    /// empty.
    package struct Template: Hashable, Sendable, Codable {
        /// The text of the template.
        package var text: String

        package init(_ text: String) { self.text = text }
    }

    package init(
        evidence: Evidence,
        isProof: Bool,
        sdk: String,
        scheme: Template,
        effect: String,
        source: String
    ) {
        self.evidence = evidence
        self.isProof = isProof
        self.sdk = sdk
        self.scheme = scheme
        self.effect = effect
        self.source = source
    }
}

/// A bundle identifier, or prefix, of an owner's apps; one row of the knowledge.
package struct SchemeOwner: Hashable, Sendable, Codable {
    /// The owner as written in a known scheme, or the company that it names in parentheses.
    package var owner: String
    /// A bundle identifier or a prefix up to a dot, in lower case.
    package var prefix: String
    /// The source of the row.
    package var source: String
    /// The date of the last visit, as `2026-11-22`; `nil` if unknown.
    package var seen: String?

    package init(owner: String, prefix: String, source: String) {
        self.owner = owner
        self.prefix = prefix
        self.source = source
    }
}

/// A placeholder that appears in place of a scheme; one row of the knowledge.
package struct SchemePlaceholder: Hashable, Sendable, Codable {
    /// The text, in lower case unless it is an upper-case word.
    package var text: String
    /// The part of a scheme that is compared with it.
    package var kind: Kind
    /// The source of the row.
    package var source: String
    /// The date of the last visit, as `2026-11-22`; `nil` if unknown.
    package var seen: String?

    /// The part of a scheme that is compared with a placeholder.
    package enum Kind: String, Sendable, Codable, CaseIterable {
        /// The whole scheme, ignoring case.
        case name
        /// The first parts, up to a dot or the end, ignoring case.
        case domain
        /// A word in the scheme, with the same case.
        case word
    }

    package init(text: String, kind: Kind, source: String) {
        self.text = text
        self.kind = kind
        self.source = source
    }
}

/// A scheme that is too generic to declare, or that no app may query; one row of the knowledge.
package struct FlaggedScheme: Hashable, Sendable, Codable {
    package var scheme: SchemeKey
    /// What it is or opens, as a noun phrase.
    package var meaning: String
    /// The source of the row.
    package var source: String
    /// The date of the last visit, as `2026-11-22`; `nil` if unknown.
    package var seen: String?

    package init(scheme: SchemeKey, meaning: String, source: String) {
        self.scheme = scheme
        self.meaning = meaning
        self.source = source
    }
}
