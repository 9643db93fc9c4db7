import SchemeModel

/// A build setting seems to declare URL types, but has no effect.
struct IneffectiveBuildSettingRule: ManifestRule {
    let description = RuleDescription(
        id: "ineffective-build-setting",
        section: .declarations,
        severity: .warning,
        summary: "build settings that look as if they declared URL types",
        why: """
            Xcode generates many keys of a manifest from settings that begin with `INFOPLIST_KEY_`, and \
            `CFBundleURLTypes` is none of them. The setting is accepted in silence, and the app declares no scheme.
            """,
        details: "For `INFOPLIST_KEY_CFBundleURLTypes` in a project or a file of settings, at the assignment.",
        fix: """
            Declare the URL types in an Info.plist file, which a target may have beside the generated keys. Xcode \
            makes one when a URL type is added in the target's Info tab.
            """,
        sources: [
            .init(
                "Managing your app's information property list values: INFOPLIST_KEY_ settings of one's own have no effect",
                "https://developer.apple.com/documentation/bundleresources/managing-your-app-s-information-property-list",
                seen: "2026-11-21"
            ),
            .init(
                "Swift Build, the build system of Xcode: the INFOPLIST_KEY_ settings that there are",
                "https://github.com/swiftlang/swift-build/blob/main/Sources/SWBCore/Settings/BuiltinMacros.swift",
                seen: "2026-11-21"
            ),
        ],
        examples: [
            .init(
                "In the target's settings",
                .project(
                    settings: [
                        "Release": [
                            "PRODUCT_BUNDLE_IDENTIFIER": "com.acme.wallet",
                            "INFOPLIST_KEY_CFBundleURLTypes": "↓acme-wallet",
                        ]
                    ],
                    []
                )
            ),
            .init(
                "In both configurations",
                .project(
                    settings: [
                        "Debug": ["INFOPLIST_KEY_CFBundleURLTypes": "↓acme-wallet"],
                        "Release": ["INFOPLIST_KEY_CFBundleURLTypes": "↓acme-wallet"],
                    ],
                    []
                )
            ),
            .init(
                "A setting that has an effect",
                .project(
                    settings: ["Release": ["INFOPLIST_KEY_CFBundleDisplayName": "Wallet"]],
                    [.init(role: "Editor", name: "com.acme.wallet.pay", schemes: ["acme-wallet"])]
                )
            ),
            .init("No project", of: "com.acme.wallet", [.init(role: "Editor", schemes: ["acme-wallet"])]),
        ]
    )

    func findings(in manifest: Manifest, knowledge: Knowledge) -> [Finding] {
        manifest.irregularities(.ineffectiveSetting).map { irregularity in
            finding(
                in: manifest,
                at: manifest.place(of: irregularity),
                .warning,
                "\(irregularity.subject ?? "the setting") has no effect, so it declares no scheme",
                hint: "declare the URL types in the target's Info.plist",
                subject: irregularity.subject ?? ""
            )
        }
    }
}
