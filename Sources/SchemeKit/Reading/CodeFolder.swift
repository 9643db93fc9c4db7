import SchemeModel

/// The code files and subfolders of a folder.
struct CodeFolder {
    /// The entries, ordered by name.
    let entries: [DirectoryEntry]

    /// Lists a folder.
    ///
    /// - Throws: ``FileError``.
    static func list(_ path: Path, in files: any FileAccess) throws(FileError) -> CodeFolder {
        CodeFolder(
            entries: try files.entries(of: path) { entry in
                switch entry.kind {
                case .directory: isVisible(entry.name) || !Discovery.isVendoredOrBuilt(entry.name)
                case .regular, .link: CodeFiles.isCode(entry.name)
                case .other: false
                }
            }
        )
    }

    /// Returns whether Xcode shows the content of a folder with this name as files of a target.
    static func isVisible(_ name: Path) -> Bool {
        name.bytes.first != UInt8(ascii: ".") && !name.hasExtension("framework") && !name.hasExtension("xcframework")
    }

    /// A stamp that changes only when an entry is added or removed.
    var stamp: FileStamp {
        let names = entries.flatMap { $0.name.bytes + [$0.kind == .directory ? Path.separator : 0] }
        let hash = Int(truncatingIfNeeded: names[...].fnv1a)
        return FileStamp(size: entries.count, modified: hash, changed: 1, inode: 0)
    }
}
