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

    static let cases: [(String, DeviceSupport)] = [
        ("", .unknown), (supported("iPhoneOS"), DeviceSupport(platforms: .iOS)),
        (supported("iPhoneSimulator"), DeviceSupport(platforms: .iOS)),
        (supported("MacOSX"), DeviceSupport(platforms: .macOS)),
        (supported("AppleTVOS"), DeviceSupport(platforms: .tvOS)),
        (supported("WatchOS"), DeviceSupport(platforms: .watchOS)),
        (supported("XROS"), DeviceSupport(platforms: .visionOS)),
        (supported("XRSimulator"), DeviceSupport(platforms: .visionOS)), (supported("DriverKit"), .unknown),
        (supported("$(X)"), .unknown),
        (supported("iPhoneOS", "MacOSX"), DeviceSupport(platforms: [.iOS, .macOS])),
        (text("DTPlatformName", "watchsimulator"), DeviceSupport(platforms: .watchOS)),
        (text("DTSDKName", "macosx15.2"), DeviceSupport(platforms: .macOS)),
        (text("DTSDKName", "$(SDK_NAME)"), .unknown),
        (
            text("DTPlatformName", "iphoneos") + text("DTSDKName", "iphoneos18.0") + supported("iPhoneOS"),
            DeviceSupport(platforms: .iOS)
        ),
        (text("DTPlatformName", "iphoneos") + text("DTSDKName", "macosx15.0"), .unknown),
        (text("DTPlatformName", "iphoneos") + supported("MacOSX"), .unknown),
        (supported("MacOSX") + families(2), DeviceSupport(platforms: .macOS)),
        (supported("iPhoneOS") + families(3), .unknown),
        (supported("WatchOS") + "<key>WKApplication</key><true/>", DeviceSupport(platforms: .watchOS)),
        (supported("iPhoneOS") + "<key>WKApplication</key><true/>", .unknown),
        ("<key>WKApplication</key><true/>", DeviceSupport(platforms: .watchOS)),
        ("<key>WKApplication</key><false/>", .unknown),
        (text("WKCompanionAppBundleIdentifier", "$(X)"), DeviceSupport(platforms: .watchOS)),
        ("<key>WKWatchKitApp</key><true/>" + families(4), DeviceSupport(platforms: .watchOS)),
        ("<key>WKWatchKitApp</key><true/>" + families(1), .unknown),
        (phone + "<key>WKWatchKitApp</key><true/>", .unknown),
        ("<key>NSAppClip</key><dict/>", DeviceSupport(platforms: .iOS)),
        (families(1, 2), DeviceSupport(platforms: .iOS)), (families(3), DeviceSupport(platforms: .tvOS)),
        (families(7), DeviceSupport(platforms: .visionOS)),
        (families(2, 6), DeviceSupport(platforms: [.iOS, .macOS])), (families(99), .unknown),
        ("<key>UIDeviceFamily</key><integer>1</integer>", DeviceSupport(platforms: .iOS)),
        (phone + families(3), DeviceSupport(platforms: .tvOS)), (phone + orientations, DeviceSupport(platforms: .iOS)),
        (phone, DeviceSupport(platforms: [], devices: [.iOS, .macOS, .tvOS, .visionOS])), (orientations, .unknown),
        ("<key>LSRequiresIPhoneOS</key><false/>" + orientations, .unknown),
        (mac, DeviceSupport(platforms: .macOS)), (mac + families(1, 2), DeviceSupport(platforms: .iOS)),
        (mac + phone + orientations, DeviceSupport(platforms: .iOS)),
        ("<key>LSUIElement</key><true/>" + phone + orientations, DeviceSupport(platforms: [.iOS, .macOS])),
        (mac + "<key>UILaunchScreen</key><dict/>", .unknown),
        (mac + "<key>UIDesignRequiresCompatibility</key><true/>", DeviceSupport(platforms: .macOS)),
        (text("NSMainNibFile", "MainWindow"), .unknown),
        (
            phone + text("NSMainNibFile", "MainWindow"),
            DeviceSupport(platforms: [], devices: [.iOS, .macOS, .tvOS, .visionOS])
        ),
        (text("NSPrincipalClass", "NSApplication"), DeviceSupport(platforms: .macOS)),
        (text("NSPrincipalClass", "Thing"), .unknown),
        ("<key>LSUIElement</key><true/>", DeviceSupport(platforms: .macOS)),
        ("<key>NSAppleScriptEnabled</key><true/>", DeviceSupport(platforms: .macOS)),
        (text("OSAScriptingDefinition", "App.sdef"), DeviceSupport(platforms: .macOS)),
        (text("MinimumOSVersion", "17.0"), .unknown),
    ]

    @Test(arguments: cases)
    func platformsFollowFromKeys(_ members: String, deviceSupport: DeviceSupport) {
        let reading = ManifestExtractionTests.read(members, context: ManifestContext(isNamed: true))
        #expect(reading.manifests.map(\.deviceSupport) == [deviceSupport], "\(members)")
    }
}
