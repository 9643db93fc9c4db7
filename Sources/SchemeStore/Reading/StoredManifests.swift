/// The stored manifests that an import replaces or removes. A server gives many of them at once.
final class StoredManifests {
    private let database: Database
    private let loader: ManifestLoader
    private let imports: PreparedStatement
    private var loaded: [Int: ManifestLoader.StoredManifest] = [:]
    private var loadedImports: [Int: [ManifestWriter.Imports]] = [:]

    init(_ database: Database, loader: ManifestLoader) throws {
        self.database = database
        self.loader = loader
        imports = try PreparedStatement(
            database,
            """
            SELECT first_import, last_import, manifest_id FROM claim WHERE manifest_id \(database.dialect.isAmong)
            ORDER BY manifest_id, url_type_position, position
            """
        )
    }

    /// Loads the manifests with these IDs from a server, so that ``manifest(_:)`` and ``claimImports(of:)`` don't ask for
    /// each. Forgets those that were loaded before.
    func load(_ ids: [Int]) throws {
        (loaded, loadedImports) = ([:], [:])
        guard database.isRemote, !ids.isEmpty else { return }
        try loader.forEach(of: ids) { loaded[$0.id] = $0 }
        loader.rest()
        try loadImports(of: ids)
    }

    /// Returns the manifest with this ID; `nil` if there is none.
    func manifest(_ id: Int) throws -> ManifestLoader.StoredManifest? {
        if let manifest = loaded[id] { return manifest }
        defer { loader.rest() }
        return try loader.load(id)
    }

    /// Returns the first and the last import of each claim of the manifest with this ID, in order.
    func claimImports(of id: Int) throws -> [ManifestWriter.Imports] {
        if loadedImports[id] == nil { try loadImports(of: [id]) }
        return loadedImports.removeValue(forKey: id) ?? []
    }

    private func loadImports(of ids: [Int]) throws {
        imports.bind(ids)
        defer { imports.reset() }
        while try imports.step() {
            loadedImports[imports.int(2), default: []].append((imports.int(0), imports.int(1)))
        }
    }
}
