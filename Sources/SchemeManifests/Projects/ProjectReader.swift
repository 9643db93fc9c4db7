package import SchemeModel

/// Reads Xcode projects.
///
/// Covers every target of an app, an extension, an App Clip or a watch app, in each of its configurations.
package struct ProjectReader: Sendable {
    /// The version of the reader, which changes whenever the same files produce a different result.
    package static let version = 36

    private let limits: Limits
    private let cache: ProjectCache?

    /// - Parameter cache: The projects that were read before, and to which others are added.
    package init(limits: Limits = .standard, cache: ProjectCache? = nil) {
        self.limits = limits
        self.cache = cache
    }

    /// Reads the manifests of the project at `path`.
    ///
    /// - Parameter path: The path of the .xcodeproj, absolute or below the root of `origin`.
    package func read(
        projectAt path: Path,
        of origin: ProjectOrigin,
        options: ProjectOptions = ProjectOptions(),
        files: any FileAccess
    ) -> ProjectReading {
        let files = ProjectFileSystem(
            files,
            of: origin,
            named: options.settingsFile,
            limit: limits.projectFilesBytes,
            names: limits.comparedNames
        )
        var reading = ProjectReading()
        if let opened = open(path, origin, files, &reading) {
            resolve(opened, origin, options, files, &reading)
        }
        reading.inputs = files.inputs
        return reading
    }

    // MARK: The project file

    /// A project with the details of its file.
    struct LoadedProject: Sendable {
        var project: XcodeProject
        var digest: String
        var format: Manifest.Format
    }

    /// Opens the project at `path`. Reports failures in `reading`.
    func open(_ path: Path, _ origin: ProjectOrigin, _ files: ProjectFileSystem, _ reading: inout ProjectReading)
        -> LoadedProject?
    {
        let file = origin.root.appending(path).normalized.appending("project.pbxproj")
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try files.contents(of: file, limit: limits.projectBytes).bytes
        } catch {
            reading.problems.append(Problem(error, reading: "the project", at: origin.place(file, nil)))
            return nil
        }
        let digest = SHA256.hex(of: bytes)
        guard let cache else { return load(bytes, digest, from: file, origin, &reading).project }
        return cache.project(at: file, digest: digest, size: bytes.count) {
            load(bytes, digest, from: file, origin, &reading)
        }
    }

    /// Returns the project in the `bytes` of the file at the absolute path `file`, and whether it has no problems.
    private func load(
        _ bytes: [UInt8],
        _ digest: String,
        from file: Path,
        _ origin: ProjectOrigin,
        _ reading: inout ProjectReading
    ) -> (project: LoadedProject?, isWhole: Bool) {
        let format = PropertyFormat.sniff(bytes)
        do throws(PropertyListError) {
            let objects = try ProjectObjects(try parse(bytes, format))
            let folder = file.directory
            var reader = XcodeProjectReader(objects, folder: folder.directory, limits: limits)
            let project = reader.project(path: folder, file: file)
            if reader.isOverLimit {
                reading.problems.append(overLimit("references", limits.projectReferences, origin.place(file, nil)))
            }
            return (LoadedProject(project: project, digest: digest, format: format), !reader.isOverLimit)
        } catch {
            switch error {
            case .malformed(let irregularity):
                var malformed = irregularity
                malformed.kind = .malformedProject
                reading.report([malformed], of: file, origin)
            case .overLimit(let what, let limit):
                reading.problems.append(overLimit(what, limit, origin.place(file, nil)))
            }
            return (nil, false)
        }
    }

    /// Returns the files that the build phases of applications seem to run, below the source's root; empty for an unreadable
    /// project.
    ///
    /// - Parameter path: The path of the .xcodeproj, absolute or below the root of `origin`.
    package func filesRunByApps(
        ofProjectAt path: Path,
        of origin: ProjectOrigin,
        files: any FileAccess
    ) -> Set<Path> {
        let files = ProjectFileSystem(files, of: origin, limit: limits.projectFilesBytes)
        var reading = ProjectReading()
        guard let project = open(path, origin, files, &reading)?.project else { return [] }
        let scripts = project.targets.filter { $0.productType?.kind?.isApplication ?? false }.flatMap(\.scripts)
        return Set(scripts.flatMap(\.files).map { origin.shown(project.directory.appending($0).normalized) })
    }

    private func parse(_ bytes: [UInt8], _ format: Manifest.Format) throws(PropertyListError) -> PropertyDocument {
        var limits = limits
        limits.manifestBytes = limits.projectBytes
        limits.textBytes = limits.projectBytes
        limits.objectVisits = limits.projectObjects
        switch format {
        // Old tools write projects as XML. A merge marker in the first line only resembles it.
        case .xml where !bytes.starts(with: "<<<<<<<".utf8):
            return try XMLPropertyReader.read(bytes, wanted: .all, limits: limits)
        case .xml, .openStep:
            return try OpenStepPropertyReader.read(bytes, wanted: .all, limits: limits)
        case .binary, .unknown, .yaml, .json, .swift, .javaScript:
            let cause = format == .binary ? "the file is a binary property list" : PropertyFormat.unknownCause(bytes)
            throw .malformed(Irregularity(.malformed, cause: cause))
        }
    }

    func overLimit(_ what: String, _ limit: Int, _ place: Place) -> Problem {
        Problem(
            code: .overLimit,
            message: "the project has more than \(limit.grouped) \(what); the rest was not read",
            hint: nil,
            place: place
        )
    }

    // MARK: Targets

    func resolve(
        _ opened: LoadedProject,
        _ origin: ProjectOrigin,
        _ options: ProjectOptions,
        _ files: ProjectFileSystem,
        _ reading: inout ProjectReading
    ) {
        let project = opened.project
        let scopes = ProjectScopes(project, origin: origin, options: options, files: files, limits: limits)
        let manifests = ProjectManifests(files: files, origin: origin, limits: limits)
        let resolver = TargetResolver(
            scopes,
            manifests,
            origin: origin,
            options: options,
            digest: opened.digest,
            format: opened.format
        )
        reading.configurations = project.configurationNames
        reading.overrideFiles = scopes.overrideFiles
        summarize(project, origin, &reading)
        var outcomes = ProjectOutcomes(project, resolver)
        let isComplete = outcomes.resolve(limit: limits.projectOutcomes)
        if !isComplete {
            let place = origin.place(project.file, nil)
            let (what, limit) =
                resolver.isOverLimit
                ? ("values in its targets' manifests", limits.projectFacts)
                : ("target configurations", limits.projectOutcomes)
            reading.problems.append(overLimit(what, limit, place))
        }
        reading.manifests = outcomes.manifests(
            of: options.configurations,
            project: origin.shown(project.shownPath)
        )
        reading.infoPlists = Set(resolver.infoPlists.map { origin.shown($0) })
        reading.otherPropertyLists = Set(project.propertyLists.map { origin.shown($0) }).subtracting(reading.infoPlists)
        reading.settlesManifests =
            isComplete && !project.hasExternalTargets && !resolver.mayUseOthers && !project.targets.isEmpty
            && project.generation.map { !$0.isOpen && $0.missing.isEmpty } ?? true
        reading.problems += scopes.problems + manifests.problems + resolver.reports.problems
        for diagnostic in scopes.diagnostics + manifests.diagnostics where diagnostic.isFault {
            resolver.reports.add(malformed: diagnostic.message, at: diagnostic.place ?? origin.place(project.file, nil))
        }
        // Several configurations may write the same path.
        var seen: Set<Path> = []
        let respelled = (scopes.respelled + resolver.reports.respelled).map { $0.shortest { !files.isAbsent($0) } }
            .filter { seen.insert($0.written).inserted }
        let irregularities =
            resolver.reports.irregularities + respelled.map { $0.irregularity(origin, project: project.file) }
        reading.report(irregularities, of: project.file, origin)
    }

    /// Reads only the targets of the project at `path`, and what they need.
    ///
    /// - Parameter path: The path of the .xcodeproj, absolute or below the root of `origin`.
    /// - Returns: `nil` if the project can't be read.
    package func targets(
        ofProjectAt path: Path,
        of origin: ProjectOrigin,
        files: any FileAccess
    ) -> ProjectReading? {
        let files = ProjectFileSystem(files, of: origin, limit: limits.projectFilesBytes)
        var reading = ProjectReading()
        guard let project = open(path, origin, files, &reading)?.project, reading.problems.isEmpty else { return nil }
        summarize(project, origin, &reading)
        return reading
    }

    private func summarize(_ project: XcodeProject, _ origin: ProjectOrigin, _ reading: inout ProjectReading) {
        let apps = TargetRelations(project.targets).apps
        reading.targets = project.targets.indices.map { summary(of: project.targets[$0], apps: apps[$0], origin) }
        reading.file = origin.shown(project.file)
        reading.packages = project.packages.map { origin.shown($0) }
        for (path, range) in project.packageRanges { reading.packageRanges[origin.shown(path)] = range }
        reading.hasRemotePackages = project.hasRemotePackages
        reading.projects = project.projects.map { origin.shown($0) }
    }

    private func summary(
        of target: XcodeProject.Target,
        apps: [Int],
        _ origin: ProjectOrigin
    ) -> ProjectReading.Target {
        ProjectReading.Target(
            name: target.name,
            productType: target.productType,
            sources: target.sources.map { origin.shown($0) },
            folders: target.folders.map { folder in
                ProjectReading.Folder(
                    path: origin.shown(folder.path),
                    excluded: folder.excluded,
                    included: folder.included,
                    patterns: folder.patterns,
                    includedPatterns: folder.includedPatterns,
                    includesVendored: folder.includesVendored
                )
            },
            needs: target.needs,
            apps: apps,
            packageProducts: target.packageProducts,
            needsOthers: target.needsOthers,
            foreignModules: target.foreignModules,
            product: target.product,
            foreignProducts: target.foreignProducts
        )
    }
}

extension SettingDiagnostic {
    /// Whether it makes the file in question invalid. A missing file is reported separately.
    fileprivate var isFault: Bool {
        switch kind {
        case .unexpectedCharacter, .missingEqualsSign, .cyclicInclude, .notText, .invalidDirective,
            .unbalancedDirective,
            .errorDirective:
            true
        default: false
        }
    }
}
