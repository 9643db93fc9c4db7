import GRDB
package import SchemeModel

/// A source and its row.
struct StoredSource {
    var id: Int
    var source: Source

    /// Returns all sources, ordered by name.
    static func all(_ database: Database) throws -> [StoredSource] {
        var paths: [Int: [Path]] = [:]
        let places = try PreparedStatement(database, "SELECT source_id, path FROM source_path ORDER BY source_id, path")
        defer { places.reset() }
        while try places.step() { paths[places.int(0), default: []].append(places.path(1)) }
        let rows = try PreparedStatement(database, "\(selection) ORDER BY name")
        defer { rows.reset() }
        var sources: [StoredSource] = []
        while try rows.step() { sources.append(StoredSource(rows, paths: paths[rows.int(0)] ?? [])) }
        return sources
    }

    /// Returns the source with this name, or `nil` if it doesn't exist. The cost doesn't depend on the number of other
    /// sources.
    static func named(_ name: String, _ database: Database) throws -> StoredSource? {
        let rows = try PreparedStatement(database, "\(selection) WHERE name = ?")
        defer { rows.reset() }
        rows.bind(name)
        guard try rows.step() else { return nil }
        let places = try PreparedStatement(database, "SELECT path FROM source_path WHERE source_id = ? ORDER BY path")
        defer { places.reset() }
        places.bind(rows.int(0))
        var paths: [Path] = []
        while try places.step() { paths.append(places.path(0)) }
        return StoredSource(rows, paths: paths)
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
    private func forEachDependency(
        of source: Int,
        _ database: Database,
        _ body: (Path, InputDependency) -> Void
    ) throws {
        let dependencies = try PreparedStatement(
            database,
            """
            SELECT input.path, input_dependency.path, is_manifest, input_dependency.digest, input_dependency.size,
                input_dependency.modified, input_dependency.changed, input_dependency.inode
            FROM input JOIN input_dependency ON input_id = input.id
            WHERE source_id = ? ORDER BY input.id, input_dependency.path
            """
        )
        defer { dependencies.reset() }
        dependencies.bind(source)
        while try dependencies.step() { body(dependencies.path(0), dependencies.dependency(1)) }
    }

    /// Returns the inputs of the source `name` that could be read without a problem, by path, so that unchanged inputs
    /// need not be read again. Returns an empty dictionary for an unknown source.
    ///
    /// - Throws: ``RegistryError``.
    package func previousInputs(of name: String) throws -> [Path: PreviousInput] {
        try access { database in
            guard let source = try StoredSource.named(name, database) else { return [:] }
            let rows = try PreparedStatement(
                database,
                """
                SELECT path, reader_version, size, modified, changed, inode, settles_manifests FROM input
                WHERE source_id = ? AND state = 'ok' AND reader_version IS NOT NULL
                    AND NOT EXISTS (
                        SELECT 1 FROM problem WHERE problem.source_id = input.source_id AND problem.path = input.path
                    )
                """
            )
            defer { rows.reset() }
            rows.bind(source.id)
            var known: [Path: PreviousInput] = [:]
            while try rows.step() {
                var input = PreviousInput(stamp: rows.stamp(2), readerVersion: rows.int(1))
                input.settlesManifests = rows.bool(6)
                known[rows.path(0)] = input
            }
            try forEachDependency(of: source.id, database) { known[$0]?.dependencies.append($1) }
            let manifests = try PreparedStatement(
                database,
                """
                SELECT input.path, max(manifest.kind = 'application' AND manifest.is_built = 0), max(EXISTS (
                    SELECT 1 FROM irregularity WHERE manifest_id = manifest.id AND irregularity.kind = 'malformed'
                ))
                FROM input JOIN manifest ON manifest.input_id = input.id
                WHERE input.source_id = ? AND manifest.project IS NULL AND manifest.member IS NULL
                GROUP BY input.id
                """
            )
            defer { manifests.reset() }
            manifests.bind(source.id)
            while try manifests.step() {
                known[manifests.path(0)]?.isManifest = true
                known[manifests.path(0)]?.isApplication = manifests.bool(1)
                known[manifests.path(0)]?.isMalformed = manifests.bool(2)
            }
            return known
        }
    }
}
