package import SchemeModel
package import SchemeReports
import SchemeRules
import SchemeStore

/// Imports a team's table of known schemes into a registry, replacing a table of the same name.
package struct KnownImportCommand: Command {
    /// The CSV file.
    package var file: Path
    /// The name of the table; `nil` for the name of the file.
    package var name: String?
    /// The registry; `nil` for the default one.
    package var registry: Path?
    /// The output format.
    package var format: ReportFormat

    /// Creates a command with these options.
    package init(file: Path, name: String? = nil, registry: Path? = nil, format: ReportFormat = .text) {
        self.file = file
        self.name = name
        self.registry = registry
        self.format = format
    }

    package func run(in context: Context) throws -> ExitCode {
        let team = try TeamTableFile(file, name: name).read(in: context)
        let path = try RegistryLocation.path(given: registry, in: context)
        if registry == nil { try RegistryLocation.makeFolder(of: path) }
        let hasChanged = try Registry.with(path, for: .writing, in: context) { store in
            try store.retrying { try store.replaceTeamTable(with: team, amid: .builtIn) }
        }
        let change = TeamTableChange(hasChanged ? .imported : .unchanged, team)
        try change.write(format, to: context.byteOutput, tool: context.reportContext().tool)
        return .clean
    }
}
