import SchemeModel
import SchemeYAML

/// Finds the folder that the paths in a specification are relative to.
///
/// It is usually the specification's own. But scripts may copy the file elsewhere before they run XcodeGen, or run it
/// with `--project-root`. Then its paths exist in a parent folder.
struct SpecificationFolder {
    let files: ProjectFileSystem
    /// The outermost folder to try.
    let root: Path

    /// The maximum number of parent folders to try, and of paths to check in each.
    private static let (mostFolders, mostPaths) = (32, 64)

    /// Returns the absolute folder for the specification at `path` with the tree `own`.
    ///
    /// This is the nearest one that contains most of its includes. A specification without includes is located by its
    /// sources.
    func folder(of own: YAMLNode, at path: Path) -> Path {
        let nearest = path.directory
        let included = (own["include"].map { $0.elements ?? [$0] } ?? []).compactMap(Self.included)
        if !included.isEmpty { return best(included, from: nearest) }
        let sources = (own["targets"]?.members ?? []).flatMap { Self.sources(of: $0.value) }
        // If any of them exists next to the file, this is the folder.
        guard !sources.isEmpty, count(of: sources, below: nearest) == 0 else { return nearest }
        return best(sources, from: nearest)
    }

    private func best(_ paths: [Path], from nearest: Path) -> Path {
        let paths = Array(paths.prefix(Self.mostPaths))
        var best = (folder: nearest, count: count(of: paths, below: nearest))
        var folder = nearest
        for _ in 0..<Self.mostFolders where best.count < paths.count && folder != root {
            let outer = folder.directory
            guard outer.relative(to: root) != nil else { break }
            folder = outer
            let count = count(of: paths, below: folder)
            if count > best.count { best = (folder, count) }
        }
        return best.folder
    }

    private func count(of paths: [Path], below folder: Path) -> Int {
        paths.count { path in
            // An unreadable path is no evidence.
            do throws(FileError) {
                return try files.kind(of: folder.appending(path).normalized) != .other
            } catch {
                return false
            }
        }
    }

    private static func included(_ node: YAMLNode) -> Path? {
        path(node.string ?? node["path"]?.string)
    }

    private static func sources(of target: YAMLNode) -> [Path] {
        let sources = target["sources"].map { $0.elements ?? [$0] } ?? []
        return sources.compactMap { path($0.string ?? $0["path"]?.string) }
    }

    private static func path(_ text: String?) -> Path? {
        guard let text, !text.isEmpty, SpecificationExpander.variables(in: text).isEmpty else { return nil }
        return Path(text)
    }
}
