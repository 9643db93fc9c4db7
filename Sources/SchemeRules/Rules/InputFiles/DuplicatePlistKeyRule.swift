import SchemeModel

/// A key appears twice in the same dictionary of a manifest.
struct DuplicatePlistKeyRule: ManifestRule {
    let description = RuleDescription(
        id: "duplicate-plist-key",
        section: .inputFiles,
        severity: .error,
        summary: "keys that appear twice in the same dictionary",
        why: """
            Property list parsers silently keep one of the two values and drop the other, and they don't agree on \
            which. In a binary file, one of Foundation's two parsers keeps the first value, the other the last. So \
            which schemes the app declares depends on the parser.
            """,
        reportedWhen: """
            Reported at the second occurrence of the key. The finding is an error if the key, or a key inside its \
            value, holds URL types or queried schemes (`CFBundleURLTypes`, for example). It is a note otherwise, and if \
            both values are written alike, so that it doesn't matter which one is kept.
            """,
        fix: "Merge the two values into one.",
        sources: [
            .init(
                """
                Foundation on Linux, tested: in a binary file, PropertyListSerialization keeps the first value and \
                PropertyListDecoder the last; in an XML file, both keep the last
                """,
                "https://github.com/swiftlang/swift-corelibs-foundation",
                seen: "2026-11-21"
            )
        ],
        examples: [
            .init(
                "URL types, duplicated by a merge",
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
                "Queried schemes, pasted twice",
                of: "com.acme.wallet",
                """
                <key>LSApplicationQueriesSchemes</key>
                <array>
                    <string>acme-bank</string>
                </array>
                ↓<key>LSApplicationQueriesSchemes</key>
                <array>
                    <string>acme-bank</string>
                </array>
                """
            ),
            .init(
                "Two names",
                of: "com.acme.wallet",
                """
                <key>CFBundleName</key>
                <string>Wallet</string>
                ↓<key>CFBundleName</key>
                <string>Acme Wallet</string>
                """
            ),
            .init(
                "The same key in two dictionaries",
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
            let isSame = irregularity.found != nil
            let isVital = ["CFBundleURLTypes", "LSApplicationQueriesSchemes"].contains(
                where: irregularity.span.isInside
            )
            return finding(
                in: manifest,
                at: manifest.place(
                    keyPath: irregularity.span.keyPath,
                    range: irregularity.span.key ?? irregularity.span.focus
                ),
                isVital && !isSame ? .error : .note,
                "key '\(key)' appears twice in the same dictionary"
                    + (isSame ? ", with the same value" : "; parsers silently drop one of the values"),
                hint: isSame ? "remove one of the keys" : "merge the two values, or remove or rename one of the keys",
                related: irregularity.related.map { range in
                    [
                        Finding.Related(
                            app: manifest.appDescription,
                            place: manifest.place(keyPath: irregularity.span.keyPath, range: range),
                            message: "'\(key)' first appears here"
                        )
                    ]
                } ?? [],
                subject: irregularity.span.keyPath
            )
        }
    }
}
