import SchemeModel

/// A URL type has no identifier.
struct MissingIdentifierRule: ManifestRule {
    let description = RuleDescription(
        id: "missing-identifier",
        section: .declarations,
        severity: .note,
        summary: "URL types without an identifier",
        why: """
            Apple asks for an identifier with every scheme: a reverse-DNS string that distinguishes the app's URL type \
            from that of another app with the same scheme. It doesn't make the scheme unique, but it is the only way \
            to tell two registrations apart.
            """,
        reportedWhen: "Reported once for each manifest with a URL type whose identifier is missing or empty.",
        notReportedWhen: """
            Not reported for a URL type whose schemes no other app has: those that contain the bundle identifier, and \
            those that an SDK makes unique, such as `fb1234567890`. Also not reported for a scheme that another rule \
            tells you to remove or replace, or in sample code and test code.

            Not reported if the identifier comes from a build setting and the app's bundle identifier is unknown, for \
            example because each developer sets their own.
            """,
        fix: "Add `CFBundleURLName` with the bundle identifier, optionally with a suffix.",
        sources: [
            .customSchemes("the identifier")
        ],
        examples: [
            .init(
                "No identifier",
                of: "com.acme.wallet",
                [.init(role: "Editor", isMarked: true, schemes: ["acmepay"])]
            ),
            .init(
                "Two URL types",
                of: "com.acme.fit",
                [
                    .init(role: "Editor", isMarked: true, schemes: ["acmefit"]),
                    .init(role: "Editor", schemes: ["acmerun"]),
                ]
            ),
            .init(
                "Schemes that no other app has",
                of: "com.acme.fit",
                [
                    .init(role: "Editor", schemes: ["com.acme.fit.pay"]),
                    .init(role: "Editor", schemes: ["fb1234567890"]),
                ]
            ),
            .init("An identifier", of: "com.acme.wallet", [.init(name: "com.acme.wallet", schemes: ["acmepay"])]),
            .init("No schemes", of: "com.acme.wallet", [.init(role: "Editor", schemes: [])]),
        ]
    )

    func findings(in manifest: Manifest, knowledge: Knowledge) -> [Finding] {
        // Expo generates the URL types, and its configuration can't set an identifier.
        guard manifest.format != .json else { return [] }
        let wrongTypes = manifest.wrongTypes
        let types = manifest.identifiableURLTypes(knowledge) { type in
            (type.identifier?.value.isEmpty ?? true) && !manifest.isLeftOpen(type.identifier)
                && !wrongTypes.contains(type.keyPath(of: "CFBundleURLName"))
        }
        return findingOnce(
            in: manifest,
            about: types,
            at: { $0.identifier?.span ?? $0.span },
            { "the URL type has \($0.identifier == nil ? "no identifier" : "an empty identifier")" },
            hint: "add CFBundleURLName with the bundle identifier",
            subject: { $0.schemes.first?.raw ?? "" }
        )
    }
}
