import Foundation
import SchemeKit
import SchemeModel
import TestSupport
import Testing

@testable import schemereg

/// `fix` applies the edits that `check` suggests, creates no new finding, and changes nothing about apps except the
/// fixed schemes.
@Suite struct FixSampleTests {
    /// The parts of a finding that these tests use.
    private struct Finding: Decodable {
        struct Edit: Decodable {
            struct Place: Decodable { var path: String, byteOffset: Int, byteLength: Int }
            var place: Place
            var replacement: String
        }
        var rule: String
        var scheme: String?
        var message: String
        var fingerprint: String
        var edits: [Edit]

        /// Whether a part of its subject may remain, such as another spelling of a duplicate.
        var isPartlyFixed: Bool { rule == "duplicate-scheme" || rule == "duplicate-query-scheme" }
    }

    /// The claims of an app, by its identity.
    private struct AppScheme: Hashable {
        var app: String
        var scheme: String
    }

    /// Short runs leave samples without fixes to ``allSamplesTogether()``, which expects no change in them.
    @Test(arguments: ["ok", "err", "projects"])
    func samples(kind: String) throws {
        let kinds = ProjectFolder.samples.appending(path: kind)
        var fixed = 0
        for sample in try FileManager.default.contentsOfDirectory(at: kinds, includingPropertiesForKeys: nil)
        where sample.hasDirectoryPath {
            guard try TestScale.isTorture || hasFixes(sample) else { continue }
            let folder = try TemporaryFolder()
            try FileManager.default.copyItem(atPath: sample.path, toPath: folder.path + "/sample")
            fixed += try expectOnlyFixes(in: folder.path + "/sample", name: sample.lastPathComponent)
        }
        #expect(kind != "err" || fixed >= 8, "the samples have fixes")
    }

    /// In one tree, a fixed app may collide with others.
    @Test func allSamplesTogether() throws {
        let folder = try TemporaryFolder()
        for kind in ["ok", "err", "projects"] {
            let from = ProjectFolder.samples.appending(path: kind).path
            try FileManager.default.copyItem(atPath: from, toPath: folder.path + "/" + kind)
        }
        #expect(try expectOnlyFixes(in: folder.path, name: "all samples") >= 5)
    }

    /// Whether the expected report of a sample has edits.
    private func hasFixes(_ sample: URL) throws -> Bool {
        let expected = sample.appending(path: "expected.json")
        return try report(Data(contentsOf: expected)).findings.contains { !$0.edits.isEmpty }
    }

    /// - Returns: The number of fixed findings.
    private func expectOnlyFixes(in folder: String, name: String) throws -> Int {
        let before = try findings(in: folder)
        let proposed = before.filter { !$0.edits.isEmpty }
        let registry = try TemporaryFolder()
        let claimed = proposed.isEmpty ? [] : try claims(in: folder, registry)
        let expected = try applying(proposed, in: folder)
        let run = CommandRun.run(["fix", ".", "--write", "--format", "json"], in: folder)
        #expect(run.code == 0 || run.code == 3, "\(name): \(run.errors)")
        for (file, bytes) in expected {
            #expect(FileManager.default.contents(atPath: "\(folder)/\(file)") == Data(bytes), "\(name): \(file)")
        }
        let report = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
        let written = (report?["changes"] as? [[String: Any]] ?? []).compactMap { change in
            (change["place"] as? [String: Any])?["path"] as? String
        }
        #expect(Set(written) == Set(expected.keys), "\(name)")
        if proposed.isEmpty { return 0 }

        let after = try findings(in: folder)
        let known = Set(before.map(\.fingerprint))
        #expect(after.filter { !known.contains($0.fingerprint) }.map(\.message) == [], "\(name): nothing new")
        let left = Set(after.map(\.fingerprint))
        #expect(proposed.filter { left.contains($0.fingerprint) && !$0.isPartlyFixed }.map(\.message) == [], "\(name)")
        #expect(after.filter { !$0.edits.isEmpty }.map(\.message) == [], "\(name): all of it was written")

        let now = try claims(in: folder, registry)
        let touched = proposed.flatMap { [$0.scheme].compactMap { $0 } + $0.edits.map { $0.replacement.lowercased() } }
        let differences = now.symmetricDifference(claimed).filter { claim in
            !touched.contains { $0.contains(claim.scheme) }
        }
        #expect(differences == [], "\(name): claims that nothing fixed")
        #expect(Set(now.map(\.app)).subtracting(claimed.map(\.app)) == [], "\(name): other apps")
        return proposed.count
    }

    /// Returns the content of the files after applying the edits of `findings`, by path.
    private func applying(_ findings: [Finding], in folder: String) throws -> [String: [UInt8]] {
        var edits: [String: InputEdits] = [:]
        for edit in findings.flatMap(\.edits) {
            let range = SourceRange(byteOffset: edit.place.byteOffset, byteLength: edit.place.byteLength)
            let place = Place(path: Path(edit.place.path), range: range)
            edits[edit.place.path, default: InputEdits()].add(.init(place: place, replacement: edit.replacement))
        }
        return try edits.reduce(into: [:]) { files, entry in
            let bytes = try #require(FileManager.default.contents(atPath: "\(folder)/\(entry.key)"))
            files[entry.key] = entry.value.applied(to: [UInt8](bytes))
        }
    }

    private struct Report: Decodable { var findings: [Finding] }

    private func report(_ json: Data) throws -> Report { try JSONDecoder().decode(Report.self, from: json) }

    private func findings(in folder: String) throws -> [Finding] {
        let run = CommandRun.run(["check", ".", "--format", "json"], in: folder)
        return try report(Data(run.output.utf8)).findings
    }

    /// Imports a folder, again if the registry knows it, and returns its claims.
    private func claims(in folder: String, _ registry: TemporaryFolder) throws -> Set<AppScheme> {
        struct List: Decodable {
            struct Claim: Decodable {
                struct App: Decodable { var id: String }
                var app: App
                var scheme: String?
            }
            var claims: [Claim]
        }
        let store = ["--registry", registry.path + "/r.sqlite"]
        _ = CommandRun.run(["import", "."] + store, in: folder)
        let run = CommandRun.run(["list", "claims", "--format", "json"] + store, in: folder)
        let list = try JSONDecoder().decode(List.self, from: Data(run.output.utf8))
        return Set(
            list.claims.compactMap { claim in claim.scheme.map { AppScheme(app: claim.app.id, scheme: $0) } }
        )
    }
}
