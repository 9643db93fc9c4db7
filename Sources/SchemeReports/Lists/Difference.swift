package import SchemeModel

/// The difference between two states of the same apps, which `diff` prints.
package struct Difference {
    /// A change in an app's claim on a scheme.
    package struct Change: Hashable {
        package enum Kind: String, CaseIterable, Sendable {
            case claimed
            case released
            /// The `CFBundleTypeRole` changed.
            case role
            /// The `CFBundleURLName` changed.
            case identifier

            /// The kind in text and Markdown. To developers, a released scheme is one that they shipped.
            var word: String { self == .released ? "removed" : rawValue }
        }

        package var kind: Kind
        package var scheme: SchemeKey
        package var app: App
        /// The previous place of the claim; `nil` for ``Kind/claimed``.
        package var earlier: Place?
        /// The current place of the claim; `nil` for ``Kind/released``.
        package var now: Place?
        /// The previous roles or identifiers, sorted; empty for ``Kind/claimed`` and ``Kind/released``.
        package var valuesBefore: [String]
        /// The current roles or identifiers, sorted.
        package var valuesNow: [String]

        package init(
            _ kind: Kind,
            _ scheme: SchemeKey,
            of app: App,
            earlier: Place?,
            now: Place?,
            valuesBefore: [String] = [],
            valuesNow: [String] = []
        ) {
            self.kind = kind
            self.scheme = scheme
            self.app = app
            self.earlier = earlier
            self.now = now
            self.valuesBefore = valuesBefore
            self.valuesNow = valuesNow
        }
    }

    /// The changes, ordered by scheme, app and kind.
    package var changes: [Change]
    /// The new findings, in the report's order.
    package var appeared: [Finding]
    /// The findings that no longer exist.
    package var vanished: [Finding]
    /// The problems on either side.
    package var problems: [Problem]

    package init(changes: [Change], appeared: [Finding], vanished: [Finding], problems: [Problem]) {
        self.changes = changes
        self.appeared = appeared
        self.vanished = vanished
        self.problems = problems
    }

    /// The format of a difference.
    package enum Format: String, CaseIterable, Sendable {
        /// For people to read.
        case text
        /// For programs to read.
        case json
        /// Markdown for a comment on a pull request.
        case markdown
    }

    /// Writes the difference.
    ///
    /// - Parameters:
    ///   - context: The context for current places.
    ///   - earlier: The context for previous places.
    /// - Throws: An error from the output.
    package func write(
        _ format: Format,
        to output: ByteOutput,
        context: ReportContext,
        earlier: ReportContext
    ) throws {
        switch format {
        case .text: try writeText(to: TextWriter(to: output, context: context), earlier)
        case .json: try writeJSON(to: output, tool: context.tool)
        case .markdown: try writeMarkdown(to: output, context, earlier)
        }
        try output.flush()
    }

    // MARK: Words

    private func count(_ kind: Change.Kind) -> Int { changes.count { $0.kind == kind } }

    private var changedCount: Int { count(.role) + count(.identifier) }

    /// The summary: the last line of text output, the first of Markdown.
    private var sentence: String {
        let parts = [
            (count(.claimed), "claimed"), (count(.released), "removed"), (changedCount, "changed"),
        ].filter { $0.0 > 0 }.enumerated().map { index, part in
            index == 0 ? "\(TextTerms.count(part.0, "scheme")) \(part.1)" : "\(part.0) \(part.1)"
        }
        let (new, gone) = (Cause.causes(of: appeared).count, Cause.causes(of: vanished).count)
        let findings = [
            new > 0 ? TextTerms.count(new, "new finding") : nil,
            gone > 0 ? (new > 0 ? "\(gone) gone" : "\(TextTerms.count(gone, "finding")) gone") : nil,
        ].compactMap { $0 }
        let all = [parts, findings].filter { !$0.isEmpty }.map(TextTerms.list)
        let text = all.isEmpty ? "no differences" : all.joined(separator: "; ")
        if let nothing = problems.first(where: { $0.code == .nothingFound }) { return nothing.message }
        let unread = TextTerms.count(problems.count, "problem")
        return problems.isEmpty ? text : "\(text); \(unread): the comparison is incomplete"
    }

    private func place(of change: Change, _ context: ReportContext, _ earlier: ReportContext) -> String {
        if let now = change.now { return context.paths.position(of: now) }
        return change.earlier.map(earlier.paths.position) ?? ""
    }

    /// Returns the details of a change: `Editor, now Viewer`.
    private func values(of change: Change) -> String {
        guard change.kind == .role || change.kind == .identifier else { return "" }
        func list(_ values: [String]) -> String { values.isEmpty ? "none" : values.joined(separator: ", ") }
        return "\(list(change.valuesBefore)), now \(list(change.valuesNow))"
    }

    // MARK: Text

    private func writeText(to writer: TextWriter, _ earlier: ReportContext) throws {
        let hasValues = changedCount > 0
        var table = TextTable(
            [
                TextTable.Column(heading: "change", kind: .word), TextTable.Column(heading: "scheme", kind: .name),
                TextTable.Column(heading: "app", kind: .name), TextTable.Column(heading: "place", kind: .path),
            ] + (hasValues ? [TextTable.Column(heading: "values", kind: .prose)] : []),
            palette: writer.palette,
            limit: writer.reportContext.width,
            write: { try writer.line($0) }
        )
        for change in changes {
            let cells = [
                change.kind.word, writer.message(change.scheme.text.string), TextTerms.identifier(of: change.app),
                TextEscape.escaped(place(of: change, writer.reportContext, earlier)),
            ]
            try table.add(cells + (hasValues ? [writer.message(values(of: change))] : []))
        }
        if try table.finish() { try writer.line() }
        try write(appeared, "new", to: writer, writer.reportContext)
        try write(vanished, "gone", to: writer, earlier)
        let unread = problems.filter { $0.code != .nothingFound }
        for problem in unread { try writer.problem(problem) }
        if !unread.isEmpty { try writer.line() }
        try writer.line(sentence)
        for problem in problems where problem.code == .nothingFound { try writer.help(problem.hint) }
    }

    /// Returns the findings with those first whose app claims or releases the scheme. A collision is then named at the
    /// app that brought or ended it.
    private func changedFirst(_ findings: [Finding]) -> [Finding] {
        let moves = changes.filter { $0.kind == .claimed || $0.kind == .released }
        let changed = Set(moves.map { [$0.scheme.text, $0.app.id.text] })
        func isChanged(_ finding: Finding) -> Bool {
            guard let scheme = finding.scheme, let app = finding.app else { return false }
            return changed.contains([scheme.text, app.id.text])
        }
        return findings.filter(isChanged) + findings.filter { !isChanged($0) }
    }

    private func write(_ findings: [Finding], _ state: String, to writer: TextWriter, _ context: ReportContext) throws {
        for entry in ReportEntry.entries(of: changedFirst(findings), in: context) {
            let severity = writer.palette.name(of: entry.severity)
            let position = TextEscape.escaped(context.paths.position(of: entry.place))
            try writer.line("\(state): \(position): \(severity): \(entry.text.message) [\(entry.rule)]")
        }
        if !findings.isEmpty { try writer.line() }
    }

    // MARK: JSON

    private func writeJSON(to output: ByteOutput, tool: Tool) throws {
        var json = JSONWriter(to: output)
        try json.openDocument(of: tool)
        try json.key("changes")
        try json.array(changes) { json, change in
            try json.object {
                try $0.member("kind", change.kind.rawValue)
                try $0.member("scheme", change.scheme.text.string)
                try $0.member("app", change.app)
                try $0.key("earlier")
                if let earlier = change.earlier { try $0.value(earlier) } else { try $0.value(nil) }
                try $0.key("now")
                if let now = change.now { try $0.value(now) } else { try $0.value(nil) }
                try $0.member("valuesBefore", change.valuesBefore)
                try $0.member("valuesNow", change.valuesNow)
            }
        }
        try json.key("appeared")
        try json.array(appeared) { try $0.value($1) }
        try json.key("vanished")
        try json.array(vanished) { try $0.value($1) }
        try json.key("problems")
        try json.array(problems) { try $0.value($1) }
        try json.key("summary")
        try json.object {
            try $0.member("claimed", count(.claimed))
            try $0.member("released", count(.released))
            try $0.member("changed", changedCount)
            try $0.member("appeared", appeared.count)
            try $0.member("vanished", vanished.count)
            try $0.member("appearedCauses", Cause.causes(of: appeared).count)
            try $0.member("vanishedCauses", Cause.causes(of: vanished).count)
            try $0.member("problems", problems.count)
        }
        try json.close()
    }

    // MARK: Markdown

    private func writeMarkdown(to output: ByteOutput, _ context: ReportContext, _ earlier: ReportContext) throws {
        try output.write("**\(context.tool.name)**: \(sentence)\n")
        let schemes = changes.map { change in
            let cells = [
                change.kind.word, MarkdownText.code(change.scheme.text.string),
                MarkdownText.code(change.app.id.text.string), MarkdownText.code(place(of: change, context, earlier)),
                MarkdownText.text(values(of: change)),
            ]
            return "| \(cells.joined(separator: " | ")) |\n"
        }
        try MarkdownText.writeTable(
            "| | Scheme | App | Place | |\n| --- | --- | --- | --- | --- |\n",
            schemes,
            to: output
        )
        func row(_ state: String, _ severity: String, _ position: String, _ text: FindingText, _ rule: String) -> String
        {
            let cells = [state, severity, MarkdownText.code(position), MarkdownText.text(text.message), "`\(rule)`"]
            return "| \(cells.joined(separator: " | ")) |\n"
        }
        func rows(_ findings: [Finding], _ state: String, _ context: ReportContext) -> [String] {
            ReportEntry.entries(of: changedFirst(findings), in: context).map { entry in
                row(state, entry.severity.rawValue, context.paths.position(of: entry.place), entry.text, entry.rule)
            }
        }
        // Problems come before findings.
        let unread = problems.map {
            row("", "problem", context.paths.position(of: $0.place), FindingText($0), $0.code.rawValue)
        }
        let findings = unread + rows(appeared, "new", context) + rows(vanished, "gone", earlier)
        try MarkdownText.writeTable(
            "| | Severity | Place | Finding | Rule |\n| --- | --- | --- | --- | --- |\n",
            findings,
            to: output
        )
    }
}
