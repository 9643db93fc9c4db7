import SchemeModel

/// A scheme belongs to a discontinued SDK.
struct RetiredSDKSchemeRule: DeclaredSchemeRule {
    let description = RuleDescription(
        id: "retired-sdk-scheme",
        section: .declarations,
        severity: .note,
        summary: "schemes for SDKs that are discontinued",
        why: "Nobody calls such a scheme any more. It is one more door into the app that somebody has to keep shut.",
        details: "For the schemes of TwitterKit, the old LinkedIn and Pinterest SDKs and App Center.",
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
                "Three login SDKs, two of them gone",
                of: "com.acme.feed",
                [
                    .init(role: "Editor", schemes: ["fb1234567890"]),
                    .init(role: "Editor", schemes: ["↓li4242424"]),
                    .init(role: "Editor", schemes: ["↓pdk4812345678901234567"]),
                ]
            ),
            .init("SDKs that live", of: "com.acme.feed", [.init(schemes: ["fb1234567890", "wx0123456789abcdef"])]),
            .init("Schemes that begin alike", of: "com.acme.feed", [.init(schemes: ["lift", "pinboard", "li"])]),
        ]
    )

    func findings(about schemes: [ClassifiedScheme], in manifest: Manifest, knowledge: Knowledge) -> [Finding] {
        var seen = Set<SchemeKey>()
        return schemes.compactMap { judged in
            guard case .sdk(let form) = judged.standing, form.isRetired, let scheme = judged.declaration.scheme.key,
                seen.insert(scheme).inserted
            else { return nil }
            return finding(
                in: manifest,
                at: manifest.place(of: judged.declaration.scheme.span),
                .note,
                "scheme '\(scheme)' is for \(form.sdk), which is discontinued",
                hint: "remove it together with the SDK",
                scheme: scheme,
                subject: scheme.text.string
            )
        }
    }
}
