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

    private let database: Database
    private let sourceID: Int
    /// All inputs, if they come from a server.
    private var cached: [Path: StoredInput]?
    private let any, find, manifests, all, below, claims: PreparedStatement
    private let dependencies: StoredDependencies
    private let codes: StoredCodeReader
    private let associations: StoredAssociations

    init(_ database: Database, sourceID: Int) throws {
        self.database = database
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
        associations = try StoredAssociations(database)
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
        if database.isRemote {
            if cached == nil { cached = try StoredInput.all(of: sourceID, database) }
            return cached?[path]
        }
        find.bind(sourceID)
        find.bind(path)
        defer { find.reset() }
        guard try find.step() else { return nil }
        var input = StoredInput(find)
        input.dependencies = try dependencies.all(of: input.id)
        manifests.bind(input.id)
        defer { manifests.reset() }
        while try manifests.step() { input.manifests.append((manifests.int(0), manifests.int(1))) }
        input.codeChecksum = try codes.checksum(of: input.id)
        input.associationChecksum = try associations.checksum(of: input.id)
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

    /// Returns whether these dependencies are the same. On a server, their stamps don't count.
    func areSame(_ left: [InputDependency], _ right: [InputDependency]) -> Bool {
        guard database.isRemote else { return left == right }
        return left.elementsEqual(right) {
            $0.path == $1.path && $0.isManifest == $1.isManifest && $0.digest == $1.digest
                && ($0.stamp == nil) == ($1.stamp == nil)
        }
    }

    /// Compares `stored` with `reading`, which was just read, and `checksums` of its manifests.
    func change(
        of stored: StoredInput,
        reading: InputReading,
        stamp: FileStamp,
        digest: String,
        readerVersion: Int,
        checksums: [Int]
    ) throws -> Change {
        let codeChecksum = try reading.code.map { try StoredCode($0).checksum }
        let associationChecksum = try reading.association.map { try StoredAssociation($0.contents).checksum }
        guard stored.isReadable, stored.digest == digest,
            stored.manifests.map(\.checksum).sorted() == checksums.sorted(),
            stored.irregularityChecksum == ManifestChecksum.of(reading.irregularities, at: reading.path),
            stored.codeChecksum == codeChecksum, stored.associationChecksum == associationChecksum
        else { return .changed }
        // An unreliable stamp carries no information, so a different one doesn't matter. On a server, every checkout of every
        // machine has other stamps.
        let isSameFile = stored.stamp == stamp || stored.stamp?.isReliable == false || database.isRemote
        let isSame =
            isSameFile && stored.readerVersion == readerVersion && areSame(stored.dependencies, reading.dependencies)
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
