package import SchemeModel

/// The settings that Xcode defines or uses.
///
/// - Source: developer.apple.com/documentation/xcode/build-settings-reference: names, meanings and defaults.
package enum XcodeSettings {
    /// The default of such a setting when no file assigns it.
    enum Default: Hashable, Sendable {
        /// A value, as an expression.
        case value(String)
        /// No value.
        case unset
        /// A value from the project, target, configuration or platform: ``BuildContext``.
        case context
        /// A value from the machine, the user or the version of Xcode.
        case machine
    }

    struct Entry: Hashable, Sendable {
        let name: String
        let type: SettingType
        let fallback: Default

        init(_ name: String, _ type: SettingType = .string, _ fallback: Default) {
            self.name = name
            self.type = type
            self.fallback = fallback
        }
    }

    static func entry(of name: ByteString) -> Entry? { byName[name] }

    /// Returns whether Xcode knows `name`, so that a reference to it is always expanded.
    static func knows(_ name: ByteString) -> Bool { byName[name] != nil || InfoPlistKey.isSetting(name) }

    /// Returns the type of `name`, or `nil` if Xcode doesn't know it.
    package static func type(of name: ByteString) -> SettingType? {
        byName[name]?.type ?? InfoPlistKey.settingType(of: name)
    }

    /// Returns the reason why the unassigned `name` has an unknown value, or `nil` if it has no value.
    static func causeOfAbsence(_ name: ByteString) -> UnknownSetting.Cause? {
        switch byName[name]?.fallback {
        case .machine: .buildMachine
        case .context: .context
        case .value, .unset, nil: nil
        }
    }

    private static let byName = Dictionary(
        table.map { (ByteString($0.name), $0) },
        uniquingKeysWith: { first, _ in first }
    )

    /// The lowest level: the values that don't depend on a project.
    package static let level = SettingLevel(
        .builtIn,
        table.compactMap { entry in
            guard case .value(let value) = entry.fallback else { return nil }
            return SettingAssignment(ByteString(entry.name), value: value)
        }
    )

    static let table: [Entry] = project + product + infoPlist + platforms + machine

    // MARK: The table

    private static let project: [Entry] = [
        Entry("PROJECT", .string, .value("$(PROJECT_NAME)")),
        Entry("PROJECT_NAME", .string, .context),
        Entry("PROJECT_DIR", .path, .context),
        Entry("PROJECT_FILE_PATH", .path, .context),
        Entry("SRCROOT", .path, .value("$(PROJECT_DIR)")),
        Entry("SOURCE_ROOT", .path, .value("$(SRCROOT)")),
        Entry("TARGET_NAME", .string, .context),
        Entry("TARGETNAME", .string, .value("$(TARGET_NAME)")),
        Entry("TARGET", .string, .value("$(TARGET_NAME)")),
        Entry("CONFIGURATION", .string, .context),
        Entry("BUILD_STYLE", .string, .value("$(CONFIGURATION)")),
        Entry("ACTION", .string, .value("build")),
        Entry("BUILD_VARIANTS", .list, .value("normal")),
        Entry("CURRENT_VARIANT", .string, .value("normal")),
        Entry("DEVELOPMENT_LANGUAGE", .string, .value("en")),
        Entry("CURRENT_PROJECT_VERSION", .string, .unset),
        Entry("MARKETING_VERSION", .string, .unset),
        Entry("VERSIONING_SYSTEM", .string, .unset),
        Entry("DEVELOPMENT_TEAM", .string, .unset),
        Entry("ORGANIZATION_IDENTIFIER", .list, .unset),
    ]

    private static let product: [Entry] = [
        Entry("PRODUCT_NAME", .string, .unset),
        Entry("PRODUCT_BUNDLE_IDENTIFIER", .string, .unset),
        Entry("PRODUCT_MODULE_NAME", .string, .value("$(PRODUCT_NAME:c99extidentifier)")),
        Entry("PRODUCT_TYPE", .string, .context),
        Entry("PRODUCT_BUNDLE_PACKAGE_TYPE", .string, .context),
        Entry("EXECUTABLE_PREFIX", .string, .unset),
        Entry("EXECUTABLE_SUFFIX", .string, .unset),
        Entry("EXECUTABLE_EXTENSION", .string, .unset),
        Entry("EXECUTABLE_NAME", .string, .value("$(EXECUTABLE_PREFIX)$(PRODUCT_NAME)$(EXECUTABLE_SUFFIX)")),
        Entry("EXECUTABLE_FOLDER_PATH", .path, .context),
        Entry("EXECUTABLE_PATH", .path, .value("$(EXECUTABLE_FOLDER_PATH)/$(EXECUTABLE_NAME)")),
        Entry("WRAPPER_PREFIX", .string, .unset),
        Entry("WRAPPER_EXTENSION", .string, .context),
        Entry("WRAPPER_SUFFIX", .string, .value(".$(WRAPPER_EXTENSION)")),
        Entry("WRAPPER_NAME", .string, .value("$(WRAPPER_PREFIX)$(PRODUCT_NAME)$(WRAPPER_SUFFIX)")),
        Entry("FULL_PRODUCT_NAME", .path, .value("$(WRAPPER_NAME)")),
        Entry("CONTENTS_FOLDER_PATH", .path, .context),
        Entry("INFOPLIST_PATH", .path, .value("$(CONTENTS_FOLDER_PATH)/Info.plist")),
        Entry("PKGINFO_PATH", .path, .value("$(CONTENTS_FOLDER_PATH)/PkgInfo")),
        Entry("UNLOCALIZED_RESOURCES_FOLDER_PATH", .path, .context),
        Entry("PLUGINS_FOLDER_PATH", .path, .value("$(CONTENTS_FOLDER_PATH)/PlugIns")),
        Entry("FRAMEWORKS_FOLDER_PATH", .path, .value("$(CONTENTS_FOLDER_PATH)/Frameworks")),
        Entry("CODE_SIGN_ENTITLEMENTS", .path, .unset),
        Entry("CODE_SIGN_IDENTITY", .string, .unset),
        Entry("CODE_SIGN_STYLE", .string, .unset),
        Entry("PROVISIONING_PROFILE_SPECIFIER", .string, .unset),
        Entry("APPLICATION_EXTENSION_API_ONLY", .boolean, .unset),
        Entry("SKIP_INSTALL", .boolean, .unset),
        Entry("INSTALL_PATH", .path, .unset),
        Entry("TEST_HOST", .path, .unset),
        Entry("BUNDLE_LOADER", .path, .unset),
        Entry("TEST_TARGET_NAME", .string, .unset),
        Entry("SWIFT_VERSION", .string, .unset),
        Entry("ASSETCATALOG_COMPILER_APPICON_NAME", .string, .unset),
        Entry("GCC_PREPROCESSOR_DEFINITIONS", .list, .unset),
        Entry("SWIFT_ACTIVE_COMPILATION_CONDITIONS", .list, .unset),
        Entry("OTHER_CFLAGS", .list, .unset),
        Entry("OTHER_LDFLAGS", .list, .unset),
        Entry("OTHER_SWIFT_FLAGS", .list, .unset),
        Entry("LD_RUNPATH_SEARCH_PATHS", .list, .unset),
        Entry("HEADER_SEARCH_PATHS", .list, .unset),
        Entry("FRAMEWORK_SEARCH_PATHS", .list, .unset),
    ]

    private static let infoPlist: [Entry] = [
        Entry("INFOPLIST_FILE", .path, .unset),
        Entry("INFOPLIST_FILE_CONTENTS", .string, .unset),
        Entry("GENERATE_INFOPLIST_FILE", .boolean, .unset),
        Entry("INFOPLIST_EXPAND_BUILD_SETTINGS", .boolean, .value("YES")),
        Entry("INFOPLIST_OUTPUT_FORMAT", .string, .value("same-as-input")),
        Entry("INFOPLIST_PREPROCESS", .boolean, .unset),
        Entry("INFOPLIST_PREPROCESSOR_DEFINITIONS", .list, .unset),
        Entry("INFOPLIST_PREFIX_HEADER", .path, .unset),
        Entry("INFOPLIST_OTHER_PREPROCESSOR_FLAGS", .list, .unset),
        Entry("INFOPLIST_ENABLE_CFBUNDLEICONS_MERGE", .boolean, .unset),
    ]

    private static let platforms: [Entry] = [
        Entry("SDKROOT", .string, .unset),
        Entry("SUPPORTED_PLATFORMS", .list, .context),
        Entry("SUPPORTS_MACCATALYST", .boolean, .unset),
        Entry("SUPPORTS_MAC_DESIGNED_FOR_IPHONE_IPAD", .boolean, .unset),
        Entry("SUPPORTS_XR_DESIGNED_FOR_IPHONE_IPAD", .boolean, .unset),
        Entry("DERIVE_MACCATALYST_PRODUCT_BUNDLE_IDENTIFIER", .boolean, .unset),
        Entry("IS_MACCATALYST", .boolean, .unset),
        Entry("TARGETED_DEVICE_FAMILY", .string, .unset),
        Entry("PLATFORM_NAME", .string, .context),
        Entry("PLATFORM_DISPLAY_NAME", .string, .context),
        Entry("PLATFORM_FAMILY_NAME", .string, .context),
        Entry("SWIFT_PLATFORM_TARGET_PREFIX", .string, .context),
        Entry("EFFECTIVE_PLATFORM_NAME", .string, .context),
        Entry("DEPLOYMENT_TARGET_SETTING_NAME", .string, .context),
        Entry("IPHONEOS_DEPLOYMENT_TARGET", .string, .unset),
        Entry("MACOSX_DEPLOYMENT_TARGET", .string, .unset),
        Entry("TVOS_DEPLOYMENT_TARGET", .string, .unset),
        Entry("WATCHOS_DEPLOYMENT_TARGET", .string, .unset),
        Entry("XROS_DEPLOYMENT_TARGET", .string, .unset),
        Entry("DRIVERKIT_DEPLOYMENT_TARGET", .string, .unset),
    ]

    private static let machine: [Entry] = [
        // User and machine
        "USER", "HOME", "UID", "GID", "GROUP", "LOGNAME", "SHELL", "PATH", "TMPDIR", "LANG", "HOSTNAME",
        "INSTALL_OWNER", "INSTALL_GROUP", "ALTERNATE_OWNER", "ALTERNATE_GROUP", "VERSION_INFO_BUILDER",
        "USER_APPS_DIR", "USER_LIBRARY_DIR", "LOCAL_APPS_DIR", "LOCAL_LIBRARY_DIR", "LOCAL_ROOT",
        "SYSTEM_APPS_DIR", "SYSTEM_LIBRARY_DIR", "SYSTEM_DEVELOPER_DIR", "CI",
        // Xcode and its SDKs
        "DEVELOPER_DIR", "DEVELOPER_APPLICATIONS_DIR", "DEVELOPER_BIN_DIR", "DEVELOPER_FRAMEWORKS_DIR",
        "DEVELOPER_LIBRARY_DIR", "DEVELOPER_SDK_DIR", "DEVELOPER_TOOLS_DIR", "DEVELOPER_USR_DIR", "DT_TOOLCHAIN_DIR",
        "TOOLCHAIN_DIR", "TOOLCHAINS", "XCODE_APP_SUPPORT_DIR", "XCODE_PRODUCT_BUILD_VERSION", "XCODE_VERSION_ACTUAL",
        "XCODE_VERSION_MAJOR", "XCODE_VERSION_MINOR", "MAC_OS_X_VERSION_ACTUAL", "MAC_OS_X_VERSION_MAJOR",
        "MAC_OS_X_VERSION_MINOR", "MAC_OS_X_PRODUCT_BUILD_VERSION", "PLATFORM_DIR", "PLATFORM_DEVELOPER_SDK_DIR",
        "PLATFORM_PRODUCT_BUILD_VERSION", "SDK_DIR", "SDK_NAME", "SDK_NAMES", "SDK_PRODUCT_BUILD_VERSION",
        "SDK_VERSION", "SDK_VERSION_ACTUAL", "SDK_VERSION_MAJOR", "SDK_VERSION_MINOR",
        "CORRESPONDING_SIMULATOR_SDK_NAME",
        // Build locations
        "BUILD_DIR", "BUILD_ROOT", "BUILT_PRODUCTS_DIR", "SYMROOT", "OBJROOT", "DSTROOT", "CACHE_ROOT", "CCHROOT",
        "CONFIGURATION_BUILD_DIR", "CONFIGURATION_TEMP_DIR", "TARGET_BUILD_DIR", "TARGET_TEMP_DIR", "PROJECT_TEMP_DIR",
        "PROJECT_DERIVED_FILE_DIR", "PROJECT_TEMP_ROOT", "TEMP_DIR", "TEMP_ROOT", "TEMP_FILE_DIR", "DERIVED_FILE_DIR",
        "DERIVED_FILES_DIR",
        "DERIVED_SOURCES_DIR", "DERIVED_DATA_DIR", "INSTALL_ROOT", "INSTALL_DIR", "DWARF_DSYM_FOLDER_PATH",
        "PRODUCT_SETTINGS_PATH", "CODESIGNING_FOLDER_PATH", "MODULE_CACHE_DIR", "PODS_BUILD_DIR",
        // Architectures and build variants
        "ARCHS", "ARCHS_STANDARD", "ARCHS_STANDARD_64_BIT", "CURRENT_ARCH", "NATIVE_ARCH", "NATIVE_ARCH_ACTUAL",
        "VALID_ARCHS", "arch", "variant", "ENABLE_PREVIEWS", "DEPLOYMENT_LOCATION",
        // Signing
        "AppIdentifierPrefix", "TeamIdentifierPrefix", "EXPANDED_CODE_SIGN_IDENTITY",
        "EXPANDED_CODE_SIGN_IDENTITY_NAME", "EXPANDED_PROVISIONING_PROFILE",
    ].map { Entry($0, .string, .machine) }
}
