import SchemeModel
import SchemeRules
import SchemeStore

/// The findings about everything in a registry.
struct RegistryCheck {
    let registry: Registry
    let sources: [Source]
    let knowledge: Knowledge
    let index: RegistryIndex
    /// The problems of the last imports and of the check, ordered by place.
    let problems: [Problem]
    /// All findings, before the baseline.
    let findings: [Finding]
    /// The comments in code that accept findings, for reports.
    private let comments: [PolicyFile]
    private let configurations: ConfigurationLoader

    /// Checks the apps in a registry.
    ///
    /// - Parameter rules: The rules that were named.
    /// - Throws: ``UsageError``, ``RegistryError``.
    init(
        of registry: Registry,
        configuration: ConfigurationOptions,
        rules: Set<String> = [],
        in context: Context
    ) throws {
        self.registry = registry
        knowledge = Knowledge.builtIn.adding(try registry.teamTables())
        index = RegistryIndex(registry, knowledge: knowledge)
        sources = try registry.sources()
        let ofImport = try registry.problems().map(\.ofImport)
        configurations = try ConfigurationLoader.read(
            for: sources,
            options: configuration,
            asked: rules,
            in: context
        )
        let result = try FindingChecker(knowledge: knowledge, policies: configurations.policies)
            .check(index, problems: ofImport)
        problems = (ofImport + result.problems).sorted()
        findings = result.findings
        comments = PolicyFile.ofComments(result.comments)
    }

    /// Returns the report on the findings that are not in the baseline.
    ///
    /// - Throws: ``UsageError``, ``RegistryError``, ``ReportFileError``.
    func report(accepting baseline: BaselineOptions, in context: Context) throws -> CheckReport {
        let accepted = try baseline.accept(findings, isComplete: problems.isEmpty, of: sources, in: context)
        var report = CheckReport(
            findings: accepted.findings,
            problems: problems,
            summary: Summary(try registry.counts())
        )
        report.summary.schemes = try registry.schemeCount()
        report.accept(by: configurations.policies)
        report.summary.reportsOnlyNew = baseline.file != nil
        report.summary.policyFiles = configurations.files + accepted.files + comments
        return report
    }

    /// Returns the digest of an input when it was imported, or of a configuration when it was read.
    func digest(of place: Place) throws -> String? {
        try configurations.digests[place] ?? registry.digest(of: place)
    }
}

extension Problem {
    /// The problem as reported from a registry, which keeps it until the next import.
    var ofImport: Problem {
        var problem = self
        problem.hint = hint.map { "\($0); then import it again" } ?? "import it again"
        return problem
    }
}

extension Summary {
    /// Creates a summary from the counts of a registry.
    fileprivate init(_ counts: RegistryCounts) {
        self.init()
        inputs = counts.inputs
        skippedInputs = counts.skippedInputs
        manifests = counts.manifests
        urlTypes = counts.urlTypes
        claims = counts.claims
        products = counts.products
        apps = counts.apps
    }
}
