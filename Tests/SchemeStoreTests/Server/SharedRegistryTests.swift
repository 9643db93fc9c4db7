import Foundation
import PostgreSQL
import SchemeModel
import SchemeStore
import Synchronization
import Testing
import TestSupport

/// A registry on a server that several processes use at once, and a server that fails.
@Suite(.enabled(if: TestServer.address != nil, "needs PostgreSQL: make test"))
struct SharedRegistryTests {
    private let folder: RegistryFolder

    init() throws { folder = try RegistryFolder(onServer: true) }

    private static func source(_ name: String, remote: String? = nil) -> Source {
        var source = tree("/\(name)")
        source.repository = remote.map { Source.Repository(remote: $0, path: "") }
        return source
    }

    /// The inputs of a source in a round. Sources have apps in common, in different orders.
    private static func readings(of number: Int, round: Int) -> [InputReading] {
        (0..<6).map { input in
            let app = "com.acme.app\((number * 5 + input * (number % 2 == 0 ? 1 : 3)) % 12)"
            let manifest = Manifest(app, schemes: ["s\(input)", "r\(round)"], at: Path("\(input)"), in: "/s\(number)")
            return InputReading(Path("\(input)"), digest: "\(round)", [manifest])
        }
    }

    private func importAll(_ sources: Int, rounds: Int) throws {
        let problems = Mutex<[String]>([])
        let path = folder.path
        DispatchQueue.concurrentPerform(iterations: sources) { number in
            do {
                for round in 0..<rounds {
                    let registry = try Registry(at: path, for: .writing)
                    // As `import` does.
                    for attempt in 1... {
                        do {
                            _ = try registry.retrying {
                                try registry.take(
                                    Self.readings(of: number, round: round),
                                    into: Self.source("s\(number)"),
                                    at: round
                                )
                            }
                            break
                        } catch let error as RegistryError where error.cause == .changedMeanwhile && attempt < 10 {}
                    }
                    try registry.close()
                }
            } catch {
                problems.withLock { $0.append("\(error)") }
            }
        }
        #expect(problems.withLock { $0 } == [])
    }

    /// Expects what importing one after the other leaves.
    private func expectComplete(_ sources: Int, rounds: Int) throws {
        let expected = try RegistryFolder(onServer: false)
        try expected.write { registry in
            for number in 0..<sources {
                try registry.take(Self.readings(of: number, round: rounds - 1), into: Self.source("s\(number)"))
            }
        }
        for question in [
            "SELECT scheme, app, source, path FROM declared_scheme", "SELECT key FROM app", "SELECT name FROM source",
            "SELECT rule, severity, certainty, scheme, app FROM undefined_targets",
        ] {
            #expect(try folder.rows(question).sorted() == expected.rows(question).sorted())
        }
        let lost = try folder.rows("SELECT scheme, app, source FROM history WHERE event = 'claimed' AND scheme = 's0'")
        #expect(lost.count == Set(lost).count, "nothing is claimed twice")
    }

    private final class Flag: Sendable { let isSet = Mutex(false) }

    @Test func importsOfManySourcesRunSideBySide() throws {
        let (sources, rounds) = TestScale.pick((8, 4), torture: (64, 20))
        try importAll(sources, rounds: rounds)
        try expectComplete(sources, rounds: rounds)
    }

    #if PostgreSQL
    @Test func killedConnectionsAreRetried() throws {
        let isDone = Flag()
        let hasEnded = DispatchSemaphore(value: 0)
        let address = try #require(ServerAddress(folder.path.display))
        let killer = Thread {
            defer { hasEnded.signal() }
            guard let connection = try? ServerConnection(to: address, isInterrupted: { false }) else { return }
            // Pauses are longer than an import takes, so that no import is killed each time that it is repeated.
            for _ in 0..<TestScale.pick(12, torture: 200) where !isDone.isSet.withLock({ $0 }) {
                usleep(UInt32.random(in: 20_000...500_000))
                guard !isDone.isSet.withLock({ $0 }) else { return }
                _ = try? connection.query(
                    """
                    SELECT pg_terminate_backend(pid) FROM pg_locks
                    WHERE relation = 'source'::regclass AND pid <> pg_backend_pid() AND database =
                        (SELECT oid FROM pg_database WHERE datname = current_database()) ORDER BY random() LIMIT 1
                    """,
                    ServerParameters()
                )
            }
        }
        killer.start()
        let rounds = TestScale.pick(6, torture: 50)
        try importAll(4, rounds: rounds)
        isDone.isSet.withLock { $0 = true }
        // Its last kill must not meet the connections that compare.
        hasEnded.wait()
        try expectComplete(4, rounds: rounds)
    }

