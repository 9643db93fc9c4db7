import SchemeModel
import Synchronization

/// The files of a source, without those that git-crypt has encrypted.
///
/// Their bytes look like text in some encoding, so no reader may see them.
final class EncryptedFiles: FileAccess {
    private let files: any FileAccess
    private let found = Mutex<Set<Path>>([])

    /// What git-crypt writes before the ciphertext.
    ///
    /// - Source: AGWA/git-crypt, commands.cpp, `clean` (seen 2026-11-24).
    private static let header = Array("\0GITCRYPT\0".utf8)

    init(in files: any FileAccess) { self.files = files }

    /// Whether something tried to read an encrypted file at the absolute `path`.
    func contains(_ path: Path) -> Bool { found.withLock { $0.contains(path.normalized) } }

    /// Returns one irregularity about all encrypted files that something tried to read; `nil` if there are none.
    func reading(of source: Source) -> InputReading? {
        let paths = found.withLock { $0 }.compactMap { $0.relative(to: source.root) }.sorted()
        guard let first = paths.first else { return nil }
        let cause =
            switch paths.count - 1 {
            case 0: "this file is encrypted with git-crypt and was not read"
            case 1: "this file and 1 other file are encrypted with git-crypt and were not read"
            case let others:
                "this file and \(others.grouped) other files are encrypted with git-crypt and were not read"
            }
        let irregularity = Irregularity(
            .missingPart,
            subject: "git-crypt",
            found: "encrypted",
            cause: cause,
            place: Place(source: source.name, path: first)
        )
        // The files keep what an earlier import knows about them, so this belongs to the file that has them encrypted.
        let attributes: Path = ".gitattributes"
        let nothing = FileStamp(size: 0, modified: 0, changed: 0, inode: 0)
        return InputReading(
            path: attributes,
            status: .read(stamp: nothing, digest: "", manifests: []),
            irregularities: [InputIrregularity(irregularity, of: Place(source: source.name, path: attributes))]
        )
    }

    /// - Throws: ``FileError/encrypted`` for an encrypted file, or another ``FileError``.
    func contents(of path: Path, limit: Int) throws(FileError) -> FileContents {
        let contents = try files.contents(of: path, limit: limit)
        guard contents.bytes.starts(with: Self.header),
            // Compilers accept the header in code, but ciphertext isn't text.
            String(validating: contents.bytes.dropFirst(Self.header.count), as: UTF8.self) == nil
        else { return contents }
        found.withLock { _ = $0.insert(path.normalized) }
        throw .encrypted
    }

    func randomAccess(to path: Path) throws(FileError) -> any RandomAccessFile { try files.randomAccess(to: path) }

    func entries(
        of path: Path,
        stamped: Bool,
        where isWanted: (DirectoryEntry) -> Bool
    ) throws(FileError) -> [DirectoryEntry] {
        try files.entries(of: path, stamped: stamped, where: isWanted)
    }

    func realPath(of path: Path) throws(FileError) -> Path { try files.realPath(of: path) }

    func stamp(of path: Path) throws(FileError) -> FileStamp { try files.stamp(of: path) }

    func kind(of path: Path) throws(FileError) -> FileKind { try files.kind(of: path) }

    func spelling(of path: Path) -> Path { files.spelling(of: path) }

    func rooted(at root: Path) -> any FileAccess { files.rooted(at: root) }
}
