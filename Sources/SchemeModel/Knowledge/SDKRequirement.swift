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
        /// A root key. If there are query schemes, the app must also query one of them, since the key alone has other uses.
        case key(String, with: [SchemeKey] = [])
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
