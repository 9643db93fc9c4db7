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

            Some schemes need an entitlement on iOS, such as `http`, which web browsers declare. An app that has the \
            entitlement is not reported. An app without it is an error if the app is signed, and a warning in a \
            project, since a release build may add the entitlement. If the entitlements are not known, it is a note.

            Not reported where users choose the app that opens the scheme: `http` on macOS, `otpauth` on iOS and \
            macOS. Neither are protocols that apps of many makers implement, such as `ftp` and `smb`, unless Apple \
            documents that the system opens them.

            Variants of an app that declare the scheme in the same line have one finding.
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
                "A browser whose entitlements are not known",
                of: "com.acme.browser",
                [.init(role: "Viewer", name: "com.acme.browser.web", schemes: ["↓http", "↓https"])]
            ),
            .init(
                "Users choose the app for verification codes, and file transfer clients open ftp",
                of: "com.acme.vault",
                [.init(role: "Viewer", name: "com.acme.vault.codes", schemes: ["otpauth", "ftp"])]
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
                hint: clash.hint(in: manifest, isPublic: knowledge.isPublic(scheme)),
                scheme: scheme,
                certainty: clash.isUnplaced ? .possible : .certain,
                subject: scheme.text.string
            )
        }
    }
}
