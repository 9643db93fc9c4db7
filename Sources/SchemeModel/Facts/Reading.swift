/// The result of reading one input: everything that the registry stores about it.
package struct InputReading: Sendable, Codable {
    /// The path below the source's root.
    package var path: Path
    /// Whether the input was read.
    package var status: Status
    /// The other files that affected the result, without duplicates, ordered by path.
    package var dependencies: [InputDependency] { didSet { dependencies = dependencies.merged } }
    /// The irregularities of the input that are not those of a manifest, in order.
    package var irregularities: [InputIrregularity]
    /// The link facts of the project or folder that the input is; `nil` if there are none.
    package var code: ProjectCode?
    /// Whether a file that affects the result exists but could not be read, so the reading may be incomplete.
    package var isPartial: Bool
    /// Whether it is a project whose targets' manifests are all known, so other manifests in their folders belong to no app.
    package var settlesManifests: Bool

    /// Whether an input was read, and what was found.
    package enum Status: Sendable, Codable {
        /// The input was read. `manifests` is empty for a file that declares no app.
        case read(stamp: FileStamp, digest: String, manifests: [Manifest])
        /// The stamp is the same as in the registry, so the input was not opened.
        case unchanged
        /// The input exists but could not be read. Its previous facts are kept and marked stale.
        case unreadable
    }

    package init(
        path: Path,
        status: Status,
        irregularities: [InputIrregularity] = [],
        dependencies: [InputDependency] = [],
        code: ProjectCode? = nil,
        isPartial: Bool = false,
        settlesManifests: Bool = false
    ) {
        self.path = path
        self.status = status
        self.irregularities = irregularities
        self.dependencies = dependencies.merged
        self.code = code
        self.isPartial = isPartial
        self.settlesManifests = settlesManifests
    }
}

/// A file other than the input that affected the reading.
package struct InputDependency: Hashable, Sendable, Codable {
    /// The path below the source's root; absolute for a file outside it.
    package var path: Path
    /// Whether it is a manifest that is read as part of the input, so it is not read on its own.
    package var isManifest: Bool
    /// The stamp of the file when it was read; `nil` for a missing file whose creation would change the reading.
    package var stamp: FileStamp?
    /// SHA-256 of its bytes in hexadecimal digits.
    package var digest: String?

    package init(path: Path, isManifest: Bool = false, stamp: FileStamp?, digest: String?) {
        self.path = path
        self.isManifest = isManifest
        self.stamp = stamp
        self.digest = digest
    }
}

extension [InputDependency] {
    /// The files without duplicates, ordered by path. Several readers of one input may have opened the same file.
    package var merged: [InputDependency] {
        guard zip(self, dropFirst()).contains(where: { $0.path >= $1.path }) else { return self }
        var merged: [InputDependency] = []
        merged.reserveCapacity(count)
        for file in sorted(by: { $0.path < $1.path }) {
            guard let last = merged.last, last.path == file.path else {
                merged.append(file)
                continue
            }
            var kept = last.stamp == nil || last.digest == nil && file.digest != nil ? file : last
            kept.isManifest = last.isManifest || file.isManifest
            merged[merged.count - 1] = kept
        }
        return merged
    }
}

/// The stored state of an input that an earlier import could read.
package struct PreviousInput: Hashable, Sendable {
    /// The stamp of the input.
    package var stamp: FileStamp
    /// The version of the reader.
    package var readerVersion: Int
    /// The other files that affected the result, ordered by path.
    package var dependencies: [InputDependency]
    /// Whether it contains a manifest.
    package var isManifest = false
    /// Whether it is a manifest that couldn't be parsed.
    package var isMalformed = false
    /// Whether it is the manifest of an application, was not written by a build, and belongs to no project.
    package var isApplication = false
    /// The value of ``InputReading/settlesManifests``.
    package var settlesManifests = false

    package init(stamp: FileStamp, readerVersion: Int, dependencies: [InputDependency] = []) {
        self.stamp = stamp
        self.readerVersion = readerVersion
        self.dependencies = dependencies
    }
}

/// The counts of a run.
public struct Summary: Hashable, Sendable, Codable {
    /// Files that were opened and read; for a registry, by the import that last read them.
    public var inputs = 0
    /// The files among ``inputs`` that are not manifests.
    ///
    /// Files that were not opened because of their names are not counted.
    public var passedOver = 0
    /// Folders and links that were skipped; `nil` for a registry, which doesn't store it.
    public var skipped: SkippedCounts?
    /// Manifests; one for each outcome of a target in its configurations.
    public var manifests = 0
    /// URL types in the manifests.
    public var urlTypes = 0
    /// Declared schemes that are valid.
    public var claims = 0
    /// Distinct apps.
    public var apps = 0
    /// Findings with the severity ``Severity/error`` that no team has accepted.
    public var errors = 0
    /// Findings with the severity ``Severity/warning`` that no team has accepted.
    public var warnings = 0
    /// Findings with the severity ``Severity/note`` that no team has accepted.
    public var notes = 0
    /// The causes of the findings, which text reports count.
    ///
    /// Apps in one collision, and schemes that the same variants share, count once.
    public var causes = SeverityCounts()
    /// Findings that a team has accepted, which no other count includes.
    public var accepted = 0
    /// Problems that kept inputs from being checked.
    public var problems = 0
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
        causes = SeverityCounts(causesOf: open)
        accepted = findings.count - open.count
    }
}

/// The numbers of folders and symbolic links that a run skipped by default.
public struct SkippedCounts: Hashable, Sendable, Codable {
    /// Folders of vendored or built files: `Pods`, `node_modules`, frameworks.
    public var folders = 0
    /// Symbolic links to folders, and to files that are also read at their real path.
    public var symlinks = 0

    package init() {}

    /// Adds the counts of another part of the run.
    package mutating func add(_ other: SkippedCounts) {
        folders += other.folders
        symlinks += other.symlinks
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

    package init(findings: [Finding], problems: [Problem], summary: Summary) {
        self.findings = findings
        self.problems = problems
        self.summary = summary
    }
}
