import SchemeModel

/// Variants of one product claim one scheme.
struct VariantCollisionRule: SchemeRule {
    let description = RuleDescription(
        id: "variant-collision",
        section: .reports,
        severity: .warning,
        summary: "schemes that several variants of one product claim: development, staging and production side by side",
        why: """
            Configurations of one target, or targets that share an Info.plist, often differ in their bundle identifier, \
            so that they can be installed beside each other, and not in their schemes. Which of them a URL opens is then \
            undefined: a link out of a mail opens the test build, a login of the test build ends in the one from the App \
            Store. It concerns the people who have several of them, so it is no error.
            """,
        details: """
            For apps of one project with different bundle identifiers that one target makes in different configurations, \
            or that several targets make from one Info.plist. One finding for each app, with the others as related \
            places; note where a variant declares the role Viewer, or where the variants meet only as possible. What \
            collides with apps of other projects, or other products of the project, is `undefined-target`.
            """,
        fix: """
            Let the scheme follow the variant: write it with a setting that differs, as the bundle identifier does \
            (`$(PRODUCT_BUNDLE_IDENTIFIER)`), or with one of your own, which each configuration sets.
            """,
        sources: [
            .init(
                "Defining a custom URL scheme for your app",
                "https://developer.apple.com/documentation/xcode/defining-a-custom-url-scheme-for-your-app",
                seen: "2026-11-21"
            ),
            .init(
                "Managing your app's information property list values: variables that a build replaces",
                "https://developer.apple.com/documentation/bundleresources/managing-your-app-s-information-property-list",
                seen: "2026-11-21"
            ),
        ],
        examples: [
            .init(
                "Three configurations, one scheme",
                .project(
                    settings: [
                        "Debug": ["PRODUCT_BUNDLE_IDENTIFIER": "com.acme.wallet.debug"],
                        "Release": ["PRODUCT_BUNDLE_IDENTIFIER": "com.acme.wallet"],
                        "Staging": ["PRODUCT_BUNDLE_IDENTIFIER": "com.acme.wallet.staging"],
                    ],
                    [.init(role: "Editor", name: "com.acme.wallet.pay", schemes: ["↓acme-wallet"])]
                )
            ),
            .init(
                "A setting that no configuration sets differently",
                .project(
                    settings: [
                        "Debug": ["PRODUCT_BUNDLE_IDENTIFIER": "com.acme.wallet.debug", "PAY_SCHEME": "acme-pay"],
                        "Release": ["PRODUCT_BUNDLE_IDENTIFIER": "com.acme.wallet", "PAY_SCHEME": "acme-pay"],
                    ],
                    [.init(role: "Editor", name: "com.acme.wallet.pay", schemes: ["↓$(PAY_SCHEME)"])]
                )
            ),
            .init(
                "The scheme follows the configuration",
                .project(
                    settings: [
                        "Debug": ["PRODUCT_BUNDLE_IDENTIFIER": "com.acme.wallet.debug"],
                        "Release": ["PRODUCT_BUNDLE_IDENTIFIER": "com.acme.wallet"],
                    ],
                    [.init(role: "Editor", name: "com.acme.wallet.pay", schemes: ["$(PRODUCT_BUNDLE_IDENTIFIER)"])]
                )
            ),
            .init(
                "One bundle identifier",
                .project(
                    settings: [
                        "Debug": ["PRODUCT_BUNDLE_IDENTIFIER": "com.acme.wallet"],
                        "Release": ["PRODUCT_BUNDLE_IDENTIFIER": "com.acme.wallet"],
                    ],
                    [.init(role: "Editor", name: "com.acme.wallet.pay", schemes: ["acme-wallet"])]
                )
            ),
        ]
    )

