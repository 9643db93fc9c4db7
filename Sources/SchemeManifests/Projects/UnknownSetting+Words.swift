import SchemeModel

extension UnknownSetting.Cause {
    /// Why the value cannot be known, in one clause without a full stop. Quotes the input; escaped by whoever prints it.
    func words(in origin: ProjectOrigin) -> String {
        switch self {
        case .missingFiles(let files):
            let names = files.prefix(3).map { "'\(origin.shown(settingsFile: $0.path).display)'" }
                .joined(separator: ", ")
            let rest = files.count > 3 ? " and \(files.count - 3) more" : ""
            let (verb, pronoun) = files.count == 1 ? ("is", "it") : ("are", "they")
            return "\(names)\(rest) \(verb) missing, and \(pronoun) may define it"
        case .buildMachine: return "the machine that builds gives it a value"
        case .undecided: return "it is decided where the project is generated"
        case .context: return "nothing says what is built"
        case .overLimit: return "its value takes more work than is allowed"
        }
    }
}

extension ProjectOrigin {
    /// The path of a file of settings as readings show it: as it is written, or below the root.
    func shown(settingsFile path: Path) -> Path { path.isAbsolute ? shown(path.normalized) : path }
}
