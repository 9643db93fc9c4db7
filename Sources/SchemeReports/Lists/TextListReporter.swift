import SchemeModel

/// Writes a list as a text table without truncating anything.
package struct TextListReporter: ListReporter {
    private let subject: ListSubject
    private let writer: TextWriter
    private var table: TextTable
    /// The number of declared schemes that are not valid, which counts of claims don't include.
    private var declaredInVain = 0

    package init(of subject: ListSubject, to output: ByteOutput, context: ReportContext) {
        self.subject = subject
        let writer = TextWriter(to: output, context: context)
        self.writer = writer
        table = TextTable(subject.columns, palette: writer.palette) { try writer.line($0) }
    }

    package mutating func begin() {}

    package mutating func report(_ row: ListRow) throws {
        switch row {
        case .manifest(let manifest): try table.add(writer.cells(of: manifest))
        case .claim(let claim):
            if claim.scheme == nil { declaredInVain += 1 }
            try table.add(writer.cells(of: claim))
        case .app(let app): try table.add(writer.cells(of: app))
        case .source(let source): try table.add(writer.cells(of: source))
        case .scheme(let scheme): try table.add(writer.cells(of: scheme))
        case .link(let link): try table.add(writer.cells(of: link))
        case .handler(let handler): try table.add(writer.cells(of: handler))
        case .route(let route, let handler): try table.add(writer.cells(of: route, handler))
        }
    }

    package mutating func end() throws {
        if try !table.finish() { try writer.line("no \(subject.rawValue)") }
        if declaredInVain > 0 {
            let text =
                declaredInVain == 1
                ? "1 of these is not a valid scheme and is not counted as a claim"
                : "\(declaredInVain) of these are not valid schemes and are not counted as claims"
            try writer.line(text)
        }
        try writer.flush()
    }
}

extension ListSubject {
    /// The columns of the table of this list.
    var columns: [TextTable.Column] {
        func text(_ heading: String) -> TextTable.Column { TextTable.Column(heading: heading) }
        func number(_ heading: String) -> TextTable.Column { TextTable.Column(heading: heading, isNumber: true) }
        return switch self {
        case .manifests:
            [text("app"), text("kind"), text("platforms"), text("version"), number("schemes"), text("place")]
        case .claims: [text("scheme"), text("app"), text("role"), text("platforms"), text("place")]
        case .apps:
            [text("app"), text("name"), text("platforms"), number("manifests"), number("claims"), text("sources")]
        case .sources:
            [text("source"), text("kind"), number("manifests"), number("apps"), number("claims"), text("root")]
        case .schemes: [text("scheme"), number("apps"), number("claims"), text("platforms")]
        case .links: [text("url"), text("kind"), text("shown"), text("target"), text("place")]
        case .handlers: [text("handler"), text("takes"), text("target"), text("place")]
        case .routes: [text("url"), text("handler"), text("target"), text("place")]
        }
    }
}

extension TextWriter {
    /// Returns the cells of a manifest.
    func cells(of manifest: Manifest) -> [String] {
        let version = [manifest.version, manifest.build.map { "(\($0))" }].compactMap { $0 }.joined(separator: " ")
        return [
            cell(manifest.app.text.string), manifest.kind.rawValue,
            TextTerms.names(of: manifest.deviceSupport.platforms), cell(version),
            String(manifest.urlTypes.reduce(0) { $0 + $1.schemes.count }),
            plainPosition(manifest.origin) + outcome(manifest.outcome),
        ]
    }

    /// Returns the cells of a claim.
    func cells(of claim: Claim) -> [String] {
        [
            scheme(of: claim), cell(claim.app.id.text.string), cell(claim.role),
            TextTerms.names(of: claim.app.platforms), plainPosition(claim.place) + outcome(claim.outcome),
        ]
    }

    /// Returns the cells of an app.
    func cells(of row: AppCounts) -> [String] {
        [
            cell(row.app.id.text.string), cell(row.app.name), TextTerms.names(of: row.app.platforms),
            String(row.manifests), String(row.claims), cell(row.sources.joined(separator: ", ")),
        ]
    }

    /// Returns the cells of a source.
    func cells(of row: SourceCounts) -> [String] {
        [
            cell(row.source.name), row.source.kind.rawValue, String(row.manifests), String(row.apps),
            String(row.claims), cell(row.source.root.display),
        ]
    }

    /// Returns the cells of a scheme.
    func cells(of row: SchemeCounts) -> [String] {
        [cell(row.scheme.text.string), String(row.apps), String(row.claims), TextTerms.names(of: row.platforms)]
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
        let routes = handler.accepts.count == 1 ? "1 route" : "\(handler.accepts.count) routes"
        return [
            handler.kind.rawValue, handler.isRouted ? routes : "anything", cell(handler.target),
            plainPosition(handler.place),
        ]
    }

    /// Returns the cells of a route.
    func cells(of route: Route, _ handler: Handler) -> [String] {
        let text = route.conditions.isEmpty ? "anything" : route.text
        return [cell(text), handler.kind.rawValue, cell(handler.target), plainPosition(route.place)]
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

    /// Returns text as a cell; `-` if there is none.
    private func cell(_ text: String?) -> String {
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
