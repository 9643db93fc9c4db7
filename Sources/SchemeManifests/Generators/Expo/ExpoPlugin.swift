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

    /// Whether it is a file of the source, and not a package.
    var isLocal: Bool { name.hasPrefix(".") }

    /// What it means for scenes; `nil` for those of Expo, which don't add any.
    var fact: Manifest.Companion.Fact? {
        if options?["ios"]?["enableSceneSupport"]?.isGranted ?? false { return .expoSceneSupport }
        let isOwn = [".", "/", "~"].contains { name.hasPrefix($0) }
        if isOwn || name.asciiLowercased.contains("scene") { return .expoProgram }
        return Self.ofExpo.contains(name) ? nil : .expoPlugin
    }

    /// The plugins that Expo makes, except `expo-brownfield`, whose project has an app of its own.
    ///
    /// - Source: expo/expo, packages/*/app.plugin.js (seen 2026-11-27).
    private static let ofExpo: Set<String> = [
        "expo-age-range", "expo-app-integrity", "expo-apple-authentication", "expo-asset", "expo-audio", "expo-av",
        "expo-background-fetch", "expo-background-task", "expo-barcode-scanner", "expo-brightness",
        "expo-build-properties", "expo-calendar", "expo-camera", "expo-cellular", "expo-contacts", "expo-dev-client",
        "expo-dev-launcher", "expo-dev-menu", "expo-document-picker", "expo-file-system", "expo-font", "expo-image",
        "expo-image-picker", "expo-local-authentication", "expo-localization", "expo-location", "expo-mail-composer",
        "expo-maps", "expo-media-library", "expo-navigation-bar", "expo-notifications", "expo-router",
        "expo-screen-orientation", "expo-secure-store", "expo-sensors", "expo-sharing", "expo-splash-screen",
        "expo-sqlite", "expo-status-bar", "expo-system-ui", "expo-task-manager", "expo-tracking-transparency",
        "expo-updates", "expo-video", "expo-web-browser", "expo-widgets",
    ]
}
