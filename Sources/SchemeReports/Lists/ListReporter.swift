package import SchemeModel

/// The subjects of `list`.
package enum ListSubject: String, CaseIterable, Sendable {
    case manifests
    case claims
    case apps
    case sources
    case schemes
    case domains
    case links
    case handlers
    case routes
    case history
}

/// One row of a list. All rows of a list are of the same kind.
package enum ListRow: Sendable {
    case manifest(Manifest)
    case claim(Claim)
    case app(AppCounts)
    case source(SourceCounts)
    case scheme(SchemeCounts)
    case domain(DomainClaim)
    case link(Link)
    case handler(Handler)
    /// A route with its handler.
    case route(Route, of: Handler)
    case history(HistoryEntry)
}

/// Writes the output of `list` in one format: ``begin()`` once, each row in order, ``end()`` once.
package protocol ListReporter {
    /// Writes everything before the rows.
    ///
    /// - Throws: An error from the output.
    mutating func begin() throws

    /// Writes one row.
    ///
    /// - Throws: An error from the output.
    mutating func report(_ row: ListRow) throws

    /// Writes the rest and flushes the output.
    ///
    /// - Throws: An error from the output.
    mutating func end() throws
}
