/// The apps that open URLs with one scheme.
package struct Resolution: Hashable, Sendable {
    package var scheme: SchemeKey
    /// The answers, ordered by their first platform.
    ///
    /// Kinds of device with the same answer are merged. When nothing opens the scheme anywhere, there is one such
    /// answer.
    package var answers: [Answer]
    /// The known facts about the scheme, in the order of the knowledge tables.
    package var known: [KnownScheme]
    /// The SDK that makes apps share the scheme by design; `nil` for other schemes.
    package var sharedBy: String?

    package init(scheme: SchemeKey, answers: [Answer], known: [KnownScheme], sharedBy: String?) {
        self.scheme = scheme
        self.answers = answers
        self.known = known
        self.sharedBy = sharedBy
    }

    /// The kind of handler that opens a URL.
    package enum HandlerKind: String, Sendable, CaseIterable {
        /// The one app that claims the scheme.
        case one
        /// No handler.
        case none
        /// One of several apps; Apple leaves the choice undefined.
        case undefined
        /// The app that the user chose.
        case chosen
        case system
    }

    /// The handler of a URL on some kinds of device.
    package struct Answer: DeviceAnswer, Sendable {
        /// The kinds of device, each represented by its native platform.
        package var devices: PlatformSet
        /// The kind of handler.
        package var handler: HandlerKind
        /// Whether this is certain.
        ///
        /// It is only possible when an app may also run outside its own platform, when its platform or identity is
        /// unknown, or when the knowledge is uncertain.
        package var certainty: Certainty
        /// One claim of each app that may open the URL, ordered by place.
        ///
        /// For a system scheme, these are the apps that never open it.
        package var claims: [Claim]
        /// Whether the apps are variants of one product, which are rarely installed together.
        package var areVariants: Bool
        /// The owner of the scheme on these devices; `nil` when any app may claim it.
        package var owner: String?

        /// The apps among those the user may choose from whose eligibility is unknown, in the order of ``claims``.
        ///
        /// An app is eligible if it has a certain entitlement.
        package var unsettled: [AppID] {
            handler == .chosen
                ? claims.filter { !$0.profile.unsettledOn.isDisjoint(with: devices) }.map(\.app.id) : []
        }

        package init(
            devices: PlatformSet,
            handler: HandlerKind,
            certainty: Certainty = .certain,
            claims: [Claim] = [],
            areVariants: Bool = false,
            owner: String? = nil
        ) {
            self.devices = devices
            self.handler = handler
            self.certainty = certainty
            self.claims = claims
            self.areVariants = areVariants
            self.owner = owner
        }
    }
}
