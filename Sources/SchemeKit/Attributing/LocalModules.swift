import SchemeManifests
import SchemeModel

/// A cache of the packages, workspaces and frameworks of a source, which several projects share. Safe to use from any
/// thread.
final class LocalModules: Sendable {
    private let source: Source
    private let files: any FileAccess
    private let limits: Limits
    private let spellings: PathSpellings
    /// The projects that were read in this run.
    let projects: ProjectCache
    private let packages = OnceCache<Path, Package>()
    /// The workspaces in each folder.
    private let folders = OnceCache<Path, [Path]>()
    private let workspaces = OnceCache<Path, Workspace>()
    private let frameworks = OnceCache<Path, Frameworks>()
    private let targets = OnceCache<Path, ProjectReading?>()
    /// Whether each folder doesn't exist or is empty.
    private let missing = OnceCache<Path, Bool>()

    /// The manifest of a package.
    struct Package: Sendable {
        /// The manifest; `nil` if it is missing or unreadable.
        var manifest: SwiftPackage?
        /// The names of its targets by module name.
        var modules: [String: String] = [:]
        var dependency: InputDependency
        var problem: Problem?
        /// The actual path, if the written path differs from it in case.
        var respelled: PathCaseMismatch?
        /// The folder relative to the source's root.
        var folder: Path
    }

    /// The projects and packages that a workspace refers to.
    private struct Workspace: Sendable {
        /// The absolute paths, each once.
        var projects: [(path: Path, range: SourceRange)]
        var folders: [(path: Path, range: SourceRange)]
        var dependency: InputDependency
        /// The paths of ``projects``.
        let members: Set<Path>

        init(_ reading: WorkspaceReader.Reading, _ dependency: InputDependency) {
            var seen: Set<Path> = []
            projects = zip(reading.projects, reading.projectRanges).filter { seen.insert($0.0).inserted }
            members = seen
            seen = []
            folders = zip(reading.folders, reading.ranges).filter { seen.insert($0.0).inserted }
            self.dependency = dependency
        }
    }

    /// The names of the frameworks and libraries that a project builds or names.
    private struct Frameworks: Sendable {
        var names: Set<String>
        var dependency: InputDependency
    }

    /// The maximum number of folders around a project in which workspaces are searched.
    private static let mostFolders = 32
    /// The maximum number of projects and packages that the workspaces of a project refer to, and of their references.
    private static let (mostMembers, mostReferences) = (5_000, 50_000)

    /// - Parameter projects: The projects that were read in this run.
    init(of source: Source, files: any FileAccess, limits: Limits, projects: ProjectCache = ProjectCache()) {
        self.source = source
        self.projects = projects
        self.files = files
        self.limits = limits
        spellings = PathSpellings(files, below: source.root)
    }

    private var origin: ProjectOrigin { ProjectOrigin(source: source.name, root: source.root, boundary: source.root) }

    // MARK: Packages

    /// Returns the package in a folder, relative to the source's root.
    func package(in folder: Path) -> Package {
        packages.value(for: folder) { read(packageIn: folder) }
    }

    private func read(packageIn folder: Path) -> Package {
        let path = folder.appending("Package.swift")
        let written = source.root.appending(path).normalized
        var package = Package(
            manifest: nil,
            dependency: InputDependency(path: path, stamp: nil, digest: nil),
            folder: folder
        )
        do throws(FileError) {
            var absolute = written
            if files.isAbsent(written), let actual = spellings.spelling(of: written) {
                absolute = actual
                package.respelled = PathCaseMismatch(written: written, actual: actual, place: nil)
                package.folder = actual.directory.relative(to: source.root) ?? folder
            }
            guard absolute.relative(to: source.root) != nil else { throw .notFound }
            let contents = try files.contents(of: absolute, limit: limits.generatorBytes)
            package.dependency = InputDependency(
                path: package.folder.appending("Package.swift"),
                stamp: contents.stamp,
                digest: SHA256.hex(of: contents.bytes)
            )
            let manifest = SwiftPackage(contents.bytes)
            package.manifest = manifest
            let names = manifest.targets.map { (ModuleName.ofTarget($0.name), $0.name) }
            package.modules = Dictionary(names, uniquingKeysWith: { first, _ in first })
        } catch {
            if !error.isAbsence { package.problem = Problem(error, of: path, in: source.name) }
        }
        return package
    }

    /// Returns whether a folder doesn't exist or is empty, such as a submodule that isn't checked out.
    func isMissing(_ folder: Path) -> Bool {
        missing.value(for: folder) { isUncheckedOut(folder) }
    }

    private func isUncheckedOut(_ folder: Path) -> Bool {
        do throws(FileError) {
            return try files.entries(of: source.root.appending(folder)) { _ in true }.isEmpty
        } catch {
            return error == .notFound
        }
    }

    // MARK: Workspaces

    /// Returns the surroundings of a project: the workspaces next to it or further up, and those named by `candidate`.
    ///
    /// - Parameter project: The path of the `.xcodeproj` relative to the source's root; it need not exist.
    func surroundings(of project: Path, _ candidate: Candidate) -> ProjectSurroundings {
        var surroundings = ProjectSurroundings(of: project, otherPackages: candidate.packages)
        let absolute = source.root.appending(project).normalized
        var references = 0
        var known: Set<Path> = []
        for path in Set(candidate.workspaces + workspaces(around: project)).sorted() {
            let workspace = workspace(at: path)
            surroundings.dependencies.append(workspace.dependency)
            guard workspace.members.contains(absolute) else { continue }
            let file = path.appending("contents.xcworkspacedata")
            references += workspace.folders.count + workspace.projects.count
            guard references <= Self.mostReferences else {
                surroundings.hasTooMany = true
                break
            }
            func add(_ member: Path, range: SourceRange, to paths: WritableKeyPath<ProjectSurroundings, [Path]>) {
                guard let path = member.relative(to: source.root), !surroundings.hasTooMany else { return }
                if known.insert(path).inserted {
                    guard known.count <= Self.mostMembers else { return surroundings.hasTooMany = true }
                    surroundings[keyPath: paths].append(path)
                }
                surroundings.places[path] = Place(source: source.name, path: file, range: range)
            }
            for (folder, range) in workspace.folders { add(folder, range: range, to: \.packages) }
            for (other, range) in workspace.projects where other != absolute {
                add(other, range: range, to: \.projects)
            }
        }
        return surroundings
    }

