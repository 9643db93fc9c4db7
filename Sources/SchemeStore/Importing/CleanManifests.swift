import SchemeModel

/// Which manifests a report doesn't have to read, in a registry.
///
/// The mark of a clean manifest is its own checksum, so that damage can't make a manifest clean.
enum CleanManifests {
    /// Returns whether a screening of this version decided about all manifests in `database`.
    static func areDecided(by version: String, in database: Database) throws -> Bool {
        try PreviousQueries.version("rules", database).text() == version
    }

    /// Decides about all manifests in `database`, unless a screening of the same version did.
    ///
    /// - Throws: An error of the database, ``ChecksumMismatch``.
    static func bringUpToDate(with screening: ManifestScreening, in database: Database) throws {
        guard !screening.version.isEmpty, try !areDecided(by: screening.version, in: database) else { return }
        try database.execute(
            sql: "INSERT INTO meta VALUES ('rules', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            arguments: [screening.version]
        )
        let update = try PreparedStatement(database, "UPDATE manifest SET clean_checksum = ? WHERE id = ?")
        try ManifestLoader.updateEach(in: database, where: "TRUE") { stored in
            update.bind(screening.isClean(stored.manifest) ? stored.checksum : nil)
            update.bind(stored.id)
            try update.run()
        }
    }
}
