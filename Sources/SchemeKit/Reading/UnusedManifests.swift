import SchemeManifests
import SchemeModel

/// Finds manifests that belong to no app: leftovers next to those that a project's targets use.
///
/// A manifest counts as unused only if a completely read project accounts for it: the project refers to it as a file,
/// or keeps a target's manifest in the same folder, and no target uses it. It doesn't count if something else may use
/// it: an incompletely read project or specification further up, or another build system. None of these can use a
/// manifest that can't be parsed, so any project accounts for such a file.
struct UnusedManifests {
    private var projects: [Project] = []
    /// The folders of projects and specifications that weren't read completely.
    private var open: Set<Path> = []

    private struct Project {
        var path: Path
        var folder: Path
        /// Whether it was read completely.
        var isComplete: Bool
        /// The folders of its targets' manifests.
        var folders: Set<Path>
        /// The property lists that it refers to.
        var files: Set<Path>
    }

    /// Records the manifests of a project.
    ///
    /// - Parameter known: The project as known from an earlier import.
    mutating func add(_ reading: InputReading, known: PreviousInput?) {
        let isXcodes = reading.path.hasExtension("xcodeproj") || reading.path.lastComponent == "project.pbxproj"
        let isGenerator = Candidate.kind(ofFile: reading.path.lastComponent) == .generator
        guard isXcodes || isGenerator else { return }
        let path = reading.path.hasExtension("xcodeproj") || !isXcodes ? reading.path : reading.path.directory
        let folder = path.directory.belowRoot
        let isComplete =
            switch reading.status {
            case .read: reading.settlesManifests
            case .unchanged: known?.settlesManifests ?? false
            case .unreadable: false
            }
        if !isComplete || reading.isPartial { open.insert(folder) }
        let manifests = reading.dependencies.filter { $0.isManifest && $0.stamp != nil }.map(\.path)
        projects.append(
            Project(
                path: path,
                folder: folder,
                isComplete: isComplete && !reading.isPartial,
                folders: Set(manifests.map(\.folderOfAllLanguages)),
                files: Set(reading.dependencies.lazy.map(\.path).filter { $0.hasExtension("plist") })
            )
        )
    }

    /// Returns the project that accounts for a manifest without using it; `nil` if that isn't certain or if it isn't a
    /// manifest.
    ///
    /// - Parameter known: The manifest as known from an earlier import.
    func project(besides reading: InputReading, known: PreviousInput?, in reader: InputReader) -> Path? {
        let (isManifest, isMalformed) =
            switch reading.status {
            case .read(_, _, let manifests):
                (!manifests.isEmpty, manifests.allSatisfy { $0.irregularities.contains { $0.kind == .malformed } })
            case .unchanged: (known?.isManifest ?? false, known?.isMalformed ?? false)
            case .unreadable: (false, false)
            }
        guard isManifest else { return nil }
        let path = reading.path
        let folder = path.folderOfAllLanguages
        let project = projects.first { project in
            (project.isComplete || isMalformed) && path.isIn(project.folder)
                && (project.folders.contains(folder) || project.files.contains(path))
        }
        guard let project, !isMalformed else { return project?.path }
        var outer = path.directory.belowRoot
        while true {
            if open.contains(outer) || reader.hasOtherBuildSystem(in: outer) { return nil }
            if outer.bytes.isEmpty { return project.path }
            outer = outer.directory.belowRoot
        }
    }
}

extension Path {
    /// The folder of a file. A file in the folder of a language (`de.lproj`) counts as next to that folder.
    fileprivate var folderOfAllLanguages: Path {
        let folder = directory.belowRoot
        return folder.hasExtension("lproj") ? folder.directory.belowRoot : folder
    }
}

extension InputReader {
    /// Returns whether the folder contains a file of a build system that builds apps without Xcode projects.
    func hasOtherBuildSystem(in folder: Path) -> Bool {
        otherBuildFiles.contains { (try? context.files.kind(of: absolute(folder.appending($0)))) == .regular }
    }
}

private let otherBuildFiles: [Path] = ["BUILD", "BUILD.bazel", "BUCK", "CMakeLists.txt", "meson.build"]
