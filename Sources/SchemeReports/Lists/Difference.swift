package import SchemeModel

/// What two states of the same apps have not in common: what `diff` prints.
package struct Difference {
    /// A scheme that an app claims otherwise than before.
    package struct Change: Hashable {
        package enum Kind: String, CaseIterable, Sendable {
            case claimed
            case released
            /// It has another `CFBundleTypeRole`.
            case role
            /// It has another `CFBundleURLName`.
            case identifier
        }

        package var kind: Kind
        package var scheme: SchemeKey
        package var app: App
        /// Where it was claimed; `nil` for ``Kind/claimed``.
        package var earlier: Place?
        /// Where it is claimed; `nil` for ``Kind/released``.
        package var now: Place?
        /// The roles or identifiers that it had, sorted; empty for ``Kind/claimed`` and ``Kind/released``.
        package var valuesBefore: [String]
        /// The roles or identifiers that it has.
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

    /// The changes, in order of scheme, app and kind.
    package var changes: [Change]
    /// The findings that there are and were not, in the report's order.
    package var appeared: [Finding]
    /// The findings that there were and are not.
    package var vanished: [Finding]
    /// What could not be looked at on either side.
    package var problems: [Problem]

    package init(changes: [Change], appeared: [Finding], vanished: [Finding], problems: [Problem]) {
        self.changes = changes
        self.appeared = appeared
        self.vanished = vanished
        self.problems = problems
    }

    /// How a difference is written.
    package enum Format: String, CaseIterable, Sendable {
        case text
        case json
        /// For a comment on a pull request.
        case markdown
    }

    /// Writes the difference.
    ///
    /// - Parameters:
    ///   - context: for places as they are now.
    ///   - earlier: for places as they were.
    /// - Throws: what the output throws.
    package func write(
        _ format: Format,
        to output: ByteOutput,
        context: ReportContext,
        earlier: ReportContext
    ) throws {
        switch format {
        case .text: try writeText(to: TextLayout(to: output, context: context), earlier)
        case .json: try writeJSON(to: output, tool: context.tool)
        case .markdown: try writeMarkdown(to: output, context, earlier)
        }
        try output.flush()
    }

    // MARK: Words

    private func count(_ kind: Change.Kind) -> Int { changes.count { $0.kind == kind } }

    private var changedCount: Int { count(.role) + count(.identifier) }

    /// The last line of a text, the first one of Markdown.
    private var sentence: String {
        let parts = [
            (count(.claimed), "claimed"), (count(.released), "released"), (changedCount, "changed"),
        ].filter { $0.0 > 0 }.enumerated().map { index, part in
            index == 0 ? "\(TextTerms.count(part.0, "scheme")) \(part.1)" : "\(part.0) \(part.1)"
        }
        let findings = [(Cause.count(in: appeared), "new"), (Cause.count(in: vanished), "gone")].filter { $0.0 > 0 }
            .enumerated()
            .map { index, part in
                index == 0 ? "\(TextTerms.count(part.0, "finding")) \(part.1)" : "\(part.0) \(part.1)"
            }
        let all = [parts, findings].filter { !$0.isEmpty }.map(TextTerms.list)
        let text = all.isEmpty ? "no difference" : all.joined(separator: "; ")
        if let nothing = problems.first(where: { $0.code == .nothingFound }) { return nothing.message }
        let unread = TextTerms.count(problems.count, "problem")
        return problems.isEmpty ? text : "\(text); \(unread): not everything was looked at"
    }

    private func place(of change: Change, _ context: ReportContext, _ earlier: ReportContext) -> String {
        if let now = change.now { return context.paths.position(of: now) }
        return change.earlier.map(earlier.paths.position) ?? ""
    }

    /// What a change is besides its kind: `Editor, now Viewer`.
    private func values(of change: Change) -> String {
        guard change.kind == .role || change.kind == .identifier else { return "" }
        func list(_ values: [String]) -> String { values.isEmpty ? "none" : values.joined(separator: ", ") }
        return "\(list(change.valuesBefore)), now \(list(change.valuesNow))"
    }

    // MARK: Text

    private func writeText(to layout: TextLayout, _ earlier: ReportContext) throws {
        var table = TextTable(
            ["", "SCHEME", "APP", "PLACE", ""].map { TextTable.Column(heading: $0) },
            palette: layout.palette,
            write: layout.line
        )
        for change in changes {
            try table.add([
                change.kind.rawValue, layout.message(change.scheme.text.string), TextTerms.identifier(of: change.app),
                TextEscape.escaped(place(of: change, layout.reportContext, earlier)),
                layout.message(values(of: change)),
            ])
        }
        if try table.finish() { try layout.line() }
        try write(appeared, "new", to: layout, layout.reportContext)
        try write(vanished, "gone", to: layout, earlier)
        let unread = problems.filter { $0.code != .nothingFound }
        for problem in unread { try layout.problem(problem) }
        if !unread.isEmpty { try layout.line() }
        try layout.line(sentence)
        for problem in problems where problem.code == .nothingFound { try layout.help(problem.hint) }
    }

    private func write(_ findings: [Finding], _ state: String, to layout: TextLayout, _ context: ReportContext) throws {
        for entry in ReportEntry.entries(of: findings, in: context) {
            let severity = layout.palette.name(of: entry.severity)
            let position = TextEscape.escaped(context.paths.position(of: entry.place))
            try layout.line("\(state): \(position): \(severity): \(entry.text.message) [\(entry.rule)]")
        }
        if !findings.isEmpty { try layout.line() }
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
            try $0.member("problems", problems.count)
        }
        try json.close()
    }

    // MARK: Markdown

    private func writeMarkdown(to output: ByteOutput, _ context: ReportContext, _ earlier: ReportContext) throws {
        try output.write("**\(context.tool.name)**: \(sentence)\n")
        let schemes = changes.map { change in
            let cells = [
                change.kind.rawValue, MarkdownText.code(change.scheme.text.string),
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
            ReportEntry.entries(of: findings, in: context).map { entry in
                row(state, entry.severity.rawValue, context.paths.position(of: entry.place), entry.text, entry.rule)
            }
        }
        // What was not looked at comes before what was found.
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
