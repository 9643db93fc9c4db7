import SchemeModel

/// A project and the file that it is generated from differ.
struct GeneratorDifferenceRule: ManifestRule {
    let description = RuleDescription(
        id: "generator-difference",
        section: .reading,
        severity: .warning,
        summary: "projects that differ from the file that they are generated from",
        why: """
            A project from XcodeGen or Expo is regenerated from time to time. Manual changes are then lost: a scheme \
            that worked is no longer registered, or the app has a different identifier. And changes to the generator's \
            file have no effect until then.
            """,
        reportedWhen: """
            Compares the bundle identifier, schemes and roles of each target in `project.yml` or `app.json` with those \
            in the generated project, if both specify them. Both count as one app, and the values in the project \
            apply.
            """,
        fix: "Regenerate the project, or move the change to the generator's file.",
        sources: [
            .init("XcodeGen", "https://github.com/yonaskolb/XcodeGen", seen: "2026-11-21"),
            .init(
                "Continuous native generation",
                "https://docs.expo.dev/workflow/continuous-native-generation/",
                seen: "2026-11-21"
            ),
        ],
        examples: [
            .init(
                "A different bundle identifier",
                .project(
                    settings: ["Debug": identifier, "Release": identifier],
                    identifier: "↓$(PRODUCT_BUNDLE_IDENTIFIER)",
                    []
                ) + [specification("com.acme.purse", schemes: [])]
            ),
            .init(
                "A scheme that is only in the project",
                .project(
                    settings: ["Debug": identifier, "Release": identifier],
                    [.init(role: "Editor", name: "com.acme.wallet.pay", schemes: ["acme-wallet", "↓acme-pay"])]
                ) + [specification("com.acme.wallet", schemes: ["acme-wallet"])]
            ),
            .init(
                "No difference",
                .project(
                    settings: ["Debug": identifier, "Release": identifier],
                    [.init(role: "Editor", name: "com.acme.wallet.pay", schemes: ["acme-wallet"])]
                ) + [specification("com.acme.wallet", schemes: ["acme-wallet"])]
            ),
            .init(
                "A specification alone",
                [specification("com.acme.wallet", schemes: ["acme-wallet"])]
            ),
        ]
    )

    private static let identifier: KeyValuePairs = ["PRODUCT_BUNDLE_IDENTIFIER": "com.acme.wallet"]

    /// Returns the XcodeGen specification of the project.
    private static func specification(_ identifier: String, schemes: [String]) -> RuleDescription.Example.File {
        let types =
            schemes.isEmpty
            ? ""
            : """
                CFBundleURLTypes:
                  - CFBundleTypeRole: Editor
                    CFBundleURLName: com.acme.wallet.pay
                    CFBundleURLSchemes: [\(schemes.joined(separator: ", "))]
            """
        return .init(
            "project.yml",
            """
            name: App
            targets:
              App:
                type: application
                platform: iOS
                settings:
                  PRODUCT_BUNDLE_IDENTIFIER: \(identifier)
                info:
                  path: Info.plist
                  properties:
                    CFBundleName: Wallet
            \(types.isEmpty ? "" : types.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n") + "\n")
            """
        )
    }

    func findings(in manifest: Manifest, knowledge: Knowledge) -> [Finding] {
        manifest.irregularities(.generatorDifference).map { irregularity in
            let subject = irregularity.subject ?? "value"
            return finding(
                in: manifest,
                at: manifest.place(of: irregularity.span),
                .warning,
                message(irregularity, subject),
                hint: "regenerate the project, or move the change to the generator's file",
                related: irregularity.place.map { place in
                    [Finding.Related(app: manifest.appDescription, place: place, message: "the generator's \(subject)")]
                } ?? [],
                subject: "\(subject) \(irregularity.found ?? "") \(irregularity.expected ?? "")"
            )
        }
    }

    private func message(_ irregularity: Irregularity, _ subject: String) -> String {
        switch (irregularity.found, irregularity.expected) {
        case (let found?, let expected?):
            "the \(subject) is \(Wording.quoted(found)) here, but \(Wording.quoted(expected)) in the file that the project "
                + "is generated from"
        case (let found?, nil):
            "the \(subject) \(Wording.quoted(found)) is here, but not in the file that the project is generated from"
        case (nil, let expected):
            "the \(subject) \(Wording.quoted(expected)) is in the file that the project is generated from, but not here"
        }
    }
}
