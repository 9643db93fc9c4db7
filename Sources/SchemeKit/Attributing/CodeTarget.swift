import SchemeManifests
import SchemeModel

/// A target while its files are collected.
struct CodeTarget {
    var name: String?
    /// The names of the modules that it consists of: its own and those linked into it.
    var modules: Set<String> = []
    /// The names of imported or linked modules that couldn't be read.
    var unread: Set<String> = []
    var kind: ProductKind
    /// The extension point of an extension, or of all products that contain a library.
    var extensionPoint: String?
    /// The names of the applications that contain it, in the order in which they were added.
    private(set) var apps: [String] = []
    private var knownApps: Set<String> = []
    /// Positions in ``CodeFiles``.
    var files: [Int] = []
    /// The positions of the targets whose files it can import.
    var needs: Set<Int> = []
    /// The positions of the files that it can import.
    var visible: [Int] = []
    /// The names of the classes, without modules, that its manifests call scene delegates.
    var sceneDelegates: [String] = []
    var isPartial = false
    var isTest = false
    /// Whether another project builds it.
    var isForeign = false

    init(name: String?, kind: ProductKind) {
        self.name = name
        self.kind = kind
    }

    /// Returns whether the target is part of the application.
    func isPart(of app: String) -> Bool { knownApps.contains(app) }

    /// Adds applications that contain the target.
    mutating func add(apps names: [String]) {
        for name in names where knownApps.insert(name).inserted { apps.append(name) }
    }
}

extension [CodeTarget] {
    /// Lists for each target the files of the targets that it needs, each once.
    mutating func listVisibleFiles(among count: Int, _ budget: CodeBudget) {
        var lastReader = [Int](repeating: -1, count: count)
        for reader in indices where !self[reader].files.isEmpty {
            for need in self[reader].needs.sorted() {
                let files = self[need].files
                guard budget.allowsFiles(files.count) else { break }
                for file in files where lastReader[file] != reader {
                    lastReader[file] = reader
                    self[reader].visible.append(file)
                }
            }
        }
    }

    /// Gives the libraries that only extensions of one kind contain the extension point of these.
    ///
    /// - Parameter reading: The project, with whose targets the list starts.
    mutating func inheritExtensionPoints(in reading: ProjectReading) {
        var points = map { target -> Set<String?> in target.kind == .framework ? [] : [target.extensionPoint] }
        var pending = indices.filter { self[$0].kind != .framework && !self[$0].isTest }
        // Each library is added at most twice.
        while let user = pending.popLast() {
            let direct = reading.targets.indices.contains(user) ? reading.targets[user].needs : []
            for need in self[user].needs.union(direct) where self[need].kind == .framework {
                guard points[need].count < 2, !points[need].isSuperset(of: points[user]) else { continue }
                points[need].formUnion(points[user])
                pending.append(need)
            }
        }
        for index in indices where self[index].kind == .framework && points[index].count == 1 {
            self[index].extensionPoint = points[index].first ?? nil
        }
    }
}
