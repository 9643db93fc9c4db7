import SchemeModel

/// A URL type has no schemes.
struct EmptyURLTypeRule: ManifestRule {
    let description = RuleDescription(
        id: "empty-url-type",
        section: .declarations,
        severity: .warning,
        summary: "URL types without schemes",
        why: """
            A URL type without schemes has no effect. It is usually left over from a template, or from schemes that \
            were removed.
            """,
        reportedWhen: "Reported for each URL type whose `CFBundleURLSchemes` is missing or empty.",
        notReportedWhen: """
            Not reported if the value has the wrong type, which `malformed-url-types` reports, or if a scheme exceeds \
            the length limit, which is reported as a problem. Not reported if a build phase may add the schemes, or if \
            Tuist computes them, which `unread-program` reports.
            """,
        fix: "Add the scheme, or remove the URL type.",
        sources: [
            .init(
                "CFBundleURLTypes: CFBundleURLSchemes, the schemes of a URL type",
                "https://developer.apple.com/documentation/bundleresources/information-property-list/cfbundleurltypes",
                seen: "2026-11-21"
            )
        ],
        examples: [
            .init(
                "An array without elements",
                of: "com.acme.wallet",
                """
                <key>CFBundleURLTypes</key>
                <array>
                    <dict>
                        <key>CFBundleURLName</key>
                        <string>com.acme.wallet</string>
                        <key>CFBundleURLSchemes</key>
                        ↓<array/>
                    </dict>
                </array>
                """
            ),
            .init(
                "A template's URL type next to the app's own",
                of: "com.acme.wallet",
                [.init(role: "Editor", isMarked: true), .init(role: "Editor", schemes: ["wallet"])]
            ),
            .init("A URL type with a scheme", of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
            .init(
                "No URL types",
                of: "com.acme.wallet",
                """
                <key>CFBundleURLTypes</key>
                <array/>
                """
            ),
        ]
    )

    func findings(in manifest: Manifest, knowledge: Knowledge) -> [Finding] {
        guard !manifest.isIncomplete else { return [] }
        let incomplete = manifest.incompleteSchemes
        return manifest.checkedURLTypes.compactMap { type in
            guard type.schemes.isEmpty, !incomplete.contains(type.keyPath(of: "CFBundleURLSchemes"))
            else { return nil }
            return finding(
                in: manifest,
                at: manifest.place(of: type.schemesSpan ?? type.span),
                .warning,
                "the URL type has no schemes",
                hint: "add the scheme, or remove the URL type",
                subject: type.identifier?.value ?? ""
            )
        }
    }
}
