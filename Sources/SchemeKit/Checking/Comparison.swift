package import SchemeModel
import SchemeReports
import SchemeRules
import SchemeStore

/// What a check compares its inputs with.
package struct ComparisonOptions: Sendable {
    /// Registries of other apps, relative to the current folder.
    package var registries: [Path]
    /// The git revision since which findings are new; `nil` to report all findings.
    package var revision: String?

    /// Creates options with these values.
    package init(registries: [Path] = [], revision: String? = nil) {
        self.registries = registries
        self.revision = revision
    }
}

/// A registry of other apps, opened for the check.
struct OtherRegistry {
    /// The name, as the user gave it.
    let name: String
    let registry: Registry
}

extension [OtherRegistry] {
    /// Returns the digest of a registry's input when it was imported.
    func digest(of place: Place) throws -> String? {
        for open in self {
            if let digest = try open.registry.digest(of: place) { return digest }
        }
        return nil
    }

    /// Calls `body`, and calls it again if the connection to a server was lost.
    func retrying<Result>(_ body: () throws -> Result) throws -> Result {
        guard let first else { return try body() }
        return try first.registry.retrying { try Array(dropFirst()).retrying(body) }
    }
}

/// The findings of a check.
struct CheckedFindings {
    /// The findings, in the order of the report.
    var findings: [Finding]
    /// Problems with reading what is compared with, and limits that the check exceeded.
    var problems: [Problem] = []
    /// The problems of the inputs that the revision has, too, and that concern nothing that the branch touches.
    var inherited: Set<Problem> = []
    /// The unaccepted findings that are not new since a revision, and the name of the revision; `nil` without one.
    var older: (findings: [Finding], revision: String)?
    /// The claims that the findings are about.
    var index: any ClaimIndex
    /// The sources in the registries that findings name.
    var neighbors: [Source] = []
    /// The baseline, and the comments in code that accept findings, for reports.
    var policyFiles: [PolicyFile] = []
}

extension ComparisonOptions {
    /// Finds the revision of `--changed-since` in the repository of `inputs`; `nil` without that option.
    ///
    /// - Throws: ``UsageError``, ``Interruption``.
    func earlier(of inputs: InputOptions, in context: Context) throws -> BaseRevision? {
        try revision.map { try BaseRevision.find($0, around: inputs.paths, in: context) }
    }

    /// Opens the registries for the duration of `body`.
    ///
    /// - Throws: ``UsageError``, ``RegistryError``, and the errors of `body`.
    func withRegistries<Result>(
        distrustsInputs: Bool = false,
        in context: Context,
        _ body: ([OtherRegistry]) throws -> Result
    ) throws -> Result {
        let open = try registries.map { path in
            guard !path.bytes.isEmpty else {
                throw UsageError("the registry of --against is empty", hint: "specify a registry file")
            }
            let location = RegistryLocation.resolved(path, in: context)
            let registry = try Registry(at: location, for: .reading, distrustsInputs: distrustsInputs, in: context)
            return OtherRegistry(name: Registry.name(of: path), registry: registry)
        }
        let result = try body(open)
        for other in open { try other.registry.close() }
        return result
    }

