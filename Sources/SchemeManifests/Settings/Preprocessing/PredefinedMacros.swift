/// The macros that clang predefines when it preprocesses an Info.plist for one of Apple's platforms.
///
/// - Source: `clang -target arm64-apple-ios17.0 -E -dM` and the same for macOS, tvOS, watchOS, visionOS and Catalyst,
///   with clang 21. `TARGET_OS_…` is predefined since Xcode 15.
struct PredefinedMacros: Hashable, Sendable {
    private let platform: SDKPlatform?
    private let isCatalyst: Bool
    private let isEmpty: Bool

    /// Creates the macros of a platform.
    ///
    /// - Parameters:
    ///   - platform: The platform of the build; `nil` if it is unknown.
    ///   - isEmpty: Whether `-undef` removes the predefined macros.
    init(platform: SDKPlatform?, isCatalyst: Bool = false, isEmpty: Bool = false) {
        self.platform = platform
        self.isCatalyst = isCatalyst
        self.isEmpty = isEmpty
    }

    /// Returns the state of `name` where it isn't defined in the text.
    func state(of name: ArraySlice<UInt8>) -> PreprocessorMacros.State {
        // Nearly all words of a manifest start with another letter.
        guard let first = name.first, first == UInt8(ascii: "_") || first == UInt8(ascii: "T") else {
            return .undefined
        }
        if let value = value(of: Self.text(name)) {
            var lexer = PreprocessorLexer(
                Array(value.utf8),
                buffer: BufferID.predefined,
                syntax: PreprocessorSyntax(),
                includeRange: 0..<0
            )
            let token = lexer.next()
            return .defined(PreprocessorMacro(tokens: token.kind == .end ? [] : [token]))
        }
        return varies(name) ? .undecided : .undefined
    }

    private func value(of name: String) -> String? {
        if let value = Self.standard[name] { return value }
        guard !isEmpty else { return nil }
        if let value = Self.common[name] { return value }
        guard let platform, name.hasPrefix("TARGET_") else { return nil }
        return Self.systems(platform, isCatalyst: isCatalyst)[name].map { $0 ? "1" : "0" }
    }

    /// Returns whether every compiler defines `name`, though with different values.
    func alwaysDefines(_ name: ArraySlice<UInt8>) -> Bool {
        Self.functions.contains(Self.text(name)) || !isEmpty && Self.present.contains(Self.text(name))
    }

    /// Returns whether `name` depends on the compiler, its version, the architecture or the time.
    private func varies(_ name: ArraySlice<UInt8>) -> Bool {
        let text = Self.text(name)
        if Self.functions.contains(text) { return true }
        guard !isEmpty else { return false }
        return Self.present.contains(text) || Self.varying.contains(text)
            || text.hasPrefix("TARGET_OS_") || text == "TARGET_IPHONE_SIMULATOR"
            || text.hasPrefix("__") && Self.prefixes.contains { text.dropFirst(2).hasPrefix($0) }
    }

    private static func text(_ name: ArraySlice<UInt8>) -> String { String(decoding: name, as: UTF8.self) }

    // MARK: The table

    private static let standard: [String: String] = ["__STDC__": "1", "__STDC_HOSTED__": "1"]

    private static let common: [String: String] = [
        "__APPLE__": "1", "__APPLE_CC__": "6000", "__MACH__": "1", "__DYNAMIC__": "1", "__clang__": "1",
        "__llvm__": "1",
        "__GNUC__": "4", "__GNUC_MINOR__": "2", "__GNUC_PATCHLEVEL__": "1", "__LITTLE_ENDIAN__": "1", "__BLOCKS__": "1",
        "__USER_LABEL_PREFIX__": "_", "__REGISTER_PREFIX__": "", "__strong": "", "__unsafe_unretained": "",
        "__nonnull": "_Nonnull", "__nullable": "_Nullable", "__null_unspecified": "_Null_unspecified",
    ]

