package import SchemeModel

/// The explanation of a rule, with examples and their output, and how to fix and accept its findings.
package struct RuleExplanation {
    private let rule: RuleDescription
    private let outputs: [String]
    private let acceptance: String

    /// - Parameters:
    ///   - rule: The description of the rule.
    ///   - outputs: The output for each example with findings, in their order.
    ///   - acceptance: How to accept a finding of the rule, in Markdown.
    package init(_ rule: RuleDescription, outputs: [String], acceptance: String) {
        self.rule = rule
        self.outputs = outputs
        self.acceptance = acceptance
    }

    private typealias Section = ExplanationSection

    /// Returns the columns that the output of an example has on a terminal; `nil` in a pipe.
    package static func exampleWidth(in context: ReportContext) -> Int? {
        context.width.map { _ in Section.width(in: context) - Section.codeIndent }
    }

    /// Writes the output of `explain` in a format.
    ///
    /// - Parameter showsExamples: Whether text has everything. Otherwise it has one finding as an example, and is cut
    ///   on a terminal.
    /// - Throws: An error from the output.
    package func write(
        _ format: ReportFormat,
        showsExamples: Bool = false,
        to output: ByteOutput,
        context: ReportContext
    ) throws {
        switch format {
        case .text: try writeText(showsExamples: showsExamples, to: output, context: context)
        case .json: try writeJSON(to: output, tool: context.tool)
        }
    }

    private func writeJSON(to output: ByteOutput, tool: Tool) throws {
        var json = JSONWriter(to: output)
        try json.openDocument(of: tool)
        try json.key("rule")
        try json.value(rule)
        try json.key("examples")
        var outputs = outputs[...]
        try json.array(rule.examples) { json, example in
            try json.object {
                try $0.member("title", example.title)
                try $0.member("fires", example.fires)
                try $0.key("files")
                try $0.array(example.files) { try $0.value($1) }
                try $0.key("earlier")
                try $0.array(example.earlier) { try $0.value($1) }
                try $0.member("output", example.fires ? outputs.popFirst() : nil)
            }
        }
        try json.member("acceptance", acceptance)
        try json.close()
        try output.flush()
    }

    /// Writes the text output of `explain`, wrapped at the terminal's width or 100 columns, whichever is less.
    ///
    /// In a pipe, the texts are complete.
    ///
    /// - Throws: An error from the output.
    private func writeText(showsExamples: Bool, to output: ByteOutput, context: ReportContext) throws {
        let writer = TextWriter(to: output, context: context)
        let palette = writer.palette
        let width = Section.width(in: context)
        let severity = palette.paint(rule.severityText, palette.style(of: rule.severity))
        let groups = rule.groups.map { ", group \($0.rawValue)" }.joined()
        try writer.line("\(palette.paint(rule.id, .strong)) (\(severity)\(groups))")
        try writer.line()
        let summary = Paragraphs.lines(of: "Reports \(rule.summary).", width: width)
        for line in summary { try writer.line(line) }
        if showsExamples {
            let sources = rule.sources.map { "* \($0.title), seen \($0.seen): \($0.url)" }
            for section in sections(sources: sources) { try section.write(to: writer, width: width) }
        } else {
            let example = firstExample.map { [$0] } ?? []
            // The title has two lines, and what `--examples` shows at most three.
            let used = 5 + summary.count + example.map { $0.lineCount(width: width) }.reduce(0, +)
            var screen = ExplanationScreen(sections: texts)
            if context.width != nil { screen.cut(to: ExplanationScreen.lines - used, width: width) }
            for section in screen.sections + example { try section.write(to: writer, width: width) }
            let rest = [
                screen.isCut ? "the whole text" : nil,
                rule.examples.isEmpty ? nil : "\(TextTerms.count(rule.examples.count, "example")) with files",
                "the sources",
            ].compactMap { $0 }
            try writer.line()
            let all = "'schemereg explain \(rule.id) --examples' shows \(TextTerms.list(rest))"
            for line in Paragraphs.wrapped(all, indent: 2, width: width) { try writer.line(line) }
        }
        try writer.flush()
    }

    /// The page `docs/rules/<id>.md`.
    package var page: String {
        let state = rule.isOn ? "" : " Off by default."
        let groups = rule.groups.map { " Group: `\($0.rawValue)`." }.joined()
        var text = "# \(rule.id)\n\nReports \(rule.summary).\n\n"
        text += "Severity: **\(rule.severity.rawValue)**.\(state)\(groups)\n"
        let sources = rule.sources.map { "* [\($0.title)](\($0.url)), seen \($0.seen)" }
        for section in sections(sources: sources) {
            text += "\n## \(section.heading)\n"
            if !section.body.isEmpty { text += "\n\(section.body)\n" }
            for part in section.subsections { text += "\n### \(part.heading)\n\n\(part.body)\n" }
        }
        return text
    }

    /// The sections without examples and sources.
    private var texts: [Section] {
        rule.sections.map { Section(heading: $0.heading, body: $0.body) }
            + [Section(heading: "How to accept", body: acceptance)]
    }

    /// Returns the sections; the list of sources, if any, comes last.
    private func sections(sources: [String]) -> [Section] {
        var sections = texts
        if !rule.examples.isEmpty { sections.append(Section(heading: "Examples", subsections: examples)) }
        if !sources.isEmpty { sections.append(Section(heading: "Sources", body: sources.joined(separator: "\n"))) }
        return sections
    }

    /// The first finding of the first example with findings, which quotes the lines that matter.
    private var firstExample: Section? {
        guard let output = outputs.first, let example = rule.examples.first(where: \.fires) else { return nil }
        let finding = output.firstRange(of: "\n\n").map { String(output[..<$0.lowerBound]) } ?? output
        return Section(heading: "Example: \(example.title)", body: fence(finding, "text"))
    }

    /// The examples: first those with findings, then those without.
    private var examples: [Section] {
        let examples = rule.examples
        let firing = examples.filter(\.fires).enumerated().map { index, example in
            let output =
                index < outputs.count
                ? "\n\nOutput, without the findings of other rules:\n\n" + fence(outputs[index], "text") : ""
            return Section(heading: "Reported: \(example.title)", body: files(of: example) + output)
        }
        let others = examples.filter { !$0.fires }.map { example in
            Section(heading: "Not reported: \(example.title)", body: files(of: example))
        }
        return firing + others
    }

    /// Returns the files of an example without their marks, starting with the previous state.
    private func files(of example: RuleDescription.Example) -> String {
        func blocks(_ files: [RuleDescription.Example.File], _ when: String) -> [String] {
            files.map { file in
                let language = file.path.hasSuffix(".plist") ? "xml" : file.path.hasSuffix(".swift") ? "swift" : "text"
                return "`\(file.path)`\(when):\n\n" + fence(file.unmarkedText, language)
            }
        }
        let isChange = !example.earlier.isEmpty
        let all = blocks(example.earlier, " before") + blocks(example.files, isChange ? " now" : "")
        return all.joined(separator: "\n\n")
    }

    /// Returns `text` as a code block, with a fence longer than any in it.
    private func fence(_ text: String, _ language: String) -> String {
        var fence = "```"
        while text.contains(fence) { fence += "`" }
        let body = text.hasSuffix("\n") ? String(text.dropLast()) : text
        return "\(fence)\(language)\n\(body)\n\(fence)"
    }
}

extension JSONWriter {
    /// Writes a file of an example.
    fileprivate mutating func value(_ file: RuleDescription.Example.File) throws {
        try object {
            try $0.member("path", file.path)
            try $0.member("text", file.unmarkedText)
        }
    }
}

extension RuleDescription.Example.File {
    /// The text without the marks.
    fileprivate var unmarkedText: String { String(text.filter { $0 != "↓" }) }
}
