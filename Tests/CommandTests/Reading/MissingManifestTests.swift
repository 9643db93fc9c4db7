import SchemeKit
import Testing
import TestSupport

/// Projects whose Info.plist isn't in the repository, because a tool makes it.
@Suite(.enabled(if: ExampleRun.readsSwift, "built without the trait Links"))
struct MissingManifestTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try writeProject("App/Info.plist")
    }

    private func writeProject(_ manifest: String) throws {
        try folder.write(
            "App.xcodeproj/project.pbxproj",
            """
            // !$*UTF8*$!
            {objectVersion = 77; rootObject = P; objects = {
            P = {isa = PBXProject; buildConfigurationList = L; targets = (T);};
            T = {isa = PBXNativeTarget; name = App; productType = "com.apple.product-type.application"; \
            buildConfigurationList = L; fileSystemSynchronizedGroups = (G);};
            L = {isa = XCConfigurationList; buildConfigurations = (C);};
            C = {isa = XCBuildConfiguration; name = Release; buildSettings = {SDKROOT = iphoneos; \
            PRODUCT_BUNDLE_IDENTIFIER = com.acme.wallet; INFOPLIST_FILE = "\(manifest)";};};
            G = {isa = PBXFileSystemSynchronizedRootGroup; path = Code; sourceTree = SOURCE_ROOT;};
            };}

            """
        )
    }

    private static let querying = """
        @main struct WalletApp: App { var body: some Scene { WindowGroup { Home() } } }
        func hasMaps() -> Bool { UIApplication.shared.canOpenURL(URL(string: "comgooglemaps://")!) }
        """

    private func check(_ code: String) throws -> String {
        try folder.write("Code/App.swift", code)
        return CommandRun.run(["check", "."], in: folder.path).output
    }

    /// The file may declare what the code needs.
    @Test(
        arguments: [
            (
                """
                @main struct WalletApp: App {
                    @Environment(\\.openURL) var openURL
                    var body: some Scene {
                        WindowGroup {
                            Button("Pay") { openURL(URL(string: "acme-pay://pay")!) }
                                .onOpenURL { url in
                                    guard url.scheme == "acme-pay" else { return }
                                    show(url)
                                }
                        }
                    }
                }
                """, "undeclared-own-scheme"
            ),
            (querying, "unqueried-scheme"),
            (
                """
                @main struct RideApp: App { var body: some Scene { WindowGroup { Home() } } }
                struct Ride: ActivityAttributes { struct ContentState: Codable, Hashable {} }
                struct RideWidget: Widget {
                    var body: some WidgetConfiguration {
                        ActivityConfiguration(for: Ride.self) { context in
                            Text("Ride")
                        } dynamicIsland: { context in
                            DynamicIsland {} compactLeading: {} compactTrailing: {} minimal: {}
                        }
                    }
                }
                func start() throws { _ = try Activity.request(attributes: Ride(), content: content) }
                """, "undeclared-live-activity"
            ),
        ]
    )
    func doNotShowWhatTheAppDeclares(code: String, rule: String) throws {
        let missing = try check(code)
        #expect(missing.contains("the manifest 'App/Info.plist' of the target 'App' is missing"), "\(missing)")
        #expect(!missing.contains("[\(rule)]"), "\(missing)")
        try folder.write("App/Info.plist", Sample.app("com.acme.wallet", ("Editor", ["acme-wallet"])))
        #expect(try check(code).contains("[\(rule)]"))
    }

    @Test func orWhosePathIsUnknown() throws {
        try writeProject("$(DERIVED_FILE_DIR)/Info.plist")
        let output = try check(Self.querying)
        #expect(
            output.contains("the manifest path '$(DERIVED_FILE_DIR)/Info.plist' of the target 'App' is unknown"),
            "\(output)"
        )
        #expect(!output.contains("[unqueried-scheme]"), "\(output)")
    }

    /// Xcode can't build such an app.
    @Test func differFromThoseThatNameNone() throws {
        try writeProject("")
        #expect(try check(Self.querying).contains("[unqueried-scheme]"))
    }

    @Test func areExplainedByAScriptThatMakesIt() throws {
        try folder.write("make.sh", "/usr/libexec/PlistBuddy -c 'Add :CFBundleURLTypes array' App/Info.plist\n")
        let output = try check(Self.querying)
        #expect(output.contains("the script 'make.sh' mentions URL types"), "\(output)")
    }
}
