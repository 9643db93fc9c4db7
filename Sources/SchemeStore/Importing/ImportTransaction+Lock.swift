import SchemeModel

extension ImportTransaction {
    /// Locks the source, or the whole registry to update what is derived from knowledge and rules.
    static func lock(
        _ source: Source,
        _ database: Database,
        _ comparison: ImportComparison,
        knowledge: Knowledge,
        screening: ManifestScreening
    ) throws {
        func isCurrent() throws -> Bool {
            try KnowledgeWriter.hold(knowledge, in: database)
                && (screening.version.isEmpty || CleanManifests.areDecided(by: screening.version, in: database))
        }
        let wasCurrent = try isCurrent()
        try database.engine.lock(wasCurrent ? .some : .all)
        // Another transaction may have held the lock until now.
        if database.isRemote, wasCurrent, try !isCurrent() {
            throw RegistryError(path: comparison.registry, cause: .changedMeanwhile)
        }
        try database.engine.lock(.source(source.name, repository: source.repository?.remote))
    }
}
