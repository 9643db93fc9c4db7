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
