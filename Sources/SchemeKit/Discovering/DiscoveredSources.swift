import SchemeModel
import SchemeRules

/// The inputs to read, and the options for checking them.
struct ScanRequest {
    var inputs: InputOptions
    var configuration = ConfigurationOptions()
    /// The disk with the named configuration file; `nil` for the disk with the inputs.
    var disk: (any FileAccess)?
    /// The rules that were named.
    var rules: Set<String> = []
    var knowledge: Knowledge = .builtIn
    /// The revision to compare with, whose configurations are used; `nil` for none.
    var earlier: BaseRevision?
    /// Whether it is a problem if no manifest is found.
    var wantsManifests = false
}

/// The sources that a run reads, with the configurations that govern them.
struct DiscoveredSources {
    let request: ScanRequest
    /// A plan for each source, with the exclusions of its configuration.
    let plans: [SourcePlan]
    /// The teams' configurations.
    let configurations: ConfigurationLoader
    /// A problem for each named path that doesn't exist.
    let problems: [Problem]

    /// The sources, in the order of the plans.
    var sources: [Source] { plans.map(\.source) }
}

extension ScanRequest {
    /// Finds the named inputs, assigns them to sources, and reads the configurations of these.
    ///
    /// - Parameter configurations: The configurations to use; `nil` to find them.
    /// - Throws: ``UsageError``, ``Interruption``.
    func discover(with configurations: ConfigurationLoader? = nil, in context: Context) throws -> DiscoveredSources {
        let (named, missing) = NamedInput.inputs(of: inputs, in: context)
        let plans = try SourcePlan.plans(for: named, name: inputs.source, in: context)
        var configurationContext = context
        if case .file = configuration.choice, let disk { configurationContext.files = disk }
        let configurations =
            try configurations
            ?? ConfigurationLoader.read(
                for: plans.map(\.source),
                options: configuration,
                asked: rules,
                isWhole: missing.isEmpty && inputs.areWhole,
                comparedWith: earlier?.latest,
                in: configurationContext
            )
        return DiscoveredSources(
            request: self,
            plans: plans.map(configurations.governed),
            configurations: configurations,
            problems: missing
        )
    }
}
