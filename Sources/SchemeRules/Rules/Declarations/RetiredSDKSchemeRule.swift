import SchemeModel

/// A scheme belongs to a discontinued SDK.
struct RetiredSDKSchemeRule: DeclaredSchemeRule {
    let description = RuleDescription(
        id: "retired-sdk-scheme",
        section: .declarations,
        severity: .note,
        summary: "schemes of discontinued SDKs",
        why: "Nothing uses such a scheme anymore, but any app can still open this app with it.",
        reportedWhen: "Reported for the schemes of TwitterKit, the old LinkedIn and Pinterest SDKs, and App Center.",
        fix: "Remove the scheme together with the SDK.",
        sources: [
            .init(
                "TwitterKit: end of support",
                "https://github.com/twitter-archive/twitter-kit-ios",
                seen: "2026-11-21"
            ),
            .init(
                "Visual Studio App Center: retirement",
                "https://learn.microsoft.com/en-us/appcenter/retirement",
                seen: "2026-11-21"
            ),
        ],
        examples: [
            .init("TwitterKit", of: "com.acme.feed", [.init(schemes: ["↓twitterkit-AbC123"])]),
            .init(
                "Three login SDKs, two of them discontinued",
                of: "com.acme.feed",
                [
                    .init(role: "Editor", schemes: ["fb1234567890"]),
                    .init(role: "Editor", schemes: ["↓li4242424"]),
                    .init(role: "Editor", schemes: ["↓pdk4812345678901234567"]),
                ]
            ),
            .init("Maintained SDKs", of: "com.acme.feed", [.init(schemes: ["fb1234567890", "wx0123456789abcdef"])]),
            .init("Schemes with the same prefix", of: "com.acme.feed", [.init(schemes: ["lift", "pinboard", "li"])]),
        ]
    )

    func findings(about schemes: [ClassifiedScheme], in manifest: Manifest, knowledge: Knowledge) -> [Finding] {
        var seen = Set<SchemeKey>()
        return schemes.compactMap { classified in
            guard case .sdk(let form) = classified.classification, form.isRetired,
                let scheme = classified.declaration.scheme.key,
                seen.insert(scheme).inserted
            else { return nil }
            return finding(
                in: manifest,
                at: manifest.place(of: classified.declaration.scheme.span),
                .note,
                "scheme '\(scheme)' is for \(Wording.sdk(form.sdk)), which is discontinued",
                hint: "remove it together with the SDK",
                scheme: scheme,
                subject: scheme.text.string
            )
        }
    }
}
