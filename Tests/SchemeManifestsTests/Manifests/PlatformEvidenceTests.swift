import SchemeManifests
import SchemeModel
import Testing

struct PlatformEvidenceTests {
    private static let phone = "<key>LSRequiresIPhoneOS</key><true/>"
    private static let mac = "<key>LSMinimumSystemVersion</key><string>14.0</string>"
    private static let orientations = "<key>UISupportedInterfaceOrientations~ipad</key><array/>"

    private static func text(_ key: String, _ value: String) -> String { "<key>\(key)</key><string>\(value)</string>" }

    private static func supported(_ names: String...) -> String {
        "<key>CFBundleSupportedPlatforms</key><array>" + names.map { "<string>\($0)</string>" }.joined() + "</array>"
    }

    private static func families(_ numbers: Int...) -> String {
        "<key>UIDeviceFamily</key><array>" + numbers.map { "<integer>\($0)</integer>" }.joined() + "</array>"
    }

    static let cases: [(String, Reach)] = [
        ("", .unknown), (supported("iPhoneOS"), Reach(platforms: .iOS)),
        (supported("iPhoneSimulator"), Reach(platforms: .iOS)),
        (supported("MacOSX"), Reach(platforms: .macOS)), (supported("AppleTVOS"), Reach(platforms: .tvOS)),
        (supported("WatchOS"), Reach(platforms: .watchOS)), (supported("XROS"), Reach(platforms: .visionOS)),
        (supported("XRSimulator"), Reach(platforms: .visionOS)), (supported("DriverKit"), .unknown),
        (supported("$(X)"), .unknown),
        (supported("iPhoneOS", "MacOSX"), Reach(platforms: [.iOS, .macOS])),
        (text("DTPlatformName", "watchsimulator"), Reach(platforms: .watchOS)),
        (text("DTSDKName", "macosx15.2"), Reach(platforms: .macOS)), (text("DTSDKName", "$(SDK_NAME)"), .unknown),
        (
            text("DTPlatformName", "iphoneos") + text("DTSDKName", "iphoneos18.0") + supported("iPhoneOS"),
            Reach(platforms: .iOS)
        ),
        (text("DTPlatformName", "iphoneos") + text("DTSDKName", "macosx15.0"), .unknown),
        (text("DTPlatformName", "iphoneos") + supported("MacOSX"), .unknown),
        (supported("MacOSX") + families(2), Reach(platforms: .macOS)), (supported("iPhoneOS") + families(3), .unknown),
        (supported("WatchOS") + "<key>WKApplication</key><true/>", Reach(platforms: .watchOS)),
        (supported("iPhoneOS") + "<key>WKApplication</key><true/>", .unknown),
        ("<key>WKApplication</key><true/>", Reach(platforms: .watchOS)), ("<key>WKApplication</key><false/>", .unknown),
        (text("WKCompanionAppBundleIdentifier", "$(X)"), Reach(platforms: .watchOS)),
        ("<key>WKWatchKitApp</key><true/>" + families(4), Reach(platforms: .watchOS)),
        ("<key>WKWatchKitApp</key><true/>" + families(1), .unknown),
        ("<key>NSAppClip</key><dict/>", Reach(platforms: .iOS)),
        (families(1, 2), Reach(platforms: .iOS)), (families(3), Reach(platforms: .tvOS)),
        (families(7), Reach(platforms: .visionOS)),
        (families(2, 6), Reach(platforms: [.iOS, .macOS])), (families(99), .unknown),
        ("<key>UIDeviceFamily</key><integer>1</integer>", Reach(platforms: .iOS)),
        (phone + families(3), Reach(platforms: .tvOS)), (phone + orientations, Reach(platforms: .iOS)),
        (phone, Reach(platforms: [], devices: [.iOS, .macOS, .tvOS, .visionOS])), (orientations, .unknown),
        ("<key>LSRequiresIPhoneOS</key><false/>" + orientations, .unknown),
        (mac, Reach(platforms: .macOS)), (mac + families(1, 2), Reach(platforms: .iOS)),
        (mac + phone + orientations, Reach(platforms: .iOS)),
        ("<key>LSUIElement</key><true/>" + phone + orientations, Reach(platforms: [.iOS, .macOS])),
        (mac + "<key>UILaunchScreen</key><dict/>", .unknown),
        (mac + "<key>UIDesignRequiresCompatibility</key><true/>", Reach(platforms: .macOS)),
        (text("NSMainNibFile", "MainWindow"), .unknown),
        (
            phone + text("NSMainNibFile", "MainWindow"),
            Reach(platforms: [], devices: [.iOS, .macOS, .tvOS, .visionOS])
        ),
        (text("NSPrincipalClass", "NSApplication"), Reach(platforms: .macOS)),
        (text("NSPrincipalClass", "Thing"), .unknown),
        ("<key>LSUIElement</key><true/>", Reach(platforms: .macOS)), (text("MinimumOSVersion", "17.0"), .unknown),
    ]

    @Test(arguments: cases)
    func platformsFollowFromKeys(_ members: String, reach: Reach) {
        let reading = ManifestExtractionTests.read(members, context: ManifestContext(isNamed: true))
        #expect(reading.manifests.map(\.reach) == [reach], "\(members)")
    }
}
