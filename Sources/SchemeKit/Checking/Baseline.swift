import Foundation
public import SchemeModel
import SchemeReports

/// A file of findings that a team accepts for now, so that only new ones are reported.
public struct BaselineOptions: Sendable {
    /// The baseline to use, relative to the current folder; `nil` for none.
    public var file: Path?
    /// The file to write this run's findings to, which accepts all of them; `nil` for none.
    public var written: Path?

    /// Creates options with these values.
    public init(file: Path? = nil, written: Path? = nil) {
        self.file = file
        self.written = written
    }

    /// The files that are named.
    var files: [Path] { [file, written].compactMap { $0 } }
}

extension BaselineOptions {
    /// Returns the findings, with those in the baseline accepted. Prints a note about stale entries.
    ///
    /// - Parameters:
    ///   - findings: All findings of the run, before filtering.
    ///   - isComplete: Whether everything was read, so that a missing finding is really fixed.
    /// - Throws: ``UsageError`` if the baseline is invalid, ``ReportFileError`` if it can't be written.
    func accept(_ findings: [Finding], isComplete: Bool, in context: Context) throws -> [Finding] {
        if let written {
            let open = findings.filter { $0.accepted == nil }
            let counts = FindingCounts(open)
            try Baseline.write(counts, to: written, in: context)
            let all = "\(TextTerms.count(open.count, "finding")) written to the baseline '\(written.display)'"
            context.note(isComplete ? all : "\(all), which may be incomplete because the check is incomplete")
            return Baseline(counts: counts, name: written.display).accept(findings).findings
        }
        guard let file else { return findings }
        let (accepted, rest) = try Baseline(at: file, in: context).accept(findings)
        let unmatched = rest.ordered
        if isComplete, !unmatched.isEmpty {
            let shown = unmatched.prefix(10).map { entry in
                let app = entry.key.app.map { " of \($0)" } ?? ""
                return
                    "\(entry.key.rule)\(app): \(entry.key.subject)\(entry.count > 1 ? " (\(entry.count) times)" : "")"
            }
            let more = unmatched.count - shown.count
            let entries = TextTerms.count(unmatched.count, "stale entry", "stale entries")
            context.note(
                "the baseline '\(file.display)' has \(entries)",
                details: shown + (more > 0 ? ["... and \(more) more"] : []),
                hint: "update it with --write-baseline \(file.display)"
            )
        }
        return accepted
    }
}

/// A baseline that was read or will be written.
package struct Baseline {
    private var counts: FindingCounts
    private let name: String

    /// The size limit; real baselines are much smaller.
    private static let byteLimit = 64 * 1024 * 1024
    private static let schemaVersion = 1

    init(counts: FindingCounts, name: String) {
        self.counts = counts
        self.name = name
    }

    /// Reads the baseline at `path`.
    ///
    /// - Throws: ``UsageError``.
    init(at path: Path, in context: Context) throws(UsageError) {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try context.files.contents(of: context.currentDirectory.appending(path), limit: Self.byteLimit)
                .bytes
        } catch {
            let problem = Problem(error, of: path, in: nil)
            guard error == .notFound else { throw Self.refusal(of: path, problem.message) }
            throw Self.refusal(of: path, "no such file", hint: "create it with --write-baseline \(path.display)")
        }
        try self.init(bytes, at: path)
    }

    /// Reads a baseline from the content of the file at `path`.
    ///
    /// - Throws: ``UsageError``.
    package init(_ bytes: [UInt8], at path: Path) throws(UsageError) {
        let stored: Stored
        do {
            stored = try JSONDecoder().decode(Stored.self, from: Data(bytes))
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

    /// The content of the baseline's file.
    package var text: [UInt8] {
        get throws { try Self.text(of: counts) }
    }

    /// The format of the file. It lists the parts of fingerprints instead of hashes, so that people can read it.
    private struct Stored: Decodable {
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

    /// Accepts as many findings of each kind as the baseline has, and returns the unmatched rest of the baseline.
    func accept(_ findings: [Finding]) -> (findings: [Finding], rest: FindingCounts) {
        var (findings, rest) = (findings, counts)
        for index in findings.indices where findings[index].accepted == nil && rest.take(findings[index]) {
            findings[index].accepted = Finding.Acceptance(reason: "in the baseline", by: name)
            findings[index].edits = []
        }
        // Findings accepted elsewhere exist all the same, so their entries aren't stale.
        for finding in findings where finding.accepted.map({ $0.by != name }) ?? false { _ = rest.take(finding) }
        return (findings, rest)
    }
}
