import SchemeModel

/// An app claims a scheme that the system owns.
struct ReservedSchemeRule: ManifestRule {
    let description = RuleDescription(
        id: "reserved-scheme",
        section: .conflicts,
        severity: .error,
        traits: [.mergesApps],
        summary: "apps that claim a system scheme",
        why: """
            Apple: "Some URL schemes are reserved for system use. The system directs well-known types of URLs to the \
            corresponding system apps". At best the declaration does nothing. At worst it works on one version of the \
            system and not on the next.
            """,
        reportedWhen: """
            The finding is an error if Apple documents the scheme, or if there is strong evidence of it on Apple's \
            systems. Otherwise it is a warning, or a note if the scheme only exists inside web engines, which never pass \
            it to an app. Only platforms on which the system owns the scheme count. If the app's platform is unknown, \
            the finding is at most a warning.

            Some schemes need an entitlement on iOS, such as `http`, which web browsers declare. Without the \
            entitlement, the finding is an error for a signed app and a warning for a project, since a release build \
            may add the entitlement. If the entitlements are unknown, the finding is a note: for example, if a CI \
            file in the repository (`bitrise.yml`, `fastlane/Fastfile`, `.github/workflows/…`) mentions the entitlement \
            or the entitlements file, since a build may then add it. It is also a note if a released configuration \
            of the target has the entitlement; the message then names the configurations without it.

            If several variants of an app declare the scheme on the same line, it is reported once.
            """,
        notReportedWhen: """
            Not reported for Apple's own apps, for apps with the entitlement, or for schemes whose app the user \
            chooses on that platform: `http` on macOS, `otpauth` on iOS and macOS. Also not reported for protocols \
            that many apps implement, such as `ftp` and `smb`, unless Apple documents that the system opens them.
            """,
        fix: "Remove the scheme. Use universal links, or a scheme that contains the bundle identifier.",
        sources: [
            .customSchemes("reserved schemes"),
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
                "A browser with unknown entitlements",
                of: "com.acme.browser",
                [.init(role: "Viewer", name: "com.acme.browser.web", schemes: ["↓http", "↓https"])]
            ),
            .init(
                "Users choose the app for verification codes, and file transfer clients implement ftp",
                of: "com.acme.vault",
                [.init(role: "Viewer", name: "com.acme.vault.codes", schemes: ["otpauth", "ftp"])]
            ),
            .init(
                "A system scheme on another platform",
                of: "com.acme.settings",
                on: .macOS,
                [.init(schemes: ["prefs"])]
            ),
            .init(
                "One of Apple's apps",
                of: "com.apple.mobilesafari",
                [.init(schemes: ["http"])]
            ),
        ]
    )

    func findings(in manifest: Manifest, knowledge: Knowledge) -> [Finding] {
        var seen = Set<SchemeKey>()
        return manifest.declarations.compactMap { declaration in
            guard let scheme = declaration.scheme.key, seen.insert(scheme).inserted,
                let clash = ReservedSchemeClash(of: scheme, in: manifest, knowledge: knowledge)
            else { return nil }
            return finding(
                in: manifest,
                at: manifest.place(of: declaration.scheme.span),
                clash.severity,
                clash.message,
                hint: clash.hint(in: manifest, isPublic: knowledge.isPublic(scheme)),
                scheme: scheme,
                certainty: clash.isUnplaced ? .possible : .certain,
                subject: scheme.text.string
            )
        }
    }
}
