package import SchemeModel

/// The values of build settings, and their origins.
package struct SettingsReading: Sendable, Codable {
    package struct Setting: Hashable, Sendable, Codable {
        package var name: String
        /// The value. Unknown references are kept as in the source.
        package var value: String
        package var state: SettingState
        /// The locations of the assignments behind the value, outermost first.
        package var from: [Place]
        /// The assignments that aren't from a file.
        package var given: [NonFileAssignment]
        /// The undefined settings that it refers to, in order of appearance.
        package var undefined: [String]
        /// The unknown settings that it refers to, in order of appearance.
        package var unknown: [Unknown]
    }

    /// A setting whose value can't be determined.
    package struct Unknown: Hashable, Sendable, Codable {
        package var name: String
        package var cause: UnknownSetting.Cause
        /// The cause in one clause without a period.
        package var reason: String
    }

    /// The target and configuration of the values; `nil` for a settings file alone.
    package var target: String?
    package var configuration: String?
    /// The settings in the requested order, or by name.
    package var settings: [Setting] = []
    /// The expressions in the requested order. The name of each is its text.
    package var expressions: [Setting] = []
    /// All names that files or the command line assign, in byte order.
    package var assigned: [String] = []
    /// The errors and warnings of the build system, with locations.
    package var diagnostics: [SettingDiagnostic] = []
    /// The missing settings files.
    package var missing: [MissingSettingsFile] = []
    /// The irregularities of an unreadable project.
    package var irregularities: [InputIrregularity] = []
    package var problems: [Problem] = []
    /// All relevant files in order of path.
    package var inputs: [ProjectReading.Input] = []

    package init() {}
}

