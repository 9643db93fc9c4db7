import SchemeModel
import SchemeYAML

extension NPMPackage {
    /// Returns the versions of the frameworks that the app in `ios` is made with, and the packages that may make it use
    /// scenes, such as `react-native-uiscene-bridge`, in the order of the file at `place`.
    ///
    /// The version of React Native is unknown if Expo chooses it.
    func frameworks(at place: Place) -> [Manifest.Companion] {
        func companion(_ fact: Manifest.Companion.Fact, _ value: String, _ range: SourceRange) -> Manifest.Companion {
            var place = place
            place.range = range
            return Manifest.Companion(.fact(fact), value: value, place: place)
        }
        let versions = (dependencies?.members ?? []).compactMap { member -> Manifest.Companion? in
            guard let fact = Self.frameworks[member.key], !(fact == .reactNative && dependsOnExpo == true),
                !overrides(member.key), let version = member.value.string.flatMap(Self.leastVersion)
            else { return nil }
            return companion(fact, version, member.value.focus)
        }
        let expo = overrides("expo") ? nil : sdk.map { companion(.expo, String($0.number), $0.range) }
        // React Native also links packages for development.
        let packages = tables.flatMap { $0.members ?? [] }.filter { $0.key.lowercased().contains("scene") }
            .map { companion(.sceneSource, $0.key, $0.keyRange) }
        return (versions + packages + [expo].compactMap(\.self)).sorted { $0.place < $1.place }
    }

    private static let frameworks: [String: Manifest.Companion.Fact] = [
        "react-native": .reactNative, "@capacitor/ios": .capacitor,
    ]

    /// Returns the least version of a range: `0.77.0` for `^0.77.0`; `nil` for several ranges, a tag (`latest`), a nightly
    /// version (`0.0.0-…`), or another source, such as a fork (`npm:react-native-tvos@0.81.0`) or `workspace:*`.
    private static func leastVersion(_ range: String) -> String? {
        let version = String(range.drop { $0 == "^" || $0 == "~" })
        guard !version.contains(where: { $0 == " " || $0 == "|" }), let parsed = SystemVersion(version),
            parsed > SystemVersion(0)
        else { return nil }
        return version
    }

    /// Whether the package replaces the version of this dependency: `"resolutions": { "**/react-native": … }`.
    private func overrides(_ name: String) -> Bool {
        [root?["resolutions"], root?["overrides"], root?["pnpm"]?["overrides"]].contains { table in
            (table?.members ?? []).contains { member in
                member.key == name || member.key.hasPrefix(name + "@")
                    || ["/", ">"].contains { member.key.hasSuffix($0 + name) }
            }
        }
    }
}
