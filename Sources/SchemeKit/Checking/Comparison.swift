public import SchemeModel
import SchemeReports
import SchemeRules
import SchemeStore

/// What a check compares its inputs with.
public struct ComparisonOptions: Sendable {
    /// Registries of other apps, relative to the current folder.
    public var registries: [Path]
    /// The git revision since which findings are new; `nil` to report all findings.
    public var revision: String?

    /// Creates options with these values.
    public init(registries: [Path] = [], revision: String? = nil) {
        self.registries = registries
        self.revision = revision
    }
}

/// The findings of a check, and the data that their places refer to.
struct CheckedFindings {
    /// The findings, in the order of the report.
    var findings: [Finding]
    /// Problems with reading what is compared with.
    var problems: [Problem] = []
    /// The claims that the findings are about.
    var index: any ClaimIndex
    /// The registries that were read, still open.
    var registries: [(name: String, registry: Registry)] = []
    /// The sources in those registries that findings name.
    var neighbors: [Source] = []

    /// Returns the digest of a registry's input when it was imported.
    func digest(of place: Place) throws -> String? {
        for (_, registry) in registries {
            if let digest = try registry.digest(of: place) { return digest }
        }
        return nil
    }

    /// Closes the registries.
    ///
    /// - Throws: ``RegistryError``.
    func close() throws {
        for (_, registry) in registries { try registry.close() }
    }
}

extension ComparisonOptions {
    /// Finds the revision of `--changed-since` in the repository of `inputs`; `nil` without that option.
    ///
    /// - Throws: ``UsageError``, ``Interruption``.
    func earlier(of inputs: InputOptions, in context: Context) throws -> RevisionFiles? {
        try revision.map { try RevisionFiles($0, around: inputs.paths, in: context) }
    }

    /// Checks what was read.
    ///
    /// - Throws: ``UsageError``, and errors of the registries and of git.
    func judge(_ survey: InputScan, in context: Context) throws -> CheckedFindings {
        let before = try survey.request.earlier.map { try EarlierState(of: survey, in: $0, context: context) }
        let open = try registries.map { path in
            guard !path.bytes.isEmpty else {
                throw UsageError("the registry of --against is empty", hint: "name a registry file")
            }
            let file = context.currentDirectory.appending(path)
            return (name: path.display, registry: try Registry(at: file, for: .reading, in: context))
        }
        let bench = ComparisonChecker(
            registries: open,
            disk: context.files,
            knowledge: survey.request.knowledge.adding(try open.flatMap { try $0.registry.teamKnowledge() })
        )
        let neighbors = try bench.neighbors(of: survey)
        try neighbors?.reportReplaced(in: context)
        // The claims in a registry are older than the revision.
        let earlier = survey.isComplete ? try before?.claims ?? neighbors?.earlierClaims() : nil
        var findings = try bench.findings(in: survey, among: neighbors, earlier: earlier ?? [:])
        if let before {
            // Claims that were released even before the revision are not part of the comparison.
            let old = try bench.findings(in: before.survey, among: bench.neighbors(of: before.survey), earlier: [:])
            let all = findings.count
            findings = before.ownFindings(among: findings, before: old)
            before.say(leftOut: all - findings.count, in: context)
        }
        return CheckedFindings(
            findings: findings,
            problems: before?.problems ?? [],
            index: neighbors ?? survey.index,
            registries: open,
            neighbors: try neighbors?.sources(of: findings) ?? []
        )
    }

    /// The context in which each version is checked.
    private struct ComparisonChecker {
        let registries: [(name: String, registry: Registry)]
        /// The disk with the repositories.
        let disk: any FileAccess
        let knowledge: Knowledge

        /// Returns the apps of the registries around the manifests of `survey`; `nil` without registries.
        func neighbors(of survey: InputScan) throws -> NeighboringApps? {
            guard !registries.isEmpty else { return nil }
            let repositories = survey.wholeTrees.compactMap { Source.Repository(around: $0, in: disk) }
            return try NeighboringApps(survey.index, of: repositories, among: registries, knowledge: knowledge)
        }

        /// - Parameter earlier: The earlier claims of the sources, if known.
        func findings(
            in survey: InputScan,
            among neighbors: NeighboringApps?,
            earlier: [ByteString: [Claim]]
        ) throws -> [Finding] {
            let judge = FindingChecker(knowledge: knowledge, decisions: survey.configurations.decisions)
            let index: any ClaimIndex = neighbors ?? survey.index
            let findings = try judge.findings(in: index, earlier: earlier, problems: survey.problems)
            // Without a registry, `check` reports the same as `import` and `conflicts`. Among other apps, Debug
            // configurations count less.
            return neighbors == nil ? findings : findings.loweringDebug(in: survey.index)
        }
    }
}
