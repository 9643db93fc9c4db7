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

    /// Whether it has no scene manifest for any device.
    package var lacksSceneManifest: Bool {
        [Self.sceneManifestKey, Self.sceneManifestKey + "~ipad", Self.sceneManifestKey + "~iphone"].allSatisfy {
            root($0) == nil
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
