import SchemeModel

/// A project and the file that it is generated from differ.
struct GeneratorDifferenceRule: ManifestRule {
    let description = RuleDescription(
        id: "generator-difference",
        section: .reading,
        severity: .warning,
        summary: "projects that differ from the file that they are generated from",
        why: """
            A project that XcodeGen or Expo makes is generated again now and then. What was changed in it by hand is \
            then gone: a scheme that worked is no longer registered, or the app has another identifier. And what was \
            changed in the generator's file has no effect until then.
            """,
        details: """
            For bundle identifiers, schemes and roles of one target in `project.yml` or `app.json` and in the project that \
            is made from it, when both say something. Both are taken for one app, and what the project says counts.
            """,
        fix: "Generate the project again, or bring the change into the generator's file.",
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
                "Another bundle identifier",
                .project(
                    settings: ["Debug": identifier, "Release": identifier],
                    identifier: "↓$(PRODUCT_BUNDLE_IDENTIFIER)",
                    []
                ) + [specification("com.acme.purse", schemes: [])]
            ),
            .init(
                "A scheme that only the project has",
                .project(
                    settings: ["Debug": identifier, "Release": identifier],
                    [.init(role: "Editor", name: "com.acme.wallet.pay", schemes: ["acme-wallet", "↓acme-pay"])]
                ) + [specification("com.acme.wallet", schemes: ["acme-wallet"])]
            ),
            .init(
                "Both say the same",
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
                hint: "generate the project again, or bring the change into the generator's file",
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
            "the \(subject) is \(Wording.quoted(found)) here and \(Wording.quoted(expected)) in the file that generates it"
        case (let found?, nil):
            "the \(subject) \(Wording.quoted(found)) is not in the file that the project is generated from"
        case (nil, let expected):
            "the \(subject) \(Wording.quoted(expected)) of the file that generates the project is not in the project"
        }
    }
}
