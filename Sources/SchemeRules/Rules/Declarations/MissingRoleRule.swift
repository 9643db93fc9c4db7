import SchemeModel

/// A URL type has no role.
struct MissingRoleRule: ManifestRule {
    let description = RuleDescription(
        id: "missing-role",
        section: .declarations,
        severity: .note,
        summary: "URL types without a role",
        why: """
            Apple's reference requires `CFBundleTypeRole` and documents no default. With the role Viewer, an app \
            states that it adopts a scheme defined elsewhere, which makes a collision less severe.
            """,
        details: """
            Reported for each URL type with schemes whose role is missing or empty. Other rules treat a missing role \
            like Editor.
            """,
        fix: "Add `CFBundleTypeRole`: `Editor` for a scheme that your app defines, `Viewer` for one defined elsewhere.",
        sources: [
            .init(
                "Core Foundation Keys: CFBundleTypeRole of a URL type is required",
                "https://developer.apple.com/library/archive/documentation/General/Reference/InfoPlistKeyReference/Articles/CoreFoundationKeys.html",
                seen: "2026-11-21"
            ),
            .init(
                "Defining a custom URL scheme for your app: the meaning of Editor and Viewer",
                "https://developer.apple.com/documentation/xcode/defining-a-custom-url-scheme-for-your-app",
                seen: "2026-11-21"
            ),
        ],
        examples: [
            .init("No role", of: "com.acme.wallet", [.init(isMarked: true, schemes: ["wallet"])]),
            .init(
                "A URL type from an SDK's guide",
                of: "com.acme.fit",
                [
                    .init(role: "Editor", name: "com.acme.fit", schemes: ["acmefit"]),
                    .init(isMarked: true, schemes: ["com.googleusercontent.apps.123456789012-a1b2c3d4"]),
                ]
            ),
            .init("A role", of: "com.acme.wallet", [.init(role: "None", schemes: ["wallet"])]),
            .init("No schemes", of: "com.acme.wallet", [.init(schemes: [])]),
        ]
    )

    func findings(in manifest: Manifest, knowledge: Knowledge) -> [Finding] {
        // Expo generates the URL types, and its configuration can't set a role.
        guard manifest.format != .json else { return [] }
        let wrongTypes = manifest.wrongTypes
        return manifest.checkedURLTypes.compactMap { type in
            guard type.role?.value.isEmpty ?? true, !type.schemes.isEmpty,
                !wrongTypes.contains(type.keyPath(of: "CFBundleTypeRole"))
            else { return nil }
            return finding(
                in: manifest,
                at: manifest.place(of: type.role?.span ?? type.span),
                .note,
                "the URL type has no role",
                hint:
                    "add CFBundleTypeRole: 'Editor' for a scheme that your app defines, 'Viewer' for one defined elsewhere",
                subject: type.identifier?.value ?? ""
            )
        }
    }
}