/// Explains the values of build settings.
package struct SettingsReader: Sendable {
    private let limits: Limits

    package init(limits: Limits = .standard) {
        self.limits = limits
    }

    /// Reads the settings of a target of the project at `path`, which is absolute or below the root of `origin`.
    ///
    /// - Throws: ``SettingsQueryError`` when the project has no such target or configuration.
    package func read(
        projectAt path: Path,
        _ question: SettingsQuery,
        of origin: ProjectOrigin,
        options: ProjectOptions = ProjectOptions(),
        files: any FileAccess
    ) throws(SettingsQueryError) -> SettingsReading {
        let files = openFiles(files, origin, options)
        var opening = ProjectReading()
        let opened = ProjectReader(limits: limits).open(path, origin, files, &opening)
        var reading = SettingsReading()
        (reading.irregularities, reading.problems, reading.inputs) = (
            opening.irregularities, opening.problems, files.inputs
        )
        guard let project = opened?.project else { return reading }
        let target = try target(question.target, of: project)
        let configuration = try configuration(question.configuration, of: project, target)
        let scopes = ProjectScopes(project, origin: origin, options: options, files: files, limits: limits)
        let platform = target.flatMap { scopes.platforms($0, configuration).first } ?? BuildPlatform()
        let scope = scopes.scope(target, configuration, platform)
        (reading.target, reading.configuration) = (target?.name, configuration)
        add(scopes.diagnostics, to: &reading, origin)
        answer(question, scope, &reading, origin, askedAt: origin.place(project.file, nil))
        reading.problems += scopes.problems
        reading.inputs = files.inputs
        return reading
    }

    /// Reads the settings of the .xcconfig file alone at `path`, which is absolute or below the root of `origin`.
    package func read(
        settingsFileAt path: Path,
        _ question: SettingsQuery,
        of origin: ProjectOrigin,
        options: ProjectOptions = ProjectOptions(),
        files: any FileAccess
    ) -> SettingsReading {
        let files = openFiles(files, origin, options)
        let reader = XCConfigReader(files: files, limits: limits, placing: { origin.place($0, $1) })
        let path = origin.root.appending(path).normalized
        let file = reader.read(path)
        var readings = [file]
        var overrides: [SettingLevel] = []
        if let over = options.settingsFile {
            let override = reader.read(over)
            readings.append(override)
            overrides.append(override.level(.commandLineFile))
        }
        let given = options.settings.compactMap { SettingAssignment(key: $0.key, value: $0.value) }
        overrides.append(SettingLevel(.commandLine, given))
        var context = BuildContext()
        (context.target, context.configuration) = (question.target, question.configuration)
        let scope = context.scope(
            project: [file.level(.projectFile)],
            target: [],
            overrides: overrides,
            limits: limits
        )
        var reading = SettingsReading()
        (reading.target, reading.configuration) = (question.target, question.configuration)
        add(readings.flatMap(\.diagnostics), to: &reading, origin)
        answer(question, scope, &reading, origin, askedAt: origin.place(path, nil))
        reading.problems += readings.flatMap(\.problems)
        reading.inputs = files.inputs
        return reading
    }

    private func openFiles(_ files: any FileAccess, _ origin: ProjectOrigin, _ options: ProjectOptions)
        -> ProjectFileSystem
    {
        ProjectFileSystem(
            files,
            of: origin,
            named: options.settingsFile,
            limit: limits.projectFilesBytes
        )
    }

    private func target(
        _ name: String?,
        of project: XcodeProject
    ) throws(SettingsQueryError) -> XcodeProject.Target? {
        guard let name else {
            return project.targets.first { $0.productType?.kind == .application } ?? project.targets.first
        }
        if let target = project.targets.first(where: { ByteString($0.name) == ByteString(name) }) { return target }
        throw .unknownTarget(name, known: project.targets.map(\.name))
    }

    private func configuration(
        _ name: String?,
        of project: XcodeProject,
        _ target: XcodeProject.Target?
    ) throws(SettingsQueryError) -> String {
        let own = project.configurations.all.isEmpty ? target?.configurations : project.configurations
        let list = own ?? XcodeProject.ConfigurationList()
        guard let name else { return list.configuration(list.defaultName ?? "", otherwise: nil)?.name ?? "" }
        let known = target.map(project.configurationNames) ?? project.configurationNames
        if known.contains(where: { ByteString($0) == ByteString(name) }) { return name }
        throw .unknownConfiguration(name, known: known)
    }

    private func answer(
        _ question: SettingsQuery,
        _ scope: SettingScope,
        _ reading: inout SettingsReading,
        _ origin: ProjectOrigin,
        askedAt place: Place
    ) {
        reading.assigned = scope.assignedNames
        let isOpen = question.names.isEmpty && question.expressions.isEmpty
        // A short text can expand to a long one, so the result is limited.
        var room = limits.textBytes
        for name in isOpen ? reading.assigned : question.names where room > 0 {
            let result = scope.evaluate(name)
            let setting = SettingsReading.Setting(name, result, origin)
            room -= setting.weight
            if room > 0 { reading.settings.append(setting) }
            add(result.diagnostics, to: &reading, origin)
        }
        for text in question.expressions where room > 0 {
            let result = scope.evaluate(text: text)
            let expression = SettingsReading.Setting(text, result, origin)
            room -= expression.weight
            if room > 0 { reading.expressions.append(expression) }
            add(result.diagnostics, to: &reading, origin)
        }
        if room <= 0 {
            reading.problems.append(
                Problem(
                    code: .overLimit,
                    message: "the values and their locations take more than \(limits.textBytes.grouped) bytes; "
                        + "the rest is omitted",
                    hint: "specify the settings that you need",
                    place: place
                )
            )
        }
        for file in scope.levels.flatMap(\.missing) where !reading.missing.contains(file) {
            reading.missing.append(file)
        }
    }

    private func add(
        _ diagnostics: [SettingDiagnostic],
        to reading: inout SettingsReading,
        _ origin: ProjectOrigin
    ) {
        for var diagnostic in diagnostics where reading.diagnostics.count < limits.irregularities {
            // A file that a project names is identified by its absolute path.
            if diagnostic.kind == .missingInclude, let path = diagnostic.subject {
                diagnostic.subject = origin.shown(settingsFile: Path(path)).display
            }
            if !reading.diagnostics.contains(diagnostic) { reading.diagnostics.append(diagnostic) }
        }
    }
}

extension SettingsReading.Setting {
    fileprivate init(_ name: String, _ result: SettingResult<String>, _ origin: ProjectOrigin) {
        self.name = name
        (value, state, from, given) = (result.value, result.state, result.from, result.given)
        undefined = result.undefined
        unknown = result.unknown.map {
            SettingsReading.Unknown(name: $0.name, cause: $0.cause, reason: $0.cause.words(in: origin))
        }
    }

    /// The approximate memory usage in bytes.
    fileprivate var weight: Int {
        let facts = from.count + given.count + undefined.count + unknown.count
        return 256 * (1 + facts) + value.utf8.count + unknown.reduce(0) { $0 + $1.reason.utf8.count }
    }
}
