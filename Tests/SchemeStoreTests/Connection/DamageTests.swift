import Foundation
import SchemeModel
import SchemeStore
import Testing
import TestSupport

@Suite("A damaged registry")
struct DamageTests {
    /// All that can be asked of a registry.
    private struct Answers: Equatable {
        var manifests: [Manifest] = []
        var groups: [[Claim]] = []
        var sources: [Source] = []
        var history: [HistoryEntry] = []

        init(_ folder: RegistryFolder) throws {
            let registry = try Registry(at: folder.path, for: .reading)
            let index = RegistryIndex(registry, knowledge: .sample)
            try index.forEachManifest { manifests.append($0) }
            try index.forEachContestedScheme { groups.append($0.claims) }
            sources = try index.sources()
            history = try index.history(of: SchemeKey("wallet"))
            try registry.close()
        }
    }

    /// A registry in which schemes are contested.
    private func intact() throws -> RegistryFolder {
        var seed: UInt64 = 20
        while true {
            let folder = try RegistryFolder()
            var generator = ManifestGenerator(seed: seed)
            try folder.write { _ = try $0.take(generator.readings(source: "/src/acme", count: 16)) }
            if try Answers(folder).groups.count > 1 { return folder }
            seed += 1
        }
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

    @Test("every 512 bytes: it is reported, or the answers are the same", arguments: Damage.allCases)
    func everywhere(damage: Damage) throws {
        let folder = try intact()
        let answers = try Answers(folder)
        let bytes = try folder.bytes()
        var reported = 0
        for start in stride(from: 0, to: bytes.count, by: damage == .cut ? 4096 - 512 : 512) {
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
        "a value that another program changed is seen",
        arguments: [
            "UPDATE claim SET raw = 'x'", "UPDATE claim SET resolved = 'other' WHERE state = 'claimed'",
            "UPDATE claim SET line = line + 1", "UPDATE claim SET ranges = '1 2 3'",
            "UPDATE manifest SET kind = 'bundle'",
            "UPDATE app SET key = key || 'x'", "UPDATE url_type SET role = 'Viewer'", "DELETE FROM root_key",
            "UPDATE manifest SET claim_count = 0", "UPDATE manifest SET checksum = checksum + 1", "DELETE FROM claim",
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
