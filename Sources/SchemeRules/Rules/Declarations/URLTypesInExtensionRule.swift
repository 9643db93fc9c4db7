import SchemeModel

/// A product that URLs can't open declares URL types.
struct URLTypesInExtensionRule: ManifestRule {
    let description = RuleDescription(
        id: "url-types-in-extension",
        section: .declarations,
        severity: .warning,
        summary: "URL types in extensions and frameworks",
        why: """
            URLs open apps. URL types in an extension or a framework have no documented effect; the containing app \
            must declare the scheme. They are usually copied along with a manifest, and the app's own declaration is \
            missing.
            """,
        reportedWhen: "Reported once for each manifest, at its first URL type.",
        notReportedWhen: """
            Not reported for targets that build a bundle (`.bundle`, `.xctest`): nearly all of them are test bundles, \
            whose tests read the URL types.
            """,
        fix: "Move the URL types to the manifest of the app, or remove them.",
        sources: [
            .customSchemes("apps register schemes")
        ],
        examples: [
            .init(
                "A widget with a copy of the app's URL types",
                of: "com.acme.wallet.widget",
                type: "XPC!",
                """
                <key>NSExtension</key>
                <dict>
                    <key>NSExtensionPointIdentifier</key>
                    <string>com.apple.widgetkit-extension</string>
                </dict>
                <key>CFBundleURLTypes</key>
                <array>
                    ↓<dict>
                        <key>CFBundleURLSchemes</key>
                        <array>
                            <string>wallet</string>
                        </array>
                    </dict>
                </array>
                """
            ),
            .init(
                "A framework",
                of: "com.acme.walletkit",
                type: "FMWK",
                [.init(role: "Editor", name: "com.acme.walletkit", isMarked: true, schemes: ["wallet", "wallet-pay"])]
            ),
            .init(
                "A test bundle",
                of: "com.acme.wallet.tests",
                type: "BNDL",
                [.init(role: "Editor", name: "com.acme.wallet.tests", schemes: ["wallet"])]
            ),
            .init("An app", of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
            .init(
                "An extension without URL types",
                of: "com.acme.wallet.share",
                type: "XPC!",
                """
                <key>NSExtension</key>
                <dict>
                    <key>NSExtensionPointIdentifier</key>
                    <string>com.apple.share-services</string>
                </dict>
                """
            ),
        ]
    )

    func findings(in manifest: Manifest, knowledge: Knowledge) -> [Finding] {
        guard !manifest.isMalformed, manifest.kind == .appExtension || manifest.kind == .framework,
            let first = manifest.urlTypes.first
        else { return [] }
        return [
            finding(
                in: manifest,
                at: manifest.place(of: first.span),
                .warning,
                "URL types in \(manifest.kind.phrase) have no documented effect",
                hint: "declare them in the containing app, or remove them",
                subject: "CFBundleURLTypes"
            )
        ]
    }
}
