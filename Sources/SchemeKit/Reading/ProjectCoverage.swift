import SchemeModel

/// Finds manifests of apps that no project covers, whose code is read without one.
struct ProjectCoverage {
    /// Folders whose code would have been taken for that of one app, had no project turned up.
    var lost: [Path] = []
    /// The folders that projects lie in.
    private var projects: Set<Path> = []
    /// The folders that hold a project, or a file that counts for one, at any depth.
    private var touched: Set<Path> = []
    /// The folders of applications' manifests that are read as they are written, in the order of reading.
    private var strays: [Path] = []

    /// Notes what a project covers.
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

    /// Notes the manifest of an application that no project uses.
    ///
    /// - Parameter known: what an earlier import knows of it.
    mutating func addManifest(_ reading: InputReading, known: KnownInput?) {
        let isApplication: Bool
        switch reading.outcome {
        case .read(_, _, let manifests):
            isApplication = manifests.contains { $0.kind == .application && !$0.isBuilt }
        case .unchanged: isApplication = known?.isApplication ?? false
        case .unreadable: isApplication = false
        }
        if isApplication { strays.append(reading.path.directory.belowRoot) }
    }

    /// The folders with the code of such applications, in order of path: each is as far up as it holds nothing of a project
    /// and no other application.
    func strayFolders() -> [Candidate] {
        var folders: Set<Path> = []
        // How many of them each folder holds at any depth.
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
