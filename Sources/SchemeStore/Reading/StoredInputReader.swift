import GRDB
import SchemeModel

/// Reads the rows of the inputs of one source.
final class StoredInputReader {
    /// What changed when an input was read again.
    enum Change {
        /// Nothing changed.
        case unchanged
        /// The facts are the same, but the file's stamp or the reader's version changed.
        case restamped
        case changed
    }

    private let sourceID: Int
    private let any, find, manifests, all, below, claims: PreparedStatement
    private let dependencies: StoredDependencies
    private let codes: StoredCodeReader

    init(_ database: Database, sourceID: Int) throws {
        self.sourceID = sourceID
        any = try PreparedStatement(database, "SELECT 1 FROM input WHERE source_id = ? LIMIT 1")
        find = try PreparedStatement(
            database,
            """
            SELECT id, state, size, modified, changed, inode, digest, reader_version, settles_manifests,
                irregularity_checksum
            FROM input WHERE source_id = ? AND path = ?
            """
        )
        manifests = try PreparedStatement(database, "SELECT id, checksum FROM manifest WHERE input_id = ? ORDER BY id")
        dependencies = try StoredDependencies(database)
        codes = try StoredCodeReader(database)
        all = try PreparedStatement(
            database,
            "SELECT id, path, state FROM input WHERE source_id = ? ORDER BY path"
        )
        below = try PreparedStatement(
            database,
            """
            SELECT id, path, state FROM input WHERE source_id = ?1 AND (path = ?2 OR path > ?3 AND path < ?4)
            ORDER BY path
            """
        )
        claims = try PreparedStatement(
            database,
            """
            SELECT DISTINCT app.key, scheme_key
            FROM manifest JOIN app ON app.id = manifest.app_id LEFT JOIN claim ON claim.manifest_id = manifest.id
            WHERE input_id = ?
            """
        )
    }

    /// Returns whether the source has any input.
    func hasAny() throws -> Bool {
        any.bind(sourceID)
        return try any.number() != nil
    }

    /// Returns the input at `path`, or `nil` if it doesn't exist.
    func find(_ path: Path) throws -> StoredInput? {
        find.bind(sourceID)
        find.bind(path)
        defer { find.reset() }
        guard try find.step() else { return nil }
        var input = StoredInput(
            id: find.int(0),
            isReadable: find.text(1) == "ok",
            stamp: find.isNull(2) ? nil : find.stamp(2),
            digest: find.optionalText(6),
            readerVersion: find.optionalInt(7),
            settlesManifests: find.bool(8),
            irregularityChecksum: find.optionalInt(9),
            dependencies: try dependencies.all(of: find.int(0)),
            manifests: []
        )
        manifests.bind(input.id)
        defer { manifests.reset() }
        while try manifests.step() { input.manifests.append((manifests.int(0), manifests.int(1))) }
        input.codeChecksum = try codes.checksum(of: input.id)
        return input
    }

    /// Returns the input at `path` and all inputs inside it, ordered by path. An empty path is the source's root.
    func all(at path: Path) throws -> [(id: Int, path: Path, isReadable: Bool)] {
        let rows = path.bytes.isEmpty ? all : below
        rows.bind(sourceID)
        if !path.bytes.isEmpty {
            rows.bind(path)
            rows.bind(Path(bytes: path.bytes + [Path.separator]))
            rows.bind(Path(bytes: path.bytes + [Path.separator + 1]))
        }
        defer { rows.reset() }
        var found: [(id: Int, path: Path, isReadable: Bool)] = []
        while try rows.step() { found.append((rows.int(0), rows.path(1), rows.text(2) == "ok")) }
        return found
    }

    /// Returns whether the input with this ID has an app, or a claim, that `manifests` lack.
    func hasMore(_ id: Int, than manifests: [Manifest]) throws -> Bool {
        let apps = Dictionary(grouping: manifests, by: \.app.text).mapValues {
            Set($0.flatMap { $0.urlTypes.flatMap { $0.schemes.compactMap { $0.key?.text } } })
        }
        claims.bind(id)
        defer { claims.reset() }
        while try claims.step() {
            guard let schemes = apps[ByteString(claims.text(0))] else { return true }
            if let scheme = claims.optionalText(1), !schemes.contains(ByteString(scheme)) { return true }
        }
        return false
    }

    /// Compares `stored` with `reading`, which was just read, and `checksums` of its manifests.
    static func change(
        of stored: StoredInput,
        reading: InputReading,
        stamp: FileStamp,
        digest: String,
        readerVersion: Int,
        checksums: [Int]
    ) throws -> Change {
        let codeChecksum = try reading.code.map { try StoredCode($0).checksum }
        guard stored.isReadable, stored.digest == digest,
            stored.manifests.map(\.checksum).sorted() == checksums.sorted(),
            stored.irregularityChecksum == ManifestChecksum.of(reading.irregularities, at: reading.path),
            stored.codeChecksum == codeChecksum
        else { return .changed }
        // An unreliable stamp carries no information, so a different one doesn't matter.
        let isSameFile = stored.stamp == stamp || stored.stamp?.isReliable == false
        let isSame =
            isSameFile && stored.readerVersion == readerVersion && stored.dependencies == reading.dependencies
            && stored.settlesManifests == reading.settlesManifests
        return isSame ? .unchanged : .restamped
    }
}

extension PreparedStatement {
    /// Returns the stamp in four columns, starting at `column`.
    func stamp(_ column: CInt) -> FileStamp {
        FileStamp(
            size: int(column),
            modified: int(column + 1),
            changed: int(column + 2),
            inode: UInt64(bitPattern: Int64(int(column + 3)))
        )
    }

    /// Binds the four columns of a stamp.
    func bind(_ stamp: FileStamp) {
        bind(stamp.size)
        bind(stamp.modified)
        bind(stamp.changed)
        bind(Int(truncatingIfNeeded: stamp.inode))
    }
}
