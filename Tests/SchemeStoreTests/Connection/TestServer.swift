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

    /// An empty registry, in a schema of its own.
    final class Registry {
        let path: SchemeModel.Path
        private let schema: String

        /// - Parameter isInitialized: Whether there is a registry in the schema.
        init(isInitialized: Bool = true) throws {
            schema = "test_" + UUID().uuidString.lowercased().replacing("-", with: "")
            let address = try #require(TestServer.address)
            path = SchemeModel.Path("\(address)&options=-csearch_path%3D\(schema)")
            try execute("CREATE SCHEMA \(schema)")
            if isInitialized { _ = try SchemeStore.Registry.initialize(at: path) }
        }

        deinit {
            try? execute("SET client_min_messages = warning; DROP SCHEMA \(schema) CASCADE")
        }

        /// Runs statements as another program would.
        func execute(_ sql: String) throws {
            #if PostgreSQL
            try connection().run(sql)
            #endif
        }

        /// Returns rows, as ``RegistryFolder/rows(_:)`` returns those of a file.
        func rows(_ sql: String) throws -> [String] {
            #if PostgreSQL
            let sql = sql.replacing(#/CAST\(([\w.]+) AS TEXT\)/#) { "path_text(\($0.1))" }
            let result = try connection().query(sql, ServerParameters())
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
        private func connection() throws -> ServerConnection {
            let address = try #require(ServerAddress(path.display))
            return try ServerConnection(to: address) { false }
        }
        #endif
    }
}
