import SchemeModel
import Testing

@testable import SchemeManifests

@Suite struct NPMPackageTests {
    private func frameworks(_ text: String) -> [String] {
        let package = NPMPackage(Array(text.utf8), limits: .standard)
        return package.frameworks(at: Place(path: "package.json")).map {
            "\($0.place.range?.lines?.start.line ?? 0) \($0.kind.name): \($0.value)"
        }
    }

    @Test(arguments: [
        ("0.83.9", "0.83.9"), ("^0.77.0", "0.77.0"), ("~0.76.3", "0.76.3"), ("0.72.x", "0.72.x"), ("latest", nil),
        (">=0.72", nil), ("0.72 || 0.73", nil), ("0.72.0||0.88.0", nil), ("0.72.0 - 0.90.0", nil), ("*", nil),
        ("npm:react-native-tvos@0.77.0-0", nil), ("github:acme/react-native#0.77.3", nil), ("workspace:^0.77.0", nil),
        ("0.0.0-20260915-nightly", nil), ("0.x", nil), ("0.88.0-rc.0", "0.88.0-rc.0"), ("", nil),
    ])
    func readsTheVersionOfReactNative(version: String, known: String?) {
        let found = frameworks(#"{"dependencies": {"react-native": "\#(version)"}}"#)
        #expect(found == (known.map { ["1 React Native: \($0)"] } ?? []))
    }

    /// Expo chooses the version of React Native.
    @Test(arguments: [
        (#""expo": "~54.0.12", "react-native": "0.77.3""#, "", ["1 Expo: 54"]),
        (#""expo": "57.x""#, "", ["1 Expo: 57"]), (#""expo": ">=54""#, "", []),
        (#""expo": "57.0.0 || 58.0.0""#, "", []), (#""expo": "latest""#, "", []),
        (#""expo": "~54.0.12""#, #", "overrides": {"expo": "58.0.0"}"#, []),
        (#""expo": "~54.0.12""#, #", "resolutions": {"expo-font": "14.0.0"}"#, ["1 Expo: 54"]),
    ])
    func readsTheNumberOfTheExpoSDK(dependencies: String, tables: String, known: [String]) {
        #expect(frameworks(#"{"dependencies": {\#(dependencies)}\#(tables)}"#) == known)
    }

    @Test func readsCapacitorAndPackagesForScenes() {
        let text = """
            {
              "dependencies": {
                "@capacitor/core": "8.5.0",
                "@capacitor/ios": "^8.3.1",
                "my-UIScene": "*"
              },
              "devDependencies": {
                "with-scenes": "1.0.0"
              }
            }
            """
        #expect(
            frameworks(text) == [
                "4 Capacitor: 8.3.1", "5 package for scenes: my-UIScene", "8 package for scenes: with-scenes",
            ]
        )
    }

    @Test(arguments: [
        (#""resolutions": {"react-native": "0.88.0"}"#, false),
        (#""resolutions": {"**/react-native": "0.88.0"}"#, false),
        (#""overrides": {"react-native@0.77": "0.88.0"}"#, false),
        (#""pnpm": {"overrides": {"wallet>react-native": "0.88.0"}}"#, false),
        (#""overrides": {"react-native-svg": "15.0.0", "@react-native/metro-config": "0.77.3"}"#, true),
        (#""devDependencies": {"expo": "^54.0.0"}"#, false), (#""resolutions": []"#, true),
    ])
    func knowsNoVersionThatIsChosenElsewhere(table: String, isKnown: Bool) {
        let found = frameworks(#"{"dependencies": {"react-native": "0.77.3"}, \#(table)}"#)
        #expect(found == (isKnown ? ["1 React Native: 0.77.3"] : []))
    }

    @Test(arguments: [
        "", "[]", #"{"dependencies": []}"#, #"{"dependencies": {"react-native": 1}}"#,
        #"{"devDependencies": {"react-native": "0.83.9"}}"#,
    ])
    func ignoresOtherFiles(text: String) {
        #expect(frameworks(text) == [])
    }
}
