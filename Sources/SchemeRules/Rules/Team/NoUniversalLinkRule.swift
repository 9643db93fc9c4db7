import SchemeModel

/// An app declares custom schemes, but no universal links.
struct NoUniversalLinkRule: ManifestRule {
    let description = RuleDescription(
        id: "no-universal-link",
        section: .team,
        severity: .note,
        isOn: false,
        summary: "apps with custom schemes but no universal links",
        why: """
            Any app can register any scheme, and no app can prove that a scheme belongs to it. A universal link is a \
            web address whose site lists the app, so only apps that the site lists can claim it. It also works if the \
            app is not installed. Apple recommends universal links for opening an app from a website or another app.
            """,
        reportedWhen: """
            Reported at the first of the app's own schemes, if its entitlements are known and contain no `applinks:` \
            domain. They come from the signature, or from the file in `CODE_SIGN_ENTITLEMENTS`.

            The rule is off by default, since using universal links is up to the team.
            """,
        notReportedWhen: """
            Not reported for schemes that an SDK requires, which a universal link can't replace, nor on watchOS.
            """,
        fix: """
            Add `applinks:` with your domain to the app's associated domains, and list the app in the site's \
            `apple-app-site-association` file.
            """,
        sources: [
            .init(
                "Allowing apps and websites to link to your content",
                "https://developer.apple.com/documentation/xcode/allowing-apps-and-websites-to-link-to-your-content",
                seen: "2026-11-21"
            ),
            .customSchemes("universal links are strongly recommended"),
        ],
        examples: [
            .init(
                "An app without associated domains",
                .project(
                    settings: ["Release": ["PRODUCT_BUNDLE_IDENTIFIER": "com.acme.wallet"]],
                    [.init(role: "Editor", schemes: ["↓acmewallet", "acmepay"])]
                )
            ),
            .init(
                "A domain for shared passwords only",
                .project(
                    settings: [
                        "Release": [
                            "PRODUCT_BUNDLE_IDENTIFIER": "com.acme.wallet",
                            "CODE_SIGN_ENTITLEMENTS": "App.entitlements",
                        ]
                    ],
                    [.init(role: "Editor", schemes: ["↓acmewallet"])]
                ) + [.domains(["webcredentials:acme.com"])]
            ),
            .init(
                "An app with a universal link",
                .project(
                    settings: [
                        "Release": [
                            "PRODUCT_BUNDLE_IDENTIFIER": "com.acme.wallet",
                            "CODE_SIGN_ENTITLEMENTS": "App.entitlements",
                        ]
                    ],
                    [.init(role: "Editor", schemes: ["acmewallet"])]
                ) + [.domains(["webcredentials:acme.com", "applinks:acme.com"])]
            ),
            .init(
                "A manifest without entitlements",
                of: "com.acme.wallet",
                [.init(role: "Editor", schemes: ["acmewallet"])]
            ),
            .init(
                "Schemes that SDKs require",
                .project(
                    settings: ["Release": ["PRODUCT_BUNDLE_IDENTIFIER": "com.acme.feed"]],
                    [.init(role: "Editor", schemes: ["fb1234567890", "com.googleusercontent.apps.123-abc"])]
                )
            ),
        ]
    )

    func findings(in manifest: Manifest, knowledge: Knowledge) -> [Finding] {
        guard manifest.kind.isApplication, !manifest.isIncomplete, manifest.hasUniversalLinks == false,
            manifest.mayRun(on: [.iOS, .macOS, .tvOS, .visionOS]),
            let first = manifest.declarations.first(where: { declaration in
                guard let scheme = declaration.scheme.key else { return false }
                return knowledge.sdkScheme(scheme) == nil && !knowledge.isSharedByDesign(scheme)
                    && knowledge.known(scheme).isEmpty
            })
        else { return [] }
        return [
            finding(
                in: manifest,
                at: manifest.place(of: first.scheme.span),
                .note,
                "the app has no universal links, only schemes that any app can register",
                hint: "add 'applinks:YOUR-DOMAIN' to the entitlement com.apple.developer.associated-domains",
                scheme: first.scheme.key,
                subject: "applinks"
            )
        ]
    }
}
