/// What the package around an Expo app's configuration tells.
extension Manifest {
    /// The name of the companion for the Expo SDK that makes the app; its value is the number.
    package static let expoCompanion = "Expo SDK"
    /// The name of the companion for `ios.enableSceneSupport`, which makes the app use scenes; its value is the plugin's name.
    package static let expoSceneSupportCompanion = "Expo scene support"
    /// The name of the companion for a program or plugin of the app, which may make it use scenes; its value is the name.
    package static let expoProgramCompanion = "Expo program"
    /// The name of the companion for a plugin that others make; its value is the name.
    package static let expoPluginCompanion = "Expo plugin"

    /// The Expo SDK that makes the app, and where the package names it; `nil` if it is unknown.
    package var expoSDK: (number: Int, place: Place)? {
        companions.lazy.compactMap { companion in
            guard companion.name == Self.expoCompanion else { return nil }
            return Int(companion.value).map { ($0, companion.place) }
        }.first
    }
}

extension Path {
    /// The names of Expo's configurations in JSON. The first one in a folder is used.
    package static let expoConfigurations: [Path] = ["app.config.json", "app.json"]

    /// Whether it has the name of an Expo configuration in JSON.
    package var isExpoConfiguration: Bool { Self.expoConfigurations.contains(lastComponent) }
}
