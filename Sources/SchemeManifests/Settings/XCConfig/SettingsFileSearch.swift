import SchemeModel

/// Finds the settings files of a source that define a setting, for advice about a setting whose own file is missing.
final class SettingsFileSearch {
    private let files: any FileAccess
    private let root: Path
    private let limits: Limits
    private lazy var found = search()

    private struct SettingsFile {
        var path: Path
        var names: Set<ByteString>
    }

    /// The maximum numbers of visited folders and of read files.
    private static let (mostFolders, mostFiles) = (2_000, 200)
    private static let skipped: Set<Path> = ["Pods", "Carthage", "DerivedData", "build", "node_modules"]

    /// Creates a search below the absolute path `root`.
    init(_ files: any FileAccess, below root: Path, limits: Limits) {
        self.files = files
        self.root = root
        self.limits = limits
    }

    /// Returns the absolute path of the only file that defines the setting `name` and seems to be meant for `target`.
    ///
    /// - Parameter missing: The missing file. Its name usually contains the configuration's.
    func file(defining name: ByteString, for target: String, insteadOf missing: Path) -> Path? {
        let candidates = found.filter { $0.names.contains(name) }.map(\.path)
        guard candidates.count > 1 else { return candidates.first }
        let (target, stem) = (Self.folded(target), Self.stem(of: missing))
        let same = candidates.filter { [target + stem, stem + target].contains(Self.stem(of: $0)) }
        if same.count == 1 { return same[0] }
        let similar = candidates.filter {
            let folder = $0.directory.relative(to: root)?.components.map { Self.folded(Path(bytes: Array($0)).display) }
            return Self.stem(of: $0).contains(stem)
                && (Self.stem(of: $0).contains(target) || folder?.contains(target) ?? false)
        }
        return similar.count == 1 ? similar[0] : nil
    }

    private func search() -> [SettingsFile] {
        var found: [SettingsFile] = []
        var folders = [root]
        var position = 0
        while position < folders.count, position < Self.mostFolders, found.count < Self.mostFiles {
            let folder = folders[position]
            position += 1
            // An unreadable folder contains no settings files.
            let entries = try? files.entries(of: folder) { entry in
                switch entry.kind {
                case .directory: !Self.skipped.contains(entry.name) && entry.name.bytes.first != UInt8(ascii: ".")
                case .regular: entry.name.hasExtension("xcconfig")
                default: false
                }
            }
            for entry in (entries ?? []).sorted(by: { $0.name < $1.name }) {
                let path = folder.appending(entry.name)
                if entry.kind == .directory {
                    if folders.count < Self.mostFolders { folders.append(path) }
                } else if found.count < Self.mostFiles {
                    let reading = XCConfigReader(files: files, limits: limits).read(path)
                    found.append(SettingsFile(path: path, names: Set(reading.assignments.map(\.name))))
                }
            }
        }
        return found
    }

    private static func stem(of path: Path) -> String {
        let name = path.lastComponent.display
        return folded(path.hasExtension("xcconfig") ? String(name.dropLast(".xcconfig".count)) : name)
    }

    /// Returns the letters and digits of `text` in lower case.
    private static func folded(_ text: String) -> String {
        text.asciiLowercased.filter { $0.isLetter || $0.isNumber }
    }
}
