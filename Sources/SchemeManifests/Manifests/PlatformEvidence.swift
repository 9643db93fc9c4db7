import SchemeModel

/// Determines the platforms of an app from its manifest alone.
///
/// Most manifests in source trees show little, because the project decides. A wrong conclusion would report false
/// conflicts between apps, or miss real ones. So missing or contradictory evidence gives "unknown".
struct PlatformEvidence {
    /// The keys that count as evidence.
    static let keys: [ByteString] =
        [
            "CFBundleSupportedPlatforms", "DTPlatformName", "DTSDKName", "UIDeviceFamily", "LSRequiresIPhoneOS",
            "NSAppClip", "NSPrincipalClass",
        ] + watchKeys.map(\.key) + macKeys

    private let members: RootMembers
    private let rootKeys: [ByteString]

    init(_ members: RootMembers, rootKeys: [ByteString]) {
        self.members = members
        self.rootKeys = rootKeys
    }

    /// The platforms and devices that the app runs on.
    var deviceSupport: DeviceSupport {
        let families = deviceFamilies
        if let built = builtPlatforms {
            // A Catalyst app is built for macOS, and keeps the device families of its iOS edition.
            let agrees = families.isEmpty || built.contains(.macOS) || !families.isDisjoint(with: built)
            return agrees && (!isForWatch || built.contains(.watchOS)) ? DeviceSupport(platforms: built) : .unknown
        }
        let requiresIPhoneOS = members.isTrue("LSRequiresIPhoneOS")
        if isForWatch {
            let agrees = families.isEmpty || families.contains(.watchOS)
            return agrees && !requiresIPhoneOS ? DeviceSupport(platforms: .watchOS) : .unknown
        }
        if members.contains("NSAppClip") {
            // App Clips only exist for iPhone and iPad.
            return families.isEmpty || families.contains(.iOS) ? DeviceSupport(platforms: .iOS) : .unknown
        }
        var platforms = families
        if families.isEmpty, requiresIPhoneOS, hasKeys(of: Self.phoneKeys) { platforms.insert(.iOS) }
        // UIKit keys next to macOS keys mean one manifest for several platforms. Next to those, the one key of iOS apps
        // for Macs with Apple silicon only means that they run there, which every iOS app may.
        let isForMac = platforms.isEmpty ? isForMac && !hasUIKitKey : isForMacAlone
        if isForMac { platforms.insert(.macOS) }
        if platforms.isEmpty, requiresIPhoneOS {
            // Xcode's tvOS templates also contain the key. Watch apps never do.
            return DeviceSupport(platforms: [], devices: PlatformSet.all.subtracting(.watchOS))
        }
        return DeviceSupport(platforms: platforms)
    }

    /// The platforms named by the build: `nil` if it names no platform, empty if it contradicts itself.
    ///
    /// - Source: Bazel, apple_platform: `name_in_plist` is the name "in the CFBundleSupportedPlatforms entry"; in
    ///   lowercase it is the one that Xcode's tools use (seen 2026-11-21). Apple's own reference does not list the
    ///   names.
    private var builtPlatforms: PlatformSet? {
        let supported = (members["CFBundleSupportedPlatforms"]?.elements ?? [])
            .compactMap { $0.string.flatMap(Self.platform) }
        let all = supported.reduce(into: PlatformSet()) { $0.insert(PlatformSet($1)) }
        let named = [ByteString("DTPlatformName"), "DTSDKName"]
            .compactMap { members.string($0).flatMap(Self.platform) }
        guard let first = named.first else { return all.isEmpty ? nil : all }
        guard named.allSatisfy({ $0 == first }), all.isEmpty || all.contains(PlatformSet(first)) else { return [] }
        return all.isEmpty ? PlatformSet(first) : all
    }

    /// Returns the platform of a name like `iPhoneOS`, `iphonesimulator` or, with a version, `macosx15.0`.
    private static func platform(_ name: String) -> Platform? {
        let name = name.asciiLowercased
        let word = String(name.prefix { !("0"..."9").contains($0) })
        return platformNames.first { $0.name == word }?.platform
    }

