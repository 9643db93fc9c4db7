import SchemeModel

/// An app claims a scheme of a well-known app or SDK.
struct KnownSchemeRule: DeclaredSchemeRule {
    let description = RuleDescription(
        id: "known-scheme",
        section: .declarations,
        severity: .warning,
        summary: "schemes that belong to a well-known app or SDK",
        why: """
            On a device with the owner's app, nobody can say which of the two opens. Usually the scheme was meant to be \
            queried, so that the app can ask whether the other one is there, and was written into the wrong list.
            """,
        details: """
            Error where the SDK throws when an app declares the scheme (`fbapi`, `fb-messenger-share-api`). Warning \
            where the owner's bundle identifiers are known and this app has a different one; note where that is not known, \
            where the app has the owner's name, and where the role is Viewer, by which the app says that others define the \
            scheme.

            Not for the owner's own apps, going by the bundle identifier or, where the owner's are not known, by the name \
            of the app, its target or its project. Not for an app without a real bundle identifier (none, a variable, \
            `com.example.…`): it may be a checkout of the owner's own sources. Not for schemes that an SDK makes many apps \
            share.
            """,
        fix: "Remove the scheme; to ask whether the owner's app is there, list it in `LSApplicationQueriesSchemes`.",
        sources: [
            .init(
                "Facebook SDK: the schemes that an app may not declare",
                "https://github.com/facebook/facebook-ios-sdk/blob/main/FBSDKCoreKit/FBSDKCoreKit/FBSDKInternalUtility.m",
                seen: "2026-11-21"
            ),
            .init(
                "Defining a custom URL scheme for your app: what happens when several apps register one scheme",
                "https://developer.apple.com/documentation/xcode/defining-a-custom-url-scheme-for-your-app",
                seen: "2026-11-21"
            ),
        ],
        examples: [
            .init(
                "A scheme of another app",
                of: "com.fabrikam.wallet",
                [.init(role: "Editor", schemes: ["↓whatsapp"])]
            ),
            .init(
                "What Facebook's guide wants to be queried, declared instead",
                of: "com.fabrikam.feed",
                [.init(role: "Editor", schemes: ["fb1234567890", "↓fbapi", "↓fbauth2"])]
            ),
            .init(
                "A checkout of the owner's sources, whose settings give a placeholder",
                of: "com.example.vlc-ios",
                [.init(role: "Viewer", schemes: ["vlc"])]
            ),
            .init("The owner's app", of: "net.whatsapp.WhatsApp", [.init(role: "Editor", schemes: ["whatsapp"])]),
            .init("The same schemes, queried", of: "com.fabrikam.feed", queries: ["fbapi", "fbauth2"]),
        ]
    )

    func findings(about schemes: [ClassifiedScheme], in manifest: Manifest, knowledge: Knowledge) -> [Finding] {
        var seen = Set<SchemeKey>()
        return schemes.compactMap { judged in
            guard case .foreign(let foreign) = judged.standing, let scheme = judged.declaration.scheme.key,
                seen.insert(scheme).inserted
            else { return nil }
            var message = "scheme '\(scheme)' belongs to \(foreign.owner)"
            let adopts = judged.declaration.type.role?.value.asciiLowercased == "viewer"
            var severity: Severity = foreign.isStranger == true && !adopts ? .warning : .note
            if let sdk = foreign.refusedBy {
                message += ", and the \(sdk) throws where another app declares it"
                severity = .error
            } else if foreign.isStranger == nil {
                message += "; whether this app is the owner's is not known"
            }
            return finding(
                in: manifest,
                at: manifest.place(of: judged.declaration.scheme.span),
                severity,
                message,
                hint: "remove it, or move it to LSApplicationQueriesSchemes if the app asks for it with canOpenURL",
                scheme: scheme,
                certainty: foreign.isStranger == nil ? .possible : .certain,
                subject: scheme.text.string
            )
        }
    }
}
