import Testing
import TestSupport

/// `--strict`, for code of strangers.
@Suite struct StrictnessTests {
    private let folder: TemporaryFolder

    /// Creates an app, and two that claim its scheme: one in a folder for samples, and one that says it is an extension.
    init() throws {
        folder = try TemporaryFolder()
        let scheme: (String?, [String]) = (nil, ["contoso-pay"])
        try folder.write("own/Info.plist", Sample.app("com.contoso.wallet", scheme))
        try folder.write("sample/demo/Info.plist", Sample.app("com.other.wallet", scheme))
        try folder.write(
            "extension/Info.plist",
            Sample.app("com.other.share", scheme, extra: "    <key>NSExtension</key>\n    <dict/>\n")
                .replacing("APPL", with: "XPC!")
        )
    }

    private func run(_ arguments: String...) -> CommandRun { CommandRun.run(arguments, in: folder.path) }

    @Test(arguments: ["sample", "extension"])
    func believesNoNamesOfStrangers(other: String) {
        #expect(run("check", "own", other).code == 0)
        let strict = run("check", "own", other, "--strict")
        #expect(strict.code == 1 && strict.output.contains("[undefined-target]"))
    }

    @Test(arguments: ["sample", "extension"])
    func readsARegistryTheSameWay(other: String) {
        #expect(run("import", "--registry", "r.sqlite", "own", other).code == 0)
        #expect(run("conflicts", "--registry", "r.sqlite").code == 0)
        let strict = run("conflicts", "--registry", "r.sqlite", "--strict")
        #expect(strict.code == 1 && strict.output.contains("[undefined-target]"))
        // The registry itself doesn't change.
        #expect(run("conflicts", "--registry", "r.sqlite").code == 0)
    }

    @Test(arguments: ["sample", "extension"])
    func distrustsTheAppsOfAnotherRegistry(other: String) {
        #expect(run("import", "--registry", "r.sqlite", other).code == 0)
        #expect(run("check", "own", "--against", "r.sqlite").code == 0)
        #expect(run("check", "own", "--against", "r.sqlite", "--strict").code == 1)
    }

    /// Says what a checkout doesn't show: that a plugin adds scenes, that the app is signed with an entitlement, that only
    /// developers build the configuration.
    @Test(arguments: ["missing-expo-scenes", "reserved-scheme", "unhandled-url"])
    func doesNotBelieveInWhatACheckoutDoesNotShow(rule: String) throws {
        try folder.write(
            "missing-expo-scenes/app.json",
            """
            { "expo": { "name": "A", "scheme": "contoso-a", "ios": { "bundleIdentifier": "com.contoso.a" },
                "plugins": ["some-plugin"] } }
            """
        )
        try folder.write("missing-expo-scenes/package.json", #"{ "dependencies": { "expo": "~54.0.12" } }"#)
        try folder.write("reserved-scheme/Info.plist", Sample.app("com.contoso.a", ("Editor", ["mailto"])))
        try folder.write("unhandled-url/Debug.plist", Sample.app("com.contoso.a", ("Editor", ["contoso-debug"])))
        try folder.write("unhandled-url/Release.plist", Sample.app("com.contoso.a"))
        try folder.write("unhandled-url/A.swift", "@main struct A: App { var body: some Scene { WindowGroup {} } }\n")
        func configuration(_ name: String) -> String {
            """
            \(name) = {isa = XCBuildConfiguration; name = \(name); buildSettings = {
                INFOPLIST_FILE = \(name).plist; PRODUCT_BUNDLE_IDENTIFIER = com.contoso.a; SDKROOT = iphoneos; }; };
            """
        }
        try folder.write(
            "unhandled-url/A.xcodeproj/project.pbxproj",
            """
            // !$*UTF8*$!
            { archiveVersion = 1; objectVersion = 56; rootObject = P; objects = {
            P = {isa = PBXProject; buildConfigurationList = L; targets = (T); mainGroup = G; };
            G = {isa = PBXGroup; children = (F); sourceTree = "<group>"; };
            F = {isa = PBXFileReference; path = A.swift; sourceTree = "<group>"; };
            S = {isa = PBXSourcesBuildPhase; files = (B); };
            B = {isa = PBXBuildFile; fileRef = F; };
            T = {isa = PBXNativeTarget; name = A; buildConfigurationList = L; buildPhases = (S);
                productType = "com.apple.product-type.application"; };
            L = {isa = XCConfigurationList; buildConfigurations = (Debug, Release); };
            \(configuration("Debug"))
            \(configuration("Release"))
            }; }
            """
        )
        func found(_ arguments: String...) -> String {
            let options = [rule, "--rule", rule, "--sdk", "27", "--format", "concise"]
            return CommandRun.run(["check"] + options + arguments, in: folder.path).output
        }
        let (usual, strict) = (found(), found("--strict"))
        #expect(usual.contains(": note: ") && usual.contains("[\(rule)]"), "\(usual)")
        #expect(strict.contains(": warning: ") && strict.contains("[\(rule)]"), "\(strict)")
    }
}
