package import SchemeModel
package import SchemeReports
import SchemeRules
import SchemeStore

/// Draws a graph of the targets that open URLs and the apps that receive them, based on the code in a registry.
package struct LinksCommand: Command {
    /// The format to write.
    package var graph: GraphFormat
    /// The registry; `nil` for the default one.
    package var registry: Path?
    /// The configuration to use for findings about the schemes.
    package var configuration: ConfigurationOptions

    /// Creates a command with these options.
    package init(
        graph: GraphFormat = .dot,
        registry: Path?,
        configuration: ConfigurationOptions = ConfigurationOptions()
    ) {
        self.graph = graph
        self.registry = registry
        self.configuration = configuration
    }

    package func run(in context: Context) throws -> ExitCode {
        let path = try RegistryLocation.path(given: registry, in: context)
        return try Registry.with(path, for: .reading, distrustsInputs: configuration.isStrict, in: context) { store in
            let check = try RegistryCheck(of: store, configuration: configuration, in: context)
            try graph.write(.links, of: check.index, check.findings, check.knowledge, in: context)
            return .clean
        }
    }
}

extension GraphFormat {
    /// Writes a graph of what an index contains to standard output.
    ///
    /// - Parameter findings: The findings that mark schemes and apps.
    /// - Throws: ``OutputError``, and errors of the index.
    func write(
        _ subject: GraphSubject,
        of index: some ClaimIndex,
        _ findings: [Finding],
        _ knowledge: Knowledge,
        in context: Context
    ) throws {
        let inventory = try Inventory.collect(
            from: index,
            findings: findings,
            knowledge: knowledge,
            resolve: Resolver(knowledge: knowledge).resolution(of:among:)
        )
        try write(subject.graph(of: inventory, findings: findings), to: context.byteOutput)
    }
}
