import Foundation
import SchemeModel

/// The disk, for tests whose files lie there.
struct DiskFileSystem: FileAccess {
    func contents(of path: Path, limit: Int) throws(FileError) -> FileContents {
        guard let data = FileManager.default.contents(atPath: path.display) else { throw .notFound }
        guard data.count <= limit else { throw .tooLarge(limit: limit) }
        return FileContents(bytes: Array(data), stamp: try stamp(of: path))
    }

    func randomAccess(to path: Path) throws(FileError) -> any RandomAccessFile { throw .notFound }

    func entries(
        of path: Path,
        stamped: Bool,
        where isWanted: (DirectoryEntry) -> Bool
    ) throws(FileError) -> [DirectoryEntry] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path.display)) ?? []
        return names.sorted().compactMap { name in
            guard let kind = try? kind(of: path.appending(Path(name))) else { return nil }
            let entry = DirectoryEntry(name: Path(name), kind: kind)
            return isWanted(entry) ? entry : nil
        }
    }

    func realPath(of path: Path) throws(FileError) -> Path {
        guard FileManager.default.fileExists(atPath: path.display) else { throw .notFound }
        return Path(URL(fileURLWithPath: path.display).resolvingSymlinksInPath().path)
    }

    func stamp(of path: Path) throws(FileError) -> FileStamp {
        guard try kind(of: path) == .regular else { throw .wrongKind(.directory) }
        return FileStamp(size: 1, modified: 1, changed: 1, inode: 1)
    }

    func kind(of path: Path) throws(FileError) -> FileKind {
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path.display, isDirectory: &isDirectory) else { throw .notFound }
        return isDirectory.boolValue ? .directory : .regular
    }
}
