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
        reportedWhen: """
            Reported once for each manifest with a URL type whose role is missing or empty. Other rules treat a \
            missing role like Editor.
            """,
        notReportedWhen: """
            Not reported for a URL type whose schemes no other app has: those that contain the bundle identifier, and \
            those that an SDK makes unique, such as `fb1234567890`. Also not reported for a scheme that another rule \
            tells you to remove or replace, or in sample code and test code.
            """,
        fix: "Add `CFBundleTypeRole`: `Editor` for a scheme that your app defines, `Viewer` for one defined elsewhere.",
        sources: [
            .coreFoundationKeys("CFBundleTypeRole of a URL type is required"),
            .customSchemes("the meaning of Editor and Viewer"),
        ],
        examples: [
            .init("No role", of: "com.acme.wallet", [.init(isMarked: true, schemes: ["acmepay"])]),
            .init(
                "Two URL types",
                of: "com.acme.fit",
                [.init(isMarked: true, schemes: ["acmefit"]), .init(schemes: ["acmerun"])]
            ),
            .init(
                "A URL type from an SDK's guide",
                of: "com.acme.fit",
                [.init(schemes: ["com.googleusercontent.apps.123456789012-a1b2c3d4"])]
            ),
            .init("A role", of: "com.acme.wallet", [.init(role: "None", schemes: ["acmepay"])]),
            .init("No schemes", of: "com.acme.wallet", [.init(schemes: [])]),
        ]
    )

    func findings(in manifest: Manifest, knowledge: Knowledge) -> [Finding] {
        // Expo generates the URL types, and its configuration can't set a role.
        guard manifest.format != .json else { return [] }
        let wrongTypes = manifest.wrongTypes
        let types = manifest.identifiableURLTypes(knowledge) { type in
            (type.role?.value.isEmpty ?? true) && !wrongTypes.contains(type.keyPath(of: "CFBundleTypeRole"))
        }
        return findingOnce(
            in: manifest,
            about: types,
            at: { $0.role?.span ?? $0.span },
            { _ in "the URL type has no role" },
            hint:
                "add CFBundleTypeRole: 'Editor' for a scheme that your app defines, 'Viewer' for one defined elsewhere",
            subject: { $0.identifier?.value ?? "" }
        )
    }
}
