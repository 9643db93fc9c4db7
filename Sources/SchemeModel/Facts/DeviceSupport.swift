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