    private static let platformNames: [(name: String, platform: Platform)] = [
        ("iphoneos", .iOS), ("iphonesimulator", .iOS), ("macosx", .macOS), ("appletvos", .tvOS),
        ("appletvsimulator", .tvOS), ("watchos", .watchOS), ("watchsimulator", .watchOS), ("xros", .visionOS),
        ("xrsimulator", .visionOS),
    ]

    /// - Source: swiftlang/swift-build, DeviceFamilyBuildOperationTests.swift: 1 iPhone, 2 iPad, 3 Apple TV, 4 Apple
    ///   Watch, 6 the Mac idiom of Catalyst, 7 Apple Vision (seen 2026-11-21).
    private var deviceFamilies: PlatformSet {
        guard let node = members["UIDeviceFamily"] else { return [] }
        return (node.elements ?? [node]).reduce(into: PlatformSet()) { result, element in
            switch element.content {
            case .scalar(.integer(1)), .scalar(.integer(2)): result.insert(.iOS)
            case .scalar(.integer(3)): result.insert(.tvOS)
            case .scalar(.integer(4)): result.insert(.watchOS)
            case .scalar(.integer(6)): result.insert(.macOS)
            case .scalar(.integer(7)): result.insert(.visionOS)
            default: break
            }
        }
    }

    /// Keys that only watch apps have, and whether they must be true.
    ///
    /// - Source: Apple, Information Property List, the page of each key: available on watchOS only (seen 2026-11-21).
    private static let watchKeys: [(key: ByteString, needsTrue: Bool)] = [
        ("WKApplication", true), ("WKWatchKitApp", true), ("WKWatchOnly", true),
        ("WKCompanionAppBundleIdentifier", false),
    ]

    private var isForWatch: Bool {
        Self.watchKeys.contains { entry in
            entry.needsTrue ? members.isTrue(entry.key) : members.contains(entry.key)
        }
    }

    /// Keys that only apply to Macs. `NSMainNibFile` isn't one: the first iPhone templates contain it.
    ///
    /// - Source: Apple, Information Property List, the page of each key: available on macOS only, and
    ///   LSMinimumSystemVersion also on Mac Catalyst (seen 2026-11-21).
    private static let macKeys: [ByteString] = [
        "LSMinimumSystemVersion", "LSUIElement", "LSBackgroundOnly", "NSMainStoryboardFile", "NSAppleScriptEnabled",
        "OSAScriptingDefinition",
    ]

    private var isForMac: Bool { members.contains(Self.minimumSystemKey) || isForMacAlone }

    private var isForMacAlone: Bool {
        Self.macKeys.contains { $0 != Self.minimumSystemKey && members.contains($0) }
            || members.string("NSPrincipalClass") == "NSApplication"
    }

    private static let minimumSystemKey: ByteString = "LSMinimumSystemVersion"

    /// Keys that only apply to iPhone and iPad. Templates for tvOS and visionOS lack them.
    private static let phoneKeys: [ByteString] = ["UISupportedInterfaceOrientations", "UIRequiresFullScreen"]

    /// Returns whether the root has one of `keys` or a variant of it (`UISupportedInterfaceOrientations~ipad`).
    private func hasKeys(of keys: [ByteString]) -> Bool {
        rootKeys.contains { key in keys.contains { key.string.utf8.starts(with: $0.string.utf8) } }
    }

    /// A key with a UIKit prefix that AppKit apps have too.
    ///
    /// - Source: Apple, Information Property List, UIDesignRequiresCompatibility: available on macOS (seen 2026-11-21).
    private static let sharedKey: ByteString = "UIDesignRequiresCompatibility"

    private var hasUIKitKey: Bool {
        rootKeys.contains { key in
            // `UI` and an uppercase letter.
            var text = key.string
            let begins = text.withUTF8 {
                $0.count >= 3 && $0[0] == 0x55 && $0[1] == 0x49 && (0x41...0x5A).contains($0[2])
            }
            return begins && key != Self.sharedKey
        }
    }
}
