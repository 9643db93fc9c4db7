import SchemeModel

extension FindingFormat {
    /// Review comments by reviewdog.
    package static let rdjson = FindingFormat("rdjson", paths: .repository) { ReviewdogReporter(to: $0, context: $1) }
}

/// Writes a report in reviewdog's diagnostic format. Omits accepted findings.
///
/// Columns count UTF-8 bytes, and ends are exclusive.
///
/// - Source: https://github.com/reviewdog/reviewdog/blob/master/proto/rdf/reviewdog.proto, seen 2026-11-27.
struct ReviewdogReporter: Reporter {
    private let output: ByteOutput
    private let context: ReportContext
    private var json: JSONWriter

    init(to output: ByteOutput, context: ReportContext) {
        self.output = output
        self.context = context
        json = JSONWriter(to: output)
    }

    mutating func begin() throws {
        try json.openObject()
        try json.key("source")
        try json.object(inline: true) { try $0.member("name", context.tool.name) }
        try json.key("diagnostics")
        try json.openArray()
    }

    mutating func report(_ finding: Finding) throws {
        guard finding.accepted == nil else { return }
        let (text, paths) = (FindingText(finding, in: context), context.paths)
        try json.object { json in
            let message = "\(text.line); id: \(finding.shortID)"
            try json.diagnostic(message, finding.severity, at: finding.place, code: finding.rule, paths)
            if !finding.related.isEmpty {
                try json.key("related_locations")
                try json.array(finding.related) { json, related in
                    try json.object { json in
                        try json.member("message", related.message)
                        try json.location(related.place, paths)
                    }
                }
            }
            let edits = finding.edits.filter { $0.place.member == nil && Region($0.place) != nil }
            // A suggestion applies to the file of the comment. All changes of a fix belong together.
            guard !edits.isEmpty, edits.count == finding.edits.count,
                edits.allSatisfy({ $0.place.path == finding.place.path && $0.place.source == finding.place.source })
            else { return }
            try json.key("suggestions")
            try json.array(edits) { json, edit in
                try json.object { json in
                    try json.range(edit.place)
                    try json.member("text", edit.replacement)
                }
            }
        }
    }

    mutating func end(problems: [Problem], summary: Summary) throws {
        let paths = context.paths
        for problem in problems {
            try json.object {
                try $0.diagnostic(
                    FindingText(problem).line,
                    .error,
                    at: problem.place,
                    code: problem.code.rawValue,
                    paths
                )
            }
        }
        try json.close()
        try json.close()
        try output.flush()
    }
}

extension JSONWriter {
    /// Writes the members that each diagnostic has.
    fileprivate mutating func diagnostic(
        _ message: String,
        _ severity: Severity,
        at place: Place,
        code: String,
        _ paths: PathDisplay
    ) throws {
        try member("message", message)
        try location(place, paths)
        let name =
            switch severity {
            case .error: "ERROR"
            case .warning: "WARNING"
            case .note: "INFO"
            }
        try member("severity", name)
        try key("code")
        try object(inline: true) { try $0.member("value", code) }
    }

    fileprivate mutating func location(_ place: Place, _ paths: PathDisplay) throws {
        try key("location")
        try object { json in
            try json.member("path", paths.name(of: place))
            try json.range(place)
        }
    }

    /// Writes the range of a place, unless it has no lines.
    fileprivate mutating func range(_ place: Place) throws {
        guard Region(place) != nil, let lines = place.range?.lines else { return }
        try key("range")
        try object { json in
            try json.key("start")
            try json.position(lines.start)
            try json.key("end")
            try json.position(lines.end)
        }
    }

    private mutating func position(_ position: TextPosition) throws {
        try object(inline: true) {
            try $0.member("line", position.line)
            try $0.member("column", position.column)
        }
    }
}
