import SchemeManifests
import SchemeModel

/// The manifests of extensions in a folder without a project.
struct FolderManifests {
    private let source: Source
    private let files: any FileAccess
    private let limits: Limits
    private var known: [Path: String?] = [:]
    private(set) var dependencies: [InputDependency] = []
    private(set) var problems: [Problem] = []

    init(of source: Source, files: any FileAccess, limits: Limits) {
        self.source = source
        self.files = files
        self.limits = limits
    }

    /// Returns the innermost folder at or above `path`, but below `root`, with the manifest of an extension.
    mutating func nearestExtension(around path: Path, below root: Path) -> (folder: Path, extensionPoint: String)? {
        var folder = path.belowRoot
        while folder != root, folder.isIn(root) {
            if let point = extensionPoint(in: folder) { return (folder, point) }
            let above = folder.directory
            guard above.bytes.count < folder.bytes.count else { return nil }
            folder = above.belowRoot
        }
        return nil
    }

    private mutating func extensionPoint(in folder: Path) -> String? {
        if let point = known[folder] { return point }
        let point = read(folder.appending("Info.plist"))
        known[folder] = .some(point)
        return point
    }

    private mutating func read(_ path: Path) -> String? {
        do throws(FileError) {
            let contents = try files.contents(of: source.root.appending(path), limit: limits.manifestBytes)
            let digest = SHA256.hex(of: contents.bytes)
            dependencies.append(InputDependency(path: path, stamp: contents.stamp, digest: digest))
            let reading = ManifestReader(limits: limits).read(
                contents.bytes,
                origin: Place(source: source.name, path: path),
                context: ManifestContext()
            )
            return reading.manifests.first { $0.kind == .appExtension }?.extensionPoint
        } catch {
            // Unreadable manifests are reported as manifests.
            dependencies.append(InputDependency(path: path, stamp: nil, digest: nil))
            return nil
        }
    }
}
