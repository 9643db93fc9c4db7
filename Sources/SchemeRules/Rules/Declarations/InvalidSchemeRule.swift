import SchemeModel

/// A declared scheme is not a valid scheme.
struct InvalidSchemeRule: ManifestRule {
    let description = RuleDescription(
        id: "invalid-scheme",
        section: .declarations,
        severity: .error,
        summary: "declared schemes that are not valid",
        why: """
            A scheme is a letter, followed by letters, digits, `+`, `-` and `.`. App Store Connect rejects anything \
            else: "URL schemes need to begin with an alphabetic character, and be comprised of alphanumeric \
            characters, the period, the hyphen or the plus sign only" (ITMS-90158). No URL can have such a scheme, so \
            nothing can open it.
            """,
        reportedWhen: """
            Reported for each declared scheme that is not valid. The message names the first invalid character. The \
            hint suggests a fix for common mistakes: a URL instead of a scheme, surrounding spaces, an underscore, or \
            a Google client ID that was not reversed.
            """,
        notReportedWhen: "Not reported for placeholders, which `placeholder-scheme` reports.",
        fix: "Declare only the scheme, which is the part before the `:` of a URL. Replace invalid characters with `-`.",
        sources: [
            .schemeSyntax("the grammar of schemes"),
            .init(
                "ITMS-90158 for a Google client ID",
                "https://github.com/expo/expo/issues/777",
                seen: "2026-11-21"
            ),
            .init(
                "ITMS-90158 for a scheme with a path",
                "https://github.com/AzureAD/microsoft-authentication-library-for-objc/issues/626",
                seen: "2026-11-21"
            ),
        ],
        examples: [
            .init("An underscore", of: "com.acme.wallet", [.init(schemes: ["↓acme_wallet"])]),
            .init(
                "A Google client ID that was not reversed, and a whole URL",
                of: "com.acme.fit",
                [
                    .init(role: "Editor", schemes: ["↓123456789012-a1b2c3d4.apps.googleusercontent.com"]),
                    .init(role: "Editor", schemes: ["↓acmefit://oauth", "fb1234567890"]),
                ]
            ),
            .init(
                "All valid kinds of characters",
                of: "com.acme.wallet",
                [.init(schemes: ["Acme.Wallet+pay-2"])]
            ),
            .init("A variable", of: "com.acme.wallet", [.init(schemes: ["$(SCHEME)"])]),
        ]
    )

    func findings(in manifest: Manifest, knowledge: Knowledge) -> [Finding] {
        let declarations = manifest.declarations
        var claimed: Set<SchemeKey>?
        return declarations.compactMap { declaration in
            let scheme = declaration.scheme
            guard scheme.state == .invalid, let text = scheme.resolved,
                let invalidCharacter = InvalidSchemeCharacter(in: text),
                PlaceholderUse(text, in: manifest, knowledge: knowledge) == nil
            else { return nil }
            let others = claimed ?? Set(declarations.compactMap(\.scheme.key))
            claimed = others
            let schemeFix = SchemeFix(of: declaration, in: manifest, claimed: others, knowledge: knowledge) ?? .advice
            return finding(
                in: manifest,
                at: manifest.place(of: scheme.span),
                .error,
                "'\(text)' is not a valid scheme: \(invalidCharacter.phrase); App Store Connect rejects it (ITMS-90158)",
                hint: schemeFix.hint,
                edits: edits(making: schemeFix, of: declaration, in: manifest, knowledge: knowledge),
                subject: text
            )
        }
    }

    /// Returns the edit that removes the entry if the scheme in it is already declared. Any other edit would add a
    /// claim, or rename a scheme that may be in use.
    private func edits(
        making schemeFix: SchemeFix,
        of declaration: Declaration,
        in manifest: Manifest,
        knowledge: Knowledge
    ) -> [Finding.Edit] {
        guard case .remove(let meant) = schemeFix, manifest.declaresPlainly(meant),
            SchemeTextCleanup.withoutRest(SchemeTextCleanup.trimmed(declaration.scheme.raw)) == meant
        else { return [] }
        return manifest.removal(of: declaration.scheme, in: declaration.type, knowledge: knowledge)
    }
}
