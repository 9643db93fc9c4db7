package import SchemeModel
package import SchemeReports
import SchemeRules
import SchemeStore

/// Lists the content of a registry.
package struct ListCommand: Command {
    /// A kind of rows to list.
    package enum Subject: String, Sendable, CaseIterable {
        case manifests, claims, apps, sources, schemes, domains, links, handlers, routes, history
    }

    /// The rows to list.
    package var subject: Subject
    /// The registry; `nil` for the default one.
    package var registry: Path?
    /// The rows to print.
    package var filter: ListFilter
    /// The output format.
    package var format: ListFormat

    /// Creates a command with these options.
    package init(
        subject: Subject,
        registry: Path?,
        filter: ListFilter = ListFilter(),
        format: ListFormat = .text
    ) {
        self.subject = subject
        self.registry = registry
        self.filter = filter
        self.format = format
    }

    package func run(in context: Context) throws -> ExitCode {
        try filter.validate(for: subject)
        let path = try RegistryLocation.path(given: registry, in: context)
        return try Registry.with(path, for: .reading, in: context) { store in
            try write(store, in: context)
            return .clean
        }
    }

    /// Prints the rows.
    ///
    /// - Throws: ``UsageError`` if the filter names an unknown source, ``RegistryError``, an error from the output.
    func write(_ store: Registry, in context: Context) throws {
        let knowledge = Knowledge.builtIn.adding(try store.teamTables())
        var rows = try ResolvedListFilter(filter, knowledge: knowledge) {
            try store.source(named: $0, in: context).name
        }
        let index = RegistryIndex(store, knowledge: knowledge)
        if rows.dependsOnClaims(for: subject) { try rows.note(claims: index.forEachClaim) }
        var others = 0
        var reporter = format.reporter(
            of: subject.listed,
            isFiltered: !filter.isEmpty,
            to: context.byteOutput,
            context: context.reportContext(sources: try store.sources())
        )
        try reporter.begin()
        switch subject {
        case .manifests: try index.forEachManifest { if rows.admits($0) { try reporter.report(.manifest($0)) } }
        case .claims: try index.forEachClaim { if rows.admits(listed: $0) { try reporter.report(.claim($0)) } }
        case .apps:
            for row in try store.appCounts() where rows.admits(row) {
                if rows.admits(kindOf: row) { try reporter.report(.app(row)) } else { others += 1 }
            }
        case .sources:
            for row in try store.sourceCounts() where rows.admits(row) { try reporter.report(.source(row)) }
        case .schemes:
            for row in try store.schemeCounts() where rows.admits(row) { try reporter.report(.scheme(row)) }
        case .domains: try index.forEachDomainClaim { if rows.admits($0) { try reporter.report(.domain($0)) } }
        case .links:
            try index.forEachTarget { target in
                guard rows.admits(target) else { return }
                for link in target.links where rows.admits(link) { try reporter.report(.link(link)) }
            }
        case .handlers, .routes:
            try index.forEachTarget { target in
                guard rows.admits(target) else { return }
                for handler in target.handlers where rows.admits(handler) {
                    if subject == .handlers { try reporter.report(.handler(handler)) }
                    guard subject == .routes else { continue }
                    for route in handler.accepts { try reporter.report(.route(route, of: handler)) }
                }
            }
        case .history: try index.forEachHistoryEntry { if rows.admits($0) { try reporter.report(.history($0)) } }
        }
        try reporter.end()
        if others > 0, format == .text, filter.kinds.isEmpty {
            let targets = TextTerms.count(others, "other target")
            try context.output.write("\(targets) not listed; --kind app-extension lists extensions, for example\n")
        }
    }
}

extension ListCommand.Subject {
    /// The subject for reporters.
    fileprivate var listed: ListSubject {
        switch self {
        case .manifests: .manifests
        case .claims: .claims
        case .apps: .apps
        case .sources: .sources
        case .schemes: .schemes
        case .domains: .domains
        case .links: .links
        case .handlers: .handlers
        case .routes: .routes
        case .history: .history
        }
    }
}

extension Registry {
    /// Returns the source that the user named: by its name, its path or the end of its path.
    ///
    /// - Throws: ``UsageError`` if there is none, or if the end of the path is ambiguous.
    fileprivate func source(named name: Path, in context: Context) throws -> Source {
        if let source = try source(called: name, in: context) ?? source(endingIn: name) { return source }
        throw UsageError(
            "the registry has no source '\(name.display)'",
            hint: "run 'schemereg list sources' to see all names"
        )
    }
}
