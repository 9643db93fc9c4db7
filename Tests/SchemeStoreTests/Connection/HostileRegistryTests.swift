import Foundation
import GRDB
import SchemeModel
import Synchronization
import Testing

@testable import SchemeStore

@Suite("A file that is no registry, or no longer one", .enabled(if: !TestServer.isUsed, "files only"))
struct HostileRegistryTests {
    private let reading = InputReading("Info.plist", [Manifest("com.acme.wallet", schemes: ["wallet"])])

    private func refusal(
        _ folder: RegistryFolder,
        for purpose: Registry.Purpose,
        patience: @escaping @Sendable (Duration) -> Bool = { $0 < .seconds(60) }
    ) -> RegistryError.Cause? {
        do throws(RegistryError) {
            try Registry(at: folder.path, for: purpose, patience: patience).close()
            return nil
        } catch {
            #expect(!error.description.isEmpty && !error.description.hasSuffix("."))
            return error.cause
        }
    }

    /// Files that are no registries, and how they are refused.
    enum Foreign: String, CaseIterable {
        case text, short, truncatedHeader, otherDatabase, unnamedDatabase

        func make(_ folder: RegistryFolder) throws {
            switch self {
            case .text: try Data("my notes\n".utf8).write(to: folder.file)
            case .short: try Data("SQLite format 3\0".utf8).write(to: folder.file)
            case .truncatedHeader:
                try Data("SQLite format 3\0".utf8 + [UInt8](repeating: 1, count: 60)).write(to: folder.file)
            case .otherDatabase: try folder.execute("PRAGMA application_id = 42; CREATE TABLE t (a)")
            case .unnamedDatabase: try folder.execute("CREATE TABLE t (a)")
            }
        }

        var cause: RegistryError.Cause {
            switch self {
            case .text, .short, .truncatedHeader: .notADatabase
            case .otherDatabase: .foreign(applicationID: 42)
            case .unnamedDatabase: .foreign(applicationID: 0)
            }
        }
    }

    @Test("another file is refused unchanged", arguments: Foreign.allCases, [Registry.Purpose.reading, .writing])
    func foreign(kind: Foreign, purpose: Registry.Purpose) throws {
        let folder = try RegistryFolder()
        try kind.make(folder)
        let bytes = try folder.bytes()
        #expect(refusal(folder, for: purpose) == kind.cause)
        #expect(try folder.bytes() == bytes)
        #expect(try folder.names() == ["registry.sqlite"])
    }

    @Test("a folder, a pipe", arguments: [Registry.Purpose.reading, .writing])
    func kinds(purpose: Registry.Purpose) throws {
        let folder = try RegistryFolder()
        try FileManager.default.createDirectory(at: folder.file, withIntermediateDirectories: false)
        #expect(refusal(folder, for: purpose) == .wrongKind(.directory))
        try FileManager.default.removeItem(at: folder.file)
        #expect(mkfifo(folder.file.path, 0o600) == 0)
        #expect(refusal(folder, for: purpose) == .wrongKind(.other))
        #expect(try folder.names() == ["registry.sqlite"])
    }

