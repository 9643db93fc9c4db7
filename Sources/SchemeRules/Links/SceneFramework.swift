import SchemeModel

/// The framework that an app is made with, as far as it matters for adopting scenes.
enum SceneFramework {
    case flutter
    case reactNative(SystemVersion)
    case capacitor

    /// Creates the framework that the files around the manifest name; `nil` if they name none in a known version.
    init?(of manifest: Manifest) {
        func version(_ fact: Manifest.Companion.Fact) -> SystemVersion? {
            manifest.companions(fact).first.flatMap { SystemVersion($0.value) }
        }
        if version(.flutter) != nil || version(.dart) != nil {
            self = .flutter
        } else if let version = version(.reactNative) {
            self = .reactNative(version)
        } else if version(.capacitor) != nil {
            self = .capacitor
        } else {
            return nil
        }
    }

    /// A superclass of app delegates that comes with the framework and doesn't configure scenes; `nil` if that is unknown.
    var appDelegate: String? {
        switch self {
        case .flutter: "FlutterAppDelegate"
        case .reactNative(let version): version < SystemVersion(0, 88) ? "RCTAppDelegate" : nil
        case .capacitor: nil
        }
    }

    /// Whether many apps patch its code, as with patch-package.
    var isOftenPatched: Bool { if case .reactNative = self { true } else { false } }

    /// Returns how to adopt scenes, as an imperative phrase; `nil` if the framework doesn't matter.
    ///
    /// - Parameters:
    ///   - hasManifest: Whether the app has a scene manifest, without a scene for its windows.
    ///   - mayAdopt: Whether building the app may adopt them.
    func hint(for app: AppLifeCycle, hasManifest: Bool, mayAdopt: Bool) -> String? {
        switch self {
        case .flutter where mayAdopt:
            "run flutter build ios with Flutter 3.41 or later; if it does not add UIApplicationSceneManifest, add it"
        // An app that only shows Flutter in a view has its own delegates.
        case .flutter where app.appDelegateTypes.first == appDelegate:
            hasManifest
                ? "add a scene with FlutterSceneDelegate to UISceneConfigurations"
                : "add UIApplicationSceneManifest with FlutterSceneDelegate of Flutter 3.38 or later to the Info.plist"
        case .reactNative where !hasManifest:
            "add UIApplicationSceneManifest to the Info.plist, and handle URLs in a scene delegate, such as with RCTLinkingManager of React Native 0.88 or later"
        case .capacitor where !hasManifest:
            "run npx cap migrate with Capacitor 8.5 or later; if it does not add UIApplicationSceneManifest, add it"
        default: nil
        }
    }

    /// Whether the app delegate of `app` may be that of a Flutter template, so that building the app adopts scenes.
    ///
    /// - Source: flutter/flutter, packages/flutter_tools `UISceneMigration`: it replaces an app delegate that equals a
    ///   template if the Info.plist has no scene manifest (seen 2026-11-28).
    func mayAdoptScenes(of app: AppLifeCycle, in target: TargetFacts) -> Bool {
        guard case .flutter = self else { return false }
        return app.manifests.allSatisfy(\.sceneManifests.isEmpty) && app.appDelegateTypes.first == appDelegate
            && Set(app.appDelegateTypes.dropFirst()).isSubset(of: ["FlutterPluginRegistrant"])
            && !target.appHandlers.contains { $0.type == app.entry.delegate }
    }
}
