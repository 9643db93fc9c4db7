import SchemeModel

/// An app that receives URLs doesn't use scenes.
struct MissingSceneLifecycleRule: TargetRule {
    let description = RuleDescription(
        id: "missing-scene-lifecycle",
        section: .delivery,
        severity: .note,
        traits: [.isInGroup(.ios27)],
        summary: "apps that receive URLs but don't use scenes, which the iOS 27 SDK requires",
        why: """
            \(SceneRequirement.why) Moving to scenes also moves the handlers of URLs: the system then calls the \
            scene delegate instead of the app delegate.
            """,
        reportedWhen: """
            Reported at the entry point of a UIKit app that declares schemes or an `applinks:` domain, if its \
            Info.plist has no `UIApplicationSceneManifest`, and no code has \
            `application(_:configurationForConnecting:options:)`. A scene manifest whose `UISceneConfigurations` is empty, or \
            only has scenes on an external display, counts as none.

            If `main.swift` or `main.m` chooses the app delegate at run time, all app delegates in the code count.

            The app delegate may inherit from a framework's class that doesn't configure scenes in the version that the files \
            beside `ios` name:

            - `FlutterAppDelegate`, if there is a `pubspec.yaml`;
            - `ExpoAppDelegate` or `EXAppDelegateWrapper` of Expo SDK 58 or earlier, according to `package.json`. A project \
            with an `ios` folder of its own has to declare its scenes also with SDK 58;
            - `RCTAppDelegate` of a React Native before 0.88, according to `package.json`.

            The finding about a class of Expo or React Native is a warning instead of an error, since many apps patch them.

            Also reported, as a warning instead of an error, for a .NET MAUI app: at the first scheme in \
            `Platforms/iOS/Info.plist` or `Platforms/MacCatalyst/Info.plist` without a scene manifest, or at the first `applinks:` \
            domain in `Entitlements.plist` in the same folder. MAUI ignores scenes that only code configures. The project has to \
            set `UseMaui`, `SingleProject`, the `OutputType` `Exe` and a target framework with `-ios` or `-maccatalyst`.

            \(SceneRequirement.severities(except: "in sample code, in apps that host tests, and if the app delegate may be that of a Flutter template"))
            """,
        notReportedWhen: """
            Not reported for SwiftUI apps, which always use scenes, and for apps in other languages than Swift and \
            Objective-C, except .NET MAUI. Also not reported if a problem prevented some code from being read, if the app \
            delegate inherits from another class outside the sources, if a build phase of an Xcode project, an XcodeGen \
            specification or a Tuist project mentions `UIApplicationSceneManifest`, if Tuist computes a build phase, or if \
            `package.json` lists a package with `scene` in its name.

            The version of Expo or React Native is unknown if `package.json` overrides it, or names a tag, a fork or \
            several ranges, and that of React Native also if `package.json` lists Expo.

            A .NET MAUI app is not reported if its project, or a `Directory.Build.props` or `Directory.Build.targets` around it, \
            has an `Import`, a `Choose`, a `PartialAppManifest`, another manifest, or a `Target` that mentions manifests, property \
            lists or scenes, or if a condition decides about `UseMaui` or `SingleProject`.

            If files, folders or local packages are missing or excluded, it is only reported if the code with the entry \
            point and the app delegate was read, as a warning instead of an error.
            """,
        fix: """
            Add a scene manifest to the Info.plist, with the app's storyboard:

            \(FixCode.block(FixCode.sceneManifest, "xml"))

            Then add the scene delegate, and move the URL handlers of the app delegate there:

            \(FixCode.block(FixCode.sceneDelegate))

            Without a storyboard, remove `UISceneStoryboardFile`, and create the window in \
            `scene(_:willConnectTo:options:)` with `UIWindow(windowScene:)` instead of in the app delegate.

            Frameworks help with it in newer versions:

            - Flutter 3.41: `flutter build ios` adds scenes if the app delegate is that of a template. Otherwise, add them \
            as in Flutter's guide, with Flutter 3.38 or later.
            - Expo SDK 58: add a subclass of `ExpoAppSceneDelegate` and a scene manifest, and let the app delegate conform to \
            `ExpoReactNativeFactoryProvider`, as in Expo's guide. With SDK 57, use `EXExpoAppSceneDelegate` of `expo` 57.0.23 or \
            later as the scene delegate instead of the subclass. For a React Native app with Expo modules, `npx install-expo-modules@latest` does it.
            - React Native 0.88: pass URLs to `RCTLinkingManager` in the scene delegate, and the connection options to \
            `startReactNative`.
            - Capacitor 8.5: `npx cap migrate` adds scenes if the project is like the template.
            - .NET MAUI: no update adds scenes. Add the scene manifest to each of `Platforms/iOS` and \
            `Platforms/MacCatalyst`, with `__MAUI_DEFAULT_SCENE_CONFIGURATION__` as the `UISceneConfigurationName`, \
            `SceneDelegate` as the `UISceneDelegateClassName`, and without `UISceneStoryboardFile`. Add this class beside it, and \
            move URL handlers from `OpenUrl` to `SceneOpenUrl` and `SceneWillConnect`, as in Microsoft's guide:

            ```csharp
            [Foundation.Register("SceneDelegate")]
            public class SceneDelegate : Microsoft.Maui.MauiUISceneDelegate { }
            ```
            """,
        sources: [
            .init(
                "TN3187: Migrating to the UIKit scene-based life cycle: required in the release after iOS 26",
                "https://developer.apple.com/documentation/technotes/tn3187-migrating-to-the-uikit-scene-based-life-cycle",
                seen: "2026-11-23"
            ),
            .init(
                "Apple engineers: the check only applies to apps built with that SDK",
                "https://developer.apple.com/forums/thread/789004",
                seen: "2026-11-23"
            ),
            .init(
                "Slint: with an empty UISceneConfigurations, the app doesn't launch on iOS 27",
                "https://github.com/slint-ui/slint/pull/13442",
                seen: "2026-11-27"
            ),
            .init(
                "Flutter: UIScene adoption, automatic since 3.41 with an unmodified app delegate",
                "https://docs.flutter.dev/release/breaking-changes/uiscenedelegate",
                seen: "2026-11-28"
            ),
            .init(
                "Expo: migrating an iOS project that is maintained by hand",
                "https://github.com/expo/fyi/blob/main/ios-scene-lifecycle.md",
                seen: "2026-11-28"
            ),
            .init(
                "React Native: support for scene delegates, in 0.88",
                "https://github.com/react/react-native/pull/57700",
                seen: "2026-11-28"
            ),
            .init(
                "Capacitor: updating to 8.5, which supports scenes",
                "https://capacitorjs.com/docs/updating/8-5",
                seen: "2026-11-28"
            ),
            .init(
                ".NET MAUI: updating its packages doesn't add scenes to an existing app",
                "https://learn.microsoft.com/dotnet/maui/ios/uikit-scene-lifecycle",
                seen: "2026-11-28"
            ),
            .init(
                ".NET MAUI: it uses scenes only if the Info.plist has a scene manifest",
                "https://github.com/dotnet/maui/blob/main/src/Core/src/Platform/iOS/MauiUIApplicationDelegate.cs",
                seen: "2026-11-28"
            ),
        ],
        examples: [
            .init(
                "An app delegate without scenes",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .swift(SceneExample.appDelegate(open: "", mark: "↓"), at: "AppDelegate.swift"),
                ]
            ),
            .init(
                "The SDK is set",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .configuration("sdk: 27"),
                    .swift(SceneExample.appDelegate(open: "", mark: "↓"), at: "AppDelegate.swift"),
                ]
            ),
            .init(
                "A Swift extension adds the delegate conformance",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .swift(
                        "@main\nclass ↓AppDelegate: UIResponder {}\nextension AppDelegate: UIApplicationDelegate {}",
                        at: "AppDelegate.swift"
                    ),
                ]
            ),
            .init(
                "The app delegate is chosen at run time",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .swift(SceneExample.appDelegate(attribute: "", open: ""), at: "AppDelegate.swift"),
                    .swift(
                        """
                        let isTest = NSClassFromString("XCTestCase") != nil
                        let delegate = isTest ? nil : NSStringFromClass(AppDelegate.self)
                        ↓UIApplicationMain(CommandLine.argc, CommandLine.unsafeArgv, nil, delegate)
                        """,
                        at: "main.swift"
                    ),
                ]
            ),
            .init("A scene manifest without configurations", Self.app(scenes: "")),
            .init(
                "A scene on an external display only",
                Self.app(
                    scenes: """
                        <key>UIWindowSceneSessionRoleExternalDisplayNonInteractive</key>
                        <array>
                            <dict>
                                <key>UISceneDelegateClassName</key>
                                <string>ProjectorDelegate</string>
                            </dict>
                        </array>
                        """
                )
            ),
            .init(
                "A scene manifest",
                [
                    .manifest(
                        of: "com.acme.wallet",
                        ExampleURLType.text(of: [.init(schemes: ["wallet"])]) + "\n" + FixCode.sceneManifest
                    ),
                    .swift(SceneExample.appDelegate(open: nil), at: "AppDelegate.swift"),
                    .swift(FixCode.sceneDelegate, at: "SceneDelegate.swift"),
                ]
            ),
            .init(
                "The app delegate configures scenes",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .swift(
                        """
                        @main
                        class AppDelegate: UIResponder, UIApplicationDelegate {
                            func application(
                                _ application: UIApplication,
                                configurationForConnecting session: UISceneSession,
                                options: UIScene.ConnectionOptions
                            ) -> UISceneConfiguration {
                                let configuration = UISceneConfiguration(name: nil, sessionRole: session.role)
                                configuration.delegateClass = SceneDelegate.self
                                return configuration
                            }
                        }
                        """,
                        at: "AppDelegate.swift"
                    ),
                    .swift(SceneExample.sceneDelegate(), at: "SceneDelegate.swift"),
                ]
            ),
            .init(
                "A SwiftUI app",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .swift(SceneExample.swiftUI(), at: "WalletApp.swift"),
                    .swift(SceneExample.appDelegate(attribute: "", open: nil), at: "AppDelegate.swift"),
                ]
            ),
            .init(
                "An app delegate that inherits from a framework's class",
                [
                    .manifest(of: "com.acme.wallet", [.init(schemes: ["wallet"])]),
                    .swift("@main\nclass AppDelegate: FlutterAppDelegate {}", at: "AppDelegate.swift"),
                ]
            ),
            .init(
                "A Flutter app",
                Self.app(delegate: "FlutterAppDelegate", mark: "↓")
                    + [.init("pubspec.yaml", "name: wallet\nenvironment:\n  sdk: ^3.8.0\n")]
            ),
            .init(
                "An app delegate of React Native",
                Self.app(delegate: "RCTAppDelegate", mark: "↓")
                    + [.init("package.json", #"{"dependencies": {"react-native": "0.77.3"}}"#)]
            ),
            .init(
                "An app delegate of Expo",
                Self.app(delegate: "ExpoAppDelegate", mark: "↓")
                    + [.init("package.json", #"{"dependencies": {"expo": "~54.0.12"}}"#)]
            ),
            .init(
                "A package that may add scenes",
                Self.app(delegate: "RCTAppDelegate")
                    + [
                        .init(
                            "package.json",
                            #"{"dependencies": {"react-native": "0.77.3", "react-native-uiscene-bridge": "^0.1.2"}}"#
                        )
                    ]
            ),
            .init(
                "A .NET MAUI app",
                [
                    .manifest("Platforms/iOS/Info.plist", of: "com.acme.wallet", [.init(schemes: ["↓wallet"])]),
                    .init(
                        "Wallet.csproj",
                        """
                        <Project Sdk="Microsoft.NET.Sdk">
                          <PropertyGroup>
                            <TargetFrameworks>net10.0-android;net10.0-ios</TargetFrameworks>
                            <OutputType>Exe</OutputType>
                            <UseMaui>true</UseMaui>
                            <SingleProject>true</SingleProject>
                          </PropertyGroup>
                        </Project>
                        """ + "\n"
                    ),
                ]
            ),
            .init(
                "An app that receives no URLs",
                [
                    .manifest(of: "com.acme.wallet", ""),
                    .swift(SceneExample.appDelegate(open: nil), at: "AppDelegate.swift"),
                ]
            ),
        ]
    )

    /// Returns an app with these scene configurations.
    private static func app(scenes: String) -> [RuleDescription.Example.File] {
        let manifest = """
            \(ExampleURLType.text(of: [.init(schemes: ["wallet"])]))
            <key>UIApplicationSceneManifest</key>
            <dict>
                <key>UISceneConfigurations</key>
                <dict>
            \(scenes)
                </dict>
            </dict>
            """
        return [
            .manifest(of: "com.acme.wallet", manifest),
            .swift(SceneExample.appDelegate(open: "", mark: "↓"), at: "AppDelegate.swift"),
        ]
    }

    /// Returns the native project of an app that a framework makes.
    private static func app(delegate: String, mark: String = "") -> [RuleDescription.Example.File] {
        let files: [RuleDescription.Example.File] =
            .project(body: ExampleURLType.text(of: [.init(schemes: ["wallet"])]))
            + [.swift("@main\n@objc class \(mark)AppDelegate: \(delegate) {}", at: "Code/AppDelegate.swift")]
        return files.inFolder("ios")
    }

    func findings(in target: TargetFacts, knowledge: Knowledge) -> [Finding] {
        guard let app = try? AppLifeCycle(of: target, tolerating: .unreadCode),
            app.lacksScenes,
            // The finding is about the code that starts the app, not about its other targets.
            target.code.lifeCycle?.entry == app.entry,
            let manifest = app.manifests.first
        else { return [] }
        let opensURLs = target.declaredSchemes?.contains { $0.key != nil } ?? false
        let opensLinks = app.manifests.contains { $0.hasUniversalLinks == true }
        guard opensURLs || opensLinks else { return [] }
        let requirement = SceneRequirement(of: app.manifests, knowledge)
        let isEmpty = !manifest.sceneManifests.isEmpty
        let cause =
            isEmpty ? "the app's scene manifest has no scene for its windows" : "the app does not use scenes"
        let isCertain = !target.isPartial && (app.delegateObstacle == nil || app.framework?.isOftenPatched == false)
        let mayAdopt = app.framework?.mayAdoptScenes(of: app, in: target) ?? false
        // The manifest was read.
        let read = isEmpty ? ", and the code that was read adds none" : " in the code that was read"
        let start = cause + (target.isPartial ? read : "") + ", so"
        let subject = mayAdopt ? "unless flutter build ios adds them, it" : "it"
        let what = opensURLs ? "URL" : "universal link"
        return [
            finding(
                in: target,
                at: app.entry.place,
                target.isForDevelopers || mayAdopt ? .note : requirement.severity(isCertain ? .error : .warning),
                "\(start) \(subject) \(requirement.consequence("and no \(what)"))",
                hint: app.framework?.hint(for: app, hasManifest: isEmpty, mayAdopt: mayAdopt)
                    ?? (isEmpty
                        ? "add a scene with a delegate to UISceneConfigurations, and handle URLs there"
                        : "add UIApplicationSceneManifest to the Info.plist, and handle URLs in a scene delegate"),
                related: [
                    .init(
                        app: manifest.appDescription,
                        place: manifest.sceneManifests.first.map { manifest.place(of: $0.span) } ?? manifest.origin,
                        message: isEmpty ? "the scene manifest" : "the app's manifest"
                    )
                ],
                subject: "UIApplicationSceneManifest"
            )
        ]
    }

    func findings(in manifest: Manifest, knowledge: Knowledge) -> [Finding] {
        guard let project = manifest.companions(.maui).first, manifest.sceneManifests.isEmpty, !manifest.isIncomplete
        else {
            return []
        }
        let scheme = manifest.declarations.first { $0.scheme.key != nil }?.scheme
        let domain =
            manifest.hasUniversalLinks == true
            ? manifest.writtenDomains.first { $0.value.utf8.starts(with: "applinks:".utf8) } : nil
        guard let place = scheme.map({ manifest.place(of: $0.span) }) ?? domain?.place else { return [] }
        let requirement = SceneRequirement(of: [manifest], knowledge)
        return [
            finding(
                in: manifest,
                at: place,
                manifest.audience == .developers ? .note : requirement.severity(.warning),
                "the app does not use scenes, so it \(requirement.consequence("and no \(scheme == nil ? "universal link" : "URL")"))",
                hint: "add UIApplicationSceneManifest and, next to the Info.plist, a subclass of MauiUISceneDelegate",
                related: [.init(app: manifest.appDescription, place: project.place, message: "the project")],
                subject: Manifest.sceneManifestKey
            )
        ]
    }
}
