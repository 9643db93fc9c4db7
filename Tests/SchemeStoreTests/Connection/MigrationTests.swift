import Foundation
import GRDB
import SchemeModel
import Testing
import TestSupport

@testable import SchemeStore

@Suite("Migrations", .enabled(if: !TestServer.isUsed, "files only"))
struct MigrationTests {
    private static let folder = ProjectFolder.root.appending(path: "migrations")

    /// The databases, by the folders of their migrations.
    private static let databases = ["sqlite": Migration.all, "postgresql": Migration.onServer]

    private func files(of database: String) throws -> [(name: String, text: String)] {
        let folder = Self.folder.appending(path: database)
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".sql") }.sorted()
            .map { ($0, try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8)) }
    }

    @Test("the binary carries what migrations/ says")
    func embedded() throws {
        for (database, migrations) in Self.databases {
            let files = try files(of: database)
            #expect(migrations.map { $0.name + ".sql" } == files.map(\.name), "run: make generate")
            for (migration, file) in zip(migrations, files) {
                let isSame = migration.sql == file.text
                #expect(isSame, "\(database)/\(file.name) was changed; run: make generate")
            }
        }
    }

    @Test("a shipped migration is not edited")
    func digests() throws {
        let lines = try String(contentsOf: Self.folder.appendingPathComponent("digests.txt"), encoding: .utf8)
        let digests = Dictionary(
            uniqueKeysWithValues: lines.split(separator: "\n").map { line in
                (String(line.split(separator: " ").last ?? ""), String(line.prefix { $0 != " " }))
            }
        )
        let files = try Self.databases.keys.flatMap { database in
            try self.files(of: database).map { (name: "\(database)/\($0.name)", text: $0.text) }
        }
        for file in files {
            #expect(
                digests[file.name] == SHA256.hex(of: Array(file.text.utf8)),
                """
                \(file.name) is not what migrations/digests.txt says. A migration that was released is never edited: \
                restore it and add a new one. If it was not released yet, delete its line and run: make generate
                """
            )
        }
        #expect(Set(digests.keys) == Set(files.map(\.name)))
    }

    @Test("the digest of each version's schema is the one of what the migrations create")
    func schemaDigests() throws {
        let digests = try (1...Migration.latestVersion).map {
            try SchemaGuard.digest(of: SchemaGuard.objects(ofVersion: $0))
        }
        #expect(digests == Migration.schemaDigests, "copy them to Migration.schemaDigests")
    }

    @Test("schemas that differ in anything have different digests")
    func distinctDigests() {
        typealias Object = SchemaGuard.Object
        func object(_ name: String, _ kind: String, _ table: String, _ sql: String? = nil) -> Object {
            Object(name: name, kind: kind, table: table, sql: sql)
        }
        let schemas: [[Object]] = [
            [], [object("a", "table", "a")], [object("a", "table", "a", "")], [object("a", "table", "a", "x")],
            [object("a", "view", "a", "x")], [object("a", "table", "b", "x")], [object("b", "table", "a", "x")],
            [object("a", "tablea", "", "x")], [object("a", "table", "a1:x")],
            [object("a", "table", "a", "x"), object("a", "trigger", "a", "x")],
        ]
        #expect(Set(schemas.map(SchemaGuard.digest(of:))).count == schemas.count)
    }

    @Test("an upgraded registry is like a fresh one", arguments: 0..<Migration.all.count)
    func upgraded(from version: Int) throws {
        let queue = try DatabaseQueue()
        try queue.inDatabase { database in
            try Migration.bringUpToDate(database, migrations: Array(Migration.all.prefix(version)))
            try Migration.bringUpToDate(database)
            #expect(try Migration.version(of: database) == Migration.latestVersion)
            #expect(try SchemaGuard.difference(in: database, version: Migration.latestVersion) == nil)
        }
    }

    @Test("a fresh registry says what it is and is strict")
    func fresh() throws {
        let folder = try RegistryFolder()
        try folder.write { _ in }
        #expect(try folder.rows("PRAGMA application_id") == ["\(RegistryFile.applicationID)"])
        #expect(try folder.rows("PRAGMA user_version") == ["\(Migration.latestVersion)"])
        #expect(try folder.rows("PRAGMA journal_mode") == ["delete"])
        #expect(
            try folder.rows(
                "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND NOT strict"
            )
                == ["sqlite_schema"]
        )
        #expect(try folder.names() == ["registry.sqlite"])
    }

    @Test("older knowledge in a registry is replaced by an import, and a team's stays")
    func olderKnowledge() throws {
        let folder = try RegistryFolder()
        let reading = InputReading("Info.plist", [Manifest("com.acme.wallet", schemes: ["http", "acmepay"])])
        try folder.write { registry in
            try registry.take([reading])
            #expect(try registry.replaceTeamTable(with: .partners, amid: .sample))
        }
        let dump = try folder.dump()
        try folder.execute(
            """
            UPDATE known_scheme SET owner = 'Somebody', platform_bits = 0 WHERE origin = 'schemereg' AND scheme = 'http';
            DELETE FROM known_scheme WHERE origin = 'schemereg' AND scheme = 'whatsapp';
            INSERT INTO known_scheme VALUES
                ('schemereg', 99, 'acmepay', 'apple-system', 'Nobody', 1, 'high', 'a page that is gone', NULL);
            UPDATE claim SET chosen_bits = 0, is_public = 1;
            UPDATE meta SET value = 'older' WHERE name = 'knowledge';
            """
        )
        #expect(try folder.dump() != dump)
        #expect(try folder.write { try $0.take([reading]) }.unchanged == 1)
        #expect(try folder.dump() == dump)
        #expect(try folder.read { try $0.teamTables() } == [.partners])
    }

    @Test("a registry of an older version says what to do, and an import updates it")
    func older() throws {
        let folder = try RegistryFolder()
        try folder.execute("PRAGMA application_id = \(RegistryFile.applicationID); PRAGMA user_version = 0")
        let bytes = try folder.bytes()
        let error = #expect(throws: RegistryError.self) { try folder.read { _ in () } }
        #expect(error?.cause == .older(version: 0, supported: Migration.latestVersion))
        #expect(try folder.bytes() == bytes, "reading never migrates")
        try folder.write { _ in }
        #expect(try folder.rows("PRAGMA user_version") == ["\(Migration.latestVersion)"])
        let claims = try folder.read { try $0.counts().claims }
        #expect(claims == 0)
    }
}
