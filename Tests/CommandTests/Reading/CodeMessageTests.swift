import SchemeKit
import Testing
import TestSupport

/// What findings say about the code of an app.
@Suite("Messages about code", .enabled(if: ExampleRun.readsSwift, "built without the trait Links"))
struct CodeMessageTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(
            "Info.plist",
            """
            <plist version="1.0"><dict>
            <key>CFBundleIdentifier</key><string>com.contoso.tram</string>
            <key>CFBundlePackageType</key><string>APPL</string>
            <key>CFBundleURLTypes</key><array><dict>
            <key>CFBundleURLSchemes</key><array><string>contoso-tram</string></array>
            </dict></array>
            </dict></plist>
            """
        )
    }

    private func report(of rule: String) -> String {
        CommandRun.run(["check", "--rule", rule, "."], in: folder.path).output
    }

    @Test func listsOnlySchemesThatHandlersTake() throws {
        try folder.write(
            "App.swift",
            """
            @main class AppDelegate: UIResponder, UIApplicationDelegate {
                func application(_ app: UIApplication, open url: URL, options: [Key: Any]) -> Bool {
                    if url.isFileURL { return files.start(url: url) }
                    return true
                }
            }
            class Page: UIViewController, WKNavigationDelegate {
                func isWeb(_ url: URL) -> Bool { url.scheme == "http" || url.scheme == "https" }
            }
            """
        )
        #expect(report(of: "unhandled-url").contains("its code only takes 'file' URLs"))
    }

    @Test(arguments: [
        ("App-prefs:PASSWORDS&path=X", "openCredentialProviderAppSettings"),
        ("App-prefs:WIFI", "openSettingsURLString"),
    ])
    func namesWhatOpensAPageOfSettings(url: String, name: String) throws {
        try folder.write(
            "App.swift",
            """
            @main struct TramApp: App { var body: some Scene { WindowGroup { Home() } } }
            func show() { UIApplication.shared.open(URL(string: "\(url)")!) }
            """
        )
        #expect(
            report(of: "private-link-scheme").contains("help: use") && report(of: "private-link-scheme").contains(name)
        )
    }

    @Test func namesTheAppThatLacksTheKeyOfALiveActivity() throws {
        try folder.write(
            "App.swift",
            """
            @main struct TramApp: App { var body: some Scene { WindowGroup { Home() } } }
            func start() throws { _ = try Activity.request(attributes: ride, content: content) }
            struct Ride: Widget {
                var body: some WidgetConfiguration { ActivityConfiguration(for: RideAttributes.self) { _ in Text("") } }
            }
            """
        )
        #expect(report(of: "undeclared-live-activity").contains("com.contoso.tram has a Live Activity"))
        // Another tool builds the app with this identifier.
        let manifest = Sample.app(
            "com.contoso.tram",
            ("Editor", ["contoso-tram"]),
            extra: "<key>NSSupportsLiveActivities</key><true/>\n"
        )
        try folder.write("Other/Platforms/iOS/Info.plist", manifest)
        try folder.write("Other/Other.csproj", "<Project Sdk=\"Microsoft.NET.Sdk\"></Project>\n")
        #expect(!report(of: "undeclared-live-activity").contains("has a Live Activity"))
    }

    @Test func theKeyOfAWidgetDeclaresNoLiveActivity() throws {
        try folder.write(
            "Code/App.swift",
            """
            @main struct TramApp: App { var body: some Scene { WindowGroup { Home() } } }
            func start() throws { _ = try Activity.request(attributes: ride, content: content) }
            """
        )
        try folder.write(
            "Widget/Ride.swift",
            """
            struct Ride: Widget {
                var body: some WidgetConfiguration { ActivityConfiguration(for: RideAttributes.self) { _ in Text("") } }
            }
            """
        )
        try folder.write(
            "project.yml",
            """
            name: Tram
            targets:
              Tram:
                type: application
                platform: iOS
                sources: [Code]
                settings: {INFOPLIST_FILE: Info.plist, PRODUCT_BUNDLE_IDENTIFIER: com.contoso.tram}
                dependencies: [{target: Widget}]
              Widget:
                type: app-extension
                platform: iOS
                sources: [Widget]
                settings:
                  GENERATE_INFOPLIST_FILE: YES
                  INFOPLIST_KEY_NSSupportsLiveActivities: YES
                  PRODUCT_BUNDLE_IDENTIFIER: com.contoso.tram.widget
            """
        )
        #expect(report(of: "undeclared-live-activity").contains("com.contoso.tram has a Live Activity"))
    }
}
