/// What the package around an Expo app's manifest tells.
extension Manifest {
    /// The name of the companion for the oldest Expo SDK that the package accepts; its value is a version.
    package static let expoCompanion = "Expo SDK"
    /// The name of the companion for a plugin or program that may make the app use scenes; its value is the plugin's name.
    package static let expoScenesCompanion = "Expo scenes"

    /// The oldest Expo SDK that the package accepts.
    package var expoSDK: (version: SystemVersion, place: Place)? {
        companions.lazy.compactMap { companion in
            guard companion.name == Self.expoCompanion else { return nil }
            return SystemVersion(companion.value).map { ($0, companion.place) }
        }.first
    }

    /// Whether a plugin or program of the package may make the app use scenes.
    package var mayAdoptScenesThroughExpo: Bool { companions.contains { $0.name == Self.expoScenesCompanion } }
}
