import SchemeModel

/// A git tree object: the entries of one folder of a commit.
///
/// - Source: https://git-scm.com/book/en/v2/Git-Internals-Git-Objects#_tree_objects, seen 2026-11-22.
struct GitTree: Sendable {
    /// The valid entries, by name.
    private(set) var entries: [Path: Entry] = [:]
    /// The forbidden and duplicate names, in the order of the tree.
    private(set) var refused: [Path] = []
    /// The number of entries.
    private(set) var count = 0
    /// Whether the object ends in the middle of an entry.
    private(set) var isCutOff = false

    /// An entry of a tree.
    struct Entry: Sendable {
        var kind: Kind
        /// The id of the object, in bytes.
        var id: [UInt8]
    }

    enum Kind: Sendable {
        case file
        case link
        case folder
        /// A commit of another repository.
        case submodule
    }

    /// - Parameter idLength: The length of ids in this repository: 20 for SHA-1, 32 for SHA-256.
    init(_ bytes: [UInt8], idLength: Int) {
        // MODE SP NAME NUL ID
        var rest = bytes[...]
        while !rest.isEmpty {
            guard let space = rest.firstIndex(of: UInt8(ascii: " ")),
                let end = rest[space...].firstIndex(of: 0), rest.endIndex - end > idLength,
                let mode = Int(String(decoding: rest[..<space], as: UTF8.self), radix: 8)
            else {
                isCutOff = true
                return
            }
            let name = Path(bytes: rest[(space + 1)..<end])
            let id = Array(rest[(end + 1)..<(end + 1 + idLength)])
            rest = rest[(end + 1 + idLength)...]
            count += 1
            if ForbiddenGitNames.isForbidden(name.bytes) || entries[name] != nil {
                refused.append(name)
            } else {
                entries[name] = Entry(kind: Kind(mode: mode), id: id)
            }
        }
    }
}

extension GitTree.Kind {
    /// - Source: `canon_mode` in git's cache.h: an entry that is neither a file, a link nor a folder is a submodule.
    fileprivate init(mode: Int) {
        self =
            switch mode & 0o170000 {
            case 0o100000: .file
            case 0o120000: .link
            case 0o040000: .folder
            default: .submodule
            }
    }
}

/// Names that entries of a tree must not have.
enum ForbiddenGitNames {
    /// Returns whether the name is forbidden: `git fsck` reports it as an error and no checkout creates it, because it
    /// leads elsewhere, or because a file system treats it like `.git`.
    ///
    /// - Source: `fsck_tree` in git's fsck.c, 2.47.
    static func isForbidden(_ name: [UInt8]) -> Bool {
        if name.isEmpty || name.contains(Path.separator) || name.contains(0) { return true }
        if name.elementsEqual(".".utf8) || name.elementsEqual("..".utf8) { return true }
        return isDotGitOfHFS(name)
            || name.split(separator: backslash, omittingEmptySubsequences: false)
                .contains(where: isDotGitOfNTFS)
    }

    private static let backslash = UInt8(ascii: "\\")

    /// Returns whether Windows treats the name like `.git`: regardless of case, followed by dots and spaces, with a stream
    /// name, or as a short name.
    ///
    /// - Source: `is_ntfs_dotgit` in git's path.c.
    private static func isDotGitOfNTFS(_ name: ArraySlice<UInt8>) -> Bool {
        for base in [".git", "git~1"] where startsWithoutCase(name, base) {
            let rest = name.dropFirst(base.utf8.count)
            let end = rest.firstIndex(of: UInt8(ascii: ":")) ?? rest.endIndex
            if rest[..<end].allSatisfy({ $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: " ") }) { return true }
        }
        return false
    }

    /// Returns whether macOS treats the name like `.git`: regardless of case, with characters that HFS+ ignores.
    ///
    /// - Source: `is_hfs_dotgit` and `next_hfs_char` in git's utf8.c.
    private static func isDotGitOfHFS(_ name: [UInt8]) -> Bool {
        guard let text = String(validating: name, as: UTF8.self) else { return false }
        let seen = text.unicodeScalars.filter { !isIgnoredByHFS($0.value) }
        return seen.count == 4 && startsWithoutCase(seen.flatMap { Array(String($0).utf8) }[...], ".git")
    }

    private static func isIgnoredByHFS(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x200C...0x200F, 0x202A...0x202E, 0x206A...0x206F, 0xFEFF: true
        default: false
        }
    }

    private static func startsWithoutCase(_ name: ArraySlice<UInt8>, _ prefix: String) -> Bool {
        name.count >= prefix.utf8.count
            && zip(name, prefix.utf8).allSatisfy { byte, wanted in
                byte == wanted || ((0x41...0x5A).contains(byte) && byte | 0x20 == wanted)
            }
    }
}