    func findings(in group: ClaimGroup, knowledge: Knowledge) -> [Finding] {
        var families: [Variant.Project: [Claim]] = [:]
        for claim in group.claims where claim.scheme != nil && claim.profile.isApplication {
            guard !claim.profile.isSharedByDesign, let project = Variant.Project(claim) else { continue }
            families[project, default: []].append(claim)
        }
        let findings = families.values.flatMap { claims -> [Finding] in
            // One claim for each app, target and manifest is enough, and a project has few of these.
            var first: [Member: Claim] = [:]
            for claim in claims.sorted() where first[Member(claim)] == nil { first[Member(claim)] = claim }
            let members = first.values.sorted { left, right in
                if left.container != right.container { return left.container < right.container }
                return left < right
            }
            return self.findings(among: members, in: group)
        }
        return findings.sorted { ($0.app?.id.text ?? "", $0.place) < ($1.app?.id.text ?? "", $1.place) }
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

    /// The findings about the apps of `members`, which are in order of app.
    private func findings(among members: [Claim], in group: ClaimGroup) -> [Finding] {
        var findings: [Finding] = []
        for claim in members where group.isSubject(claim) && findings.last?.app?.id != claim.container {
            var others: [(claim: Claim, relation: Collisions.Relation)] = []
            for other in members
            where other.container != claim.container && others.last?.claim.container != other.container {
                guard other.app.id != claim.app.id, areVariants(claim, other), !areCopies(claim, other),
                    !(group.isShared(by: claim) && group.isShared(by: other)),
                    let relation = Collisions.Relation(Collisions.Nature(claim), Collisions.Nature(other))
                else { continue }
                others.append((other, relation))
            }
            // As in the view undefined_targets: the greatest of twice the rank, and one more when certain.
            guard let weight = others.map({ 2 * max(1, $0.relation.rank - 1) + ($0.relation.isCertain ? 1 : 0) }).max()
            else { continue }
            let report = VariantReport(claim: claim, scheme: group.scheme, others: others.map(\.claim))
            var finding = report.finding(of: description.id, severity: Severity(rank: weight / 2))
            finding.certainty = weight % 2 == 1 ? .certain : .possible
            findings.append(finding)
        }
        return findings
    }

    /// Whether they are two copies of one manifest without identity.
    private func areCopies(_ one: Claim, _ other: Claim) -> Bool {
        !one.app.id.isKnown && !other.app.id.isKnown && one.digest == other.digest
    }

    private func areVariants(_ one: Claim, _ other: Claim) -> Bool {
        Variant.Target(one) == Variant.Target(other) || Variant.Input(one) == Variant.Input(other)
    }
}

extension Claim {
    /// The app that contains the one that claims, or that one.
    fileprivate var appAround: App {
        app.id == container ? app : App(id: container, bundleIdentifier: nil, name: nil, platforms: app.platforms)
    }
}

/// The words of a collision of variants, for one of them.
private struct VariantReport {
    var claim: Claim
    var scheme: SchemeKey
    /// The claims of the others, one for each app.
    var others: [Claim]

    func finding(of rule: String, severity: Severity) -> Finding {
        var finding = Finding(
            rule: rule,
            severity: severity,
            message: message,
            hint: hint,
            app: claim.appAround,
            scheme: scheme,
            place: claim.place,
            related: others.prefix(Finding.relatedLimit).map { other in
                Finding.Related(
                    app: other.app,
                    place: other.place,
                    message: "\(Wording.app(other.app)) (\(variant(other))) claims '\(scheme)'"
                )
            },
            certainty: .certain,
            subject: scheme.text.string
        )
        finding.relatedCount = others.count
        finding.variant = variant(claim)
        finding.addOrigins(of: claim.declared)
        return finding
    }

    private var message: String {
        var text = "scheme '\(scheme)' of \(variant(claim)) is also claimed by "
        if let first = others.first { text += "\(Wording.app(first.app)) (\(variant(first)))" }
        if others.count > 1 { text += " and \(Wording.count(others.count - 1, "other variant"))" }
        return text + "; on a device with several of them, which app opens is undefined"
    }

    /// The target and the configurations of a variant.
    private func variant(_ claim: Claim) -> String {
        Wording.variant(claim.outcome) ?? ""
    }

    private var hint: String {
        if let variable = Variable.first(in: claim.declared.raw) {
            return "give \(variable) another value in each of these configurations"
        }
        if claim.profile.isPublic {
            return "claim '\(scheme)' only in the variant that people get; a public scheme cannot follow the variant"
        }
        return "let the scheme follow the variant: $(PRODUCT_BUNDLE_IDENTIFIER), or a setting of your own that each "
            + "configuration sets, '\(Wording.brief(claim.declared.raw))$(SCHEME_SUFFIX)'"
    }
}
