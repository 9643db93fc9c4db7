/// Which app opens URLs with one scheme.
public struct Resolution: Hashable, Sendable {
    /// The scheme.
    public var scheme: SchemeKey
    /// The answers, in order of their first platform: kinds of device with the same answer are one. Where no app and
    /// nobody else opens it anywhere, that is the only one.
    public var answers: [Answer]
    /// What is known of the scheme besides, in the order of the knowledge.
    public var known: [KnownScheme]
    /// The SDK that makes apps share the scheme by design; `nil` for other schemes.
    public var sharedBy: String?

    package init(scheme: SchemeKey, answers: [Answer], known: [KnownScheme], sharedBy: String?) {
        self.scheme = scheme
        self.answers = answers
        self.known = known
        self.sharedBy = sharedBy
    }

    /// Who opens a URL.
    public enum Outcome: String, Sendable, CaseIterable {
        /// The one app that claims the scheme.
        case one
        /// Nobody.
        case none
        /// One of several apps, and nobody can say which.
        case undefined
        /// The app that the person has chosen.
        case chosen
        /// The system.
        case system
    }

    /// Who opens a URL on some kinds of device.
    public struct Answer: Hashable, Sendable {
        /// The kinds of device, each named by its own platform.
        public var devices: PlatformSet
        /// Who opens it.
        public var outcome: Outcome
        /// Whether that must be so, or only may: where an app may run beside its own platform, its platform or identity
        /// is not known, or the knowledge is not sure.
        public var certainty: Certainty
        /// A claim of each app that may open it, in order of place; where the system opens it, of each that never will.
        public var claims: [Claim]
        /// Whether the apps are variants of one product, which few people have side by side.
        public var areVariants: Bool
        /// Who owns the scheme there; `nil` where it belongs to whoever claims it.
        public var owner: String?

        /// Of the apps that the person may choose from, those of which it is not known whether they have the entitlement
        /// that makes them eligible, in the order of ``claims``.
        public var unsettled: [AppID] {
            outcome == .chosen
                ? claims.filter { !$0.profile.unsettledOn.isDisjoint(with: devices) }.map(\.app.id) : []
        }

        package init(
            devices: PlatformSet,
            outcome: Outcome,
            certainty: Certainty = .certain,
            claims: [Claim] = [],
            areVariants: Bool = false,
            owner: String? = nil
        ) {
            self.devices = devices
            self.outcome = outcome
            self.certainty = certainty
            self.claims = claims
            self.areVariants = areVariants
            self.owner = owner
        }
    }
}
