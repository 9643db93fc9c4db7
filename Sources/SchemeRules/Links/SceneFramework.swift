import SchemeModel

/// The framework that an app is made with, as far as it matters for adopting scenes.
enum SceneFramework {
    case flutter
    /// The number of its SDK.
    case expo(Int)
    case reactNative(SystemVersion)
    case capacitor

    /// Creates the framework that the files around the manifest name; `nil` if they name none in a known version.
    init?(of manifest: Manifest) {
        func version(_ fact: Manifest.Companion.Fact) -> SystemVersion? {
            manifest.companions(fact).first.flatMap { SystemVersion($0.value) }
        }
        if version(.flutter) != nil || version(.dart) != nil {
            self = .flutter
        } else if let sdk = manifest.companions(.expo).first.flatMap({ Int($0.value) }) {
            self = .expo(sdk)
        } else if let version = version(.reactNative) {
            self = .reactNative(version)
        } else if version(.capacitor) != nil {
            self = .capacitor
        } else {
            return nil
        }
    }

    /// The superclasses of app delegates that come with the framework and don't configure scenes; empty if that is unknown.
    ///
    /// - Source: expo/fyi, ios-scene-lifecycle.md: also with SDK 58, an app that maintains `ios` by hand has to declare
    ///   its scenes itself (seen 2026-11-28).
    var appDelegates: Set<String> {
        switch self {
        case .flutter: ["FlutterAppDelegate"]
        case .expo(let sdk): sdk <= 58 ? ["ExpoAppDelegate", "EXAppDelegateWrapper"] : []
        case .reactNative(let version): version < SystemVersion(0, 88) ? ["RCTAppDelegate"] : []
        case .capacitor: []
        }
    }

    /// The protocol through which Expo's scene delegate gets what starts React Native.
    ///
    /// - Source: expo/fyi, ios-scene-lifecycle.md, for SDK 57 and 58 (seen 2026-11-28).
    private static let expoFactoryProvider = "ExpoReactNativeFactoryProvider"

    /// Whether the app delegate of `app` inherits from one of them.
    private func isSuperclass(in app: AppLifeCycle) -> Bool {
        app.appDelegateTypes.first.map(appDelegates.contains) ?? false
    }

    /// Whether many apps patch its code, as with patch-package.
    var isOftenPatched: Bool {
        switch self {
        case .expo, .reactNative: true
        case .flutter, .capacitor: false
        }
    }

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
        case .flutter where isSuperclass(in: app):
            hasManifest
                ? "add a scene with FlutterSceneDelegate to UISceneConfigurations"
                : "add UIApplicationSceneManifest with FlutterSceneDelegate of Flutter 3.38 or later to the Info.plist"
        case .expo(let sdk) where isSuperclass(in: app):
            (hasManifest ? "add a scene to UISceneConfigurations" : "add UIApplicationSceneManifest to the Info.plist")
                + ", and set its UISceneDelegateClassName to "
                + (sdk == 57
                    ? "EXExpoAppSceneDelegate of expo 57.0.23 or later"
                    : "a subclass of ExpoAppSceneDelegate of Expo SDK 58 or later")
                + (app.appDelegateTypes.contains(Self.expoFactoryProvider)
                    ? "" : ", and let the app delegate conform to \(Self.expoFactoryProvider)")
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
        return app.manifests.allSatisfy(\.sceneManifests.isEmpty) && isSuperclass(in: app)
            && Set(app.appDelegateTypes.dropFirst()).isSubset(of: ["FlutterPluginRegistrant"])
            && !target.appHandlers.contains { $0.type == app.entry.delegate }
    }
}

extension TargetFacts {
    /// Whether it is a Flutter app whose scene delegates are known and have no URL handler, so that no URL reaches Flutter.
    ///
    /// - Source: api.flutter.dev, `FlutterSceneLifeCycleProvider`: the scene delegate is responsible for forwarding events
    ///   to plugins (seen 2026-11-28).
    var losesURLsOfFlutter: Bool {
        guard let app = try? AppLifeCycle(of: self, tolerating: .missingFiles), case .flutter? = app.framework else {
            return false
        }
        return app.leavesScenesToManifest && app.usesKnownScenes && !appHandlers.contains(where: \.kind.receivesURLs)
    }
}
