import SchemeModel

/// A URL type has no role.
struct MissingRoleRule: ManifestRule {
    let description = RuleDescription(
        id: "missing-role",
        section: .declarations,
        severity: .note,
        summary: "URL types without a role",
        why: """
            Apple's reference calls `CFBundleTypeRole` required, and no document gives a default. The role is also how \
            an app says that it adopts somebody else's scheme, which makes a collision less grave.
            """,
        details: """
            One finding for each URL type with at least one scheme whose role is absent or empty. A missing role is \
            judged like Editor.
            """,
        fix: "Add `CFBundleTypeRole`: `Editor` for a scheme of the app's own, `Viewer` for one that others define.",
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
                "A URL type of an SDK, as its guide shows it",
                of: "com.acme.fit",
                [
                    .init(role: "Editor", name: "com.acme.fit", schemes: ["acmefit"]),
                    .init(isMarked: true, schemes: ["com.googleusercontent.apps.123456789012-a1b2c3d4"]),
                ]
            ),
            .init("A role", of: "com.acme.wallet", [.init(role: "None", schemes: ["wallet"])]),
            .init("No schemes, so nothing to have a role", of: "com.acme.wallet", [.init(schemes: [])]),
        ]
    )

    func findings(in manifest: Manifest, knowledge: Knowledge) -> [Finding] {
        // Expo generates the URL types, and its configuration can't set a role.
        guard manifest.format != .json else { return [] }
        let wrongTypes = manifest.wrongTypes
        return manifest.judgedURLTypes.compactMap { type in
            guard type.role?.value.isEmpty ?? true, !type.schemes.isEmpty,
                !wrongTypes.contains(type.keyPath(of: "CFBundleTypeRole"))
            else { return nil }
            return finding(
                in: manifest,
                at: manifest.place(of: type.role?.span ?? type.span),
                .note,
                "the URL type has no role",
                hint:
                    "add CFBundleTypeRole: 'Editor' for a scheme of the app's own, 'Viewer' for one that others define",
                subject: type.identifier?.value ?? ""
            )
        }
    }
}
