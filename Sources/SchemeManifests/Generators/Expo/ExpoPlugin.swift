import SchemeModel
import SchemeYAML

/// A plugin of an Expo configuration, which changes the project that Expo makes.
struct ExpoPlugin {
    /// The name of a package, or the path of a program.
    let name: String
    let range: SourceRange
    private let options: YAMLNode?

    /// Returns `nil` for a value that names no plugin.
    init?(_ node: YAMLNode) {
        let parts = node.elements ?? [node]
        guard let name = parts.first?.string else { return nil }
        self.name = name
        range = node.focus
        options = parts.dropFirst().first
    }

    /// The name of the companion that says what it means for scenes; `nil` for those of Expo, which don't add any.
    var companion: String? {
        if options?["ios"]?["enableSceneSupport"]?.isGranted ?? false { return Manifest.expoSceneSupportCompanion }
        let isOwn = [".", "/", "~"].contains { name.hasPrefix($0) }
        if isOwn || name.asciiLowercased.contains("scene") { return Manifest.expoProgramCompanion }
        return name.hasPrefix("expo-") || name.hasPrefix("@expo/") ? nil : Manifest.expoPluginCompanion
    }
}
