import SchemeModel

/// Finds apps that no project covers; their code is read without a project.
struct ProjectCoverage {
    /// Folders whose code would belong to one app if no project had been found.
    var lost: Set<Path> = []
    /// The folders that contain projects.
    private var projects: Set<Path> = []
    /// The folders that contain, at any depth, a project or a file used by one.
    private var touched: Set<Path> = []
    /// The folders of application manifests outside projects, in the order of reading.
    private var strays: [Path] = []

    /// Records what a project covers.
    mutating func addProject(_ reading: InputReading) {
        let isXcodes = reading.path.lastComponent == "project.pbxproj"
        let project = isXcodes ? reading.path.directory : reading.path
        projects.insert(project.directory.belowRoot)
        touch(around: project)
        for file in reading.dependencies where file.stamp != nil { touch(around: file.path) }
    }

    private mutating func touch(around path: Path) {
        guard !path.isAbsolute else { return }
        for folder in path.foldersAround {
            // Those around it have been touched as well.
            guard touched.insert(folder).inserted else { return }
        }
    }

    /// Records the manifest of an application that no project uses.
    ///
    /// - Parameter known: The manifest as known from an earlier import.
    mutating func addManifest(_ reading: InputReading, known: PreviousInput?) {
        let isApplication: Bool
        switch reading.status {
        case .read(_, _, let manifests):
            isApplication = manifests.contains { $0.kind == .application && !$0.isBuilt }
        case .unchanged: isApplication = known?.isApplication ?? false
        case .unreadable: isApplication = false
        }
        if isApplication { strays.append(reading.path.directory.belowRoot) }
    }

    /// Returns the folders with the code of such applications, ordered by path. Each is the topmost folder that
    /// contains neither files of a project nor another application.
    func strayFolders() -> [Candidate] {
        guard !lost.isEmpty else { return [] }
        var folders: Set<Path> = []
        // The number of these applications in each folder, at any depth.
        var counts: [Path: Int] = [:]
        let strays = Set(strays)
        for stray in strays {
            counts[stray, default: 0] += 1
            for folder in stray.foldersAround { counts[folder, default: 0] += 1 }
        }
        for stray in strays where !isCovered(stray) {
            guard let start = stray.foldersAround.first(where: lost.contains) else { continue }
            var folder = stray
            while true {
                let outer = folder.directory.belowRoot
                guard outer != start, outer.isIn(start), !touched.contains(outer), counts[outer] == 1 else { break }
                folder = outer
            }
            folders.insert(folder)
        }
        let outermost = folders.filter { !$0.foldersAround.contains(where: folders.contains) }
        return outermost.sorted().map { Candidate(kind: .code, path: $0) }
    }

    private func isCovered(_ folder: Path) -> Bool {
        touched.contains(folder) || projects.contains(folder) || folder.foldersAround.contains(where: projects.contains)
    }
}
