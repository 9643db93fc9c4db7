package import SchemeModel

/// A source and its row.
struct StoredSource {
    var id: Int
    var source: Source

    /// Returns all sources, ordered by name.
    static func all(_ database: Database) throws -> [StoredSource] {
        let (rows, places) = try queriesForAll(database)
        try database.ask([rows, places])
        defer { for query in [rows, places] { query.reset() } }
        var paths: [Int: [Path]] = [:]
        while try places.step() { paths[places.int(0), default: []].append(places.path(1)) }
        var sources: [StoredSource] = []
        while try rows.step() { sources.append(StoredSource(rows, paths: paths[rows.int(0)] ?? [])) }
        return sources
    }

    private static func queriesForAll(
        _ database: Database
    ) throws -> (sources: PreparedStatement, places: PreparedStatement) {
        let places = "SELECT source_id, path FROM source_path ORDER BY source_id, path"
        return (try database.statement("\(selection) ORDER BY name"), try database.statement(places))
    }

    /// Returns the source with this name, or `nil` if it doesn't exist. The cost doesn't depend on the number of other
    /// sources.
    static func named(_ name: String, _ database: Database) throws -> StoredSource? {
        let rows = try query(named: name, database)
        defer { rows.reset() }
        guard try rows.step() else { return nil }
        let places = try queryPlaces(of: rows.int(0), database)
        defer { places.reset() }
        var paths: [Path] = []
        while try places.step() { paths.append(places.path(0)) }
        return StoredSource(rows, paths: paths)
    }

    /// Returns the row of the source with this name, or `nil` if it doesn't exist.
    static func id(of name: String, _ database: Database) throws -> Int? {
        let rows = try query(named: name, database)
        defer { rows.reset() }
        return try rows.step() ? rows.int(0) : nil
    }

    private static func query(named name: String, _ database: Database) throws -> PreparedStatement {
        try database.statement("\(selection) WHERE name = ?", [name])
    }

    private static func queryPlaces(of id: Int, _ database: Database) throws -> PreparedStatement {
        try database.statement("SELECT path FROM source_path WHERE source_id = ? ORDER BY path", [id])
    }

    /// Returns the queries of ``all(_:)`` and ``named(_:_:)``, for ``Registry/prepare(forImportOf:)``.
    ///
    /// - Parameter id: The row of the source; `nil` if it has none.
    static func queries(named name: String, id: Int?, _ database: Database) throws -> [PreparedStatement] {
        let all = try queriesForAll(database)
        return try [all.sources, all.places, query(named: name, database)]
            + (id.map { [try queryPlaces(of: $0, database)] } ?? [])
    }

    /// Returns the sources whose root is in `repository`, ordered by name. Each is treated as if it covered its whole
    /// root.
    static func all(in repository: Source.Repository, _ database: Database) throws -> [StoredSource] {
        let rows = try PreparedStatement(database, "\(selection) WHERE remote = ? ORDER BY name")
        defer { rows.reset() }
        rows.bind(repository.remote)
        var sources: [StoredSource] = []
        while try rows.step() {
            let stored = StoredSource(rows, paths: [Path(bytes: [])])
            if stored.source.repository?.path.isIn(repository.path) ?? false { sources.append(stored) }
        }
        return sources
    }

    private static let selection = """
        SELECT id, name, root, kind, is_named, remote, source_repository.path
        FROM source LEFT JOIN source_repository ON source_id = id
        """

    /// Creates the source from a row of ``selection``.
    private init(_ row: PreparedStatement, paths: [Path]) {
        source = Source(
            name: row.text(1),
            root: row.path(2),
            kind: Source.Kind(rawValue: row.text(3)) ?? .tree,
            isNamed: row.bool(4),
            paths: paths
        )
        if let remote = row.optionalText(5) { source.repository = Source.Repository(remote: remote, path: row.path(6)) }
        // An old registry lacks the path of a file that was never read. Its folder isn't part of the source.
        if source.kind == .file, source.paths == [Path(bytes: [])], !source.isNamed,
            let path = Path(source.name).relative(to: source.root)
        {
            source.paths = [path]
        }
        id = row.int(0)
    }
}

extension Source {
    /// Returns whether an import of `scope` of `tree` absorbs this source, because its paths are in the scope.
    package func isAbsorbed(by tree: Source, in scope: ImportScope) -> Bool {
        tree.kind == .tree && !isNamed && kind != .standardInput && ByteString(name) != ByteString(tree.name)
            && places.allSatisfy { place in
                tree.holds(place) && place.relative(to: tree.root).map(scope.contains) ?? false
            }
    }

    /// Returns whether this source and `other` are equal byte for byte.
    func isIdentical(to other: Source) -> Bool {
        ByteString(name) == ByteString(other.name) && root == other.root && kind == other.kind
            && isNamed == other.isNamed && paths == other.paths && repository == other.repository
    }
}

extension Registry {
    /// Returns the sources, ordered by name.
    ///
    /// - Throws: ``RegistryError``.
    package func sources() throws -> [Source] { try access { try StoredSource.all($0).map(\.source) } }

    /// Returns the dependencies of the inputs of `source`, and of the sources that an import of its `scope` absorbs.
    /// The keys are the inputs' paths relative to the root of `source`. Includes inputs that couldn't be read recently.
    ///
    /// - Throws: ``RegistryError``.
    package func dependencies(
        of source: Source,
        scope: ImportScope = .whole
    ) throws -> [Path: [InputDependency]] {
        try access { database in
            var all: [Path: [InputDependency]] = [:]
            for stored in try StoredSource.all(database)
            where ByteString(stored.source.name) == ByteString(source.name)
                || stored.source.isAbsorbed(by: source, in: scope.simplified)
            {
                let folder = stored.source.root.relative(to: source.root) ?? Path(bytes: [])
                try forEachDependency(of: stored.id, database) { input, dependency in
                    var dependency = dependency
                    dependency.path = folder.appending(dependency.path)
                    all[folder.appending(input), default: []].append(dependency)
                }
            }
            return all
        }
    }

    /// Returns the manifests that are read through projects of `sources`, by absolute path, each with its source.
    ///
    /// - Throws: ``RegistryError``.
    package func projectManifests(of sources: [Source]) throws -> [Path: Source] {
        let names = Set(sources.map { ByteString($0.name) })
        return try access { database in
            var manifests: [Path: Source] = [:]
            for stored in try StoredSource.all(database) where names.contains(ByteString(stored.source.name)) {
                try forEachDependency(of: stored.id, database) { _, dependency in
                    guard dependency.isManifest, dependency.stamp != nil else { return }
                    manifests[stored.source.root.appending(dependency.path)] = stored.source
                }
            }
            return manifests
        }
    }

    /// Calls `body` with the path of each input of a source that has dependencies, and each of its dependencies.
    func forEachDependency(
        of source: Int,
        _ database: Database,
        _ body: (Path, InputDependency) -> Void
    ) throws {
        let dependencies = try PreviousQueries.dependencies(of: source, database)
        defer { dependencies.reset() }
        while try dependencies.step() { body(dependencies.path(0), dependencies.dependency(1)) }
    }
}
