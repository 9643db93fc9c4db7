import SchemeModel

/// URL types are declared under a device-specific key.
struct SuffixedURLTypesRule: ManifestRule {
    let description = RuleDescription(
        id: "suffixed-url-types",
        section: .inputFiles,
        severity: .note,
        summary: "URL types under a platform- or device-specific key",
        why: """
            Apple documents platform- and device-specific variants of keys, such as `~ipad` and `-iphoneos`. It is not \
            documented whether the system registers schemes from them.
            """,
        reportedWhen: "Reported for each such key. URL types under it are not counted as claims.",
        fix: "Declare the schemes under `CFBundleURLTypes`, and handle differences between devices in the app.",
        sources: [
            .propertyListValues("platform- and device-specific properties")
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
                "A -iphoneos key next to the plain key",
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
                "Another key for the iPad",
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
                "Apple does not document whether the system registers schemes under '\(key)'",
                hint: "declare the schemes under 'CFBundleURLTypes'",
                subject: key
            )
        }
    }
}
