import SchemeModel

/// An app declares a public scheme with the role Editor.
struct RegisteredSchemeRule: DeclaredSchemeRule {
    let description = RuleDescription(
        id: "registered-scheme",
        section: .declarations,
        severity: .note,
        summary: "apps that declare a public scheme with the role Editor",
        why: """
            According to Apple, an Editor defines the scheme, and a Viewer adopts one defined elsewhere. Schemes \
            registered with IANA belong to everyone who implements their protocol. An app that adopts one should have \
            the role Viewer, which also makes a collision with other such apps less severe.
            """,
        reportedWhen: """
            Reported for schemes in IANA's list (permanent, provisional or historical) in a URL type with the role \
            Editor.
            """,
        notReportedWhen: """
            Not reported for:

            - URL types with the role Viewer, or without a role;
            - schemes that `reserved-scheme` or `known-scheme` reports;
            - apps of the company that registered the scheme;
            - schemes that Apple asks default apps to declare, such as `http` and `mailto`.
            """,
        fix: "Set the role of the URL type to `Viewer`. Declare the app's own schemes in a separate URL type.",
        sources: [
            .customSchemes("the meaning of Editor and Viewer"),
            .init(
                "IANA's list of URI schemes, from data-web-defs",
                "https://github.com/manakai/data-web-defs/blob/master/data/url-schemes.json",
                seen: "2026-11-21"
            ),
        ],
        examples: [
            .init("A public scheme", of: "com.acme.wallet", [.init(role: "Editor", schemes: ["↓bitcoin"])]),
            .init(
                "A chat client that implements a protocol",
                of: "com.acme.chat",
                [.init(role: "Editor", name: "com.acme.chat", schemes: ["com.acme.chat", "↓matrix"])]
            ),
            .init("A Viewer", of: "com.acme.wallet", [.init(role: "Viewer", schemes: ["bitcoin"])]),
            .init("An unregistered scheme", of: "com.acme.wallet", [.init(role: "Editor", schemes: ["acme"])]),
        ]
    )

    func findings(about schemes: [ClassifiedScheme], in manifest: Manifest, knowledge: Knowledge) -> [Finding] {
        var seen = Set<SchemeKey>()
        return schemes.compactMap { classified in
            guard case .registered = classified.classification, let scheme = classified.declaration.scheme.key,
                classified.declaration.type.role?.value.asciiLowercased == "editor", seen.insert(scheme).inserted
            else { return nil }
            return finding(
                in: manifest,
                at: manifest.place(of: classified.declaration.scheme.span),
                .note,
                "scheme '\(scheme)' is registered with IANA, but the role Editor means that this app defines it",
                hint: classified.declaration.type.schemes.count > 1
                    ? "move it to a URL type of its own with the role Viewer"
                    : "change the role to Viewer",
                scheme: scheme,
                subject: scheme.text.string
            )
        }
    }
}
