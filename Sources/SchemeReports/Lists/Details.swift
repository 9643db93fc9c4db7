package import SchemeModel

/// The details that `show` prints.
package enum Details: Sendable {
    case scheme(SchemeDetails)
    case app(AppDetails)
    case source(SourceDetails)
    case domain(DomainDetails)
}

/// The details of a domain: the apps that claim it, and the association files that its website serves.
package struct DomainDetails: Sendable {
    package var domain: DomainPattern
    /// The claims on it and on the wildcards around it, ordered by place.
    package var claims: [DomainClaim]
    /// The files, ordered by place.
    package var files: [AssociationFile]

    package init(domain: DomainPattern, claims: [DomainClaim], files: [AssociationFile]) {
        self.domain = domain
        self.claims = claims
        self.files = files
    }
}

/// The details of a scheme: its claims, known facts and history.
package struct SchemeDetails: Sendable {
    package var scheme: SchemeKey
    /// The known facts about it.
    package var known: [KnownScheme]
    /// The claims on it, ordered by place.
    package var claims: [Claim]
    /// The history of its claims, oldest first.
    package var history: [HistoryEntry]

    package init(scheme: SchemeKey, known: [KnownScheme], claims: [Claim], history: [HistoryEntry]) {
        self.scheme = scheme
        self.known = known
        self.claims = claims
        self.history = history
    }
}

/// The details of an app: its manifests and claims.
package struct AppDetails: Sendable {
    /// The app, with the platforms of all its manifests.
    package var app: App
    /// Its manifests, in order.
    package var manifests: [Manifest]
    /// Its declared schemes, ordered by place.
    package var claims: [Claim]
    /// The history of its claims, oldest first.
    package var history: [HistoryEntry]

    package init(app: App, manifests: [Manifest], claims: [Claim], history: [HistoryEntry]) {
        self.app = app
        self.manifests = manifests
        self.claims = claims
        self.history = history
    }
}

/// The details of a source: its manifests, claims and problems.
package struct SourceDetails: Sendable {
    /// The source and its counts.
    package var source: SourceCounts
    /// Its manifests, in order.
    package var manifests: [Manifest]
    /// Its declared schemes, ordered by place.
    package var claims: [Claim]
    /// The problems of the last import, ordered by place.
    package var problems: [Problem]

    package init(source: SourceCounts, manifests: [Manifest], claims: [Claim], problems: [Problem]) {
        self.source = source
        self.manifests = manifests
        self.claims = claims
        self.problems = problems
    }
}

extension ReportFormat {
    /// Writes the output of `show` in this format.
    ///
    /// - Throws: An error from the output.
    package func write(_ details: Details, to output: ByteOutput, context: ReportContext) throws {
        switch self {
        case .text: try TextDetails(writer: TextWriter(to: output, context: context)).write(details)
        case .json: try JSONDetails.write(details, to: output, tool: context.tool)
        }
        try output.flush()
    }
}
