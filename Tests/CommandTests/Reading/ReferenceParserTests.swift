import Foundation
import Testing
import TestSupport

/// Compares the reading of real manifests with Python's plistlib and an independent OpenStep reader.
@Suite(.needsShared)
struct ReferenceParserTests {
    @Test func listsEveryManifestAsTheOracleReadsIt() throws {
        let folder = try TemporaryFolder()
        let root = URL(fileURLWithPath: ProjectFolder.corpus.path + "/manifests").resolvingSymlinksInPath().path
        let lines = try String(contentsOfFile: ProjectFolder.corpus.path + "/oracle.jsonl", encoding: .utf8)
        let rows = try lines.split(separator: "\n").map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        let known = rows.filter { ["xml", "binary", "openstep"].contains($0["format"] as? String) }
        #expect(known.count == 419)
        var expected: [String: [String: Any]] = [:]
        for row in known {
            let repository = try #require(row["repo"] as? String).replacingOccurrences(of: "/", with: "__")
            let path = "\(ProjectFolder.corpus.path)/manifests/\(repository)/\(try #require(row["path"] as? String))"
            expected[URL(fileURLWithPath: path).resolvingSymlinksInPath().path] = row
        }
        // In one source, because each source has an import of its own.
        let files = expected.keys.sorted()
        let imported = CommandRun.run(
            ["import", "--source", "corpus", "--registry", "r.sqlite"] + files,
            in: folder.path
        )
        #expect(imported.code == 0, "\(imported.errors)")
        let list = CommandRun.run(["list", "manifests", "--format", "json", "--registry", "r.sqlite"], in: folder.path)
        let json = try JSONSerialization.jsonObject(with: Data(list.output.utf8)) as? [String: Any]
        let manifests = try #require(json?["manifests"] as? [[String: Any]])
        #expect(manifests.count == expected.count)
        for manifest in manifests {
            let place = try #require(manifest["place"] as? [String: Any])
            let path = root + "/" + (try #require(place["path"] as? String))
            let row = try #require(expected[path], "\(path)")
            let app = try #require(manifest["app"] as? [String: Any])
            #expect(text(app["bundleIdentifier"]) == text(row["bundle_id_raw"]), "\(path)")
            #expect(text(manifest["format"]) == text(row["format"]), "\(path)")
            #expect(urlTypes(manifest) == urlTypes(row, key: "url_types"), "\(path)")
            #expect(manifest["queriesSchemes"] as? [String] == row["queries_schemes"] as? [String], "\(path)")
        }
    }

    private func text(_ value: Any?) -> String? { value as? String }

    /// The role, identifier and schemes of each URL type.
    private func urlTypes(_ row: [String: Any], key: String = "urlTypes") -> [[String]] {
        (row[key] as? [[String: Any]] ?? []).map { type in
            [text(type["role"]) ?? "-", text(type["identifier"]) ?? "-"] + (type["schemes"] as? [String] ?? [])
        }
    }
}
