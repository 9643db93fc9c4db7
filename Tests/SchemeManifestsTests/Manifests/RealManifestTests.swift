import SchemeManifests
import SchemeModel
import Testing
import TestSupport

/// Real manifests in both formats against what Python's reader and another OpenStep reader found in them.
@Suite(.needsShared)
struct RealManifestTests {
    private struct Row: Decodable {
        let repo: String
        let path: String
        let format: String
        let bundleIdentifier: String?
        let urlTypes: [URLType]
        let queriesSchemes: [String]

        struct URLType: Decodable, Equatable {
            let role: String?
            let identifier: String?
            let schemes: [String]
        }

        enum CodingKeys: String, CodingKey {
            case repo, path, format
            case bundleIdentifier = "bundle_id_raw"
            case urlTypes = "url_types"
            case queriesSchemes = "queries_schemes"
        }

        func bytes() throws -> [UInt8] {
            try PropertyCorpus.bytes("manifests/\(repo.replacing("/", with: "__"))/\(path)")
        }
    }

    @Test(arguments: [("binary", 20), ("openstep", 1)])
    func readsRealManifests(format: String, count: Int) throws {
        let rows = try PropertyCorpus.lines("oracle.jsonl", as: Row.self).filter { $0.format == format }
        #expect(rows.count == count)
        let wanted = WantedKeys(names: ["CFBundleIdentifier", "CFBundleURLTypes", "LSApplicationQueriesSchemes"])
        for row in rows {
            let bytes = try row.bytes()
            let document =
                format == "binary"
                ? try BinaryPropertyReader.read(bytes, wanted: wanted, limits: .standard)
                : try OpenStepPropertyReader.read(bytes, wanted: wanted, limits: .standard)
            let root = Plain.value(document.root)
            #expect(root["CFBundleIdentifier"]?.string == row.bundleIdentifier, "\(row.path)")
            #expect((root["LSApplicationQueriesSchemes"]?.strings ?? []) == row.queriesSchemes, "\(row.path)")
            var types: [Row.URLType] = []
            if case .array(let elements)? = root["CFBundleURLTypes"] {
                types = elements.map {
                    Row.URLType(
                        role: $0["CFBundleTypeRole"]?.string,
                        identifier: $0["CFBundleURLName"]?.string,
                        schemes: $0["CFBundleURLSchemes"]?.strings ?? []
                    )
                }
            }
            #expect(types == row.urlTypes, "\(row.path)")
            #expect(document.rootKeys.count > 1)
            #expect(document.irregularities.isEmpty)
        }
    }
}
