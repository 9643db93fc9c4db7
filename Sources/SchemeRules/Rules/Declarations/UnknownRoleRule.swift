import SchemeModel

/// A URL type has an unknown role.
struct UnknownRoleRule: ManifestRule {
    let description = RuleDescription(
        id: "unknown-role",
        section: .declarations,
        severity: .warning,
        summary: "roles other than Editor, Viewer, Shell and None",
        why: """
            The role states whether the app defines the scheme (Editor) or adopts it (Viewer). Apple documents four \
            values, and doesn't say what happens with others.
            """,
        reportedWhen: """
            Reported for each role other than the four, including different capitalization, such as `editor`.
            """,
        notReportedWhen: "Not reported for a role with a variable, or for an empty one.",
        fix: "Use `Editor` for a scheme that your app defines, `Viewer` for one defined elsewhere.",
        sources: [
            .coreFoundationKeys("CFBundleTypeRole of a URL type")
        ],
        examples: [
            .init("Wrong case", of: "com.acme.wallet", [.init(role: "↓editor", schemes: ["wallet"])]),
            .init(
                "A role of document types",
                of: "com.acme.preview",
                [
                    .init(role: "Editor", schemes: ["acmepreview"]),
                    .init(role: "↓QLGenerator", name: "com.acme.preview.files", schemes: ["acmepreview-file"]),
                ]
            ),
            .init(
                "The four roles",
                of: "com.acme.wallet",
                [
                    .init(role: "Editor", schemes: ["wallet"]),
                    .init(role: "Viewer", schemes: ["lightning"]),
                    .init(role: "Shell", schemes: ["wallet-shell"]),
                    .init(role: "None", schemes: ["wallet-none"]),
                ]
            ),
            .init("No role", of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
        ]
    )

    private static let roles = ["Editor", "Viewer", "Shell", "None"]

    func findings(in manifest: Manifest, knowledge: Knowledge) -> [Finding] {
        manifest.checkedURLTypes.compactMap { type in
            guard let role = type.role, !role.value.isEmpty, role.isKnown,
                !Self.roles.contains(where: { ByteString($0) == ByteString(role.value) })
            else { return nil }
            let letters = role.value.asciiLowercased.filter { !$0.isWhitespace }
            let meant = Self.roles.first { $0.asciiLowercased == letters }
            return finding(
                in: manifest,
                at: manifest.place(of: role.span),
                .warning,
                "\(Wording.quoted(role.value)) is not a valid role for a URL type",
                hint: meant.map { "change it to '\($0)'" }
                    ?? "use 'Editor' for a scheme that your app defines, 'Viewer' for one defined elsewhere",
                edits: edits(writing: meant, for: role, in: manifest),
                subject: role.value
            )
        }
    }

    /// Returns the edit that corrects the case of the role.
    private func edits(writing meant: String?, for role: Located<String>, in manifest: Manifest) -> [Finding.Edit] {
        guard let meant, meant.asciiLowercased == role.value.asciiLowercased else { return [] }
        return manifest.replacement(of: role.value, at: role.span, by: meant)
    }
}
