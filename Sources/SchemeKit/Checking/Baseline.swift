import Foundation
package import SchemeModel
import SchemeReports

/// A file of findings that a team accepts for now, so that only new ones are reported.
package struct BaselineOptions: Sendable {
    /// The baseline to use, relative to the current folder; `nil` for none.
    package var file: Path?
    /// The file to write this run's findings to, which accepts all of them; `nil` for none.
    package var written: Path?

    /// Creates options with these values.
    package init(file: Path? = nil, written: Path? = nil) {
        self.file = file
        self.written = written
    }

    /// The files that are named.
    var files: [Path] { [file, written].compactMap { $0 } }
}

extension BaselineOptions {
    /// Returns the findings, with those in the baseline accepted, and the baseline. Prints a note about stale entries.
    ///
    /// - Parameters:
    ///   - findings: All findings of the run, before filtering.
    ///   - isComplete: Whether everything was read, so that a missing finding is really fixed.
    ///   - sources: The sources that were read, which places are relative to.
    ///   - new: The findings that the change adds, which the baseline accepts last.
    ///   - earlier: The revision to compare with. The baseline is used as it was there, so that a change can't hide its
    ///     own findings.
    /// - Throws: ``UsageError`` if the baseline is invalid, ``ReportFileError`` if it can't be written.
    func accept(
        _ findings: [Finding],
        isComplete: Bool,
        of sources: [Source],
        new: Set<Finding> = [],
        comparedWith earlier: BaseRevision? = nil,
        in context: Context
    ) throws -> (findings: [Finding], files: [PolicyFile]) {
        if let written {
            let open = findings.filter { $0.accepted == nil }
            let counts = FindingCounts(open)
            let baseline = Baseline(counts: counts, name: written.display)
            try Baseline.write(counts, to: written, in: context)
            let causes = Cause.causes(of: open).count
            let unit = causes == open.count ? "" : " (reports count \(causes.grouped), one for each cause)"
            let all = "\(TextTerms.count(open.count, "finding")) written to the baseline '\(written.display)'\(unit)"
            context.note(isComplete ? all : "\(all); the check was incomplete, so findings may be missing")
            let file = baseline.file(
                at: written,
                among: sources,
                digest: SHA256.hex(of: try baseline.text),
                in: context
            )
            return (baseline.accept(findings).findings, [file])
        }
        guard let file else { return (findings, []) }
        // The current baseline is read even if it isn't used, because its mistakes would break later runs.
        let bytes = try Baseline.bytes(at: file, in: context)
        let current = try Baseline(bytes, at: file)
        guard let earlier, let path = earlier.path(ofNamed: context.currentDirectory.appending(file), in: context)
        else {
            let described = current.file(at: file, among: sources, digest: SHA256.hex(of: bytes), in: context)
            let (accepted, rest) = current.accept(findings, new: new)
            if isComplete, earlier == nil { noteStale(rest, in: file, context) }
            return (accepted, [described])
        }
        let past: [UInt8]?
        do throws(FileError) {
            past = try earlier.contents(of: path, limit: Baseline.byteLimit)
        } catch {
            throw UsageError("the baseline '\(file.display)' of \(earlier.name) cannot be read")
        }
        var baseline = Baseline(counts: FindingCounts(), name: file.display)
        if let past { baseline = try Baseline(past, at: file) }
        var described = baseline.file(at: file, among: sources, digest: past.map { SHA256.hex(of: $0) }, in: context)
        described.revision = earlier.identity
        if earlier.isUnchangedOnBranch(path, limit: Baseline.byteLimit, in: context) != true {
            described.change = past == nil ? .added : past == bytes ? nil : .changed
        }
        described.isEarlier = described.change != nil
        return (baseline.accept(findings, new: new).findings, [described])
    }

    /// Prints a note about the entries of the baseline that matched nothing.
    private func noteStale(_ rest: FindingCounts, in file: Path, _ context: Context) {
        let unmatched = rest.ordered
        guard !unmatched.isEmpty else { return }
        let lines = unmatched.map { entry in
            let app = entry.key.app.map { " of \($0)" } ?? ""
            return
                "\(entry.key.rule)\(app): \(entry.key.subject)\(entry.count > 1 ? " (\(entry.count.grouped) times)" : "")"
        }
        let entries = TextTerms.count(unmatched.count, "stale entry", "stale entries")
        context.note(
            "the baseline '\(file.display)' has \(entries)",
            details: lines.lines(atMost: 10),
            hint: "update it with --write-baseline \(file.display)"
        )
    }
}

