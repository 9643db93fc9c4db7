import SchemeModel

/// An app declares custom schemes, but no universal links.
struct NoUniversalLinkRule: ManifestRule {
    let description = RuleDescription(
        id: "no-universal-link",
        section: .team,
        severity: .note,
        isOn: false,
        summary: "apps with schemes of their own and no universal link",
        why: """
            Any app can register any scheme, and none can prove that it is the owner. A universal link is a web address \
            whose site names the app, so that no other app can take it; and it works where the app is not installed. \
            Apple recommends it where an app is to be opened from outside.
            """,
        details: """
            One note for an app that declares schemes of its own, at the first of them, where its entitlements are known \
            and name no domain with `applinks:`: they stand in the signed app, or in the file that the project names in \
            `CODE_SIGN_ENTITLEMENTS`. Not for schemes that SDKs ask for alone, which no universal link can take the \
            place of, nor on watchOS.

            Off, since it is a choice of the team's.
            """,
        fix: "Add `applinks:` and the domain to the app's associated domains, and name the app on the site.",
        sources: [
            .init(
                "Allowing apps and websites to link to your content",
                "https://developer.apple.com/documentation/xcode/allowing-apps-and-websites-to-link-to-your-content",
                seen: "2026-11-21"
            ),
            .init(
                "Defining a custom URL scheme for your app: universal links are strongly recommended",
                "https://developer.apple.com/documentation/xcode/defining-a-custom-url-scheme-for-your-app",
                seen: "2026-11-21"
            ),
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
                "Domains for shared passwords only",
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
                "A lone manifest, which does not say what the app is signed with",
                of: "com.acme.wallet",
                [.init(role: "Editor", schemes: ["acmewallet"])]
            ),
            .init(
                "Schemes that SDKs ask for",
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
                "the app is opened by schemes that any app can register, and by no universal link",
                hint: "add applinks: and a domain of yours to com.apple.developer.associated-domains",
                scheme: first.scheme.key,
                subject: "applinks"
            )
        ]
    }
}
