import Foundation
import TestSupport
import Testing

/// Everything that can be checked can be imported, and the registry then gives the same findings as `check`.
@Suite struct ImportParityTests {
    @Test(arguments: ["ok", "err", "projects"])
    func samples(kind: String) throws {
        let kinds = ProjectFolder.samples.appending(path: kind)
        let samples = try FileManager.default.contentsOfDirectory(at: kinds, includingPropertiesForKeys: nil)
            .filter(\.hasDirectoryPath).sorted { $0.path < $1.path }
        for sample in Self.some(of: samples) {
            try expectParity(of: ["."], in: sample.path, name: sample.lastPathComponent)
        }
    }

    /// All samples of a kind as one source, where many of them collide, give the same report to the byte.
    @Test(arguments: ["ok", "err", "projects"])
    func allSamplesOfAKind(kind: String) throws {
        let registry = try TemporaryFolder()
        let store = ["--registry", registry.path + "/r.sqlite"]
        let tree = ProjectFolder.samples.path + "/" + kind
        _ = CommandRun.run(["import", tree] + store, in: Repository.root)
        let stored = CommandRun.run(["conflicts", "--all", "--format", "json"] + store, in: Repository.root)
        let read = CommandRun.run(["check", "--format", "json", tree], in: Repository.root)
        // The counts of skipped entries aren't stored; the samples have none.
        let kept = ["skippedFolders", "skippedSymlinks"].reduce(read.output) { output, key in
            output.replacing("\"\(key)\": 0", with: "\"\(key)\": null")
        }
        // Only a stored problem asks for another import.
        #expect(stored.output.replacing("; then import it again", with: "") == kept)
        #expect(stored.code == read.code)
        #expect(try !HostileTests.lines(of: read.output).isEmpty || kind == "ok")
    }

    @Test(.enabled(if: TestScale.isTorture, "a long run"))
    func allSamplesTogether() throws {
        try expectParity(of: ["."], in: ProjectFolder.samples.path, name: "all samples")
    }

    @Test(.needsShared)
    func corpus() throws {
        let manifests = ProjectFolder.corpus.path + "/manifests"
        let repositories = try FileManager.default.contentsOfDirectory(atPath: manifests).sorted()
        #expect(repositories.count > 30)
        for repository in Self.some(of: repositories) {
            try expectParity(of: ["."], in: "\(manifests)/\(repository)", name: repository)
        }
        // Each is a source of its own, whose apps collide with those of the others.
        try expectParity(of: repositories, in: manifests, name: "the whole corpus")
    }

    /// Returns every tenth of the folders, or all of them in long runs. Every run also reads all of them together.
    private static func some<Folder>(of folders: [Folder]) -> [Folder] {
        let step = TestScale.pick(10, torture: 1)
        return stride(from: 0, to: folders.count, by: step).map { folders[$0] }
    }

    private func expectParity(of paths: [String], in folder: String, name: String) throws {
        let registry = try TemporaryFolder()
        let store = ["--registry", registry.path + "/r.sqlite"]
        let json = ["--format", "json"]
        // Some folders have no manifest: `conflicts` of an empty registry is not an error.
        let checked = CommandRun.run(["check", "--allow-empty"] + paths + json, in: folder)
        let imported = CommandRun.run(["import", "--allow-empty"] + paths + store, in: folder)
        // Both report unreadable inputs as problems.
        #expect((imported.code == 3) == (checked.code == 3), "\(name): \(imported.output)\(imported.errors)")
        let stored = CommandRun.run(["conflicts", "--all"] + store + json, in: folder)
        let (expected, found) = (try findings(checked), try findings(stored))
        #expect(expected.subtracting(found) == [], "\(name): found by check only")
        #expect(found.subtracting(expected) == [], "\(name): found by conflicts only")
        // `import` reports unreadable inputs; `conflicts` checks what was read.
        if checked.code != 3 { #expect(stored.code == checked.code, "\(name)") }
    }

    /// Returns each finding as text with everything that a report contains about it.
    private func findings(_ run: CommandRun) throws -> Set<String> {
        let report = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        let findings = try #require(report["findings"] as? [[String: Any]])
        return Set(
            try findings.map { finding in
                let data = try JSONSerialization.data(withJSONObject: finding, options: [.sortedKeys])
                return String(decoding: data, as: UTF8.self)
            }
        )
    }
}
