import SchemeModel

/// The SDK and platform that a product is built for.
struct BuildPlatform: Hashable, Sendable {
    /// The SDK; `nil` if it is unknown.
    var sdk: SDKPlatform?
    var isCatalyst = false

    /// The platform that its apps run on.
    var platform: PlatformSet {
        switch sdk {
        case .iphoneos: .iOS
        case .macosx, .driverkit: .macOS
        case .appletvos: .tvOS
        case .watchos: .watchOS
        case .xros: .visionOS
        case nil: []
        }
    }
}

/// Creates the scopes of a project's targets. Reads each file and each table of settings once.
final class ProjectScopes {
    let project: XcodeProject
    let limits: Limits
    private let origin: ProjectOrigin
    private let options: ProjectOptions
    private let files: ProjectFileSystem
    private let budget: SettingBudget
    private var readings: [Path: XCConfigReader.Reading] = [:]
    private var levels: [LevelKey: [SettingLevel]] = [:]
    private let overrides: [SettingLevel]
    private let settingsFiles: SettingsFileSearch
    private var assignments = 0
    /// The values with references, by location.
    private var references: [Place: String] = [:]

    /// The missing optional settings file that may replace an assignment, by location.
    private var replaceable: [Place: Path] = [:]
    /// The maximum number of missing optional files of one settings file to consider.
    private static let optionalFiles = 16

    /// The errors in the settings files, in the order of reading.
    private(set) var diagnostics: [SettingDiagnostic] = []
    /// The absolute paths of the settings file of the options and of the files that it includes, even missing ones.
    private(set) var overrideFiles: Set<Path> = []
    private(set) var problems: [Problem] = []
    /// Settings files whose names have different capitalization in the project.
    private(set) var respelled: [PathCaseMismatch] = []

    private struct LevelKey: Hashable {
        var configuration: ByteString
        var isTarget: Bool
    }

    init(
        _ project: XcodeProject,
        origin: ProjectOrigin,
        options: ProjectOptions,
        files: ProjectFileSystem,
        limits: Limits
    ) {
        self.project = project
        self.origin = origin
        self.options = options
        self.files = files
        self.limits = limits
        budget = SettingBudget(limits: limits)
        settingsFiles = SettingsFileSearch(files, below: origin.root, limits: limits)
        var overrides: [SettingLevel] = []
        if let path = options.settingsFile {
            let reading = Self.reader(project, origin, files, limits).read(path)
            diagnostics += reading.diagnostics
            problems += reading.problems
            overrideFiles = reading.tried
            overrides.append(reading.level(.commandLineFile))
        }
        if !options.settings.isEmpty {
            let assignments = options.settings.compactMap { SettingAssignment(key: $0.key, value: $0.value) }
            overrides.append(SettingLevel(.commandLine, assignments))
        }
        self.overrides = overrides
    }

    private static func reader(
        _ project: XcodeProject,
        _ origin: ProjectOrigin,
        _ files: ProjectFileSystem,
        _ limits: Limits
    ) -> XCConfigReader {
        XCConfigReader(
            files: files,
            limits: limits,
            searchFolders: [project.directory],
            template: files.template,
            placing: { origin.place($0, $1) }
        )
    }

    // MARK: Scopes

    /// Returns the scope of a target in the configuration `name`, or of the project alone if `target` is `nil`.
    func scope(_ target: XcodeProject.Target?, _ name: String, _ platform: BuildPlatform) -> SettingScope {
        var context = BuildContext()
        context.projectName = project.name
        context.projectFile = project.path.display
        context.projectDirectory = project.directory.display
        context.developmentRegion = project.developmentRegion
        context.target = target?.name
        context.productType = target?.productType?.identifier
        context.configuration = name
        context.platform = platform.sdk
        context.isCatalyst = platform.isCatalyst
        let fallback = project.configurations.defaultName
        let (own, ofTarget) = (project.configurations, target?.configurations)
        let scope = context.scope(
            project: own.configuration(name, otherwise: fallback).map { levels(of: $0, isTarget: false) } ?? [],
            target: ofTarget?.configuration(name, otherwise: fallback).map { levels(of: $0, isTarget: true) } ?? [],
            overrides: overrides,
            limits: limits,
            budget: budget
        )
        guard platform.isCatalyst, scope.isTrue("DERIVE_MACCATALYST_PRODUCT_BUNDLE_IDENTIFIER") else { return scope }
        let name = "PRODUCT_BUNDLE_IDENTIFIER"
        let identifier = scope.evaluate(name).value
        guard !identifier.isEmpty, !identifier.hasPrefix("maccatalyst.") else { return scope }
        let derived = SettingAssignment(ByteString(name), value: "maccatalyst.$(inherited)")
        return scope.adding(SettingLevel(.builtIn, [derived]))
    }

