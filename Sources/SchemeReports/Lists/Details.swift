package import SchemeModel

/// What `show` shows.
package enum Details: Sendable {
    case scheme(SchemeDetails)
    case app(AppDetails)
    case source(SourceDetails)
}

/// A scheme: who claims it, and what else is known of it.
package struct SchemeDetails: Sendable {
    /// The scheme.
    package var scheme: SchemeKey
    /// What the knowledge says of it.
    package var known: [KnownScheme]
    /// The claims on it, in order of place.
    package var claims: [Claim]
    /// When apps began and ceased to claim it, oldest first.
    package var history: [HistoryEntry]

    package init(scheme: SchemeKey, known: [KnownScheme], claims: [Claim], history: [HistoryEntry]) {
        self.scheme = scheme
        self.known = known
        self.claims = claims
        self.history = history
    }
}

/// An app: its manifests and claims.
package struct AppDetails: Sendable {
    /// The app, with the platforms of all its manifests.
    package var app: App
    /// Its manifests, in order.
    package var manifests: [Manifest]
    /// Its declared schemes, in order of place.
    package var claims: [Claim]
    /// When it began and ceased to claim schemes, oldest first.
    package var history: [HistoryEntry]

    package init(app: App, manifests: [Manifest], claims: [Claim], history: [HistoryEntry]) {
        self.app = app
        self.manifests = manifests
        self.claims = claims
        self.history = history
    }
}

/// A source: what was found in it.
package struct SourceDetails: Sendable {
    /// The source and its counts.
    package var source: SourceCounts
    /// Its manifests, in order.
    package var manifests: [Manifest]
    /// Its declared schemes, in order of place.
    package var claims: [Claim]
    /// What kept the last import from looking at everything, in order of place.
    package var problems: [Problem]

    package init(source: SourceCounts, manifests: [Manifest], claims: [Claim], problems: [Problem]) {
        self.source = source
        self.manifests = manifests
        self.claims = claims
        self.problems = problems
    }
}

extension ReportFormat {
    /// Writes what `show` shows in this format.
    ///
    /// - Throws: what the output throws.
    package func write(_ details: Details, to output: ByteOutput, context: ReportContext) throws {
        switch self {
        case .text: try TextDetails(layout: TextLayout(to: output, context: context)).write(details)
        case .json: try JSONDetails.write(details, to: output, tool: context.tool)
        }
        try output.flush()
    }
}
