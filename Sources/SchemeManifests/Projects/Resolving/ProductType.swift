package import SchemeModel

/// What a target makes: `com.apple.product-type.…`.
package struct ProductType: Hashable, Sendable, Codable {
    /// The identifier, as the project writes it.
    package let identifier: String

    package init(_ identifier: String) {
        self.identifier = identifier
    }

    /// The identifier without what all of Apple's have in common; empty for any other.
    private var name: String {
        let prefix = "com.apple.product-type."
        return identifier.hasPrefix(prefix) ? String(identifier.dropFirst(prefix.count)) : ""
    }

    /// What manifests of such a product describe; `nil` when the type does not say.
    package var kind: ProductKind? {
        switch name {
        case "application.on-demand-install-capable": .appClip
        case let name where name.hasPrefix("application"): .application
        // System and driver extensions are launched by the system and never asked to open anything.
        case "system-extension", "driver-extension", "kernel-extension", "kernel-extension.iokit": .bundle
        case let name where name.contains("extension"): .appExtension
        case let name where name.hasPrefix("framework") || name == "xcframework": .framework
        case let name where name.hasPrefix("bundle"): .bundle
        case "xpc-service", "tool", "metal-library", "instruments-package", "objfile": .bundle
        case let name where name.hasPrefix("library"): .bundle
        default: nil
        }
    }

    /// Whether such a product tests others.
    package var isTest: Bool { name.hasPrefix("bundle.") && (name.hasSuffix("-test") || name.hasSuffix("-testing")) }

    /// Whether such a product has a manifest of its own, also where the build writes it.
    var alwaysHasManifest: Bool {
        switch kind {
        case .application, .appClip, .appExtension: true
        default: false
        }
    }

    /// Whether something that embeds such a product, or is embedded in it, may be one app with it.
    var isPartOfApp: Bool { alwaysHasManifest || name == "xpc-service" }

    /// The SDK of products that exist for one platform only.
    var onlySDK: SDKPlatform? {
        switch name {
        case "application.on-demand-install-capable", "application.messages", "app-extension.messages",
            "app-extension.messages-sticker-pack", "application.watchapp2-container":
            .iphoneos
        case "application.watchapp", "application.watchapp2", "watchkit-extension", "watchkit2-extension": .watchos
        case "tv-app-extension": .appletvos
        default: nil
        }
    }
}
