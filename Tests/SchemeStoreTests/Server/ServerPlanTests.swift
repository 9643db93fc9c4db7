#if PostgreSQL
import PostgreSQL
import SchemeModel
import Testing

@testable import SchemeStore

/// Queries that a large registry on a server answers without reading whole tables.
@Suite(.enabled(if: TestServer.address != nil, "needs PostgreSQL: make test"))
struct ServerPlanTests {
    @Test(arguments: [
        ManifestQuery.ofApp.sql, ManifestQuery.ofSource.sql,
        "SELECT DISTINCT manifest_id FROM claim WHERE scheme_key = ANY (ARRAY[?])",
        "SELECT * FROM declared_scheme WHERE scheme = ?", "SELECT * FROM undefined_targets WHERE scheme = ?",
        "SELECT * FROM known_claim WHERE scheme = ?", "SELECT * FROM history WHERE scheme = ?",
        "SELECT * FROM history WHERE app = ANY (ARRAY[?]) AND source = ?",
        "SELECT * FROM history_event WHERE app = ANY (ARRAY[?]) AND source = ?", "SELECT * FROM link WHERE scheme = ?",
        "SELECT manifest.id FROM input JOIN manifest ON input_id = input.id WHERE source_id = 1",
        "SELECT * FROM manifest WHERE path IS NULL AND clean_checksum IS DISTINCT FROM checksum",
        "SELECT DISTINCT manifest_id FROM associated_domain WHERE reversed_host = ? AND is_wildcard = TRUE",
    ])
    func usesIndexes(query: String) throws {
        let folder = try RegistryFolder(onServer: true)
        // An empty table would be read as a whole.
        let address = try #require(ServerAddress(folder.path.display + "%20-cenable_seqscan%3Doff"))
        let connection = try ServerConnection(to: address) { false }
        let plan = try connection.query("EXPLAIN \(query.replacing("?", with: "'x'"))", ServerParameters())
        let steps = (0..<plan.count).map { plan.withBytes($0, 0, ServerText.text) }
        let whole = steps.filter {
            $0.contains(/Seq Scan on (app|associated_domain|claim|history_event|input|link|manifest|source|url_type)\b/)
        }
        #expect(whole == [], "\(steps)")
    }
}
#endif
