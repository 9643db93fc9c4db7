import SchemeModel

/// An XcodeGen platform, with its settings for targets.
///
/// - Source: yonaskolb/XcodeGen, SettingPresets (seen 2026-11-21); only those that affect manifests.
enum XcodeGenPlatform: String, CaseIterable {
    // In XcodeGen's order of destinations.
    case iOS
    case tvOS
    case watchOS
    case visionOS
    case macOS
    case macCatalyst
    case auto

    /// The settings of a target for the platform.
    var settings: [(key: String, value: String)] {
        switch self {
        case .iOS: [("SDKROOT", "iphoneos"), ("TARGETED_DEVICE_FAMILY", "1,2")]
        case .tvOS: [("SDKROOT", "appletvos"), ("TARGETED_DEVICE_FAMILY", "3")]
        case .watchOS: [("SDKROOT", "watchos"), ("TARGETED_DEVICE_FAMILY", "4")]
        case .visionOS: [("SDKROOT", "xros"), ("TARGETED_DEVICE_FAMILY", "7")]
        case .macOS: [("SDKROOT", "macosx")]
        case .macCatalyst, .auto: []
        }
    }

    /// The SDK of a project whose targets are all for the platform.
    var sdk: String { settings.first { $0.key == "SDKROOT" }?.value ?? "auto" }

    /// The settings of a target with the platform as one of its destinations.
    var destinationSettings: [(key: String, value: String)] {
        switch self {
        case .iOS:
            [
                ("SUPPORTS_MACCATALYST", "NO"), ("SUPPORTS_MAC_DESIGNED_FOR_IPHONE_IPAD", "YES"),
                ("SUPPORTS_XR_DESIGNED_FOR_IPHONE_IPAD", "YES"),
            ]
        case .macCatalyst: [("SUPPORTS_MACCATALYST", "YES"), ("SUPPORTS_MAC_DESIGNED_FOR_IPHONE_IPAD", "NO")]
        case .macOS: [("SUPPORTS_MACCATALYST", "NO"), ("SUPPORTS_MAC_DESIGNED_FOR_IPHONE_IPAD", "NO")]
        case .visionOS: [("SUPPORTS_XR_DESIGNED_FOR_IPHONE_IPAD", "NO")]
        case .tvOS, .watchOS, .auto: []
        }
    }

    /// The names that the platform adds to `SUPPORTED_PLATFORMS`.
    var supportedPlatforms: [String] {
        switch self {
        case .iOS: ["iphoneos", "iphonesimulator"]
        case .tvOS: ["appletvos", "appletvsimulator"]
        case .watchOS: ["watchos", "watchsimulator"]
        case .visionOS: ["xros", "xrsimulator"]
        case .macOS: ["macosx"]
        case .macCatalyst, .auto: []
        }
    }
}
