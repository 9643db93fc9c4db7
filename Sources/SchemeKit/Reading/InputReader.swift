import SchemeLinks
package import SchemeManifests
package import SchemeModel
import Synchronization

/// Reads candidates, from any thread.
package struct InputReader: Sendable {
    /// A number that changes with the version of any reader, so that inputs are read again when the same files give
    /// another result.
    package static let version = version(readingCode: true)

    /// Returns the version, which is another one if code isn't read.
    static func version(readingCode readsCode: Bool) -> Int {
        combined(
            [
                ManifestReader.version, ProjectReader.version, ArchiveReader.version,
                readsCode ? CodeIndex.version : 0, AssociationFileReader.version, SourceScripts.version,
            ] + GeneratorReaders.all.map { $0.version }
        )
    }

    /// Returns a positive hash of the numbers in this order.
    static func combined(_ versions: [Int]) -> Int {
        let bytes = versions.flatMap { version in
            stride(from: 0, to: Int.bitWidth, by: 8).map { UInt8(truncatingIfNeeded: version >> $0) }
        }
        return Int(bytes[...].fnv1a >> 1)
    }

    /// The result of reading one candidate.
    package struct CandidateResult: Sendable {
        /// The reading to store; `nil` if the candidate is skipped.
        package var reading: InputReading?
        /// The input as known from an earlier import.
        var previous: PreviousInput?
        /// The problems that prevented reading all of it.
        package var problems: [Problem] = []
        /// Those of them that concern only code.
        var problemsOfCode: [Problem] = []
        /// The project that the file generates, if any.
        package var generated: ProjectReading?
        /// The paths that a workspace refers to.
        var referred = WorkspaceReferences()
        /// The path of the candidate.
        var path: Path?
        /// Whether it is checked even if no project uses it, because the user named it or it is in a built app.
        var isOnItsOwn = false
        /// The names of all configurations, if it is a project.
        package var configurations: [String] = []
        /// The files of `--xcconfig` that a project was read with: see ``ProjectReading/overrideFiles``.
        var overrideFiles: Set<Path> = []

        /// The paths that a workspace refers to, relative to the source's root and in its order.
        struct WorkspaceReferences: Sendable {
            var projects: [Path] = []
            /// Project folders that lack their `project.pbxproj`.
            var absentProjects: [Path] = []
            /// The manifests of packages.
            var packages: [Path] = []
        }
    }

    let source: Source
    let context: Context
    let limits: Limits
    let options: ProjectOptions
    private let exclusions: [Exclusion]
    /// The known inputs by path relative to the source's root; unchanged ones are not opened.
    var known: [Path: PreviousInput] = [:]
    /// The hosts of association files by path relative to the source's root, as options and configurations give them.
    let associationHosts: [Path: [String]]
    private let containers = ContainerCache()
    /// Whether code is read.
    let readsCode: Bool
    private let version: Int
    /// The scripts of the source; `nil` until they are found.
    var scripts: SourceScripts?
    /// The projects of the source that were read.
    let projects = ProjectCache()
    /// A cache of packages and workspaces, which several projects share.
    let modules: LocalModules

    /// Creates a reader for one source.
    ///
    /// - Parameters:
    ///   - options: Options for projects, and bundle identifiers for manifests by real path.
    ///   - exclusions: The patterns to skip.
    ///   - readsCode: Whether the code of projects and folders is read.
    package init(
        source: Source,
        context: Context,
        limits: Limits = .standard,
        options: ProjectOptions = ProjectOptions(),
        exclusions: [Exclusion] = [],
        associationHosts: [Path: [String]] = [:],
        readsCode: Bool = true
    ) {
        self.readsCode = readsCode
        version = readsCode ? Self.version : Self.version(readingCode: false)
        self.associationHosts = associationHosts
        self.source = source
        self.context = context
        self.limits = limits
        self.options = options
        self.exclusions = exclusions
        modules = LocalModules(of: source, files: context.files, limits: limits, projects: projects)
    }

    /// Reads `candidate`.
    package func result(for candidate: Candidate) -> CandidateResult {
        let previous = known[candidate.inputPath]
        var result = freshResult(at: candidate, since: previous)
        result.previous = previous
        result.path = candidate.path
        result.reportExcessOfDomains()
        result.isOnItsOwn = candidate.isNamed || candidate.bundle != nil && !candidate.path.isInLanguageFolder
        return result
    }

    private func freshResult(at candidate: Candidate, since previous: PreviousInput?) -> CandidateResult {
        // Workspaces and generator files are small, and must be read to find their projects. The hosts of association files
        // depend on options.
        if ![.workspace, .generator, .association].contains(candidate.kind), let previous,
            isUnchanged(candidate, since: previous)
        {
            return CandidateResult(
                reading: InputReading(
                    path: candidate.inputPath,
                    status: .unchanged,
                    dependencies: previous.dependencies
                )
            )
        }
        return switch candidate.kind {
        case .manifest: readManifest(candidate)
        case .project: readProject(candidate)
        case .workspace: readWorkspace(candidate)
        case .archive: readArchive(candidate)
        case .generator: readGenerator(candidate)
        case .code: readCode(candidate)
        case .association: readAssociation(candidate)
        }
    }

    /// A reader for the code of projects and folders.
    var codeReader: CodeReader {
        CodeReader(
            source: source,
            files: context.files,
            exclusions: exclusions,
            limits: limits,
            modules: modules,
            analyzer: context.codeAnalyzer
        )
    }

    /// Returns the absolute path to open.
    func absolute(_ path: Path) -> Path { source.root.appending(path) }

    /// Returns the result for an unreadable input: what is known about it stays.
    func unreadable(_ candidate: Candidate, _ problems: [Problem]) -> CandidateResult {
        CandidateResult(reading: InputReading(path: candidate.inputPath, status: .unreadable), problems: problems)
    }

    func readManifest(_ candidate: Candidate) -> CandidateResult {
        if let problem = Problem(ofPart: candidate.path, in: source.name) { return unreadable(candidate, [problem]) }
        let contents: FileContents
        do throws(FileError) {
            contents = try read(candidate)
        } catch {
            let wanted: FileKind = source.kind == .standardInput ? .other : .regular
            return unreadable(candidate, [Problem(error, of: candidate.path, in: source.name, wanted: wanted)])
        }
        let maui = mauiProject(of: candidate)
        var reading = ManifestReader(limits: limits).read(
            contents.bytes,
            origin: Place(source: source.name, path: candidate.path),
            context: ManifestContext(
                isNamed: candidate.isNamed,
                bundleIdentifierOverride: options.bundleIdentifiers[absolute(candidate.path)],
                defaultBundleIdentifier: maui?.applicationID,
                container: container(of: candidate),
                isInBuiltBundle: candidate.bundle != nil
            )
        )
        // An input over a limit wasn't read, so what is known about it stays.
        guard !reading.manifests.isEmpty || reading.problems.isEmpty else {
            return unreadable(candidate, reading.problems)
        }
        if candidate.bundle != nil { addEntitlements(to: &reading, of: candidate) }
        if !reading.manifests.isEmpty { maui?.add(to: &reading.manifests[0]) }
        let dependencies = addCompanions(to: &reading, of: candidate) + inputs(of: maui)
        return CandidateResult(
            reading: InputReading(
                path: candidate.path,
                status: .read(
                    stamp: reliable(contents.stamp, of: candidate, dependencies: dependencies),
                    digest: reading.manifests.first?.digest ?? SHA256.hex(of: contents.bytes),
                    manifests: reading.manifests
                ),
                dependencies: dependencies
            ),
            problems: reading.problems
        )
    }

    private func read(_ candidate: Candidate) throws(FileError) -> FileContents {
        guard source.kind == .standardInput else {
            return try context.files.contents(of: absolute(candidate.path), limit: limits.manifestBytes)
        }
        let bytes = try context.readStandardInput(limits.manifestBytes)
        guard bytes.count <= limits.manifestBytes else { throw .tooLarge(limit: limits.manifestBytes) }
        return FileContents(bytes: bytes, stamp: FileStamp(size: bytes.count, modified: 0, changed: 0, inode: 0))
    }

    /// Adds facts from a file next to the manifest if they could help. Returns that file, even if it doesn't exist.
    private func addCompanions(to reading: inout ManifestReading, of candidate: Candidate) -> [InputDependency] {
        guard source.kind != .standardInput,
            let index = reading.manifests.firstIndex(where: GoogleServiceInfoReader.mayHelp)
        else { return [] }
        let path = candidate.path.directory.belowRoot.appending(GoogleServiceInfoReader.fileName)
        // The companion isn't an input of its own, so errors in reading it are not reported.
        guard let file = try? context.files.contents(of: absolute(path), limit: limits.manifestBytes) else {
            return [InputDependency(path: path, stamp: nil, digest: nil)]
        }
        let place = Place(source: source.name, path: path)
        reading.manifests[index].companions += GoogleServiceInfoReader(limits: limits).companions(
            in: file.bytes,
            at: place
        )
        return [InputDependency(path: path, stamp: file.stamp, digest: SHA256.hex(of: file.bytes))]
    }

    /// Returns the project of a .NET MAUI app around a manifest.
    private func mauiProject(of candidate: Candidate) -> MAUIProject? {
        guard source.kind != .standardInput, MAUIProject.mayDecide(about: absolute(candidate.path)) else { return nil }
        return MAUIProject(around: absolute(candidate.path), context.files, of: origin, limits: limits)
    }

    /// Returns the files that decide about a project.
    private func inputs(of project: MAUIProject?) -> [InputDependency] {
        (project?.inputs ?? []).map { file in
            let path = file.path.relative(to: source.root) ?? file.path
            return InputDependency(path: path, stamp: file.stamp, digest: file.digest)
        }
    }

    /// Adds the entitlements that the app in a folder is signed with.
    private func addEntitlements(to reading: inout ManifestReading, of candidate: Candidate) {
        let path = absolute(candidate.path)
        guard let bundle = BundleLayout([path]).bundles.first else { return }
        for index in reading.manifests.indices where reading.manifests[index].mayNeedEntitlements {
            do throws(FileError) {
                let built = try BuiltEntitlements(
                    of: bundle,
                    executable: reading.executable,
                    in: context.files,
                    limits: limits
                )
                reading.manifests[index].add(built) { file in
                    Place(source: source.name, path: file.relative(to: source.root) ?? file)
                }
            } catch {
                let file = bundle.folder.relative(to: source.root) ?? bundle.folder
                reading.problems.append(Problem(error, of: file, in: source.name))
            }
        }
    }

    /// Returns the app of the outermost bundle around `candidate`.
    private func container(of candidate: Candidate) -> AppID? {
        guard let path = candidate.bundle?.manifest, path != candidate.path else { return nil }
        return containers.app(at: path) {
            // The bundle's own manifest is a candidate as well, and its problems are reported there.
            guard let contents = try? context.files.contents(of: absolute(path), limit: limits.manifestBytes) else {
                return nil
            }
            let reading = ManifestReader(limits: limits).read(
                contents.bytes,
                origin: Place(source: source.name, path: path),
                context: ManifestContext(
                    isNamed: true,
                    bundleIdentifierOverride: options.bundleIdentifiers[absolute(path)],
                    container: nil,
                    isInBuiltBundle: true
                )
            )
            return reading.manifests.first?.app
        }
    }
}

