import SchemeModel

/// Finds apps that no project covers; their code is read without a project.
struct ProjectCoverage {
    /// Folders whose code would belong to one app if no project had been found.
    var lost: [Path] = []
    /// The folders that contain projects.
    private var projects: Set<Path> = []
    /// The folders that contain, at any depth, a project or a file used by one.
    private var touched: Set<Path> = []
    /// The folders of application manifests outside projects, in the order of reading.
    private var strays: [Path] = []

    /// Records what a project covers.
    mutating func addProject(_ reading: InputReading) {
        let isXcodes = reading.path.lastComponent == "project.pbxproj"
        let folder = isXcodes ? reading.path.directory.directory : reading.path.directory
        projects.insert(folder.belowRoot)
        touch(folder.belowRoot)
        for file in reading.dependencies where file.stamp != nil { touch(file.path.directory.belowRoot) }
    }

    private mutating func touch(_ folder: Path) {
        var folder = folder
        while !folder.isAbsolute, touched.insert(folder).inserted, !folder.bytes.isEmpty {
            folder = folder.directory.belowRoot
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
        var folders: Set<Path> = []
        // The number of these applications in each folder, at any depth.
        var counts: [Path: Int] = [:]
        for stray in Set(strays) {
            var folder = stray
            while true {
                counts[folder, default: 0] += 1
                if folder.bytes.isEmpty { break }
                folder = folder.directory.belowRoot
            }
        }
        for stray in Set(strays) where !isCovered(stray) {
            guard let start = lost.first(where: { stray.isIn($0) && stray != $0 }) else { continue }
            var folder = stray
            while true {
                let outer = folder.directory.belowRoot
                guard outer != start, outer.isIn(start), !touched.contains(outer), counts[outer] == 1 else { break }
                folder = outer
            }
            folders.insert(folder)
        }
        let outermost = folders.filter { folder in !folders.contains { $0 != folder && folder.isIn($0) } }
        return outermost.sorted().map { Candidate(kind: .code, path: $0) }
    }

    private func isCovered(_ folder: Path) -> Bool {
        if touched.contains(folder) { return true }
        var folder = folder
        while !projects.contains(folder) {
            if folder.bytes.isEmpty { return false }
            folder = folder.directory.belowRoot
        }
        return true
    }
}
