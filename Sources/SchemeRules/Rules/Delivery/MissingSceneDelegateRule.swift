import SchemeModel

/// The scene delegate that a manifest names doesn't exist.
struct MissingSceneDelegateRule: TargetRule {
    let description = RuleDescription(
        id: "missing-scene-delegate",
        section: .delivery,
        severity: .error,
        traits: [.isInGroup(.ios27)],
        summary: "manifests that name a scene delegate that the app doesn't have",
        why: """
            The system creates the scene delegate by its class name. If the app has no such class, the scene has no \
            delegate: the app shows an empty window, and no URL reaches its code. This happens when the class or the \
            module is renamed, since nothing checks the name at build time.
            """,
        reportedWhen: """
            Reported at `UISceneDelegateClassName` if no Swift or Objective-C code of the app declares the class. The \
            app must be in an Xcode project, and the class name must begin with a build setting, such as \
            `$(PRODUCT_MODULE_NAME)`, or with the target's name. The finding is a note in sample code and in apps that \
            host tests, and an error otherwise.

            Also reported at `UIApplicationSceneManifest`, as a warning, if the app declares schemes, its scenes have neither \
            a delegate class nor a storyboard, and no code declares a scene delegate or has `onOpenURL`.
            """,
        notReportedWhen: """
            Not reported for names without a module or with any other module, which can refer to a framework. Not \
            reported if a SwiftUI `App` is the entry point, or if the app delegate has \
            `application(_:configurationForConnecting:options:)` or may inherit it from a class outside the sources: both \
            override the manifest. Also not reported if some code of the app was not read.
            """,
        fix: """
            Set `UISceneDelegateClassName` to the name of an existing class. A Swift class needs the prefix \
            `$(PRODUCT_MODULE_NAME).`:

            \(FixCode.block(FixCode.sceneManifest, "xml"))

            If the app has no scene delegate yet, add one:

            \(FixCode.block(FixCode.sceneDelegate))
            """,
        sources: [
            .init(
                "UISceneDelegateClassName: the class that UIKit creates as the scene delegate",
                "https://developer.apple.com/documentation/bundleresources/information-property-list/uiapplicationscenemanifest/uisceneconfigurations/uiwindowscenesessionroleapplication/uiscenedelegateclassname",
                seen: "2026-11-23"
            ),
            .init(
                "Exploring the application entry point in modern iOS: what happens with a wrong name",
                "https://punkbit.com/hacking/exploring-the-application-entrypoint-in-modern-ios/",
                seen: "2026-11-23"
            ),
        ],
        examples: [
            .init(
                "A renamed class",
                .project(body: SceneExample.manifest(delegate: "↓$(PRODUCT_MODULE_NAME).SceneDelegate"))
                    + [.swift(SceneExample.appDelegate(open: nil), at: "Code/AppDelegate.swift"), renamed]
            ),
            .init(
                "The target's name instead of the module's",
                .project(body: SceneExample.manifest(delegate: "↓App.SceneDelegate"))
                    + [.swift(SceneExample.appDelegate(open: nil), at: "Code/AppDelegate.swift"), renamed]
            ),
            .init(
                "A scene without a delegate and a storyboard",
                .project(
                    body: SceneExample.manifest(key: "UISceneConfigurationName", delegate: "Default", mark: "↓")
                ) + [.swift(SceneExample.appDelegate(open: ""), at: "Code/AppDelegate.swift")]
            ),
            .init(
                "A scene delegate that code may set",
                .project(body: SceneExample.manifest(key: "UISceneConfigurationName", delegate: "Default"))
                    + [.swift(SceneExample.appDelegate(open: ""), at: "Code/AppDelegate.swift"), renamed]
            ),
            .init(
                "The class exists",
                .project(body: ExampleURLType.text(of: [.init(schemes: ["wallet"])]) + "\n" + FixCode.sceneManifest)
                    + [
                        .swift(SceneExample.appDelegate(open: nil), at: "Code/AppDelegate.swift"),
                        .swift(FixCode.sceneDelegate, at: "Code/SceneDelegate.swift"),
                    ]
            ),
            .init(
                "A SwiftUI app, which ignores the name",
                .project(body: SceneExample.manifest(delegate: "$(PRODUCT_MODULE_NAME).SceneDelegate"))
                    + [
                        .swift(SceneExample.swiftUI(), at: "Code/WalletApp.swift"),
                        .swift(SceneExample.appDelegate(attribute: "", open: nil), at: "Code/AppDelegate.swift"),
                    ]
            ),
            .init(
                "A class that may be in a framework",
                .project(body: SceneExample.manifest(delegate: "FlutterSceneDelegate"))
                    + [.swift(SceneExample.appDelegate(open: nil), at: "Code/AppDelegate.swift")]
            ),
        ]
    )

    private static let renamed: RuleDescription.Example.File = .swift(
        "class WalletSceneDelegate: UIResponder, UIWindowSceneDelegate {}",
        at: "Code/WalletSceneDelegate.swift"
    )

    func findings(in target: TargetFacts, knowledge: Knowledge) -> [Finding] {
        // SwiftUI creates its own scene delegates, and code that configures scenes may name another class.
        guard target.hasProject, target.kind == .application, let name = target.name,
            let app = try? AppLifeCycle(of: target),
            app.leavesScenesToManifest
        else { return [] }
        let declared = Set(target.app.compactMap(\.lifeCycle).flatMap(\.declaredSceneDelegates))
        var findings: [Finding] = []
        for manifest in app.manifests where manifest.outcome.target == name {
            if manifest.windowScenesAreBare, !target.receivesURLsOfScenes,
                target.declaredSchemes?.contains(where: { $0.key != nil }) ?? false,
                let scenes = manifest.sceneManifests.first
            {
                findings.append(
                    finding(
                        in: target,
                        at: manifest.place(of: scenes.span),
                        manifest.audience == .developers ? .note : .warning,
                        "the app's scenes have neither a delegate nor a storyboard, so no URL reaches its code",
                        hint: "name the class of a scene delegate in UISceneDelegateClassName, and handle URLs there",
                        subject: Manifest.sceneManifestKey
                    )
                )
            }
            for located in manifest.sceneDelegateClasses where located.span.origin != .unknown {
                let parts = located.value.split(separator: ".")
                guard parts.count == 2, !declared.contains(String(parts[1])),
                    located.span.origin == .computed || parts[0] == name
                else { continue }
                findings.append(
                    finding(
                        in: target,
                        at: manifest.place(of: located.span),
                        manifest.audience == .developers ? .note : .error,
                        "the app has no class '\(Wording.brief(String(parts[1])))', so its scenes have no delegate, and no URL reaches its code",
                        hint:
                            "set UISceneDelegateClassName to an existing class; for a Swift class, write $(PRODUCT_MODULE_NAME).CLASS",
                        subject: located.value
                    )
                )
            }
        }
        return findings
    }
}

extension TargetFacts {
    /// Whether code of the app may receive the URLs of scenes: it declares a scene delegate, or has a handler that a scene
    /// calls.
    fileprivate var receivesURLsOfScenes: Bool {
        let kinds: Set<Handler.Kind> = [.onOpenURL, .sceneOpen, .sceneWillConnect]
        return appHandlers.contains { kinds.contains($0.kind) }
            || app.flatMap(\.delegates).contains(where: \.isSceneDelegate)
    }
}
