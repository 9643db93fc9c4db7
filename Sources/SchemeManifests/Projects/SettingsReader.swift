package import SchemeModel

/// What a person asks about build settings.
package struct SettingsQuestion: Hashable, Sendable, Codable {
    /// The target; `nil` for the first application, or the first target where none is one.
    package var target: String?
    /// The configuration; `nil` for the project's default.
    package var configuration: String?
    /// The settings; all that files and the call assign when empty.
    package var names: [String]
    /// Texts with references, to be expanded.
    package var expressions: [String]

    package init(
        target: String? = nil,
        configuration: String? = nil,
        names: [String] = [],
        expressions: [String] = []
    ) {
        self.target = target
        self.configuration = configuration
        self.names = names
        self.expressions = expressions
    }
}

/// Why a question about settings has no answer.
package enum SettingsQuestionError: Error, Hashable, Sendable {
    /// The project has no such target; the ones that it has, in its order.
    case unknownTarget(String, known: [String])
    /// The project has no such configuration; the ones that it has, in its order.
    case unknownConfiguration(String, known: [String])
}

/// What build settings are, and where they come from.
package struct SettingsReading: Sendable, Codable {
    package struct Setting: Hashable, Sendable, Codable {
        package var name: String
        /// The value; references to what is unknown stand in it as they are written.
        package var value: String
        package var state: SettingState
        /// The assignments that made the value, outermost first.
        package var from: [Place]
        /// Settings that it refers to and that nothing defines, in order of appearance.
        package var undefined: [String]
        /// Settings that it refers to and whose values are unknown, in order of appearance.
        package var unknown: [UnknownSetting]
    }

    package struct Expression: Hashable, Sendable, Codable {
        package var expression: String
        package var value: String
        package var state: SettingState
        package var from: [Place]
    }

    /// The target and configuration that the values are those of; `nil` for a file of settings alone.
    package var target: String?
    package var configuration: String?
    /// In the order asked for, or by name.
    package var settings: [Setting] = []
    package var expressions: [Expression] = []
    /// What the build system would complain about, with places.
    package var diagnostics: [SettingDiagnostic] = []
    /// Files of settings that are not there.
    package var missing: [MissingSettingsFile] = []
    /// Stands for a project that cannot be read.
    package var carrier: Manifest?
    package var problems: [Problem] = []
}

/// Answers why a build setting is what it is.
package struct SettingsReader: Sendable {
    private let limits: Limits

    package init(limits: Limits = .standard) {
        self.limits = limits
    }

    /// The settings of a target of the project at `path`, absolute or below the root of `origin`.
    ///
    /// - Throws: ``SettingsQuestionError`` when the project has no such target or configuration.
    package func read(
        projectAt path: Path,
        _ question: SettingsQuestion,
        of origin: ProjectOrigin,
        options: ProjectOptions = ProjectOptions(),
        files: any FileAccess
    ) throws(SettingsQuestionError) -> SettingsReading {
        let files = ProjectFiles(files, boundary: origin.boundary, limit: limits.projectFilesBytes)
        var opening = ProjectReading()
        let opened = ProjectReader(limits: limits).open(path, origin, files, &opening)
        var reading = SettingsReading()
        (reading.carrier, reading.problems) = (opening.carrier, opening.problems)
        guard let project = opened?.project else { return reading }
        let target = try target(question.target, of: project)
        let configuration = try configuration(question.configuration, of: project, target)
        let scopes = ProjectScopes(project, origin: origin, options: options, files: files, limits: limits)
        let platform = target.flatMap { scopes.platforms($0, configuration).first } ?? BuildPlatform()
        let scope = scopes.scope(target, configuration, platform)
        (reading.target, reading.configuration) = (target?.name, configuration)
        answer(question, scope, &reading)
        reading.diagnostics = scopes.diagnostics + reading.diagnostics
        reading.problems += scopes.problems
        return reading
    }

    /// The settings of the .xcconfig file at `path`, absolute or below the root of `origin`, by itself.
    package func read(
        settingsFileAt path: Path,
        _ question: SettingsQuestion,
        of origin: ProjectOrigin,
        options: ProjectOptions = ProjectOptions(),
        files: any FileAccess
    ) -> SettingsReading {
        let files = ProjectFiles(files, boundary: origin.boundary, limit: limits.projectFilesBytes)
        let reader = XCConfigReader(files: files, limits: limits, placing: { origin.place($0, $1) })
        let file = reader.read(origin.root.appending(path).normalized)
        let overrides = options.settings.compactMap { SettingAssignment(key: $0.key, value: $0.value) }
        let scope = SettingScope(
            levels: [XcodeSettings.level, file.level(.projectFile), SettingLevel(.commandLine, overrides)],
            bindings: SettingBindings(configuration: question.configuration, target: question.target, platform: nil),
            limits: limits
        )
        var reading = SettingsReading()
        (reading.target, reading.configuration) = (question.target, question.configuration)
        answer(question, scope, &reading)
        reading.diagnostics = file.diagnostics + reading.diagnostics
        reading.problems += file.problems
        return reading
    }

    private func target(
        _ name: String?,
        of project: XcodeProject
    ) throws(SettingsQuestionError) -> XcodeProject.Target? {
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
    ) throws(SettingsQuestionError) -> String {
        let own = project.configurations.all.isEmpty ? target?.configurations : project.configurations
        let list = own ?? XcodeProject.ConfigurationList()
        guard let name else { return list.configuration(list.defaultName ?? "")?.name ?? "" }
        if list.all.contains(where: { ByteString($0.name) == ByteString(name) }) { return name }
        throw .unknownConfiguration(name, known: list.all.map(\.name))
    }

    private func answer(_ question: SettingsQuestion, _ scope: SettingScope, _ reading: inout SettingsReading) {
        let isOpen = question.names.isEmpty && question.expressions.isEmpty
        for name in isOpen ? scope.assignedNames : question.names {
            let result = scope.evaluate(name)
            reading.settings.append(
                SettingsReading.Setting(
                    name: name,
                    value: result.value,
                    state: result.state,
                    from: result.from,
                    undefined: result.undefined,
                    unknown: result.unknown
                )
            )
            add(result.diagnostics, to: &reading)
        }
        for text in question.expressions {
            let result = scope.evaluate(text: text)
            reading.expressions.append(
                SettingsReading.Expression(
                    expression: text,
                    value: result.value,
                    state: result.state,
                    from: result.from
                )
            )
            add(result.diagnostics, to: &reading)
        }
        for file in scope.levels.flatMap(\.missing) where !reading.missing.contains(file) {
            reading.missing.append(file)
        }
    }

    private func add(_ diagnostics: [SettingDiagnostic], to reading: inout SettingsReading) {
        for diagnostic in diagnostics
        where reading.diagnostics.count < limits.irregularities && !reading.diagnostics.contains(diagnostic) {
            reading.diagnostics.append(diagnostic)
        }
    }
}