/// A baseline that was read or will be written.
package struct Baseline {
    private var counts: FindingCounts
    private let name: String

    /// The size limit; real baselines are much smaller.
    static let byteLimit = 64 * 1024 * 1024
    private static let schemaVersion = 1

    init(counts: FindingCounts, name: String) {
        self.counts = counts
        self.name = name
    }

    /// Returns the content of the file at `path`.
    ///
    /// - Throws: ``UsageError``.
    static func bytes(at path: Path, in context: Context) throws(UsageError) -> [UInt8] {
        do throws(FileError) {
            return try context.files.contents(of: context.currentDirectory.appending(path), limit: byteLimit).bytes
        } catch {
            let problem = Problem(error, of: path, in: nil)
            guard error == .notFound else { throw refusal(of: path, problem.message) }
            throw UsageError(
                "the baseline '\(path.display)' does not exist",
                hint: "create it with --write-baseline \(path.display)"
            )
        }
    }

    /// Reads a baseline from the content of the file at `path`.
    ///
    /// - Throws: ``UsageError``.
    package init(_ bytes: [UInt8], at path: Path) throws(UsageError) {
        let stored: FileFormat
        do {
            stored = try JSONDecoder().decode(FileFormat.self, from: Data(bytes))
        } catch {
            throw Self.refusal(of: path, "it was not written by --write-baseline")
        }
        guard stored.schemaVersion == Self.schemaVersion else {
            throw Self.refusal(
                of: path,
                "its version is \(stored.schemaVersion), but this tool needs \(Self.schemaVersion)",
                hint: "update it with --write-baseline \(path.display)"
            )
        }
        var counts = FindingCounts()
        for entry in stored.findings {
            guard (1...FindingCounts.limit).contains(entry.count) else {
                throw Self.refusal(of: path, "the count \(entry.count) is out of range")
            }
            let parts = Fingerprint(rule: entry.rule, app: entry.app, subject: entry.subject, ordinal: 1)
            counts.add(FindingCounts.Key(parts), entry.count)
        }
        self.init(counts: counts, name: path.display)
    }

    private static func refusal(of path: Path, _ why: String, hint: String? = nil) -> UsageError {
        UsageError("'\(path.display)' is not a valid baseline: \(why)", hint: hint)
    }

    /// Returns a description of the baseline for reports.
    ///
    /// - Parameters:
    ///   - path: The path as given.
    ///   - sources: The sources that were read. The place of a baseline in one of them is relative to it.
    ///   - digest: The digest of the file; `nil` if the baseline has no file.
    func file(
        at path: Path,
        among sources: [Source],
        digest: String?,
        in context: Context
    ) -> PolicyFile {
        let absolute = context.currentDirectory.appending(path).normalized
        let inside = sources.lazy.compactMap { source in
            absolute.relative(to: source.root).map { Place(source: source.name, path: $0) }
        }
        var effects = PolicyFile.Effects()
        effects.findings = counts.total
        return PolicyFile(.baseline, at: inside.first ?? Place(path: path), digest: digest, effects: effects)
    }

    /// The content of the baseline's file.
    package var text: [UInt8] {
        get throws { try Self.text(of: counts) }
    }

    /// The format of the file. It lists the parts of fingerprints instead of hashes, so that people can read it.
    private struct FileFormat: Decodable {
        var schemaVersion: Int
        var findings: [Entry]

        struct Entry: Decodable {
            var rule: String
            var app: String?
            var subject: String
            var count: Int
        }
    }

    /// Writes a baseline of `counts` to the file at `path`.
    ///
    /// - Throws: ``UsageError`` if the file exists and isn't a baseline, ``ReportFileError``.
    static func write(_ counts: FindingCounts, to path: Path, in context: Context) throws {
        let file = context.currentDirectory.appending(path)
        let mayReplace: Bool
        do throws(FileError) {
            // A baseline with merge conflicts still starts like a baseline.
            let first = try context.files.contents(of: file, limit: byteLimit).bytes.first
            mayReplace = first == nil || first == UInt8(ascii: "{")
        } catch {
            // Writing to something that isn't a file, such as a device, loses nothing.
            if case .wrongKind = error { mayReplace = true } else { mayReplace = error == .notFound }
        }
        guard mayReplace else {
            throw UsageError(
                "'\(path.display)' exists and is not a baseline",
                hint: "choose another file, or remove this one"
            )
        }
        try ReportFile.write(try text(of: counts), to: file)
    }

    /// Returns the content of the file, one entry per line, ordered by rule, app and subject.
    private static func text(of counts: FindingCounts) throws -> [UInt8] {
        var bytes: [UInt8] = []
        let output = ByteOutput { bytes += $0 }
        var json = JSONWriter(to: output)
        try json.object { json in
            try json.member("schemaVersion", schemaVersion)
            try json.key("findings")
            try json.array(counts.ordered) { json, entry in
                try json.object(inline: true) {
                    try $0.member("rule", entry.key.rule.string)
                    try $0.member("app", entry.key.app?.string)
                    try $0.member("subject", entry.key.subject.string)
                    try $0.member("count", entry.count)
                }
            }
        }
        try output.flush()
        return bytes
    }

    /// Accepts as many findings of each kind as the baseline has, those in `new` last, and returns the unmatched rest of the
    /// baseline.
    func accept(_ findings: [Finding], new: Set<Finding> = []) -> (findings: [Finding], rest: FindingCounts) {
        var (findings, rest) = (findings, counts)
        for isNew in [false, true] {
            for (index, finding) in findings.enumerated()
            where finding.accepted == nil && new.contains(finding) == isNew && rest.take(finding) {
                findings[index].accepted = Finding.Acceptance(reason: "in the baseline", by: name)
                findings[index].edits = []
            }
        }
        // Findings accepted elsewhere exist all the same, so their entries aren't stale.
        for finding in findings where finding.accepted.map({ $0.by != name }) ?? false { _ = rest.take(finding) }
        return (findings, rest)
    }
}
