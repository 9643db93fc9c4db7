/// One dictionary of `CFBundleURLTypes`.
public struct URLType: Hashable, Sendable, Codable {
    /// The 0-based index in `CFBundleURLTypes`.
    public var index: Int
    /// The dictionary.
    public var span: ValueSpan
    /// `CFBundleTypeRole`, as written; `nil` when absent or no string.
    public var role: Located<String>?
    /// `CFBundleURLName`, as written; `nil` when absent or no string.
    public var identifier: Located<String>?
    /// `CFBundleURLIconFile`, as written; `nil` when absent or no string.
    public var icon: Located<String>?
    /// The value of `CFBundleURLSchemes`, whatever its kind; `nil` when absent.
    public var schemesSpan: ValueSpan?
    /// The elements of `CFBundleURLSchemes` that are strings, in order.
    public var schemes: [DeclaredScheme]
    /// The keys that are none of these four, in order.
    public var otherKeys: [Located<String>]

    package init(index: Int, span: ValueSpan) {
        self.index = index
        self.span = span
        schemes = []
        otherKeys = []
    }
}

/// One element of `CFBundleURLSchemes`.
public struct DeclaredScheme: Hashable, Sendable, Codable {
    /// The 0-based index in its array.
    public var index: Int
    /// The text as written.
    public var raw: String
    /// The text after the build's variables are replaced; `nil` when that is unknown. Equal to ``raw`` in a manifest
    /// that is read as it stands.
    public var resolved: String?
    /// What it amounts to.
    public var state: State
    /// Where it is written.
    public var span: ValueSpan
    /// Where the values of its variables come from.
    public var resolvedFrom: [Place]
    /// Whether it stands between preprocessor lines that nothing decides.
    public var isConditional: Bool

    /// What a declared scheme amounts to.
    public enum State: String, Sendable, Codable, CaseIterable {
        /// It is a scheme: a claim.
        case claimed
        /// It is empty.
        case empty
        /// It is no scheme by RFC 3986.
        case invalid
        /// A variable is left in it.
        case unresolved
        /// Its value depends on a file that is missing.
        case unknown
    }

    package init(
        index: Int,
        raw: String,
        resolved: String?,
        span: ValueSpan,
        resolvedFrom: [Place] = [],
        isConditional: Bool = false
    ) {
        self.index = index
        self.raw = raw
        self.resolved = resolved
        self.span = span
        self.resolvedFrom = resolvedFrom
        self.isConditional = isConditional
        state = Self.state(of: resolved)
    }

    private static func state(of resolved: String?) -> State {
        guard let resolved else { return .unknown }
        if resolved.isEmpty { return .empty }
        if SchemeGrammar.isScheme(resolved) { return .claimed }
        return Variable.first(in: resolved) == nil ? .invalid : .unresolved
    }

    /// The scheme that it claims; `nil` when it claims none.
    public var key: SchemeKey? {
        guard state == .claimed, let resolved else { return nil }
        return SchemeKey(resolved)
    }
}
