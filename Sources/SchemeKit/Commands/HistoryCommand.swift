package import SchemeModel
package import SchemeReports
import SchemeRules
import SchemeStore

/// Lists which schemes apps started and stopped claiming, newest first.
package struct HistoryCommand: Command {
    /// A scheme or a bundle identifier; `nil` for everything.
    package var name: Path?
    /// The registry; `nil` for the default one.
    package var registry: Path?
    /// The output format.
    package var format: ListFormat

    /// Creates a command with these options.
    package init(name: Path?, registry: Path?, format: ListFormat = .text) {
        self.name = name
        self.registry = registry
        self.format = format
    }

    package func run(in context: Context) throws -> ExitCode {
        let path = try RegistryLocation.path(given: registry, in: context)
        return try Registry.with(path, for: .reading, in: context) { store in
            let filter = try name.map { try Self.filter(for: $0, in: store) } ?? ListFilter()
            try ListCommand(subject: .history, registry: path, filter: filter, format: format).write(store, in: context)
            return .clean
        }
    }

    /// Returns a filter for an app or a scheme, which may have been removed from the registry.
    private static func filter(for name: Path, in store: Registry) throws -> ListFilter {
        if let app = try store.app(called: name) { return ListFilter(apps: [app.app.id.text]) }
        let app = AppID(named: name.display)
        let index = RegistryIndex(store, knowledge: .builtIn)
        if try !index.history(of: app).isEmpty { return ListFilter(apps: [app.text]) }
        if let scheme = SchemeKey(named: name.display), try !index.history(of: scheme).isEmpty {
            return ListFilter(schemes: [scheme])
        }
        throw UsageError(
            "the registry has no history of '\(name.display)'",
            hint: "run 'schemereg history' to see all schemes and apps"
        )
    }
}
