import SchemeModel

/// The framework that an app is made with, as far as it matters for adopting scenes.
struct SceneFramework {
    /// A superclass of app delegates that comes with the framework and doesn't adopt scenes; `nil` if that is unknown.
    let appDelegate: String?
    /// Whether it is Flutter, whose tool adopts scenes when it builds an app with the app delegate of a template.
    let adoptsScenesOfTemplate: Bool
    /// How to update the framework, as an imperative phrase; `nil` if it supports scenes.
    private let update: String?
    /// How to adopt scenes then.
    private let adopt: String

    /// Creates the framework that the files around the manifest name; `nil` if they name none in a known version.
    init?(of manifest: Manifest) {
        func version(_ fact: Manifest.Companion.Fact) -> SystemVersion? {
            manifest.companions(fact).first.flatMap { SystemVersion($0.value) }
        }
        adoptsScenesOfTemplate = version(.flutter) != nil || version(.dart) != nil
        let isCurrent: Bool
        let current: String
        if adoptsScenesOfTemplate {
            appDelegate = "FlutterAppDelegate"
            isCurrent = manifest.needsFlutter(SystemVersion(3, 41), dart: SystemVersion(3, 11))
            current = "Flutter 3.41"
            adopt = "add UIApplicationSceneManifest with FlutterSceneDelegate to the Info.plist"
        } else if let version = version(.reactNative) {
            isCurrent = version >= SystemVersion(0, 88)
            appDelegate = isCurrent ? nil : "RCTAppDelegate"
            current = "React Native 0.88"
            adopt = "add UIApplicationSceneManifest to the Info.plist, and call RCTLinkingManager in a scene delegate"
        } else if let version = version(.capacitor) {
            isCurrent = version >= SystemVersion(8, 5)
            appDelegate = nil
            current = "Capacitor 8.5"
            adopt = "run npx cap migrate"
        } else {
            return nil
        }
        update = isCurrent ? nil : "update to \(current) or later"
    }

    /// Returns what to do to adopt scenes, as an imperative phrase.
    ///
    /// - Parameter mayAdopt: Whether building the app may adopt them.
    func hint(mayAdopt: Bool) -> String {
        let adoption = mayAdopt ? "run flutter build ios; if it does not add UIApplicationSceneManifest, add it" : adopt
        return [update, adoption].compactMap { $0 }.joined(separator: ", and ")
    }

    /// Whether the app delegate of `app` may be that of a template, so that building the app adopts scenes.
    ///
    /// - Source: flutter/flutter, packages/flutter_tools `UISceneMigration`: it replaces an app delegate that equals a
    ///   template if the Info.plist has no scene manifest (seen 2026-11-28).
    func mayAdoptScenes(of app: AppLifeCycle, in target: TargetFacts) -> Bool {
        adoptsScenesOfTemplate && app.manifests.allSatisfy(\.sceneManifests.isEmpty)
            && app.appDelegateTypes.first == appDelegate
            && Set(app.appDelegateTypes.dropFirst()).isSubset(of: ["FlutterPluginRegistrant"])
            && !target.appHandlers.contains { $0.type == app.entry.delegate }
    }
}
