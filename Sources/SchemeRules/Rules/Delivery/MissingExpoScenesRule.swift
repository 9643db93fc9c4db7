import SchemeModel

/// An app is made by an Expo SDK that doesn't use scenes.
struct MissingExpoScenesRule: ManifestRule {
    let description = RuleDescription(
        id: "missing-expo-scenes",
        section: .delivery,
        severity: .note,
        traits: [.isInGroup(.ios27)],
        summary: "Expo apps that don't use scenes, which the iOS 27 SDK requires",
        why: """
            \(SceneRequirement.why) Expo SDK 58 makes apps that use scenes. Expo SDK 57 does so only if \
            `expo-build-properties` has `ios.enableSceneSupport`, and earlier ones never do.
            """,
        reportedWhen: """
            Reported for iOS apps without a native project in `ios` if the version of `expo` in `package.json` is before 58, \
            `ios.infoPlist` has no `UIApplicationSceneManifest`, and in SDK 57, no plugin sets `ios.enableSceneSupport`.

            \(SceneRequirement.severities(except: "in sample code, with plugins that Expo doesn't make, and with a program"))
            """,
        notReportedWhen: """
            Not reported if the version is unknown (`latest`, `>=54`, `^57.0.0 || ^58.0.0`), if the app has plugins of its \
            own or a plugin with `scene` in its name, or if a program such as `app.config.js` mentions scenes. With a native \
            project, `missing-scene-lifecycle` checks its code.
            """,
        fix: """
            Update to Expo SDK 58. In SDK 57, update to at least `expo` 57.0.23, add this plugin to `app.json`, and run \
            `npx expo prebuild`:

            ```json
            ["expo-build-properties", { "ios": { "enableSceneSupport": true } }]
            ```
            """,
        sources: [
            .init(
                "Expo SDK 58: apps use the scene-based life cycle",
                "https://expo.dev/changelog/sdk-58",
                seen: "2026-11-27"
            ),
            .init(
                "Expo: SDK 57 supports it since 57.0.23, if the app turns it on",
                "https://github.com/expo/expo/issues/46664",
                seen: "2026-11-27"
            ),
            .init(
                "Expo: the property ios.enableSceneSupport",
                "https://github.com/expo/expo/pull/50205",
                seen: "2026-11-27"
            ),
        ],
        examples: [
            .init("An earlier Expo SDK", app(expo: "~54.0.12", mark: "↓")),
            .init("Expo SDK 57 without scenes", app(expo: "^57.0.24", plugins: #""expo-router""#, mark: "↓")),
            .init(
                "Expo SDK 57 with scenes",
                app(
                    expo: "^57.0.24",
                    plugins: #"["expo-build-properties", { "ios": { "enableSceneSupport": true } }]"#
                )
            ),
            .init("Expo SDK 58", app(expo: "~58.0.1")),
            .init("A plugin of the app, which may add scenes", app(expo: "~54.0.12", plugins: #""./with-scenes""#)),
            .init("The SDK is set", app(expo: "57.x", mark: "↓") + [.configuration("sdk: 27")]),
            .init(
                "A program that may add scenes",
                app(expo: "~54.0.12") + [.init("app.config.ts", "import { withScenes } from './scenes';\n")]
            ),
            .init("An unknown version", app(expo: "^57.0.24 || ^58.0.0")),
            .init("A native project", app(expo: "~54.0.12") + native),
        ]
    )

    private static var native: [RuleDescription.Example.File] {
        let files: [RuleDescription.Example.File] = .project(
            settings: [("PRODUCT_BUNDLE_IDENTIFIER", "com.acme.wallet")],
            body: ExampleURLType.text(of: [.init(schemes: ["acmewallet"])])
        )
        return files.inFolder("ios")
    }

    private static func app(expo: String, plugins: String = "", mark: String = "") -> [RuleDescription.Example.File] {
        let app = """
            {
              "expo": {
                "name": "Wallet",
                "scheme": "acmewallet",
                "ios": { "bundleIdentifier": "com.acme.wallet" },
                "plugins": [\(plugins)]
              }
            }

            """
        let package = """
            {
              "name": "wallet",
              "dependencies": { "expo": "\(mark)\(expo)" }
            }

            """
        return [.init("app.json", app), .init("package.json", package)]
    }

    func findings(in manifest: Manifest, knowledge: Knowledge) -> [Finding] {
        guard manifest.kind == .application, manifest.deviceSupport.platforms.contains(.iOS), !manifest.isIncomplete,
            manifest.adoptsNoScenes, let version = manifest.companions(.expoSDK).first,
            let sdk = Int(version.value), sdk < 58, manifest.companions(.expoProgram).isEmpty,
            sdk < 57 || manifest.companions(.expoSceneSupport).isEmpty,
            !manifest.declarations.isEmpty || manifest.hasUniversalLinks == true
        else { return [] }
        let requirement = SceneRequirement(of: [manifest], knowledge)
        let isCertain = manifest.audience != .developers && manifest.companions(.expoPlugin).isEmpty
        return [
            finding(
                in: manifest,
                at: version.place,
                requirement.severity(isCertain ? .error : manifest.isDistrusted ? .warning : .note),
                "Expo SDK \(sdk) makes an app without scenes, which \(requirement.consequence("so no URL"))",
                hint: sdk == 57
                    ? "update to Expo SDK 58, or set ios.enableSceneSupport of expo-build-properties with expo 57.0.23 or later"
                    : "update to Expo SDK 58, or to 57 and set ios.enableSceneSupport of expo-build-properties",
                related: [
                    .init(app: manifest.appDescription, place: manifest.origin, message: "the app's configuration")
                ],
                subject: Manifest.sceneManifestKey
            )
        ]
    }
}
