import SchemeModel
import Testing

@testable import SchemeManifests

@Suite struct ExpoPackageReaderTests {
    private let reader = ExpoPackageReader(limits: .standard)

    @Test(arguments: [
        ("~54.0.12", 54), ("^57", 57), ("57.0.24", 57), ("=56.1", 56), ("55.x", 55), ("55.*", 55), ("latest", nil),
        (">=54.0.0", nil), ("^57.0.0 || ^58.0.0", nil), ("54.0.0 - 58.0.0", nil), ("58.0.0-preview.1", nil),
        ("workspace:*", nil), ("", nil), ("99999999999999999999", nil),
    ])
    func readsTheSDK(version: String, sdk: Int?) {
        let bytes = Array(#"{"dependencies": {"expo": "\#(version)"}}"#.utf8)
        let found = reader.version(in: bytes, at: Place(path: "package.json"))
        #expect(found.map(\.value) == [sdk].compactMap { $0.map(String.init) })
    }

    @Test(arguments: ["", "[]", "{\"dependencies\": []}", "{\"devDependencies\": {\"expo\": \"54.0.0\"}}", "{"])
    func readsNoSDK(text: String) {
        #expect(reader.version(in: Array(text.utf8), at: Place(path: "package.json")).isEmpty)
    }

    @Test(arguments: [
        (#""expo-router", "@expo/x", ["expo-font", {}]"#, []),
        (#"["expo-build-properties", {"ios": {"enableSceneSupport": true}}]"#, ["Expo scene support"]),
        (#"["expo-build-properties", {"ios": {"enableSceneSupport": false}}]"#, []),
        (#""./plugins/a", "~/b", "../c""#, ["Expo program"]),
        (#""@config-plugins/expo-uiscene-lifecycle""#, ["Expo program"]),
        (#""@sentry/react-native/expo", "other""#, ["Expo plugin"]), (#"{}, []"#, []),
    ])
    func sortsPlugins(plugins: String, kinds: [String]) {
        for text in ["{\"expo\": {\"plugins\": [\(plugins)]}}", "{\"plugins\": [\(plugins)]}"] {
            let found = reader.plugins(in: Array(text.utf8), at: Place(path: "app.json"))
            #expect(found.map(\.name) == kinds)
        }
    }

    /// Its plugins are unknown.
    @Test func takesABrokenFileForAProgram() {
        #expect(reader.plugins(in: Array("{".utf8), at: Place(path: "app.json")).map(\.name) == ["Expo program"])
    }
}
