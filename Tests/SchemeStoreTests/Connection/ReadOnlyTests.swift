import Foundation
import GRDB
import SchemeModel
import Synchronization
import Testing

@testable import SchemeStore

@Suite("A reader of a registry", .enabled(if: !TestServer.isUsed, "files only"))
struct ReadOnlyTests {
    /// The files that a process left that ended while it wrote.
    enum Remains: CaseIterable {
        /// A registry that nobody writes.
        case nothing
        /// A log with an import, and its index.
        case logAndIndex
        /// The same without the index, as a copy or another file system has it.
        case log
        /// The same without the log, which is lost.
        case index
        /// Neither, but the registry is still in WAL mode.
        case mode
        /// An empty log in place of the lost one.
        case emptyLog
        /// A journal with which the change of the registry must be rolled back.
        case journal

        /// The suffixes of the files next to the registry.
        var suffixes: [String] {
            switch self {
            case .nothing, .mode: []
            case .logAndIndex: ["-wal", "-shm"]
            case .log, .emptyLog: ["-wal"]
            case .index: ["-shm"]
            case .journal: ["-journal"]
            }
        }

        /// The schemes that a reader finds; `nil` if it can't read the registry without writing.
        var schemes: [String]? {
            switch self {
            case .nothing: ["first"]
            case .logAndIndex: ["first", "second"]
            case .log, .index, .mode, .emptyLog, .journal: nil
            }
        }

        /// The schemes after the next import, which completes or rolls back what was interrupted.
        var schemesAfterImport: [String] {
            switch self {
            case .logAndIndex, .log: ["first", "second"]
            case .nothing, .index, .mode, .emptyLog, .journal: ["first"]
            }
        }

        /// Returns a new folder with these files.
        func make() throws -> RegistryFolder {
            let (folder, copy) = (try RegistryFolder(), try RegistryFolder())
            try folder.write { _ = try $0.take([ReadOnlyTests.reading("first")], into: tree("first")) }
            func copyFiles() throws {
                for suffix in [""] + suffixes {
                    try FileManager.default.copyItem(atPath: folder.file.path + suffix, toPath: copy.file.path + suffix)
                }
            }
            switch self {
            case .nothing: try copyFiles()
            case .journal:
                let other = try DatabaseQueue(path: folder.file.path)
                try other.inDatabase { database in
                    // More than the cache holds, so that the file is changed before the end of the transaction.
                    try database.execute(
                        sql: """
                            PRAGMA cache_size = 1; PRAGMA cache_spill = 1; BEGIN; DELETE FROM claim;
                            WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9999)
                            INSERT INTO app (key, is_known, product_key) SELECT i, 1, i FROM n
                            """
                    )
                    try copyFiles()
                    try database.execute(sql: "ROLLBACK")
                }
            case .logAndIndex, .log, .index, .mode, .emptyLog:
                let writer = try Registry(at: folder.path, for: .writing)
                try writer.take([ReadOnlyTests.reading("second")], into: tree("second"))
                try copyFiles()
                try writer.close()
            }
            if self == .emptyLog { try Data().write(to: URL(fileURLWithPath: copy.file.path + "-wal")) }
            return copy
        }
    }

    private static func reading(_ scheme: String) -> InputReading {
        InputReading("Info.plist", [Manifest("com.acme.\(scheme)", schemes: [scheme], in: scheme)])
    }

    private func schemes(_ folder: RegistryFolder) throws -> [String] {
        let registry = try Registry(at: folder.path, for: .reading, patience: { _ in false })
        let schemes = try registry.schemeCounts().map(\.scheme.text.string)
        try registry.close()
        return schemes
    }

    /// The names, contents and times of the files in a folder.
    private func state(of folder: RegistryFolder) throws -> [String] {
        try folder.names().map { name in
            let file = folder.url.appendingPathComponent(name)
            let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
            let date = try #require(attributes[.modificationDate] as? Date)
            return try "\(name) \(date.timeIntervalSince1970) \(SHA256.hex(of: [UInt8](Data(contentsOf: file))))"
        }
    }

    @Test(arguments: Remains.allCases, [false, true])
    func changesNothing(remains: Remains, isFolderReadOnly: Bool) throws {
        let folder = try remains.make()
        let before = try state(of: folder)
        if isFolderReadOnly {
            for name in try folder.names() { chmod(folder.url.appendingPathComponent(name).path, 0o400) }
            chmod(folder.url.path, 0o500)
        }
        defer { chmod(folder.url.path, 0o700) }
        if let expected = remains.schemes {
            #expect(try schemes(folder) == expected)
        } else {
            let error = #expect(throws: RegistryError.self) { try schemes(folder) }
            #expect(error?.cause == .interrupted)
        }
        #expect(try state(of: folder) == before)
    }

