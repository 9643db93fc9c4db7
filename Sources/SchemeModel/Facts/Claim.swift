/// One scheme in one URL type of one manifest: "this app says that it opens this scheme".
public struct Claim: Hashable, Sendable, Codable {
    /// The scheme, `nil` where the declaration amounts to none (``DeclaredScheme/State``).
    public var scheme: SchemeKey?
    /// The declaration.
    public var declared: DeclaredScheme
    /// The app that claims it.
    public var app: App
    /// The app that contains the manifest (``Manifest/container``).
    public var container: AppID
    /// `CFBundleTypeRole`, as written.
    public var role: String?
    /// `CFBundleURLName`, as written.
    public var identifier: String?
    /// The 0-based index of the URL type.
    public var urlTypeIndex: Int
    /// Where the scheme is written.
    public var place: Place
    /// The outcome of the manifest.
    public var outcome: Manifest.Outcome
    /// SHA-256 of the manifest's input.
    public var digest: String
    /// Whether the input could not be read at the last import, so that the claim is what was known before.
    public var isStale: Bool
    /// What decides whether it collides with others.
    public var profile: ClaimProfile

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
    /// By place, then URL type and scheme index (a binary property list may write several of them once), app and outcome
    /// (several targets and configurations may see one input).
    public static func < (left: Claim, right: Claim) -> Bool {
        if left.place != right.place { return left.place < right.place }
        if left.urlTypeIndex != right.urlTypeIndex { return left.urlTypeIndex < right.urlTypeIndex }
        if left.declared.index != right.declared.index { return left.declared.index < right.declared.index }
        if left.app.id != right.app.id { return left.app.id < right.app.id }
        return left.outcome < right.outcome
    }
}

/// What decides whether a claim collides with others, derived from its manifest and the knowledge. The registry stores
/// it beside the claim, so that views and rules judge by the same values.
public struct ClaimProfile: Hashable, Sendable, Codable {
    /// Whether the product takes part in collisions (``ProductKind/isApplication``).
    public var isApplication: Bool
    /// Where the app runs.
    public var reach: Reach
    /// Whether the role is Viewer: the app says that it adopts the scheme, not that it defines it.
    public var adopts: Bool
    /// Whether the scheme is a public one, which any app may open (``Knowledge/isPublic(_:)``).
    public var isPublic: Bool
    /// Whether an SDK makes many apps share the scheme by design.
    public var isSharedByDesign: Bool
    /// Whether the scheme is a placeholder that was left in the manifest. It takes part in no collision: the finding about the
    /// placeholder is the one to act on.
    public var isPlaceholder: Bool
    /// The kinds of device on which the person chooses the app that opens it.
    public var chosenOn: PlatformSet
    /// Of ``chosenOn``, those where the app can be chosen only with an entitlement, and its entitlements are not known.
    public var unsettledOn: PlatformSet

    package init(
        isApplication: Bool,
        reach: Reach,
        adopts: Bool,
        isPublic: Bool,
        isSharedByDesign: Bool,
        isPlaceholder: Bool = false,
        chosenOn: PlatformSet,
        unsettledOn: PlatformSet = []
    ) {
        self.isApplication = isApplication
        self.reach = reach
        self.adopts = adopts
        self.isPublic = isPublic
        self.isSharedByDesign = isSharedByDesign
        self.isPlaceholder = isPlaceholder
        self.chosenOn = chosenOn
        self.unsettledOn = unsettledOn
    }

    /// The profile of `declared`, which is in the URL type `type` of `manifest`, whether or not it is a valid scheme.
    package init(_ declared: DeclaredScheme, in type: URLType, of manifest: Manifest, knowledge: Knowledge) {
        let scheme = declared.key ?? SchemeKey(declared.raw)
        let claimed = declared.state == .claimed ? declared.resolved : nil
        let chosenOn = knowledge.devicesWherePersonChooses(scheme, for: manifest)
        let isSettled = chosenOn.isEmpty || manifest.entitlements != nil
        self.init(
            isApplication: manifest.kind.isApplication,
            reach: manifest.reach,
            adopts: type.role?.value.asciiLowercased == "viewer",
            isPublic: knowledge.isPublic(scheme),
            isSharedByDesign: knowledge.isSharedByDesign(scheme),
            isPlaceholder: claimed.map { PlaceholderUse($0, in: manifest, knowledge: knowledge) != nil } ?? false,
            chosenOn: chosenOn,
            unsettledOn: isSettled
                ? [] : chosenOn.subtracting(knowledge.devicesWherePersonChooses(scheme, for: manifest, trusting: false))
        )
    }
}

extension Manifest {
    /// The declared schemes of all URL types as claims, in the order of the manifest; those that amount to no scheme
    /// among them.
    public func claims(with knowledge: Knowledge) -> [Claim] {
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
