import SchemeManifests
import SchemeModel
import SchemeReports

extension SettingsListing {
    /// Creates a listing of `reading`.
    ///
    /// - Parameters:
    ///   - place: The project or file that was read, for notes without a place of their own.
    ///   - isFile: Whether that is an `.xcconfig` file.
    ///   - root: The folder in which files may be read.
    init(_ reading: SettingsReading, at place: Place, isFile: Bool, root: Path) {
        self.init()
        (target, configuration) = (reading.target, reading.configuration.flatMap { $0.isEmpty ? nil : $0 })
        let words = SettingWords(reading: reading, place: place, isFile: isFile, root: root)
        settings = reading.settings.map(words.setting)
        expressions = reading.expressions.map(words.setting)
        // `https:/$()/host` is the usual way to keep an .xcconfig file from treating a URL as a comment.
        notes = reading.diagnostics.filter { $0.kind != .missingName }.map {
            Note(code: $0.kind.rawValue, message: $0.message, hint: nil, place: $0.place ?? place)
        }
        problems = reading.problems.sorted()
    }
}

/// Words for settings, and for undefined or unknown settings.
private struct SettingWords {
    let reading: SettingsReading
    let place: Place
    let isFile: Bool
    let root: Path

    func setting(_ setting: SettingsReading.Setting) -> SettingsListing.Setting {
        let place = setting.from.last ?? place
        let undefined = setting.undefined.map { name in
            SettingsListing.Note(
                code: Irregularity.Kind.undefinedSetting.rawValue,
                message: isFile ? "the file does not set \(name)" : "nothing sets \(name)",
                hint: hint(forUndefined: name),
                place: place
            )
        }
        let unknown = setting.unknown.map { unknown in
            SettingsListing.Note(
                code: Irregularity.Kind.unknownSetting.rawValue,
                message: "\(unknown.name) is unknown: \(unknown.reason)",
                hint: hint(for: unknown),
                place: place
            )
        }
        return SettingsListing.Setting(
            name: setting.name,
            value: setting.value,
            state: state(of: setting),
            steps: steps(of: setting),
            notes: undefined + unknown
        )
    }

    private func state(of setting: SettingsReading.Setting) -> SettingsListing.State {
        switch setting.state {
        case .defined: .defined
        case .undefined: .undefined
        case .unknown: .unknown
        }
    }

    /// Returns the places, with the values that no file sets in between.
    private func steps(of setting: SettingsReading.Setting) -> [SettingsListing.Step] {
        var steps: [SettingsListing.Step] = []
        var given = setting.given[...]
        for position in 0...setting.from.count {
            while let next = given.first, next.position == position {
                steps.append(
                    next.isFromCall ? .call("\(next.name)=\(next.value)") : .xcode("\(next.name) = \(next.value)")
                )
                given = given.dropFirst()
            }
            if position < setting.from.count { steps.append(.file(setting.from[position])) }
        }
        return steps
    }

    private func hint(forUndefined name: String) -> String {
        if let near = SpellingSuggestion.among(reading.assigned, to: name) { return "did you mean '\(near)'?" }
        let set = "set the value with --set \(name)=VALUE"
        if isFile { return "specify the project that uses the file, or \(set)" }
        return "define it\(reading.target.map { " for the target '\($0)'" } ?? ""), or \(set)"
    }

    private func hint(for unknown: SettingsReading.Unknown) -> String? {
        let set = "set the value with --set \(unknown.name)=VALUE"
        switch unknown.cause {
        case .missingFiles(let files):
            let isOutside = files.contains { file in
                file.path.components.contains { $0.elementsEqual("..".utf8) }
                    || (file.path.isAbsolute && file.path.relative(to: root) == nil)
            }
            let reach = isOutside ? "; files outside \(root.display) are not read" : ""
            return "create the missing \(files.count == 1 ? "file" : "files"), or \(set)\(reach)"
        case .context: return isFile ? "specify the project that uses the file, or \(set)" : set
        case .buildMachine, .undecided: return set
        case .overLimit: return nil
        }
    }
}
