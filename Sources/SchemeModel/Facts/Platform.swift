/// A platform that an app is built for.
public enum Platform: String, CaseIterable, Sendable, Codable {
    /// iOS and iPadOS.
    case iOS = "ios"
    /// macOS, and iPad apps that are built for the Mac with Mac Catalyst.
    case macOS = "macos"
    /// tvOS.
    case tvOS = "tvos"
    /// watchOS.
    case watchOS = "watchos"
    /// visionOS.
    case visionOS = "visionos"

    /// The name in Apple's spelling.
    public var displayName: String {
        switch self {
        case .iOS: "iOS"
        case .macOS: "macOS"
        case .tvOS: "tvOS"
        case .watchOS: "watchOS"
        case .visionOS: "visionOS"
        }
    }
}

/// A set of platforms, stored as a number in the registry: bit 0 iOS, 1 macOS, 2 tvOS, 3 watchOS, 4 visionOS.
public struct PlatformSet: OptionSet, Hashable, Sendable, Codable {
    /// The sum of the members' bits.
    public let rawValue: Int

    /// Creates a set from the sum of its members' bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Creates a set with one platform.
    package init(_ platform: Platform) {
        self.init(rawValue: 1 << (Platform.allCases.firstIndex(of: platform) ?? 0))
    }

    /// The set of ``Platform/iOS``.
    public static let iOS = PlatformSet(.iOS)
    /// The set of ``Platform/macOS``.
    public static let macOS = PlatformSet(.macOS)
    /// The set of ``Platform/tvOS``.
    public static let tvOS = PlatformSet(.tvOS)
    /// The set of ``Platform/watchOS``.
    public static let watchOS = PlatformSet(.watchOS)
    /// The set of ``Platform/visionOS``.
    public static let visionOS = PlatformSet(.visionOS)
    package static let all: PlatformSet = [.iOS, .macOS, .tvOS, .watchOS, .visionOS]

    /// The members: iOS, macOS, tvOS, watchOS and visionOS, in this order.
    public var platforms: [Platform] { Platform.allCases.filter { contains(PlatformSet($0)) } }
}

/// The platforms that an app is built for and the kinds of device it may run on.
package struct DeviceSupport: Hashable, Sendable, Codable {
    /// The platforms that the app is built for; empty when unknown.
    package var platforms: PlatformSet
    /// The kinds of device that the app may be installed on, each represented by its native platform.
    ///
    /// An iOS app may also run on a Mac or a Vision device; an app of unknown platform, on any device that is not
    /// excluded.
    package var devices: PlatformSet

    package init(platforms: PlatformSet, devices: PlatformSet) {
        self.platforms = platforms
        self.devices = devices
    }

    /// Creates the device support of an app that is built for `platforms`; an empty set means that the platform is unknown.
    ///
    /// - Parameters:
    ///   - runsOnMac: Whether its iOS version may run on a Mac (`SUPPORTS_MAC_DESIGNED_FOR_IPHONE_IPAD`).
    ///   - runsOnVision: Whether its iOS version may run on a Vision device (`SUPPORTS_XR_DESIGNED_FOR_IPHONE_IPAD`).
    package init(platforms: PlatformSet, runsOnMac: Bool = true, runsOnVision: Bool = true) {
        var devices = platforms.isEmpty ? PlatformSet.all : platforms
        if platforms.contains(.iOS) {
            if runsOnMac { devices.insert(.macOS) }
            if runsOnVision { devices.insert(.visionOS) }
        }
        self.init(platforms: platforms, devices: devices)
    }

    /// The device support of an app of unknown platform.
    package static let unknown = DeviceSupport(platforms: [], devices: .all)
}
