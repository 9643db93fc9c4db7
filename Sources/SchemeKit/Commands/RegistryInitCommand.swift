package import SchemeModel
import SchemeReports
import SchemeStore

/// Creates a registry, or updates the schema of one.
package struct RegistryInitCommand: Command {
    /// The file, or the address of a PostgreSQL server.
    package var registry: Path

    /// Creates a command with these options.
    package init(registry: Path) { self.registry = registry }

    package func run(in context: Context) throws -> ExitCode {
        guard !registry.bytes.isEmpty else {
            throw UsageError("the registry is empty", hint: "specify a file or the address of a PostgreSQL server")
        }
        let location = RegistryLocation.resolved(registry, in: context)
        let result = try Registry.initialize(at: location) { !context.isInterrupted() && $0 < .seconds(60) }
        let name = TextEscape.escaped(Registry.name(of: registry))
        let change =
            switch result.earlierVersion {
            case nil: "created the registry \(name)"
            case result.version: "the registry \(name) is up to date"
            case let version?: "updated the registry \(name) from version \(version) to \(result.version)"
            }
        try context.output.write(change + "\n")
        if let database = result.database, let schema = result.schema {
            try context.output.write(Self.permissions(database: database, schema: schema))
        }
        try context.output.flush()
        return .clean
    }

    /// Returns the statements that let one role read the registry and another one write it, but not change its schema, and
    /// nothing else in the database.
    static func permissions(database: String, schema: String) -> String {
        let (database, schema) = (quoted(database), quoted(schema))
        let tables = RegistryInitialization.tables
        func list(_ names: [String]) -> String {
            names.reduce(into: [""]) { lines, name in
                if lines[lines.count - 1].count > 80 { lines.append("") }
                lines[lines.count - 1] += "\(schema).\(name)" + (name == names.last ? "" : ", ")
            }.map { "    \($0)" }.joined(separator: "\n").replacing(" \n", with: "\n")
        }
        return """

            -- Run this in psql to let one role read, for 'check --against' and reports, and one write, for 'import'.
            -- Neither can change the schema. Then give both passwords, with \\password, or certificates.
            CREATE ROLE schemereg_reader LOGIN;
            CREATE ROLE schemereg_writer LOGIN;
            REVOKE CREATE ON SCHEMA \(schema) FROM PUBLIC;
            GRANT CONNECT ON DATABASE \(database) TO schemereg_reader, schemereg_writer;
            GRANT USAGE ON SCHEMA \(schema) TO schemereg_reader, schemereg_writer;
            GRANT SELECT ON
            \(list(["schemereg_version"] + tables + RegistryInitialization.views))
                TO schemereg_reader, schemereg_writer;
            GRANT INSERT, UPDATE, DELETE ON
            \(list(tables))
                TO schemereg_writer;
            GRANT USAGE ON SEQUENCE \(schema).row_id, \(schema).import_id TO schemereg_writer;

            """
    }

    /// Returns a name as SQL writes it.
    private static func quoted(_ name: String) -> String {
        let isPlain = name.utf8.allSatisfy { byte in
            (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "_")
        }
        return isPlain ? name : TextEscape.escaped("\"\(name.replacing("\"", with: "\"\""))\"")
    }
}
