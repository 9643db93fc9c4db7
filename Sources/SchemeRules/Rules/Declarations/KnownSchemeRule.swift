import SchemeModel

/// An app claims a scheme of a well-known app or SDK.
struct KnownSchemeRule: DeclaredSchemeRule {
    /// The hint, which rules about collisions on the scheme also give.
    static let hint = "remove it, or move it to LSApplicationQueriesSchemes if the app queries it with canOpenURL"

    let description = RuleDescription(
        id: "known-scheme",
        section: .declarations,
        severity: .warning,
        summary: "schemes that belong to a well-known app or SDK",
        why: """
            If the owner's app is also installed, it is undefined which of the two opens. The scheme was usually meant \
            to be queried, to check whether the other app is installed, and was added to the wrong list.
            """,
        reportedWhen: """
            The finding is an error if the SDK throws an exception when an app declares the scheme (`fbapi`, \
            `fb-messenger-share-api`), and a warning if the app's bundle identifier is not one of the owner's. It is a \
            note if the owner's bundle identifiers are unknown, if the app has the owner's name, or if the role is \
            Viewer, which states that others define the scheme.
            """,
        notReportedWhen: """
            Not reported for the owner's own apps, judging by the bundle identifier or, if the owner's are unknown, by \
            the name of the app, target or project. Also not reported for apps without a real bundle identifier \
            (none, a variable, `com.example.…`), which may be built from the owner's own sources, for schemes that \
            an SDK makes many apps share, or for sample code, unless an SDK rejects the scheme.
            """,
        fix: """
            Remove the scheme from the URL types. If the app checks whether the owner's app is installed, list the \
            scheme in `LSApplicationQueriesSchemes` instead.
            """,
        sources: [
            .init(
                "Facebook SDK: the schemes that an app must not declare",
                "https://github.com/facebook/facebook-ios-sdk/blob/main/FBSDKCoreKit/FBSDKCoreKit/FBSDKInternalUtility.m",
                seen: "2026-11-21"
            ),
            .customSchemes("several apps with the same scheme"),
        ],
        examples: [
            .init(
                "A scheme of another app",
                of: "com.fabrikam.wallet",
                [.init(role: "Editor", schemes: ["↓whatsapp"])]
            ),
            .init(
                "Facebook's query schemes, declared by mistake",
                of: "com.fabrikam.feed",
                [.init(role: "Editor", schemes: ["fb1234567890", "↓fbapi", "↓fbauth2"])]
            ),
            .init(
                "A checkout of the owner's sources with a placeholder identifier",
                of: "com.example.vlc-ios",
                [.init(role: "Viewer", schemes: ["vlc"])]
            ),
            .init("The owner's app", of: "net.whatsapp.WhatsApp", [.init(role: "Editor", schemes: ["whatsapp"])]),
            .init("The same schemes, queried", of: "com.fabrikam.feed", queries: ["fbapi", "fbauth2"]),
        ]
    )

    func findings(about schemes: [ClassifiedScheme], in manifest: Manifest, knowledge: Knowledge) -> [Finding] {
        var seen = Set<SchemeKey>()
        return schemes.compactMap { classified in
            guard case .foreign(let maker, let isStranger) = classified.classification,
                let scheme = classified.declaration.scheme.key,
                seen.insert(scheme).inserted
            else { return nil }
            // Sample code stands in for the owner's app, or shows how to use it.
            if maker.refusedBy == nil, manifest.audience == .developers { return nil }
            var message = "scheme '\(scheme)' belongs to \(maker.text)"
            let adopts = manifest.adopts(classified.declaration.type)
            var severity: Severity = isStranger && !adopts ? .warning : .note
            if let sdk = maker.refusedBy {
                message += "; the \(sdk) throws an exception if the app declares it"
                severity = .error
            } else if !isStranger {
                message += "; it is unknown whether this app is the owner's"
            }
            return finding(
                in: manifest,
                at: manifest.place(of: classified.declaration.scheme.span),
                severity,
                message,
                hint: Self.hint,
                scheme: scheme,
                certainty: isStranger ? .certain : .possible,
                subject: scheme.text.string
            )
        }
    }
}
