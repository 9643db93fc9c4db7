import SchemeManifests
import SchemeModel
internal import Synchronization

/// What is known of the packages, workspaces and frameworks of a source, which several projects share. May be asked from
/// any thread.
final class LocalModules: Sendable {
    private let source: Source
    private let files: any FileAccess
    private let limits: Limits
    private let spellings: PathSpellings
    private let state = Mutex(State())

    private struct State {
        var packages: [Path: Package] = [:]
        /// By folder, the workspaces in it.
        var folders: [Path: [Path]] = [:]
        var workspaces: [Path: Workspace] = [:]
        var frameworks: [Path: Frameworks] = [:]
    }

    /// What the manifest of a package says.
    struct Package: Sendable {
        /// `nil` where there is none, or none that can be read.
        var manifest: SwiftPackage?
        /// The names of its targets, by those of their modules.
        var modules: [String: String] = [:]
        var dependency: InputDependency
        var problem: Problem?
        /// Set where the package's path is written in another case than the folder has.
        var respelled: RespelledPath?
        /// The folder, below the source's root.
        var folder: Path
    }

    /// What a workspace refers to, by absolute paths.
    private struct Workspace: Sendable {
        var projects: [Path]
        var folders: [(path: Path, range: SourceRange)]
        var dependency: InputDependency
    }

    /// The names of the frameworks and libraries that a project makes.
    private struct Frameworks: Sendable {
        var names: Set<String>
        var dependency: InputDependency
    }

    /// Folders around a project in which workspaces are looked for.
    private static let mostFolders = 32

    init(of source: Source, files: any FileAccess, limits: Limits) {
        self.source = source
        self.files = files
        self.limits = limits
        spellings = PathSpellings(files, below: source.root)
    }

    // MARK: Packages

    /// The package in a folder below the source's root.
    func package(in folder: Path) -> Package {
        if let known = state.withLock({ $0.packages[folder] }) { return known }
        let package = read(packageIn: folder)
        state.withLock { $0.packages[folder] = package }
        return package
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
            if isAbsent(written), let actual = spellings.spelling(of: written) {
                absolute = actual
                package.respelled = RespelledPath(written: written, actual: actual, place: nil)
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

    /// Whether nothing stands at a folder's path, or an empty folder, as where a submodule was not checked out.
    func isMissing(_ folder: Path) -> Bool {
        do throws(FileError) {
            return try files.entries(of: source.root.appending(folder)) { _ in true }.isEmpty
        } catch {
            return error == .notFound
        }
    }

    private func isAbsent(_ path: Path) -> Bool {
        do throws(FileError) {
            _ = try files.kind(of: path)
            return false
        } catch {
            return error == .notFound
        }
    }

    // MARK: Workspaces

    /// What the workspaces around a project add to it: those beside it or in a folder further out, and those that
    /// `candidate` names.
    ///
    /// - Parameter project: the .xcodeproj below the source's root, which need not exist.
    func surroundings(of project: Path, _ candidate: Candidate) -> ProjectSurroundings {
        var surroundings = ProjectSurroundings(otherPackages: candidate.packages)
        let absolute = source.root.appending(project).normalized
        for path in Set(candidate.workspaces + workspaces(around: project)).sorted() {
            let workspace = workspace(at: path)
            surroundings.dependencies.append(workspace.dependency)
            guard workspace.projects.contains(absolute) else { continue }
            for (folder, range) in workspace.folders {
                guard let package = folder.relative(to: source.root) else { continue }
                surroundings.packages.append(package)
                let file = path.appending("contents.xcworkspacedata")
                surroundings.packagePlaces[package] = Place(source: source.name, path: file, range: range)
            }
            surroundings.projects += workspace.projects.filter { $0 != absolute }
                .compactMap { $0.relative(to: source.root) }
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
        if let known = state.withLock({ $0.folders[folder] }) { return known }
        // A folder that cannot be listed holds no workspace that could be read.
        let entries = try? files.entries(of: source.root.appending(folder)) {
            $0.kind == .directory && $0.name.hasExtension("xcworkspace")
        }
        let found = (entries ?? []).map { folder.appending($0.name) }
        state.withLock { $0.folders[folder] = found }
        return found
    }

    private func workspace(at path: Path) -> Workspace {
        if let known = state.withLock({ $0.workspaces[path] }) { return known }
        let origin = ProjectOrigin(source: source.name, root: source.root, boundary: source.root)
        // What is wrong with it is told of where it is named.
        let reading = WorkspaceReader(limits: limits).read(workspaceAt: path, of: origin, files: files)
        let workspace = Workspace(
            projects: reading.projects,
            folders: zip(reading.folders, reading.ranges).map { ($0, $1) },
            dependency: InputDependency(
                path: path.appending("contents.xcworkspacedata"),
                stamp: reading.input?.stamp,
                digest: reading.input?.digest
            )
        )
        state.withLock { $0.workspaces[path] = workspace }
        return workspace
    }

    // MARK: Frameworks

    /// The modules of the frameworks and libraries that the project at `path`, below the source's root, makes, with the
    /// file that says so.
    func frameworks(ofProjectAt path: Path) -> (names: Set<String>, dependency: InputDependency) {
        let file = path.appending("project.pbxproj")
        let known = state.withLock { $0.frameworks[file] } ?? read(frameworksIn: file)
        state.withLock { $0.frameworks[file] = known }
        return (known.names, known.dependency)
    }

    private func read(frameworksIn file: Path) -> Frameworks {
        let absolute = source.root.appending(file).normalized
        // One that cannot be read is told of as a project.
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

/// What the workspaces of a project, and the tree around it, add to the project.
struct ProjectSurroundings: Sendable {
    /// The folders that workspaces name, in their order: most hold packages.
    var packages: [Path] = []
    /// Where workspaces name these folders.
    var packagePlaces: [Path: Place] = [:]
    /// The folders of further packages in the tree.
    var otherPackages: [Path]
    /// The other projects in the workspaces.
    var projects: [Path] = []
    /// The files of the workspaces.
    var dependencies: [InputDependency] = []

    init(otherPackages: [Path] = []) {
        self.otherPackages = otherPackages
    }
}

/// Finds the names of products in the text of a project, without reading the project.
enum ProductNames {
    /// The modules of frameworks and static libraries that a project makes; Xcode writes each file on one line.
    static func libraries(in project: [UInt8]) -> Set<String> {
        var names: Set<String> = []
        var text = project[...]
        // Xcode writes all files in one section, which is a small part of the project.
        if let start = text.firstRange(of: Array("Begin PBXFileReference section".utf8))?.upperBound {
            text = text[start...]
            if let end = text.firstRange(of: Array("End PBXFileReference section".utf8))?.lowerBound {
                text = text[..<end]
            }
        }
        for line in text.split(separator: UInt8(ascii: "\n")) where isLibrary(line) {
            guard let path = value(of: "path = ", in: line) else { continue }
            if path.hasSuffix(".framework") {
                names.insert(ModuleName.ofTarget(String(path.dropLast(".framework".count))))
            } else if path.hasPrefix("lib"), path.hasSuffix(".a") {
                names.insert(ModuleName.ofTarget(String(path.dropFirst(3).dropLast(2))))
            }
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
