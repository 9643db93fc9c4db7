import Foundation
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

    /// Returns the address of a new schema in the database, with a password that nothing may show.
    static func makeSchema() throws -> String {
        let server = try #require(address)
        let schema = "command_" + UUID().uuidString.lowercased().replacing("-", with: "")
        let created = try ChildProcess.shell("psql -q '\(server)' -c 'CREATE SCHEMA \(schema)'", folder: "/")
        try #require(created.code == 0, "\(created.errors)")
        return "\(server)&options=-csearch_path%3D\(schema)&password=secret"
    }
}
