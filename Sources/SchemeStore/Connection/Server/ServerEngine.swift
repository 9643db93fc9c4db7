#if PostgreSQL
import PostgreSQL
import SchemeModel

/// A PostgreSQL server as the database of a registry.
///
/// Nothing waits for the server that doesn't need its answer: inserted rows are collected for each table and copied
/// together, and other changes are sent without waiting for each. Both happen before anything is read.
final class ServerEngine: DatabaseEngine {
    private let connection: ServerConnection
    /// The names of prepared statements, and the number of times that others ran.
    private var names: [Shape: String] = [:]
    private var runs: [Shape: Int] = [:]
    private var translations: [String: ServerSQL] = [:]
    private var commands: [(sql: ServerSQL, parameters: ServerParameters)] = []
    private var rows: [ServerSQL: [UInt8]] = [:]
    private var rowBytes = 0
    private var ids: Range<Int> = 0..<0
    private var cursors = 0
    /// What was asked outside of transactions, before anything is written, with the answers. An import compares what it read
    /// with them, and asks again in its transaction if it has something to write.
    private var answers: [Question: ServerResult] = [:]

    /// A query with its parameters.
    struct Question: Hashable {
        var text: String
        var parameters: ServerParameters
    }

    /// A statement with the types of its parameters.
    private struct Shape: Hashable {
        var text: String
        var types: [UInt32]
    }

    /// The bytes of rows that are collected before they are copied.
    private static let collectedBytes = 8 << 20

    /// The number of IDs that one value of the sequence stands for.
    private static let idsAtOnce = 1_000

    init(_ connection: ServerConnection) { self.connection = connection }

    var dialect: SQLDialect { .postgreSQL }

    func prepare(_ sql: String, isLarge: Bool, isOfStoredRows: Bool) -> any DatabaseStatement {
        let translated = translations[sql] ?? ServerSQL(sql)
        translations[sql] = translated
        return ServerStatement(self, translated, isLarge: isLarge, isOfStoredRows: isOfStoredRows)
    }

    func newID(of kind: RowKind) throws -> Int? {
        switch kind {
        case .import: return try connection.query("SELECT nextval('import_id')", ServerParameters()).int(0, 0)
        case .other:
            if ids.isEmpty {
                let first = try connection.query("SELECT nextval('row_id')", ServerParameters()).int(0, 0)
                ids = first..<first + Self.idsAtOnce
            }
            return ids.removeFirst()
        }
    }

    func reserveIDs(of kind: RowKind, upTo last: Int) throws {
        ids = 0..<0
        let sequence = kind == .import ? "import_id" : "row_id"
        // Numbers that others got in the meantime are never given again.
        let next = "greatest(nextval('\(sequence)'), \(last) + 1)"
        _ = try connection.query("SELECT setval('\(sequence)', \(next), FALSE)", ServerParameters())
    }

    // Every row has an ID from newID().
    var lastInsertedID: Int { 0 }

    // Only asked after inserting an app, which storeApps(_:) replaces.
    var changesCount: Int { 0 }

    // The constraint may belong to any of the rows that were sent together, so it says nothing about an input.
    func violatedConstraint(_ error: any Error) -> String? { nil }

    func storeApps(_ apps: [AppID]) throws -> [ByteString: Int]? {
        // In order, so that imports that wait for each other do so in the same order.
        let apps = apps.sorted { $0.text < $1.text }
        guard !apps.isEmpty else { return [:] }
        let ids = try apps.compactMap { _ in try newID(of: .other) }
        var values = ServerParameters()
        values.append(ids)
        values.append(apps.map(\.text.string))
        values.append(apps.map(\.isKnown))
        values.append(apps.map(\.productIdentifier.string))
        try flush()
        _ = try run(
            """
            INSERT INTO app (id, key, is_known, product_key)
            SELECT * FROM unnest($1::bigint[], $2::text[], $3::boolean[], $4::text[]) ON CONFLICT (key) DO NOTHING
            """,
            values
        )
        // Locked, so that no other import removes an app before this one refers to it.
        values.removeAll()
        values.append(apps.map(\.text.string))
        let result = try run("SELECT id, key FROM app WHERE key = ANY ($1) ORDER BY key FOR KEY SHARE", values)
        var stored: [ByteString: Int] = [:]
        for row in 0..<result.count {
            stored[ByteString(result.withBytes(row, 1, ServerText.text))] = result.int(row, 0)
        }
        return stored
    }

    func lock(_ rows: LockedRows) throws {
        try flush()
        var values = ServerParameters()
        switch rows {
        case .all, .some:
            let function = rows == .all ? "pg_advisory_xact_lock" : "pg_advisory_xact_lock_shared"
            _ = try run("SELECT \(function)(\(Self.registryLock)::bigint)", values)
        case .source(let name, let repository):
            // A new source has no row yet. Sources of one repository can overlap.
            values.append([repository ?? name])
            _ = try run("SELECT pg_advisory_xact_lock(\(Self.registryLock), hashtext(($1::text[])[1]))", values)
            values.removeAll()
            values.append([name])
            _ = try run("SELECT id FROM source WHERE name = ANY ($1) FOR UPDATE", values)
        case .apps(let keys):
            values.append(keys.sorted().map(\.string))
            _ = try run("SELECT id FROM app WHERE key = ANY ($1) ORDER BY key FOR UPDATE", values)
        }
    }

