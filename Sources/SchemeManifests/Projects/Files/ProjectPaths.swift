import SchemeModel

/// Where the files and folders of a project lie: each is found through the groups around it.
struct ProjectPaths {
    /// The folder that paths of the project begin at (`SRCROOT`).
    private let directory: Path
    private let objects: ProjectObjects
    /// The group around each group or file.
    private var parents: [ByteString: ByteString] = [:]

    /// Groups inside groups; no project of people has more than a few dozen.
    private static let deepest = 128
    /// The longest path that a Mac opens.
    private static let longest = 1024
    /// The paths that were asked for; many targets share one file.
    private var known: [ByteString: Path?] = [:]

    /// - Parameter references: how many references may be followed; what is left is given back.
    init(_ objects: ProjectObjects, directory: Path, references: inout Int) {
        self.objects = objects
        self.directory = directory
        guard let main = objects.root.id("mainGroup") else { return }
        var pending = [main]
        var seen: Set<ByteString> = [main]
        while let id = pending.popLast() {
            for child in objects[id]?.ids("children") ?? [] {
                guard references > 0 else { return }
                references -= 1
                // The first group that holds it counts; a group that holds itself is met once.
                guard seen.insert(child).inserted else { continue }
                parents[child] = id
                pending.append(child)
            }
        }
    }

    /// The absolute path of a file or group; `nil` for one that lies in an SDK, a build folder or nowhere.
    mutating func path(of id: ByteString) -> Path? {
        if let path = known[id] { return path }
        let path = find(id)
        known[id] = .some(path)
        return path
    }

    private func find(_ id: ByteString) -> Path? {
        var components: [String] = []
        var current: ByteString? = id
        var length = 0
        for _ in 0..<Self.deepest {
            guard let here = current, let object = objects[here] else { return current == nil ? base(components) : nil }
            if let path = object.text("path"), !path.isEmpty {
                components.append(path)
                length += path.utf8.count
                guard length <= Self.longest else { return nil }
            }
            switch object.text("sourceTree") {
            case "<group>"?, nil: current = parents[here]
            case "SOURCE_ROOT"?: return base(components)
            case "<absolute>"?:
                guard let first = components.last, first.hasPrefix("/") else { return nil }
                return components.reversed().reduce(Path(bytes: [])) { $0.appending(Path($1)) }.normalized
            default: return nil
            }
        }
        return nil
    }

    private func base(_ components: [String]) -> Path {
        components.reversed().reduce(directory) { $0.appending(Path($1)) }.normalized
    }
}
