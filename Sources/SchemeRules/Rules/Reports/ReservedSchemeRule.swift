import SchemeModel

/// An app claims a scheme that the system owns.
struct ReservedSchemeRule: ManifestRule {
    let description = RuleDescription(
        id: "reserved-scheme",
        section: .reports,
        severity: .error,
        summary: "apps that claim a scheme of the system",
        why: """
            Apple: "Some URL schemes are reserved for system use. The system directs well-known types of URLs to the \
            corresponding system apps". At best the declaration does nothing; at worst it works on one version of the \
            system and not on the next.
            """,
        details: """
            Error where Apple documents the scheme, or where it was seen on Apple's systems with high confidence; \
            otherwise a warning. Only on the platforms where the scheme is the system's; never above a warning when \
            the app's platform is not known. Apple's own apps are exempt.

            On macOS, a scheme whose app the person chooses is a note. On iOS, such a scheme needs an entitlement: an \
            app that has it gives no finding, and one whose entitlements are not known at most a warning.
            """,
        fix: "Remove the scheme, and use one that contains the bundle identifier, or universal links.",
        sources: [
            .init(
                "Defining a custom URL scheme for your app: schemes that are reserved",
                "https://developer.apple.com/documentation/xcode/defining-a-custom-url-scheme-for-your-app",
                seen: "2026-11-21"
            ),
            .init(
                "Apple URL Scheme Reference: the schemes of the system's apps",
                "https://developer.apple.com/library/archive/featuredarticles/iPhoneURLScheme_Reference/Introduction/Introduction.html",
                seen: "2026-11-21"
            ),
            .init(
                "Preparing your app to be the default web browser: the entitlement that makes a browser eligible",
                "https://developer.apple.com/documentation/xcode/preparing-your-app-to-be-the-default-browser",
                seen: "2026-11-21"
            ),
        ],
        examples: [
            .init(
                "A scheme that Apple documents",
                of: "com.acme.talk",
                [.init(schemes: ["talk", "↓facetime"])]
            ),
            .init(
                "A browser, whose entitlements only the signed app shows",
                of: "com.acme.browser",
                [.init(role: "Viewer", name: "com.acme.browser.web", schemes: ["↓http", "↓https"])]
            ),
            .init(
                "A scheme of the system on another platform",
                of: "com.acme.settings",
                on: .macOS,
                [.init(schemes: ["prefs"])]
            ),
            .init(
                "An app of Apple",
                of: "com.apple.mobilesafari",
                [.init(schemes: ["http"])]
            ),
        ]
    )

    func findings(in manifest: Manifest, knowledge: Knowledge) -> [Finding] {
        guard !manifest.app.isApples else { return [] }
        var judged = Set<SchemeKey>()
        return manifest.declarations.compactMap { declaration in
            guard let scheme = declaration.scheme.key, judged.insert(scheme).inserted,
                let clash = ReservedSchemeClash(of: scheme, in: manifest, knowledge: knowledge)
            else { return nil }
            return finding(
                in: manifest,
                at: manifest.place(of: declaration.scheme.span),
                clash.severity,
                clash.message,
                hint: clash.hint(in: manifest),
                scheme: scheme,
                certainty: clash.isUnplaced ? .possible : .certain,
                subject: scheme.text.string
            )
        }
    }
}
