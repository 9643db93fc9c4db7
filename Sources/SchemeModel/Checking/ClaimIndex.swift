/// Claims by scheme and by app: all that rules need of a registry, and all that another database would have to offer.
///
/// Implementations: in memory (``check`` builds no database) and a registry. Everything is in the stated order, so the
/// same facts give the same report whatever holds them.
public protocol ClaimIndex {
    /// Calls `body` with every manifest, in order of source, path, member, project, target.
    ///
    /// - Throws: what `body` throws, and what keeps the index from being read.
    func forEachManifest(_ body: (Manifest) throws -> Void) throws

    /// Calls `body` with every target whose code was read, in order of source, project and target.
    ///
    /// - Throws: what `body` throws, and what keeps the index from being read.
    func forEachTarget(_ body: (TargetFacts) throws -> Void) throws

    /// Calls `body` with every declared scheme, in order of manifest, URL type and scheme; those that amount to no scheme
    /// among them.
    ///
    /// - Throws: what `body` throws, and what keeps the index from being read.
    func forEachClaim(_ body: (Claim) throws -> Void) throws

    /// Calls `body` with each scheme that applications of more than one container claim, in order of the scheme's
    /// bytes, and all its claims in order of place.
    ///
    /// - Throws: what `body` throws, and what keeps the index from being read.
    func forEachContestedScheme(_ body: (ClaimGroup) throws -> Void) throws

    /// All claims on `scheme`, in order of place.
    func claims(on scheme: SchemeKey) throws -> [Claim]

    /// All declared schemes of `app`, in order of place; those that amount to no scheme among them.
    func claims(of app: AppID) throws -> [Claim]

    /// The sources, in order of their names.
    func sources() throws -> [Source]

    /// When an app began and ceased to claim `scheme`, oldest first; empty where no history is kept.
    func history(of scheme: SchemeKey) throws -> [HistoryEntry]
}

extension ClaimIndex {
    /// No code was read.
    public func forEachTarget(_ body: (TargetFacts) throws -> Void) throws {}
}

/// The claims on one scheme.
public struct ClaimGroup: Sendable {
    /// The scheme.
    public var scheme: SchemeKey
    /// All claims on it, in order of place.
    public var claims: [Claim]
    /// The sources whose claims are judged; the others are only neighbours. `nil`: all are judged.
    public var subjects: Set<String>?
    /// The apps that share the scheme and are meant to, so that they do not collide with each other.
    public var sharers: Set<AppID> = []
    /// The apps that are called back with the scheme by their own authentication sessions alone, so that no other app gets
    /// their URLs.
    public var sessionApps: Set<AppID> = []

    package init(scheme: SchemeKey, claims: [Claim], subjects: Set<String>? = nil) {
        self.scheme = scheme
        self.claims = claims
        self.subjects = subjects
    }

    /// Whether the app that makes `claim`, or contains it, is one of ``sharers``.
    public func isShared(by claim: Claim) -> Bool {
        !sharers.isEmpty && (sharers.contains(claim.container) || sharers.contains(claim.app.id))
    }

    /// Whether findings about `claim` are wanted.
    public func isSubject(_ claim: Claim) -> Bool {
        guard !sessionApps.contains(claim.container) else { return false }
        guard let subjects else { return true }
        return claim.place.source.map(subjects.contains) ?? false
    }
}

/// What was imported together and is replaced together.
public struct Source: Hashable, Sendable, Codable {
    /// The name: what `--source` said, else the real path of the root as text to read.
    public var name: String
    /// The real path of the root.
    public var root: Path
    /// What the root is.
    public var kind: Kind
    /// Whether the name was given rather than made from the root.
    public var isNamed: Bool
    /// The files and folders that were imported, by their paths below the root and in order; empty for the root itself.
    public var paths: [Path]
    /// The repository that the root lies in, where that is known.
    package var repository: Repository?

    /// A repository of git that is kept elsewhere, and a folder in it.
    package struct Repository: Hashable, Sendable, Codable {
        /// Host and path of its remote, the same for all addresses of it: `github.com/acme/wallet`.
        package var remote: String
        /// The path of the folder below the repository's root; empty for that itself.
        package var path: Path

        package init(remote: String, path: Path) {
            self.remote = remote
            self.path = path
        }
    }

    /// What a source's root is.
    public enum Kind: String, Sendable, Codable, CaseIterable {
        /// A folder and everything below it.
        case tree
        /// One file; the root is the folder that holds it.
        case file
        /// Standard input.
        case standardInput = "standard-input"
    }

    /// How standard input is called, as an input and as a source that the call gave no name.
    public static let standardInputName = "<stdin>"

    package init(name: String, root: Path, kind: Kind, isNamed: Bool, paths: [Path] = [Path(bytes: [])]) {
        self.name = name
        self.root = root
        self.kind = kind
        self.isNamed = isNamed
        self.paths = paths
    }
}

extension Source {
    /// The absolute paths of what was imported; none for standard input.
    package var places: [Path] { kind == .standardInput ? [] : paths.map { root.appending($0) } }

    /// Whether the file or folder at the absolute `path` is the source's: one of its places, or below one.
    package func holds(_ path: Path) -> Bool { places.contains { path.relative(to: $0) != nil } }

    /// Whether both sources hold something that is the same.
    package func overlaps(_ other: Source) -> Bool {
        places.contains(where: other.holds) || other.places.contains(where: holds)
    }
}

/// An app began or ceased to claim a scheme.
public struct HistoryEntry: Hashable, Sendable, Codable {
    /// When, in seconds since 1970.
    public var time: Int
    /// The name of the source, which may be forgotten since.
    public var source: String
    /// The app.
    public var app: AppID
    /// The platforms of the claim; empty when unknown.
    public var platforms: PlatformSet
    /// The scheme.
    public var scheme: SchemeKey
    /// What happened.
    public var event: Event

    /// What happened to a claim.
    public enum Event: String, Sendable, Codable, CaseIterable {
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