extension InputReader {
    private func isUnchanged(_ candidate: Candidate, since known: PreviousInput) -> Bool {
        known.readerVersion == version && known.stamp.isReliable && isCurrent(ofReading: candidate)
            && (candidate.kind == .code || (candidate.stamp ?? stamp(of: candidate.inputPath)) == known.stamp)
            && known.dependencies.allSatisfy { stamp(of: $0.path) == $0.stamp }
            && !known.dependencies.contains { file in exclusions.contains { $0.matches(file.path) } }
            && candidate.generated.isEmpty == !known.dependencies.contains {
                Candidate.isGenerator(ofProjects: $0.path.lastComponent)
            }
    }

    /// Returns the stamp of the file at `path`, or of the entries of the folder there; `nil` if it is missing or unreadable. An
    /// input that was and is unreadable hasn't changed.
    func stamp(of path: Path) -> FileStamp? {
        let path = absolute(path)
        return (try? context.files.stamp(of: path)) ?? (try? CodeFolder.list(path, in: context.files).stamp)
    }

    /// Returns whether the reading depends only on the bytes of the candidate and its dependencies, not on options or
    /// on the app or the names of files around it.
    private func isCurrent(ofReading candidate: Candidate) -> Bool {
        if candidate.kind == .project || candidate.kind == .generator { return options == ProjectOptions() }
        if candidate.kind == .code { return true }
        guard !candidate.isNamed, candidate.bundle == nil else { return false }
        let path = absolute(candidate.path)
        return options.bundleIdentifiers[path] == nil && !MAUIProject.mayDecide(about: path)
    }

