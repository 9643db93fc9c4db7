/// The claims on the hosts of one domain.
package struct DomainGroup: Sendable {
    /// The hosts.
    package var pattern: DomainPattern
    /// The claims of universal links that include all these hosts, ordered by place; see ``ClaimIndex/domainClaims(on:)``.
    package var claims: [DomainClaim]
    /// The association files that decide about the claims.
    package var files: AssociationFiles
    /// The sources whose claims are checked; the others only provide context. `nil` when all sources are checked.
    package var subjects: Set<String>?

    package init(
        pattern: DomainPattern,
        claims: [DomainClaim],
        files: AssociationFiles = AssociationFiles(),
        subjects: Set<String>? = nil
    ) {
        self.pattern = pattern
        self.claims = claims
        self.files = files
        self.subjects = subjects
    }

    /// Whether findings about `claim` are reported.
    package func isSubject(_ claim: DomainClaim) -> Bool {
        guard let subjects else { return true }
        return claim.claim.place.source.map(subjects.contains) ?? false
    }

    /// Whether rules may say something about it: several apps claim it for everyone, an association file decides about it,
    /// or one of an unknown host names an app.
    package var isNotable: Bool {
        isContested || !files.deciding(on: pattern).isEmpty
            || claims.contains { !files[.app($0.claim.app.id)].isEmpty }
    }

    /// Whether apps of more than one container claim it for everyone.
    package var isContested: Bool {
        var first: AppID?
        for claim in claims where claim.isPublicLink {
            guard let known = first else {
                first = claim.claim.container
                continue
            }
            if known != claim.claim.container { return true }
        }
        return false
    }
}
