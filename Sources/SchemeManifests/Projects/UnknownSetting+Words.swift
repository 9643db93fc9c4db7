import SchemeModel

extension UnknownSetting.Cause {
    /// Returns the reason in one clause without a period. It quotes the input, and must be escaped for output.
    func words(in origin: ProjectOrigin) -> String {
        switch self {
        case .missingFiles(let all):
            let encrypted = all.filter(\.isEncrypted)
            let files = encrypted.isEmpty ? all : encrypted
            let state = encrypted.isEmpty ? "missing" : "encrypted"
            let names = files.map { "'\(origin.shown(settingsFile: $0.path).display)'" }.inWords(atMost: 3)
            return "\(names) may define it, but \(files.count > 1 ? "are" : "is") \(state)"
        case .buildMachine: return "its value depends on the build machine"
        case .undecided: return "its value is set when the project is generated"
        case .context: return "it depends on the project or target, which is not given"
        case .overLimit: return "its value is too complex to evaluate"
        }
    }
}

extension UnknownSetting.Cause {
    /// What would make the value known, for ``Irregularity/found``; `nil` if only the user can set it.
    var missing: String? {
        switch self {
        case .missingFiles(let files) where files.contains(where: \.isEncrypted): "encrypted file"
        case .missingFiles(let files): files.count == 1 ? "missing file" : "missing files"
        case .undecided: "generated project"
        case .buildMachine, .context, .overLimit: nil
        }
    }
}

extension ProjectOrigin {
    /// Returns the path of a settings file as in readings: unchanged if relative, or below the root.
    func shown(settingsFile path: Path) -> Path { path.isAbsolute ? shown(path.normalized) : path }
}
