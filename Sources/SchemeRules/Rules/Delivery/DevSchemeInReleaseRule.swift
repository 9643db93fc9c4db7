import SchemeModel

/// A configuration that is built for everyone declares a scheme for development builds.
struct DevSchemeInReleaseRule: DeclaredSchemeRule {
    let description = RuleDescription(
        id: "dev-scheme-in-release",
        section: .delivery,
        severity: .note,
        summary: "schemes for development builds in release configurations",
        why: """
            `expo-dev-client` adds the scheme `exp+` followed by the project's slug, so that the command line of Expo can \
            open a development build. Release builds don't contain the development client: the URL opens the app, and \
            nothing handles it.
            """,
        reportedWhen: """
            Reported for schemes that begin with `exp+`, in each target of an Xcode project that declares one in a \
            configuration for release, such as `Release`, `Production` or `AppStore`.
            """,
        notReportedWhen: """
            Not reported for manifests that no project uses, and in sample code. A scheme that several variants of an app \
            share, such as one for staging, is reported as `variant-collision`.
            """,
        fix: """
            Use a build setting for the scheme that has another value in release configurations:

            ```
            // Debug.xcconfig
            APP_SCHEME = exp+acme-wallet

            // Release.xcconfig
            APP_SCHEME = acme-wallet
            ```

            If `expo prebuild` creates the project, set this option of its plugin for release builds:

            ```json
            ["expo-dev-client", { "addGeneratedScheme": false }]
            ```
            """,
        sources: [
            .init(
                "expo-dev-client: addGeneratedScheme",
                "https://docs.expo.dev/versions/v51.0.0/sdk/dev-client",
                seen: "2026-11-24"
            ),
            .init(
                "expo-dev-client: the generated scheme is used to launch the development client",
                "https://app.unpkg.com/expo-dev-client@4.0.26/files/plugin/src/withGeneratedIosScheme.ts",
                seen: "2026-11-24"
            ),
        ],
        examples: [
            .init(
                "One manifest for both configurations",
                .project(
                    settings: [
                        "Debug": ["PRODUCT_BUNDLE_IDENTIFIER": "com.acme.wallet"],
                        "Release": ["PRODUCT_BUNDLE_IDENTIFIER": "com.acme.wallet"],
                    ],
                    [.init(role: "Editor", name: "com.acme.wallet", schemes: ["acme-wallet", "↓exp+acme-wallet"])]
                )
            ),
            .init(
                "A setting with a value for all configurations",
                .project(
                    settings: [
                        "AppStore": ["PRODUCT_BUNDLE_IDENTIFIER": "com.acme.radio", "DEV_SCHEME": "\"exp+radio\""],
                        "Beta": ["PRODUCT_BUNDLE_IDENTIFIER": "com.acme.radio", "DEV_SCHEME": "\"exp+radio\""],
                    ],
                    [.init(role: "Viewer", name: "com.acme.radio", schemes: ["↓$(DEV_SCHEME)"])]
                )
            ),
            .init(
                "A setting that differs",
                .project(
                    settings: [
                        "Debug": ["PRODUCT_BUNDLE_IDENTIFIER": "com.acme.wallet", "DEV_SCHEME": "\"exp+acme-wallet\""],
                        "Release": ["PRODUCT_BUNDLE_IDENTIFIER": "com.acme.wallet", "DEV_SCHEME": "\"acme-wallet\""],
                    ],
                    [.init(role: "Editor", name: "com.acme.wallet", schemes: ["$(DEV_SCHEME)"])]
                )
            ),
            .init(
                "Only configurations for development",
                .project(
                    settings: [
                        "Debug": ["PRODUCT_BUNDLE_IDENTIFIER": "com.acme.wallet"],
                        "ReleaseStaging": ["PRODUCT_BUNDLE_IDENTIFIER": "com.acme.wallet"],
                    ],
                    [.init(role: "Editor", name: "com.acme.wallet", schemes: ["exp+acme-wallet"])]
                )
            ),
            .init(
                "A manifest without a project",
                of: "com.acme.wallet",
                [.init(schemes: ["exp+acme-wallet"])]
            ),
        ]
    )

    func findings(about schemes: [ClassifiedScheme], in manifest: Manifest, knowledge: Knowledge) -> [Finding] {
        guard let release = manifest.releaseConfigurations.first, manifest.audience != .developers else { return [] }
        var seen: Set<SchemeKey> = []
        return schemes.compactMap { classified in
            guard case .sdk = classified.classification, let scheme = classified.declaration.scheme.key,
                scheme.text.string.hasPrefix("exp+"), seen.insert(scheme).inserted
            else { return nil }
            return finding(
                in: manifest,
                at: manifest.place(of: classified.declaration.scheme.span),
                .note,
                "scheme '\(scheme)' is for development builds, but the configuration '\(Wording.brief(release))' declares it",
                hint: "declare it only in configurations for development",
                scheme: scheme,
                subject: scheme.text.string
            )
        }
    }
}
