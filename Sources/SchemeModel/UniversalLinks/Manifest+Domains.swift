/// The associated domains of a manifest's app.
extension Manifest {
    /// The name of the entitlement with the domains whose links the app opens.
    package static let associatedDomainsEntitlement = "com.apple.developer.associated-domains"
    /// The names of the entitlement with the Application Identifier Prefix and the bundle identifier.
    package static let applicationIdentifierEntitlements = [
        "application-identifier", "com.apple.application-identifier",
    ]

    /// Whether the app opens links to any domain as universal links; `nil` if unknown.
    package var hasUniversalLinks: Bool? {
        guard let entries = domainEntries else { return nil }
        if entries.contains(where: { $0.utf8.starts(with: "applinks:".utf8) }) { return true }
        return isAssociatedWithMore ? nil : false
    }

    /// The domains that the app is associated with, in the order of ``entitlements``; `nil` if not all are known.
    package var associatedDomains: [AssociatedDomain]? { isAssociatedWithMore ? nil : knownDomains }

    /// The domains whose links the app opens as universal links; `nil` if not all are known.
    package var universalLinkDomains: [AssociatedDomain]? { associatedDomains?.filter(\.isOfUniversalLinks) }

    /// The hosts that the app is associated with for any service; `nil` if not all are known.
    package var associatedHosts: Set<DomainPattern>? { associatedDomains.map { Set($0.map(\.pattern)) } }

    /// The known domains that the app is associated with.
    package var knownDomains: [AssociatedDomain] {
        hasTooManyDomains ? [] : (domainEntries ?? []).compactMap(AssociatedDomain.init(entry:)).filter(\.isCertain)
    }

    /// The Application Identifier Prefix, with which a website lists the app; `nil` if unknown.
    package var applicationIdentifierPrefix: String? {
        for name in Self.applicationIdentifierEntitlements {
            for value in values(ofEntitlement: name) ?? [] where VariableReference.first(in: value) == nil {
                guard let dot = value.utf8.firstIndex(of: UInt8(ascii: ".")), dot != value.utf8.startIndex else {
                    continue
                }
                return String(value[..<dot])
            }
        }
        return nil
    }

    /// The identifier of the team with which every configuration of the target signs the app; `nil` if unknown.
    package var team: String? { companions(.team).first?.value }

    /// The known domains as claims, in the order of ``entitlements``.
    package var domainClaims: [DomainClaim] {
        let entries = writtenDomains
        guard !entries.isEmpty else { return [] }
        let app = appDescription
        let prefix = applicationIdentifierPrefix
        let team = team
        let profile = ClaimProfile(
            isApplication: kind.isApplication,
            deviceSupport: deviceSupport,
            audience: audience,
            adopts: false,
            isPublic: false,
            isSharedByDesign: false,
            chosenOn: []
        )
        return entries.enumerated().compactMap { index, written in
            let (entry, place) = (written.value, written.place)
            guard let domain = AssociatedDomain(entry: entry) else { return nil }
            let span = ValueSpan(keyPath: "", element: place.range ?? SourceRange(byteOffset: 0, byteLength: 0))
            return DomainClaim(
                domain: domain,
                prefix: prefix,
                team: team,
                claim: Claim(
                    scheme: nil,
                    declared: DeclaredScheme(index: index, raw: entry, resolved: entry, span: span),
                    app: app,
                    container: container,
                    role: nil,
                    identifier: nil,
                    urlTypeIndex: 0,
                    place: place,
                    outcome: outcome,
                    digest: digest,
                    isStale: false,
                    profile: profile
                )
            )
        }
    }

    /// The values of the entitlement with the associated domains, in the order of ``entitlements``; empty if there are too
    /// many. Their places are in the entitlements, or the manifest if they are unknown.
    package var writtenDomains: [Companion] {
        guard let entries = domainEntries, !entries.isEmpty, !hasTooManyDomains else { return [] }
        let kind = Companion.Kind.key(ByteString(Self.associatedDomainsEntitlement))
        let places = Dictionary(
            companions.lazy.filter { $0.kind == kind }.map { (ByteString($0.value), $0.place) },
            uniquingKeysWith: { first, _ in first }
        )
        return entries.map { Companion(kind, value: $0, place: places[ByteString($0)] ?? origin) }
    }

    /// That the app has more associated domains than are compared, so that none is; `nil` if it hasn't.
    package var excessOfDomains: Problem? {
        guard hasTooManyDomains else { return nil }
        let kind = Companion.Kind.key(ByteString(Self.associatedDomainsEntitlement))
        let limit = Limits.standard.associatedDomains.grouped
        return Problem(
            code: .overLimit,
            message: "the app has more than \(limit) associated domains, so none was checked",
            hint: "replace subdomains with a wildcard, such as applinks:*.acme.com",
            place: companions.first { $0.kind == kind }?.place ?? origin
        )
    }

    /// The values of the entitlement with the associated domains, as written; `nil` when the entitlements are unknown.
    package var domainEntries: [String]? { values(ofEntitlement: Self.associatedDomainsEntitlement) }

    /// Returns the known values of an entitlement; `nil` when the entitlements are unknown.
    private func values(ofEntitlement name: String) -> [String]? {
        entitlements?.compactMap { $0.name == ByteString(name) ? $0.value?.string : nil }
    }

    /// Whether there may be more associated domains than listed.
    ///
    /// A profile may allow any domain, and a build may still replace a variable.
    private var isAssociatedWithMore: Bool {
        guard let domainEntries, let isNamed = hasEntitlement(Self.associatedDomainsEntitlement) else { return true }
        guard isNamed else { return false }
        return domainEntries.isEmpty || hasTooManyDomains
            || domainEntries.contains { !(AssociatedDomain(entry: $0)?.isCertain ?? false) }
    }

    /// Whether it has more domains than are compared. Real apps have dozens, rarely hundreds.
    private var hasTooManyDomains: Bool { (domainEntries?.count ?? 0) > Limits.standard.associatedDomains }
}

extension String {
    /// Whether it has the form of a team's identifier and of an App ID prefix: ten capital letters and digits.
    package var isTeamIdentifier: Bool {
        utf8.count == 10 && utf8.allSatisfy { $0.isDigit || (0x41...0x5A).contains($0) }
    }
}
