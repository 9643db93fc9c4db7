import SchemeModel

/// The paths of a project's files and folders, resolved through their groups.
struct ProjectPaths {
    /// The folder that the project's paths are relative to (`SRCROOT`).
    private let directory: Path
    private let objects: ProjectObjects
    /// The parent of each group or file.
    private var parents: [ByteString: ByteString] = [:]

    /// The maximum nesting depth of groups. Real projects have at most a few dozen levels.
    private static let deepest = 128
    /// The longest path on macOS.
    static let longest = 1024
    /// The resolved paths. Many targets share one file.
    private var known: [ByteString: Path?] = [:]

    /// - Parameter references: The remaining number of references to follow, which is updated.
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
                // The first group that contains it counts. A group that contains itself is only visited once.
                guard seen.insert(child).inserted else { continue }
                parents[child] = id
                pending.append(child)
            }
        }
    }

    /// Returns the absolute path of a file or group, or `nil` if it is in an SDK, a build folder, or unknown.
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
