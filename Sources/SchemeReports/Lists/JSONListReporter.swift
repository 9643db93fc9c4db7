import SchemeModel

/// Writes a list as one JSON object, with the rows under the name of the subject.
package struct JSONListReporter: ListReporter {
    private let output: ByteOutput
    private let subject: ListSubject
    private let tool: Tool
    private var json: JSONWriter

    package init(of subject: ListSubject, to output: ByteOutput, tool: Tool) {
        self.output = output
        self.subject = subject
        self.tool = tool
        json = JSONWriter(to: output)
    }

    package mutating func begin() throws {
        try json.openDocument(of: tool)
        switch subject {
        case .manifests: try json.key("manifests")
        case .claims: try json.key("claims")
        case .apps: try json.key("apps")
        case .sources: try json.key("sources")
        case .schemes: try json.key("schemes")
        case .domains: try json.key("domains")
        case .links: try json.key("links")
        case .handlers: try json.key("handlers")
        case .routes: try json.key("routes")
        case .history: try json.key("history")
        }
        try json.openArray()
    }

    package mutating func report(_ row: ListRow) throws {
        switch row {
        case .manifest(let manifest): try json.value(manifest)
        case .claim(let claim): try json.value(claim)
        case .app(let app): try json.value(app)
        case .source(let source): try json.value(source)
        case .scheme(let scheme): try json.value(scheme)
        case .domain(let claim): try json.value(claim)
        case .link(let link): try json.value(link)
        case .handler(let handler): try json.value(handler)
        case .route(let route, let handler): try json.value(route, of: handler)
        case .history(let entry): try json.value(entry)
        }
    }

    package mutating func end() throws {
        try json.close()
        try json.close()
        try output.flush()
    }
}

extension JSONWriter {
    /// Writes an app and its counts.
    mutating func value(_ row: AppCounts) throws {
        try object {
            try $0.member("app", row.app)
            try $0.member("kind", row.kind.rawValue)
            try $0.member("manifests", row.manifests)
            try $0.member("claims", row.claims)
            try $0.member("sources", row.sources)
            try $0.member("identityGap", row.app.identityGap)
        }
    }

    /// Writes a source and its counts.
    mutating func value(_ row: SourceCounts) throws {
        try object {
            try $0.members(of: row.source)
            try $0.member("manifests", row.manifests)
            try $0.member("products", row.products)
            try $0.member("apps", row.apps)
            try $0.member("claims", row.claims)
        }
    }

    /// Writes an associated domain.
    mutating func value(_ claim: DomainClaim) throws {
        try object {
            try $0.members(of: claim)
        }
    }

    /// Writes the members of an associated domain.
    mutating func members(of claim: DomainClaim) throws {
        try member("domain", claim.domain.pattern.text)
        try member("service", claim.domain.service)
        try member("mode", claim.domain.mode)
        try member("path", claim.domain.path)
        try member("app", claim.claim.app)
        try member("prefix", claim.prefix)
        try member("place", claim.claim.place)
        try member("project", claim.claim.outcome.project?.display)
        try member("target", claim.claim.outcome.target)
        try member("configurations", claim.claim.outcome.configurations)
        try member("state", claim.claim.isStale ? "stale" : "claimed")
    }

    /// Writes a scheme and its counts, on one line.
    mutating func value(_ row: SchemeCounts) throws {
        try object(inline: true) {
            try $0.member("scheme", row.scheme.text.string)
            try $0.member("apps", row.apps)
            try $0.member("claims", row.claims)
            try $0.member("platforms", row.platforms.platforms.map(\.rawValue))
        }
    }
}
