import SchemeModel
import SchemeYAML

/// Reads the package around the manifest of an Expo app: the oldest Expo SDK that it accepts, and what may make the app use
/// scenes.
///
/// A missing or broken file is not an error, because it isn't an input of its own.
struct ExpoPackageReader {
    static let package: Path = "package.json"
    /// The files that list plugins: configurations, and programs, which may add any plugin.
    static let configurations: [Path] = ["app.json", "app.config.json"] + ExpoReader.programs

    let limits: Limits

    /// Returns the folder of the package that the manifest at `path` may belong to: that of `app.json`, or of `ios`.
    static func folder(around path: Path) -> Path? {
        path.hasExtension("json") ? path.directory : FlutterPackageReader.folder(around: path)
    }

    /// Returns the Expo SDK of a `package.json`; empty for an unreadable file, or one without a version.
    func version(in bytes: [UInt8], at place: Place) -> [Manifest.Companion] {
        guard let node = try? JSONReader.read(bytes, limits: limits).root["dependencies"]?["expo"],
            let least = node.string.flatMap(FlutterPackageReader.leastVersion)
        else { return [] }
        return [companion(Manifest.expoCompanion, least, at: place, node.focus)]
    }

    /// Returns the plugins of a configuration that may make the app use scenes: `expo-build-properties` with
    /// `ios.enableSceneSupport`, those with scenes in their names, and the app's own.
    func scenes(in bytes: [UInt8], at place: Place) -> [Manifest.Companion] {
        guard place.path.hasExtension("json") else {
            return [companion(Manifest.expoScenesCompanion, place.path.lastComponent.display, at: place, nil)]
        }
        guard let root = try? JSONReader.read(bytes, limits: limits).root else { return [] }
        return ((root["expo"] ?? root)["plugins"]?.elements ?? []).compactMap { plugin in
            let parts = plugin.elements ?? [plugin]
            guard let name = parts.first?.string else { return nil }
            let enables = parts.dropFirst().first?["ios"]?["enableSceneSupport"]?.isGranted ?? false
            guard enables || name.hasPrefix(".") || name.lowercased().contains("scene") else { return nil }
            return companion(Manifest.expoScenesCompanion, name, at: place, plugin.focus)
        }
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
