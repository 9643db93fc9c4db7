import SchemeModel

/// Searches for an `Info.plist` among the sources of targets. Targets may share folders, so each is searched once.
final class SourceSearch {
    private let files: any FileAccess
    private var known: [Path: Path?] = [:]
    /// The number of folders that may still be searched.
    private var foldersLeft = 20_000

    /// The maximum number of folders to search for one target.
    private static let most = 1_000

    init(files: any FileAccess) { self.files = files }

    /// Whether there were too many folders to search.
    var isOverLimit: Bool { foldersLeft < 0 }

    /// Returns the absolute path of the nearest `Info.plist` in the folder at `path`, or of the file itself.
    func manifest(in path: Path) -> Path? {
        if let known = known[path] { return known }
        let found = search(path)
        known[path] = .some(found)
        return found
    }

    private func search(_ path: Path) -> Path? {
        if path.lastComponent == "Info.plist" { return kind(of: path) == .regular ? path : nil }
        guard kind(of: path) == .directory else { return nil }
        var folders = [path]
        var position = 0
        while position < folders.count, position < Self.most, !isOverLimit {
            foldersLeft -= 1
            let folder = folders[position]
            position += 1
            let found: [DirectoryEntry]
            do throws(FileError) {
                found = try files.entries(of: folder) { entry in
                    let isHidden = entry.name.bytes.first == UInt8(ascii: ".")
                    return entry.kind == .directory ? !isHidden : entry.name == "Info.plist"
                }
            } catch {
                continue
            }
            if found.contains(where: { $0.kind == .regular }) { return folder.appending("Info.plist") }
            folders += found.filter { $0.kind == .directory }.prefix(Self.most).map { folder.appending($0.name) }
        }
        return nil
    }

    private func kind(of path: Path) -> FileKind? {
        // An unreadable path can't contain a manifest.
        do throws(FileError) { return try files.kind(of: path) } catch { return nil }
    }
}
