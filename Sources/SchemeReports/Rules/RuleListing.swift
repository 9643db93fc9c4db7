package import SchemeModel

/// Writes the output of `rules`: one line per rule, or all details as JSON.
package struct RuleListing {
    private let rules: [RuleDescription]
    private let level: (RuleDescription) -> TeamConfiguration.RuleLevel?

    /// - Parameters:
    ///   - rules: The rules, in the order of the list.
    ///   - level: Returns the configured level of a rule; `nil` for the default.
    package init(
        _ rules: [RuleDescription],
        level: @escaping (RuleDescription) -> TeamConfiguration.RuleLevel? = { _ in nil }
    ) {
        self.rules = rules
        self.level = level
    }

    /// Returns the effective severity: `off`, or the highest that a finding of the rule has.
    private func effectiveSeverity(_ rule: RuleDescription) -> String {
        switch level(rule) {
        case .off: "off"
        case .on(let severity): severity.rawValue
        case nil: rule.isOn ? rule.severity.rawValue : "off"
        }
    }

    /// Returns the effective severity, followed by the default one if it is different.
    private func severityText(_ rule: RuleDescription) -> String {
        let effective = effectiveSeverity(rule)
        if level(rule) == nil || effective == rule.severityText { return rule.severityText }
        return "\(effective) (\(rule.severityText))"
    }

    /// Writes the list in a format.
    ///
    /// - Throws: An error from the output.
    package func write(_ format: ListFormat, to output: ByteOutput, context: ReportContext) throws {
        switch format {
        case .text: try writeText(TextWriter(to: output, context: context))
        case .json: try writeJSON(to: output, tool: context.tool)
        case .csv:
            try output.write(CSVText.record(["rule", "severity", "default", "section", "reports"]))
            for rule in rules {
                let cells = [rule.id, effectiveSeverity(rule), rule.severityText, rule.section.rawValue, rule.summary]
                try output.write(CSVText.record(cells))
            }
        }
        try output.flush()
    }

    private func writeText(_ writer: TextWriter) throws {
        let columns = [
            TextTable.Column(heading: "rule", kind: .name), TextTable.Column(heading: "severity", kind: .word),
            TextTable.Column(heading: "reports", kind: .prose),
        ]
        var table = TextTable(columns, palette: writer.palette, limit: writer.reportContext.width) {
            try writer.line($0)
        }
        for rule in rules {
            try table.add([rule.id, severityText(rule), rule.summary])
        }
        _ = try table.finish()
    }

    private func writeJSON(to output: ByteOutput, tool: Tool) throws {
        var json = JSONWriter(to: output)
        try json.openDocument(of: tool)
        try json.key("rules")
        try json.array(rules) { json, rule in try json.value(rule, effectiveSeverity: effectiveSeverity(rule)) }
        try json.close()
    }
}

extension RuleDescription {
    /// The default severity, and whether the rule is off by default.
    var severityText: String { isOn ? severity.rawValue : "\(severity.rawValue), off" }

    /// The texts about the rule in the order of its page, without the empty ones.
    var sections: [(heading: String, body: String)] {
        [
            ("Why it matters", why), ("Reported when", reportedWhen), ("Not reported when", notReportedWhen),
            ("How to fix", fix),
        ].filter { !$0.1.isEmpty }
    }
}

extension JSONWriter {
    /// Writes the description of a rule.
    ///
    /// - Parameter effectiveSeverity: The effective severity; `nil` to omit it.
    mutating func value(_ rule: RuleDescription, effectiveSeverity: String? = nil) throws {
        try object {
            try $0.member("id", rule.id)
            try $0.member("section", rule.section.rawValue)
            try $0.member("groups", rule.groups.map(\.rawValue))
            try $0.member("severity", rule.severity.rawValue)
            try $0.member("on", rule.isOn)
            if let effectiveSeverity { try $0.member("effectiveSeverity", effectiveSeverity) }
            try $0.member("summary", rule.summary)
            try $0.member("why", rule.why)
            try $0.member("reportedWhen", rule.reportedWhen)
            try $0.member("notReportedWhen", rule.notReportedWhen)
            try $0.member("fix", rule.fix)
            try $0.key("sources")
            try $0.array(rule.sources) { json, source in
                try json.object(inline: true) {
                    try $0.member("title", source.title)
                    try $0.member("url", source.url)
                    try $0.member("seen", source.seen)
                }
            }
        }
    }
}
