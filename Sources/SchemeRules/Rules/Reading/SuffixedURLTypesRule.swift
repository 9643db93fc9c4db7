import SchemeModel

/// URL types are declared under a device-specific key.
struct SuffixedURLTypesRule: ManifestRule {
    let description = RuleDescription(
        id: "suffixed-url-types",
        section: .reading,
        severity: .note,
        summary: "URL types under a key for one platform or kind of device",
        why: """
            Apple documents variants of a key for one platform or kind of device, such as `~ipad` and `-iphoneos`. \
            Whether the system heeds them when it registers schemes is not documented.
            """,
        details: "One finding for each such key. The URL types under it make no claims.",
        fix: "Declare the schemes under `CFBundleURLTypes`, and decide in the app what the device can do.",
        sources: [
            .init(
                "Managing your app's information property list values: platform- and device-specific properties",
                "https://developer.apple.com/documentation/bundleresources/managing-your-app-s-information-property-list",
                seen: "2026-11-21"
            )
        ],
        examples: [
            .init(
                "URL types for the iPad",
                of: "com.acme.wallet",
                """
                ↓<key>CFBundleURLTypes~ipad</key>
                <array>
                    <dict>
                        <key>CFBundleURLSchemes</key>
                        <array>
                            <string>wallet</string>
                        </array>
                    </dict>
                </array>
                """
            ),
            .init(
                "URL types for devices, beside those for all",
                of: "com.acme.wallet",
                """
                <key>CFBundleURLTypes</key>
                <array/>
                ↓<key>CFBundleURLTypes-iphoneos</key>
                <array/>
                """
            ),
            .init("The plain key", of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
            .init(
                "Another key for the iPad, as most apps have",
                of: "com.acme.wallet",
                """
                <key>UISupportedInterfaceOrientations~ipad</key>
                <array>
                    <string>UIInterfaceOrientationPortrait</string>
                </array>
                """
            ),
        ]
    )

    func findings(in manifest: Manifest, knowledge: Knowledge) -> [Finding] {
        manifest.irregularities(.suffixedKey).map { irregularity in
            let key = irregularity.subject ?? irregularity.span.keyPath
            return finding(
                in: manifest,
                at: manifest.place(
                    keyPath: irregularity.span.keyPath,
                    range: irregularity.span.key ?? irregularity.span.focus
                ),
                .note,
                "whether the system registers the schemes under '\(key)' is not documented",
                hint: "declare the schemes under 'CFBundleURLTypes'",
                subject: key
            )
        }
    }
}
