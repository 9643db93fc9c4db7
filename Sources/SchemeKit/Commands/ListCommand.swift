package import SchemeModel
package import SchemeReports
import SchemeRules
import SchemeStore

/// Lists the content of a registry.
package struct ListCommand: Command {
    /// A kind of rows to list.
    package enum Subject: String, Sendable, CaseIterable {
        case manifests, claims, apps, sources, schemes, links, handlers, routes
    }

    /// The rows to list.
    package var subject: Subject
    /// The registry; `nil` for the default one.
    package var registry: Path?
    /// The output format.
    package var format: ReportFormat

    /// Creates a command with these options.
    package init(subject: Subject, registry: Path?, format: ReportFormat = .text) {
        self.subject = subject
        self.registry = registry
        self.format = format
    }

    package func run(in context: Context) throws -> ExitCode {
        let path = try RegistryLocation.path(given: registry, in: context)
        return try Registry.with(path, for: .reading, in: context) { store in
            let index = RegistryIndex(store, knowledge: .builtIn)
            let reportContext = context.reportContext(sources: try store.sources())
            func list(_ subject: ListSubject, _ rows: (inout any ListReporter) throws -> Void) throws {
                var reporter = format.listReporter(of: subject, to: context.byteOutput, context: reportContext)
                try reporter.begin()
                try rows(&reporter)
                try reporter.end()
            }
            switch subject {
            case .manifests:
                try list(.manifests) { reporter in
                    try index.forEachManifest { try reporter.report(.manifest($0)) }
                }
            case .claims:
                try list(.claims) { reporter in try index.forEachClaim { try reporter.report(.claim($0)) } }
            case .apps:
                try list(.apps) { reporter in for row in try store.appCounts() { try reporter.report(.app(row)) } }
            case .sources:
                try list(.sources) { reporter in
                    for row in try store.sourceCounts() { try reporter.report(.source(row)) }
                }
            case .schemes:
                try list(.schemes) { reporter in
                    for row in try store.schemeCounts() { try reporter.report(.scheme(row)) }
                }
            case .links:
                try list(.links) { reporter in
                    try index.forEachTarget { for link in $0.links { try reporter.report(.link(link)) } }
                }
            case .handlers:
                try list(.handlers) { reporter in
                    try index.forEachTarget { for handler in $0.handlers { try reporter.report(.handler(handler)) } }
                }
            case .routes:
                try list(.routes) { reporter in
                    try index.forEachTarget { target in
                        for handler in target.handlers {
                            for route in handler.accepts { try reporter.report(.route(route, of: handler)) }
                        }
                    }
                }
            }
            return .clean
        }
    }
}
