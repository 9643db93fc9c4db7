/// A claim on a scheme that belongs to the system.
package struct ReservedSchemeClash: Hashable, Sendable {
    package let scheme: SchemeKey
    /// The most reliable row of the knowledge about the scheme.
    package let owner: KnownScheme
    /// The severity: the worst over all ``platforms``.
    package private(set) var severity: Severity
    /// The platforms on which the claim matters.
    package private(set) var platforms = PlatformSet()
    /// Whether the platforms of the app are unknown.
    package let isUnplaced: Bool
    /// The entitlements that allow the claim, if it is unknown whether the app has one of them.
    package private(set) var unsettled: [String] = []
    /// The entitlements that allow the claim, if the app is known to have none of them.
    package private(set) var missing: [String] = []
    /// The configurations without one of ``missing``, as a list, if other configurations of the target have it.
    package private(set) var lackingConfigurations: String?
    /// The reason why it is unknown whether the app has one of ``unsettled``; `nil` if there is nothing to say.
    package let unsettledCause: String?
    /// Whether the system surely opens the scheme itself, so that it doesn't matter which other apps claim it: Apple documents
    /// that, or the scheme is one inside web engines, such as `file`.
    package let isSure: Bool
    /// Whether the app's entitlements may still change: they are those of a project, and a build may add some.
    package let isAmendable: Bool

    /// Returns the clash of `scheme` in `manifest`, or `nil` if there is none: the system doesn't own the scheme where the
    /// app runs, users may choose the app that opens it, or the app is Apple's.
    package init?(of scheme: SchemeKey, in manifest: Manifest, knowledge: Knowledge) {
        let hasNoPlatform = manifest.deviceSupport.platforms.isEmpty
        let isUnplaced = hasNoPlatform && !manifest.isDistrusted
        let claimed = hasNoPlatform ? manifest.deviceSupport.devices : manifest.deviceSupport.platforms
        let rows = knowledge.known(scheme)
            .filter { $0.category.isReserved && !$0.platforms.isDisjoint(with: claimed) }
        guard let owner = rows.max(by: { $0.evidence < $1.evidence }), !manifest.isOwnedByApple else { return nil }
        // The system never gives a scheme inside web engines to an app, so that the claim only has no effect.
        let isHarmless = rows.allSatisfy { $0.category == .browser && !$0.isProof }
        let full: Severity = isHarmless ? .note : owner.isProof && !isUnplaced ? .error : .warning
        let choices = knowledge.defaults(scheme)
        // A protocol that apps of many makers implement, such as ftp: a system app that also opens it doesn't own it.
        let isProtocol = !owner.isProof && knowledge.isPublic(scheme) && choices.contains { $0.entitlement == nil }
        let owned = rows.reduce(into: PlatformSet()) { $0.formUnion($1.platforms) }

        self.scheme = scheme
        self.owner = owner
        self.isUnplaced = isUnplaced
        isSure = rows.contains { $0.isProof || $0.category == .browser }
        isAmendable = !manifest.isBuilt
        unsettledCause = manifest.irregularities.first { $0.kind == .unknownEntitlements }?.cause
        var worst: Severity?
        for platform in claimed.intersection(owned).platforms {
            let here = choices.filter { $0.platform == platform }
            let entitlements = here.compactMap(\.entitlement)
            // Users can choose any app that claims it.
            if isProtocol || here.count > entitlements.count { continue }
            var severity = full
            if !entitlements.isEmpty {
                if manifest.entitlements != nil {
                    if entitlements.contains(where: { manifest.hasEntitlement($0) == true }) { continue }
                    missing += entitlements
                    if isAmendable { severity = min(severity, .warning) }
                    let partial = manifest.irregularities.first { irregularity in
                        irregularity.kind == .partialEntitlement && entitlements.contains(irregularity.subject ?? "")
                    }
                    lackingConfigurations = lackingConfigurations ?? partial?.cause
                    if partial != nil, !manifest.isDistrusted { severity = .note }
                } else {
                    unsettled += entitlements
                    severity = manifest.isDistrusted ? min(severity, .warning) : .note
                }
            }
            platforms.insert(PlatformSet(platform))
            worst = max(worst ?? severity, severity)
        }
        guard let worst else { return nil }
        severity = worst
    }
}

extension KnownScheme {
    /// Whether the row alone makes a claim of the scheme an error.
    package var isProof: Bool {
        confidence == .high || (category == .appleDocumented && confidence != .low)
    }

    /// How reliable the row is among the rows of one scheme.
    package var evidence: Int {
        let sure = Confidence.allCases.firstIndex(of: confidence) ?? 0
        return (isProof ? 8 : 0) + (category == .appleDocumented ? 4 : 0) + sure
    }
}

extension AppID {
    /// Whether Apple owns the app, so that it may claim the system's schemes.
    package var isOwnedByApple: Bool {
        if case .known(let identifier) = self { return identifier.string.utf8.starts(with: "com.apple.".utf8) }
        return false
    }
}