    @Test func aReaderThatLostItsConnectionReadsAgain() throws {
        try folder.write { try $0.take(Self.readings(of: 0, round: 0), into: Self.source("s0")) }
        let reader = try Registry(at: folder.path, for: .reading)
        var attempts = 0
        let schemes = try reader.retrying {
            attempts += 1
            if attempts == 1 {
                _ = try folder.rows(
                    """
                    SELECT pg_terminate_backend(pid) FROM pg_locks
                    WHERE relation = 'schemereg_version'::regclass AND pid <> pg_backend_pid() AND database =
                        (SELECT oid FROM pg_database WHERE datname = current_database())
                    """
                )
            }
            return try reader.schemeCounts().map(\.scheme.text.string)
        }
        #expect(attempts > 1 && schemes.contains("r0"))
    }

    @Test func aReaderSeesOneState() throws {
        try folder.write { try $0.take(Self.readings(of: 0, round: 0), into: Self.source("s0")) }
        try folder.read { reader in
            let before = try reader.schemeCounts().map(\.scheme.text.string)
            try folder.write { try $0.take(Self.readings(of: 0, round: 1), into: Self.source("s0")) }
            #expect(try reader.schemeCounts().map(\.scheme.text.string) == before)
        }
        #expect(try folder.read { try $0.schemeCounts().map(\.scheme.text.string) }.contains("r1"))
    }
    #endif

    @Test func anOlderCommitReplacesNothing() throws {
        let acme = Self.source("github.com/acme/wallet", remote: "github.com/acme/wallet")
        func take(_ scheme: String, _ commit: String, _ time: Int) throws -> ImportResult {
            try folder.write { registry in
                try registry.importSource(
                    acme,
                    of: Source.Revision(commit: commit, time: time),
                    at: time,
                    knowledge: .sample,
                    readerVersion: 1
                ) { store in
                    try store(InputReading("Info.plist", digest: scheme, [Manifest("com.acme", schemes: [scheme])]))
                    return []
                }
            }
        }
        #expect(try take("one", "a", 100).newer == nil)
        #expect(try take("two", "b", 200).newer == nil)
        let late = try take("three", "c", 150)
        #expect(late.newer == Source.Revision(commit: "b", time: 200) && late.importID == nil)
        #expect(try folder.read { try $0.schemeCounts().map(\.scheme.text.string) } == ["two"])
        // A commit that changes nothing counts, too.
        #expect(try take("two", "d", 300).importID == nil)
        #expect(try take("four", "c", 250).newer?.commit == "d")
        #expect(try take("one", "e", 300).newer == nil, "commits of the same second replace each other")
    }

    private func take(
        _ digest: String,
        _ commit: Source.Revision?,
        into registry: Registry,
        during body: () throws -> Void = {}
    ) throws -> ImportResult {
        try registry.importSource(
            Self.source("s"),
            of: commit,
            at: 1,
            knowledge: .sample,
            readerVersion: 1
        ) { store in
            try store(InputReading("Info.plist", digest: digest, [Manifest("com.acme", schemes: [digest])]))
            try body()
            return []
        }
    }

