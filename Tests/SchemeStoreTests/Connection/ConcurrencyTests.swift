import Foundation
import SchemeModel
import SchemeStore
import Testing

@Suite("Several at once", .enabled(if: !TestServer.isUsed, "files only"))
struct ConcurrencyTests {
    @Test("eight imports into one registry that does not exist yet lose nothing and do nothing twice", arguments: 1...5)
    func imports(round: Int) async throws {
        let folder = try RegistryFolder()
        let path = folder.path
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    try await onThread {
                        let registry = try Registry(at: path, for: .writing)
                        let name = "/src/\(number)"
                        let readings = (0..<20).map { index in
                            let path = Path("\(index).plist")
                            return InputReading(
                                path,
                                [Manifest("com.acme.a\(number)", schemes: ["wallet"], at: path, in: name)]
                            )
                        }
                        try registry.take(readings, into: tree(name))
                        // And one source that all import.
                        try registry.take(
                            [InputReading("x.plist", [Manifest("com.acme.x", schemes: ["x"])])],
                            into: tree("/all")
                        )
                        try registry.close()
                    }
                }
            }
            try await group.waitForAll()
        }
        let names = try folder.names()
        #expect(names == ["registry.sqlite"])
        #expect(try folder.rows("SELECT count(*) FROM source") == ["9"])
        #expect(try folder.rows("SELECT count(*) FROM manifest") == ["161"])
        #expect(try folder.rows("SELECT count(*) FROM history") == ["9"])
        #expect(try folder.rows("SELECT count(*) FROM import") == ["9"])
        #expect(try folder.rows("PRAGMA integrity_check") == ["ok"])
        #expect(try folder.rows("PRAGMA journal_mode") == ["delete"])
    }

    @Test("others write while an import reads its first inputs", arguments: [true, false])
    func readsFirst(isKnown: Bool) throws {
        let folder = try RegistryFolder()
        try folder.write { if isKnown { try $0.take([]) } }
        let path = folder.path
        let registry = try Registry(at: path, for: .writing)
        let readings = (0..<300).map { InputReading(Path("\($0).plist"), [Manifest("com.acme.a\($0)")]) }
        var others = 0
        _ = try registry.importSource(tree(), at: 1, knowledge: .sample, readerVersion: 1) { store in
            for (count, reading) in readings.enumerated() {
                try store(reading)
                guard [0, 150].contains(count) else { continue }
                let other = try Registry(at: path, for: .writing, patience: { _ in false })
                others += 1
                try other.take([InputReading("x.plist", [Manifest("com.acme.x")])], into: tree("/other/\(others)"))
                try other.close()
            }
            return []
        }
        try registry.close()
        #expect(try folder.rows("SELECT count(*) FROM manifest") == ["302"])
        #expect(try folder.names() == ["registry.sqlite"])
    }

    @Test("a reader sees one state while others write")
    func reader() throws {
        let folder = try RegistryFolder()
        let reading = InputReading("Info.plist", [Manifest("com.acme.wallet", schemes: ["wallet"])])
        try folder.write { _ = try $0.take([reading]) }
        let writer = try Registry(at: folder.path, for: .writing)
        try writer.take([reading], into: tree("other"))
        let reader = try Registry(at: folder.path, for: .reading)
        try writer.take([reading], into: tree("third"))
        #expect(try reader.sources().count == 2)
        #expect(try writer.sources().count == 3)
        try writer.close()
        #expect(try reader.sources().count == 2)
        try reader.close()
        #expect(try folder.read { try $0.sources().count } == 3)
    }
}

/// Runs `body` on a thread of its own, since it blocks.
private func onThread(_ body: @escaping @Sendable () throws -> Void) async throws {
    try await withCheckedThrowingContinuation { continuation in
        Thread { continuation.resume(with: Result(catching: body)) }.start()
    }
}
