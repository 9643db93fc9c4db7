import SchemeModel

/// How a scheme that an app claims meets what the system owns.
struct ReservedSchemeClash {
    /// How much it matters, taken over all platforms.
    private(set) var severity: Severity
    private let scheme: SchemeKey
    private let owner: KnownScheme
    /// The platforms on which it matters.
    private let platforms: PlatformSet
    /// Whether the platforms of the app are unknown.
    let isUnplaced: Bool
    /// The entitlements any of which would put it in order, were it known.
    private let unsettled: [String]
    /// The entitlements any of which would put it in order, and of which the app is known to have none.
    private let missing: [String]
    /// Whether the scheme is also a public one, which other apps open, so that no own scheme can take its place.
    private let isPublic: Bool

    /// The clash of `scheme` in `manifest`; `nil` where there is none.
    init?(of scheme: SchemeKey, in manifest: Manifest, knowledge: Knowledge) {
        let isUnplaced = manifest.reach.platforms.isEmpty
        let claimed = isUnplaced ? manifest.reach.devices : manifest.reach.platforms
        let rows = knowledge.known(scheme)
            .filter { $0.category.isReserved && !$0.platforms.isDisjoint(with: claimed) }
        guard let owner = rows.max(by: { $0.evidence < $1.evidence }) else { return nil }
        let severity: Severity = owner.isProof && !isUnplaced ? .error : .warning

        var unsettled: [String] = []
        var missing: [String] = []
        var platforms = PlatformSet()
        var worst: Severity?
        let owned = rows.reduce(into: PlatformSet()) { $0.formUnion($1.platforms) }
        for platform in claimed.intersection(owned).platforms {
            let choices = knowledge.defaults(scheme).filter { $0.platform == platform }
            let entitlements = choices.compactMap(\.entitlement)
            var here = severity
            if choices.count > entitlements.count {
                // The person can choose any app that claims it.
                here = .note
            } else if !entitlements.isEmpty {
                if let signed = manifest.entitlements {
                    if entitlements.contains(where: signed.contains) { continue }
                    missing += entitlements
                } else {
                    here = min(severity, .warning)
                    unsettled += entitlements
                }
            }
            platforms.insert(PlatformSet(platform))
            worst = max(worst ?? here, here)
        }
        guard let worst else { return nil }
        self.scheme = scheme
        self.owner = owner
        self.severity = worst
        self.platforms = platforms
        self.isUnplaced = isUnplaced
        self.unsettled = unsettled
        self.missing = missing
        isPublic = knowledge.isPublic(scheme)
    }

    /// Whose the scheme is, and who says so.
    var message: String {
        var text = "scheme '\(scheme)' belongs to \(owner.owner) on \(Wording.list(platforms)) (\(owner.evidenceName))"
        if isUnplaced {
            let owned = platforms.platforms.count == 1 ? "it" : "one of them"
            text += "; whether this app is for \(owned) is not known"
        }
        if severity == .note { text += ", where the person chooses the app that opens it" }
        if !unsettled.isEmpty {
            text += "; allowed with the entitlement \(Wording.list(unsettled, "or")), which only the signed app shows"
        }
        return text
    }

    /// What to do.
    func hint(in manifest: Manifest) -> String? {
        if severity == .note { return "do nothing if users may choose the app; otherwise remove it" }
        if !unsettled.isEmpty { return "check the built and signed app, or remove '\(scheme)'" }
        if !missing.isEmpty {
            return "remove it, or sign the app with the entitlement \(Wording.list(missing, "or")), which Apple grants"
        }
        if isPublic, severity == .error { return "remove it" }
        if isPublic {
            return "accept the finding if '\(scheme)' URLs reach the app; otherwise remove it"
        }
        return "remove it and use \(Wording.ownScheme(of: manifest)), or universal links"
    }
}

extension KnownScheme {
    /// Whether the row alone makes a claim of the scheme an error.
    var isProof: Bool {
        confidence == .high || (category == .appleDocumented && confidence != .low)
    }

    /// How strong the row is among the rows of one scheme.
    var evidence: Int {
        let sure = Confidence.allCases.firstIndex(of: confidence) ?? 0
        return (isProof ? 8 : 0) + (category == .appleDocumented ? 4 : 0) + sure
    }

    /// Who says that the scheme is owned.
    fileprivate var evidenceName: String {
        switch category {
        case .appleDocumented where confidence == .high: "documented by Apple"
        case .appleDocumented: "documented by Apple, \(confidence.rawValue) confidence"
        case .browser: "used inside web engines, \(confidence.rawValue) confidence"
        default: "seen on Apple's systems, \(confidence.rawValue) confidence"
        }
    }
}
