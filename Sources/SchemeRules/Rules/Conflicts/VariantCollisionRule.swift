import SchemeModel

/// Variants of one product share a scheme.
struct VariantCollisionRule: SchemeRule {
    let description = RuleDescription(
        id: "variant-collision",
        section: .conflicts,
        severity: .warning,
        traits: [.concernsOtherApps],
        summary: "schemes shared by variants of one product, such as development, staging and production",
        why: """
            Variants often have different bundle identifiers so that they can be installed side by side. If they share \
            a scheme, it is undefined which one opens its URLs: a link in an email may open the test build, or a login \
            in the test build may return to the App Store version. Only people who install several variants are \
            affected, so the finding is at most a warning.
            """,
        reportedWhen: """
            Reports apps with different bundle identifiers that one project builds from configurations of one target, or \
            from targets with the same Info.plist.

            Also reports apps in one source whose identifiers differ only by a word \
            that marks a test build, such as `com.acme.wallet` and `com.acme.wallet.dev`.

            Each shared scheme gets one finding that lists all variants. Text and Markdown reports and `diff` group the \
            schemes that the same variants share.

            The finding is a warning if users may install two of the variants, such as a free and a paid one. It is a \
            note if only testers install more than one of them: all variants but one have bundle identifiers or \
            configurations with a word such as `debug`, `beta`, `staging` or `enterprise`. It is also a note if a \
            variant has the role Viewer, or if it is uncertain whether the variants can be installed on the same \
            device.
            """,
        notReportedWhen: """
            Not reported for:

            - public schemes such as `xmpp`, which all variants may support;
            - `http` and `https`, which open the user's browser;
            - schemes that another rule reports for removal: placeholders, schemes that the system always opens, and those of \
            discontinued SDKs.

            A variant is ignored if each \
            developer sets their own bundle identifier for it, since it may be the same app as another variant. \
            Collisions with other products of the project, or with apps of other projects, are reported as \
            `undefined-target`.
            """,
        fix: """
            If users install several variants, build the scheme from a setting that differs between variants, such as \
            `$(PRODUCT_BUNDLE_IDENTIFIER)`. For an SDK's scheme, the hint explains what the SDK supports.
            """,
        sources: [
            .customSchemes(),
            .propertyListValues("build settings as variables"),
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
                "A target for testers with its own manifest",
                [
                    .init(
                        "project.yml",
                        """
                        name: Wallet
                        targetTemplates:
                          App:
                            type: application
                            platform: iOS
                            info:
                              path: ${target_name}/Info.plist
                              properties:
                                CFBundleURLTypes:
                                  - CFBundleTypeRole: Editor
                                    CFBundleURLName: com.acme.wallet.pay
                                    CFBundleURLSchemes: [↓acme-wallet]
                        targets:
                          Wallet:
                            templates: [App]
                            settings: {PRODUCT_BUNDLE_IDENTIFIER: com.acme.wallet}
                          WalletDev:
                            templates: [App]
                            settings: {PRODUCT_BUNDLE_IDENTIFIER: com.acme.wallet.dev}

                        """
                    )
                ]
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
        let built = group.claims.filter { $0.collides && $0.outcome.target != nil }
        let findings = Dictionary(grouping: built) { ByteString($0.place.source ?? "") }.values.flatMap { claims in
            VariantFamily.families(of: claims, in: group).compactMap { family in
                family.finding(of: description.id, on: group.scheme, knowledge: knowledge)
            }
        }
        return findings.sorted { ($0.app?.id.text ?? "", $0.place) < ($1.app?.id.text ?? "", $1.place) }
    }
}
