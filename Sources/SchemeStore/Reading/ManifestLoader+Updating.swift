extension ManifestLoader {
    /// Calls `body` with each manifest that meets a condition, which `body` may update, with its rows.
    ///
    /// The manifests are found in groups, because a query over all of them would be open while their rows change.
    ///
    /// - Parameter condition: A condition on the columns of `manifest`, in SQL.
    /// - Throws: An error of the database, ``ChecksumMismatch``, an error from `body`.
    static func updateEach(
        in database: Database,
        where condition: String,
        _ body: (StoredManifest) throws -> Void
    ) throws {
        let loader = try ManifestLoader(database)
        let following = try PreparedStatement(
            database,
            "SELECT id FROM manifest WHERE id > ? AND \(condition) ORDER BY id LIMIT 500"
        )
        var ids = try next(after: 0, following)
        while let last = ids.last {
            try loader.forEach(of: ids) { stored in
                loader.rest()
                try body(stored)
            }
            ids = try next(after: last, following)
        }
    }

    private static func next(after id: Int, _ following: PreparedStatement) throws -> [Int] {
        following.bind(id)
        defer { following.reset() }
        var ids: [Int] = []
        while try following.step() { ids.append(following.int(0)) }
        return ids
    }
}
