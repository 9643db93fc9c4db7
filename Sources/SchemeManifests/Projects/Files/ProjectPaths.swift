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
    /// The resolved paths; `nil` for those that are unknown. Many targets share one file, and many files a group.
    private var known: [ByteString: ResolvedPath?] = [:]

    /// An absolute path.
    private struct ResolvedPath {
        var path: Path
        /// The bytes and the number of the parts of which it consists, without the project's folder.
        var length = 0
        var depth = 0
    }

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
        // The object and the groups around it, up to one whose path is known, from the inside.
        var pending = [id]
        while let last = pending.last, known[last] == nil, isInGroup(last), let group = parents[last] {
            guard pending.count < Self.deepest else {
                known[id] = .some(nil)
                return nil
            }
            pending.append(group)
        }
        for id in pending.reversed() where known[id] == nil { known[id] = .some(resolve(id)) }
        return (known[id] ?? nil)?.path
    }

    private func isInGroup(_ id: ByteString) -> Bool {
        let tree = objects[id]?.text("sourceTree")
        return tree == nil || tree == "<group>"
    }

    /// Resolves a path after that of the group around it.
    private func resolve(_ id: ByteString) -> ResolvedPath? {
        guard let object = objects[id] else { return nil }
        let text = object.text("path") ?? ""
        var resolved = ResolvedPath(path: directory)
        switch object.text("sourceTree") {
        case "<group>"?, nil:
            if let group = parents[id] {
                guard let outer = known[group] ?? nil else { return nil }
                resolved = outer
            }
        case "SOURCE_ROOT"?: break
        case "<absolute>"? where text.hasPrefix("/"): break
        default: return nil
        }
        resolved.length += text.utf8.count
        resolved.depth += 1
        guard resolved.length <= Self.longest, resolved.depth <= Self.deepest else { return nil }
        if !text.isEmpty { resolved.path = resolved.path.appending(Path(text)).normalized }
        return resolved
    }
}
