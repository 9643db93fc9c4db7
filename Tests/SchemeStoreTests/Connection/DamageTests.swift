import Foundation
import SchemeModel
import SchemeStore
import Testing
import TestSupport

@Suite("A damaged registry", .enabled(if: !TestServer.isUsed, "files only"))
struct DamageTests {
    /// All that can be asked of a registry.
    private struct Answers: Equatable {
        var manifests: [Manifest] = []
        var irregularities: [InputIrregularity] = []
        var groups: [[Claim]] = []
        var sources: [Source] = []
        var history: [HistoryEntry] = []

        init(_ folder: RegistryFolder) throws {
            let registry = try Registry(at: folder.path, for: .reading)
            let index = RegistryIndex(registry, knowledge: .sample)
            try index.forEachManifest { manifests.append($0) }
            try index.forEachIrregularity { irregularities.append($0) }
            try index.forEachContestedScheme { groups.append($0.claims) }
            sources = try index.sources()
            history = try index.history(of: SchemeKey("wallet"))
            try registry.close()
        }
    }

    /// The bytes of a registry in which schemes are contested, and what was imported into it.
    private static let made = Result { () throws -> (bytes: [UInt8], readings: [InputReading]) in
        var seed: UInt64 = 20
        while true {
            let folder = try RegistryFolder()
            var generator = ManifestGenerator(seed: seed)
            let readings = generator.readings(source: "/src/acme", count: 16)
            try folder.write { _ = try $0.take(readings) }
            if try Answers(folder).groups.count > 1 { return (try folder.bytes(), readings) }
            seed += 1
        }
    }

    /// A copy of the registry.
    private func intact() throws -> RegistryFolder { try intactWithReadings().folder }

    /// The same with what was imported.
    private func intactWithReadings() throws -> (folder: RegistryFolder, readings: [InputReading]) {
        let made = try Self.made.get()
        let folder = try RegistryFolder()
        try Data(made.bytes).write(to: folder.file)
        return (folder, made.readings)
    }

    /// Whether two registries are equal but for SQLite's counters of changes, which count that the mode of the journal was
    /// changed and changed back.
    private func isSame(_ bytes: [UInt8], as others: [UInt8]) -> Bool {
        func withoutCounters(_ bytes: [UInt8]) -> [UInt8] {
            var bytes = bytes
            for index in [24..<28, 92..<100].joined() where index < bytes.count { bytes[index] = 0 }
            return bytes
        }
        return bytes == others || withoutCounters(bytes) == withoutCounters(others)
    }

    enum Damage: CaseIterable {
        /// One bit.
        case bit
        /// Sixteen bytes of zeros.
        case zeros
        /// A sector of noise.
        case noise
        /// All that follows is missing.
        case cut

        func apply(to bytes: inout [UInt8], at offset: Int) {
            switch self {
            case .bit: bytes[offset] ^= 0x10
            case .zeros: for index in offset..<offset + 16 { bytes[index] = 0 }
            case .noise:
                var random = SeededGenerator(seed: UInt64(offset))
                for index in offset..<offset + 512 { bytes[index] = UInt8.random(in: 0...255, using: &random) }
            case .cut: bytes.removeLast(bytes.count - offset)
            }
        }
    }

    @Test("wherever it is: it is reported, or the answers are the same", arguments: Damage.allCases)
    func everywhere(damage: Damage) throws {
        let folder = try intact()
        let answers = try Answers(folder)
        let bytes = try folder.bytes()
        var reported = 0
        // Every sector in long runs, else an odd number of them, so that each eighth of a page has its turn.
        let step = TestScale.pick(13 * 512, torture: damage == .cut ? 7 * 512 : 512)
        for start in stride(from: 0, to: bytes.count, by: step) {
            // A bit somewhere in the sector, anything else at its beginning.
            let offset = damage == .bit ? start + start / 512 * 37 % 512 : start
            var damaged = bytes
            damage.apply(to: &damaged, at: offset)
            try Data(damaged).write(to: folder.file)
            do {
                let isSame = try Answers(folder) == answers
                #expect(isSame, "\(damage) at \(offset)")
            } catch is RegistryError {
                reported += 1
            }
        }
        #expect(reported > 10)
    }

    @Test(
        "an import reports it and writes nothing, or does what it would have done",
        arguments: Damage.allCases,
        [false, true]
    )
    func imports(damage: Damage, isChange: Bool) throws {
        let (folder, readings) = try intactWithReadings()
        let bytes = try folder.bytes()
        var next = readings
        if isChange {
            next[0] = InputReading(next[0].path, digest: "new", [Manifest("com.acme.new", schemes: ["new"])])
        }
        try folder.write { _ = try $0.take(next, at: 2_000) }
        let answers = try Answers(folder)
        var refused = 0
        // An empty file is a new registry.
        let first = damage == .cut ? 4096 - 512 : 0
        for start in stride(from: first, to: bytes.count, by: TestScale.pick(21 * 512, torture: 512)) {
            let offset = damage == .bit ? start + start / 512 * 37 % 512 : start
            var damaged = bytes
            damage.apply(to: &damaged, at: offset)
            try Data(damaged).write(to: folder.file)
            // What the file looks like to whoever reads it, before anything is written.
            let isReadable = (try? Registry(at: folder.path, for: .reading).close()) != nil
            try Data(damaged).write(to: folder.file)
            do {
                try folder.write { _ = try $0.take(next, at: 2_000) }
                #expect(isReadable, "\(damage) at \(offset): taken for sound")
                // What is left may be a changed value, which reading finds out.
                if let after = try? Answers(folder) { #expect(after == answers, "\(damage) at \(offset)") }
            } catch is RegistryError {
                refused += 1
                #expect(try isSame(folder.bytes(), as: damaged), "\(damage) at \(offset)")
            }
            #expect(try folder.names() == ["registry.sqlite"])
        }
        #expect(refused > 5)
    }

    @Test(
        "a value that another program changed is seen",
        arguments: [
            "UPDATE claim SET raw = 'x'", "UPDATE claim SET resolved = 'other' WHERE state = 'claimed'",
            "UPDATE claim SET line = line + 1", "UPDATE claim SET ranges = '1 2 3'",
            "UPDATE manifest SET kind = 'bundle'",
            "UPDATE app SET key = key || 'x'", "UPDATE url_type SET role = 'Viewer'", "DELETE FROM root_key",
            "UPDATE manifest SET claim_count = 0", "UPDATE manifest SET checksum = checksum + 1", "DELETE FROM claim",
            "DELETE FROM input_irregularity",
            "UPDATE input_irregularity SET cause = cause || 'x' WHERE cause IS NOT NULL",
            "UPDATE url_type SET role_place = 'nowhere'", "UPDATE root_key SET kind = 'array', value = '[[['",
        ]
    )
    func edited(sql: String) throws {
        let folder = try intact()
        try folder.execute("PRAGMA ignore_check_constraints = ON; " + sql)
        let error = #expect(throws: RegistryError.self) { try Answers(folder) }
        guard case .damaged = error?.cause else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
