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
        let knowledge = survey.request.knowledge.adding(try open.flatMap { try $0.registry.teamKnowledge() })
        var judgement = try Self.judgement(on: survey, among: open, before: before, knowledge, sayingIn: context)
        guard let before else { return judgement }
        let old = try Self.judgement(on: before.survey, among: open, before: nil, knowledge, sayingIn: nil).findings
        let all = judgement.findings
        judgement.findings = before.ownFindings(among: all, before: old)
        let left = all.count - judgement.findings.count
        if left > 0 {
            context.note(
                "\(TextTerms.count(left, "finding")) not shown: the change since \(before.name) did not make them"
            )
        }
        // A path that was not there yet keeps nothing from being told.
        let unread = before.survey.read.problems.count
        if unread > 0 {
            let inputs = TextTerms.count(unread, "input")
            context.note("\(inputs) of \(before.name) could not be read, so that old findings may count as new ones")
        }
        return judgement
    }

    /// - Parameter context: where it is said which apps of the registries are left out; `nil` for nowhere.
    private static func judgement(
        on survey: Survey,
        among registries: [(name: String, registry: Registry)],
        before: EarlierState?,
        _ knowledge: Knowledge,
        sayingIn context: Context?
    ) throws -> Judgement {
        let judge = Judge(knowledge: knowledge, decisions: survey.configurations.decisions)
        let earlier = survey.isComplete ? before?.claims : nil
        guard !registries.isEmpty else {
            let findings = try judge.findings(in: survey.index, earlier: earlier ?? [:], problems: survey.problems)
            return Judgement(findings: findings, index: survey.index)
        }
        let index = try Neighbourhood(survey.index, among: registries, knowledge: knowledge)
        if let context { try index.sayReplaced(in: context) }
        let findings = try judge.findings(
            in: index,
            // What a registry knows of the apps is older than any revision that somebody compares with.
            earlier: earlier ?? (survey.isComplete && context != nil ? index.earlierClaims() : [:]),
            problems: survey.problems
        ).loweringDebug(in: survey.index)
        let neighbours = try index.sources(of: findings)
        return Judgement(findings: findings, index: index, registries: registries, neighbours: neighbours)
    }
}
