/// The macros that clang predefines when it preprocesses an Info.plist for one of Apple's platforms.
///
/// - Source: `clang -target arm64-apple-ios17.0 -E -dM` and the same for macOS, tvOS, watchOS, visionOS and Catalyst,
///   with clang 21. `TARGET_OS_…` is predefined since Xcode 15.
struct PredefinedMacros: Hashable, Sendable {
    private let platform: SDKPlatform?
    private let isCatalyst: Bool

    /// Creates the macros of a platform; `nil` if it is unknown.
    init(platform: SDKPlatform?, isCatalyst: Bool = false) {
        self.platform = platform
        self.isCatalyst = isCatalyst
    }

    /// Returns the state of `name` where it isn't defined in the text.
    func state(of name: ArraySlice<UInt8>) -> PreprocessorMacros.State {
        // Nearly all words of a manifest start with another letter.
        guard let first = name.first, first == UInt8(ascii: "_") || first == UInt8(ascii: "T") else {
            return .undefined
        }
        let text = String(decoding: name, as: UTF8.self)
        if text == "_Pragma" { return .defined(PreprocessorMacro(hasParameters: true, isUnsupported: true)) }
        if let value = Self.ones.contains(text) ? "1" : system(text) {
            let digit = Array(value.utf8)[...]
            let origin = PreprocessorOrigin(column: 1, manifestRange: 0..<0)
            let token = PreprocessorToken(
                kind: .number,
                text: digit,
                buffer: BufferID.predefined,
                range: 0..<digit.count,
                origin: origin
            )
            return .defined(PreprocessorMacro(tokens: [token]))
        }
        return Self.varies(text) ? .undecided : .undefined
    }

    private static let ones: Set<String> = [
        "__STDC__", "__STDC_HOSTED__", "__APPLE__", "__MACH__", "__DYNAMIC__", "__clang__", "__llvm__", "__BLOCKS__",
        "__LITTLE_ENDIAN__",
    ]

    /// Returns the value of `TARGET_OS_…`.
    private func system(_ name: String) -> String? {
        guard let platform, name.hasPrefix("TARGET_") else { return nil }
        let isMac = platform == .macosx && !isCatalyst
        let isPhone = platform == .iphoneos || isCatalyst
        let values = [
            "TARGET_OS_MAC": true, "TARGET_OS_OSX": isMac, "TARGET_OS_IPHONE": !isMac && platform != .driverkit,
            "TARGET_OS_IOS": isPhone, "TARGET_OS_TV": platform == .appletvos, "TARGET_OS_WATCH": platform == .watchos,
            "TARGET_OS_NANO": platform == .watchos, "TARGET_OS_VISION": platform == .xros,
            "TARGET_OS_MACCATALYST": isCatalyst, "TARGET_OS_UIKITFORMAC": isCatalyst,
            "TARGET_OS_EMBEDDED": platform != .macosx && platform != .driverkit,
            "TARGET_OS_DRIVERKIT": platform == .driverkit, "TARGET_OS_SIMULATOR": false,
            "TARGET_IPHONE_SIMULATOR": false, "TARGET_OS_LINUX": false, "TARGET_OS_WINDOWS": false,
            "TARGET_OS_WIN32": false, "TARGET_OS_UNIX": false, "TARGET_OS_UEFI": false,
        ]
        return values[name].map { $0 ? "1" : "0" }
    }

    /// Returns whether `name` may depend on the compiler, its version, the architecture or the time.
    private static func varies(_ name: String) -> Bool {
        if name.hasPrefix("__") { return prefixes.contains { name.dropFirst(2).hasPrefix($0) } }
        return name.hasPrefix("TARGET_OS_") || name == "TARGET_IPHONE_SIMULATOR"
            || ["_LP64", "_ILP32"].contains(name)
    }

    /// The starts, after `__`, of names that clang defines or treats as functions.
    private static let prefixes = [
        "FILE_", "LINE_", "DATE_", "TIME", "COUNTER_", "INCLUDE_LEVEL", "BASE_FILE", "FLT", "has_", "is_",
        "building_module", "MODULE_", "identifier", "clang_", "apple_build", "VERSION_", "GNUC", "GCC_", "GXX_",
        "STDC_", "ENVIRONMENT_", "INT", "UINT", "DBL_", "LDBL_", "ATOMIC_", "APPLE_CC", "CLANG_", "MEMORY_", "OPENCL_",
        "ORDER_", "BYTE_ORDER", "SIZEOF_", "WCHAR_", "WINT_", "PTRDIFF_", "SCHAR_", "SHRT_", "SIG_", "SIZE_", "BOOL_",
        "CHAR", "LONG_", "LLONG_", "POINTER_", "BIGGEST_", "BITINT_", "DECIMAL_", "FPCLASS_", "FP_FAST_", "AARCH64",
        "ARM", "arm", "aarch64", "x86_64", "amd64", "i386", "thumb", "LP64", "ILP32", "PIC_", "pic_", "block", "weak",
        "strong", "unsafe_unretained", "nonnull", "null", "BIG_ENDIAN", "OPTIMIZE", "NO_", "VFP_", "MMX_", "SSE",
        "SSP_", "SSSE", "AVX", "core2", "tune_", "code_model", "seg_", "SEG_", "FXSR_", "LAHF_", "CONSTANT_CFSTRINGS",
        "STRICT_ANSI", "FINITE_MATH", "APCS_", "THUMB", "VA_OPT", "OBJC_BOOL", "PTRAUTH", "ptrauth", "FUNCTION_MULTI",
        "HAVE_FUNCTION", "PRAGMA_", "USING_", "USER_LABEL", "REGISTER_PREFIX",
    ]
}
