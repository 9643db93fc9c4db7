/// The properties that determine whether a claim collides with others, derived from its manifest and the knowledge.
///
/// The registry stores them with the claim, so views and rules use the same values.
package struct ClaimProfile: Hashable, Sendable, Codable {
    /// Whether the product takes part in collisions; see ``ProductKind/isApplication``.
    package var isApplication: Bool
    /// The platforms and devices that the app runs on.
    package var deviceSupport: DeviceSupport
    /// The people who install the app.
    package var audience: Audience
    /// Whether the role is Viewer: the app adopts the scheme but doesn't define it.
    package var adopts: Bool
    /// Whether the scheme is public, so that any app may open it; see ``Knowledge/isPublic(_:)``.
    package var isPublic: Bool
    /// Whether an SDK makes many apps share the scheme by design.
    package var isSharedByDesign: Bool
    /// Whether the scheme is a placeholder that was left in the manifest.
    ///
    /// Placeholders don't take part in collisions, because the finding about the placeholder is the one to fix.
    package var isPlaceholder: Bool
    /// The severity of the clash with the system's own scheme; `nil` if the scheme is not the system's.
    package var reserved: Severity?
    /// Whether the claim takes part in no collision, because `reserved-scheme` or `retired-sdk-scheme` says to remove it: the
    /// system opens the scheme itself, or it belongs to a discontinued SDK.
    package var isSetAside: Bool
    /// The kinds of device on which the user chooses the app for the scheme.
    package var chosenOn: PlatformSet
    /// The devices in ``chosenOn`` that require an entitlement when the app's entitlements are unknown.
    package var unsettledOn: PlatformSet
    /// Whether names that its author chose lower no finding; see ``Manifest/distrusted()``.
    package var isDistrusted = false

    package init(
        isApplication: Bool,
        deviceSupport: DeviceSupport,
        audience: Audience = .everyone,
        adopts: Bool,
        isPublic: Bool,
        isSharedByDesign: Bool,
        isPlaceholder: Bool = false,
        reserved: Severity? = nil,
        isSetAside: Bool = false,
        chosenOn: PlatformSet,
        unsettledOn: PlatformSet = []
    ) {
        self.isApplication = isApplication
        self.deviceSupport = deviceSupport
        self.audience = audience
        self.adopts = adopts
        self.isPublic = isPublic
        self.isSharedByDesign = isSharedByDesign
        self.isPlaceholder = isPlaceholder
        self.reserved = reserved
        self.isSetAside = isSetAside
        self.chosenOn = chosenOn
        self.unsettledOn = unsettledOn
    }

    /// Creates the profile of `declared` in the URL type `type` of `manifest`; the scheme may be invalid.
    package init(_ declared: DeclaredScheme, in type: URLType, of manifest: Manifest, knowledge: Knowledge) {
        let scheme = declared.key ?? SchemeKey(declared.raw)
        let claimed = declared.state == .claimed ? declared.resolved : nil
        let chosenOn = knowledge.devicesWherePersonChooses(scheme, for: manifest)
        let isSettled = chosenOn.isEmpty || manifest.entitlements != nil
        let clash = claimed.flatMap { _ in
            ReservedSchemeClash(of: scheme, in: manifest, knowledge: knowledge)
        }
        self.init(
            isApplication: manifest.kind.isApplication,
            deviceSupport: manifest.deviceSupport,
            audience: manifest.audience,
            adopts: manifest.adopts(type),
            isPublic: knowledge.isPublic(scheme),
            isSharedByDesign: knowledge.isSharedByDesign(scheme),
            isPlaceholder: claimed.map { PlaceholderUse($0, in: manifest, knowledge: knowledge) != nil } ?? false,
            reserved: clash?.severity,
            isSetAside: clash?.isSure ?? knowledge.sdkScheme(scheme)?.isRetired ?? false,
            chosenOn: chosenOn,
            unsettledOn: isSettled
                ? [] : chosenOn.subtracting(knowledge.devicesWherePersonChooses(scheme, for: manifest, trusting: false))
        )
        isDistrusted = manifest.isDistrusted
        // Keys that contradict each other, or are absent, don't keep the app from any device.
        if isDistrusted, deviceSupport.platforms.isEmpty { deviceSupport.platforms = deviceSupport.devices }
    }
}

extension ClaimProfile {
    /// Whether another rule reports the scheme. The claim then takes part in no collision.
    package var isReportedByOtherRules: Bool { isPlaceholder || isSetAside }
}