    @Test(arguments: RegistryIdentity.sideFileSuffixes, [Registry.Purpose.reading, .writing])
    func refusesAPipeInPlaceOfALog(suffix: String, purpose: Registry.Purpose) throws {
        let folder = try RegistryFolder()
        #expect(mkfifo(folder.file.path + suffix, 0o600) == 0)
        if purpose == .writing { #expect(refusal(folder, for: purpose) == .strangeSideFile(suffix)) }
        try FileManager.default.removeItem(atPath: folder.file.path + suffix)
        try folder.write { _ = try $0.take([reading]) }
        #expect(mkfifo(folder.file.path + suffix, 0o600) == 0)
        #expect(refusal(folder, for: purpose) == .strangeSideFile(suffix))
    }

    @Test(arguments: [Registry.Purpose.reading, .writing])
    func keepsTheLogOfAnotherFile(purpose: Registry.Purpose) throws {
        let folder = try RegistryFolder()
        try folder.write { _ = try $0.take([reading]) }
        let bytes = try folder.bytes()
        let log = URL(fileURLWithPath: folder.file.path + "-wal")
        try Data("not of this registry".utf8).write(to: log)
        #expect(refusal(folder, for: purpose) == .strangeSideFile("-wal"))
        #expect(try Data(contentsOf: log) == Data("not of this registry".utf8))
        #expect(try folder.bytes() == bytes)
    }

    /// SQLite would delete the other journal, whatever file that is.
    @Test(arguments: [Registry.Purpose.reading, .writing])
    func refusesAJournalThatNamesAnotherOne(purpose: Registry.Purpose) throws {
        let folder = try RegistryFolder()
        try folder.write { _ = try $0.take([reading]) }
        let bytes = try folder.bytes()
        let name = Array(folder.url.appendingPathComponent("notes.txt").path.utf8)
        let sum = name.reduce(UInt32(0)) { $0 + UInt32($1) }
        func word(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value.bigEndian) { Array($0) } }
        let mark: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
        // A header without pages, followed by the record of the other journal.
        let header = mark + [0, 0, 0, 1, 1].flatMap(word) + [UInt8](repeating: 0, count: 484)
        let record = word(262_145) + name + word(UInt32(name.count)) + word(sum) + mark
        let journal = URL(fileURLWithPath: folder.file.path + "-journal")
        try Data(header + record).write(to: journal)
        #expect(refusal(folder, for: purpose) == .strangeSideFile("-journal"))
        #expect(try Data(contentsOf: journal) == Data(header + record))
        #expect(try folder.bytes() == bytes)
    }

    @Test("a link leads to a registry or nowhere", arguments: [Registry.Purpose.reading, .writing])
    func links(purpose: Registry.Purpose) throws {
        let folder = try RegistryFolder()
        let target = folder.url.appendingPathComponent("target")
        try FileManager.default.createSymbolicLink(at: folder.file, withDestinationURL: target)
        #expect(refusal(folder, for: purpose) == .linkToElsewhere)
        #expect(!FileManager.default.fileExists(atPath: target.path))
        for contents in ["", "text"] {
            try Data(contents.utf8).write(to: target)
            #expect(refusal(folder, for: purpose) == .linkToElsewhere)
            #expect(try Data(contentsOf: target) == Data(contents.utf8))
        }
        try FileManager.default.removeItem(at: target)
        try Registry(at: Path(target.path), for: .writing).close()
        #expect(refusal(folder, for: purpose) == nil)
    }

    @Test("a missing or empty file becomes a new registry when written, and can't be read")
    func blank() throws {
        let folder = try RegistryFolder()
        #expect(refusal(folder, for: .reading) == .notFound)
        #expect(try folder.names().isEmpty)
        try Data().write(to: folder.file)
        #expect(refusal(folder, for: .reading) == .empty)
        #expect(refusal(folder, for: .writing) == nil)
        #expect(refusal(folder, for: .reading) == nil)
        let elsewhere = Path(folder.url.appendingPathComponent("no/such/registry").path)
        let error = #expect(throws: RegistryError.self) { try Registry(at: elsewhere, for: .writing) }
        #expect(error?.cause == .folderNotFound)
        let odd = #expect(throws: RegistryError.self) { try Registry(at: Path(bytes: [0x2F, 0xE9]), for: .writing) }
        #expect(odd?.cause == .pathNotUTF8)
    }

