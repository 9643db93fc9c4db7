internal import SchemeModel

/// The parsed flags of `INFOPLIST_OTHER_PREPROCESSOR_FLAGS`. As in clang, later flags win.
///
/// - Source: clang, Command Guide and `clang --help-hidden`; gcc.gnu.org/onlinedocs/cpp/Invocation.html.
struct PreprocessorFlags {
    private(set) var syntax = PreprocessorSyntax()
    private(set) var steps: [PreprocessorOptions.Step] = []
    private(set) var headers: [PreprocessorOptions.Header] = []
    private(set) var folders: [Path] = []
    /// Flags whose effect isn't known, in order.
    private(set) var unknown: [String] = []

    private let flags: PreprocessorOptions.Elements
    private var index = 0

    init(_ flags: PreprocessorOptions.Elements) {
        self.flags = flags
        while index < flags.texts.count {
            let flag = flags.texts[index]
            index += 1
            if !parse(flag) { unknown.append(flag) }
        }
    }

    /// Parses a flag and its argument. Returns `false` for an unknown flag.
    private mutating func parse(_ flag: String) -> Bool {
        switch flag {
        case "-C": syntax.keepsComments = true
        case "-CC":
            syntax.keepsComments = true
            syntax.keepsCommentsInMacros = true
        case "-traditional", "-traditional-cpp": syntax.isTraditional = true
        case "-include":
            guard let header = takeArgument() else { return false }
            headers.append(
                PreprocessorOptions.Header(path: Path(header), setting: flags.setting, place: flags.place)
            )
        case "", "-E", "-P", "-g", "-pedantic", "-pipe", "-v", "-w": break
        case _ where flag.hasPrefix("-D"):
            guard let text = argument(of: flag), let step = PreprocessorOptions.definition(text) else { return false }
            steps.append(step)
        case _ where flag.hasPrefix("-U"):
            guard let name = argument(of: flag) else { return false }
            steps.append(.undefine(name))
        case _ where flag.hasPrefix("-I") && flag != "-I-":
            guard let folder = argument(of: flag) else { return false }
            folders.append(Path(folder))
        // Warnings don't change the text. `-Wp,` passes flags on.
        case _ where flag.hasPrefix("-W"): return !flag.hasPrefix("-Wp,") && !flag.hasPrefix("-Wl,")
        default: return false
        }
        return true
    }

    private mutating func takeArgument() -> String? {
        guard index < flags.texts.count else { return nil }
        index += 1
        return flags.texts[index - 1]
    }

    /// Returns the rest of the flag after its letter, or the next flag.
    private mutating func argument(of flag: String) -> String? {
        flag.count > 2 ? String(flag.dropFirst(2)) : takeArgument()
    }
}