    /// Returns the stamp, marked as unreliable if the reading depends on more than bytes, or if the file changed so
    /// recently that another change might not be visible in its time.
    func reliable(_ stamp: FileStamp, of candidate: Candidate, dependencies: [InputDependency] = []) -> FileStamp {
        let settled = (context.now() - 2) * 1_000_000_000
        let changes = [stamp.changed] + dependencies.compactMap { $0.stamp?.changed }
        var stamp = stamp
        if !isCurrent(ofReading: candidate) || changes.contains(where: { $0 >= settled }) { stamp.changed = 0 }
        return stamp
    }
}

extension InputReader.CandidateResult {
    /// Reports apps with too many associated domains. The input is read again next time.
    fileprivate mutating func reportExcessOfDomains() {
        guard case .read(var stamp, let digest, let manifests) = reading?.status else { return }
        let excess = Set(manifests.compactMap(\.excessOfDomains))
        guard !excess.isEmpty else { return }
        problems += excess.sorted()
        stamp.changed = 0
        reading?.status = .read(stamp: stamp, digest: digest, manifests: manifests)
    }
}

extension Manifest {
    /// Whether the entitlements of the product matter.
    var mayNeedEntitlements: Bool { kind == .application || kind.isApplication && !urlTypes.isEmpty }
}

