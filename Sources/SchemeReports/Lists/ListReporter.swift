package import SchemeModel

/// What `list` lists.
package enum ListSubject: String, CaseIterable, Sendable {
    case manifests
    case claims
    case apps
    case sources
    case schemes
}

/// One row of a list. All rows of a list are of one kind.
package enum ListRow: Sendable {
    case manifest(Manifest)
    case claim(Claim)
    case app(AppCounts)
    case source(SourceCounts)
    case scheme(SchemeCounts)
}

/// An app and how much is known of it.
package struct AppCounts: Hashable, Sendable {
    /// The app, with the platforms of all its manifests.
    package var app: App
    /// Its manifests.
    package var manifests: Int
    /// Its claims.
    package var claims: Int
    /// The names of the sources that it was found in, sorted.
    package var sources: [String]

    package init(app: App, manifests: Int, claims: Int, sources: [String]) {
        self.app = app
        self.manifests = manifests
        self.claims = claims
        self.sources = sources
    }
}

/// A source and how much is known of it.
package struct SourceCounts: Hashable, Sendable {
    /// The source.
    package var source: Source
    /// Its manifests.
    package var manifests: Int
    /// The different apps in it.
    package var apps: Int
    /// Its claims.
    package var claims: Int

    package init(source: Source, manifests: Int, apps: Int, claims: Int) {
        self.source = source
        self.manifests = manifests
        self.apps = apps
        self.claims = claims
    }
}

/// A scheme and how much is known of it.
package struct SchemeCounts: Hashable, Sendable {
    /// The scheme.
    package var scheme: SchemeKey
    /// The different apps that claim it.
    package var apps: Int
    /// The claims on it.
    package var claims: Int
    /// The platforms of these apps; empty when unknown.
    package var platforms: PlatformSet

    package init(scheme: SchemeKey, apps: Int, claims: Int, platforms: PlatformSet) {
        self.scheme = scheme
        self.apps = apps
        self.claims = claims
        self.platforms = platforms
    }
}

/// Writes what `list` lists, in one format: ``begin()`` once, each row in order, ``end()`` once.
package protocol ListReporter {
    /// Writes what comes before the rows.
    ///
    /// - Throws: what the output throws.
    mutating func begin() throws

    /// Writes one row.
    ///
    /// - Throws: what the output throws.
    mutating func report(_ row: ListRow) throws

    /// Writes the rest and flushes the output.
    ///
    /// - Throws: what the output throws.
    mutating func end() throws
}

extension ReportFormat {
    /// A reporter of this format for a list of `subject`.
    package func listReporter(
        of subject: ListSubject,
        to output: ByteOutput,
        context: ReportContext
    ) -> any ListReporter {
        switch self {
        case .text: TextListReporter(of: subject, to: output, context: context)
        case .json: JSONListReporter(of: subject, to: output, tool: context.tool)
        }
    }
}
