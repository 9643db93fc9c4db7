import SchemeModel

/// A build setting seems to declare URL types, but has no effect.
struct IneffectiveBuildSettingRule: ManifestRule {
    let description = RuleDescription(
        id: "ineffective-build-setting",
        section: .declarations,
        severity: .warning,
        summary: "build settings that seem to declare URL types but have no effect",
        why: """
            Xcode generates many Info.plist keys from build settings that begin with `INFOPLIST_KEY_`, but \
            `CFBundleURLTypes` is not one of them. Xcode silently ignores the setting, and the app declares no scheme.
            """,
        reportedWhen: "Reported for each assignment of `INFOPLIST_KEY_CFBundleURLTypes` in a project or settings file.",
        fix: """
            Declare the URL types in an Info.plist file, which can be combined with generated keys. Xcode creates one \
            when you add a URL type in the target's Info tab.
            """,
        sources: [
            .propertyListValues("custom INFOPLIST_KEY_ settings have no effect"),
            .init(
                "Swift Build, Xcode's build system: the list of INFOPLIST_KEY_ settings",
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
                "An effective setting",
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
