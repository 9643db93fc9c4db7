/// What the package around a Flutter app's manifest tells.
extension Manifest {
    /// The key with which an app turns Flutter's own handling of links on or off.
    package static let flutterLinkKey = "FlutterDeepLinkingEnabled"
    /// The name of the companion for a plugin that handles links; its value is the plugin's name.
    package static let linkPluginCompanion = "Flutter plugin"
    /// The name of the companion for a plugin that contains an SDK; its value is the SDK's name.
    package static let sdkPluginCompanion = "Flutter plugin of an SDK"
    /// The names of the companions for the oldest Flutter and Dart that the package accepts; their values are versions.
    package static let flutterCompanion = "Flutter SDK"
    package static let dartCompanion = "Dart SDK"

    /// The plugins that handle links, in the order of the package's file.
    package var linkPlugins: [Companion] { companions.filter { $0.name == Self.linkPluginCompanion } }

    /// Whether a plugin of the package contains this SDK.
    package func hasPlugin(ofSDK name: String) -> Bool {
        companions.contains { $0.name == Self.sdkPluginCompanion && $0.value == name }
    }

    /// Whether the package needs at least these versions of Flutter, or of the Dart that is part of it.
    package func needsFlutter(_ flutter: SystemVersion, dart: SystemVersion) -> Bool {
        companions.contains { companion in
            guard let version = SystemVersion(companion.value) else { return false }
            switch companion.name {
            case Self.flutterCompanion: return version >= flutter
            case Self.dartCompanion: return version >= dart
            default: return false
            }
        }
    }
}
