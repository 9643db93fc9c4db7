package import SchemeModel
package import SchemeReports
import SchemeRules
import SchemeStore

/// Suggests schemes that are free, based on a registry and the built-in knowledge.
package struct SuggestCommand: Command {
    /// What the scheme is for; `nil` for the app itself.
    package var name: String?
    /// The app that will claim it; `nil` if it has no bundle identifier yet.
    package var app: AppID?
    /// The registry; `nil` for the default one.
    package var registry: Path?
    /// The output format.
    package var format: ListFormat

    /// Creates a command with these options.
    ///
    /// - Throws: ``UsageError`` if there is neither a name nor an app.
    package init(name: String?, app: AppID?, registry: Path?, format: ListFormat = .text) throws(UsageError) {
        guard name != nil || app != nil else {
            throw UsageError(
                "no name or app given",
                hint: "for example: schemereg suggest --app com.acme.wallet"
            )
        }
        self.name = name
        self.app = app
        self.registry = registry
        self.format = format
    }

    /// Returns ``ExitCode/findings`` if none of the schemes is free.
    package func run(in context: Context) throws -> ExitCode {
        let path = try RegistryLocation.path(given: registry, in: context)
        do {
            return try Registry.with(path, for: .reading, in: context) { store in
                let knowledge = Knowledge.builtIn.adding(try store.teamTables())
                let index = RegistryIndex(store, knowledge: knowledge)
                return try write(SchemeSuggester(knowledge: knowledge, claims: index.claims(on:)), in: context)
            }
        } catch is NothingImportedError where !RegistryLocation.isNamed(registry, in: context) {
            context.note(
                "nothing has been imported yet, so only known schemes are compared",
                hint: "import your apps first: schemereg import PATH"
            )
            return try write(SchemeSuggester(knowledge: .builtIn) { _ in [] }, in: context)
        }
    }

    private func write(_ suggester: SchemeSuggester, in context: Context) throws -> ExitCode {
        let suggestions = try suggester.suggestions(for: app, name: name)
        guard !suggestions.isEmpty else {
            throw UsageError(
                "no scheme can be made from this name",
                hint: "use a shorter one with letters from a to z, or specify the app: --app com.acme.wallet"
            )
        }
        let omitted = name.map(SchemeSuggester.unusable(in:)) ?? []
        if !omitted.isEmpty {
            let list = omitted.map { "'\($0)'" }.inWords(atMost: 5)
            context.note("schemes consist of ASCII characters, so these were left out of the name: \(list)")
        }
        try SuggestionListing(suggestions).write(
            format,
            to: context.byteOutput,
            context: context.reportContext(sources: [])
        )
        return suggestions.contains { $0.state != .taken } ? .clean : .findings
    }
}
