import SchemeModel
import SchemeYAML

/// Reads the package around the configuration of an Expo app: the Expo SDK that makes it, and what may make it use scenes.
///
/// A missing or broken file is not an error, because it isn't an input of its own.
struct ExpoPackageReader {
    static let package: Path = "package.json"

    let limits: Limits

    /// Returns the package's folder if `path` is a configuration in JSON.
    static func folder(around path: Path) -> Path? {
        ["app.json", "app.config.json"].contains(path.lastComponent) ? path.directory : nil
    }

    /// Returns the Expo SDK of a `package.json`; empty for an unreadable file, or if several SDKs or none fit its version.
    func version(in bytes: [UInt8], at place: Place) -> [Manifest.Companion] {
        guard let node = (try? JSONReader.read(bytes, limits: limits))?.root["dependencies"]?["expo"],
            let sdk = node.string.flatMap(Self.sdk)
        else { return [] }
        return [companion(Manifest.expoCompanion, String(sdk), at: place, node.focus)]
    }

    /// Returns the SDK that a version such as `~54.0.12`, `^57`, `56.x` or `57.0.24` names; `nil` for a range of several.
    static func sdk(_ version: String) -> Int? {
        let start = version.utf8.drop { [UInt8(ascii: "^"), UInt8(ascii: "~"), UInt8(ascii: "=")].contains($0) }
        let parts = start.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let isOne = parts.dropFirst().allSatisfy { part in
            part.allSatisfy { (0x30...0x39).contains($0) || [UInt8(ascii: "x"), UInt8(ascii: "*")].contains($0) }
        }
        return isOne ? parts.first.flatMap { Int(Substring($0)) } : nil
    }

    /// Returns what may make the app use scenes, by the plugins of a configuration: one companion of each kind.
    func plugins(in bytes: [UInt8], at place: Place) -> [Manifest.Companion] {
        guard let root = (try? JSONReader.read(bytes, limits: limits))?.root else {
            return [program(mentionsScenes: true, place)]
        }
        var found: [String: Manifest.Companion] = [:]
        for plugin in (root["expo"] ?? root)["plugins"]?.elements ?? [] {
            let parts = plugin.elements ?? [plugin]
            guard let name = parts.first?.string, let kind = Self.kind(of: name, parts.dropFirst().first) else {
                continue
            }
            if found[kind] == nil { found[kind] = companion(kind, name, at: place, plugin.focus) }
        }
        return found.values.sorted { $0.name < $1.name }
    }

    /// Returns what a plugin means for scenes; `nil` for those of Expo, which don't add any.
    private static func kind(of plugin: String, _ options: YAMLNode?) -> String? {
        if options?["ios"]?["enableSceneSupport"]?.isGranted ?? false { return Manifest.expoSceneSupportCompanion }
        let isOwn = [".", "/", "~"].contains { plugin.hasPrefix($0) }
        if isOwn || plugin.asciiLowercased.contains("scene") { return Manifest.expoProgramCompanion }
        return plugin.hasPrefix("expo-") || plugin.hasPrefix("@expo/") ? nil : Manifest.expoPluginCompanion
    }

    /// Returns the companion for a program, or for a file that can't be read. It can add plugins of others in any case.
    func program(mentionsScenes: Bool, _ place: Place) -> Manifest.Companion {
        let kind = mentionsScenes ? Manifest.expoProgramCompanion : Manifest.expoPluginCompanion
        return companion(kind, place.path.lastComponent.display, at: place, nil)
    }

    private func companion(
        _ name: String,
        _ value: String,
        at place: Place,
        _ range: SourceRange?
    ) -> Manifest.Companion {
        var place = place
        place.range = range
        return Manifest.Companion(name: name, value: value, place: place)
    }
}
