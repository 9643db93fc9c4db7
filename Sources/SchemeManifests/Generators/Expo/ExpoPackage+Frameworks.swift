import SchemeModel
import SchemeYAML

extension ExpoPackage {
    /// Returns the versions of the frameworks that the app in `ios` is made with, and the packages that may make it use
    /// scenes, such as `react-native-uiscene-bridge`, in the order of the file at `place`.
    ///
    /// A version such as `latest`, `>=0.72`, or that of a fork (`npm:react-native-tvos@0.81.0`) is unknown.
    func frameworks(at place: Place) -> [Manifest.Companion] {
        (dependencies?.members ?? []).compactMap { member in
            var place = place
            if let fact = Self.frameworks[member.key] {
                guard let version = member.value.string?.drop(while: { $0 == "^" || $0 == "~" }),
                    SystemVersion(String(version)) != nil
                else { return nil }
                place.range = member.value.focus
                return Manifest.Companion(.fact(fact), value: String(version), place: place)
            }
            guard member.key.lowercased().contains("scene") else { return nil }
            place.range = member.keyRange
            return Manifest.Companion(.fact(.scenePackage), value: member.key, place: place)
        }
    }

    private static let frameworks: [String: Manifest.Companion.Fact] = [
        "react-native": .reactNative, "@capacitor/ios": .capacitor,
    ]
}
