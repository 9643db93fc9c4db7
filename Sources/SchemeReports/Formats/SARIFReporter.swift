import SchemeModel

extension FindingFormat {
    /// SARIF 2.1.0 for code scanning.
    package static let sarif = FindingFormat("sarif", paths: .repository) { SARIFReporter(to: $0, context: $1) }
}

/// Writes a report as a SARIF log with one run. Omits accepted findings unless ``ReportContext/keepsSuppressed``:
/// GitHub ignores `suppressions`, and would show them as open alerts.
///
/// - Source: Static Analysis Results Interchange Format (SARIF) Version 2.1.0, OASIS Standard, 27 March 2020.
struct SARIFReporter: Reporter {
    private let output: ByteOutput
    private let context: ReportContext
    private var findings: [Finding] = []

    init(to output: ByteOutput, context: ReportContext) {
        self.output = output
        self.context = context
    }

    func begin() {}

    mutating func report(_ finding: Finding) {
        if finding.accepted == nil || context.keepsSuppressed { findings.append(finding) }
    }

    func end(problems: [Problem], summary: Summary) throws {
        let results = findings.worst(context.mostResults)
        let rules = usedRules(of: results)
        let indices = Dictionary(zip(rules, rules.indices), uniquingKeysWith: { first, _ in first })
        var json = JSONWriter(to: output)
        try json.object { json in
            try json.member("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
            try json.member("version", "2.1.0")
            try json.key("runs")
            try json.array(CollectionOfOne(())) { json, _ in
                try json.object { json in
                    try json.member("columnKind", "utf16CodeUnits")
                    try write(rules, to: &json)
                    try writeRoot(to: &json)
                    let leftOut = findings.count - results.count
                    try writeInvocation(problems, summary, leftOut: leftOut, to: &json)
                    try json.key("results")
                    try json.array(results) { json, finding in
                        try write(finding, ruleIndex: indices[finding.rule], to: &json)
                    }
                }
            }
        }
        try output.flush()
    }

    // MARK: Rules

    /// Returns the sorted ids of the rules of `results`.
    private func usedRules(of results: [Finding]) -> [String] {
        Set(results.map { ByteString($0.rule) }).sorted().map(\.string)
    }

    private func write(_ rules: [String], to json: inout JSONWriter) throws {
        let descriptions = Dictionary(context.rules.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        try json.key("tool")
        try json.object { json in
            try json.key("driver")
            try json.object { json in
                try json.member("name", context.tool.name)
                try json.member("semanticVersion", context.tool.version)
                try json.key("rules")
                try json.array(rules) { json, id in
                    try json.object { json in
                        try json.member("id", id)
                        if let rule = descriptions[id] { try write(rule, to: &json) }
                    }
                }
            }
        }
    }

    private func write(_ rule: RuleDescription, to json: inout JSONWriter) throws {
        let summary = "Reports \(rule.summary)."
        let sources = rule.sources.map { "* \($0.title), seen \($0.seen): \($0.url)" }.joined(separator: "\n")
        let parts = [("", summary)] + rule.sections
        let sections = sources.isEmpty ? parts : parts + [("Sources", sources)]
        let help = sections.map { heading, body in heading.isEmpty ? body : "\(heading)\n\n\(body)" }
        let page = sections.map { heading, body in heading.isEmpty ? body : "## \(heading)\n\n\(body)" }
        try json.member("name", rule.id.split(separator: "-").map(\.capitalizedFirst).joined())
        // Lists of alerts show it as their title.
        try write(rule.summary.capitalizedFirst, as: "shortDescription", to: &json)
        try write(rule.why, as: "fullDescription", to: &json)
        try json.key("help")
        try json.object {
            try $0.member("text", help.joined(separator: "\n\n"))
            try $0.member("markdown", page.joined(separator: "\n\n"))
        }
        try json.key("defaultConfiguration")
        try json.object(inline: true) {
            try $0.member("enabled", rule.isOn)
            try $0.member("level", rule.severity.rawValue)
        }
        try json.key("properties")
        try json.object(inline: true) { try $0.member("tags", ["url-scheme", rule.section.tag]) }
    }

    // MARK: The run

    private func writeRoot(to json: inout JSONWriter) throws {
        // The folder's URL is omitted because it would make the log differ between machines.
        try json.key("originalUriBaseIds")
        try json.object { json in
            try json.key("SRCROOT")
            try json.object {
                try write("The root of the repository, or the folder that the tool ran in", as: "description", to: &$0)
            }
        }
    }

    private func writeInvocation(
        _ problems: [Problem],
        _ summary: Summary,
        leftOut: Int,
        to json: inout JSONWriter
    ) throws {
        try json.key("invocations")
        try json.array(CollectionOfOne(())) { json, _ in
            try json.object { json in
                try json.member("executionSuccessful", problems.isEmpty)
                try json.key("toolExecutionNotifications")
                try json.openArray()
                for problem in problems {
                    try json.object { json in
                        let text = [problem.message, problem.hint].compactMap { $0 }.joined(separator: "; ")
                        try writeNotification(.error, problem.code.rawValue, text, at: problem.place, to: &json)
                    }
                }
                for accepted in summary.acceptedProblems {
                    try json.object { json in
                        let (problem, acceptance) = (accepted.problem, accepted.acceptance)
                        let text = "accepted: \(problem.message); \(acceptance.reason) (\(acceptance.by))"
                        try writeNotification(.note, problem.code.rawValue, text, at: problem.place, to: &json)
                    }
                }
                if leftOut > 0 {
                    try json.object { json in
                        try json.member("level", Severity.warning.rawValue)
                        let text =
                            "\(leftOut) findings are omitted; only the \(context.mostResults) most severe are kept"
                        try write(text, as: "message", to: &json)
                    }
                }
                try json.close()
                guard !summary.policyFiles.isEmpty else { return }
                try json.key("toolConfigurationNotifications")
                try json.array(summary.policyFiles) { json, file in
                    try json.object { json in
                        let text = PolicyText(file, in: context) { $0 }.whole
                        let level = file.change == nil ? Severity.note : .warning
                        try writeNotification(level, file.kind.rawValue, text, at: file.place, to: &json)
                    }
                }
            }
        }
    }

    /// Writes the members of a notification.
    private func writeNotification(
        _ level: Severity,
        _ id: String,
        _ text: String,
        at place: Place,
        to json: inout JSONWriter
    ) throws {
        try json.member("level", level.rawValue)
        try json.key("descriptor")
        try json.object(inline: true) { try $0.member("id", id) }
        try write(text, as: "message", to: &json)
        try json.key("locations")
        try json.array(CollectionOfOne(place)) { json, place in
            try json.object { try writeLocation(place, to: &$0) }
        }
    }

    // MARK: Results

    private func write(_ finding: Finding, ruleIndex: Int?, to json: inout JSONWriter) throws {
        try json.object { json in
            try json.member("ruleId", finding.rule)
            if let ruleIndex { try json.member("ruleIndex", ruleIndex) }
            try json.member("level", finding.severity.rawValue)
            try write(exact: message(of: finding), as: "message", to: &json)
            try json.key("locations")
            try json.array(CollectionOfOne(finding.place)) { json, place in
                try json.object { try writeLocation(place, to: &$0) }
            }
            try json.key("relatedLocations")
            try json.array(zip(1..., finding.related)) { json, related in
                try json.object { json in
                    try json.member("id", related.0)
                    try write(related.1.message, as: "message", to: &json)
                    try writeLocation(related.1.place, to: &json)
                }
            }
            // GitHub recognizes an alert by the second one, which it would otherwise compute from the line's text.
            try json.key("partialFingerprints")
            try json.object {
                try $0.member("schemereg/v1", finding.digest)
                try $0.member("primaryLocationLineHash", finding.digest)
            }
            try json.key("suppressions")
            try json.array(finding.accepted.map { [$0] } ?? []) { json, accepted in
                try json.object {
                    try $0.member("kind", accepted.isInSource ? "inSource" : "external")
                    try $0.member("status", "accepted")
                    try $0.member("justification", "\(accepted.reason) (\(accepted.by))")
                }
            }
            if !finding.edits.isEmpty { try writeFix(finding, to: &json) }
            try json.key("properties")
            try json.object(inline: true) {
                try $0.member("app", finding.app?.id.text.string)
                try $0.member("scheme", finding.scheme?.text.string)
                try $0.member("certainty", finding.certainty.rawValue)
                try $0.member("relatedCount", finding.relatedCount)
                try $0.member("fingerprint", finding.fingerprint.text)
            }
        }
    }

    private func writeFix(_ finding: Finding, to json: inout JSONWriter) throws {
        var changes: [(input: Place, edits: [Finding.Edit])] = []
        for edit in finding.edits {
            let input = Place(source: edit.place.source, path: edit.place.path, member: edit.place.member)
            if let index = changes.firstIndex(where: { $0.input == input }) {
                changes[index].edits.append(edit)
            } else {
                changes.append((input, [edit]))
            }
        }
        // A member of an archive can't be edited as text.
        guard finding.edits.allSatisfy({ Region($0.place) != nil }) else { return }
        try json.key("fixes")
        try json.array(CollectionOfOne(changes)) { json, changes in
            try json.object { json in
                if let hint = finding.hint { try write(hint, as: "description", to: &json) }
                try json.key("artifactChanges")
                try json.array(changes) { json, change in
                    try json.object { json in
                        try writeArtifact(change.input, to: &json)
                        try json.key("replacements")
                        try json.array(change.edits) { json, edit in
                            try json.object { json in
                                try writeRegion(edit.place, as: "deletedRegion", to: &json)
                                if !edit.replacement.isEmpty {
                                    try write(exact: edit.replacement, as: "insertedContent", to: &json)
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    // MARK: Locations

    /// Writes the members of a location.
    private func writeLocation(_ place: Place, to json: inout JSONWriter) throws {
        try json.key("physicalLocation")
        try json.object { json in
            try writeArtifact(place, to: &json)
            try writeRegion(place, as: "region", to: &json)
        }
        let names = [place.member?.display, place.keyPath].compactMap { $0 }.filter { !$0.isEmpty }
        guard !names.isEmpty else { return }
        try json.key("logicalLocations")
        try json.array(CollectionOfOne(names.joined(separator: ": "))) { json, name in
            try json.object(inline: true) { try $0.member("fullyQualifiedName", name) }
        }
    }

    private func writeArtifact(_ place: Place, to json: inout JSONWriter) throws {
        try json.key("artifactLocation")
        try json.object(inline: true) {
            switch context.paths.location(of: place) {
            case .stream(let name):
                try $0.member("uri", PercentEncoding.text(of: Array(name.utf8)))
            case .file(let path) where path.isAbsolute:
                try $0.member("uri", "file://" + PercentEncoding.text(of: path.bytes))
            case .file(let path):
                try $0.member("uri", PercentEncoding.text(of: path.bytes))
                try $0.member("uriBaseId", "SRCROOT")
            }
        }
    }

    /// Writes the region of a place in lines, or in bytes if there are no lines.
    private func writeRegion(_ place: Place, as name: StaticString, to json: inout JSONWriter) throws {
        if let region = Region(place) {
            try json.key(name)
            try json.object(inline: true) {
                try $0.member("startLine", region.startLine)
                try $0.member("startColumn", region.startColumn)
                try $0.member("endLine", region.endLine)
                try $0.member("endColumn", region.endColumn)
            }
        } else if place.member == nil, let range = place.range, range.lines == nil, range.byteOffset >= 0,
            range.byteLength >= 0
        {
            try json.key(name)
            try json.object(inline: true) {
                try $0.member("byteOffset", range.byteOffset)
                try $0.member("byteLength", range.byteLength)
            }
        }
    }

    // MARK: Messages

    /// Returns the message and the hint of a finding. The place that the message mentions is a link to the related
    /// location, because GitHub only shows those.
    ///
    /// - Source: SARIF 2.1.0, §3.11.6;
    ///   https://docs.github.com/en/code-security/code-scanning/integrating-with-code-scanning/sarif-support-for-code-scanning,
    ///   seen 2026-11-27.
    private func message(of finding: Finding) -> String {
        let hint = finding.hint.map { "; \($0)" } ?? ""
        guard let parts = finding.messageParts,
            let index = finding.related.firstIndex(where: { $0.place == parts.mentioned })
        else { return Self.withoutLinks(finding.message(naming: context.paths.position) + hint) }
        let position = context.paths.position(of: parts.mentioned).replacing { scalar in
            "[]\\".unicodeScalars.contains(scalar) ? "\\\(scalar)" : nil
        }
        return Self.withoutLinks(String(parts.before)) + "[\(position)](\(index + 1))"
            + Self.withoutLinks(parts.after + hint)
    }

    /// Writes a message without links.
    private func write(_ text: String, as name: StaticString, to json: inout JSONWriter) throws {
        try write(exact: Self.withoutLinks(text), as: name, to: &json)
    }

    /// Escapes `[text](address)`.
    private static func withoutLinks(_ text: String) -> String {
        var isAfterBracket = false
        return text.replacing { scalar in
            defer { isAfterBracket = scalar == "]" }
            return isAfterBracket && scalar == "(" ? "\\(" : nil
        }
    }

    private func write(exact text: String, as name: StaticString, to json: inout JSONWriter) throws {
        try json.key(name)
        try json.object(inline: true) { try $0.member("text", text) }
    }
}

extension RuleDescription.Section {
    /// The tag of the section's rules: `links-in-code`.
    fileprivate var tag: String { rawValue.lowercased().replacing(" ", with: "-") }
}

extension StringProtocol {
    /// The text with its first letter as a capital.
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

/// Encodes a path for a URI reference.
///
/// - Source: RFC 3986 §2.1, §2.3, §3.3.
enum PercentEncoding {
    private static let digits = Array("0123456789ABCDEF".utf8)

    /// Returns `bytes` with all but unreserved characters and `/` encoded as `%E9`.
    static func text(of bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        for byte in bytes {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: text.append(byte)
            case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"), Path.separator:
                text.append(byte)
            default: text += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
