import SchemeModel

/// Variants of one product that share a scheme: claims of one target in several configurations, of several targets of one
/// project that have one manifest, or of one source's apps whose bundle identifiers differ only in words such as `debug`.
struct VariantFamily {
    /// The colliding variants, one claim for each app, ordered by app. Only those of checked sources.
    private let variants: [Claim]
    /// The outcomes that build each variant.
    private let outcomes: [AppID: [Manifest.Outcome]]
    /// The number of colliding variants, including those of other sources.
    private let count: Int
    /// Twice the rank of the worst collision's severity, plus one if it is certain, as in the view `undefined_targets`.
    private let weight: Int

    /// Returns the families among `claims` on one scheme in one source, ordered by their first apps.
    static func families(of claims: [Claim], in group: ClaimGroup) -> [VariantFamily] {
        let claims = claims.sorted()
        // One claim is enough for each app, target and manifest, and a source has few of these.
        var first: [Member: Claim] = [:]
        for claim in claims where first[Member(claim)] == nil { first[Member(claim)] = claim }
        let members = first.values.sorted { left, right in
            if left.container != right.container { return left.container < right.container }
            return left < right
        }
        var sets = DisjointSets<Variant>()
        for claim in members { sets.add(Variant.names(of: claim)) }
        let outcomes = Dictionary(grouping: claims, by: \.container).mapValues { $0.map(\.outcome) }
        return sets.families.compactMap { VariantFamily($0.map { members[$0] }, outcomes, in: group) }
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
    private init?(_ members: [Claim], _ outcomes: [AppID: [Manifest.Outcome]], in group: ClaimGroup) {
        var worst: Int?
        var colliding = Set<AppID>()
        let names = members.map { Set(Variant.names(of: $0)) }
        for (number, one) in members.enumerated() {
            for (position, other) in members[..<number].enumerated() {
                guard !names[number].isDisjoint(with: names[position]),
                    let relation = Self.relation(one, other, in: group)
                else { continue }
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
        self.outcomes = outcomes
    }

    /// Returns the number of pairs that ``families(of:in:)`` compares at most.
    static func pairs(among claims: [Claim]) -> Int {
        let members = Set(claims.lazy.filter { $0.outcome.target != nil }.map(Member.init)).count
        return members * members / 2
    }

    /// Returns the collision of two claims of one family; `nil` if they don't collide.
    private static func relation(_ one: Claim, _ other: Claim, in group: ClaimGroup) -> Collisions.Relation? {
        // Variants whose identity is left to each developer may be the same app.
        let areKnown = one.app.id.isKnown && other.app.id.isKnown
        guard one.app.id != other.app.id, one.container != other.container, areKnown,
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
            variants.map { Finding.Variants.Member(app: $0.appAround, name: name(of: $0)) }
        )
        var finding = Finding(
            rule: rule,
            severity: Severity(rank: weight / 2),
            message: "scheme '\(scheme)' is shared by \(count) variants of the app \(Wording.brief(product)); "
                + "if more than one is installed, it is undefined which one opens its URLs",
            hint: hint(on: scheme, knowledge: knowledge),
            app: claim.appAround,
            scheme: scheme,
            place: claim.place,
            related: variants.dropFirst().prefix(Finding.relatedLimit).map { other in
                Finding.Related(
                    app: other.app,
                    place: other.place,
                    message: "\(Wording.app(other.app)) (\(name(of: other))) claims '\(scheme)'"
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

    /// The target and the configurations that build the variant that claims the scheme with `claim`.
    private func name(of claim: Claim) -> String {
        var outcome = claim.outcome
        for other in outcomes[claim.container] ?? [] where other.project == outcome.project {
            guard other.target.map(ByteString.init) == outcome.target.map(ByteString.init) else { continue }
            outcome.configurations += other.configurations.filter { !outcome.configurations.contains($0) }
        }
        return Wording.variant(outcome) ?? ""
    }

    /// What they are variants of: their common target, the target for users that the others are derived from, or the
    /// project. A file that generates a project has the generator's name, so the first target is used instead.
    private var product: String {
        let originals = variants.filter { $0.container.productIdentifier == $0.container.text }
        let outcomes = (originals.count == 1 ? originals : variants).map(\.outcome)
        let target = outcomes.first?.target ?? ""
        if outcomes.allSatisfy({ $0.target.map { ByteString($0) } == ByteString(target) }) { return target }
        let project = outcomes.first?.project?.lastComponent
        return project.flatMap { $0.hasExtension("xcodeproj") ? $0.stem : nil } ?? target
    }

    /// Returns the hint. It is the same for all schemes with the same fix.
    private func hint(on scheme: SchemeKey, knowledge: Knowledge) -> String {
        if variants.contains(where: { $0.maker(knowledge: knowledge)?.isOther == true }) { return KnownSchemeRule.hint }
        if let form = knowledge.sdkScheme(scheme), form.kind == .own {
            return form.sharing
                ?? "register each variant with \(Wording.sdk(form.sdk)), and declare the scheme that it assigns to that variant"
        }
        if variants.contains(where: \.profile.adopts) {
            return "claim the scheme in only one variant, unless all variants should open such URLs"
        }
        if let variable = variants.lazy.compactMap({ VariableReference.first(in: $0.declared.raw) }).first {
            let name = variable.drop { "$({[ ".contains($0) }.prefix { !" :)}]".contains($0) }
            // The name of a setting can contain another setting.
            let setting = name.isEmpty || name.contains("$") ? variable : name
            return "set \(setting) to a different value in each of these configurations"
        }
        return
            "if users may install more than one variant, build the scheme from a setting that differs between variants, "
            + "such as $(PRODUCT_BUNDLE_IDENTIFIER)"
    }
}

extension Claim {
    /// The outermost app around the claiming one.
    fileprivate var appAround: App {
        app.id == container ? app : App(id: container, bundleIdentifier: nil, name: nil, platforms: app.platforms)
    }
}
