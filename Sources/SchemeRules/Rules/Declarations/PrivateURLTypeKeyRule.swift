import SchemeModel

/// A URL type has an undocumented key.
struct PrivateURLTypeKeyRule: ManifestRule {
    let description = RuleDescription(
        id: "private-url-type-key",
        section: .declarations,
        severity: .note,
        summary: "undocumented keys in URL types",
        why: """
            Apple documents four keys for URL types. Other keys are private (`LSIsAppleDefaultForScheme`), belong to \
            document types (`LSHandlerRank`), or are misspelled. The first two have no documented effect here, and a \
            misspelled key has none at all.
            """,
        reportedWhen: """
            Reported for each key of a URL type other than `CFBundleTypeRole`, `CFBundleURLIconFile`, \
            `CFBundleURLName` and `CFBundleURLSchemes`. If a key differs from one of them by one letter, the hint \
            shows the correct spelling.
            """,
        notReportedWhen: """
            Not reported in Apple's own apps, nor for `LSHandlerRank` on macOS, where apps use it to keep a URL type from \
            becoming the default.
            """,
        fix: "Remove the key, or correct its spelling.",
        sources: [
            .init(
                "CFBundleURLTypes: the keys of a URL type",
                "https://developer.apple.com/documentation/bundleresources/information-property-list/cfbundleurltypes",
                seen: "2026-11-21"
            )
        ],
        examples: [
            .init(
                "A key for document types",
                of: "com.acme.wallet",
                """
                <key>CFBundleURLTypes</key>
                <array>
                    <dict>
                        ↓<key>LSHandlerRank</key>
                        <string>Owner</string>
                        <key>CFBundleURLSchemes</key>
                        <array>
                            <string>wallet</string>
                        </array>
                    </dict>
                </array>
                """
            ),
            .init(
                "An undocumented Apple key, and a misspelled key",
                of: "com.acme.browser",
                """
                <key>CFBundleURLTypes</key>
                <array>
                    <dict>
                        <key>CFBundleTypeRole</key>
                        <string>Viewer</string>
                        ↓<key>LSIsAppleDefaultForScheme</key>
                        <true/>
                        ↓<key>CFBundleURLScheme</key>
                        <array>
                            <string>acme-browser</string>
                        </array>
                    </dict>
                </array>
                """
            ),
            .init(
                "The four documented keys",
                of: "com.acme.wallet",
                """
                <key>CFBundleURLTypes</key>
                <array>
                    <dict>
                        <key>CFBundleTypeRole</key>
                        <string>Editor</string>
                        <key>CFBundleURLIconFile</key>
                        <string>wallet</string>
                        <key>CFBundleURLName</key>
                        <string>com.acme.wallet</string>
                        <key>CFBundleURLSchemes</key>
                        <array>
                            <string>wallet</string>
                        </array>
                    </dict>
                </array>
                """
            ),
            .init(
                "URL types inside another one",
                of: "com.acme.wallet",
                """
                <key>CFBundleURLTypes</key>
                <array>
                    <dict>
                        ↓<key>CFBundleURLTypes</key>
                        <array>
                            <dict>
                                <key>CFBundleURLSchemes</key>
                                <array>
                                    <string>wallet</string>
                                </array>
                            </dict>
                        </array>
                    </dict>
                </array>
                """
            ),
            .init(
                "The same key in a document type",
                of: "com.acme.wallet",
                """
                <key>CFBundleDocumentTypes</key>
                <array>
                    <dict>
                        <key>LSHandlerRank</key>
                        <string>Owner</string>
                    </dict>
                </array>
                """
            ),
        ]
    )

    private static let documented = [
        "CFBundleTypeRole", "CFBundleURLIconFile", "CFBundleURLName", "CFBundleURLSchemes",
    ]

    func findings(in manifest: Manifest, knowledge: Knowledge) -> [Finding] {
        guard !manifest.isOwnedByApple else { return [] }
        let isForMac = manifest.deviceSupport.platforms.contains(.macOS)
        return manifest.checkedURLTypes.flatMap { type in
            type.otherKeys.filter { !isForMac || ByteString($0.value) != "LSHandlerRank" }.map { key in
                return finding(
                    in: manifest,
                    at: manifest.place(keyPath: key.span.keyPath, range: key.span.key ?? key.span.focus),
                    .note,
                    "\(Wording.quoted(key.value)) has no documented effect in a URL type",
                    hint: Self.hint(for: key.value),
                    subject: key.value
                )
            }
        }
    }

    private static func hint(for key: String) -> String {
        if key == "CFBundleURLTypes" { return "move it up; the schemes in it are not registered" }
        return documented.first { isNear(key, $0) }.map { "change it to '\($0)'" } ?? "remove it"
    }

    /// Whether `key` differs from `wanted` only by case, or by one added, removed or changed letter.
    private static func isNear(_ key: String, _ wanted: String) -> Bool {
        let (key, wanted) = (Array(key.asciiLowercased.utf8), Array(wanted.asciiLowercased.utf8))
        guard abs(key.count - wanted.count) <= 1 else { return false }
        let same = zip(key, wanted).prefix { $0 == $1 }.count
        let (left, right) = (key[same...], wanted[same...])
        return left == right || left.dropFirst() == right || left == right.dropFirst()
            || left.dropFirst() == right.dropFirst()
    }
}
