import SchemeModel

/// How an app that uses UIKit starts, and whether it uses scenes, as far as its code and manifests prove it.
struct AppLifeCycle {
    /// The manifests of its editions for iOS, tvOS and visionOS; not empty.
    let manifests: [Manifest]
    /// The code that starts it.
    let entry: LifeCycleFacts.Entry
    /// The functions that configure scenes.
    let configurations: [LifeCycleFacts.SceneConfiguration]
    /// The delegates that the code declares, by name; of two with the same name, that of the target that starts the app.
    private let delegates: [String: NamedType]

    /// Creates the life cycle of the app that contains `target`.
    ///
    /// - Throws: What isn't known.
    init(
        of target: TargetFacts,
        tolerating tolerance: DeliveryObstacle.Tolerance = .nothing
    ) throws(DeliveryObstacle) {
        if let obstacle = DeliveryObstacle(reading: target, tolerating: tolerance) { throw obstacle }
        let mobile: PlatformSet = [.iOS, .tvOS, .visionOS]
        manifests = target.appManifests.filter { !$0.deviceSupport.platforms.isDisjoint(with: mobile) }
        guard !manifests.isEmpty, target.kind != .appExtension, target.kind != .appClip else {
            throw DeliveryObstacle("it is not an app for iOS, tvOS or visionOS")
        }
        guard target.hasProject || Set(target.appManifests.map(\.origin.path)).count == 1 else {
            throw DeliveryObstacle("no project tells which of several manifests it has")
        }
        // A watch app in the same code has its own entry point.
        let names = Set(manifests.compactMap(\.outcome.target).map(ByteString.init))
        var parts = target.app.filter { $0.lifeCycle?.entry != nil }
        if parts.count > 1 { parts = parts.filter { $0.target.map { names.contains(ByteString($0)) } ?? false } }
        guard let start = parts.first, let entry = start.lifeCycle?.entry else {
            throw DeliveryObstacle(ofEntryIn: target)
        }
        guard parts.count == 1 else {
            throw DeliveryObstacle("several targets have code that starts it", at: parts[1].lifeCycle?.entry?.place)
        }
        self.entry = entry
        configurations = target.app.compactMap(\.lifeCycle).flatMap(\.configurations)
        delegates = target.delegates(preferring: start).compactMapValues(\.first)
    }

    /// Whether code starts it without SwiftUI, and nothing adopts scenes.
    var lacksScenes: Bool {
        leavesScenesToManifest
            && manifests.allSatisfy { $0.adoptsNoScenes && $0.companions(.sceneSource).isEmpty }
    }

    /// Whether code starts it without SwiftUI, and neither configures scenes nor inherits code that may do so.
    var leavesScenesToManifest: Bool {
        entry.kind != .swiftUI && configurations.isEmpty
            && (entry.delegate.map { obstacle(in: $0, "app delegate", trusting: framework?.appDelegates ?? []) == nil }
                ?? areAppDelegatesKnown)
    }

    /// The framework that it is made with; `nil` if it is unknown.
    var framework: SceneFramework? { manifests.lazy.compactMap(SceneFramework.init).first }

    /// What its app delegate inherits from and conforms to; empty if the code doesn't declare it.
    var appDelegateTypes: [String] { entry.delegate.flatMap { delegates[$0] }?.inherited ?? [] }

    /// Whether the code declares all classes that may be the app delegate, so that it doesn't matter which one it is.
    private var areAppDelegatesKnown: Bool {
        let classes = delegates.values.filter { !isOnlySceneDelegate($0.name) }
        return classes.contains { $0.inherited.contains("UIApplicationDelegate") }
            && classes.allSatisfy { isKnown($0.name) }
    }

    /// Whether it uses scenes on all platforms, and the code of all its scene delegates is known.
    ///
    /// A class outside the code may pass URLs on to the app delegate.
    var usesKnownScenes: Bool {
        guard sceneObstacle == nil else { return false }
        if entry.kind == .swiftUI { return true }
        guard !sceneDelegates.isEmpty else { return false }
        return !configurations.isEmpty || manifests.allSatisfy { $0.windowScenes.map { !$0.isEmpty } ?? false }
    }

    /// The names of the scene delegates in code and manifests.
    private var sceneDelegates: [String] {
        configurations.compactMap(\.delegates).joined()
            + manifests.flatMap(\.sceneDelegateClasses).map(\.value.className)
    }

    /// What isn't known about its scene delegates; `nil` if their code is known, or if there are none.
    var sceneObstacle: DeliveryObstacle? {
        if let configuration = configurations.first(where: { $0.delegates == nil }) {
            return DeliveryObstacle("its code may choose any scene delegate", at: configuration.place)
        }
        return sceneDelegates.lazy.compactMap { obstacle(in: $0, "scene delegate") }.first
    }

