internal import SchemeModel

/// An Info.plist key with its own build setting, such as `INFOPLIST_KEY_NSSupportsLiveActivities`.
///
/// Xcode uses these settings when it generates the file (`GENERATE_INFOPLIST_FILE`). The list is fixed. Such a setting
/// for any other key, including `CFBundleURLTypes`, has no effect.
///
/// - Source: developer.apple.com/documentation/xcode/build-settings-reference; how the keys are written: swift-build,
///   InfoPlistProcessorTaskAction.swift.
package struct InfoPlistKey: Hashable, Sendable {
    /// The key.
    package let name: String
    /// The type of the setting: a string, a boolean, or a list, which becomes an array.
    package let type: SettingType

    /// The name of the setting.
    package let setting: String

    private init(_ name: String, _ type: SettingType) {
        self.name = name
        self.type = type
        setting = Self.prefix + name.replacing("~ipad", with: "_iPad").replacing("~iphone", with: "_iPhone")
    }

    package static let prefix = "INFOPLIST_KEY_"

    /// All keys by type and name.
    package static let all: [InfoPlistKey] =
        strings.map { InfoPlistKey($0, .string) }
        + booleans.map { InfoPlistKey($0, .boolean) }
        + lists.map { InfoPlistKey($0, .list) }

    /// Settings that make Xcode write a fixed dictionary when they are `YES`: ``GeneratedInfoPlist``.
    private static let generatorSettings: Set<ByteString> = [
        "INFOPLIST_KEY_UILaunchScreen_Generation", "INFOPLIST_KEY_UIApplicationSceneManifest_Generation",
    ]

    /// The keys from settings without the prefix, written unless the value is empty.
    package static let plain: [(key: String, setting: String)] = [
        ("CFBundleDevelopmentRegion", "DEVELOPMENT_LANGUAGE"),
        ("CFBundleExecutable", "EXECUTABLE_NAME"),
        ("CFBundleIdentifier", "PRODUCT_BUNDLE_IDENTIFIER"),
        ("CFBundleName", "PRODUCT_NAME"),
        ("CFBundlePackageType", "PRODUCT_BUNDLE_PACKAGE_TYPE"),
        ("CFBundleShortVersionString", "MARKETING_VERSION"),
        ("CFBundleVersion", "CURRENT_PROJECT_VERSION"),
    ]

    /// A setting that looks like it adds URL types, but has no effect, because this key doesn't exist.
    package static let ineffectiveURLTypesSetting = prefix + "CFBundleURLTypes"

    static func isSetting(_ name: ByteString) -> Bool {
        bySetting[name] != nil || generatorSettings.contains(name)
    }

    static func settingType(of name: ByteString) -> SettingType? {
        generatorSettings.contains(name) ? .boolean : bySetting[name]?.type
    }

    private static let bySetting = Dictionary(
        all.map { (ByteString($0.setting), $0) },
        uniquingKeysWith: { first, _ in first }
    )

    private static let strings = [
        "CFBundleDisplayName", "CLKComplicationPrincipalClass", "ITSEncryptionExportComplianceCode",
        "LSApplicationCategoryType", "NFCReaderUsageDescription", "NSAccessoryTrackingUsageDescription",
        "NSAppleEventsUsageDescription", "NSAppleMusicUsageDescription", "NSBluetoothAlwaysUsageDescription",
        "NSBluetoothPeripheralUsageDescription", "NSBluetoothWhileInUseUsageDescription",
        "NSCalendarsFullAccessUsageDescription", "NSCalendarsUsageDescription",
        "NSCalendarsWriteOnlyAccessUsageDescription", "NSCameraUsageDescription", "NSContactsUsageDescription",
        "NSCriticalMessagingUsageDescription", "NSDesktopFolderUsageDescription", "NSDocumentsFolderUsageDescription",
        "NSDownloadsFolderUsageDescription", "NSEnterpriseMCAMUsageDescription", "NSFaceIDUsageDescription",
        "NSFallDetectionUsageDescription", "NSFileProviderDomainUsageDescription",
        "NSFileProviderPresenceUsageDescription", "NSFocusStatusUsageDescription", "NSGKFriendListUsageDescription",
        "NSHandsTrackingUsageDescription", "NSHealthClinicalHealthRecordsShareUsageDescription",
        "NSHealthShareUsageDescription", "NSHealthUpdateUsageDescription", "NSHomeKitUsageDescription",
        "NSHumanReadableCopyright", "NSIdentityUsageDescription", "NSLocalNetworkUsageDescription",
        "NSLocationAlwaysAndWhenInUseUsageDescription", "NSLocationAlwaysUsageDescription",
        "NSLocationTemporaryUsageDescription", "NSLocationUsageDescription", "NSLocationWhenInUseUsageDescription",
        "NSMainCameraUsageDescription", "NSMainNibFile", "NSMainStoryboardFile", "NSMicrophoneUsageDescription",
        "NSMotionUsageDescription", "NSNearbyInteractionAllowOnceUsageDescription",
        "NSNearbyInteractionUsageDescription", "NSNetworkVolumesUsageDescription",
        "NSPhotoLibraryAddUsageDescription", "NSPhotoLibraryUsageDescription", "NSPrincipalClass",
        "NSRemindersFullAccessUsageDescription", "NSRemindersUsageDescription", "NSRemovableVolumesUsageDescription",
        "NSSensorKitPrivacyPolicyURL", "NSSensorKitUsageDescription", "NSSiriUsageDescription",
        "NSSpeechRecognitionUsageDescription", "NSStickerSharingLevel", "NSSystemAdministrationUsageDescription",
        "NSSystemExtensionUsageDescription", "NSUserTrackingUsageDescription",
        "NSVideoSubscriberAccountUsageDescription", "NSVoIPUsageDescription", "NSWorldSensingUsageDescription",
        "OSBundleUsageDescription", "UILaunchStoryboardName", "UIMainStoryboardFile", "UIStatusBarStyle",
        "UIUserInterfaceStyle", "WKCompanionAppBundleIdentifier", "WKExtensionDelegateClassName",
    ]

    private static let booleans = [
        "GCSupportsControllerUserInteraction", "GCSupportsGameMode", "ITSAppUsesNonExemptEncryption",
        "LSBackgroundOnly", "LSSupportsOpeningDocumentsInPlace", "LSUIElement", "MetalCaptureEnabled",
        "NSSupportsLiveActivities", "NSSupportsLiveActivitiesFrequentUpdates",
        "UIApplicationSupportsIndirectInputEvents", "UIRequiresFullScreen", "UIStatusBarHidden",
        "UISupportsDocumentBrowser", "WKApplication", "WKRunsIndependentlyOfCompanionApp", "WKWatchOnly",
    ]

    private static let lists = [
        "UIRequiredDeviceCapabilities", "UISupportedInterfaceOrientations", "UISupportedInterfaceOrientations~ipad",
        "UISupportedInterfaceOrientations~iphone", "WKSupportsLiveActivityLaunchAttributeTypes",
    ]
}
