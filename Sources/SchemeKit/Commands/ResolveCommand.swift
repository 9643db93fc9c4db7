public import SchemeModel
import SchemeReports
import SchemeRules
import SchemeStore

/// Says which app opens a URL, by what a registry holds.
public struct ResolveCommand: Command {
    /// The URL, as given.
    public var url: String
    /// Its scheme.
    public var scheme: SchemeKey
    /// The registry; `nil` for the default one.
    public var registry: Path?
    /// How the answer is printed.
    public var format: OutputFormat

    /// A command with these options.
    ///
    /// - Throws: ``UsageError`` when `url` begins with no scheme.
    public init(url: String, registry: Path?, format: OutputFormat = .text) throws(UsageError) {
        guard let scheme = SchemeKey(named: url) else {
            throw UsageError(
                "'\(url)' is no URL: it begins with no scheme",
                hint: "such as wallet://pay; a scheme is a letter and then letters, digits, +, - and ."
            )
        }
        self.url = url
        self.scheme = scheme
        self.registry = registry
        self.format = format
    }

    /// Ends with ``ExitCode/findings`` where nobody opens the URL, or nobody can say who.
    public func run(in context: Context) throws -> ExitCode {
        let store = try Registry(at: RegistryLocation.path(given: registry, in: context), for: .reading, in: context)
        let claims = try RegistryIndex(store, knowledge: .builtIn).claims(on: scheme)
        let resolution = Resolver(knowledge: .builtIn).resolution(of: scheme, among: claims)
        try ResolutionListing(resolution, of: url).write(
            format.report,
            to: context.byteOutput,
            context: context.reportContext(sources: try store.sources(), digest: store.digest(of:))
        )
        try store.close()
        return resolution.answers.contains { $0.outcome == .none || $0.outcome == .undefined } ? .findings : .clean
    }
}
