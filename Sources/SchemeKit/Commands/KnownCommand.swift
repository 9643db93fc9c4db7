public import SchemeModel
import SchemeReports
import SchemeRules
import SchemeStore

/// Shows what is known of schemes: by the tool, and by the team whose tables the registry has.
public struct KnownCommand: Command {
    /// The scheme; `nil` for all that is known.
    public var scheme: SchemeKey?
    /// The registry; `nil` for the default one, if there is one.
    public var registry: Path?
    /// How it is printed.
    public var format: OutputFormat

    /// A command with these options.
    public init(scheme: SchemeKey? = nil, registry: Path? = nil, format: OutputFormat = .text) {
        self.scheme = scheme
        self.registry = registry
        self.format = format
    }

    public func run(in context: Context) throws -> ExitCode {
        let knowledge = Knowledge.builtIn.adding(try teams(in: context))
        let facts = scheme.map(knowledge.facts(about:)) ?? knowledge.facts
        let listing = KnowledgeListing(facts, about: scheme)
        try listing.write(format.report, to: context.byteOutput, context: context.reportContext())
        return .clean
    }

    /// The teams' tables. The tool's own knowledge needs no registry, so none has to be there unless it was named.
    private func teams(in context: Context) throws -> [TeamKnowledge] {
        do {
            let path = try RegistryLocation.path(given: registry, in: context)
            let store = try Registry(at: path, for: .reading, in: context)
            let teams = try store.teamKnowledge()
            try store.close()
            return teams
        } catch is UsageError where registry == nil {
            return []
        } catch let error as RegistryError where registry == nil && error.isAbsence {
            return []
        }
    }
}

extension RegistryError {
    /// Whether no registry was made yet.
    fileprivate var isAbsence: Bool { [.notFound, .folderNotFound, .empty].contains(cause) }
}
