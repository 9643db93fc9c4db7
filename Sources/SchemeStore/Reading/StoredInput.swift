import GRDB
import SchemeModel

/// What the registry has of one input.
struct StoredInput {
    var id: Int
    var isReadable: Bool
    var stamp: FileStamp?
    var digest: String?
    var readerVersion: Int?
    var dependencies: [InputDependency]
    /// The manifests' rows and checksums, in the order in which they were written.
    var manifests: [(id: Int, checksum: Int)]
    /// The checksum of what was found in code; `nil` where there is none.
    var codeChecksum: Int?
}

/// Finds inputs of one source.
final class StoredInputs {
    /// What reading an input again gave.
    enum Verdict {
        /// All is as the registry has it.
        case unchanged
        /// What it says is the same; the file's stamp or the reader is another one.
        case restamped
        case changed
    }

    private let sourceID: Int
    private let any, find, manifests, all, below, claims: PreparedStatement
    private let dependencies: StoredDependencies
    private let codes: StoredCodes

    init(_ database: Database, sourceID: Int) throws {
        self.sourceID = sourceID
        any = try PreparedStatement(database, "SELECT 1 FROM input WHERE source_id = ? LIMIT 1")
        find = try PreparedStatement(
            database,
            """
            SELECT id, state, size, modified, changed, inode, digest, reader_version
            FROM input WHERE source_id = ? AND path = ?
            """
        )
        manifests = try PreparedStatement(database, "SELECT id, checksum FROM manifest WHERE input_id = ? ORDER BY id")
        dependencies = try StoredDependencies(database)
        codes = try StoredCodes(database)
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
            WHERE input_id = ? AND manifest.kind <> 'none'
            """
        )
    }

    /// Whether the source has any input.
    func hasAny() throws -> Bool {
        any.bind(sourceID)
        return try any.number() != nil
    }

    /// The input at `path`, `nil` when there is none.
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
            dependencies: try dependencies.all(of: find.int(0)),
            manifests: []
        )
        manifests.bind(input.id)
        defer { manifests.reset() }
        while try manifests.step() { input.manifests.append((manifests.int(0), manifests.int(1))) }
        input.codeChecksum = try codes.checksum(of: input.id)
        return input
    }

    /// The input at `path`, and those below it where it is a folder; empty for the source's root. In order of path.
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

    /// Whether the input with this id has an app, or a claim of one, that none of `manifests` has.
    func hasMore(_ id: Int, than manifests: [Manifest]) throws -> Bool {
        let apps = Dictionary(grouping: manifests.filter { $0.kind != .noProduct }, by: \.app.text).mapValues {
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

    /// How `stored` compares to what was read just now; `checksums` are those of its manifests, `code` is what was found
    /// in its code.
    static func verdict(
        on stored: StoredInput,
        stamp: FileStamp,
        digest: String,
        readerVersion: Int,
        dependencies: [InputDependency],
        checksums: [Int],
        code: ProjectCode?
    ) -> Verdict {
        guard stored.isReadable, stored.digest == digest,
            stored.manifests.map(\.checksum).sorted() == checksums.sorted(),
            stored.codeChecksum == code.map({ StoredCode($0).checksum })
        else { return .changed }
        // A stamp that is not to be relied on says nothing, so the next one is no news.
        let isSameFile = stored.stamp == stamp || stored.stamp?.isReliable == false
        let isSame = isSameFile && stored.readerVersion == readerVersion && stored.dependencies == dependencies
        return isSame ? .unchanged : .restamped
    }
}

extension PreparedStatement {
    /// The four columns of a stamp, from `column` on.
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
