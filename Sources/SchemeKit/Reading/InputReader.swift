import Foundation
import SchemeLinks
package import SchemeManifests
package import SchemeModel

/// Reads one candidate after another, on any thread.
package struct InputReader: Sendable {
    /// Changes whenever the same files give another reading, so that what was read before is read again.
    package static let version =
        ManifestReader.version + 100 * ProjectReader.version + 10_000 * XcodeGenReader.version
        + 1_000_000 * ExpoReader.version + 100_000_000 * PackageManifestReader.version
        + 10_000_000_000 * ArchiveReader.version
        + 1_000_000_000_000 * LinkSources.version

    /// What looking at one candidate gave.
    package struct Look: Sendable {
        /// What the registry and the index get; `nil` for what is passed over.
        package var reading: InputReading?
        /// What kept the tool from looking, or from taking everything.
        package var problems: [Problem] = []
        /// What a file says that a project is generated from.
        package var generated: ProjectReading?
        /// What it refers to.
        var referred = Referred()
        /// The path of the candidate.
        var path: Path?
        /// Whether it stands alone, whatever projects say: the call names it, or it lies in a built app.
        var isOnItsOwn = false
        /// The configurations of the project that it is, whether the call asks for them or not.
        package var configurations: [String] = []

        /// What a workspace refers to, by paths below the source's root and in its order.
        struct Referred: Sendable {
            var projects: [Path] = []
            /// The folders of projects that lack the project itself.
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
    private let known: [Path: KnownInput]
    private let containers = ContainerCache()
    /// What is known of packages and workspaces, which several projects use.
    let modules: LocalModules

    /// A reader for one source.
    ///
    /// - Parameters:
    ///   - options: what the call says about projects and, by real path, about the bundle identifiers of manifests.
    ///   - exclusions: what the call leaves out.
    ///   - known: by path below the source's root, what is known of inputs; one that is as it was is not opened.
    package init(
        source: Source,
        context: Context,
        limits: Limits = .standard,
        options: ProjectOptions = ProjectOptions(),
        exclusions: [Exclusion] = [],
        known: [Path: KnownInput] = [:]
    ) {
        self.source = source
        self.context = context
        self.limits = limits
        self.options = options
        self.exclusions = exclusions
        self.known = known
        modules = LocalModules(of: source, files: context.files, limits: limits)
    }

    /// Looks at `candidate`.
    package func look(at candidate: Candidate) -> Look {
        var look = freshLook(at: candidate)
        look.path = candidate.path
        look.isOnItsOwn = candidate.isNamed || candidate.bundle != nil
        return look
    }

    private func freshLook(at candidate: Candidate) -> Look {
        // Workspaces and generators' files are small, and only reading them tells which projects are meant.
        if candidate.kind != .workspace, candidate.kind != .generator, let known = known[candidate.inputPath],
            isUnchanged(candidate, since: known)
        {
            return Look(
                reading: InputReading(
                    path: candidate.inputPath,
                    outcome: .unchanged,
                    dependencies: known.dependencies
                )
            )
        }
        return switch candidate.kind {
        case .manifest: lookAtManifest(candidate)
        case .project: lookAtProject(candidate)
        case .workspace: lookAtWorkspace(candidate)
        case .archive: lookAtArchive(candidate)
        case .generator: lookAtGenerator(candidate)
        case .code: lookAtCode(candidate)
        }
    }

    /// What reads the code of projects and folders.
    var codeReader: CodeReader {
        CodeReader(source: source, files: context.files, exclusions: exclusions, limits: limits, modules: modules)
    }

    /// The path to open.
    func absolute(_ path: Path) -> Path { source.root.appending(path) }

    /// What a look gives that did not get as far as the bytes: what is known of the input stays.
    func unreadable(_ candidate: Candidate, _ problems: [Problem]) -> Look {
        Look(reading: InputReading(path: candidate.inputPath, outcome: .unreadable), problems: problems)
    }

    func lookAtManifest(_ candidate: Candidate) -> Look {
        if let problem = Problem(ofPart: candidate.path, in: source.name) { return unreadable(candidate, [problem]) }
        let contents: FileContents
        do throws(FileError) {
            contents = try read(candidate)
        } catch {
            let wanted: FileKind = source.kind == .standardInput ? .other : .regular
            return unreadable(candidate, [Problem(error, of: candidate.path, in: source.name, wanted: wanted)])
        }
        var reading = ManifestReader(limits: limits).read(
            contents.bytes,
            origin: Place(source: source.name, path: candidate.path),
            context: ManifestContext(
                isNamed: candidate.isNamed,
                bundleIdentifierOverride: options.bundleIdentifiers[absolute(candidate.path)],
                container: container(of: candidate),
                isInBuiltBundle: candidate.bundle != nil
            )
        )
        // An input that is beyond a limit was not looked at: what is known of it stays.
        guard !reading.manifests.isEmpty || reading.problems.isEmpty else {
            return unreadable(candidate, reading.problems)
        }
        if candidate.bundle != nil { addEntitlements(to: &reading, of: candidate) }
        let dependencies = addCompanions(to: &reading, of: candidate)
        return Look(
            reading: InputReading(
                path: candidate.path,
                outcome: .read(
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

    /// Adds what a file beside the manifest says of its app, where that could help, and gives that file, also when it is
    /// not there.
    private func addCompanions(to reading: inout ManifestReading, of candidate: Candidate) -> [InputDependency] {
        guard source.kind != .standardInput,
            let index = reading.manifests.firstIndex(where: CompanionReader.mayHelp)
        else { return [] }
        let path = candidate.path.directory.belowRoot.appending(CompanionReader.fileName)
        // It is no input of its own: what keeps it from being read keeps nothing from being known.
        guard let file = try? context.files.contents(of: absolute(path), limit: limits.manifestBytes) else {
            return [InputDependency(path: path, stamp: nil, digest: nil)]
        }
        let place = Place(source: source.name, path: path)
        reading.manifests[index].companions = CompanionReader(limits: limits).companions(in: file.bytes, at: place)
        return [InputDependency(path: path, stamp: file.stamp, digest: SHA256.hex(of: file.bytes))]
    }

    /// Adds what the app in a folder is signed with.
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
                reading.manifests[index].entitlements = built.names
            } catch {
                let file = bundle.folder.relative(to: source.root) ?? bundle.folder
                reading.problems.append(Problem(error, of: file, in: source.name))
            }
        }
    }

    /// The app that the outermost bundle around `candidate` is.
    private func container(of candidate: Candidate) -> AppID? {
        guard let path = candidate.bundle?.manifest, path != candidate.path else { return nil }
        return containers.app(at: path) {
            // The bundle's own manifest is a candidate too; what is wrong with it is said there.
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
    private func isUnchanged(_ candidate: Candidate, since known: KnownInput) -> Bool {
        func isSame(_ path: Path, _ stamp: FileStamp?) -> Bool {
            // What cannot be looked at now and could not then is the same.
            let path = absolute(path)
            if let now = try? context.files.stamp(of: path) { return now == stamp }
            return (try? CodeFolder(path, in: context.files).stamp) == stamp
        }
        return known.readerVersion == Self.version && known.stamp.isReliable && saysAll(ofReading: candidate)
            && (candidate.kind == .code || isSame(candidate.inputPath, known.stamp))
            && known.dependencies.allSatisfy { isSame($0.path, $0.stamp) }
            && !known.dependencies.contains { file in exclusions.contains { $0.matches(file.path) } }
            && candidate.generated.isEmpty == !known.dependencies.contains {
                Candidate.isGenerator(ofProjects: $0.path.lastComponent)
            }
    }

    /// Whether a reading of `candidate` follows from its bytes, and those of the files that it depends on, alone: not
    /// from what the call says, nor from the app around it.
    private func saysAll(ofReading candidate: Candidate) -> Bool {
        if candidate.kind == .project || candidate.kind == .generator { return options == ProjectOptions() }
        if candidate.kind == .code { return true }
        return !candidate.isNamed && candidate.bundle == nil
            && options.bundleIdentifiers[absolute(candidate.path)] == nil
    }

    /// The stamp, made unreliable where more than the bytes counted, and where a file changed so lately that it may
    /// change again without a new time.
    func reliable(_ stamp: FileStamp, of candidate: Candidate, dependencies: [InputDependency] = []) -> FileStamp {
        let settled = (context.now() - 2) * 1_000_000_000
        let changes = [stamp.changed] + dependencies.compactMap { $0.stamp?.changed }
        var stamp = stamp
        if !saysAll(ofReading: candidate) || changes.contains(where: { $0 >= settled }) { stamp.changed = 0 }
        return stamp
    }
}

extension Manifest {
    /// Whether anything follows from what the product is signed with.
    var mayNeedEntitlements: Bool { kind.isApplication && !urlTypes.isEmpty }
}

/// The apps of bundles that were met, so that the manifest of a bundle is read once for all that lies inside it.
private final class ContainerCache: @unchecked Sendable {
    private let lock = NSLock()
    private var apps: [Path: AppID?] = [:]

    func app(at path: Path, read: () -> AppID?) -> AppID? {
        lock.lock()
        defer { lock.unlock() }
        if let app = apps[path] { return app }
        let app = read()
        apps[path] = .some(app)
        return app
    }
}

extension Problem {
    /// What to name in place of a file that only says something about a product; `nil` for any other file.
    fileprivate init?(ofPart path: Path, in source: String) {
        let (what, hint): (String, String)
        if path.hasExtension("entitlements") {
            (what, hint) = ("entitlements", "name the project that signs with them, or the signed app")
        } else if path.hasExtension("xcconfig") {
            (what, hint) = (
                "build settings", "name the project that uses them; 'schemereg settings FILE' shows what they are"
            )
        } else {
            return nil
        }
        self.init(
            code: .notAManifest,
            message: "\(what) declare no schemes by themselves",
            hint: hint,
            place: Place(source: source, path: path)
        )
    }
}