    private func workspaces(around project: Path) -> [Path] {
        var found: [Path] = []
        var folder = project.directory.belowRoot
        for _ in 0..<Self.mostFolders {
            found += workspaces(in: folder)
            guard !folder.bytes.isEmpty, !folder.isAbsolute else { break }
            folder = folder.directory.belowRoot
        }
        return found
    }

    private func workspaces(in folder: Path) -> [Path] {
        folders.value(for: folder) {
            // A folder that can't be listed has no readable workspaces.
            let entries = try? files.entries(of: source.root.appending(folder)) {
                $0.kind == .directory && $0.name.hasExtension("xcworkspace")
            }
            return (entries ?? []).map { folder.appending($0.name) }
        }
    }

    private func workspace(at path: Path) -> Workspace {
        workspaces.value(for: path) {
            // Problems of the workspace are reported where it is named.
            let reading = WorkspaceReader(limits: limits).read(workspaceAt: path, of: origin, files: files)
            return Workspace(
                reading,
                InputDependency(
                    path: path.appending("contents.xcworkspacedata"),
                    stamp: reading.input?.stamp,
                    digest: reading.input?.digest
                )
            )
        }
    }

    // MARK: Frameworks

    /// Returns the modules of the frameworks and libraries that the project at `path` builds or names, and the file that
    /// lists them. `path` is relative to the source's root.
    func frameworks(ofProjectAt path: Path) -> (names: Set<String>, dependency: InputDependency) {
        let file = path.appending("project.pbxproj")
        let known = frameworks.value(for: file) { read(frameworksIn: file) }
        return (known.names, known.dependency)
    }

    /// Returns the targets of the project at `path`, which is relative to the source's root; `nil` if it can't be read.
    func targets(ofProjectAt path: Path) -> ProjectReading? {
        targets.value(for: path) {
            ProjectReader(limits: limits, cache: projects).targets(ofProjectAt: path, of: origin, files: files)
        }
    }

    private func read(frameworksIn file: Path) -> Frameworks {
        let absolute = source.root.appending(file).normalized
        // Unreadable projects are reported as projects.
        guard absolute.normalized.relative(to: source.root) != nil,
            let contents = try? files.contents(of: absolute, limit: limits.projectBytes)
        else {
            return Frameworks(names: [], dependency: InputDependency(path: file, stamp: nil, digest: nil))
        }
        return Frameworks(
            names: ProductNames.libraries(in: contents.bytes),
            dependency: InputDependency(path: file, stamp: contents.stamp, digest: SHA256.hex(of: contents.bytes))
        )
    }
}

/// What workspaces and the tree around a project add to it.
struct ProjectSurroundings: Sendable {
    /// The path of the project, relative to the source's root; it need not exist.
    let project: Path
    /// The folders named by workspaces, in their order; most contain packages.
    var packages: [Path] = []
    /// The places where workspaces name ``packages`` and ``projects``.
    var places: [Path: Place] = [:]
    /// The folders of other packages in the tree.
    var otherPackages: [Path]
    /// The other projects in the workspaces.
    var projects: [Path] = []
    /// The files of the workspaces.
    var dependencies: [InputDependency] = []
    /// Whether the workspaces refer to so many projects and packages that some were left out.
    var hasTooMany = false

    init(of project: Path, otherPackages: [Path] = []) {
        self.project = project
        self.otherPackages = otherPackages
    }
}

/// Finds the names of products in a project file without parsing it.
enum ProductNames {
    /// Returns the modules of frameworks and static libraries that a project builds, or that other projects build and it
    /// uses. Xcode writes each file on one line.
    static func libraries(in project: [UInt8]) -> Set<String> {
        var names: Set<String> = []
        var text = project[...]
        // Xcode writes all file references in one section, which is a small part of the file.
        if let start = text.firstRange(of: Array("Begin PBXFileReference section".utf8))?.upperBound {
            text = text[start...]
            if let end = text.firstRange(of: Array("End PBXFileReference section".utf8))?.lowerBound {
                text = text[..<end]
            }
        }
        for line in text.split(separator: UInt8(ascii: "\n")) where isLibrary(line) {
            if let name = value(of: "path = ", in: line).flatMap(ModuleName.ofProduct) { names.insert(name) }
        }
        return names
    }

    private static func isLibrary(_ line: ArraySlice<UInt8>) -> Bool {
        guard let type = value(of: "explicitFileType = ", in: line) else { return false }
        return type == "wrapper.framework" || type == "archive.ar" || type == "wrapper.framework.static"
    }

    private static func value(of key: StaticString, in line: ArraySlice<UInt8>) -> String? {
        key.withUTF8Buffer { key in
            guard line.count <= 4096, let start = line.firstRange(of: Array(key))?.upperBound,
                let end = line[start...].firstIndex(of: UInt8(ascii: ";"))
            else { return nil }
            return String(decoding: line[start..<end], as: UTF8.self).replacing("\"", with: "")
        }
    }
}
