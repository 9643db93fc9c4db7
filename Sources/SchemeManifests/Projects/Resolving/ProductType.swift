package import SchemeModel

/// The product type of a target: `com.apple.product-type.…`.
package struct ProductType: Hashable, Sendable, Codable {
    /// The identifier in the project.
    package let identifier: String

    package init(_ identifier: String) {
        self.identifier = identifier
    }

    /// The identifier without the common prefix of Apple's types; empty for any other.
    var name: String {
        let prefix = "com.apple.product-type."
        return identifier.hasPrefix(prefix) ? String(identifier.dropFirst(prefix.count)) : ""
    }

    /// The kind of product that its manifest describes; `nil` if the type doesn't determine it.
    package var kind: ProductKind? {
        switch name {
        case "application.on-demand-install-capable": .appClip
        case let name where name.hasPrefix("application"): .application
        // The system launches system and driver extensions, and never opens URLs with them.
        case "system-extension", "driver-extension", "kernel-extension", "kernel-extension.iokit": .bundle
        case let name where name.contains("extension"): .appExtension
        case let name where name.hasPrefix("framework") || name == "xcframework": .framework
        case let name where name.hasPrefix("bundle"): .bundle
        case "xpc-service", "tool", "metal-library", "instruments-package", "objfile": .bundle
        case let name where name.hasPrefix("library"): .bundle
        default: nil
        }
    }

    /// Whether the product is one file and not a bundle, whatever the setting `WRAPPER_EXTENSION` says.
    ///
    /// - Source: swift-build, `ProductTypes.xcspec`, "Single-file product types" (seen 2026-11-28).
    var isSingleFile: Bool { ["tool", "metal-library", "objfile"].contains(name) || name.hasPrefix("library") }

    /// Whether the product contains tests.
    package var isTest: Bool { name.hasPrefix("bundle.") && (name.hasSuffix("-test") || name.hasSuffix("-testing")) }

    /// Whether the product has its own manifest, possibly generated.
    var alwaysHasManifest: Bool {
        switch kind {
        case .application, .appClip, .appExtension: true
        default: false
        }
    }

    /// Whether the product can be part of an app together with its host or its embedded products.
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
