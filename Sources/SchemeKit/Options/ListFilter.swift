package import SchemeModel

/// The rows that `list` prints. A row is printed if it matches all criteria.
package struct ListFilter: Sendable {
    /// The schemes; empty for all.
    package var schemes: Set<SchemeKey>
    /// The identities of apps (``AppID/text``); empty for all.
    package var apps: Set<ByteString>
    /// The names of sources, or the ends of their paths; empty for all.
    package var sources: [Path]
    /// The kinds of products, sources, links or handlers, as the table names them; empty for all.
    package var kinds: Set<String>
    /// Whether only apps with a known identity, schemes that something is known about, or links to a known URL are printed,
    /// or only others; `nil` for both.
    package var isKnown: Bool?

    /// Creates a filter with these values.
    package init(
        schemes: Set<SchemeKey> = [],
        apps: Set<ByteString> = [],
        sources: [Path] = [],
        kinds: Set<String> = [],
        isKnown: Bool? = nil
    ) {
        self.schemes = schemes
        self.apps = apps
        self.sources = sources
        self.kinds = kinds
        self.isKnown = isKnown
    }

    /// A criterion of the filter.
    fileprivate enum Criterion: String, CaseIterable {
        case scheme = "--scheme"
        case app = "--app"
        case source = "--source"
        case kind = "--kind"
        case known = "--known or --unknown"
    }

    /// Whether every row is printed.
    var isEmpty: Bool { criteria.isEmpty }

    private var criteria: [Criterion] {
        Criterion.allCases.filter { criterion in
            switch criterion {
            case .scheme: !schemes.isEmpty
            case .app: !apps.isEmpty
            case .source: !sources.isEmpty
            case .kind: !kinds.isEmpty
            case .known: isKnown != nil
            }
        }
    }

    /// Checks that all criteria apply to the rows of `subject`, and that the kinds exist.
    ///
    /// - Throws: ``UsageError``.
    func validate(for subject: ListCommand.Subject) throws(UsageError) {
        let applicable = subject.criteria
        if let criterion = criteria.first(where: { !applicable.contains($0) }) {
            throw UsageError("'list \(subject.rawValue)' has no option \(criterion.rawValue)", hint: "omit it")
        }
        let known = subject.kinds
        if let kind = kinds.sorted().first(where: { !known.contains($0) }) {
            throw UsageError("unknown kind '\(kind)'", hint: "use one of these: \(known.joined(separator: ", "))")
        }
    }
}

extension ListCommand.Subject {
    fileprivate var criteria: Set<ListFilter.Criterion> {
        switch self {
        case .manifests: [.scheme, .app, .source, .kind, .known]
        case .claims: [.scheme, .app, .source, .known]
        case .apps: [.scheme, .app, .source, .kind, .known]
        case .sources: [.source, .kind]
        case .schemes: [.scheme, .app, .source, .known]
        case .domains: [.app, .source, .known]
        case .links: [.scheme, .app, .source, .kind, .known]
        case .handlers, .routes: [.app, .source, .kind]
        case .history: [.scheme, .app, .source]
        }
    }

    fileprivate var kinds: [String] {
        switch self {
        case .manifests, .apps: ProductKind.allCases.map(\.rawValue)
        case .sources: Source.Kind.allCases.map(\.name)
        case .links: Link.Kind.allCases.map(\.rawValue)
        case .handlers, .routes: Handler.Kind.allCases.map(\.rawValue)
        case .claims, .schemes, .domains, .history: []
        }
    }
}

/// A filter whose names were looked up in a registry.
struct ResolvedListFilter {
    private let filter: ListFilter
    private let knowledge: Knowledge
    /// The names of the sources; `nil` for all.
    private let sources: Set<ByteString>?
    /// The apps that claim the filter's schemes; `nil` for all.
    private var claimants: Set<AppID>?
    /// The schemes that the filter's apps and sources claim; `nil` for all.
    private var claimed: Set<SchemeKey>?

    /// - Parameter source: Returns the name of a source that the user named.
    init(_ filter: ListFilter, knowledge: Knowledge, source: (Path) throws -> String) rethrows {
        self.filter = filter
        self.knowledge = knowledge
        sources = filter.sources.isEmpty ? nil : Set(try filter.sources.map { ByteString(try source($0)) })
    }

