/// An app's claim to open links to a domain: one associated domain of one manifest.
package struct DomainClaim: Hashable, Sendable {
    /// The domain.
    package var domain: AssociatedDomain
    /// The Application Identifier Prefix in the app's signature, usually the identifier of its team; `nil` if unknown.
    package var prefix: String?
    /// The identifier of the team that signs the app according to its project; `nil` if unknown.
    package var team: String?
    /// The app and where it runs, as for a claim on a scheme, but without a scheme.
    ///
    /// Its place is the line of the domain in the entitlements, or the manifest if that is unknown.
    package var claim: Claim

    package init(domain: AssociatedDomain, prefix: String?, team: String? = nil, claim: Claim) {
        self.domain = domain
        self.prefix = prefix
        self.team = team
        self.claim = claim
    }

    /// The application identifier in the app's signature; `nil` if its prefix is unknown.
    package var applicationIdentifier: String? {
        prefix.map { "\($0).\(claim.app.bundleIdentifier ?? claim.app.id.text.string)" }
    }

    /// Whether universal links to the domain open the app for everyone.
    package var isPublicLink: Bool {
        domain.isOfUniversalLinks && domain.isForEveryone && domain.isCertain && claim.profile.isApplication
    }

    /// What the association files about it are found by.
    package var associationKeys: [AssociationFiles.Key] {
        [.host(ByteString(domain.pattern.associationHost)), .app(claim.app.id)]
    }

    /// Whether universal links to the domain open the app for everyone, and everyone may install the app, which is known.
    package var isOfReleasedApp: Bool {
        isPublicLink && claim.profile.audience == .everyone && claim.app.id.isKnown
    }
}

extension DomainClaim: Comparable {
    /// Orders claims by place, app, outcome and domain.
    package static func < (left: DomainClaim, right: DomainClaim) -> Bool {
        if left.claim != right.claim, left.claim < right.claim || right.claim < left.claim {
            return left.claim < right.claim
        }
        return ByteString(left.domain.text) < ByteString(right.domain.text)
    }
}

/// The claims on one domain, and on the wildcards around it.
package struct DomainClaims: Sendable {
    private var claims: [DomainClaim] = []
    private var manifests: Set<Int> = []
    private var tested: Set<Int> = []

    package init() {}

    /// Adds a claim on the domain itself.
    package mutating func add(_ claim: DomainClaim) { claims.append(claim) }

    /// Adds a claim on a wildcard around the domain. Wildcards are added from the nearest to the farthest.
    ///
    /// Of the wildcards in one manifest, only the nearest counts: with a hundred of them, a hundred would meet each host.
    package mutating func add(wider claim: DomainClaim, ofManifest id: Int) {
        let counts = claim.domain.isForEveryone && claim.domain.isCertain
        let isNew = counts ? manifests.insert(id).inserted : tested.insert(id).inserted
        if isNew { claims.append(claim) }
    }

    /// The claims, ordered by place.
    package var sorted: [DomainClaim] { claims.sorted() }
}
