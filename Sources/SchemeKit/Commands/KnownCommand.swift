package import SchemeModel
package import SchemeReports
import SchemeRules
import SchemeStore

/// Shows what is known about schemes, from the built-in knowledge and the registry's team tables.
package struct KnownCommand: Command {
    /// The scheme to show; `nil` for all.
    package var scheme: SchemeKey?
    /// The registry; `nil` for the default one, if it exists.
    package var registry: Path?
    /// The output format.
    package var format: ListFormat

    /// Creates a command with these options.
    package init(scheme: SchemeKey? = nil, registry: Path? = nil, format: ListFormat = .text) {
        self.scheme = scheme
        self.registry = registry
        self.format = format
    }

    package func run(in context: Context) throws -> ExitCode {
        let knowledge = Knowledge.builtIn.adding(try teams(in: context))
        let facts = scheme.map(knowledge.facts(about:)) ?? knowledge.facts
        let listing = KnowledgeListing(facts, about: scheme)
        try listing.write(format, to: context.byteOutput, context: context.reportContext())
        return .clean
    }

    /// Returns the team tables. The registry must exist only if it was named.
    private func teams(in context: Context) throws -> [TeamTable] {
        do {
            let path = try RegistryLocation.path(given: registry, in: context)
            return try Registry.with(path, for: .reading, in: context) { try $0.teamTables() }
        } catch is UsageError where registry == nil {
            return []
        } catch is NothingImportedError where !RegistryLocation.isNamed(registry, in: context) {
            return []
        }
    }
}