    private func levels(of configuration: XcodeProject.Configuration, isTarget: Bool) -> [SettingLevel] {
        let key = LevelKey(configuration: configuration.id, isTarget: isTarget)
        if let known = levels[key] { return known }
        var made: [SettingLevel] = []
        if let base = configuration.base {
            made.append(level(of: base, isTarget ? .targetFile : .projectFile))
        }
        let own = SettingLevel(
            isTarget ? .target : .project,
            buildSettings: configuration.settings.map {
                ($0.key, $0.value, origin.place($0.file ?? project.file, $0.range))
            },
            missing: isTarget ? [] : project.generation?.missing ?? [],
            undecided: isTarget ? [] : project.generation?.undecided ?? [],
            isOpen: !isTarget && project.generation?.isOpen ?? false,
            unread: configuration.unread
        )
        remember(own.assignments)
        made.append(own)
        levels[key] = made
        return made
    }

    private func level(of base: XcodeProject.Configuration.Base, _ kind: SettingLevel.Kind) -> SettingLevel {
        let place = origin.place(base.file ?? project.file, base.range)
        guard let path = base.path else {
            return SettingLevel(kind, [], missing: [MissingSettingsFile(path: Path(base.written), place: place)])
        }
        if readings[path] == nil {
            var reading = Self.reader(project, origin, files, limits).read(path, wantedAt: place)
            diagnostics += reading.diagnostics
            problems += reading.problems
            respelled += reading.respelled
            assignments += reading.assignments.count
            if assignments > limits.projectAssignments {
                // The dropped part might have defined any setting.
                reading.assignments = []
                reading.missing = [MissingSettingsFile(path: path, place: place)]
                reportTooMany(at: place)
            }
            remember(reading.assignments)
            noteOverrides(in: reading)
            readings[path] = reading
        }
        guard let reading = readings[path] else { return SettingLevel(kind, []) }
        // If the file itself is missing, each line that refers to it has its own location.
        let missing = reading.missing.map { file in
            guard file.path == path else { return file }
            return MissingSettingsFile(
                path: origin.shown(path),
                place: place,
                template: file.template,
                isEncrypted: file.isEncrypted
            )
        }
        let defined = reading.missing.flatMap(\.definedByPath)
        let absent = Array(reading.absent.prefix(Self.optionalFiles))
        return SettingLevel(kind, defined + reading.assignments, missing: missing, absent: absent)
    }

    private func remember(_ assignments: [SettingAssignment]) {
        for assignment in assignments where assignment.value.utf8.contains(UInt8(ascii: "$")) {
            if let place = assignment.place { references[place] = assignment.value }
        }
    }

    /// Returns the first of `places` whose assignment refers to the setting `name`, or `nil`.
    func place(ofReferenceTo name: String, in places: [Place]) -> Place? {
        places.first { place in references[place].map { Self.refers($0, to: name) } ?? false }
    }

    /// Returns the missing optional settings file that may replace the value of an assignment at one of `places`; `nil` if
    /// there is none.
    func absentOverride(of places: [Place]) -> Path? { places.lazy.compactMap { self.replaceable[$0] }.first }

    /// Records which assignments an optional file may replace, which is missing.
    private func noteOverrides(in reading: XCConfigReader.Reading) {
        let absent = reading.absent.prefix(Self.optionalFiles)
        guard !absent.isEmpty else { return }
        for assignment in reading.assignments {
            guard let assigned = assignment.place else { continue }
            let file = absent.first { file in
                guard file.mayDefine(assignment.name) else { return false }
                // An assignment after the include wins.
                guard let place = file.place, place.path == assigned.path else { return true }
                return (place.range?.byteOffset ?? 0) > (assigned.range?.byteOffset ?? 0)
            }
            if let file { replaceable[assigned] = file.path }
        }
    }

    /// Returns where a path is written: the first of `places` whose text is more than a reference to another setting.
    ///
    /// - Parameter places: The assignments behind the path, outermost first.
    func place(ofPathFrom places: [Place]) -> Place? {
        places.first { place in !(references[place].map(Self.isOnlyReference) ?? false) } ?? places.first
    }

