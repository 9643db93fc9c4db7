/// One scheme in one URL type of one manifest, by which an app declares that it opens the scheme.
package struct Claim: Hashable, Sendable, Codable {
    /// The scheme; `nil` if the declared text is not a valid scheme (see ``DeclaredScheme/State``).
    package var scheme: SchemeKey?
    /// The declaration.
    package var declared: DeclaredScheme
    /// The app that claims it.
    package var app: App
    /// The app that contains the manifest; see ``Manifest/container``.
    package var container: AppID
    /// `CFBundleTypeRole`, as written.
    package var role: String?
    /// `CFBundleURLName`, as written.
    package var identifier: String?
    /// The 0-based index of the URL type.
    package var urlTypeIndex: Int
    /// The place of the scheme.
    package var place: Place
    /// The outcome of the manifest.
    package var outcome: Manifest.Outcome
    /// SHA-256 of the manifest's input.
    package var digest: String
    /// Whether the claim is from an earlier import because the input could not be read at the last one.
    package var isStale: Bool
    /// The properties that determine whether it collides with other claims.
    package var profile: ClaimProfile

    package init(
        scheme: SchemeKey?,
        declared: DeclaredScheme,
        app: App,
        container: AppID,
        role: String?,
        identifier: String?,
        urlTypeIndex: Int,
        place: Place,
        outcome: Manifest.Outcome,
        digest: String,
        isStale: Bool,
        profile: ClaimProfile
    ) {
        self.scheme = scheme
        self.declared = declared
        self.app = app
        self.container = container
        self.role = role
        self.identifier = identifier
        self.urlTypeIndex = urlTypeIndex
        self.place = place
        self.outcome = outcome
        self.digest = digest
        self.isStale = isStale
        self.profile = profile
    }
}

extension Claim: Comparable {
    /// Orders claims by place, then by URL type and scheme index, app and outcome.
    ///
    /// A binary property list may store one object for several URL types or schemes, and several targets and
    /// configurations may use one input.
    package static func < (left: Claim, right: Claim) -> Bool {
        if left.place != right.place { return left.place < right.place }
        if left.urlTypeIndex != right.urlTypeIndex { return left.urlTypeIndex < right.urlTypeIndex }
        if left.declared.index != right.declared.index { return left.declared.index < right.declared.index }
        if left.app.id != right.app.id { return left.app.id < right.app.id }
        return left.outcome < right.outcome
    }
}

extension Manifest {
    /// Returns the declared schemes of all URL types as claims, invalid ones included, in the order of the manifest.
    package func claims(with knowledge: Knowledge) -> [Claim] {
        guard !urlTypes.isEmpty else { return [] }
        let app = appDescription
        return urlTypes.flatMap { type in
            type.schemes.map { declared in
                Claim(
                    scheme: declared.key,
                    declared: declared,
                    app: app,
                    container: container,
                    role: type.role?.value,
                    identifier: type.identifier?.value,
                    urlTypeIndex: type.index,
                    place: place(of: declared.span),
                    outcome: outcome,
                    digest: digest,
                    isStale: false,
                    profile: ClaimProfile(declared, in: type, of: self, knowledge: knowledge)
                )
            }
        }
    }
}
