import SchemeModel
import SchemeYAML

/// Finds the folder that the paths in a specification begin at.
///
/// It is the specification's own, unless scripts copy the file elsewhere before they run XcodeGen, or run it with
/// `--project-root`. Then its paths exist below a folder around it.
struct SpecificationFolder {
    let files: ProjectFiles
    /// The outermost folder that is tried.
    let root: Path

    /// Folders around a specification that are tried, and paths that are looked for in each.
    private static let (mostFolders, mostPaths) = (32, 64)

    /// The absolute folder for the specification at `path` with the tree `own`: the one below which most of what it
    /// includes exists, the nearest of equals. A specification that includes nothing is placed by its sources.
    func folder(of own: YAMLNode, at path: Path) -> Path {
        let nearest = path.directory
        let included = (own["include"].map { $0.elements ?? [$0] } ?? []).compactMap(Self.included)
        if !included.isEmpty { return best(included, from: nearest) }
        let sources = (own["targets"]?.members ?? []).flatMap { Self.sources(of: $0.value) }
        // Where any exists beside the file, that is where they are.
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
            // What cannot be looked at is no evidence.
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
        guard let text, !text.isEmpty, SpecificationWork.variables(in: text).isEmpty else { return nil }
        return Path(text)
    }
}
