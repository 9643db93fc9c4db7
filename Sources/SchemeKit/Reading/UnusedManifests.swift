import SchemeManifests
import SchemeModel

/// Finds manifests that belong to no app: leftovers next to those that a project's targets use.
///
/// A manifest counts as unused only if a completely read project accounts for it: the project refers to it as a file,
/// or keeps a target's manifest or code in the same folder, and no target uses it. The project's own folder counts, too, but
/// scripts often use an `Info.plist` there. A manifest doesn't count if something else may use it: an incompletely read
/// project or specification further up, or another build system. None of these can use a manifest that can't be parsed, so
/// any project accounts for such a file. A manifest in the folder of a language only counts if a project uses it.
struct UnusedManifests {
    /// The projects by the folders that contain them.
    private var projects: [Path: Projects] = [:]
    /// The number of projects.
    private var count = 0
    /// Whether there is an Xcode project anywhere.
    private var hasXcodes = false
    /// The first file from which an incompletely read project is generated.
    private var firstGenerator: Path?
    /// The folders of projects and specifications that weren't read completely.
    private var open: Set<Path> = []

    /// A project, and its position in the order in which projects were added.
    private struct Project {
        var path: Path
        var position: Int
    }

    /// The first projects of a kind in a folder: of all, and of the completely read ones.
    private struct First {
        var any: Project?
        var complete: Project?

        mutating func add(_ project: Project, isComplete: Bool) {
            if any == nil { any = project }
            if isComplete, complete == nil { complete = project }
        }
    }

    /// The projects in one folder.
    private struct Projects {
        var all = First()
        var hasXcodes = false
        /// The first file from which an incompletely read project is generated.
        var generator: Path?
        /// Those with manifests of targets, by the manifests' folders.
        var byManifestFolder: [Path: First] = [:]
        /// Those with code of targets, by its folders.
        var byCodeFolder: [Path: First] = [:]
        /// Those that refer to property lists, by their paths.
        var byFile: [Path: First] = [:]
    }

    /// Records the manifests of a project. Ignores all other inputs, such as manifests.
    ///
    /// - Parameter known: The project as known from an earlier import.
    mutating func add(_ reading: InputReading, known: PreviousInput?) {
        // Most inputs are.
        guard !reading.path.hasExtension("plist") else { return }
        let name = reading.path.lastComponent
        let kind = Candidate.kind(ofFile: name)
        let isXcodes = kind == nil && (name.hasExtension("xcodeproj") || name == "project.pbxproj")
        guard isXcodes || kind == .generator else { return }
        let path = reading.path.hasExtension("xcodeproj") || !isXcodes ? reading.path : reading.path.directory
        let folder = path.directory.belowRoot
        let isComplete =
            switch reading.status {
            case .read: reading.settlesManifests
            case .unchanged: known?.settlesManifests ?? false
            case .unreadable: false
            }
        if !isComplete || reading.isPartial { open.insert(folder) }
        let project = Project(path: path, position: count)
        count += 1
        let isWhole = isComplete && !reading.isPartial
        func add(_ paths: some Sequence<Path>, to kind: WritableKeyPath<Projects, [Path: First]>) {
            for path in Set(paths) {
                projects[folder, default: Projects()][keyPath: kind][path, default: First()]
                    .add(project, isComplete: isWhole)
            }
        }
        projects[folder, default: Projects()].all.add(project, isComplete: isWhole)
        let manifests = reading.dependencies.lazy.filter { $0.isManifest && $0.stamp != nil }.map(\.path)
        add(manifests.map(\.folderOfAllLanguages), to: \.byManifestFolder)
        if isComplete { add(Self.codeFolders(in: reading.dependencies), to: \.byCodeFolder) }
        add(reading.dependencies.lazy.map(\.path).filter { $0.hasExtension("plist") }, to: \.byFile)
        if path.hasExtension("xcodeproj") {
            projects[folder, default: Projects()].hasXcodes = true
            hasXcodes = true
        }
        if !isWhole, GeneratorCommand.generating(from: path) != nil {
            if projects[folder]?.generator == nil { projects[folder]?.generator = path }
            if firstGenerator == nil { firstGenerator = path }
        }
    }

    /// Returns the folders of code files. The manifest of a package isn't the code of a target.
    private static func codeFolders(in dependencies: [InputDependency]) -> Set<Path> {
        let code = dependencies.lazy.filter {
            $0.stamp != nil && CodeFiles.isCode($0.path) && $0.path.lastComponent != "Package.swift"
        }
        return Set(code.map(\.path.folderOfAllLanguages))
    }