    private static func systems(_ platform: SDKPlatform, isCatalyst: Bool) -> [String: Bool] {
        let isMac = platform == .macosx && !isCatalyst
        let isPhone = platform == .iphoneos || isCatalyst
        return [
            "TARGET_OS_MAC": true, "TARGET_OS_OSX": isMac, "TARGET_OS_IPHONE": !isMac && platform != .driverkit,
            "TARGET_OS_IOS": isPhone, "TARGET_OS_TV": platform == .appletvos, "TARGET_OS_WATCH": platform == .watchos,
            "TARGET_OS_NANO": platform == .watchos, "TARGET_OS_VISION": platform == .xros,
            "TARGET_OS_MACCATALYST": isCatalyst, "TARGET_OS_UIKITFORMAC": isCatalyst,
            "TARGET_OS_EMBEDDED": platform != .macosx && platform != .driverkit,
            "TARGET_OS_DRIVERKIT": platform == .driverkit, "TARGET_OS_SIMULATOR": false,
            "TARGET_IPHONE_SIMULATOR": false, "TARGET_OS_LINUX": false, "TARGET_OS_WINDOWS": false,
            "TARGET_OS_WIN32": false, "TARGET_OS_UNIX": false, "TARGET_OS_UEFI": false,
        ]
    }

    /// Names that work without a definition, in conditions or everywhere.
    private static let functions: Set<String> = [
        "__FILE__", "__LINE__", "__DATE__", "__TIME__", "__TIMESTAMP__", "__COUNTER__", "__INCLUDE_LEVEL__",
        "__BASE_FILE__", "__FILE_NAME__", "__FLT_EVAL_METHOD__", "_Pragma", "__has_include", "__has_include_next",
        "__has_feature", "__has_extension", "__has_builtin", "__has_constexpr_builtin", "__has_attribute",
        "__has_cpp_attribute", "__has_c_attribute", "__has_declspec_attribute", "__has_warning", "__has_embed",
        "__is_identifier", "__is_target_arch", "__is_target_vendor", "__is_target_os", "__is_target_environment",
        "__is_target_variant_os", "__is_target_variant_environment", "__building_module", "__MODULE__", "__identifier",
    ]

    /// `__apple_build_version__` is only defined by Apple's clang.
    private static let present: Set<String> = [
        "__clang_major__", "__clang_minor__", "__clang_patchlevel__", "__clang_version__", "__VERSION__",
        "__STDC_VERSION__", "__apple_build_version__",
    ]

    private static let varying: Set<String> = [
        "_LP64", "_ILP32", "__LP64__", "__ILP32__", "__arm64__", "__arm64", "__arm64e__", "__aarch64__", "__arm__",
        "__arm", "__x86_64__", "__x86_64", "__amd64__", "__amd64", "__i386__", "__i386", "__thumb__", "__thumb2__",
        "__PIC__", "__pic__", "__block", "__weak", "__BIG_ENDIAN__", "__OPTIMIZE__", "__OPTIMIZE_SIZE__",
        "__NO_INLINE__", "__VFP_FP__", "__MMX__", "__core2", "__core2__", "__tune_core2__", "__code_model_small__",
        "__seg_fs", "__seg_gs", "__SEG_FS", "__SEG_GS", "__FXSR__", "__LAHF_SAHF__", "__CONSTANT_CFSTRINGS__",
        "__STRICT_ANSI__", "__FINITE_MATH_ONLY__", "__APCS_32__", "__ARMEL__", "__THUMBEL__", "__VA_OPT__",
    ]

    /// The prefixes, after `__`, of families of macros about types and processors.
    private static let prefixes = [
        "clang_", "GNUC_", "GCC_", "GXX_", "STDC_", "ENVIRONMENT_", "INT", "UINT", "FLT", "DBL_", "LDBL_", "ATOMIC_",
        "CLANG_", "MEMORY_", "OPENCL_", "ORDER_", "BYTE_ORDER", "SIZEOF_", "WCHAR_", "WINT_", "PTRDIFF_", "SCHAR_",
        "SHRT_", "SIG_", "SIZE_", "BOOL_", "CHAR", "LONG_", "LLONG_", "POINTER_", "BIGGEST_", "BITINT_", "DECIMAL_",
        "FPCLASS_", "FP_FAST_", "AARCH64", "ARM", "SSE", "SSP_", "SSSE", "AVX", "NO_MATH_", "OBJC_", "PTRAUTH",
        "ptrauth", "FUNCTION_MULTI", "HAVE_FUNCTION", "PRAGMA_", "USING_", "THUMB_", "FLOAT128",
    ]
}
