package import SchemeModel

/// The build of a target, which determines many settings that Xcode defines.
package struct BuildContext: Hashable, Sendable {
    /// The name of the .xcodeproj without its extension.
    package var projectName: String?
    /// The path of the .xcodeproj.
    package var projectFile: String?
    /// The path of the folder that the project's paths are relative to.
    package var projectDirectory: String?
    /// The project's `developmentRegion`.
    package var developmentRegion: String?
    package var target: String?
    /// `com.apple.product-type.application` or similar.
    package var productType: String?
    package var configuration: String?
    package var platform: SDKPlatform?
    /// Whether the target is built for Mac Catalyst; ``platform`` is then macosx.
    package var isCatalyst = false

    package init() {}

    /// Xcode's settings for the platform, the product and the project.
    ///
    /// They are above ``XcodeSettings/level``, and below the project's .xcconfig file.
    package var projectLevel: SettingLevel {
        level(
            platformValues + productValues + [
                ("DEVELOPMENT_LANGUAGE", developmentRegion),
                ("PROJECT_NAME", projectName),
                ("PROJECT_FILE_PATH", projectFile),
                ("PROJECT_DIR", projectDirectory),
                ("CONFIGURATION", configuration),
            ]
        )
    }

    /// Xcode's settings for the target: above the project's settings, below the target's .xcconfig file.
    package var targetLevel: SettingLevel {
        level([("TARGET_NAME", target), ("PRODUCT_TYPE", productType)])
    }

    /// Returns the scope of a target: the levels of Xcode and of the files, in Xcode's order.
    ///
    /// - Parameters:
    ///   - project: The project's .xcconfig file and its settings, in this order.
    ///   - target: The target's .xcconfig file and its settings, in this order.
    ///   - overrides: `--xcconfig`, then `--set`.
    package func scope(
        project: [SettingLevel],
        target: [SettingLevel],
        overrides: [SettingLevel] = [],
        limits: Limits = .standard,
        budget: SettingBudget? = nil
    ) -> SettingScope {
        SettingScope(
            levels: [XcodeSettings.level, projectLevel] + project + [targetLevel] + target + overrides,
            bindings: SettingBindings(configuration: configuration, target: self.target, platform: platform),
            limits: limits,
            budget: budget
        )
    }

    private func level(_ values: [(String, String?)]) -> SettingLevel {
        SettingLevel(
            .builtIn,
            values.compactMap { name, value in value.map { SettingAssignment(ByteString(name), value: $0) } }
        )
    }

    private var platformValues: [(String, String?)] {
        guard let platform else { return [] }
        var values: [(String, String?)] = [
            ("PLATFORM_NAME", platform.rawValue),
            ("PLATFORM_DISPLAY_NAME", platform.displayName),
            ("PLATFORM_FAMILY_NAME", platform.displayName),
            ("SWIFT_PLATFORM_TARGET_PREFIX", platform.targetPrefix),
            ("DEPLOYMENT_TARGET_SETTING_NAME", platform.deploymentTargetSetting),
            ("SUPPORTED_PLATFORMS", platform.supportedPlatforms),
            ("IS_MACCATALYST", isCatalyst ? "YES" : "NO"),
        ]
        let suffix = isCatalyst ? "-maccatalyst" : platform == .macosx ? "" : "-\(platform.rawValue)"
        values.append(("EFFECTIVE_PLATFORM_NAME", suffix))
        // Bundles for macOS, including Catalyst, have a folder `Contents`. Other bundles are flat.
        let contents = platform == .macosx ? "$(WRAPPER_NAME)/Contents" : "$(WRAPPER_NAME)"
        let isDeep = platform == .macosx
        values += [
            ("CONTENTS_FOLDER_PATH", contents),
            ("EXECUTABLE_FOLDER_PATH", isDeep ? "$(CONTENTS_FOLDER_PATH)/MacOS" : "$(CONTENTS_FOLDER_PATH)"),
            (
                "UNLOCALIZED_RESOURCES_FOLDER_PATH",
                isDeep ? "$(CONTENTS_FOLDER_PATH)/Resources" : "$(CONTENTS_FOLDER_PATH)"
            ),
        ]
        return values
    }

    private var productValues: [(String, String?)] {
        guard let productType, let wrapper = Self.wrapper(ofProductType: productType) else { return [] }
        return [("WRAPPER_EXTENSION", wrapper.fileExtension), ("PRODUCT_BUNDLE_PACKAGE_TYPE", wrapper.packageType)]
    }

    /// Returns the extension and the package type of the bundle of a product type, or `nil` if it isn't a bundle.
    private static func wrapper(ofProductType type: String) -> (fileExtension: String, packageType: String)? {
        let prefix = "com.apple.product-type."
        guard type.hasPrefix(prefix) else { return nil }
        let kind = type.dropFirst(prefix.count)
        // The order matters: `watchkit-extension` and `bundle.unit-test` come before the names that they contain.
        if kind.hasSuffix("extension") || kind.contains("app-extension") { return ("appex", "XPC!") }
        if kind.hasPrefix("application") { return ("app", "APPL") }
        if kind.hasPrefix("framework") { return ("framework", "FMWK") }
        if kind.hasPrefix("bundle.") { return ("xctest", "BNDL") }
        if kind == "bundle" { return ("bundle", "BNDL") }
        if kind == "xpc-service" { return ("xpc", "XPC!") }
        return nil
    }
}

extension SDKPlatform {
    fileprivate var displayName: String {
        switch self {
        case .iphoneos: "iOS"
        case .appletvos: "tvOS"
        case .watchos: "watchOS"
        case .xros: "visionOS"
        case .macosx: "macOS"
        case .driverkit: "DriverKit"
        }
    }

    fileprivate var targetPrefix: String {
        switch self {
        case .iphoneos: "ios"
        case .appletvos: "tvos"
        case .watchos: "watchos"
        case .xros: "xros"
        case .macosx: "macos"
        case .driverkit: "driverkit"
        }
    }

    fileprivate var supportedPlatforms: String {
        switch self {
        case .iphoneos: "iphoneos iphonesimulator"
        case .appletvos: "appletvos appletvsimulator"
        case .watchos: "watchos watchsimulator"
        case .xros: "xros xrsimulator"
        case .macosx, .driverkit: rawValue
        }
    }
}
