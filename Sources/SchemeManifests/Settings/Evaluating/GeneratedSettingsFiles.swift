import SchemeModel

extension MissingSettingsFile {
    /// Whether the file may define the setting `name`.
    ///
    /// The files that CocoaPods generates define search paths and flags, its own `PODS_` settings, and what pods add with
    /// `user_target_xcconfig`, but not the variables of an app.
    ///
    /// The file that Flutter generates defines its own settings. Some versions add what `--dart-define-from-file` sets,
    /// so it may define an app's variables, but not which files an app has.
    ///
    /// - Source: CocoaPods, `Target/BuildSettings.rb` (seen 2026-11-24); Flutter, `ios/xcode_build_settings.dart` (seen
    ///   2026-11-27).
    func mayDefine(_ name: ByteString) -> Bool {
        if isGeneratedByFlutter { return !Self.settingsWithoutFlutter.contains(name) }
        guard isGeneratedByCocoaPods else { return true }
        return name.string.utf8.starts(with: "PODS_".utf8) || Self.cocoaPodsSettings.contains(name)
    }

    /// The settings that the file defines according to its own path, if CocoaPods generates it.
    ///
    /// - Source: CocoaPods, `Target/BuildSettings.rb`: `PODS_ROOT` (seen 2026-11-26).
    var definedByPath: [SettingAssignment] {
        guard isGeneratedByCocoaPods, path.isAbsolute else { return [] }
        var folder = path.directory
        while folder.bytes.count > 1, folder.lastComponent != "Target Support Files" { folder = folder.directory }
        guard folder.bytes.count > 1 else { return [] }
        return [SettingAssignment("PODS_ROOT", value: folder.directory.display)]
    }

    /// Whether CocoaPods generates the file: `Pods/Target Support Files/Pods-Wallet/Pods-Wallet.debug.xcconfig`, or one of
    /// an old version directly in `Pods`.
    private var isGeneratedByCocoaPods: Bool {
        guard !isEncrypted, path.hasExtension("xcconfig") else { return false }
        let name = path.lastComponent.bytes
        return path.components.contains { $0.elementsEqual("Target Support Files".utf8) }
            || name.starts(with: "Pods-".utf8) || name.starts(with: "Pods.".utf8)
    }

    /// Whether Flutter generates the file: `Generated.xcconfig`, included by a file in `ios/Flutter`, or
    /// `Flutter-Generated.xcconfig` for macOS.
    private var isGeneratedByFlutter: Bool {
        guard !isEncrypted else { return false }
        let name = path.lastComponent
        guard name == "Generated.xcconfig" || name == "Flutter-Generated.xcconfig" else { return false }
        let folders = path.components + (place?.path.directory.components ?? [])
        return folders.contains { $0.elementsEqual("Flutter".utf8) }
    }

    /// The settings for the files and the identity of an app.
    private static let settingsWithoutFlutter: Set<ByteString> = [
        "CODE_SIGN_ENTITLEMENTS", "GENERATE_INFOPLIST_FILE", "INFOPLIST_FILE",
        "INFOPLIST_OTHER_PREPROCESSOR_FLAGS", "INFOPLIST_PREFIX_HEADER", "INFOPLIST_PREPROCESS",
        "INFOPLIST_PREPROCESSOR_DEFINITIONS",
    ]

    private static let cocoaPodsSettings: Set<ByteString> = [
        "ALWAYS_EMBED_SWIFT_STANDARD_LIBRARIES", "APPLICATION_EXTENSION_API_ONLY", "ARCHS",
        "CLANG_ALLOW_NON_MODULAR_INCLUDES_IN_FRAMEWORK_MODULES", "CLANG_CXX_LANGUAGE_STANDARD", "CLANG_CXX_LIBRARY",
        "CLANG_ENABLE_OBJC_WEAK", "CODE_SIGN_IDENTITY", "DEFINES_MODULE", "EMBEDDED_CONTENT_CONTAINS_SWIFT",
        "ENABLE_BITCODE",
        "EXCLUDED_ARCHS", "FRAMEWORK_SEARCH_PATHS", "GCC_PREPROCESSOR_DEFINITIONS", "HEADER_SEARCH_PATHS",
        "LD_RUNPATH_SEARCH_PATHS", "LIBRARY_SEARCH_PATHS", "ONLY_ACTIVE_ARCH", "OTHER_CFLAGS", "OTHER_CPLUSPLUSFLAGS",
        "OTHER_LDFLAGS", "OTHER_LIBTOOLFLAGS", "OTHER_MODULE_VERIFIER_FLAGS", "OTHER_SWIFT_FLAGS",
        "SWIFT_INCLUDE_PATHS",
        "SYSTEM_FRAMEWORK_SEARCH_PATHS", "SYSTEM_HEADER_SEARCH_PATHS", "USER_HEADER_SEARCH_PATHS",
        "USE_HEADERMAP", "USE_RECURSIVE_SCRIPT_INPUTS_IN_SCRIPT_PHASES", "VALID_ARCHS",
    ]
}
