import Foundation
import GRDB
import SchemeModel
import Testing

@testable import SchemeStore

@Suite("Migrations")
struct MigrationTests {
    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("migrations")

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
}
