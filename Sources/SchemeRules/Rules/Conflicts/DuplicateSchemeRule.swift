import SchemeModel

/// A manifest declares a scheme more than once.
struct DuplicateSchemeRule: ManifestRule {
    let description = RuleDescription(
        id: "duplicate-scheme",
        section: .conflicts,
        severity: .warning,
        summary: "schemes that a manifest declares more than once",
        why: """
            The second declaration adds nothing. If it has a different role or identifier, Apple doesn't document which \
            one applies. Schemes are case-insensitive, so `Wallet` and `wallet` are the same.
            """,
        reportedWhen: """
            Each scheme is reported once, at its second declaration, which may be in the same URL type or in another \
            one. The finding is a note if the declarations differ only in case: the others are redundant, but \
            harmless.
            """,
        notReportedWhen: "Not reported for declarations inside unresolved preprocessor conditionals.",
        fix: "Keep one declaration. `fix` removes identical duplicates within an array.",
        sources: [
            .schemeSyntax("schemes are case-insensitive")
        ],
        examples: [
            .init(
                "In the same array, in a different case",
                of: "com.acme.wallet",
                [.init(schemes: ["wallet", "↓Wallet"])]
            ),
            .init(
                "A login SDK's URL type, pasted twice with different roles",
                of: "com.acme.wallet",
                [
                    .init(role: "Editor", schemes: ["fb1234567890"]),
                    .init(role: "Viewer", schemes: ["↓fb1234567890"]),
                ]
            ),
            .init(
                "Schemes with the same prefix",
                of: "com.acme.wallet",
                [.init(schemes: ["wallet", "wallet-debug"])]
            ),
            .init(
                "Declared and queried",
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
                <key>LSApplicationQueriesSchemes</key>
                <array>
                    <string>wallet</string>
                </array>
                """
            ),
        ]
    )

    func findings(in manifest: Manifest, knowledge: Knowledge) -> [Finding] {
        var order: [SchemeKey] = []
        var declarations: [SchemeKey: [Declaration]] = [:]
        for declaration in manifest.declarations where !declaration.scheme.isConditional {
            guard let scheme = declaration.scheme.key else { continue }
            if declarations[scheme]?.append(declaration) == nil { declarations[scheme] = [declaration] }
            if declarations[scheme]?.count == 2 { order.append(scheme) }
        }
        return order.map { finding(about: $0, declared: declarations[$0] ?? [], in: manifest) }
            .sorted { $0.place < $1.place }
    }

    private func finding(about scheme: SchemeKey, declared: [Declaration], in manifest: Manifest) -> Finding {
        let surplus = declared[1]
        let contradictions = [
            contradiction("roles", declared.map(\.type.role?.value)),
            contradiction("identifiers", declared.map(\.type.identifier?.value)),
        ].compactMap { $0 }
        let spellings = declared.map { $0.scheme.resolved ?? $0.scheme.raw }
        let isOnlyCase = contradictions.isEmpty && Set(spellings.map(ByteString.init)).count == declared.count
        var message = "scheme '\(scheme)' is declared \(declared.count == 2 ? "twice" : "\(declared.count) times")"
        if !contradictions.isEmpty { message += ", with \(Wording.list(contradictions))" }
        if isOnlyCase { message += ", differing only in case; the system ignores case" }
        return finding(
            in: manifest,
            at: manifest.place(of: surplus.scheme.span),
            isOnlyCase ? .note : .warning,
            message,
            hint: contradictions.isEmpty
                ? "keep one declaration" : "keep the correct declaration, and remove the others",
            scheme: scheme,
            related: declared.enumerated().filter { $0.offset != 1 }.map { _, declaration in
                Finding.Related(
                    app: manifest.appDescription,
                    place: manifest.place(of: declaration.scheme.span),
                    message: "'\(declaration.scheme.resolved ?? declaration.scheme.raw)' is declared here"
                )
            },
            edits: contradictions.isEmpty ? removals(of: declared, in: manifest) : [],
            subject: scheme.text.string
        )
    }

    /// Returns the difference in words; `nil` if all values are the same.
    private func contradiction(_ noun: String, _ values: [String?]) -> String? {
        var seen = Set<ByteString?>()
        let different = values.filter { seen.insert($0.map(ByteString.init)).inserted }
        guard different.count > 1 else { return nil }
        return "different \(noun) (\(Wording.list(quoting: different)))"
    }

    /// Returns edits that remove exact duplicates in the same array.
    ///
    /// Values that a build computes remain, since they may differ in another configuration. Other spellings remain,
    /// since code or an SDK may search for them.
    private func removals(of declared: [Declaration], in manifest: Manifest) -> [Finding.Edit] {
        struct Entry: Hashable {
            var array: Int
            var text: ByteString
        }
        var seen = Set<Entry>()
        return declared.filter { declaration in
            let entry = Entry(array: declaration.type.index, text: ByteString(declaration.scheme.raw))
            return declaration.scheme.isWritten && !seen.insert(entry).inserted
        }.flatMap { manifest.removal(of: $0.scheme.raw, at: $0.scheme.span) }
    }
}
