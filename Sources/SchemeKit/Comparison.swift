public import SchemeModel
import SchemeRules
import SchemeStore

/// What a check holds the manifests that it read against.
public struct ComparisonOptions: Sendable {
    /// Registries whose apps are neighbours of what was read, relative to the context's folder.
    public var registries: [Path]

    /// Options of these values.
    public init(registries: [Path] = []) {
        self.registries = registries
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
    /// - Parameters:
    ///   - knowledge: what is known; the teams' tables of the registries count besides.
    ///   - problems: what kept the tool from looking. Without any, what is not declared is declared no more.
    /// - Throws: ``UsageError``, and what keeps a registry from being read.
    func judge(
        _ read: MemoryIndex,
        _ knowledge: Knowledge,
        _ decisions: Decisions,
        _ problems: [Problem],
        in context: Context
    ) throws -> Judgement {
        guard !registries.isEmpty else {
            let judge = Judge(knowledge: knowledge, decisions: decisions)
            return Judgement(findings: try judge.findings(in: read, problems: problems), index: read)
        }
        let open = try registries.map { path in
            guard !path.bytes.isEmpty else { throw UsageError("--against takes a registry, not an empty text") }
            let file = context.currentDirectory.appending(path)
            return (path.display, try Registry(at: file, for: .reading, in: context))
        }
        let all = knowledge.adding(try open.flatMap { try $0.1.teamKnowledge() })
        let index = try Neighbourhood(read, among: open, knowledge: all)
        try index.sayReplaced(in: context)
        let earlier = problems.isEmpty ? try index.earlierClaims() : [:]
        let findings = try Judge(knowledge: all, decisions: decisions)
            .findings(in: index, earlier: earlier, problems: problems).loweringDebug(in: read)
        return Judgement(
            findings: findings,
            index: index,
            registries: open,
            neighbours: try index.sources(of: findings)
        )
    }
}
