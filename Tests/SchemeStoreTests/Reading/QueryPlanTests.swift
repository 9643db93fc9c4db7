import Foundation
import GRDB
import Testing
import TestSupport

@testable import SchemeStore

/// Questions about one scheme or app stay fast however many apps a registry has, if no table that grows with their number
/// is read as a whole.
@Suite("Query plans")
struct QueryPlanTests {
    /// The tables that grow with the number of apps.
    private static let large: Set<Substring> = [
        "app", "associated_domain", "association_app", "association_entry", "claim", "code_file", "companion",
        "entitlement", "handler", "history_event", "input", "link", "manifest", "query_scheme", "root_key", "route",
        "url_type",
    ]

    /// Returns what of the large tables SQLite reads as a whole to answer `query`, in the plan's order: the table, or an
    /// index of it.
    private func scans(_ query: String) throws -> [String] {
        try DatabaseQueue().inDatabase { database in
            try Migration.bringUpToDate(database)
            return try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN \(query)").compactMap { row in
                let detail: String = row["detail"]
                let words = detail.split(separator: " ")
                // "SCAN claim USING INDEX i" reads all rows, and so does "SEARCH claim USING INDEX i (scheme_key>?)".
                guard words.count > 1, Self.large.contains(words[1]), words[0] == "SCAN" || detail.hasSuffix(">?)")
                else {
                    return nil
                }
                return String(words.firstIndex(of: "INDEX").map { words[$0 + 1] } ?? words[1])
            }
        }
    }

    @Test(
        "questions about one scheme, app or domain read no large table as a whole",
        arguments: [
            "SELECT * FROM declared_scheme WHERE scheme = 'wallet'",
            "SELECT * FROM declared_scheme WHERE app = 'com.acme.wallet'",
            "SELECT * FROM known_claim WHERE scheme = 'wallet'",
            "SELECT * FROM known_claim WHERE app = 'com.acme.wallet'",
            "SELECT * FROM reserved_scheme_clashes WHERE scheme = 'tel'",
            "SELECT * FROM history WHERE scheme = 'wallet'",
            "SELECT * FROM link WHERE scheme = 'wallet'",
            ManifestQuery.ofApp.sql.replacingOccurrences(of: "?", with: "'com.acme.wallet'"),
            "SELECT DISTINCT manifest_id FROM claim WHERE scheme_key = 'wallet'",
        ]
    )
    func lookups(query: String) throws {
        #expect(try scans(query) == [])
    }

    /// What cannot be looked up is in an index that is much smaller than its table.
    @Test(
        "the reports read indexes",
        arguments: [
            ("SELECT * FROM undefined_targets", ["claim_by_scheme"]),
            ("SELECT * FROM undefined_targets WHERE scheme = 'wallet'", ["claim_by_scheme"]),
            ("SELECT * FROM reserved_scheme_clashes", ["claim_of_reserved_scheme"]),
            ("SELECT * FROM reserved_scheme_clashes WHERE app = 'com.acme.wallet'", ["claim_of_reserved_scheme"]),
            // The identifiers of URL types have no scheme, and SQLite sees that before it reads the first.
            ("SELECT * FROM duplicate_registrations WHERE scheme = 'wallet'", ["url_type"]),
        ]
    )
    func reports(query: String, expected: [String]) throws {
        #expect(try scans(query) == expected)
    }

    @Test("the queries of docs/registry.md are valid")
    func documented() throws {
        let page = try String(contentsOf: ProjectFolder.root.appending(path: "docs/registry.md"), encoding: .utf8)
        let queries = page.matches(of: /sqlite3 -box registry\.sqlite (?:"([^"]+)"|'([^']+)')/).compactMap {
            ($0.output.1 ?? $0.output.2).map(String.init)
        }
        #expect(queries.count >= 8)
        for query in queries { #expect(throws: Never.self, "\(query)") { try scans(query) } }
    }

    /// GRDB's record of the columns that a statement reads would take longer than most queries.
    @Test func keepsNoRecordOfWhatStatementsRead() throws {
        let folder = try RegistryFolder(onServer: false)
        try folder.write { _ in }
        let queue = try RegistryConnection.connect(folder.file.path, readonly: true) { _ in false }
        try queue.read { database in
            let statement = try database.makeStatement(sql: "SELECT * FROM undefined_targets")
            #expect(statement.columnCount > 0 && statement.databaseRegion.isEmpty)
        }
        try queue.close()
    }
}
