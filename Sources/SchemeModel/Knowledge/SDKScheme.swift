/// Schemes of one form that an SDK gives a meaning, one row of the knowledge.
public struct SDKScheme: Hashable, Sendable, Codable {
    /// The form.
    public var pattern: SchemePattern
    /// Whose such a scheme is.
    public var kind: Kind
    /// The SDK.
    public var sdk: String
    /// Who makes it, as the table of owners names them; empty where nobody is exempt.
    public var owner: String
    /// What the gaps are filled with, and what follows: a clause.
    public var meaning: String
    /// Schemes that an app that registers such a scheme has to query, as the SDK spells them.
    public var queries: [String]
    /// Whether the SDK is discontinued.
    public var isRetired: Bool
    /// Whether upper-case letters belong to it, since its key has them.
    public var keepsCase: Bool
    /// The placeholders that the SDK's own pages show in place of such a scheme.
    public var placeholders: [String]
    /// What one of two apps with the same scheme does: a clause; `nil` where the common advice holds.
    public var sharing: String?
    /// How sure that is.
    public var confidence: KnownScheme.Confidence
    /// Where it was read.
    public var source: String
    /// When it was last read there, as `2026-11-22`; `nil` where that is not known.
    public var seen: String?

    /// Whose a scheme of an SDK is.
    public enum Kind: String, Sendable, Codable, CaseIterable {
        /// Each app registers its own.
        case own
        /// The maker's, meant to be queried.
        case foreign
        /// The maker's, and the SDK throws where another app declares it.
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

/// What in a manifest shows that an app uses an SDK, and the scheme that it then has to declare; one row of the
/// knowledge.
public struct SDKDemand: Hashable, Sendable, Codable {
    /// What shows it.
    public var evidence: Evidence
    /// Whether it proves the use; otherwise it only suggests it.
    public var isProof: Bool
    /// The SDK.
    public var sdk: String
    /// How the scheme is made.
    public var scheme: Template
    /// What happens without it: a clause.
    public var effect: String
    /// Where it was read.
    public var source: String
    /// When it was last read there, as `2026-11-22`; `nil` where that is not known.
    public var seen: String?

    /// What in a manifest shows that an SDK is used.
    public enum Evidence: Hashable, Sendable, Codable {
        /// A key of the root.
        case key(String)
        /// A scheme that is queried.
        case query(SchemeKey)
        /// A key of a file beside the manifest. It says which scheme is meant where one is asked for, and asks for none.
        case companion(String)
    }

    /// How a scheme is made: text, in which `{NAME}` stands for the value of a key of the manifest,
    /// `{reversed:NAME}` for its parts between dots in reverse order, and `{scheme:NAME}` for the scheme of the URL that
    /// it holds. An empty value stands for a key that may be absent, written `{NAME?}`.
    public struct Template: Hashable, Sendable, Codable {
        /// The template as it is written.
        public var text: String

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

/// The bundle identifiers of an owner's apps, one row of the knowledge.
public struct SchemeOwner: Hashable, Sendable, Codable {
    /// The owner: as a known scheme names it, or the company that it names in brackets.
    public var owner: String
    /// A bundle identifier, or its beginning up to a dot; in lower case.
    public var prefix: String
    /// Where it was read.
    public var source: String
    /// When it was last read there, as `2026-11-22`; `nil` where that is not known.
    public var seen: String?

    package init(owner: String, prefix: String, source: String) {
        self.owner = owner
        self.prefix = prefix
        self.source = source
    }
}

/// A text that stands where a scheme should, one row of the knowledge.
public struct SchemePlaceholder: Hashable, Sendable, Codable {
    /// The text, in lower case unless it is a word in capitals.
    public var text: String
    /// What of a scheme is compared with it.
    public var kind: Kind
    /// Where it was read.
    public var source: String
    /// When it was last read there, as `2026-11-22`; `nil` where that is not known.
    public var seen: String?

    /// What of a scheme is compared with a placeholder.
    public enum Kind: String, Sendable, Codable, CaseIterable {
        /// The whole scheme, whatever its case.
        case name
        /// Its beginning, up to a dot or the end, whatever its case.
        case domain
        /// A word in it, in exactly this case.
        case word
    }

    package init(text: String, kind: Kind, source: String) {
        self.text = text
        self.kind = kind
        self.source = source
    }
}

/// A scheme with something to be said about it, one row of the knowledge.
public struct RemarkedScheme: Hashable, Sendable, Codable {
    /// The scheme.
    public var scheme: SchemeKey
    /// What is to be said: a clause.
    public var remark: String
    /// Where it was read.
    public var source: String
    /// When it was last read there, as `2026-11-22`; `nil` where that is not known.
    public var seen: String?

    package init(scheme: SchemeKey, remark: String, source: String) {
        self.scheme = scheme
        self.remark = remark
        self.source = source
    }
}
