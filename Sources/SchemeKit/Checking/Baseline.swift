import Foundation
public import SchemeModel
import SchemeReports

/// Findings that a team has and lives with for now: those that are in a file are accepted, so that only new ones count.
public struct BaselineOptions: Sendable {
    /// The file of findings that are accepted, relative to the context's folder; `nil` for none.
    public var file: Path?
    /// The file that the findings of this run are written to, all of which are then accepted; `nil` for none.
    public var written: Path?

    /// Options of these values.
    public init(file: Path? = nil, written: Path? = nil) {
        self.file = file
        self.written = written
    }

    /// The files that are named.
    var files: [Path] { [file, written].compactMap { $0 } }
}

extension BaselineOptions {
    /// The findings, those of the baseline accepted. Says what the baseline has that nothing matches.
    ///
    /// - Parameters:
    ///   - findings: all findings of the run, whichever of them count.
    ///   - isComplete: whether everything was looked at, so that what is not found is gone.
    /// - Throws: ``UsageError`` when the baseline is none, ``ReportFileError`` when it cannot be written.
    func accept(_ findings: [Finding], isComplete: Bool, in context: Context) throws -> [Finding] {
        if let written {
            let open = findings.filter { $0.accepted == nil }
            let counts = FindingCounts(open)
            try Baseline.write(counts, to: written, in: context)
            let all = "\(TextTerms.count(open.count, "finding")) written to the baseline '\(written.display)'"
            context.note(isComplete ? all : "\(all), which may lack some: not everything was looked at")
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
            context.note(
                "\(TextTerms.count(unmatched.count, "entry", "entries")) of the baseline '\(file.display)' match nothing",
                details: shown + (more > 0 ? ["... and \(more) more"] : []),
                hint: "--write-baseline \(file.display) writes it anew"
            )
        }
        return accepted
    }
}

/// A baseline that was read or is to be written.
struct Baseline {
    private var counts: FindingCounts
    private let name: String

    /// No real baseline is longer.
    private static let byteLimit = 64 * 1024 * 1024
    private static let schemaVersion = 1

    init(counts: FindingCounts, name: String) {
        self.counts = counts
        self.name = name
    }

    /// The baseline in the file at `path`.
    ///
    /// - Throws: ``UsageError``.
    init(at path: Path, in context: Context) throws(UsageError) {
        func refusal(_ why: String, hint: String? = nil) -> UsageError {
            UsageError("'\(path.display)' is no baseline: \(why)", hint: hint)
        }
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try context.files.contents(of: context.currentDirectory.appending(path), limit: Self.byteLimit)
                .bytes
        } catch {
            let problem = Problem(error, of: path, in: nil)
            guard error == .notFound else { throw refusal(problem.message) }
            throw refusal("there is no such file", hint: "write one with --write-baseline \(path.display)")
        }
        let stored: Stored
        do {
            stored = try JSONDecoder().decode(Stored.self, from: Data(bytes))
        } catch {
            throw refusal("it is not what --write-baseline writes")
        }
        guard stored.schemaVersion == Self.schemaVersion else {
            throw refusal(
                "its version is \(stored.schemaVersion), and this tool writes \(Self.schemaVersion)",
                hint: "write it anew with --write-baseline \(path.display)"
            )
        }
        var counts = FindingCounts()
        for entry in stored.findings {
            guard (1...FindingCounts.limit).contains(entry.count) else {
                throw refusal("a count is \(entry.count)")
            }
            let parts = Fingerprint(rule: entry.rule, app: entry.app, subject: entry.subject, ordinal: 1)
            counts.add(FindingCounts.Key(parts), entry.count)
        }
        self.init(counts: counts, name: path.display)
    }

    /// The file as it is stored: parts, since a hash could not be read, and the number of findings that have them.
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
    /// - Throws: ``UsageError`` when that is there and never was one, ``ReportFileError``.
    static func write(_ counts: FindingCounts, to path: Path, in context: Context) throws {
        let file = context.currentDirectory.appending(path)
        let mayReplace: Bool
        do throws(FileError) {
            // One in which changes of several people clash still begins as each of them does.
            let first = try context.files.contents(of: file, limit: byteLimit).bytes.first
            mayReplace = first == nil || first == UInt8(ascii: "{")
        } catch {
            // What is no file, a device perhaps, loses nothing.
            if case .wrongKind = error { mayReplace = true } else { mayReplace = error == .notFound }
        }
        guard mayReplace else {
            throw UsageError(
                "'\(path.display)' is there and is no baseline",
                hint: "name another file with --write-baseline, or remove it"
            )
        }
        try ReportFile.write(try text(of: counts), to: file)
    }

    /// What is written to a file, an entry on each line, in order of rule, app and subject.
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

    /// The findings, as many of each kind accepted as the baseline has, and what it has beyond that.
    func accept(_ findings: [Finding]) -> (findings: [Finding], rest: FindingCounts) {
        var (findings, rest) = (findings, counts)
        for index in findings.indices where findings[index].accepted == nil && rest.take(findings[index]) {
            findings[index].accepted = Finding.Acceptance(reason: "in the baseline", by: name)
            findings[index].edits = []
        }
        // What somebody accepted besides is there all the same.
        for finding in findings where finding.accepted.map({ $0.by != name }) ?? false { _ = rest.take(finding) }
        return (findings, rest)
    }
}
