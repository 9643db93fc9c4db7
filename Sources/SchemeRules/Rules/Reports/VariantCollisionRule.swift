import SchemeModel

/// Variants of one product share a scheme.
struct VariantCollisionRule: SchemeRule {
    let description = RuleDescription(
        id: "variant-collision",
        section: .reports,
        severity: .warning,
        summary: "schemes that variants of one product share: development, staging and production side by side",
        why: """
            Configurations of one target, or targets that share an Info.plist, often differ in their bundle identifier, \
            so that they can be installed side by side, but not in their schemes. Which of them opens a URL is then \
            undefined: a link in a mail opens the test build, and a login of the test build ends in the one from the App \
            Store. Only users who install several variants are affected, so it is not an error.
            """,
        details: """
            Reports apps of one project with different bundle identifiers that one target makes in different \
            configurations, or that several targets make from one Info.plist. Each shared scheme has one finding, which \
            names all variants; text, Markdown and `diff` show the schemes that the same variants share as one problem. \
            A note where a variant declares the role Viewer, where the variants only possibly meet, and on a public scheme \
            such as `xmpp`, which each variant may be meant to open. A variant whose bundle identifier each developer sets \
            is not counted, since it may be the same app as another one.

            Collisions with apps of other projects, or with other products of the project, are `undefined-target`. \
            `http` and `https` are not reported, since they open the user's browser, and neither is a scheme that another \
            rule says to remove: a placeholder, one that the system surely opens, or one of a discontinued SDK.
            """,
        fix: """
            If users install several variants, let the scheme follow the variant: write it with a setting that differs, \
            as the bundle identifier does (`$(PRODUCT_BUNDLE_IDENTIFIER)`). That is no option for a scheme that other \
            apps open, such as `bitcoin`: claim it in one variant only, or accept the finding. For an SDK's scheme, the \
            hint says what the SDK allows.
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
                "A bundle identifier that each developer sets",
                .project(
                    settings: [
                        "Debug": ["PRODUCT_BUNDLE_IDENTIFIER": "$(DEVELOPER_BUNDLE_IDENTIFIER)"],
                        "Release": ["PRODUCT_BUNDLE_IDENTIFIER": "com.acme.wallet"],
                    ],
                    [.init(role: "Editor", name: "com.acme.wallet.pay", schemes: ["acme-wallet"])]
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
        guard !group.scheme.isWeb else { return [] }
        var projects: [Variant.Project: [Claim]] = [:]
        for claim in group.claims where claim.collides {
            guard let project = Variant.Project(claim) else { continue }
            projects[project, default: []].append(claim)
        }
        let findings = projects.values.flatMap { claims in
            VariantFamily.families(of: claims, in: group).compactMap { family in
                family.finding(of: description.id, on: group.scheme, knowledge: knowledge)
            }
        }
        return findings.sorted { ($0.app?.id.text ?? "", $0.place) < ($1.app?.id.text ?? "", $1.place) }
    }
}
