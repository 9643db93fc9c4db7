package import SchemeModel

/// Determines which apps open a web address as a universal link.
package struct UniversalLinkResolver {
    private let address: WebAddress
    private let claims: [DomainClaim]
    private let files: AssociationFiles
    private var matcher: AssociationMatcher

    /// - Parameters:
    ///   - claims: All claims of universal links to the host of `address`, ordered by place.
    ///   - files: The association files that decide about the claims, and those of the host.
    ///   - steps: The steps that the run may still take.
    package init(_ address: WebAddress, claims: [DomainClaim], files: AssociationFiles, steps: LinkSteps) {
        self.address = address
        self.claims = claims
        self.files = files
        matcher = AssociationMatcher(address, steps: steps)
    }

    /// Finds out what opens `address`, according to `index`.
    ///
    /// - Parameter steps: The steps that the run may still take.
    /// - Throws: The error of reading `index`.
    package static func resolution(
        of address: WebAddress,
        in index: some ClaimIndex,
        steps: inout LinkSteps
    ) throws -> UniversalLinkResolution {
        let claims = try index.domainClaims(on: DomainPattern(host: address.host))
        let files = try index.associationFiles(deciding: claims, and: address.host)
        var resolver = UniversalLinkResolver(address, claims: claims, files: files, steps: steps)
        let resolution = resolver.resolution()
        steps = resolver.matcher.steps
        steps.note(resolution.files.first)
        return resolution
    }

    /// Returns what opens the address on each kind of device.
    package mutating func resolution() -> UniversalLinkResolution {
        var candidates: [Judged] = []
        for claim in claims where claim.claim.profile.isApplication { candidates.append(judged(claim)) }
        var answers: [UniversalLinkResolution.Answer] = []
        for platform in Platform.allCases {
            let device = PlatformSet(platform)
            let present = candidates.filter { $0.app.claim.claim.profile.deviceSupport.devices.contains(device) }
            if !present.isEmpty { answers.add(UniversalLinkAnswer(among: present, on: device).answer) }
        }
        if answers.isEmpty { answers = [.init(devices: .all, outcome: .browser)] }
        let hosts = [address.host] + candidates.map(\.app.claim.domain.pattern.associationHost)
        let places = Set(hosts.flatMap { files.served(by: $0) }.map(\.origin))
        return UniversalLinkResolution(host: address.host, answers: answers, files: places.sorted())
    }

    /// An app, and where the association files name it for the address.
    struct Judged {
        var app: UniversalLinkResolution.Candidate
        /// The index of the deciding element of `details`, by file; empty if none decides.
        var elements: [Place: Int] = [:]

        /// Whether the app's element comes first in every file. The first element that matches counts.
        func precedes(_ other: Judged) -> Bool {
            !elements.isEmpty && elements.count == other.elements.count
                && elements.allSatisfy { file, element in other.elements[file].map { element < $0 } ?? false }
        }

        /// Whether the app's element comes first in some file.
        func mayPrecede(_ other: Judged) -> Bool {
            elements.contains { file, element in other.elements[file].map { element < $0 } ?? false }
        }
    }

    /// Returns what the association files say about the app of a claim.
    private mutating func judged(_ claim: DomainClaim) -> Judged {
        let judged = judged(claim, by: files.deciding(on: claim.domain.pattern))
        // The system may ignore the domain, although the file lists the app.
        if claim.domain.doubt != nil, judged.app.verdict == .matched {
            return .init(app: .init(claim: claim, verdict: .unknown))
        }
        // TN3155 says that a wildcard needs the file of its own domain, older texts name the file of the host.
        guard claim.domain.pattern.isWildcard else { return judged }
        let ofHost = files.served(by: address.host)
        guard !ofHost.isEmpty, self.judged(claim, by: ofHost).app.verdict != judged.app.verdict else { return judged }
        return .init(app: .init(claim: claim, verdict: .unknown))
    }

    /// Returns what `files` say about the app of a claim. Several files of one host are copies or for several stages, so the
    /// address may be served any of them.
    private mutating func judged(_ claim: DomainClaim, by files: [AssociationFile]) -> Judged {
        var results: [(file: AssociationFile, result: AssociationMatcher.Result)] = []
        for file in files {
            results.append((file, matcher.result(of: file, for: claim.claim.app.id, prefix: claim.prefix)))
        }
        guard let (file, first) = results.first, results.allSatisfy({ $0.result.verdict == first.verdict }) else {
            return .init(app: .init(claim: claim, verdict: .unknown))
        }
        let entry = first.entry.map { UniversalLinkResolution.Entry(text: $0.text, place: file.place($0.range)) }
        let elements = results.compactMap { file, result in result.element.map { (file.origin, $0) } }
        return .init(
            app: .init(claim: claim, verdict: first.verdict, entry: entry),
            elements: Dictionary(elements, uniquingKeysWith: { first, _ in first })
        )
    }
}

extension AssociationMatcher.Result {
    /// The verdict without the entry.
    fileprivate var verdict: UniversalLinkResolution.Verdict {
        switch self {
        case .matched: .matched
        case .excluded: .excluded
        case .unmatched: .unmatched
        case .unlisted: .unlisted
        case .unknown: .unknown
        }
    }

    /// The entry that decides, or that may; `nil` if none does.
    fileprivate var entry: AssociationEntry? {
        switch self {
        case .matched(let entry, _), .excluded(let entry, _), .unknown(.some(let entry)): entry
        case .unmatched, .unlisted, .unknown(nil): nil
        }
    }

    /// The index of the element of `details` that decides; `nil` if none does.
    fileprivate var element: Int? {
        switch self {
        case .matched(_, let element), .excluded(_, let element): element
        case .unmatched, .unlisted, .unknown: nil
        }
    }
}