    /// Whether a criterion for the rows of `subject` is about claims, which ``note(_:)`` must get before the rows.
    func dependsOnClaims(for subject: ListCommand.Subject) -> Bool {
        switch subject {
        case .apps: !filter.schemes.isEmpty
        case .schemes: !filter.apps.isEmpty || sources != nil
        default: false
        }
    }

    /// Takes the claims that decide about apps and schemes.
    ///
    /// - Parameter forEach: Passes all claims.
    mutating func note(claims forEach: ((Claim) throws -> Void) throws -> Void) rethrows {
        var (claimants, claimed): (Set<AppID>, Set<SchemeKey>) = ([], [])
        try forEach { claim in
            guard admits(claim), let scheme = claim.scheme else { return }
            claimants.insert(claim.app.id)
            claimed.insert(scheme)
        }
        (self.claimants, self.claimed) = (claimants, claimed)
    }

    func admits(_ manifest: Manifest) -> Bool {
        let schemes = manifest.urlTypes.lazy.flatMap(\.schemes).compactMap(\.key)
        return (filter.schemes.isEmpty || schemes.contains { filter.schemes.contains($0) }) && admits(app: manifest.app)
            && admits(manifest.origin) && admits(kind: manifest.kind.rawValue)
    }

    /// Whether a claim matches the criteria about its scheme, app and source.
    private func admits(_ claim: Claim) -> Bool {
        admits(claim.scheme) && isNamed(claim.app.id) && admits(claim.place)
    }

    /// Whether a claim is printed.
    func admits(listed claim: Claim) -> Bool { admits(claim) && admits(app: claim.app.id) }

    func admits(_ claim: DomainClaim) -> Bool { admits(app: claim.claim.app.id) && admits(claim.claim.place) }

    /// Whether an app or another product matches all criteria but its kind.
    func admits(_ row: AppCounts) -> Bool {
        admits(app: row.app.id) && claimants?.contains(row.app.id) ?? true
            && (sources.map { names in row.sources.contains { names.contains(ByteString($0)) } } ?? true)
    }

    /// Whether the kind of a product matches. Other products than apps must be asked for.
    func admits(kindOf row: AppCounts) -> Bool {
        let isAsked = !filter.kinds.isEmpty || !filter.apps.isEmpty
        return isAsked ? admits(kind: row.kind.rawValue) : row.kind.isApplication
    }

    func admits(_ row: SourceCounts) -> Bool {
        (sources?.contains(ByteString(row.source.name)) ?? true) && admits(kind: row.source.kind.name)
    }

    func admits(_ row: SchemeCounts) -> Bool {
        admits(row.scheme) && claimed?.contains(row.scheme) ?? true
            && (filter.isKnown.map { $0 != knowledge.facts(about: row.scheme).isEmpty } ?? true)
    }

    func admits(_ entry: HistoryEntry) -> Bool {
        admits(entry.scheme) && admits(app: entry.app) && (sources?.contains(ByteString(entry.source)) ?? true)
    }

    /// Whether the code of a target matches, whatever its links and handlers are.
    func admits(_ target: TargetFacts) -> Bool {
        filter.apps.isEmpty || target.manifests.contains { filter.apps.contains($0.app.text) }
    }

    func admits(_ link: Link) -> Bool {
        let schemes = Set(link.alternatives.compactMap(\.scheme))
        return (filter.schemes.isEmpty || !schemes.isDisjoint(with: filter.schemes)) && admits(link.place)
            && admits(kind: link.kind.rawValue) && (filter.isKnown.map { $0 == (link.known != .unknown) } ?? true)
    }

    func admits(_ handler: Handler) -> Bool { admits(handler.place) && admits(kind: handler.kind.rawValue) }

    private func admits(_ scheme: SchemeKey?) -> Bool {
        filter.schemes.isEmpty || scheme.map(filter.schemes.contains) ?? false
    }

    private func admits(app: AppID) -> Bool {
        isNamed(app) && (filter.isKnown.map { $0 == app.isKnown } ?? true)
    }

    private func isNamed(_ app: AppID) -> Bool { filter.apps.isEmpty || filter.apps.contains(app.text) }

    private func admits(_ place: Place) -> Bool { sources?.contains(ByteString(place.source ?? "")) ?? true }

    private func admits(kind: String) -> Bool { filter.kinds.isEmpty || filter.kinds.contains(kind) }
}