/// A cache of the apps of bundles, so that a bundle's manifest is read once for everything inside it.
private final class ContainerCache: Sendable {
    private let apps = Mutex<[Path: AppID?]>([:])

    func app(at path: Path, read: () -> AppID?) -> AppID? {
        apps.withLock { apps in
            if let app = apps[path] { return app }
            let app = read()
            apps[path] = .some(app)
            return app
        }
    }
}

extension Problem {
    /// Creates the problem for a file that is only part of a product's configuration; `nil` for any other file.
    fileprivate init?(ofPart path: Path, in source: String) {
        let (what, hint): (String, String)
        if path.hasExtension("entitlements") {
            (what, hint) = ("entitlements", "specify the project that signs with them, or the signed app")
        } else if path.hasExtension("xcconfig") {
            (what, hint) = (
                "build settings", "specify the project that uses them, or run 'schemereg settings FILE'"
            )
        } else if path.hasExtension("json") {
            self.init(
                code: .notAManifest,
                message: "the JSON file does not describe an iOS app",
                hint: "specify an Expo configuration (app.json), an XcodeGen specification or an Info.plist",
                place: Place(source: source, path: path)
            )
            return
        } else {
            return nil
        }
        self.init(
            code: .notAManifest,
            message: "\(what) alone do not declare schemes",
            hint: hint,
            place: Place(source: source, path: path)
        )
    }
}
