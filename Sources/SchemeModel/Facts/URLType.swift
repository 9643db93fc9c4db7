/// One dictionary of `CFBundleURLTypes`.
package struct URLType: Hashable, Sendable, Codable {
    /// The 0-based index in `CFBundleURLTypes`.
    package var index: Int
    /// The dictionary.
    package var span: ValueSpan
    /// `CFBundleTypeRole`, as written; `nil` when absent or not a string.
    package var role: Located<String>?
    /// `CFBundleURLName`, as written; `nil` when absent or not a string.
    package var identifier: Located<String>?
    /// `CFBundleURLIconFile`, as written; `nil` when absent or not a string.
    package var icon: Located<String>?
    /// The value of `CFBundleURLSchemes`, of any type; `nil` when absent.
    package var schemesSpan: ValueSpan?
    /// The strings in `CFBundleURLSchemes`, in order.
    package var schemes: [DeclaredScheme]
    /// All other keys, in order.
    package var otherKeys: [Located<String>]

    package init(index: Int, span: ValueSpan) {
        self.index = index
        self.span = span
        schemes = []
        otherKeys = []
    }

    /// Whether the role is Viewer: the app adopts the schemes but doesn't define them.
    package var adopts: Bool { role?.value.asciiLowercased == "viewer" }
}

/// One element of `CFBundleURLSchemes`.
package struct DeclaredScheme: Hashable, Sendable, Codable {
    /// The 0-based index in its array.
    package var index: Int
    /// The text as written.
    package var raw: String
    /// The text after build variables are replaced; `nil` when unknown. Equal to ``raw`` without a project.
    package var resolved: String?
    /// The validity of the resolved text.
    package var state: State
    /// The place of the element.
    package var span: ValueSpan
    /// The places that the values of its variables come from.
    package var resolvedFrom: [Place]
    /// Whether it depends on unresolved preprocessor conditionals.
    package var isConditional: Bool

    /// The validity of a declared scheme.
    package enum State: String, Sendable, Codable, CaseIterable {
        /// A valid scheme: a claim.
        case claimed
        /// An empty string.
        case empty
        /// Not a valid scheme according to RFC 3986.
        case invalid
        /// Contains an unresolved variable.
        case unresolved
        /// Unknown, because the value depends on something that is missing.
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
        return VariableReference.first(in: resolved) == nil ? .invalid : .unresolved
    }

    /// The scheme that it claims; `nil` if it is not a valid scheme.
    package var key: SchemeKey? {
        guard state == .claimed, let resolved else { return nil }
        return SchemeKey(resolved)
    }
}
