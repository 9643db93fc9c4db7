import SchemeModel

extension UnknownSetting.Cause {
    /// Returns the reason in one clause without a period. It quotes the input, and must be escaped for output.
    func words(in origin: ProjectOrigin) -> String {
        switch self {
        case .missingFiles(let files):
            let names = files.prefix(3).map { "'\(origin.shown(settingsFile: $0.path).display)'" }
                .joined(separator: ", ")
            let rest = files.count > 3 ? " and \(files.count - 3) more" : ""
            let verb = files.count == 1 ? "is" : "are"
            return "\(names)\(rest) \(verb) missing and may define it"
        case .buildMachine: return "its value depends on the build machine"
        case .undecided: return "its value is set when the project is generated"
        case .context: return "it depends on the project or target, which is not given"
        case .overLimit: return "its value is too complex to evaluate"
        }
    }
}

extension ProjectOrigin {
    /// Returns the path of a settings file as in readings: unchanged if relative, or below the root.
    func shown(settingsFile path: Path) -> Path { path.isAbsolute ? shown(path.normalized) : path }
}
