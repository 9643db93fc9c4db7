import SchemeModel

extension UnknownMacroReason {
    /// Returns the missing header, the flag or the setting.
    func subject(in origin: ProjectOrigin) -> String {
        switch cause {
        case .missingHeader(let path, _), .missingInclude(let path): shown(path, in: origin)
        case .unknownFlag(let flag): flag
        case .unknownSetting(let name, _): name
        case .unsupported(let construct): construct
        case .tooMuchWork: "INFOPLIST_PREPROCESS"
        }
    }

    /// The setting that would resolve the gap; `nil` if a file is needed.
    var setting: String? {
        switch cause {
        case .missingHeader(_, let setting): setting == PreprocessorOptions.flagsSetting ? nil : setting
        case .unknownFlag: PreprocessorOptions.flagsSetting
        case .unknownSetting(let name, _): name
        case .missingInclude, .tooMuchWork, .unsupported: nil
        }
    }

    var isUnsupported: Bool { if case .unsupported = cause { true } else { false } }

    /// Returns the reason in one clause without a period. It quotes the input, and must be escaped for output.
    func words(in origin: ProjectOrigin) -> String {
        switch cause {
        case .missingHeader(let path, let setting):
            return "the header '\(shown(path, in: origin))' (\(setting)) is missing and may define macros"
        case .missingInclude(let path):
            return "the included header '\(shown(path, in: origin))' is missing and may define macros"
        case .unknownFlag(let flag):
            return "the effect of the flag '\(flag)' in \(PreprocessorOptions.flagsSetting) is not known"
        case .unknownSetting(let name, let cause):
            let reason = cause.map { ": \($0.words(in: origin))" } ?? ""
            return "the value of \(name) is not known\(reason)"
        case .tooMuchWork:
            return "preprocessing takes too much work"
        case .unsupported(let construct):
            return "'\(construct)' is C syntax that schemereg does not support"
        }
    }

    private func shown(_ path: Path, in origin: ProjectOrigin) -> String {
        (path.isAbsolute ? origin.shown(path.normalized) : path).display
    }
}
