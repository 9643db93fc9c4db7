/// The counts of a run.
public struct Summary: Hashable, Sendable, Codable {
    /// Files that were opened and read; for a registry, by the import that last read them.
    public var inputs = 0
    /// The files among ``inputs`` that are not manifests.
    ///
    /// Files that were not opened because of their names are not counted.
    public var skippedInputs = 0
    /// Folders and links that were skipped; `nil` for a registry, which doesn't store it.
    public var skipped: SkippedCounts?
    /// The association files of websites among ``inputs``.
    package var associations = 0
    /// Manifests; one for each outcome of a target in its configurations.
    public var manifests = 0
    /// URL types in the manifests.
    public var urlTypes = 0
    /// Declared schemes that are valid.
    public var claims = 0
    /// Distinct products: apps, extensions, test bundles and the like.
    public var products = 0
    /// Distinct apps that the user can open.
    public var apps = 0
    /// Distinct declared schemes that are valid.
    public var schemes = 0
    /// Unaccepted findings with the severity ``Severity/error``.
    public var errors = 0
    /// Unaccepted findings with the severity ``Severity/warning``.
    public var warnings = 0
    /// Unaccepted findings with the severity ``Severity/note``.
    public var notes = 0
    /// The causes of the findings, which text reports count.
    ///
    /// Apps in one collision, schemes that the same variants share, places that need the same fix in the same apps, and keys
    /// that the same dictionaries lack count once.
    public var causes = SeverityCounts()
    /// The same findings by rule and severity, ordered by severity, worst first, and by rule.
    public var rules: [RuleCounts] = []
    /// Findings that a team has accepted, which no other count includes.
    public var accepted = 0
    /// The causes among ``causes`` that `fix` can fix, because each of their findings has edits.
    package var fixable = 0
    /// The causes of unaccepted findings that `--severity`, `--rule`, `--scheme` or `--app` left out, which no other count
    /// includes.
    public var leftOut = SeverityCounts()
    /// The causes of unaccepted findings that are not new since ``revision``, which no other count includes.
    package var older = SeverityCounts()
    /// The name of the revision that the run compares with, for reports; `nil` if there is none.
    package var revision: String?
    /// Whether the run reports only what is new since a revision or a baseline.
    package var reportsOnlyNew = false
    /// The causes of unaccepted findings of other rules than those about conflicts, which no other count includes; `nil` if the
    /// run reports all rules.
    package var ofOtherRules: SeverityCounts?
    /// Problems that kept inputs from being checked.
    public var problems = 0
    /// Problems that don't fail the run, which no other count includes, ordered by place.
    public var acceptedProblems: [AcceptedProblem] = []
    /// The names of the app targets whose code was only partly read, because parts of it are missing, and no finding is
    /// about these parts.
    package var partialTargets: [String] = []
    /// The names of other apps for which it wasn't checked whether URLs reach them, and no finding or problem says so.
    package var uncheckedApps: [String] = []
    /// The number of distinct applications whose identity is unknown.
    package var unknownApps = 0
    /// The configurations and the baseline that the findings were checked with, configurations first, each kind ordered
    /// by path.
    public var policyFiles: [PolicyFile] = []

    package init() {}

    /// Sets the counts of findings.
    package mutating func count(_ findings: [Finding]) {
        let open = findings.filter { $0.accepted == nil }
        errors = open.count { $0.severity == .error }
        warnings = open.count { $0.severity == .warning }
        notes = open.count { $0.severity == .note }
        let all = Cause.causes(of: open)
        causes = SeverityCounts(of: all)
        rules = RuleCounts.counts(of: all)
        accepted = findings.count - open.count
        fixable = all.count { cause in
            cause.findings.allSatisfy { !$0.edits.isEmpty && $0.edits.allSatisfy { $0.place.member == nil } }
        }
    }
}

/// The numbers of folders, symbolic links and manifests that a run skipped by default.
public struct SkippedCounts: Hashable, Sendable, Codable {
    /// Folders of vendored or built files: `Pods`, `node_modules`, frameworks.
    public var folders = 0
    /// Symbolic links to folders, and to files that are also read at their real path.
    public var symlinks = 0
    /// Manifests that no target of the projects around them uses.
    public var manifests = 0

    package init() {}

    /// Adds the counts of another part of the run.
    package mutating func add(_ other: SkippedCounts) {
        folders += other.folders
        symlinks += other.symlinks
        manifests += other.manifests
    }
}

/// The result of a check, which `conflicts` and `check` print.
public struct CheckReport: Sendable {
    /// The findings: first those about manifests, by place and rule; then those about groups, by scheme, app and rule.
    public var findings: [Finding]
    /// The inputs that could not be checked, ordered by place; empty if the check is complete.
    public var problems: [Problem]
    /// The counts of the run.
    public var summary: Summary

    /// The findings that nobody accepted.
    public var open: [Finding] { findings.filter { $0.accepted == nil } }

    /// The causes of the ``open`` findings, which text reports show as one block each.
    public var causes: [Cause] { Cause.causes(of: open) }

    package init(findings: [Finding], problems: [Problem], summary: Summary) {
        self.findings = findings
        self.problems = problems
        self.summary = summary
    }
}