    @Test(arguments: Remains.allCases)
    func readsWhatTheNextImportCompletes(remains: Remains) throws {
        let folder = try remains.make()
        try folder.write { _ = try $0.take([], into: tree("third")) }
        #expect(try folder.names() == ["registry.sqlite"])
        #expect(try schemes(folder) == remains.schemesAfterImport)
    }

    /// SQLite itself waits ten seconds for the pages of such a log, so a reader doesn't open it again.
    @Test func triesOnceToReadALogWithoutPages() throws {
        let folder = try Remains.logAndIndex.make()
        let log = URL(fileURLWithPath: folder.file.path + "-wal")
        try Data(contentsOf: log).prefix(32).write(to: log)
        try Data(count: 32_768).write(to: URL(fileURLWithPath: folder.file.path + "-shm"))
        let asked = Mutex(0)
        let error = #expect(throws: RegistryError.self) {
            try Registry(
                at: folder.path,
                for: .reading,
                patience: { _ in
                    asked.withLock { $0 += 1 }
                    return true
                }
            )
        }
        #expect(error?.cause == .interrupted)
        #expect(asked.withLock { $0 } == 0)
    }

    /// Characters that mean something in the addresses with which SQLite opens a file.
    @Test(arguments: ["a?mode=rw", "a%41", "a#b", "é a"])
    func readsAPathWithSpecialCharacters(name: String) throws {
        let folder = try RegistryFolder()
        let path = Path(folder.url.appendingPathComponent(name).path)
        let registry = try Registry(at: path, for: .writing)
        try registry.take([Self.reading("first")])
        try registry.close()
        let reader = try Registry(at: path, for: .reading)
        #expect(try reader.schemeCounts().count == 1)
        try reader.close()
        #expect(try folder.names() == [name])
    }

    /// Another process has the registry open and has written to its log.
    @Test func readsTheLogOfARunningImport() throws {
        let folder = try Remains.nothing.make()
        let writer = try Registry(at: folder.path, for: .writing)
        try writer.take([Self.reading("second")], into: tree("second"))
        #expect(try folder.names() == ["registry.sqlite", "registry.sqlite-shm", "registry.sqlite-wal"])
        #expect(try schemes(folder) == ["first", "second"])
        try writer.take([Self.reading("third")], into: tree("third"))
        #expect(try schemes(folder) == ["first", "second", "third"])
        try writer.close()
        #expect(try folder.names() == ["registry.sqlite"])
    }

    /// A registry that is too large to be examined when it is opened, in which an index lacks a row.
    @Test func reportsAnIndexThatHidesAClaim() throws {
        let folder = try RegistryFolder()
        try folder.write { _ = try $0.take([Self.reading("first")]) }
        let padding = RegistryConnection.examinedBytes
        try folder.execute(
            """
            PRAGMA writable_schema = ON;
            UPDATE sqlite_schema SET sql = replace(sql, 'scheme_key IS NOT NULL', 'scheme_key IS NULL')
                WHERE name = 'claim_by_scheme';
            """
        )
        try folder.execute(
            """
            REINDEX claim_by_scheme;
            INSERT INTO problem (source_id, path, member, code, message)
                SELECT id, x'78', zeroblob(\(padding)), 'x', 'x' FROM source;
            PRAGMA writable_schema = ON;
            UPDATE sqlite_schema SET sql = replace(sql, 'scheme_key IS NULL', 'scheme_key IS NOT NULL')
                WHERE name = 'claim_by_scheme';
            """
        )
        let registry = try Registry(at: folder.path, for: .reading)
        let index = RegistryIndex(registry, knowledge: .sample)
        let error = #expect(throws: RegistryError.self) { try index.claims(on: SchemeKey("first")) }
        #expect(error?.cause == .damaged("SQLite reports inconsistent data"))
        #expect(throws: RegistryError.self) { try registry.schemeCounts() }
        // The history follows from the claims. What isn't looked up in this table can still be read.
        #expect(throws: RegistryError.self) { try index.history(of: SchemeKey("first")) }
        #expect(try index.sources().count == 1)
    }
}
