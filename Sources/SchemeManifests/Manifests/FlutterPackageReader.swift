import SchemeModel
import SchemeYAML

/// Reads the package around the manifest of a Flutter app: the plugins that handle links or contain an SDK, and the oldest
/// Flutter and Dart that it accepts.
///
/// A missing or broken file is not an error, because it isn't an input of its own.
struct FlutterPackageReader {
    /// The names of the files, in the folder that contains `ios`.
    static let fileNames: [Path] = ["pubspec.yaml", "pubspec.lock"]

    /// The plugins.
    ///
    /// - Source: docs.flutter.dev/release/breaking-changes/deep-links-flag-change (seen 2026-11-27).
    private static let plugins: Set<String> = [
        "app_links", "firebase_dynamic_links", "flutter_branch_sdk", "uni_links",
    ]

    /// The SDKs that plugins contain, as the table of their schemes names them. Since version 4, `fluwx` itself adds what
    /// its SDK needs to the Info.plist.
    ///
    /// - Source: OpenFlutter/fluwx, ios/wechat_setup.rb; line/flutter_line_sdk, README.md (seen 2026-11-27).
    private static let sdks: [String: (name: String, end: Int)] = [
        "fluwx": ("WeChat OpenSDK", 4), "flutter_line_sdk": ("LINE SDK", .max),
    ]

    let limits: Limits

    /// Returns what a file of the package tells, in its order; empty for an unreadable file.
    func companions(in bytes: [UInt8], at place: Place) -> [Manifest.Companion] {
        guard let root = try? YAMLReader.read(bytes, limits: limits).root else { return [] }
        func companion(_ fact: Manifest.Companion.Fact, _ value: String, _ range: SourceRange) -> Manifest.Companion {
            var place = place
            place.range = range
            return Manifest.Companion(.fact(fact), value: value, place: place)
        }
        var found: [Manifest.Companion] = []
        for (key, fact) in [("flutter", Manifest.Companion.Fact.flutter), ("sdk", .dart)] {
            guard let node = root["environment"]?[key] ?? root["sdks"]?[key == "sdk" ? "dart" : key],
                let least = node.string.flatMap(Self.leastVersion)
            else { continue }
            found.append(companion(fact, least, node.focus))
        }
        for member in root["dependencies"]?.members ?? [] {
            if Self.plugins.contains(member.key) {
                found.append(companion(.linkPlugin, member.key, member.keyRange))
            } else if let sdk = Self.sdks[member.key],
                let version = member.value.string.flatMap(Self.leastVersion).flatMap(SystemVersion.init(_:)),
                version.major < sdk.end
            {
                found.append(companion(.pluginSDK, sdk.name, member.keyRange))
            }
        }
        return found.sorted { $0.place < $1.place }
    }

    /// Returns the least version of a constraint: `3.5.0` for `>=3.5.0 <4.0.0`, `^3.5.0` and `3.5.0`.
    static func leastVersion(_ constraint: String) -> String? {
        let words = constraint.replacing(">= ", with: ">=").split(separator: " ")
        let least = words.lazy.compactMap { word in
            [">=", "^", ""].first { word.hasPrefix($0) }.map { word.dropFirst($0.count) }
        }.first { $0.utf8.first?.isDigit == true }
        return least.map(String.init)
    }
}