    /// Checks what was read, among the apps of `registries`.
    ///
    /// - Parameter baseline: The findings to accept. This comes before the comparison, because what is accepted must not
    ///   stand for what isn't.
    /// - Throws: ``UsageError``, and errors of the registries and of git.
    func check(
        _ now: IndexedScan,
        among registries: [OtherRegistry],
        baseline: BaselineOptions = BaselineOptions(),
        in context: Context
    ) throws -> CheckedFindings {
        let before = try now.scan.request.earlier.map { try BaseVersion.read(now.scan, in: $0, context: context) }
        let checker = ComparisonChecker(
            registries: registries,
            disk: context.files,
            knowledge: now.scan.request.knowledge.adding(try registries.flatMap { try $0.registry.teamTables() })
        )
        let neighbors = try checker.neighbors(of: now)
        try neighbors?.reportReplaced(in: context)
        // The claims in a registry are older than the revision.
        let earlier = now.scan.isComplete ? try before?.claims ?? neighbors?.earlierClaims() : nil
        // Claims that were released even before the revision are not part of the comparison.
        let old = try before.map { try checker.check($0.indexed, among: checker.neighbors(of: $0.indexed)) }
        var checked = try checker.check(now, among: neighbors, earlier: earlier ?? [:], comments: old?.comments)
        if let old { BaseVersion.acceptByAdditions(&checked.findings, before: old.findings) }
        let accepted = try baseline.accept(
            checked.findings,
            isComplete: now.scan.isComplete && checked.problems.isEmpty,
            of: now.scan.sources,
            new: old.map { Set(BaseVersion.unmatched(checked.findings, among: $0.findings)) } ?? [],
            comparedWith: now.scan.request.earlier?.latest,
            in: context
        )
        let comments = PolicyFile.ofComments(checked.comments, since: now.scan.request.earlier?.identity)
        var result = CheckedFindings(
            findings: accepted.findings,
            problems: (before?.problems ?? []) + checked.problems,
            index: neighbors ?? now.index,
            policyFiles: accepted.files + comments
        )
        if let before, let old, let base = now.scan.request.earlier {
            result.findings = before.ownFindings(among: accepted.findings, before: old.findings)
            // The findings about a new collision name the other apps, whose own findings are left out.
            let (new, shown) = (Set(result.findings), Set(result.findings.compactMap(\.group)))
            let rest = accepted.findings.filter { finding in
                finding.accepted == nil && !new.contains(finding) && finding.group.map(shown.contains) != true
            }
            result.older = (rest, before.name)
            before.reportUnread(in: context)
            result.problems += try before.takeGaps(from: &result.findings, in: now.index)
            let review = try HiddenChanges(of: now.scan, since: base, in: context)
                .review(comparedWith: before.indexed.scan.problems, registries: self.registries)
            result.problems += review.hidden
            result.inherited = review.inherited
        }
        result.neighbors = try neighbors?.sources(of: result.findings) ?? []
        return result
    }

    /// The context in which each version is checked.
    private struct ComparisonChecker {
        let registries: [OtherRegistry]
        /// The disk with the repositories.
        let disk: any FileAccess
        let knowledge: Knowledge

        /// Returns the apps of the registries around the manifests of a version; `nil` without registries.
        func neighbors(of version: IndexedScan) throws -> ComparedApps? {
            guard !registries.isEmpty else { return nil }
            let repositories = version.scan.wholeTrees.compactMap { Source.Repository.find(around: $0, in: disk) }
            return try ComparedApps.find(
                around: version.index,
                of: repositories,
                in: registries,
                knowledge: knowledge
            )
        }

        /// - Parameters:
        ///   - earlier: The earlier claims of the sources, if known.
        ///   - comments: The comments in the revision; `nil` to check the revision, or to compare with none.
        func check(
            _ version: IndexedScan,
            among neighbors: ComparedApps?,
            earlier: [ByteString: [Claim]] = [:],
            comments: [RunFacts.CommentFacts]? = nil
        ) throws -> FindingChecker.Result {
            let policies = version.scan.discovered.configurations.policies
            let index: any ClaimIndex = neighbors ?? version.index
            var result = try FindingChecker(knowledge: knowledge, policies: policies)
                .check(
                    index,
                    earlier: earlier,
                    problems: version.scan.problems,
                    isWhole: version.scan.request.inputs.areWhole,
                    earlierComments: comments
                )
            // Without a registry, `check` reports the same as `import` and `conflicts --all`. Among other apps, Debug
            // configurations count less.
            if neighbors != nil, !policies.isStrict {
                result.findings = result.findings.loweringDebug(in: version.index)
            }
            return result
        }
    }
}
