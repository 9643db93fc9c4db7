import SchemeModel

/// A key appears twice in the same dictionary of a manifest.
struct DuplicatePlistKeyRule: ManifestRule {
    let description = RuleDescription(
        id: "duplicate-plist-key",
        section: .reading,
        severity: .error,
        summary: "keys that stand twice in one dictionary",
        why: """
            Readers of property lists keep one of the two values and drop the other, without a word. They do not agree \
            on which: of a binary file, one of Foundation's two readers keeps the first, the other the last. Which \
            schemes the app declares then depends on who reads the file.
            """,
        details: "Error where the key leads to URL types or to the schemes that the app queries; elsewhere a note.",
        fix: "Merge the two values into one.",
        sources: [
            .init(
                """
                Foundation on Linux, tried: of a binary file, PropertyListSerialization keeps the first value and \
                PropertyListDecoder the last; of an XML file, both keep the last
                """,
                "https://github.com/swiftlang/swift-corelibs-foundation",
                seen: "2026-11-21"
            )
        ],
        examples: [
            .init(
                "URL types twice, as after a merge",
                of: "com.acme.wallet",
                """
                <key>CFBundleURLTypes</key>
                <array>
                    <dict>
                        <key>CFBundleURLSchemes</key>
                        <array>
                            <string>wallet</string>
                        </array>
                    </dict>
                </array>
                ↓<key>CFBundleURLTypes</key>
                <array/>
                """
            ),
            .init(
                "A name twice",
                of: "com.acme.wallet",
                """
                <key>CFBundleName</key>
                <string>Wallet</string>
                ↓<key>CFBundleName</key>
                <string>Acme Wallet</string>
                """
            ),
            .init(
                "One key in two dictionaries",
                of: "com.acme.wallet",
                [.init(name: "com.acme.wallet.pay", schemes: ["wallet"]), .init(name: "com.acme.wallet.login")]
            ),
            .init(
                "Keys that differ by case",
                of: "com.acme.wallet",
                """
                <key>AcmeServer</key>
                <string>one</string>
                <key>acmeServer</key>
                <string>two</string>
                """
            ),
        ]
    )

    func findings(in manifest: Manifest, knowledge: Knowledge) -> [Finding] {
        manifest.irregularities(.duplicateKey).map { irregularity in
            let key = irregularity.subject ?? irregularity.span.keyPath
            let isVital = ["CFBundleURLTypes", "LSApplicationQueriesSchemes"].contains(
                where: irregularity.span.isInside
            )
            return finding(
                in: manifest,
                at: manifest.place(
                    keyPath: irregularity.span.keyPath,
                    range: irregularity.span.key ?? irregularity.span.focus
                ),
                isVital ? .error : .note,
                "key '\(key)' stands twice in one dictionary; readers keep one of the two values and silently drop the other",
                hint: "merge the two values into one",
                related: irregularity.related.map { range in
                    [
                        Finding.Related(
                            app: manifest.appDescription,
                            place: manifest.place(keyPath: irregularity.span.keyPath, range: range),
                            message: "'\(key)' stands here first"
                        )
                    ]
                } ?? [],
                subject: irregularity.span.keyPath
            )
        }
    }
}
