/// Access to claims by scheme and by app: everything that rules need from a registry.
///
/// There is an implementation in memory, which ``check`` uses without building a database, and one over a registry.
/// Every method uses the documented order, so the same facts give the same report with either implementation.
package protocol ClaimIndex {
    /// Calls `body` with every manifest, ordered by source, path, member, project and target.
    ///
    /// - Throws: An error from `body`, or an error if the index cannot be read.
    func forEachManifest(_ body: (Manifest) throws -> Void) throws

    /// Calls `body` with every manifest that ``ManifestScreening`` of this version doesn't call clean, and possibly others,
    /// in the same order.
    ///
    /// - Throws: An error from `body`, or an error if the index cannot be read.
    func forEachManifest(toReportWith screeningVersion: String, _ body: (Manifest) throws -> Void) throws

    /// Calls `body` with every irregularity of an input that is not a manifest. Those of one input are consecutive and in
    /// order.
    ///
    /// - Throws: An error from `body`, or an error if the index cannot be read.
    func forEachIrregularity(_ body: (InputIrregularity) throws -> Void) throws

    /// Calls `body` with every target whose code was read, ordered by source, project and target.
    ///
    /// - Throws: An error from `body`, or an error if the index cannot be read.
    func forEachTarget(_ body: (TargetFacts) throws -> Void) throws

    /// Calls `body` with every declared scheme, invalid ones included, ordered by manifest, URL type and scheme.
    ///
    /// - Throws: An error from `body`, or an error if the index cannot be read.
    func forEachClaim(_ body: (Claim) throws -> Void) throws

    /// Calls `body` with each contested scheme and all its claims.
    ///
    /// A scheme is contested when applications of more than one container claim it. The schemes are ordered by their
    /// bytes, the claims by place.
    ///
    /// - Throws: An error from `body`, or an error if the index cannot be read.
    func forEachContestedScheme(_ body: (ClaimGroup) throws -> Void) throws

    /// Calls `body` with each domain of universal links about which rules may say something, with its claims and files.
    ///
    /// These are the hosts and wildcards that applications of more than one container claim for everyone, about which an
    /// association file decides, or of an app that one of an unknown host names. They are ordered as ``DomainPattern`` is,
    /// the claims by place.
    ///
    /// - Throws: An error from `body`, or an error if the index cannot be read.
    func forEachDomain(_ body: (DomainGroup) throws -> Void) throws

    /// Returns the claims of universal links on `pattern`, and those on wildcards around it, ordered by place.
    ///
    /// Of the wildcards in one manifest, only the nearest counts.
    func domainClaims(on pattern: DomainPattern) throws -> [DomainClaim]

    /// Returns the association files with a key, ordered by place.
    func associationFiles(of key: AssociationFiles.Key) throws -> [AssociationFile]

    /// Returns all claims on `scheme`, ordered by place.
    func claims(on scheme: SchemeKey) throws -> [Claim]

    /// Returns all declared schemes of `app`, invalid ones included, ordered by place.
    func claims(of app: AppID) throws -> [Claim]

    /// Returns the sources, ordered by name.
    func sources() throws -> [Source]

    /// Returns when apps started and stopped claiming `scheme`, oldest first; empty when no history is kept.
    func history(of scheme: SchemeKey) throws -> [HistoryEntry]
}

extension ClaimIndex {
    /// Calls `body` with every manifest: nothing was screened.
    package func forEachManifest(toReportWith screeningVersion: String, _ body: (Manifest) throws -> Void) throws {
        try forEachManifest(body)
    }

    /// Does nothing: no code was read.
    package func forEachTarget(_ body: (TargetFacts) throws -> Void) throws {}

    /// Does nothing: no domains were read.
    package func forEachDomain(_ body: (DomainGroup) throws -> Void) throws {}

    /// Returns nothing: no domains were read.
    package func domainClaims(on pattern: DomainPattern) throws -> [DomainClaim] { [] }

    /// Returns nothing: no association files were read.
    package func associationFiles(of key: AssociationFiles.Key) throws -> [AssociationFile] { [] }
}

extension ClaimIndex {
    /// Returns the association files that decide about `claims`, those of `host`, and those of unknown hosts that name an app
    /// of `claims`.
    ///
    /// - Throws: The error of reading the index.
    package func associationFiles(deciding claims: [DomainClaim], and host: String) throws -> AssociationFiles {
        try AssociationFiles(of: [.host(ByteString(host))] + claims.flatMap(\.associationKeys), load: associationFiles)
    }
}

/// The claims on one scheme.
package struct ClaimGroup: Sendable {
    package var scheme: SchemeKey
    /// All claims on the scheme, ordered by place.
    package var claims: [Claim]
    /// The sources whose claims are checked; the others only provide context. `nil` when all sources are checked.
    package var subjects: Set<String>?
    /// The apps that share the scheme on purpose and therefore don't collide with each other.
    package var sharers: Set<AppID> = []
    /// The apps that receive the scheme only through their own authentication sessions.
    ///
    /// No other app gets their URLs.
    package var sessionApps: Set<AppID> = []

    package init(scheme: SchemeKey, claims: [Claim], subjects: Set<String>? = nil) {
        self.scheme = scheme
        self.claims = claims
        self.subjects = subjects
    }

    /// Whether the app that makes `claim`, or the app that contains it, is one of ``sharers``.
    package func isShared(by claim: Claim) -> Bool {
        !sharers.isEmpty && (sharers.contains(claim.container) || sharers.contains(claim.app.id))
    }

    /// Whether findings about `claim` are reported.
    package func isSubject(_ claim: Claim) -> Bool {
        guard !sessionApps.contains(claim.container) else { return false }
        guard let subjects else { return true }
        return claim.place.source.map(subjects.contains) ?? false
    }
}
