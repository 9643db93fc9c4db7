import SchemeModel

/// Writes a list as comma-separated values with a header row. Columns count UTF-8 bytes.
struct CSVListReporter: ListReporter {
    private let output: ByteOutput
    private let subject: ListSubject
    private let paths: PathDisplay

    init(of subject: ListSubject, to output: ByteOutput, context: ReportContext) {
        self.output = output
        self.subject = subject
        paths = context.paths
    }

    func begin() throws { try output.write(CSVText.record(heading)) }

    func report(_ row: ListRow) throws { try output.write(CSVText.record(cells(of: row))) }

    func end() throws { try output.flush() }

    private var heading: [String] {
        let place = ["source", "path", "line", "column"]
        let outcome = ["project", "target", "configurations"]
        return switch subject {
        case .manifests:
            ["app", "name", "kind", "platforms", "version", "build", "format", "schemes", "queries"] + outcome + place
        case .claims:
            ["scheme", "raw", "resolved", "state", "conditional", "app", "name", "role", "identifier", "platforms"]
                + outcome + place
        case .apps: ["app", "name", "kind", "platforms", "manifests", "claims", "sources", "identity gap"]
        case .sources: ["source", "kind", "manifests", "apps", "claims", "root"]
        case .schemes: ["scheme", "apps", "claims", "platforms"]
        case .domains: ["domain", "service", "mode", "app", "name", "prefix", "state", "platforms"] + outcome + place
        case .links: ["url", "known", "scheme", "kind", "shown", "families", "target"] + place
        case .handlers: ["handler", "routes", "accepts others", "target"] + place
        case .routes: ["url", "handler", "target"] + place
        case .history: ["time", "event", "scheme", "app", "platforms", "source"]
        }
    }

    private func cells(of row: ListRow) -> [String] {
        switch row {
        case .manifest(let manifest):
            let app = manifest.appDescription
            return [
                manifest.app.text.string, app.name ?? "", manifest.kind.rawValue,
                names(of: manifest.deviceSupport.platforms), manifest.version ?? "", manifest.build ?? "",
                manifest.format.rawValue, list(manifest.urlTypes.flatMap(\.schemes).map(\.raw)),
                list(manifest.queriesSchemes.map(\.value)),
            ] + cells(of: manifest.outcome) + cells(of: manifest.origin)
        case .claim(let claim):
            let isStale = claim.isStale && claim.declared.state == .claimed
            return [
                claim.scheme?.text.string ?? "", claim.declared.raw, claim.declared.resolved ?? "",
                isStale ? "stale" : claim.declared.state.rawValue, String(claim.declared.isConditional),
                claim.app.id.text.string, claim.app.name ?? "", claim.role ?? "", claim.identifier ?? "",
                names(of: claim.app.platforms),
            ] + cells(of: claim.outcome) + cells(of: claim.place)
        case .app(let row):
            return [
                row.app.id.text.string, row.app.name ?? "", row.kind.rawValue, names(of: row.app.platforms),
                String(row.manifests), String(row.claims), list(row.sources), row.app.identityGap ?? "",
            ]
        case .source(let row):
            return [
                row.source.name, row.source.kind.name, String(row.manifests), String(row.apps), String(row.claims),
                row.source.root.display,
            ]
        case .scheme(let row):
            return [row.scheme.text.string, String(row.apps), String(row.claims), names(of: row.platforms)]
        case .domain(let claim):
            return [
                claim.domain.pattern.text + (claim.domain.path ?? ""), claim.domain.service, claim.domain.mode ?? "",
                claim.claim.app.id.text.string, claim.claim.app.name ?? "", claim.prefix ?? "",
                claim.claim.isStale ? "stale" : "claimed",
                names(of: claim.claim.app.platforms),
            ] + cells(of: claim.claim.outcome) + cells(of: claim.claim.place)
        case .link(let link):
            let urls = link.known == .unknown ? [] : link.alternatives.map(\.text)
            return [
                list(urls), link.known.rawValue, link.scheme?.text.string ?? "", link.kind.rawValue,
                list(link.presentations.map(\.rawValue)), list(link.families), link.target ?? "",
            ] + cells(of: link.place)
        case .handler(let handler):
            return [
                handler.kind.rawValue, String(handler.accepts.count), String(!handler.isRouted), handler.target ?? "",
            ] + cells(of: handler.place)
        case .route(let route, let handler):
            return [route.text, handler.kind.rawValue, handler.target ?? ""] + cells(of: route.place)
        case .history(let entry):
            return [
                UTCTime(entry.time).dateTime, entry.event.rawValue, entry.scheme.text.string, entry.app.text.string,
                names(of: entry.platforms), entry.source,
            ]
        }
    }

    private func cells(of place: Place) -> [String] {
        let start = place.range?.lines?.start
        return [
            place.source ?? "", paths.text(for: place), start.map { String($0.line) } ?? "",
            start.map { String($0.column) } ?? "",
        ]
    }

    private func cells(of outcome: Manifest.Outcome) -> [String] {
        [outcome.project?.display ?? "", outcome.target ?? "", list(outcome.configurations)]
    }

    private func names(of platforms: PlatformSet) -> String { list(platforms.platforms.map(\.rawValue)) }

    private func list(_ texts: [String]) -> String { texts.joined(separator: ", ") }
}