    /// What isn't known about the scenes that its code leaves to its manifests; `nil` if the manifests tell them.
    var manifestObstacle: DeliveryObstacle? {
        guard leavesScenesToManifest else { return nil }
        for manifest in manifests {
            if let part = manifest.companions(.sceneSource).first, manifest.adoptsNoScenes {
                return DeliveryObstacle("'\(Wording.brief(part.value))' may make it use scenes", at: part.place)
            }
            for scenes in manifest.sceneManifests where scenes.value["UISceneConfigurations"] == nil {
                let reason = "its scene manifest has no UISceneConfigurations"
                return DeliveryObstacle(reason, at: manifest.place(of: scenes.span))
            }
        }
        return nil
    }

    /// What isn't known about its app delegate; `nil` if its code is known, or if there is none.
    var delegateObstacle: DeliveryObstacle? {
        if let delegate = entry.delegate { return obstacle(in: delegate, "app delegate") }
        guard entry.kind == .call, !areAppDelegatesKnown else { return nil }
        return DeliveryObstacle("its app delegate is chosen at run time", at: entry.place)
    }

    /// Whether the system calls the class with this name as the app delegate.
    func isAppDelegate(_ name: String) -> Bool {
        guard isKnown(name), let type = delegates[name] else { return false }
        if let delegate = entry.delegate { return delegate == name }
        return entry.kind != .swiftUI && type.inherited.contains("UIApplicationDelegate")
    }

    /// Whether the class with this name is the delegate of a scene, and not also of the app.
    func isOnlySceneDelegate(_ name: String) -> Bool {
        guard isKnown(name), let type = delegates[name] else { return false }
        return type.isSceneDelegate && !type.inherited.contains("UIApplicationDelegate") && entry.delegate != name
    }

    /// Whether the code declares the delegate with this name, and it inherits no code from elsewhere.
    func isKnown(_ name: String) -> Bool { obstacle(in: name, "delegate") == nil }

    /// Returns what isn't known about the delegate with this name; `nil` if the code declares it, and it inherits no code
    /// from elsewhere.
    ///
    /// - Parameter trusted: Classes outside the code whose own code doesn't matter.
    private func obstacle(in name: String, _ role: String, trusting trusted: Set<String> = []) -> DeliveryObstacle? {
        guard let first = delegates[name] else {
            let reason = "its \(role) '\(Wording.brief(name))' is not in the code that was read"
            // A finding is about it if all code was read.
            return DeliveryObstacle(reason, isKnown: true)
        }
        var names: Set<String> = []
        var next: NamedType? = first
        var unread: String?
        while let type = next, names.insert(type.name).inserted {
            // Only the first type of the clause can be a superclass.
            unread = type.inherited.first
            guard let superclass = unread else { break }
            if Self.plainClasses.contains(superclass) || trusted.contains(superclass) { return nil }
            guard type.inheritedInCode.contains(superclass) else { break }
            next = delegates[superclass]
        }
        return DeliveryObstacle(in: first, role, superclass: unread)
    }

    /// Superclasses without code for URLs.
    static let plainClasses: Set<String> = ["NSObject", "UIResponder", "UIKit.UIResponder", "Foundation.NSObject"]
}

extension NamedType {
    /// Whether it says that it is the delegate of a scene.
    var isSceneDelegate: Bool { inherited.contains { $0 == "UIWindowSceneDelegate" || $0 == "UISceneDelegate" } }
}

extension TargetFacts {
    /// Whether code of the app receives URLs with `onOpenURL`, also those of universal links.
    var hasOpenURLModifier: Bool { appHandlers.contains { $0.kind == .onOpenURL } }
}

extension [Manifest] {
    /// Returns the major version of the iOS SDK that all of them name, or that the configuration sets; `nil` if unknown.
    func linkedSDK(_ knowledge: Knowledge) -> Int? {
        let versions = Set(map { $0.linkedMajorVersion ?? knowledge.linkedSDK })
        return versions.count == 1 ? versions.first ?? nil : nil
    }
}

extension Manifest {
    /// The major version of the iOS SDK that the app is linked with; `nil` if unknown.
    fileprivate var linkedMajorVersion: Int? {
        let names = [root("DTPlatformVersion")?.value.string, root("DTSDKName")?.value.string]
        let named = names.lazy.compactMap { $0 }.compactMap { name in
            let digits = name.utf8.drop { !(0x30...0x39).contains($0) }.prefix { (0x30...0x39).contains($0) }
            return Int(String(decoding: digits, as: UTF8.self))
        }.first
        if let named { return named }
        // `2700` is Xcode 27. Since Xcode 26, its SDKs have the same number.
        guard let xcode = root("DTXcode")?.value.string.flatMap({ Int($0) }), xcode >= 2600 else { return nil }
        return xcode / 100
    }
}
