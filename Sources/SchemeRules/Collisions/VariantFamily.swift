import SchemeModel

/// Variants of one product that share a scheme: claims of one target in several configurations, or of several targets
/// of one project with one manifest.
struct VariantFamily {
    /// The colliding variants, one claim for each app, ordered by app. Only those of checked sources.
    private let variants: [Claim]
    /// The number of colliding variants, including those of other sources.
    private let count: Int
    /// Twice the rank of the worst collision's severity, plus one if it is certain, as in the view `undefined_targets`.
    private let weight: Int

    /// Returns the families among `claims` on one scheme in one project, ordered by their first apps.
    static func families(of claims: [Claim], in group: ClaimGroup) -> [VariantFamily] {
        // One claim is enough for each app, target and manifest, and a project has few of these.
        var first: [Member: Claim] = [:]
        for claim in claims.sorted() where first[Member(claim)] == nil { first[Member(claim)] = claim }
        let members = first.values.sorted { left, right in
            if left.container != right.container { return left.container < right.container }
            return left < right
        }
        var families = DisjointSets<Name>()
        for (number, claim) in members.enumerated() {
            let names = [Variant.Target(claim).map { Name.target($0) }, Variant.Input(claim).map { .input($0) }]
            families.add(number, names.compactMap { $0 })
        }
        return Dictionary(grouping: members.indices, by: families.first(of:)).sorted { $0.key < $1.key }
            .compactMap { VariantFamily($0.value.map { members[$0] }, in: group) }
    }

    private enum Name: Hashable {
        case target(Variant.Target)
        case input(Variant.Input)
    }

    private struct Member: Hashable {
        let app: AppID
        let target: Variant.Target?
        let input: Variant.Input?

        init(_ claim: Claim) {
            app = claim.app.id
            target = Variant.Target(claim)
            input = Variant.Input(claim)
        }
    }

    /// Creates the family of `members`, which are ordered by app; `nil` if no two collide, or none is in a checked
    /// source.
    private init?(_ members: [Claim], in group: ClaimGroup) {
        var worst: Int?
        var colliding = Set<AppID>()
        for (number, one) in members.enumerated() {
            for other in members[..<number] {
                guard let relation = Self.relation(one, other, in: group) else { continue }
                // Most people have no variant for testers.
                let isMinor = [one, other].contains { $0.profile.audience != .everyone }
                let rank = isMinor ? 1 : max(1, relation.rank - 1)
                worst = max(worst ?? 0, 2 * rank + (relation.isCertain ? 1 : 0))
                colliding.insert(one.container)
                colliding.insert(other.container)
            }
        }
        guard let worst else { return nil }
        weight = worst
        count = colliding.count
        var variants: [Claim] = []
        for claim in members where colliding.contains(claim.container) && group.isSubject(claim) {
            if variants.last?.container != claim.container { variants.append(claim) }
        }
        guard !variants.isEmpty else { return nil }
        self.variants = variants
    }

    /// Returns the collision of two variants; `nil` if they don't collide.
    private static func relation(_ one: Claim, _ other: Claim, in group: ClaimGroup) -> Collisions.Relation? {
        let areVariants =
            Variant.Target(one) == Variant.Target(other) || Variant.Input(one) == Variant.Input(other)
        // Variants whose identity is left to each developer may be the same app.
        let areKnown = one.app.id.isKnown && other.app.id.isKnown
        guard one.app.id != other.app.id, one.container != other.container, areVariants, areKnown,
            // All variants may be meant to open a public scheme.
            !one.profile.isPublic, !(group.isShared(by: one) && group.isShared(by: other))
        else { return nil }
        return Collisions.Relation(Collisions.ClaimKind(one), Collisions.ClaimKind(other))
    }

    /// Returns the finding for the rule with the id `rule`: one for all variants, at the claim of the first.
    func finding(of rule: String, on scheme: SchemeKey, knowledge: Knowledge) -> Finding? {
        guard let claim = variants.first else { return nil }
        let group = Finding.Variants(
            of: product,
            variants.map { Finding.Variants.Member(app: $0.appAround, name: Wording.variant($0.outcome) ?? "") }
        )
        var finding = Finding(
            rule: rule,
            severity: Severity(rank: weight / 2),
            message: "scheme '\(scheme)' is shared by \(count) variants of \(Wording.brief(product)); "
                + "if more than one is installed, it is undefined which one opens",
            hint: hint(on: scheme, knowledge: knowledge),
            app: claim.appAround,
            scheme: scheme,
            place: claim.place,
            related: variants.dropFirst().prefix(Finding.relatedLimit).map { other in
                Finding.Related(
                    app: other.app,
                    place: other.place,
                    message: "\(Wording.app(other.app)) (\(Wording.variant(other.outcome) ?? "")) claims '\(scheme)'"
                )
            },
            certainty: weight % 2 == 1 ? .certain : .possible,
            subject: scheme.text.string
        )
        finding.relatedCount = variants.count - 1
        finding.fingerprint.app = group.key
        finding.group = .variants(group)
        finding.variant = Wording.variant(claim.outcome)
        finding.addOrigins(of: claim.declared)
        return finding
    }

    /// What they are variants of: their common target, or the project.
    private var product: String {
        let outcomes = variants.map(\.outcome)
        let target = outcomes.first?.target ?? ""
        if outcomes.allSatisfy({ $0.target.map { ByteString($0) } == ByteString(target) }) { return target }
        return outcomes.first?.project?.lastComponent.stem ?? target
    }

    /// Returns the hint. It is the same for all schemes with the same fix.
    private func hint(on scheme: SchemeKey, knowledge: Knowledge) -> String {
        if let form = knowledge.sdkScheme(scheme), form.kind == .own {
            return form.sharing
                ?? "register each variant with \(Wording.sdk(form.sdk)), and declare the scheme that it assigns to that variant"
        }
        if variants.contains(where: \.profile.adopts) {
            return
                "do nothing if all variants are meant to open such URLs; otherwise claim the scheme in only one variant"
        }
        if let variable = variants.lazy.compactMap({ VariableReference.first(in: $0.declared.raw) }).first {
            return "set \(variable) to a different value in each of these configurations"
        }
        return
            "do nothing if only testers install several variants; otherwise build the scheme from a setting that differs "
            + "between variants, such as $(PRODUCT_BUNDLE_IDENTIFIER)"
    }
}

extension Claim {
    /// The outermost app around the claiming one.
    fileprivate var appAround: App {
        app.id == container ? app : App(id: container, bundleIdentifier: nil, name: nil, platforms: app.platforms)
    }
}
