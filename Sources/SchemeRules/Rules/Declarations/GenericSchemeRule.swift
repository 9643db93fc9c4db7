import SchemeModel

/// A scheme is a generic word that other apps may also use.
struct GenericSchemeRule: DeclaredSchemeRule {
    let description = RuleDescription(
        id: "generic-scheme",
        section: .declarations,
        severity: .warning,
        traits: [.concernsOtherApps],
        summary: "schemes that other apps are likely to use, too",
        why: """
            Anyone can use any scheme. Sooner or later another app on the same device will have the same common word \
            or template default, and then it is undefined which of the two opens.
            """,
        reportedWhen: """
            Reports common words (`app`, `login`, `callback`, `open`, …) and the defaults of templates (`capacitor`), \
            according to a built-in list. Each scheme is reported once.
            """,
        notReportedWhen: """
            Not reported with the role Viewer, because another app defines such a scheme. Not reported in an app that \
            only developers install: sample code, test code, and an Expo configuration without a bundle identifier.
            """,
        fix: "Use universal links, or a scheme that contains the bundle identifier or the company name.",
        sources: [
            .customSchemes("several apps with the same scheme")
        ],
        examples: [
            .init("A common word", of: "com.acme.wallet", [.init(schemes: ["↓login"])]),
            .init(
                "A template's scheme next to the app's own",
                of: "com.acme.shop",
                [
                    .init(role: "Editor", name: "com.acme.shop", schemes: ["com.acme.shop", "↓capacitor"])
                ]
            ),
            .init(
                "A word with the company name",
                of: "com.acme.wallet",
                [.init(schemes: ["acme-login"])]
            ),
            .init("A word that the app adopts", of: "com.acme.wallet", [.init(role: "Viewer", schemes: ["pay"])]),
            .init("A word that the app only queries", of: "com.acme.wallet", queries: ["login"]),
        ]
    )

    func findings(about schemes: [ClassifiedScheme], in manifest: Manifest, knowledge: Knowledge) -> [Finding] {
        guard manifest.audience != .developers else { return [] }
        var seen = Set<SchemeKey>()
        return schemes.compactMap { classified in
            guard case .generic(let row) = classified.classification, let scheme = classified.declaration.scheme.key,
                !manifest.adopts(classified.declaration.type), seen.insert(scheme).inserted
            else { return nil }
            return finding(
                in: manifest,
                at: manifest.place(of: classified.declaration.scheme.span),
                .warning,
                "scheme '\(scheme)' is \(row.meaning)",
                hint: "use universal links, or \(Wording.ownScheme(of: manifest))",
                scheme: scheme,
                subject: scheme.text.string
            )
        }
    }
}
