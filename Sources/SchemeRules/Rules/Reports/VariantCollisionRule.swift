import SchemeModel

/// Variants of one product share a scheme.
struct VariantCollisionRule: SchemeRule {
    let description = RuleDescription(
        id: "variant-collision",
        section: .reports,
        severity: .warning,
        traits: [.concernsOtherApps],
        summary: "schemes shared by variants of one product, such as development, staging and production",
        why: """
            Configurations of one target, or targets that share an Info.plist, often have different bundle \
            identifiers so that they can be installed side by side. If their schemes stay the same, it is undefined \
            which one opens a URL: a link in an email opens the test build, or a login in the test build returns to the App \
            Store version. It is not an error, since only people with several variants are affected.
            """,
        reportedWhen: """
            Reports apps of one project with different bundle identifiers that come from configurations of one target, \
            or from targets with the same Info.plist. Each shared scheme has one finding that lists all variants. \
            Text, Markdown and `diff` group the schemes that the same variants share.

            It is a warning if users may install two of the variants, such as a free and a paid one. It is a note if \
            only testers install several: all variants but one have bundle identifiers or configurations with a word \
            such as `debug`, `beta`, `staging` or `enterprise`. It is also a note if a variant has the role Viewer, or \
            if the variants only possibly meet.
            """,
        notReportedWhen: """
            Not reported for public schemes such as `xmpp`, which all variants may be meant to open, for `http` and \
            `https`, which open the user's browser, nor for schemes that another rule says to remove: placeholders, \
            schemes that the system certainly opens, and those of discontinued SDKs. A variant is ignored if each \
            developer sets their own bundle identifier for it, since it may be the same app as another variant. \
            Collisions with other products of the project, or with apps of other projects, are reported as \
            `undefined-target`.
            """,
        fix: """
            If users install several variants, build the scheme from a setting that differs between variants, such as \
            `$(PRODUCT_BUNDLE_IDENTIFIER)`. For an SDK's scheme, the hint explains what the SDK supports.
            """,
        sources: [
            .init(
                "Defining a custom URL scheme for your app",
                "https://developer.apple.com/documentation/xcode/defining-a-custom-url-scheme-for-your-app",
                seen: "2026-11-21"
            ),
            .init(
                "Managing your app's information property list values: build settings as variables",
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
                "A free and a paid app",
                .project(
                    settings: [
                        "Free": ["PRODUCT_BUNDLE_IDENTIFIER": "com.acme.wallet"],
                        "Paid": ["PRODUCT_BUNDLE_IDENTIFIER": "com.acme.wallet.pro"],
                    ],
                    [.init(role: "Editor", name: "com.acme.wallet.pay", schemes: ["↓acme-wallet"])]
                )
            ),
            .init(
                "A setting with the same value in all configurations",
                .project(
                    settings: [
                        "Debug": ["PRODUCT_BUNDLE_IDENTIFIER": "com.acme.wallet.debug", "PAY_SCHEME": "acme-pay"],
                        "Release": ["PRODUCT_BUNDLE_IDENTIFIER": "com.acme.wallet", "PAY_SCHEME": "acme-pay"],
                    ],
                    [.init(role: "Editor", name: "com.acme.wallet.pay", schemes: ["↓$(PAY_SCHEME)"])]
                )
            ),
            .init(
                "The scheme depends on the configuration",
                .project(
                    settings: [
                        "Debug": ["PRODUCT_BUNDLE_IDENTIFIER": "com.acme.wallet.debug"],
                        "Release": ["PRODUCT_BUNDLE_IDENTIFIER": "com.acme.wallet"],
                    ],
                    [.init(role: "Editor", name: "com.acme.wallet.pay", schemes: ["$(PRODUCT_BUNDLE_IDENTIFIER)"])]
                )
            ),
            .init(
                "Each developer sets the bundle identifier",
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
