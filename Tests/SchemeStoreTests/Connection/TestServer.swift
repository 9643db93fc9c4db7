import Foundation
import PostgreSQL
import SchemeModel
import SchemeStore
import Testing

/// The PostgreSQL server that `Scripts/with-postgresql` starts for tests.
enum TestServer {
    /// The address of its database; `nil` without a server, or in a build without libpq.
    static let address: String? = {
        #if PostgreSQL
        ProcessInfo.processInfo.environment["SCHEMEREG_TEST_SERVER"]
        #else
        nil
        #endif
    }()

    /// Whether the tests of registries use the server instead of files.
    static let isUsed =
        address != nil && ProcessInfo.processInfo.environment["SCHEMEREG_TEST_STORAGE"] == "server"

    /// An empty registry in a database of its own, or a schema for one that a test creates.
    final class Registry {
        let path: SchemeModel.Path
        /// The statement that removes it.
        private let removal: String

        /// - Parameter isInitialized: Whether there is a registry.
        init(isInitialized: Bool = true) throws {
            let name = Self.newName()
            if isInitialized {
                try Self.run("CREATE DATABASE \(name) TEMPLATE \(Self.template.get())")
                path = try Self.path(database: name)
                removal = "DROP DATABASE \(name) WITH (FORCE)"
            } else {
                try Self.run("CREATE SCHEMA \(name)")
                path = try Self.path(schema: name)
                removal = "SET client_min_messages = warning; DROP SCHEMA \(name) CASCADE"
            }
        }

        deinit { try? Self.run(removal) }

        /// The name of a database with an empty registry. To copy it takes a quarter of the time of creating all tables and
        /// views.
        private static let template = Result {
            let name = newName()
            try run("CREATE DATABASE \(name)")
            _ = try SchemeStore.Registry.initialize(at: path(database: name))
            // Its connection is closed, but the server may not have noticed. A copy would wait for that for five seconds only.
            try run(
                """
                DO $$ BEGIN
                    WHILE EXISTS (SELECT FROM pg_stat_activity WHERE datname = '\(name)') LOOP
                        PERFORM pg_sleep(0.01), pg_stat_clear_snapshot();
                    END LOOP;
                END $$
                """
            )
            return name
        }

        private static func newName() -> String {
            "test_" + UUID().uuidString.lowercased().replacing("-", with: "")
        }

        /// Returns the address of a schema; without `database`, in the one that ``TestServer/address`` names.
        private static func path(database: String? = nil, schema: String = "public") throws -> SchemeModel.Path {
            var address = try #require(TestServer.address)
            if let database {
                let name = try #require(address.firstMatch(of: #/[^/?]*\?/#))
                address.replaceSubrange(name.range, with: "\(database)?")
            }
            return SchemeModel.Path("\(address)&options=-csearch_path%3D\(schema)")
        }

        /// Runs statements in the database that ``TestServer/address`` names.
        private static func run(_ sql: String) throws {
            #if PostgreSQL
            try connection(to: path()).run(sql)
            #endif
        }

        /// Runs statements as another program would.
        func execute(_ sql: String) throws {
            #if PostgreSQL
            try Self.connection(to: path).run(sql)
            #endif
        }

        /// Returns rows, as ``RegistryFolder/rows(_:)`` returns those of a file.
        func rows(_ sql: String) throws -> [String] {
            #if PostgreSQL
            let sql = sql.replacing(#/CAST\(([\w.]+) AS TEXT\)/#) { "path_text(\($0.1))" }
            let result = try Self.connection(to: path).query(sql, ServerParameters())
            return (0..<result.count).map { row in
                (0..<Int32(result.columnCount)).map { column in
                    if result.isNull(row, column) { return "NULL" }
                    return switch result.type(of: column) {
                    case 16, 20, 21, 23: "\(result.int(row, column))"
                    case 17: result.withBytes(row, column) { $0.map { String($0, radix: 16) }.joined(separator: ".") }
                    default: result.withBytes(row, column, ServerText.text)
                    }
                }.joined(separator: "|")
            }
            #else
            return []
            #endif
        }

        #if PostgreSQL
        private static func connection(to path: SchemeModel.Path) throws -> ServerConnection {
            let address = try #require(ServerAddress(path.display))
            return try ServerConnection(to: address) { false }
        }
        #endif
    }
}
