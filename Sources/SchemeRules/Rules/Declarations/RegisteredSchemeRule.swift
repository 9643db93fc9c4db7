import SchemeModel

/// An app declares a public scheme with the role Editor.
struct RegisteredSchemeRule: DeclaredSchemeRule {
    let description = RuleDescription(
        id: "registered-scheme",
        section: .declarations,
        severity: .note,
        summary: "apps that claim as Editor to define a public scheme",
        why: """
            Apple: an Editor defines the scheme, a Viewer adopts one that others define. IANA lists schemes that belong \
            to everybody who implements their protocol; an app that adopts one says so with the role Viewer, and a \
            collision with another such app is then less grave.
            """,
        details: """
            For schemes in IANA's list (permanent, provisional, historical) in a URL type with the role Editor. Not \
            for Viewer, for a URL type without role, for schemes that `reserved-scheme` or `known-scheme` report, for \
            apps of the company that registered the scheme, and for schemes that Apple asks default apps to declare, \
            such as `http` and `mailto`.
            """,
        fix: "Write `Viewer` as the role of that URL type; give a scheme of the app's own a URL type for itself.",
        sources: [
            .init(
                "Defining a custom URL scheme for your app: the meaning of Editor and Viewer",
                "https://developer.apple.com/documentation/xcode/defining-a-custom-url-scheme-for-your-app",
                seen: "2026-11-21"
            ),
            .init(
                "IANA's list of URI schemes, as data-web-defs holds it",
                "https://github.com/manakai/data-web-defs/blob/master/data/url-schemes.json",
                seen: "2026-11-21"
            ),
        ],
        examples: [
            .init("A public scheme", of: "com.acme.wallet", [.init(role: "Editor", schemes: ["↓bitcoin"])]),
            .init(
                "A chat client that follows a protocol",
                of: "com.acme.chat",
                [.init(role: "Editor", name: "com.acme.chat", schemes: ["com.acme.chat", "↓matrix"])]
            ),
            .init("A Viewer", of: "com.acme.wallet", [.init(role: "Viewer", schemes: ["bitcoin"])]),
            .init("A scheme that nobody registered", of: "com.acme.wallet", [.init(role: "Editor", schemes: ["acme"])]),
        ]
    )

    func findings(about schemes: [ClassifiedScheme], in manifest: Manifest, knowledge: Knowledge) -> [Finding] {
        var seen = Set<SchemeKey>()
        return schemes.compactMap { judged in
            guard case .registered = judged.standing, let scheme = judged.declaration.scheme.key,
                judged.declaration.type.role?.value.asciiLowercased == "editor", seen.insert(scheme).inserted
            else { return nil }
            return finding(
                in: manifest,
                at: manifest.place(of: judged.declaration.scheme.span),
                .note,
                "scheme '\(scheme)' is registered with IANA as a public one, and the role Editor claims to define it",
                hint: "declare it with the role Viewer",
                scheme: scheme,
                subject: scheme.text.string
            )
        }
    }
}
