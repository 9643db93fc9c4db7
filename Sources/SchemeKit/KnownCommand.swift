public import SchemeModel
import SchemeReports
import SchemeRules

/// Shows what the tool knows of schemes.
public struct KnownCommand: Command {
    /// The scheme; `nil` for all that is known.
    public var scheme: SchemeKey?
    /// How it is printed.
    public var format: OutputFormat

    /// A command with these options.
    public init(scheme: SchemeKey? = nil, format: OutputFormat = .text) {
        self.scheme = scheme
        self.format = format
    }

    public func run(in context: Context) throws -> ExitCode {
        let knowledge = Knowledge.builtIn
        let facts = scheme.map(knowledge.facts(about:)) ?? knowledge.facts
        let listing = KnowledgeListing(facts, about: scheme)
        try listing.write(format.report, to: context.byteOutput, context: context.reportContext())
        return .clean
    }
}
