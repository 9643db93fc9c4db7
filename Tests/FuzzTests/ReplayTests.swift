import Foundation
import FuzzTargets
import Testing
import TestSupport

/// What fuzzing found once, and what it begins with, without a sanitizer: in each build, on each machine.
@Suite("Fuzz targets")
struct ReplayTests {
    private static let folder = ProjectFolder.root.appending(path: "Fuzz")

    /// The files of the folder at `path` below `Fuzz`, or its folders, by name.
    private static func names(in path: String) throws -> [String] {
        guard FileManager.default.fileExists(atPath: folder.appending(path: path).path) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: path).path).sorted()
    }

    @Test("Inputs that once broke something break nothing", arguments: FuzzTarget.all.map(\.name))
    func finds(name: String) throws {
        let target = try #require(FuzzTarget.named(name))
        for find in try Self.names(in: "Finds/\(name)") {
            let bytes = Array(try Data(contentsOf: Self.folder.appending(path: "Finds/\(name)/\(find)")))
            #expect(throws: Never.self, "Fuzz/Finds/\(name)/\(find)") { try target.check(bytes) }
        }
    }

    @Test("Samples and texts of the tests, and changed ones", arguments: FuzzTarget.all.map(\.name))
    func seeds(name: String) throws {
        let target = try #require(FuzzTarget.named(name))
        let seeds = try target.seeds.collect()
        try #require(!seeds.isEmpty)
        for seed in seeds {
            #expect(throws: Never.self, "\(String(decoding: seed, as: UTF8.self))") { try target.check(seed) }
        }
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<100 {
            let bytes = generator.pick(seeds).mutated(with: generator.pick(seeds), using: &generator)
            #expect(throws: Never.self, "\(Data(bytes).base64EncodedString())") { try target.check(bytes) }
        }
    }

    @Test func findsAndDictionariesAreThoseOfTargets() throws {
        for name in try Self.names(in: "Finds") where !name.hasPrefix(".") {
            #expect(FuzzTarget.named(name) != nil, "\(name)")
        }
        let dictionaries = try Self.names(in: "Dictionaries")
        #expect(Set(dictionaries) == Set(FuzzTarget.all.map { $0.dictionary.rawValue + ".dict" }))
    }
}
