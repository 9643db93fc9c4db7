public import SchemeModel
import SchemeReports
import SchemeRules
import SchemeStore

/// What a check holds the manifests that it read against.
public struct ComparisonOptions: Sendable {
    /// Registries whose apps are neighbours of what was read, relative to the context's folder.
    public var registries: [Path]
    /// The revision of git since which a change made the findings that count; `nil` for all findings.
    public var revision: String?

    /// Options of these values.
    public init(registries: [Path] = [], revision: String? = nil) {
        self.registries = registries
        self.revision = revision
    }
}

/// The findings of a check, and what their places refer to.
struct Judgement {
    /// The findings, in the report's order.
    var findings: [Finding]
    /// What kept the tool from looking at what it compares with.
    var problems: [Problem] = []
    /// The claims that they came of.
    var index: any ClaimIndex
    /// The registries that were asked, still open.
    var registries: [(name: String, registry: Registry)] = []
    /// The sources in these that findings name.
    var neighbours: [Source] = []

    /// The digest that an input of a registry had when it was imported.
    func digest(of place: Place) throws -> String? {
        for (_, registry) in registries {
            if let digest = try registry.digest(of: place) { return digest }
        }
        return nil
    }

    /// Lets go of the registries.
    ///
    /// - Throws: ``RegistryError``.
    func close() throws {
        for (_, registry) in registries { try registry.close() }
    }
}

extension ComparisonOptions {
    /// Judges what was read.
    ///
    /// - Throws: ``UsageError``, and what keeps a registry or a revision from being read.
    func judge(_ survey: Survey, in context: Context) throws -> Judgement {
        let before = try revision.map { try EarlierState(of: survey, since: $0, in: context) }
        let open = try registries.map { path in
            guard !path.bytes.isEmpty else { throw UsageError("--against takes a registry, not an empty text") }
            let file = context.currentDirectory.appending(path)
            return (name: path.display, registry: try Registry(at: file, for: .reading, in: context))
        }
        let bench = Bench(
            registries: open,
            disk: context.files,
            knowledge: survey.request.knowledge.adding(try open.flatMap { try $0.registry.teamKnowledge() })
        )
        let neighbourhood = try bench.neighbourhood(of: survey)
        try neighbourhood?.sayReplaced(in: context)
        // What a registry knows of the apps is older than any revision that somebody compares with.
        let earlier = survey.isComplete ? try before?.claims ?? neighbourhood?.earlierClaims() : nil
        var findings = try bench.findings(in: survey, among: neighbourhood, earlier: earlier ?? [:])
        if let before {
            // What had been released even then is no part of what is compared.
            let old = try bench.findings(in: before.survey, among: bench.neighbourhood(of: before.survey), earlier: [:])
            let all = findings.count
            findings = before.ownFindings(among: findings, before: old)
            before.say(leftOut: all - findings.count, in: context)
        }
        return Judgement(
            findings: findings,
            problems: before?.problems ?? [],
            index: neighbourhood ?? survey.index,
            registries: open,
            neighbours: try neighbourhood?.sources(of: findings) ?? []
        )
    }

    /// What every state is judged among and by.
    private struct Bench {
        let registries: [(name: String, registry: Registry)]
        /// Where repositories lie.
        let disk: any FileAccess
        let knowledge: Knowledge

        /// What the registries have around the manifests of `survey`; `nil` without registries.
        func neighbourhood(of survey: Survey) throws -> Neighbourhood? {
            guard !registries.isEmpty else { return nil }
            let repositories = survey.wholeTrees.compactMap { Source.Repository(around: $0, in: disk) }
            return try Neighbourhood(survey.index, of: repositories, among: registries, knowledge: knowledge)
        }

        /// - Parameter earlier: what sources declared before, as far as that is known.
        func findings(
            in survey: Survey,
            among neighbourhood: Neighbourhood?,
            earlier: [ByteString: [Claim]]
        ) throws -> [Finding] {
            let judge = Judge(knowledge: knowledge, decisions: survey.configurations.decisions)
            let index: any ClaimIndex = neighbourhood ?? survey.index
            let findings = try judge.findings(in: index, earlier: earlier, problems: survey.problems)
            // Alone, manifests give what `import` and `conflicts` give. Among the apps that are shipped it counts whether
            // these are.
            return neighbourhood == nil ? findings : findings.loweringDebug(in: survey.index)
        }
    }
}
