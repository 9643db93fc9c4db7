import SchemeModel

/// Writes a list as a text table that fits the terminal. Elsewhere, nothing is cut, and each row is one line.
package struct TextListReporter: ListReporter {
    private let subject: ListSubject
    /// Whether only some of the rows are listed.
    private let isFiltered: Bool
    private let writer: TextWriter
    /// Whether rows name their sources.
    private let hasManySources: Bool
    private var table: TextTable
    /// The number of declared schemes that are not valid, which counts of claims don't include.
    private var invalidCount = 0
    /// The apps whose identity is unknown, by the reason.
    private var gaps: [ByteString: [String]] = [:]

    package init(of subject: ListSubject, isFiltered: Bool = false, to output: ByteOutput, context: ReportContext) {
        self.subject = subject
        self.isFiltered = isFiltered
        let writer = TextWriter(to: output, context: context)
        self.writer = writer
        hasManySources = context.paths.hasManySources
        table = TextTable(
            subject.columns(hasManySources: hasManySources),
            palette: writer.palette,
            limit: context.width
        ) {
            try writer.line($0)
        }
    }

    package mutating func begin() {}

    package mutating func report(_ row: ListRow) throws {
        switch row {
        case .manifest(let manifest): try table.add(writer.cells(of: manifest))
        case .claim(let claim):
            if claim.scheme == nil { invalidCount += 1 }
            try table.add(writer.cells(of: claim))
        case .app(let row):
            if let gap = row.app.identityGap { gaps[ByteString(gap), default: []].append(row.app.id.text.string) }
            try table.add(writer.cells(of: row) + sources(row.sources))
        case .source(let source): try table.add(writer.cells(of: source))
        case .scheme(let scheme): try table.add(writer.cells(of: scheme))
        case .domain(let claim): try table.add(writer.cells(of: claim))
        case .link(let link): try table.add(writer.cells(of: link))
        case .handler(let handler): try table.add(writer.cells(of: handler))
        case .route(let route, let handler): try table.add(writer.cells(of: route, handler))
        case .history(let entry): try table.add(writer.cells(of: entry) + sources([entry.source]))
        }
    }

    /// Returns the cell of the last column; nothing if all rows are from one source.
    private func sources(_ names: [String]) -> [String] {
        hasManySources ? [writer.cell(names.joined(separator: ", "))] : []
    }

    package mutating func end() throws {
        if try !table.finish() { try writer.line("no \(isFiltered ? "matching " : "")\(subject.rawValue)") }
        if invalidCount > 0 {
            let text =
                invalidCount == 1
                ? "1 of these is not a valid scheme and is not counted as a claim"
                : "\(invalidCount) of these are not valid schemes and are not counted as claims"
            try writer.line(text)
        }
        for (gap, apps) in gaps.sorted(by: { $0.key < $1.key }) {
            let text = "\(gap.string) (\(apps.inWords(", ", atMost: 3)))"
            try writer.line("identity unknown: \(writer.message(text))")
        }
        try writer.flush()
    }
}

extension ListSubject {
    /// The columns of the table of this list.
    fileprivate func columns(hasManySources: Bool) -> [TextTable.Column] {
        func name(_ heading: String) -> TextTable.Column { TextTable.Column(heading: heading, kind: .name) }
        func text(_ heading: String) -> TextTable.Column { TextTable.Column(heading: heading) }
        func word(_ heading: String) -> TextTable.Column { TextTable.Column(heading: heading, kind: .word) }
        func path(_ heading: String) -> TextTable.Column { TextTable.Column(heading: heading, kind: .path) }
        func number(_ heading: String) -> TextTable.Column { TextTable.Column(heading: heading, kind: .number) }
        return switch self {
        case .manifests:
            [name("app"), word("kind"), text("platforms"), text("version"), number("schemes"), path("place")]
        case .claims: [name("scheme"), name("app"), word("role"), text("platforms"), path("place")]
        case .apps:
            [name("app"), text("name"), word("kind"), text("platforms"), number("manifests"), number("claims")]
                + (hasManySources ? [path("sources")] : [])
        case .sources:
            [path("source"), word("kind"), number("manifests"), number("apps"), number("claims"), path("root")]
        case .schemes: [name("scheme"), number("apps"), number("claims"), text("platforms")]
        case .domains: [name("domain"), word("service"), word("mode"), name("app"), text("platforms"), path("place")]
        case .links: [name("url"), word("kind"), text("shown"), text("target"), path("place")]
        case .handlers: [word("handler"), word("takes"), text("target"), path("place")]
        case .routes: [name("url"), text("handler"), text("target"), path("place")]
        case .history:
            [word("date"), word("event"), name("scheme"), name("app"), text("platforms")]
                + (hasManySources ? [path("source")] : [])
        }
    }
}