    /// The key of the advisory lock of a registry. Several registries can be in schemas of one database, and users may have
    /// different search paths, so it is made from the schema that has the tables.
    static let registryLock = """
        hashtext('schemereg ' || coalesce(
            (SELECT relnamespace FROM pg_class WHERE oid = to_regclass('schemereg_version')),
            (SELECT oid FROM pg_namespace WHERE nspname = current_schema())
        ))
        """
}

extension ServerEngine {
    /// Runs a query after everything that was written before.
    func query(_ question: Question) throws -> ServerResult {
        try flush()
        if connection.isInTransaction { return try run(question.text, question.parameters) }
        if let answer = answers[question] { return answer }
        let answer = try run(question.text, question.parameters)
        answers[question] = answer
        return answer
    }

    func ask(_ queries: [any DatabaseStatement]) throws {
        let questions = queries.compactMap { ($0 as? ServerStatement)?.question }.filter { answers[$0] == nil }
        guard !questions.isEmpty, !connection.isInTransaction else { return }
        let results = try connection.runAll(questions.map { ServerConnection.Statement($0.text, $0.parameters) })
        for (question, result) in zip(questions, results) { answers[question] = result }
    }

    /// Forgets all answers, because they may be out of date.
    func forgetAnswers() { answers = [:] }

    /// Runs a statement, and prepares it when it runs for the second time.
    private func run(_ text: String, _ parameters: ServerParameters) throws -> ServerResult {
        let shape = Shape(text: text, types: parameters.types)
        let runs = runs[shape, default: 0]
        self.runs[shape] = runs + 1
        return try connection.query(text, parameters, prepared: runs == 0 ? nil : name(of: shape))
    }

    private func name(of shape: Shape) throws -> String {
        if let name = names[shape] { return name }
        let name = try connection.prepare(shape.text, types: shape.types)
        names[shape] = name
        return name
    }

    /// Opens a cursor; `nil` outside a transaction, which a cursor needs.
    func openCursor(_ sql: ServerSQL, _ parameters: ServerParameters) throws -> String? {
        guard connection.isInTransaction else { return nil }
        try flush()
        cursors += 1
        let name = "c\(cursors)"
        _ = try connection.query("DECLARE \(name) NO SCROLL CURSOR FOR \(sql.text)", parameters)
        return name
    }

    func fetch(_ count: Int, from cursor: String) throws -> ServerResult {
        try flush()
        return try connection.query("FETCH \(count) FROM \(cursor)", ServerParameters())
    }

    func close(_ cursor: String) {
        // A cursor that can't be closed is gone already, or goes with the transaction.
        _ = try? connection.query("CLOSE \(cursor)", ServerParameters())
    }
}

extension ServerEngine {
    /// Adds a change, which is sent later.
    func enqueue(_ sql: ServerSQL, _ parameters: ServerParameters, isOfStoredRows: Bool) throws {
        switch sql.kind {
        case .insertion:
            let before = rowBytes
            parameters.appendRow(to: &rows[sql, default: []])
            rowBytes = before + 8 + parameters.ranges.count * 4 + parameters.bytes.count
            if rowBytes > Self.collectedBytes { try flush() }
        case .command, .query:
            // What was inserted before may be what this changes.
            if !isOfStoredRows, !rows.isEmpty { try flush() }
            commands.append((sql, parameters))
            if commands.count >= 4_096 { try flush() }
        }
    }

    /// Sends all changes.
    func flush() throws {
        if !commands.isEmpty {
            let statements = try commands.map { command in
                let shape = Shape(text: command.sql.text, types: command.parameters.types)
                return ServerConnection.Statement("", command.parameters, prepared: try name(of: shape))
            }
            commands = []
            try connection.runAll(statements)
        }
        guard !rows.isEmpty else { return }
        let tables = rows
        discardRows()
        for (sql, bytes) in tables.sorted(by: { Self.rank(of: $0.key) < Self.rank(of: $1.key) }) {
            try connection.copy(sql.text, rows: bytes)
        }
    }

    /// Forgets changes that were not sent, and all answers.
    func discard() {
        forgetAnswers()
        commands = []
        discardRows()
        ids = 0..<0
    }

    private func discardRows() {
        rows = [:]
        rowBytes = 0
    }

    /// Tables that others refer to, in the order in which rows must be inserted. All other tables come after them.
    private static let parents = [
        "import", "source", "app", "input", "manifest", "code", "association_file", "link", "handler",
    ]

    private static func rank(of sql: ServerSQL) -> (Int, String) {
        guard case .insertion(let table) = sql.kind else { return (0, sql.text) }
        return (parents.firstIndex(of: table) ?? parents.count, sql.text)
    }
}
#endif