    @Test(arguments: ["one", "three"])
    func anImportNoticesThatAnotherChangedItsSource(digest: String) throws {
        let (old, middle, new) = (
            Source.Revision(commit: "a", time: 100), Source.Revision(commit: "b", time: 200),
            Source.Revision(commit: "c", time: 300)
        )
        _ = try folder.write { try take("one", old, into: $0) }
        let error = #expect(throws: RegistryError.self) {
            try folder.write { registry in
                try take(digest, new, into: registry) { _ = try folder.write { try take("two", middle, into: $0) } }
            }
        }
        #expect(error?.cause == .changedMeanwhile)
        #expect(try folder.rows("SELECT revision FROM source_revision") == ["b"])
        // An import that doesn't know its commit leaves none.
        _ = try folder.write { try take("four", nil, into: $0) }
        #expect(try folder.rows("SELECT revision FROM source_revision") == [])
    }

    @Test func anUnchangedImportWritesNothingAndHardlyWaits() throws {
        let readings = Self.readings(of: 0, round: 0)
        try folder.write { try $0.take(readings, into: Self.source("s0")) }
        let rows = try folder.rows("SELECT xmin::text, * FROM input ORDER BY id")
        // Another checkout has other stamps.
        let others = readings.map { reading in
            var reading = reading
            guard case .read(var stamp, let digest, let manifests) = reading.status else { return reading }
            stamp.inode += 1
            stamp.changed += 1
            reading.status = .read(stamp: stamp, digest: digest, manifests: manifests)
            return reading
        }
        for readings in [readings, others] {
            try folder.write { registry in
                // Opening it is the first.
                #expect(registry.roundTrips == 1)
                _ = try registry.sources()
                try registry.prepare(forImportOf: "/s0")
                let state = try registry.state(of: "/s0")
                #expect(try registry.previousImport(of: "/s0").inputs.count == readings.count)
                _ = try registry.dependencies(of: Self.source("s0"))
                let unchanged = readings.map { InputReading(path: $0.path, status: .unchanged) }
                let result = try registry.importSource(
                    Self.source("s0"),
                    amid: registry.sources(),
                    since: state,
                    at: 9,
                    knowledge: .sample,
                    readerVersion: 1
                ) { store in
                    for reading in unchanged { try store(reading) }
                    return []
                }
                #expect(result.importID == nil)
                #expect(try registry.state(of: "/s0") == state)
                #expect(registry.roundTrips == 3)
                #expect(try registry.take(readings, into: Self.source("s0")).importID == nil)
            }
        }
        #expect(try folder.rows("SELECT xmin::text, * FROM input ORDER BY id") == rows)
    }

    @Test func severalProcessesCanCreateARegistryAtOnce() throws {
        let empty = try TestServer.Registry(isInitialized: false)
        let path = empty.path
        let results = Mutex<[Int?]>([])
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            let result = try? Registry.initialize(at: path)
            results.withLock { $0.append(result.map { $0.earlierVersion ?? 0 }) }
        }
        // One created it, and the others found it.
        #expect(results.withLock { $0.sorted { $0 ?? -1 < $1 ?? -1 } } == [0] + [Int](repeating: 1, count: 7))
        #expect(try empty.rows("SELECT version FROM schemereg_version") == ["1"])
    }

    @Test func tooLongTextsAreReportedAndNothingIsWritten() throws {
        var generator = SystemRandomNumberGenerator()
        // What compresses well would fit.
        let long = (0..<9_000).map { _ in String(UInt64.random(in: 0..<36, using: &generator), radix: 36) }.joined()
        let error = #expect(throws: RegistryError.self) {
            try folder.write { try $0.take([InputReading("a", [Manifest(long)])], into: Self.source("s0")) }
        }
        #expect(error?.cause == .tooLong)
        #expect(try folder.rows("SELECT name FROM source") == [])
    }

    @Test func refusesOtherVersions() throws {
        func cause(_ purpose: Registry.Purpose) -> RegistryError.Cause? {
            do throws(RegistryError) {
                _ = try Registry(at: folder.path, for: purpose)
                return nil
            } catch {
                return error.cause
            }
        }
        try folder.execute("UPDATE schemereg_version SET version = 99")
        for purpose in [Registry.Purpose.reading, .writing] {
            guard case .newer(99, _) = cause(purpose) else {
                Issue.record("a newer registry was opened")
                return
            }
        }
        try folder.execute("UPDATE schemereg_version SET version = 0")
        guard case .olderOnServer(0, _) = cause(.reading) else {
            Issue.record("an older registry was opened")
            return
        }
        try folder.execute("DROP TABLE schemereg_version")
        #expect(cause(.reading) == .notInitialized && cause(.writing) == .notInitialized)
    }

    @Test func aRoleThatOnlyReadsCannotWrite() throws {
        try folder.write { try $0.take(Self.readings(of: 0, round: 0), into: Self.source("s0")) }
        let name = "reader_\(UUID().uuidString.prefix(8).lowercased())"
        let schema = try #require(try folder.rows("SELECT current_schema()").first)
        try folder.execute(
            """
            CREATE ROLE \(name) LOGIN; GRANT USAGE ON SCHEMA \(schema) TO \(name);
            GRANT SELECT ON ALL TABLES IN SCHEMA \(schema) TO \(name);
            """
        )
        let path = Path(folder.path.display.replacing("postgres://schemereg@", with: "postgres://\(name)@"))
        let reader = try Registry(at: path, for: .reading)
        #expect(try reader.counts().manifests == 6)
        let writer = try Registry(at: path, for: .writing)
        let error = #expect(throws: RegistryError.self) {
            try writer.take(Self.readings(of: 0, round: 1), into: Self.source("s0"))
        }
        guard case .notPermitted = error?.cause else {
            Issue.record("\(String(describing: error))")
            return
        }
        try folder.execute("DROP OWNED BY \(name); DROP ROLE \(name)")
    }
}