    /// Returns why a manifest that no target uses doesn't count; `nil` if something else may use it, or if it isn't a
    /// manifest.
    ///
    /// - Parameter known: The manifest as known from an earlier import.
    func reasonToSkip(_ reading: InputReading, known: PreviousInput?, in reader: InputReader) -> String? {
        let (isManifest, isMalformed) =
            switch reading.status {
            case .read(_, _, let manifests):
                (!manifests.isEmpty, manifests.allSatisfy { $0.irregularities.contains { $0.kind == .malformed } })
            case .unchanged: (known?.isManifest ?? false, known?.isMalformed ?? false)
            case .unreadable: (false, false)
            }
        // An archive holds manifests of products.
        guard isManifest, !reading.path.hasExtension("ipa") else { return nil }
        if let project = project(near: reading.path, isMalformed: isMalformed, in: reader) {
            return "no target of \(project.display) uses it"
        }
        // The system reads the manifest of a product at its root, and only translated strings in these folders.
        guard reading.path.isInLanguageFolder, !isOpen(around: reading.path, in: reader) else { return nil }
        return "a manifest in the folder of a language"
    }

    /// Returns the project that accounts for a manifest without using it; `nil` if that isn't certain.
    private func project(near path: Path, isMalformed: Bool, in reader: InputReader) -> Path? {
        guard !projects.isEmpty else { return nil }
        let folder = path.folderOfAllLanguages
        let around = path.foldersAround.compactMap { projects[$0] }
        let accounting = around.flatMap { projects -> [Project?] in
            let named = [projects.byManifestFolder[folder], projects.byFile[path]]
            return named.map { isMalformed ? $0?.any : $0?.complete } + [projects.byCodeFolder[folder]?.complete]
        }
        let beside = path.lastComponent == "Info.plist" ? nil : projects[folder]?.all.complete
        let project = Self.first(accounting + [beside])
        if isMalformed, let project { return project.path }
        // Nor can a project use a broken file that it doesn't name.
        guard let project = project ?? (isMalformed ? Self.first(around.map(\.all.complete)) : nil) else { return nil }
        return isOpen(around: path, in: reader) ? nil : project.path
    }

    /// Whether something that wasn't read may use a manifest.
    private func isOpen(around path: Path, in reader: InputReader) -> Bool {
        path.foldersAround.contains { open.contains($0) || reader.hasOtherBuildSystem(in: $0) }
    }

    /// Returns the project that was added first.
    private static func first(_ projects: [Project?]) -> Project? {
        projects.compactMap { $0 }.min { $0.position < $1.position }
    }
}

extension UnusedManifests {
    /// Records in `reading`, a manifest that no project uses as far as it is known, which project may still use it.
    func note(in reading: inout InputReading) {
        guard case .read(let stamp, let digest, var manifests) = reading.status else { return }
        var hasChanged = false
        // An archive holds what a build has used.
        for index in manifests.indices where manifests[index].origin.member == nil {
            for position in manifests[index].irregularities.indices
            where manifests[index].irregularities[position].kind == .malformed {
                manifests[index].irregularities[position].subject = project(around: reading.path)?.display
                hasChanged = true
            }
            guard !manifests[index].urlTypes.isEmpty, let generator = unreadGenerator(around: reading.path) else {
                continue
            }
            hasChanged = true
            manifests[index].irregularities.append(
                Irregularity(
                    .unreadProject,
                    subject: generator.display,
                    expected: GeneratorCommand.generating(from: generator)
                )
            )
        }
        guard hasChanged else { return }
        reading.status = .read(stamp: stamp, digest: digest, manifests: manifests)
    }

    /// Returns the innermost project or specification around a path; `nil` if there is none.
    func project(around path: Path) -> Path? {
        path.foldersAround.lazy.compactMap { projects[$0]?.all.any?.path }.first
    }

    /// Returns the file from which the project around a path is generated, if the project isn't there and the file doesn't
    /// give all its targets.
    func unreadGenerator(around path: Path) -> Path? {
        guard !projects.isEmpty else { return nil }
        let around = path.foldersAround.compactMap { projects[$0] }
        guard !around.contains(where: \.hasXcodes) else { return nil }
        // One of them may use manifests of other folders.
        return around.lazy.compactMap(\.generator).first ?? (hasXcodes ? nil : firstGenerator)
    }
}

extension Path {
    /// Whether it is in the folder of a language (`de.lproj`).
    var isInLanguageFolder: Bool { directory.hasExtension("lproj") }

    /// The folder of a file. A file in the folder of a language counts as next to that folder.
    fileprivate var folderOfAllLanguages: Path {
        isInLanguageFolder ? directory.directory.belowRoot : directory.belowRoot
    }
}

extension InputReader {
    /// Returns whether the folder contains a file of a build system that builds apps without Xcode projects.
    func hasOtherBuildSystem(in folder: Path) -> Bool {
        otherBuildFiles.contains { (try? context.files.kind(of: absolute(folder.appending($0)))) == .regular }
    }
}

private let otherBuildFiles: [Path] = ["BUILD", "BUILD.bazel", "BUCK", "CMakeLists.txt", "meson.build"]