extension TextWriter {
    /// Returns the cells of a manifest.
    func cells(of manifest: Manifest) -> [String] {
        let version = [manifest.version, manifest.build.map { "(\($0))" }].compactMap { $0 }.joined(separator: " ")
        return [
            name(of: manifest.app), manifest.kind.rawValue,
            TextTerms.names(of: manifest.deviceSupport.platforms), cell(version),
            String(manifest.urlTypes.reduce(0) { $0 + $1.schemes.count }),
            plainPosition(manifest.origin) + outcome(manifest.outcome),
        ]
    }

    /// Returns the cells of a claim.
    func cells(of claim: Claim) -> [String] {
        [
            scheme(of: claim), name(of: claim.app.id), cell(claim.role),
            TextTerms.names(of: claim.app.platforms), plainPosition(claim.place) + outcome(claim.outcome),
        ]
    }

    /// Returns the cells of an app, without its sources.
    func cells(of row: AppCounts) -> [String] {
        [
            cell(row.app.id.text.string), cell(row.app.name), row.kind.rawValue,
            TextTerms.names(of: row.app.platforms), String(row.manifests), String(row.claims),
        ]
    }

    /// Returns the cells of a source.
    func cells(of row: SourceCounts) -> [String] {
        [
            cell(row.source.name), row.source.kind.name, String(row.manifests), String(row.apps),
            String(row.claims), cell(row.source.root.display),
        ]
    }

    /// Returns the cells of a scheme.
    func cells(of row: SchemeCounts) -> [String] {
        [cell(row.scheme.text.string), String(row.apps), String(row.claims), TextTerms.names(of: row.platforms)]
    }

    /// Returns the cells of an associated domain.
    func cells(of claim: DomainClaim) -> [String] {
        [
            cell(claim.domain.pattern.text + (claim.domain.path ?? "")) + (claim.claim.isStale ? " (stale)" : "")
                + (claim.domain.doubt == nil ? "" : " (may be ignored)"),
            cell(claim.domain.service),
            cell(claim.domain.mode), name(of: claim.claim.app.id),
            TextTerms.names(of: claim.claim.app.platforms),
            plainPosition(claim.claim.place) + outcome(claim.claim.outcome),
        ]
    }

    /// Returns the cells of a link.
    func cells(of link: Link) -> [String] {
        let url =
            switch link.known {
            case .unknown: "unknown"
            default: link.alternatives.map(\.text).joined(separator: " | ")
            }
        return [
            cell(url), link.kind.rawValue, cell(link.presentations.map(\.rawValue).joined(separator: ", ")),
            cell(link.target), plainPosition(link.place),
        ]
    }

    /// Returns the cells of a handler.
    func cells(of handler: Handler) -> [String] {
        [handler.kind.rawValue, taken(by: handler), cell(handler.target), plainPosition(handler.place)]
    }

    /// Returns in words what a handler takes.
    private func taken(by handler: Handler) -> String {
        if handler.takesNothing { return "nothing" }
        let count = handler.accepts.count { !$0.conditions.isEmpty }
        if count == 0, !handler.isRouted { return "anything" }
        return TextTerms.count(count, "route") + (handler.isRouted ? "" : ", or anything else")
    }

    /// Returns the cells of a route.
    func cells(of route: Route, _ handler: Handler) -> [String] {
        let text = route.conditions.isEmpty ? "anything" : route.text
        return [cell(text), handler.kind.rawValue, cell(handler.target), plainPosition(route.place)]
    }

    /// Returns the cells of a history entry, without its source.
    func cells(of entry: HistoryEntry) -> [String] {
        [
            UTCTime(entry.time).date, TextTerms.word(for: entry.event), cell(entry.scheme.text.string),
            cell(entry.app.text.string), TextTerms.names(of: entry.platforms),
        ]
    }

    /// Returns the scheme as spelled, with its special states: `$(SCHEME) (unresolved)`.
    ///
    /// - Parameter quote: The quotation mark around the scheme.
    func scheme(of claim: Claim, quote: String = "") -> String {
        var special: [String] = []
        if claim.declared.state != .claimed { special.append(claim.declared.state.rawValue) }
        if claim.declared.isConditional { special.append("conditional") }
        if claim.isStale { special.append("stale") }
        let text = TextEscape.escaped(claim.declared.resolved ?? claim.declared.raw)
        let mark = text.isEmpty && quote.isEmpty ? "'" : quote
        return mark + text + mark + (special.isEmpty ? "" : " (\(special.joined(separator: ", ")))")
    }

    /// Returns the bundle identifier of an app; `unknown` for an app whose place, which identifies it, is in another
    /// cell.
    private func name(of app: AppID) -> String { app.isKnown ? cell(app.text.string) : "unknown" }

    /// Returns text as a cell; `-` if there is none.
    fileprivate func cell(_ text: String?) -> String {
        guard let text, !text.isEmpty else { return "-" }
        return TextEscape.escaped(text)
    }

    /// Returns the target and configurations of an outcome, in parentheses after a space.
    func outcome(_ outcome: Manifest.Outcome) -> String {
        guard let target = outcome.target else { return "" }
        let configurations = outcome.configurations.isEmpty ? "" : ": " + outcome.configurations.joined(separator: ", ")
        return TextEscape.escaped(" (\(target)\(configurations))")
    }
}
