import SchemeModel

/// An App Clip declares URL types.
struct URLTypesInAppClipRule: ManifestRule {
    let description = RuleDescription(
        id: "url-types-in-app-clip",
        section: .declarations,
        severity: .warning,
        summary: "URL types in App Clips",
        why: """
            Apple: "If your App Clip offers an in-the-moment experience, reserve the following functionality for the \
            full app: … Registration of custom URL schemes". An App Clip is launched by its invocation URL. Launching \
            one with a custom scheme is not documented.
            """,
        reportedWhen: """
            Reported once for each App Clip, at its first URL type. It is not an error, since Apple exempts App Clips \
            that are demo versions, and the manifest doesn't show which ones are.
            """,
        fix: "Remove the URL types from the App Clip, and declare them in the full app.",
        sources: [
            .init(
                "Choosing the right functionality for your App Clip",
                "https://developer.apple.com/documentation/appclip/choosing-the-right-functionality-for-your-app-clip",
                seen: "2026-11-21"
            )
        ],
        examples: [
            .init(
                "A scheme",
                of: "com.acme.wallet.Clip",
                """
                <key>NSAppClip</key>
                <dict/>
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
                "URL types copied from the app's manifest",
                of: "com.acme.coffee.Clip",
                """
                <key>NSAppClip</key>
                <dict>
                    <key>NSAppClipRequestEphemeralUserNotification</key>
                    <false/>
                </dict>
                <key>CFBundleURLTypes</key>
                <array>
                    ↓<dict>
                        <key>CFBundleTypeRole</key>
                        <string>Editor</string>
                        <key>CFBundleURLName</key>
                        <string>com.acme.coffee</string>
                        <key>CFBundleURLSchemes</key>
                        <array>
                            <string>acmecoffee</string>
                        </array>
                    </dict>
                    <dict>
                        <key>CFBundleURLSchemes</key>
                        <array>
                            <string>fb1234567890</string>
                        </array>
                    </dict>
                </array>
                """
            ),
            .init(
                "An App Clip without URL types",
                of: "com.acme.wallet.Clip",
                """
                <key>NSAppClip</key>
                <dict/>
                <key>CFBundleURLTypes</key>
                <array/>
                """
            ),
            .init("The full app", of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
        ]
    )

    func findings(in manifest: Manifest, knowledge: Knowledge) -> [Finding] {
        guard !manifest.isMalformed, manifest.kind == .appClip, let first = manifest.urlTypes.first else { return [] }
        return [
            finding(
                in: manifest,
                at: manifest.place(of: first.span),
                .warning,
                "the App Clip declares URL types; Apple reserves custom URL schemes for the full app",
                hint: "declare the URL types in the full app instead",
                subject: "CFBundleURLTypes"
            )
        ]
    }
}
