/// The claims of universal links by domain, and the association files by host.
struct DomainTable: Sendable {
    private let byPattern: [DomainPattern: [NumberedClaim]]
    /// The association files by host.
    let files: AssociationFiles
    /// The domains that applications claim, ordered.
    let patterns: [DomainPattern]

    private struct NumberedClaim {
        var manifest: Int
        var claim: DomainClaim
    }

    init(_ manifests: [Manifest], files: [AssociationFile]) {
        var byPattern: [DomainPattern: [NumberedClaim]] = [:]
        for (number, manifest) in manifests.enumerated() {
            for claim in manifest.domainClaims where claim.domain.isOfUniversalLinks {
                byPattern[claim.domain.pattern, default: []].append(NumberedClaim(manifest: number, claim: claim))
            }
        }
        self.byPattern = byPattern
        patterns = byPattern.filter { $0.value.contains(where: \.claim.claim.profile.isApplication) }.keys.sorted()
        self.files = AssociationFiles(files)
    }

    /// Returns the claims on `pattern` and on the nearest wildcards around it, ordered by place.
    func claims(on pattern: DomainPattern) -> [DomainClaim] {
        var claims = DomainClaims()
        for found in byPattern[pattern] ?? [] { claims.add(found.claim) }
        for wider in pattern.including.dropFirst() {
            for found in byPattern[wider] ?? [] { claims.add(wider: found.claim, ofManifest: found.manifest) }
        }
        return claims.sorted
    }

    /// Returns the claims and files of a domain.
    func group(of pattern: DomainPattern) -> DomainGroup {
        DomainGroup(pattern: pattern, claims: claims(on: pattern), files: files)
    }
}
