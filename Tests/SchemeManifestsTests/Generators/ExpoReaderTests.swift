import Foundation
import SchemeModel
import TestSupport
import Testing

@testable import SchemeManifests

@Suite("Reading configurations of Expo")
struct ExpoReaderTests {
    static func read(_ text: String, _ files: [String: String] = [:], named name: String = "app.json")
        -> ProjectReading
    {
        var all = files
        all[name] = text
        let memory = SettingsFileSystem(Dictionary(uniqueKeysWithValues: all.map { ("/s/\($0.key)", $0.value) }))
        return ExpoReader().read(
            fileAt: Path(name),
            of: ProjectOrigin(source: "test", root: "/s"),
            files: memory
        )
    }

    static let configurations: [(text: String, lines: [String])] = [
        (#"{"expo": {"name": "A", "scheme": "s", "ios": {"bundleIdentifier": "x.y"}}}"#, ["A | x.y | s x.y"]),
        (#"{"name": "A b-c", "scheme": ["s", 1, "t"], "ios": {"bundleIdentifier": "x.y"}}"#, ["Abc | x.y | s t x.y"]),
        (
            #"{"expo": {"slug": "a", "scheme": "s", "ios": {"bundleIdentifier": "x", "scheme": "t"}}}"#,
            ["a | x | s t x"]
        ),
        (#"{"expo": {"name": "A", "ios": {"bundleIdentifier": "x.y"}}}"#, ["A | x.y | x.y"]),
        (
            #"{"expo": {"name": "A", "n": 1.\#(String(repeating: "0", count: 80)), "ios": {"bundleIdentifier": "x.y"}}}"#,
            ["A | x.y | x.y"]
        ),
        (#"{"expo": {"name": "A", "scheme": "s"}}"#, ["A | ? | s"]),
        (#"{"expo": {"name": "A", "scheme": "s", "ios": {"bundleIdentifier": ""}}}"#, ["A | ? | s"]),
        (#"{"expo": {"name": "語", "slug": "", "ios": {"bundleIdentifier": "x"}}}"#, ["app | x | x"]),
        (
            #"{"expo": {"name": "A", "scheme": "s", "ios": {"bundleIdentifier": "x.y", "infoPlist": "#
                + #"{"CFBundleURLTypes": [{"CFBundleURLSchemes": ["own", "id.$(PRODUCT_BUNDLE_IDENTIFIER)"]}]}}}}"#,
            ["A | x.y | own id.x.y"]
        ),
        // Configurations for other platforms, and files of other tools.
        (#"{"expo": {"name": "A", "platforms": ["android"], "scheme": "s"}}"#, []),
        (#"{"name": "A", "displayName": "A"}"#, []),
        (#"{"name": "heroku", "env": {}, "formation": {}}"#, []),
        ("[1, 2]", []),
        ("{ not json at all", []),
    ]

    @Test(arguments: configurations)
    func whatPrebuildMakes(text: String, lines: [String]) {
        let reading = Self.read(text)
        let found = reading.lines.map { line in
            let parts = line.components(separatedBy: " | ")
            return ([parts[0], parts[4].hasSuffix("?") ? "?" : parts[4]] + parts.dropFirst(5)).joined(separator: " | ")
        }
        #expect(found == lines)
        #expect(reading.problems.isEmpty)
        #expect(reading.irregularities.isEmpty)
    }

    @Test(arguments: [
        // Expo adds the bundle identifier, so it is no second declaration.
        (#"{"expo": {"name": "A", "scheme": "X.y", "ios": {"bundleIdentifier": "x.y"}}}"#, "{}", ["A | x.y | X.y"]),
        // In a package that depends on Expo, the root is the configuration.
        (#"{"scheme": "s"}"#, #"{"name": "my-app", "dependencies": {"expo": "1"}}"#, ["myapp | ? | s"]),
        (#"{"scheme": "s"}"#, #"{"devDependencies": {"expo": "1"}}"#, ["s | ? | s"]),
        (#"{"scheme": "s", "name": "B"}"#, #"{"name": "a", "dependencies": {"expo": "1"}}"#, ["B | ? | s"]),
        (#"{"scheme": "s"}"#, #"{"name": "expo", "dependencies": {}, "expo": {}}"#, []),
        (#"{"scheme": "s"}"#, "not json", []),
        ("[]", #"{"dependencies": {"expo": "1"}}"#, []),
    ])
    func thePackageDecides(text: String, package: String, lines: [String]) {
        let reading = Self.read(text, ["package.json": package])
        let found = reading.lines.map { line in
            let parts = line.components(separatedBy: " | ")
            return ([parts[0], parts[4].hasSuffix("?") ? "?" : parts[4]] + parts.dropFirst(5)).joined(separator: " | ")
        }
        #expect(found == lines)
        #expect(reading.inputs.contains { $0.path == "/s/package.json" })
    }

    static let entitlements: [(ios: String, more: String, names: [Entitlement]?)] = [
        ("", "", []),
        (#", "entitlements": {"a.b": true, "c": false, "d": []}"#, "", ["a.b"]),
        (#", "associatedDomains": []"#, "", []),
        (
            #", "associatedDomains": ["applinks:x"]"#, "",
            ["com.apple.developer.associated-domains", "com.apple.developer.associated-domains=applinks:x"]
        ),
        // What plugins grant is not known.
        ("", #", "plugins": ["expo-notifications"]"#, nil),
        (#", "entitlements": {"a": 1}"#, #", "plugins": ["expo-notifications"]"#, ["a"]),
    ]

    @Test(arguments: entitlements)
    func whatIsGranted(ios: String, more: String, names: [Entitlement]?) {
        let text = #"{"expo": {"name": "A", "ios": {"bundleIdentifier": "x"\#(ios)}\#(more)}}"#
        #expect(Self.read(text).manifests.map(\.entitlements) == [names])
    }

    @Test(arguments: [
        ("({ config }) => ({ ...config, ios: { ...config.ios, bundleIdentifier: id() } })", "s", true),
        ("({ config }) => { config.ios.bundleIdentifier = id(); return config; }", "s", true),
        ("({ config }) => { config.ios = keys(); return config; }", "s", false),
        ("({ config }) => ({ ...config, scheme: t() })", "s", true),
        ("({ config }) => ({ ...config, ios: { bundleIdentifier: y() } })", "s", false),
        (
            "({ config }) => ({ ...config, ios: { ...config.ios, bundleIdentifier: y(), associatedDomains: [] } })",
            "s", false
        ),
        ("{ expo: { name: 'A', scheme: t } }", "s", false),
        // Whether the app may be the default one for mail is unknown.
        ("({ config }) => ({ ...config, scheme: t() })", "mailto", false),
    ])
    func aProgramThatPassesTheValuesOnKeepsTheDomains(program: String, scheme: String, keepsDomains: Bool) {
        let ios = #"{"bundleIdentifier": "x", "associatedDomains": ["applinks:acme.com"]}"#
        let text = #"{"expo": {"name": "A", "scheme": "\#(scheme)", "ios": \#(ios)}}"#
        let reading = Self.read(text, ["app.config.js": "module.exports = \(program)"])
        #expect(reading.manifests.flatMap(\.urlTypes).flatMap(\.schemes).contains { $0.raw == scheme })
        let claims = reading.manifests.flatMap(\.domainClaims).map {
            "\($0.domain.text) \($0.claim.place.path.display)"
        }
        #expect(claims == (keepsDomains ? ["applinks:acme.com app.json"] : []))
        // The program may add more.
        #expect(reading.manifests.allSatisfy { $0.associatedDomains == nil })
    }

    @Test func reportsAnInvalidConfiguration() {
        let reading = Self.read("{\n  \"expo\": {\n")
        #expect(
            reading.irregularityLines == [
                "malformed-project expected a key, found the end of the file at app.json:3"
            ]
        )
    }

    @Test(arguments: ExpoReader.programs)
    func aProgramIsNotRead(program: Path) {
        let text = #"{"expo": {"name": "A", "scheme": "s", "ios": {"bundleIdentifier": "x"}}}"#
        let reading = Self.read(text, [program.display: "module.exports = {}"])
        #expect(reading.manifests.map(\.app.isKnown) == [false])
        #expect(reading.irregularityLines.contains("not-read \(program.display) at \(program.display):1"))
        #expect(reading.irregularities.first?.origin.path == "app.json")
        #expect(reading.inputs.contains { $0.path == Path("/s").appending(program) && $0.stamp != nil })
        let package = ["package.json": #"{"dependencies": {"expo": "54"}}"#]
        let alone = Self.read("export default make()", package, named: program.display)
        #expect(alone.irregularityLines == ["not-read \(program.display) at \(program.display):1"])
    }

    /// Other tools have programs of this name, too.
    @Test(arguments: [
        ("{}", #"{"dependencies": {"expo": "54"}}"#, true), ("{}", #"{"dependencies": {"nuxt": "4"}}"#, false),
        ("{}", #"{"keywords": ["expo"]}"#, false), ("{}", "{", true), ("{}", nil, false),
        ("{ ios: { infoPlist: {} } }", nil, true), ("{ ios: { infoPlist: {} } }", "{}", true),
    ])
    func readsWhetherAProgramIsOfExpo(text: String, package: String?, isOfExpo: Bool) {
        let files = package.map { ["package.json": $0] } ?? [:]
        let reading = Self.read("export default make(\(text))", files, named: "app.config.js")
        #expect(reading.irregularityLines == (isOfExpo ? ["not-read app.config.js at app.config.js:1"] : []))
        #expect(reading.problems.isEmpty)
        #expect(reading.inputs.contains { $0.path == "/s/package.json" })
    }

    @Test(arguments: [
        (#""./plugins/links""#, ["not-read links.js at plugins/links.js:2"]),
        (#"["./plugins/links.js", {"a": 1}]"#, ["not-read links.js at plugins/links.js:2"]),
        (#""./plugins/colors""#, []), (#""expo-router""#, []),
        (#""./plugins/gone""#, ["not-read ./plugins/gone at app.json:1"]),
        (#""./plugins/keys""#, ["not-read keys.ts at plugins/keys.ts:1"]),
        (#""./plugins/large""#, ["not-read large.js at plugins/large.js"]),
        (#""./plugins/package""#, ["not-read plugin.js at plugins/package/src/plugin.js:1"]),
        (#""./plugins/compiled""#, []), (#""../../packages/plugin""#, []),
        (#""./plugins/android""#, []), (#""./plugins/spread""#, []),
        (#""./plugins/broken""#, ["not-read package.json at plugins/broken/package.json"]),
        (#""./plugins/both""#, ["not-read both.js at plugins/both.js:1"]),
    ])
    func reportsPluginsOfTheAppThatChangeSchemes(plugin: String, lines: [String]) {
        let text =
            #"{"expo": {"name": "A", "scheme": "s", "plugins": [\#(plugin)], "ios": {"bundleIdentifier": "x.y"}}}"#
        let reading = Self.read(
            text,
            [
                "plugins/links.js": "module.exports = config => {\n  config.ios.infoPlist.CFBundleURLTypes = []\n}",
                "plugins/colors/index.js": "module.exports = config => config",
                "plugins/keys.ts": "module.exports = c => ({ ...config, scheme: \"t\" })",
                "plugins/package/package.json": #"{"main": "src/plugin"}"#,
                "plugins/package/src/plugin.js": "config.scheme = 't'",
                "plugins/compiled/package.json": #"{"main": "build/index.js"}"#,
                "plugins/broken/package.json": #"{"main": "#,
                "plugins/broken/index.js": "module.exports = config => config",
                "plugins/android.js": "// axios\nfilters.push({ data: [{ scheme: 'https' }] })",
                "plugins/spread.js": "({ ...config, android: { intentFilters: [{ data: { scheme: 'https' } }] } })",
                "plugins/both.js": "filter({ data: { scheme: 'https' } }); config.ios.associatedDomains = []",
                "plugins/large.js": String(repeating: " ", count: Limits.standard.generatorBytes + 1),
            ]
        )
        #expect(reading.irregularityLines == lines)
        #expect(reading.manifests.map(\.app.isKnown) == [true])
    }

    /// Returns the names and values of an app's companions.
    private static func companions(
        _ plugins: String = "",
        package: String = #"{"dependencies": {"expo": "~54.0.12"}}"#,
        files: [String: String] = [:],
        root: String = #"{"name": "A", "scheme": "s", "ios": {"bundleIdentifier": "x.y"}, "plugins": [PLUGINS]}"#
    ) -> [String] {
        let text = root.replacingOccurrences(of: "PLUGINS", with: plugins)
        let reading = read(text, files.merging(["package.json": package]) { file, _ in file })
        return reading.manifests.flatMap(\.companions).map { "\($0.kind.name): \($0.value)" }
    }

    @Test(arguments: [
        ("~54.0.12", 54), ("^57", 57), ("57.0.24", 57), ("=56.1", 56), ("55.x", 55), ("55.*", 55), ("latest", nil),
        (">=54.0.0", nil), ("^57.0.0 || ^58.0.0", nil), ("54.0.0 - 58.0.0", nil), ("58.0.0-preview.1", nil),
        ("workspace:*", nil), ("", nil), ("99999999999999999999", nil), ("-1", nil), ("+54", nil), ("0.0.0", nil),
        ("0.x", nil), ("*", nil),
    ])
    func readsTheSDK(version: String, sdk: Int?) {
        let found = Self.companions(package: #"{"dependencies": {"expo": "\#(version)"}}"#)
        #expect(found == [sdk].compactMap { $0.map { "Expo SDK: \($0)" } })
    }

    @Test(arguments: ["", "[]", "{\"dependencies\": []}", "{\"devDependencies\": {\"expo\": \"54.0.0\"}}", "{"])
    func readsNoSDK(package: String) {
        #expect(Self.companions(#""other""#, package: package) == [])
    }

    @Test(arguments: [
        (#""expo-router", ["expo-font", {}]"#, []),
        (
            #"["expo-build-properties", {"ios": {"enableSceneSupport": true}}]"#,
            ["scene support: expo-build-properties"]
        ),
        (#"["expo-build-properties", {"ios": {"enableSceneSupport": false}}]"#, []),
        (#""./plugins/a", "~/b", "../c""#, ["program: ./plugins/a"]),
        (#""@config-plugins/expo-uiscene-lifecycle""#, ["program: @config-plugins/expo-uiscene-lifecycle"]),
        (#""@sentry/react-native/expo", "other""#, ["plugin: @sentry/react-native/expo"]), (#"{}, []"#, []),
        // Their names suggest that Expo makes them.
        (#""expo-font", "expo-quick-actions""#, ["plugin: expo-quick-actions"]),
        (#""@expo/other""#, ["plugin: @expo/other"]),
    ])
    func sortsPlugins(plugins: String, found: [String]) {
        let expected = found.map { "Expo \($0)" } + ["Expo SDK: 54"]
        #expect(Self.companions(plugins) == expected)
        let nested = #"{"expo": {"scheme": "s", "plugins": [PLUGINS]}}"#
        #expect(Self.companions(plugins, root: nested) == expected)
    }

    @Test(arguments: [
        (["app.config.js": "module.exports = withScenes({})"], ["program: app.config.js"]),
        (["app.config.js": "module.exports = {}"], ["plugin: app.config.js"]),
        // It keeps the schemes, but may add plugins.
        (["app.config.js": "module.exports = ({config}) => ({...config})"], ["plugin: app.config.js"]),
        // Expo uses the first one.
        (["app.config.ts": "export default {}", "app.config.js": "withScenes()"], ["plugin: app.config.ts"]),
    ])
    func readsWhetherAProgramMentionsScenes(files: [String: String], found: [String]) {
        #expect(Self.companions(files: files) == found.map { "Expo \($0)" } + ["Expo SDK: 54"])
    }

    @Test(arguments: [
        ("Podfile", true), ("Pods.xcodeproj/project.pbxproj", true), ("A.xcodeproj/project.pbxproj", false),
        ("B.xcodeproj/project.pbxproj", false),
    ])
    func readsNoSDKBesideANativeProject(file: String, isMade: Bool) {
        #expect(Self.companions(files: ["ios/" + file: ""]) == (isMade ? ["Expo SDK: 54"] : []))
    }

    /// The root of a configuration need not mention Expo.
    @Test func moreValuesThanAreReadAreAProblem() {
        let values = String(repeating: "1,", count: 100_000)
        let reading = Self.read(#"{"name": "A", "ios": {"bundleIdentifier": "x.y"}, "x": [\#(values)]}"#)
        #expect(reading.problems.map(\.code) == [.overLimit])
    }
}
