internal import SchemeModel

/// The parsed flags of `INFOPLIST_OTHER_PREPROCESSOR_FLAGS`. As in clang, later flags win.
///
/// - Source: clang, Command Guide and `clang --help-hidden`; gcc.gnu.org/onlinedocs/cpp/Invocation.html.
struct PreprocessorFlags {
    private(set) var syntax = PreprocessorSyntax()
    private(set) var steps: [PreprocessorOptions.Step] = []
    private(set) var headers: [PreprocessorOptions.Header] = []
    private(set) var quoteFolders: [Path] = []
    private(set) var folders: [Path] = []
    private(set) var systemFolders: [Path] = []
    private(set) var leavesOutPredefined = false
    /// Unknown flags, in order.
    private(set) var unknown: [String] = []

    private let flags: [String]
    private let place: Place?
    private let setting: String
    private var index = 0
    private var trigraphs: Bool?

    init(_ flags: PreprocessorOptions.Elements) {
        self.flags = flags.texts
        place = flags.place
        setting = flags.setting
    }

    mutating func parse() {
        while index < flags.count {
            let flag = flags[index]
            index += 1
            if !parse(flag) { unknown.append(flag) }
        }
        if let trigraphs { syntax.hasTrigraphs = trigraphs }
    }

    /// Parses a flag and its argument. Returns `false` for an unknown flag.
    private mutating func parse(_ flag: String) -> Bool {
        switch flag {
        case "": return true
        case "-C": if syntax.comments == .removed { syntax.comments = .kept }
        case "-CC": syntax.comments = .keptInMacros
        case "-traditional", "-traditional-cpp": syntax.isTraditional = true
        case "-trigraphs", "-ftrigraphs": trigraphs = true
        case "-fno-trigraphs": trigraphs = false
        case "-undef": leavesOutPredefined = true
        case "-ansi": setLanguage("c89")
        case "-include": return takeHeader(isMacrosOnly: false)
        case "-imacros": return takeHeader(isMacrosOnly: true)
        case "-arch", "-target", "-isysroot", "-x", "-F", "-iframework", "-o": return takeArgument() != nil
        case _ where Self.harmless.contains(flag): break
        case _ where flag.hasPrefix("-std="): return setLanguage(String(flag.dropFirst(5)))
        case _ where flag.hasPrefix("-D"): return define(flag)
        case _ where flag.hasPrefix("-U"):
            guard let name = argument(of: flag, "-U") else { return false }
            steps.append(.undefine(name))
        case _ where flag.hasPrefix("-iquote"): return takeFolder(flag, "-iquote", \.quoteFolders)
        case _ where flag.hasPrefix("-isystem"): return takeFolder(flag, "-isystem", \.systemFolders)
        case _ where flag.hasPrefix("-idirafter"): return takeFolder(flag, "-idirafter", \.systemFolders)
        case _ where flag.hasPrefix("-I"): return flag != "-I-" && takeFolder(flag, "-I", \.folders)
        // Framework folders contain headers that only `<Framework/Header.h>` names. Those of the SDK aren't available.
        case _ where flag.hasPrefix("-F"): break
        // Warnings don't change the text. `-Wp,` passes flags on.
        case _ where flag.hasPrefix("-W"): return !flag.hasPrefix("-Wp,") && !flag.hasPrefix("-Wl,")
        default: return false
        }
        return true
    }

    private static let harmless: Set<String> = [
        "-E", "-P", "-w", "-v", "-pipe", "-nostdinc", "-nostdlibinc", "-pedantic", "-pedantic-errors",
        "-Qunused-arguments", "-fcolor-diagnostics", "-fno-color-diagnostics", "-fdiagnostics-color", "-g", "-g0",
        "-fmessage-length=0", "-fno-common", "-fdollars-in-identifiers",
    ]

    // MARK: Arguments

    private mutating func takeArgument() -> String? {
        guard index < flags.count else { return nil }
        index += 1
        return flags[index - 1]
    }

    /// Returns the rest of the flag after `name`, or the next flag.
    private mutating func argument(of flag: String, _ name: String) -> String? {
        let rest = flag.dropFirst(name.count)
        return rest.isEmpty ? takeArgument() : String(rest)
    }

    private mutating func define(_ flag: String) -> Bool {
        guard let text = argument(of: flag, "-D") else { return false }
        guard let step = PreprocessorOptions.definition(text) else { return false }
        steps.append(step)
        return true
    }

    private mutating func takeFolder(
        _ flag: String,
        _ name: String,
        _ folders: WritableKeyPath<Self, [Path]>
    ) -> Bool {
        guard let folder = argument(of: flag, name) else { return false }
        self[keyPath: folders].append(Path(folder))
        return true
    }

    private mutating func takeHeader(isMacrosOnly: Bool) -> Bool {
        guard let header = takeArgument() else { return false }
        headers.append(
            PreprocessorOptions.Header(
                path: Path(header),
                setting: setting,
                place: place,
                isMacrosOnly: isMacrosOnly
            )
        )
        return true
    }

    /// Applies the token rules of a C version. Returns `false` for an unknown version.
    @discardableResult
    private mutating func setLanguage(_ name: String) -> Bool {
        let isGNU = name.hasPrefix("gnu")
        switch name {
        case "c89", "c90", "ansi", "gnu89", "gnu90", "iso9899:1990":
            syntax.allowsLineComments = isGNU
            syntax.hasDigraphs = isGNU
            syntax.hasUnicodePrefixes = false
            syntax.hasBinaryExponents = false
            syntax.hasRawStrings = false
        case "c99", "gnu99", "c9x", "gnu9x":
            syntax.allowsLineComments = true
            syntax.hasDigraphs = true
            syntax.hasUnicodePrefixes = false
            syntax.hasBinaryExponents = true
            syntax.hasRawStrings = isGNU
        case "c11", "gnu11", "c1x", "gnu1x", "c17", "gnu17", "c18", "gnu18":
            syntax = PreprocessorSyntax(
                comments: syntax.comments,
                isTraditional: syntax.isTraditional,
                hasRawStrings: isGNU
            )
        default: return false
        }
        syntax.isGNU = isGNU
        syntax.hasTrigraphs = !isGNU
        return true
    }
}
