import SchemeModel

/// A scheme is a generic word that other apps may also use.
struct GenericSchemeRule: DeclaredSchemeRule {
    let description = RuleDescription(
        id: "generic-scheme",
        section: .declarations,
        severity: .warning,
        summary: "schemes that anyone may pick",
        why: """
            Nobody hands out schemes. A common word, or what a project template brings, is sooner or later in another \
            app on the same device, and then nobody can say which of the two opens.
            """,
        details: """
            For common words (`app`, `login`, `callback`, `open`, …) and for the defaults of templates (`capacitor`). \
            The list is in the tool's knowledge. One finding for each scheme.
            """,
        fix: "Use a scheme that contains the bundle identifier or the name of the company, or universal links.",
        sources: [
            .init(
                "Defining a custom URL scheme for your app: what happens when several apps register one scheme",
                "https://developer.apple.com/documentation/xcode/defining-a-custom-url-scheme-for-your-app",
                seen: "2026-11-21"
            )
        ],
        examples: [
            .init("A word", of: "com.acme.wallet", [.init(schemes: ["↓login"])]),
            .init(
                "The scheme of a template, left beside the app's own",
                of: "com.acme.shop",
                [
                    .init(role: "Editor", name: "com.acme.shop", schemes: ["com.acme.shop", "↓capacitor"])
                ]
            ),
            .init(
                "A word and the name of the company",
                of: "com.acme.wallet",
                [.init(schemes: ["acme-login"])]
            ),
            .init("A word that is only queried", of: "com.acme.wallet", queries: ["login"]),
        ]
    )

    func findings(about schemes: [ClassifiedScheme], in manifest: Manifest, knowledge: Knowledge) -> [Finding] {
        var seen = Set<SchemeKey>()
        return schemes.compactMap { judged in
            guard case .generic(let row) = judged.standing, let scheme = judged.declaration.scheme.key,
                seen.insert(scheme).inserted
            else { return nil }
            return finding(
                in: manifest,
                at: manifest.place(of: judged.declaration.scheme.span),
                .warning,
                "scheme '\(scheme)' is \(row.remark)",
                hint: "use \(Wording.ownScheme(of: manifest)), or universal links",
                scheme: scheme,
                subject: scheme.text.string
            )
        }
    }
}
