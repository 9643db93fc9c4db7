/// What reading one input gave: everything that the registry keeps of it.
public struct InputReading: Sendable, Codable {
    /// The path below the source's root.
    public var path: Path
    /// What came of it.
    public var outcome: Outcome
    /// The other files that counted, each once, in order of path.
    public var dependencies: [InputDependency] { didSet { dependencies = dependencies.merged } }
    /// What the code of the project says that it is, or of the folder; `nil` where there is none.
    public var code: ProjectCode?
    /// Whether something that counted exists and could not be read, so that what the reading lacks may still be there.
    public var isPartial: Bool

    /// What came of looking at an input.
    public enum Outcome: Sendable, Codable {
        /// It was read. `manifests` is empty for a file that is no manifest.
        case read(stamp: FileStamp, digest: String, manifests: [Manifest])
        /// Its stamp is the one that the registry has, so it was not opened.
        case unchanged
        /// It exists and could not be read: what is known of it stays, marked stale.
        case unreadable
    }

    package init(
        path: Path,
        outcome: Outcome,
        dependencies: [InputDependency] = [],
        code: ProjectCode? = nil,
        isPartial: Bool = false
    ) {
        self.path = path
        self.outcome = outcome
        self.dependencies = dependencies.merged
        self.code = code
        self.isPartial = isPartial
    }
}

/// A file other than the input that counted when the input was read.
public struct InputDependency: Hashable, Sendable, Codable {
    /// The path below the source's root; absolute for a file that lies outside.
    public var path: Path
    /// Whether it is a manifest that is read through the input, and therefore not as it stands.
    public var isManifest: Bool
    /// What was known of it when it was read; `nil` for a file that was not there, and whose coming changes the reading.
    public var stamp: FileStamp?
    /// SHA-256 of its bytes in hexadecimal digits.
    public var digest: String?

    package init(path: Path, isManifest: Bool = false, stamp: FileStamp?, digest: String?) {
        self.path = path
        self.isManifest = isManifest
        self.stamp = stamp
        self.digest = digest
    }
}

extension [InputDependency] {
    /// Each file once, in order of path. Several readers of one input may have opened the same file.
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

/// What an earlier import knows of an input that it could read.
public struct KnownInput: Hashable, Sendable {
    /// The stamp of the input.
    public var stamp: FileStamp
    /// The version of the reader that read it.
    public var readerVersion: Int
    /// The other files that counted, in order of path.
    public var dependencies: [InputDependency]
    /// Whether it is the manifest of an application that is not built and no project uses.
    public var isApplication = false

    package init(stamp: FileStamp, readerVersion: Int, dependencies: [InputDependency] = []) {
        self.stamp = stamp
        self.readerVersion = readerVersion
        self.dependencies = dependencies
    }
}

/// Counts of a run.
public struct Summary: Hashable, Sendable, Codable {
    /// Files that were opened and read, now or, in a registry, by the import that read them last.
    public var inputs = 0
    /// Those of ``inputs`` that are no manifests. Files that were not opened, since nothing in their names says that they
    /// might be, are not counted.
    public var passedOver = 0
    /// What was skipped without being looked at; `nil` for a registry, which does not keep it.
    public var skipped: SkippedCounts?
    public var manifests = 0
    public var urlTypes = 0
    /// Declared schemes that amount to a scheme.
    public var claims = 0
    /// Different apps.
    public var apps = 0
    public var errors = 0
    public var warnings = 0
    public var notes = 0
    /// The causes of the findings (``Cause``), which is what people are told: apps in one collision, and schemes that the
    /// same variants share, count once.
    public var causes = SeverityCounts()
    /// Findings that a team has accepted; they are in no other count.
    public var accepted = 0
    public var problems = 0

    package init() {}

    /// Counts findings.
    package mutating func count(_ findings: [Finding]) {
        let open = findings.filter { $0.accepted == nil }
        errors = open.count { $0.severity == .error }
        warnings = open.count { $0.severity == .warning }
        notes = open.count { $0.severity == .note }
        causes = SeverityCounts(causesOf: open)
        accepted = findings.count - open.count
    }
}

/// What a run skipped in its trees, although nobody excluded it.
public struct SkippedCounts: Hashable, Sendable, Codable {
    /// Folders of vendored or built files: `Pods`, `node_modules`, frameworks.
    public var folders = 0
    /// Symbolic links to folders, and to files that are read where they are no links.
    public var links = 0

    package init() {}

    /// Adds the counts of another part of the run.
    package mutating func add(_ other: SkippedCounts) {
        folders += other.folders
        links += other.links
    }
}

/// The result of judging: what `conflicts` and `check` print.
public struct Report: Sendable {
    /// The findings, in the report's order: of manifests by place and rule, then of groups by scheme, app and rule.
    public var findings: [Finding]
    /// What could not be looked at, in order of place.
    public var problems: [Problem]
    /// Counts.
    public var summary: Summary

    package init(findings: [Finding], problems: [Problem], summary: Summary) {
        self.findings = findings
        self.problems = problems
        self.summary = summary
    }
}
