import Foundation
import FuzzTargets
import Testing
import TestSupport

/// Replays regressions and seeds without a sanitizer, so that every test run covers them.
@Suite("Fuzz targets")
struct ReplayTests {
    private static let folder = ProjectFolder.root.appending(path: "Fuzz")

    /// Returns the files or folders at `path` below `Fuzz`, ordered by name.
    private static func names(in path: String) throws -> [String] {
        guard FileManager.default.fileExists(atPath: folder.appending(path: path).path) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: path).path).sorted()
    }

    @Test("Regressions", arguments: FuzzTarget.all.map(\.name))
    func regressions(name: String) throws {
        let target = try #require(FuzzTarget.named(name))
        for file in try Self.names(in: "Regressions/\(name)") {
            let bytes = Array(try Data(contentsOf: Self.folder.appending(path: "Regressions/\(name)/\(file)")))
            #expect(throws: Never.self, "Fuzz/Regressions/\(name)/\(file)") { try target.check(bytes) }
        }
    }

    @Test("Seeds, and mutations of them", arguments: FuzzTarget.all.map(\.name))
    func seeds(name: String) throws {
        let target = try #require(FuzzTarget.named(name))
        let seeds = try target.seeds.collect()
        try #require(!seeds.isEmpty)
        // Seeds are examples from other tests, so a short run takes some, evenly spread.
        let step = TestScale.pick(max(1, seeds.count / 60), torture: 1)
        for number in stride(from: 0, to: seeds.count, by: step) {
            let seed = seeds[number]
            #expect(throws: Never.self, "\(String(decoding: seed, as: UTF8.self))") { try target.check(seed) }
        }
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<TestScale.pick(20, torture: 5_000) {
            let bytes = generator.pick(seeds).mutated(with: generator.pick(seeds), using: &generator)
            #expect(throws: Never.self, "\(Data(bytes).base64EncodedString())") { try target.check(bytes) }
        }
    }

    @Test func regressionsAndDictionariesBelongToTargets() throws {
        for name in try Self.names(in: "Regressions") where !name.hasPrefix(".") {
            #expect(FuzzTarget.named(name) != nil, "\(name)")
        }
        let dictionaries = try Self.names(in: "Dictionaries")
        #expect(Set(dictionaries) == Set(FuzzTarget.all.map { $0.dictionary.rawValue + ".dict" }))
    }
}
