import SchemeModel

/// The commit that is imported, and what the registry had of its source before.
struct StoredRevision {
    private let database: Database
    private let source: String
    /// The commit that is imported; `nil` if it is unknown.
    private let imported: Source.Revision?
    /// The state of the source before anything was compared.
    let before: SourceState

    init(_ database: Database, source: String, imported: Source.Revision?) throws {
        self.database = database
        self.source = source
        self.imported = imported
        before = try SourceState(of: source, database)
    }

    /// The stored commit if it is newer.
    var newer: Source.Revision? { newer(in: before) }

    private func newer(in state: SourceState) -> Source.Revision? {
        guard let imported, let stored = state.revision, stored.commit != imported.commit else { return nil }
        return stored.time > imported.time ? stored : nil
    }

    /// Whether the commit must be recorded.
    var isNew: Bool { imported != nil && before.revision?.commit != imported?.commit }

    /// Checks that no other machine changed the source since the comparison began. Without that, inputs that were compared
    /// with one commit would be stored as those of another.
    ///
    /// - Throws: ``NewerRevision``; ``RegistryError`` with the cause `changedMeanwhile`.
    func verify(_ registry: Path) throws {
        let current = try SourceState(of: source, database)
        if let newer = newer(in: current) { throw NewerRevision(revision: newer) }
        if database.isRemote, current != before { throw RegistryError(path: registry, cause: .changedMeanwhile) }
    }

    /// Records the commit. If the whole source was imported from an unknown commit, the stored one is no longer right.
    func record(isWhole: Bool) throws {
        if let imported {
            try database.execute(
                sql: """
                    INSERT INTO source_revision (source_id, revision, committed) SELECT id, ?, ? FROM source WHERE name = ?
                    ON CONFLICT (source_id) DO UPDATE SET revision = excluded.revision, committed = excluded.committed
                    """,
                arguments: [imported.commit, imported.time, source]
            )
        } else if isWhole, before.revision != nil {
            try database.execute(
                sql: "DELETE FROM source_revision WHERE source_id = (SELECT id FROM source WHERE name = ?)",
                arguments: [source]
            )
        }
    }
}

/// The last import that changed a source, and the commit that it was imported from.
package struct SourceState: Hashable, Sendable {
    /// The ID of the import; `nil` for an unknown source.
    private var lastImport: Int?
    fileprivate var revision: Source.Revision?

    /// Whether the registry has the source.
    package var isStored: Bool { lastImport != nil }

    init(of source: String, _ database: Database) throws {
        let rows = try Self.query(source, database)
        defer { rows.reset() }
        guard try rows.step() else { return }
        lastImport = rows.int(0)
        revision = rows.optionalText(1).map { Source.Revision(commit: $0, time: rows.int(2)) }
    }

    static func query(_ source: String, _ database: Database) throws -> PreparedStatement {
        try database.statement(
            """
            SELECT last_import, revision, committed FROM source LEFT JOIN source_revision ON source_id = source.id
            WHERE name = ?
            """,
            [source]
        )
    }
}

extension Registry {
    /// Returns the state of the source `name`, from which an import notices that another one changed it.
    ///
    /// - Throws: ``RegistryError``.
    package func state(of name: String) throws -> SourceState { try access { try SourceState(of: name, $0) } }
}

/// The source was imported from this newer commit.
struct NewerRevision: Error {
    let revision: Source.Revision
}