    @Test(
        "what a stranger did to the schema is refused unchanged",
        arguments: [
            ("CREATE TRIGGER t AFTER INSERT ON claim BEGIN DELETE FROM claim; END", "the trigger 't' was added"),
            ("CREATE VIEW v AS SELECT 1", "the view 'v' was added"),
            ("CREATE TABLE t (a)", "the table 't' was added"),
            ("CREATE INDEX i ON claim (raw)", "the index 'i' was added"),
            ("ALTER TABLE claim ADD COLUMN extra TEXT", "the table 'claim' was changed"),
            ("DROP VIEW undefined_targets", "the view 'undefined_targets' is missing"),
            ("DROP INDEX claim_by_scheme", "the index 'claim_by_scheme' is missing"),
            ("DROP VIEW place; CREATE VIEW place AS SELECT 1", "the view 'place' was changed"),
        ],
        [Registry.Purpose.reading, .writing]
    )
    func strangers(change: (sql: String, difference: String), purpose: Registry.Purpose) throws {
        let folder = try RegistryFolder()
        try folder.write { _ = try $0.take([reading]) }
        try folder.execute(change.sql)
        let bytes = try folder.bytes()
        #expect(refusal(folder, for: purpose) == .strangeSchema(change.difference))
        #expect(try folder.bytes() == bytes)
        #expect(try folder.names() == ["registry.sqlite"])
    }

    @Test("statistics that a tool left behind do no harm")
    func statistics() throws {
        let folder = try RegistryFolder()
        try folder.write { _ = try $0.take([reading]) }
        try folder.execute("ANALYZE")
        #expect(refusal(folder, for: .reading) == nil)
    }

    @Test(
        "a newer registry is refused unchanged, an older one is not read",
        arguments: [Registry.Purpose.reading, .writing]
    )
    func versions(purpose: Registry.Purpose) throws {
        let folder = try RegistryFolder()
        try folder.write { _ in }
        try folder.execute("PRAGMA user_version = 99")
        let bytes = try folder.bytes()
        #expect(refusal(folder, for: purpose) == .newer(version: 99, supported: Migration.latestVersion))
        #expect(try folder.bytes() == bytes)
    }

    @Test("text in another encoding is refused")
    func encoding() throws {
        let (folder, other) = (try RegistryFolder(), try RegistryFolder())
        try folder.write { _ in }
        let schema = try folder.rows("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL")
        let pragmas = "PRAGMA encoding = 'UTF-16'; PRAGMA application_id = 1397900615; PRAGMA user_version = 1;"
        try other.execute(pragmas + schema.joined(separator: ";"))
        #expect(refusal(other, for: .reading) == .strangeSchema("its text encoding is not UTF-8"))
    }

    @Test("a registry that another process holds is waited for, and then said to be locked")
    func locked() throws {
        let folder = try RegistryFolder()
        try folder.write { _ = try $0.take([reading]) }
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(path: folder.file.path, configuration: configuration)
        try other.inDatabase { try $0.execute(sql: "BEGIN EXCLUSIVE") }
        let asked = Mutex(0)
        for purpose in [Registry.Purpose.reading, .writing] {
            asked.withLock { $0 = 0 }
            let cause = refusal(folder, for: purpose) { _ in
                asked.withLock { asked in
                    asked += 1
                    return asked < 3
                }
            }
            #expect(cause == .locked)
            #expect(asked.withLock { $0 } == 3)
        }
        try other.inDatabase { try $0.execute(sql: "ROLLBACK") }
        #expect(refusal(folder, for: .reading) == nil)
    }

    @Test("a leftover log is read and then removed", arguments: [Registry.Purpose.reading, .writing])
    func leftLog(purpose: Registry.Purpose) throws {
        let (folder, copy) = (try RegistryFolder(), try RegistryFolder())
        try folder.write { _ = try $0.take([reading]) }
        let registry = try Registry(at: folder.path, for: .writing)
        try registry.take([InputReading("b.plist", [Manifest("com.acme.b", schemes: ["b"])])], at: 5)
        for name in try folder.names() {
            let source = folder.url.appendingPathComponent(name)
            try FileManager.default.copyItem(at: source, to: copy.url.appendingPathComponent(name))
        }
        try registry.close()
        #expect(try folder.names() == ["registry.sqlite"])
        #expect(try copy.names().contains("registry.sqlite-wal"))
        #expect(refusal(copy, for: purpose) == nil)
        try copy.write { _ = try $0.take([], into: tree("other")) }
        #expect(try copy.names() == ["registry.sqlite"])
        #expect(try copy.rows("SELECT scheme_key FROM claim") == ["b"])
    }
}
