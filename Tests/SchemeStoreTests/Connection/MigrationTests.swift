import Foundation
import GRDB
import SchemeModel
import Testing
import TestSupport

@testable import SchemeStore

@Suite("Migrations")
struct MigrationTests {
    private static let folder = ProjectFolder.root.appending(path: "migrations")

    private func files() throws -> [(name: String, text: String)] {
        try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).filter { $0.hasSuffix(".sql") }.sorted()
            .map {
                ($0, try String(contentsOf: Self.folder.appendingPathComponent($0), encoding: .utf8))
            }
    }

    @Test("the binary carries what migrations/ says")
    func embedded() throws {
        let files = try files()
        #expect(Migration.all.map { $0.name + ".sql" } == files.map(\.name), "run: make generate")
        for (migration, file) in zip(Migration.all, files) {
            let isSame = migration.sql == file.text
            #expect(isSame, "\(file.name) was changed; run: make generate")
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
        for file in try files() {
            #expect(
                digests[file.name] == SHA256.hex(of: Array(file.text.utf8)),
                """
                \(file.name) is not what migrations/digests.txt says. A migration that was released is never edited: \
                restore it and add a new one. If it was not released yet, delete its line and run: make generate
                """
            )
        }
        #expect(try Set(digests.keys) == Set(files().map(\.name)))
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

    @Test("an upgraded registry knows which files its sources hold", arguments: 1..<5)
    func sourcesOfFiles(version: Int) throws {
        let folder = try RegistryFolder()
        try folder.execute(Migration.all.prefix(version).map(\.sql).joined(separator: "\n"))
        try folder.execute(
            """
            INSERT INTO import VALUES (1, 1, 'import', 'x', 1);
            INSERT INTO source VALUES (1, '/src/read.plist', CAST('/src' AS BLOB), 'file', 0, 1, 1);
            INSERT INTO source VALUES (2, '/src/never.plist', CAST('/src' AS BLOB), 'file', 0, 1, 1);
            INSERT INTO source VALUES (3, '/src/tree', CAST('/src/tree' AS BLOB), 'tree', 0, 1, 1);
            INSERT INTO input VALUES (1, 1, CAST('read.plist' AS BLOB), 'ok', 1, 1, 1, 1, 'ab', 1, 1, 1);
            INSERT INTO input VALUES
                (2, 2, CAST('never.plist' AS BLOB), 'unreadable', NULL, NULL, NULL, NULL, NULL, NULL, 1, 1);
            PRAGMA user_version = \(version);
            """
        )
        try folder.write { registry in
            let places = try registry.sources().map(\.places)
            #expect(places == [["/src/never.plist"], ["/src/read.plist"], ["/src/tree"]])
        }
    }

    @Test(
        "a registry of a version before is read as it is, and brought up to date by an import",
        arguments: Migration.oldestReadable..<Migration.latestVersion
    )
    func older(version: Int) throws {
        let folder = try RegistryFolder()
        let manifest = Manifest("com.acme.wallet", schemes: ["http", "bitcoin"])
        let reading = InputReading("Info.plist", [manifest])
        try folder.write { try $0.take([reading]) }
        try folder.downgrade(to: version)
        let bytes = try folder.bytes()
        try folder.read { registry in
            let index = RegistryIndex(registry, knowledge: .sample)
            var found: [Manifest] = []
            try index.forEachManifest { found.append($0) }
            #expect(found == [manifest])
            #expect(try index.claims(on: SchemeKey("http")).count == 1)
            #expect(try registry.counts().claims == 2)
            #expect(try registry.teamKnowledge() == [])
            try index.forEachTarget { _ in Issue.record("it has no code") }
            try index.forEachContestedScheme { _ in Issue.record("one app claims") }
            #expect(try index.sourceNames(in: .init(remote: "example.com/wallet", path: "")) == [])
        }
        #expect(try folder.bytes() == bytes, "reading never migrates")
        #expect(try folder.rows("PRAGMA user_version") == ["\(version)"])
        let result = try folder.write { try $0.take([reading]) }
        #expect(result.unchanged == 1)
        #expect(try folder.rows("PRAGMA user_version") == ["\(Migration.latestVersion)"])
        #expect(try folder.rows("SELECT count(*) FROM known_scheme WHERE origin = 'schemereg'") == ["9"])
        #expect(try folder.rows("SELECT count(*) FROM reserved_scheme_clashes") == ["1"])
    }

    @Test("older knowledge in a registry is replaced by an import, and a team's stays", arguments: 6...8)
    func olderKnowledge(version: Int) throws {
        let folder = try RegistryFolder()
        let reading = InputReading("Info.plist", [Manifest("com.acme.wallet", schemes: ["http", "acmepay"])])
        try folder.write { registry in
            try registry.take([reading])
            #expect(try registry.replaceTeamKnowledge(with: .partners, amid: .sample))
        }
        let dump = try folder.dump()
        try folder.downgrade(to: version)
        try folder.execute(
            """
            UPDATE known_scheme SET owner = 'Somebody', platform_bits = 0 WHERE origin = 'schemereg' AND scheme = 'http';
            DELETE FROM known_scheme WHERE origin = 'schemereg' AND scheme = 'whatsapp';
            INSERT INTO known_scheme VALUES
                ('schemereg', 99, 'acmepay', 'apple-system', 'Nobody', 1, 'high', 'a page that is gone');
            UPDATE claim SET chosen_bits = 0, is_public = 1;
            UPDATE meta SET value = 'older' WHERE name = 'knowledge';
            """
        )
        #expect(try folder.dump() != dump)
        #expect(try folder.write { try $0.take([reading]) }.unchanged == 1)
        #expect(try folder.dump() == dump)
        #expect(try folder.read { try $0.teamKnowledge() } == [.partners])
    }

    @Test("a registry that is too old to be read says what to do", arguments: 1..<5)
    func tooOld(version: Int) throws {
        let folder = try RegistryFolder()
        try folder.execute(Migration.all.prefix(version).map(\.sql).joined(separator: "\n"))
        try folder.execute("PRAGMA user_version = \(version)")
        let error = #expect(throws: RegistryError.self) { try folder.read { _ in () } }
        #expect(error?.cause == .older(version: version, supported: 5))
    }
}

extension RegistryFolder {
    /// Makes the registry what an earlier version of the schema would have made of the same imports.
    fileprivate func downgrade(to version: Int) throws {
        let fresh = url.appendingPathComponent("fresh.sqlite")
        let queue = try DatabaseQueue(path: fresh.path)
        try queue.inDatabase { try Migration.bringUpToDate($0, migrations: Array(Migration.all.prefix(version))) }
        try queue.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA foreign_keys = OFF; ATTACH '\(file.path)' AS new")
            for table in try String.fetchAll(
                database,
                sql: "SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
            ) {
                let columns = try database.columns(in: table, in: "main").map { "\"\($0.name)\"" }.joined(
                    separator: ", "
                )
                try database.execute(sql: "DELETE FROM main.\(table)")
                try database.execute(sql: "INSERT INTO main.\(table) (\(columns)) SELECT \(columns) FROM new.\(table)")
            }
            try database.execute(sql: "DETACH new")
        }
        try queue.close()
        try FileManager.default.removeItem(at: file)
        try FileManager.default.moveItem(at: fresh, to: file)
    }
}
