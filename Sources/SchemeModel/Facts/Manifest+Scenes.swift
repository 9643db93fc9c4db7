/// The scenes that a manifest declares.
extension Manifest {
    /// The key of the scene manifest.
    package static let sceneManifestKey = "UIApplicationSceneManifest"
    /// The role of scenes on the device's own screen.
    package static let windowSceneRole = "UIWindowSceneSessionRoleApplication"
    /// The key of a scene delegate's class name.
    package static let sceneDelegateKey = "UISceneDelegateClassName"

    /// The configurations of scenes on the device's own screen; `nil` without a scene manifest.
    ///
    /// It is empty if the scene manifest has none, as when Xcode generates it, or only has scenes for CarPlay.
    package var windowScenes: [PropertyValue]? {
        guard let scenes = root(Self.sceneManifestKey)?.value else { return nil }
        guard case .array(let elements) = scenes["UISceneConfigurations"]?[ByteString(Self.windowSceneRole)] else {
            return []
        }
        return elements
    }

    /// The scene manifests for all or some devices.
    package var sceneManifests: [Located<PropertyValue>] {
        [Self.sceneManifestKey, Self.sceneManifestKey + "~ipad", Self.sceneManifestKey + "~iphone"].compactMap(root)
    }

    /// Whether it has no scene manifest for any device, or only ones that don't adopt scenes: `UISceneConfigurations` is
    /// empty, or only has scenes on an external display.
    package var adoptsNoScenes: Bool {
        sceneManifests.allSatisfy { scenes in
            guard case .dictionary(let roles) = scenes.value["UISceneConfigurations"] else { return false }
            return roles.allSatisfy { $0.key.string.utf8.starts(with: Self.externalSceneRole.utf8) }
        }
    }

    /// The start of the roles of scenes on an external display, of which one ends with `NonInteractive`.
    private static let externalSceneRole = "UIWindowSceneSessionRoleExternalDisplay"

    /// Whether no configuration of scenes on the device's own screen names a delegate or a storyboard, and there is at least
    /// one.
    package var windowScenesAreBare: Bool {
        guard sceneManifests.count == 1, let scenes = windowScenes, !scenes.isEmpty else { return false }
        return scenes.allSatisfy { scene in
            guard case .dictionary(let keys) = scene else { return false }
            return !keys.contains { [Self.sceneDelegateKey, "UISceneStoryboardFile"].contains($0.key.string) }
        }
    }

    /// The class names of scene delegates on the device's own screen, as written after the build resolves them.
    package var sceneDelegateClasses: [Located<String>] {
        rootKeys.filter { ByteString($0.name) == ByteString(Self.sceneDelegateKey) }.compactMap { key in
            key.value.value.string.map { Located($0, key.value.span) }
        }
    }
}

extension String {
    /// The name of a class without its module: `SceneDelegate` for `Wallet.SceneDelegate`.
    package var className: String { split(separator: ".").last.map(String.init) ?? self }
}
