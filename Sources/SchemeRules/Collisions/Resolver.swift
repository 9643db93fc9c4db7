package import SchemeModel

/// Determines which app opens URLs with a scheme, by the same definition as `undefined-target`.
package struct Resolver {
    private let knowledge: Knowledge

    package init(knowledge: Knowledge) { self.knowledge = knowledge }

    /// Returns which of the apps that claim `scheme` opens it, on each kind of device.
    ///
    /// - Parameter claims: All claims on the scheme, ordered by place.
    package func resolution(of scheme: SchemeKey, among claims: [Claim]) -> Resolution {
        let claims = claims.filter { $0.scheme == scheme && $0.profile.isApplication }.sorted()
        var answers: [Resolution.Answer] = []
        for platform in Platform.allCases {
            let answer = answer(for: scheme, on: platform, among: claims)
            if answer.handler != .none { answers.add(answer) }
        }
        if answers.isEmpty { answers = [Resolution.Answer(devices: .all, handler: .none)] }
        return Resolution(
            scheme: scheme,
            answers: answers,
            known: knowledge.known(scheme),
            sharedBy: knowledge.sharedSchemes[scheme]
        )
    }

    private func answer(for scheme: SchemeKey, on platform: Platform, among claims: [Claim]) -> Resolution.Answer {
        let device = PlatformSet(platform)
        let present = claims.filter { $0.profile.deviceSupport.devices.contains(device) }
        let owners = knowledge.known(scheme).filter { $0.category.isReserved && $0.platforms.contains(device) }
        let owner = owners.max { $0.evidence < $1.evidence }
        let isChosen = knowledge.defaults(scheme).contains { $0.platform == platform }
        if isChosen {
            let eligible = present.filter { $0.profile.chosenOn.contains(device) }
            // A known entitlement counts for the whole app.
            let (sure, unsure) = (
                eligible.filter { !$0.profile.unsettledOn.contains(device) },
                eligible.filter { $0.profile.unsettledOn.contains(device) }
            )
            let apps = ResolvedApps(sure + unsure, on: device)
            let isNobody = apps.claims.isEmpty && owner == nil
            return Resolution.Answer(
                devices: device,
                handler: isNobody ? .none : .chosen,
                claims: apps.claims,
                owner: owner?.owner
            )
        }
        let apps = ResolvedApps(present, on: device)
        if let owner {
            return Resolution.Answer(
                devices: device,
                handler: .system,
                certainty: owner.isProof ? .certain : .possible,
                claims: apps.claims,
                owner: owner.owner
            )
        }
        let handler: Resolution.HandlerKind = apps.claims.isEmpty ? .none : apps.claims.count == 1 ? .one : .undefined
        return Resolution.Answer(
            devices: device,
            handler: handler,
            certainty: apps.isCertain ? .certain : .possible,
            claims: apps.claims,
            areVariants: handler == .undefined && apps.areVariants
        )
    }
}

/// The apps that claim one scheme on one kind of device. An app and its embedded products count as one, and so do
/// manifests with an unknown identity and the same content.
private struct ResolvedApps {
    /// A claim of each app, ordered by place.
    private(set) var claims: [Claim] = []
    /// Whether the apps certainly meet there, or for a single app, whether it is built for that device.
    private(set) var isCertain = false
    /// Whether they are variants of one product.
    private(set) var areVariants = false

    private enum Name: Hashable {
        case container(AppID)
        case app(AppID)
        case bytes(ByteString)
        case variant(Variant)
    }

    init(_ present: [Claim], on device: PlatformSet) {
        // Products built for the device represent their app before those that only may run there, and the app before
        // its embedded products.
        func isNative(_ claim: Claim) -> Bool { claim.profile.deviceSupport.platforms.contains(device) }
        func isOuter(_ claim: Claim) -> Bool { claim.app.id == claim.container }
        let ordered = [(true, true), (true, false), (false, true), (false, false)].flatMap { native, outer in
            present.filter { isNative($0) == native && isOuter($0) == outer }
        }
        var apps = DisjointSets<Name>()
        var products = DisjointSets<Name>()
        for claim in ordered {
            let app = [
                Name.container(claim.container), .app(claim.app.id),
                claim.app.id.isKnown ? nil : .bytes(ByteString(claim.digest)),
            ].compactMap { $0 }
            apps.add(app)
            products.add(app + Variant.names(of: claim).map(Name.variant))
        }
        let first = ordered.indices.filter { apps.first(of: $0) == $0 }
        claims = first.map { ordered[$0] }.sorted()
        areVariants = Set(ordered.indices.map { products.first(of: $0) }).count == 1
        // One app is certain if it is built for the device. Two are if both are, and they are known to be different.
        let sure = first.filter { isNative(ordered[$0]) && (first.count == 1 || ordered[$0].app.id.isKnown) }
        isCertain = sure.count > (first.count == 1 ? 0 : 1)
    }
}
