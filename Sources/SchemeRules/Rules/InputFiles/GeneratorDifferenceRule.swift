import SchemeModel

/// A project and the file that it is generated from differ.
struct GeneratorDifferenceRule: ManifestRule {
    let description = RuleDescription(
        id: "generator-difference",
        section: .inputFiles,
        severity: .warning,
        summary: "projects that differ from the file that they are generated from",
        why: """
            A project from XcodeGen or Expo is regenerated from time to time. Manual changes are then lost: a scheme \
            that worked is no longer registered, or the app has a different identifier. And changes to the file that \
            the project is generated from have no effect until then.
            """,
        reportedWhen: """
            Reported if the bundle identifier, a scheme or a role of a target differs between `project.yml` or \
            `app.json` and the generated project. Only values that both specify are compared. The specification and \
            the project count as one app. Where they differ, the other rules use the project's values.
            """,
        notReportedWhen: """
            Not reported for `app.json` without `ios.bundleIdentifier`, unless a script in `package.json` or `eas.json` \
            runs `expo prebuild` or `expo run:ios`. The project may be kept by hand then. Not reported for the bundle \
            identifiers of tests, frameworks and other targets that are neither apps nor extensions, nor for the schemes of \
            an Info.plist that is missing.
            """,
        fix: "Regenerate the project, or make the same change in the file that it is generated from.",
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
                "A project whose Info.plist is missing",
                .project(settings: ["Debug": identifier, "Release": identifier], []).filter { $0.path != "Info.plist" }
                    + [specification("com.acme.wallet", schemes: ["acme-wallet"])]
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
            let others = irregularity.expected == nil && subject == "scheme" ? "schemes" : subject
            let file = irregularity.place.map { Wording.quoted($0.path.lastComponent.display) }
            return finding(
                in: manifest,
                at: manifest.place(of: irregularity.span),
                .warning,
                message(irregularity, subject, file),
                hint:
                    "regenerate the project, or make the same change in \(file ?? "the file that it is generated from")",
                related: irregularity.place.map { place in
                    [
                        Finding.Related(
                            app: manifest.appDescription,
                            place: place,
                            message: "the \(others) in \(Wording.quoted(place.path.lastComponent.display))"
                        )
                    ]
                } ?? [],
                subject: "\(subject) \(irregularity.found ?? "") \(irregularity.expected ?? "")"
            )
        }
    }

    /// - Parameter file: The quoted name of the file that the project is generated from, if known.
    private func message(_ irregularity: Irregularity, _ subject: String, _ file: String?) -> String {
        let origin =
            file.map { "\($0), which the project is generated from" } ?? "the file that the project is generated from"
        return switch (irregularity.found, irregularity.expected) {
        case (let found?, let expected?):
            "the \(subject) is \(Wording.quoted(found)) here, but \(Wording.quoted(expected)) in \(origin)"
        case (let found?, nil):
            "the \(subject) \(Wording.quoted(found)) is not in \(origin)"
        case (nil, let expected):
            "the \(subject) \(Wording.quoted(expected)) is missing here; \(origin)\(file == nil ? "" : ",") declares it"
        }
    }
}
