package import SchemeModel
package import SchemeReports
import SchemeRules
import SchemeStore

/// Removes a team's table of known schemes from a registry.
package struct KnownRemoveCommand: Command {
    /// The name of the table.
    package var name: String
    /// The registry; `nil` for the default one.
    package var registry: Path?
    /// The output format.
    package var format: ReportFormat

    /// Creates a command with these options.
    package init(name: String, registry: Path? = nil, format: ReportFormat = .text) {
        self.name = name
        self.registry = registry
        self.format = format
    }

    package func run(in context: Context) throws -> ExitCode {
        let path = try RegistryLocation.path(given: registry, in: context)
        // Opened for reading first: an unknown name changes nothing, not even the version of an older registry.
        let names = try Registry.with(path, for: .reading, in: context) { try $0.teamTables().map(\.name) }
        guard names.contains(where: { ByteString($0) == ByteString(name) }) else { throw unknown(among: names) }
        let removed = try Registry.with(path, for: .writing, in: context) { store in
            try store.retrying { try store.removeTeamTable(named: name) }
        }
        guard let removed else { throw unknown(among: names) }
        let change = TeamTableChange(.removed, removed)
        try change.write(format, to: context.byteOutput, tool: context.reportContext().tool)
        return .clean
    }

    private func unknown(among names: [String]) -> UsageError {
        UsageError(
            "the registry has no table named '\(name)'",
            hint: names.isEmpty
                ? "add a table with 'schemereg known import'"
                : "use \(names.count > 1 ? "one of these: " : "")\(names.map { "'\($0)'" }.joined(separator: ", "))"
        )
    }
}
