import SchemeModel

/// A manifest contains unresolved preprocessor conditionals.
struct ConditionalManifestRule: ManifestRule {
    let description = RuleDescription(
        id: "conditional-manifest",
        section: .inputFiles,
        severity: .note,
        summary: "manifests with unresolved preprocessor conditionals",
        why: """
            A build with `INFOPLIST_PREPROCESS` first runs the C preprocessor on the manifest. Without the build's \
            definitions, it is unknown which branch of an `#if` applies, so all branches are read. The app may declare \
            fewer schemes than reported.
            """,
        reportedWhen: "Reported once for each manifest, at the first conditional.",
        fix: "Run `schemereg` on the built app, where the conditionals are resolved.",
        sources: [
            .init(
                "Technical Note TN2175: Preprocessing Info.plist files in Xcode Using the C Preprocessor",
                "https://developer.apple.com/library/archive/technotes/tn2175/_index.html",
                seen: "2026-11-21"
            )
        ],
        examples: [
            .init(
                "A scheme for debug builds",
                of: "com.acme.wallet",
                """
                <key>CFBundleURLTypes</key>
                <array>
                    <dict>
                        <key>CFBundleURLSchemes</key>
                        <array>
                            <string>wallet</string>
                ↓#if DEBUG
                            <string>wallet-debug</string>
                #endif
                        </array>
                    </dict>
                </array>
                """
            ),
            .init(
                "A URL type for one edition of the app",
                of: "com.acme.reader",
                """
                <key>CFBundleURLTypes</key>
                <array>
                ↓#ifdef APP_STORE
                    <dict>
                        <key>CFBundleURLSchemes</key>
                        <array>
                            <string>reader</string>
                        </array>
                    </dict>
                #endif
                </array>
                """
            ),
            .init("No conditionals", of: "com.acme.wallet", [.init(schemes: ["wallet", "wallet-debug"])]),
            .init(
                "A comment that looks like a conditional",
                of: "com.acme.wallet",
                "<!-- #if DEBUG -->\n<key>CFBundleName</key>\n<string>#if</string>"
            ),
        ]
    )

    func findings(in manifest: Manifest, knowledge: Knowledge) -> [Finding] {
        // The file that would resolve them is missing, and `unresolved-variable` reports that.
        guard !manifest.hasUnknownMacros else { return [] }
        return manifest.irregularities(.conditional).prefix(1).map { irregularity in
            finding(
                in: manifest,
                at: manifest.place(of: irregularity.span),
                .note,
                "the manifest contains unresolved preprocessor conditionals; all branches were read",
                hint: "run schemereg on the built app, where they are resolved",
                subject: "manifest"
            )
        }
    }
}
