/// Access to claims by scheme and by app: everything that rules need from a registry.
///
/// There is an implementation in memory, which ``check`` uses without building a database, and one over a registry.
/// Every method uses the documented order, so the same facts give the same report with either implementation.
package protocol ClaimIndex {
    /// Calls `body` with every manifest, ordered by source, path, member, project and target.
    ///
    /// - Throws: An error from `body`, or an error if the index cannot be read.
    func forEachManifest(_ body: (Manifest) throws -> Void) throws

    /// Calls `body` with every irregularity of an input that is not a manifest. Those of one input are consecutive and in
    /// order.
    ///
    /// - Throws: An error from `body`, or an error if the index cannot be read.
    func forEachIrregularity(_ body: (InputIrregularity) throws -> Void) throws

    /// Calls `body` with every target whose code was read, ordered by source, project and target.
    ///
    /// - Throws: An error from `body`, or an error if the index cannot be read.
    func forEachTarget(_ body: (TargetFacts) throws -> Void) throws

    /// Calls `body` with every declared scheme, invalid ones included, ordered by manifest, URL type and scheme.
    ///
    /// - Throws: An error from `body`, or an error if the index cannot be read.
    func forEachClaim(_ body: (Claim) throws -> Void) throws

    /// Calls `body` with each contested scheme and all its claims.
    ///
    /// A scheme is contested when applications of more than one container claim it. The schemes are ordered by their
    /// bytes, the claims by place.
    ///
    /// - Throws: An error from `body`, or an error if the index cannot be read.
    func forEachContestedScheme(_ body: (ClaimGroup) throws -> Void) throws

    /// Returns all claims on `scheme`, ordered by place.
    func claims(on scheme: SchemeKey) throws -> [Claim]

    /// Returns all declared schemes of `app`, invalid ones included, ordered by place.
    func claims(of app: AppID) throws -> [Claim]

    /// Returns the sources, ordered by name.
    func sources() throws -> [Source]

    /// Returns when apps started and stopped claiming `scheme`, oldest first; empty when no history is kept.
    func history(of scheme: SchemeKey) throws -> [HistoryEntry]
}

extension ClaimIndex {
    /// Does nothing: no code was read.
    package func forEachTarget(_ body: (TargetFacts) throws -> Void) throws {}
}

/// The claims on one scheme.
package struct ClaimGroup: Sendable {
    package var scheme: SchemeKey
    /// All claims on the scheme, ordered by place.
    package var claims: [Claim]
    /// The sources whose claims are checked; the others only provide context. `nil` when all sources are checked.
    package var subjects: Set<String>?
    /// The apps that share the scheme on purpose and therefore don't collide with each other.
    package var sharers: Set<AppID> = []
    /// The apps that receive the scheme only through their own authentication sessions.
    ///
    /// No other app gets their URLs.
    package var sessionApps: Set<AppID> = []

    package init(scheme: SchemeKey, claims: [Claim], subjects: Set<String>? = nil) {
        self.scheme = scheme
        self.claims = claims
        self.subjects = subjects
    }

    /// Whether the app that makes `claim`, or the app that contains it, is one of ``sharers``.
    package func isShared(by claim: Claim) -> Bool {
        !sharers.isEmpty && (sharers.contains(claim.container) || sharers.contains(claim.app.id))
    }

    /// Whether findings about `claim` are reported.
    package func isSubject(_ claim: Claim) -> Bool {
        guard !sessionApps.contains(claim.container) else { return false }
        guard let subjects else { return true }
        return claim.place.source.map(subjects.contains) ?? false
    }
}

/// A set of inputs that are imported and replaced together.
package struct Source: Hashable, Sendable, Codable {
    /// The name: the value of `--source`, or the real path of the root as displayable text.
    package var name: String
    /// The real path of the root.
    package var root: Path
    /// The kind of root.
    package var kind: Kind
    /// Whether the user gave the name; otherwise it is derived from the root.
    package var isNamed: Bool
    /// The imported files and folders, as sorted paths below the root; an empty path is the root itself.
    package var paths: [Path]
    /// The repository that contains the root, when known.
    package var repository: Repository?

    /// A Git repository with a remote, and a folder in it.
    package struct Repository: Hashable, Sendable, Codable {
        /// The host and path of the remote, the same for all its address forms: `github.com/acme/wallet`.
        package var remote: String
        /// The path of the folder below the repository's root; empty for the root itself.
        package var path: Path

        package init(remote: String, path: Path) {
            self.remote = remote
            self.path = path
        }
    }

    /// The kind of a source's root.
    package enum Kind: String, Sendable, Codable, CaseIterable {
        /// A folder and everything below it.
        case tree
        /// One file; the root is its folder.
        case file
        /// Standard input.
        case standardInput = "standard-input"
    }

    /// The name of standard input, both as an input and as an unnamed source.
    package static let standardInputName = "<stdin>"

    package init(name: String, root: Path, kind: Kind, isNamed: Bool, paths: [Path] = [Path(bytes: [])]) {
        self.name = name
        self.root = root
        self.kind = kind
        self.isNamed = isNamed
        self.paths = paths
    }
}

extension Source {
    /// The absolute paths of the imported files and folders; empty for standard input.
    package var places: [Path] { kind == .standardInput ? [] : paths.map { root.appending($0) } }

    /// Whether the absolute `path` is one of the source's places or below one.
    package func holds(_ path: Path) -> Bool { places.contains { path.relative(to: $0) != nil } }

    /// Whether the two sources have a file or folder in common.
    package func overlaps(_ other: Source) -> Bool {
        places.contains(where: other.holds) || other.places.contains(where: holds)
    }
}

/// The start or end of an app's claim on a scheme.
package struct HistoryEntry: Hashable, Sendable, Codable {
    /// The time, in seconds since 1970.
    package var time: Int
    /// The name of the source, which may have been removed from the registry since.
    package var source: String
    package var app: AppID
    /// The platforms of the claim; empty when unknown.
    package var platforms: PlatformSet
    package var scheme: SchemeKey
    /// What happened.
    package var event: Event

    /// What happened to a claim.
    package enum Event: String, Sendable, Codable, CaseIterable {
        case claimed
        case released
    }

    package init(
        time: Int,
        source: String,
        app: AppID,
        platforms: PlatformSet,
        scheme: SchemeKey,
        event: Event
    ) {
        self.time = time
        self.source = source
        self.app = app
        self.platforms = platforms
        self.scheme = scheme
        self.event = event
    }
}