    /// Returns whether `text` is one reference: `$(WALLET_PLIST)`.
    private static func isOnlyReference(_ text: String) -> Bool {
        let pairs: [(start: String, end: Character)] = [("$(", ")"), ("${", "}")]
        return pairs.contains { text.hasPrefix($0.start) && text.firstIndex(of: $0.end) == text.indices.last }
    }

    /// Returns another settings file of the source that defines `unknown`, whose own file is missing, for a target.
    func settingsFile(defining unknown: UnknownSetting, for target: String) -> Path? {
        guard case .missingFiles(let missing) = unknown.cause, missing.count == 1, let file = missing.first,
            !file.isEncrypted, file.template == nil
        else { return nil }
        return settingsFiles.file(defining: ByteString(unknown.name), for: target, insteadOf: file.path)
            .map { origin.shown($0) }
    }

    /// Returns whether `text` contains a reference to the setting `name`.
    static func refers(_ text: String, to name: String) -> Bool {
        ["$(\(name)", "${\(name)", "$[\(name)", "$\(name)"].contains { text.contains($0) }
    }

    private func reportTooMany(at place: Place) {
        guard !problems.contains(where: { $0.code == .overLimit && $0.place.path == origin.shown(project.file) }) else {
            return
        }
        problems.append(
            Problem(
                code: .overLimit,
                message: "the project's settings files have more than \(limits.projectAssignments.grouped) "
                    + "assignments; the rest counts as unknown",
                hint: nil,
                place: place
            )
        )
    }

    // MARK: Platforms

    /// Returns the platforms of a target in the configuration `name`, starting with the project's SDK.
    func platforms(_ target: XcodeProject.Target, _ name: String) -> [BuildPlatform] {
        let general = scope(target, name, BuildPlatform())
        let root = general.evaluate("SDKROOT")
        let first =
            target.productType?.onlySDK ?? SDKPlatform(sdk: root.value)
            ?? (root.state == .unknown ? evidence(general) : nil)
        let asked = general.evaluateList("SUPPORTED_PLATFORMS")
        guard let first else {
            let supported = asked.state == .defined ? Self.devices(asked.value) : []
            if !supported.isEmpty { return platforms(supported, scope(target, name, BuildPlatform(sdk: supported[0]))) }
            // Without an SDKROOT, Xcode builds for macOS.
            return [BuildPlatform(sdk: root.state == .unknown ? nil : .macosx)]
        }
        if target.productType?.onlySDK != nil { return [BuildPlatform(sdk: first)] }
        let own = scope(target, name, BuildPlatform(sdk: first))
        var devices = [first]
        let supported = own.evaluateList("SUPPORTED_PLATFORMS")
        if supported.state == .defined {
            let named = Self.devices(supported.value)
            // If the platforms are named, SDKROOT only determines the first one.
            devices = named.contains(first) ? devices + named.filter { $0 != first } : named.isEmpty ? devices : named
        }
        return platforms(devices, own)
    }

    /// Returns the devices, and the Mac if it runs the iOS edition.
    private func platforms(_ devices: [SDKPlatform], _ scope: SettingScope) -> [BuildPlatform] {
        var platforms = devices.map { BuildPlatform(sdk: $0) }
        if devices.contains(.iphoneos), !devices.contains(.macosx), scope.isTrue("SUPPORTS_MACCATALYST") {
            platforms.append(BuildPlatform(sdk: .macosx, isCatalyst: true))
        }
        return platforms
    }

    private static func devices(_ names: [String]) -> [SDKPlatform] {
        var found: [SDKPlatform] = []
        for sdk in names.compactMap({ SDKPlatform(sdk: $0) }) where sdk != .driverkit && !found.contains(sdk) {
            found.append(sdk)
        }
        return found
    }

    /// Returns the SDK that other settings of a target suggest, if the file that names it is missing.
    private func evidence(_ scope: SettingScope) -> SDKPlatform? {
        let families = Set(scope.evaluate("TARGETED_DEVICE_FAMILY").value.split { $0 == "," || $0 == " " })
        if families.contains("1") || families.contains("2") { return .iphoneos }
        if families == ["3"] { return .appletvos }
        if families == ["4"] { return .watchos }
        if families == ["7"] { return .xros }
        let targets: [SDKPlatform] = [.iphoneos, .macosx, .appletvos, .watchos, .xros].filter {
            scope.isAssigned($0.deploymentTargetSetting)
        }
        return targets.count == 1 ? targets.first : nil
    }
}
