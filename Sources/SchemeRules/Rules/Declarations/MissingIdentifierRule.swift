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
        details: """
            Reported for each URL type with schemes whose identifier is missing or empty.

            Not reported if the identifier comes from a build setting and the app's bundle identifier is unknown, for \
            example because each developer sets their own.
            """,
        fix: "Add `CFBundleURLName` with the bundle identifier, optionally with a suffix.",
        sources: [
            .init(
                "Defining a custom URL scheme for your app: the identifier",
                "https://developer.apple.com/documentation/xcode/defining-a-custom-url-scheme-for-your-app",
                seen: "2026-11-21"
            )
        ],
        examples: [
            .init("No identifier", of: "com.acme.wallet", [.init(role: "Editor", isMarked: true, schemes: ["wallet"])]),
            .init(
                "An SDK's URL type next to the app's own",
                of: "com.acme.fit",
                [
                    .init(role: "Editor", name: "com.acme.fit", schemes: ["acmefit"]),
                    .init(role: "Editor", isMarked: true, schemes: ["fb1234567890"]),
                ]
            ),
            .init("An identifier", of: "com.acme.wallet", [.init(name: "com.acme.wallet", schemes: ["wallet"])]),
            .init("No schemes", of: "com.acme.wallet", [.init(role: "Editor", schemes: [])]),
        ]
    )

    func findings(in manifest: Manifest, knowledge: Knowledge) -> [Finding] {
        // Expo generates the URL types, and its configuration can't set an identifier.
        guard manifest.format != .json else { return [] }
        let wrongTypes = manifest.wrongTypes
        return manifest.checkedURLTypes.compactMap { type in
            guard type.identifier?.value.isEmpty ?? true, !type.schemes.isEmpty,
                !manifest.isLeftOpen(type.identifier),
                !wrongTypes.contains(type.keyPath(of: "CFBundleURLName"))
            else { return nil }
            return finding(
                in: manifest,
                at: manifest.place(of: type.identifier?.span ?? type.span),
                .note,
                "the URL type has no identifier",
                hint: "add CFBundleURLName with the bundle identifier",
                subject: type.schemes.first?.raw ?? ""
            )
        }
    }
}
