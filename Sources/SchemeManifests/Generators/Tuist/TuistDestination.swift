import SchemeModel

/// A destination of a Tuist target, with its settings.
///
/// - Source: tuist/tuist, Destination.swift, ConfigGenerator.swift (seen 2026-11-21).
enum TuistDestination: String {
    case iPhone, iPad, mac, macWithiPadDesign, macCatalyst, appleWatch, appleTv, appleVision, appleVisionWithiPadDesign

    /// Returns the destinations for the name of a platform, or `nil` for an unknown platform.
    static func all(ofPlatform name: String) -> [TuistDestination]? {
        switch name {
        case "iOS": [.iPhone, .iPad, .macWithiPadDesign, .appleVisionWithiPadDesign]
        case "macOS": [.mac]
        case "tvOS": [.appleTv]
        case "watchOS": [.appleWatch]
        case "visionOS": [.appleVision]
        default: nil
        }
    }

    private var sdk: SDKPlatform {
        switch self {
        case .iPhone, .iPad, .macWithiPadDesign, .macCatalyst, .appleVisionWithiPadDesign: .iphoneos
        case .mac: .macosx
        case .appleWatch: .watchos
        case .appleTv: .appletvos
        case .appleVision: .xros
        }
    }

    private var family: String? {
        switch self {
        case .iPhone: "1"
        case .iPad: "2"
        case .appleTv: "3"
        case .appleWatch: "4"
        case .macCatalyst: "6"
        case .appleVision: "7"
        case .mac, .macWithiPadDesign, .appleVisionWithiPadDesign: nil
        }
    }

    /// Returns the settings of a target for these destinations.
    static func settings(_ destinations: [TuistDestination]) -> [(key: String, value: String)] {
        var sdks: [String] = []
        for sdk in destinations.map(\.sdk.rawValue) where !sdks.contains(sdk) { sdks.append(sdk) }
        var settings: [(key: String, value: String)] = [("SDKROOT", sdks.count == 1 ? sdks[0] : "auto")]
        if sdks.count > 1 { settings.append(("SUPPORTED_PLATFORMS", sdks.joined(separator: " "))) }
        let families = destinations.compactMap(\.family)
        if !families.isEmpty { settings.append(("TARGETED_DEVICE_FAMILY", families.joined(separator: ","))) }
        if sdks.contains(SDKPlatform.iphoneos.rawValue) {
            let isCatalyst = destinations.contains(.macCatalyst)
            settings.append(("SUPPORTS_MACCATALYST", isCatalyst ? "YES" : "NO"))
            if isCatalyst { settings.append(("DERIVE_MACCATALYST_PRODUCT_BUNDLE_IDENTIFIER", "YES")) }
        }
        return settings
    }
}

extension ProductType {
    /// Returns Tuist's product type for the name of a product, or `nil` for an unknown name.
    ///
    /// - Source: tuist/tuist, Product.swift (seen 2026-11-21).
    static func tuist(_ name: String) -> ProductType? {
        let type: String? =
            switch name {
            case "app": "application"
            case "appClip": "application.on-demand-install-capable"
            case "watch2App": "application.watchapp2"
            case "watch2AppContainer": "application.watchapp2-container"
            case "watch2Extension": "watchkit2-extension"
            case "appExtension": "app-extension"
            case "extensionKitExtension": "extensionkit-extension"
            case "messagesExtension": "app-extension.messages"
            case "stickerPackExtension": "app-extension.messages-sticker-pack"
            case "tvTopShelfExtension": "tv-app-extension"
            case "systemExtension": "system-extension"
            case "framework", "staticFramework": "framework"
            case "staticLibrary": "library.static"
            case "dynamicLibrary": "library.dynamic"
            case "unitTests": "bundle.unit-test"
            case "uiTests": "bundle.ui-testing"
            case "bundle": "bundle"
            case "commandLineTool", "macro": "tool"
            case "xpc": "xpc-service"
            default: nil
            }
        return type.map { ProductType("com.apple.product-type." + $0) }
    }
}
