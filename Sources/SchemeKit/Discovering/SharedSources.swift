import SchemeModel

/// The sources of a registry that several machines write, as this machine sees them.
///
/// Such a source is a folder of a repository, in whichever checkout. Its root in the registry is the address of the repository
/// and the folder's path in it, `/github.com/acme/wallet/ios`, so that sources of one repository contain each other there as
/// they do in a checkout. Sources without a repository keep their paths.
struct SharedSources {
    /// The roots of the checkouts around the inputs, by remote.
    private let checkouts: [String: Path]
    /// The roots in the registry and on this machine. The remote of one repository may be in the folder of another one, whose
    /// root then comes later.
    private let roots: [(stored: Path, local: Path)]
    /// The commits of the checkouts, by remote.
    private var revisions: [String: Source.Revision] = [:]
    private let files: any FileAccess

    /// Finds the repositories around `inputs`.
    ///
    /// - Parameter commit: The commit that is checked out, as the user named it; `nil` for `HEAD`.
    /// - Throws: ``UsageError`` if a repository doesn't have `commit`; ``Interruption``.
    init(around inputs: [NamedInput], commit: String?, in context: Context) throws {
        files = context.files
        var checkouts: [String: Path] = [:]
        for folder in inputs.compactMap(\.folder) {
            guard let repository = Source.Repository.find(around: folder, in: files) else { continue }
            let below = repository.path.bytes.count
            let root = below == 0 ? folder : Path(bytes: folder.bytes.dropLast(below + 1))
            checkouts[repository.remote] = checkouts[repository.remote] ?? root
        }
        self.checkouts = checkouts
        roots = checkouts.sorted { ByteString($0.key) > ByteString($1.key) }.map { remote, checkout in
            (Self.root(of: Source.Repository(remote: remote, path: Path(bytes: []))), checkout)
        }
        for (remote, root) in checkouts.sorted(by: { $0.value < $1.value }) {
            var revision = try Source.Revision.find(commit, in: root, context: context)
            // A commit whose author's clock was fast would be newer than all others for as long.
            if let time = revision?.time { revision?.time = min(time, context.now()) }
            revisions[remote] = revision
        }
    }

    /// Returns the commit from which a source of this machine is imported, if it is known.
    func revision(of source: Source) -> Source.Revision? { source.repository.flatMap { revisions[$0.remote] } }

    /// Returns the sources that can have something in common with the inputs, with the folders that they have here.
    func local(_ stored: [Source]) -> [Source] {
        stored.compactMap { source in
            guard let repository = source.repository else { return source }
            guard let checkout = checkouts[repository.remote] else { return nil }
            var source = source
            source.root = checkout.appending(repository.path)
            return source
        }
    }

    /// Returns a source of this machine with its name in the registry.
    func named(_ source: Source) -> Source {
        var named = source
        named.repository = Source.Repository.find(around: source.root, in: files)
        guard !source.isNamed, let repository = named.repository, source.kind != .standardInput else { return named }
        let root = Self.root(of: repository)
        let place = source.kind == .file ? root.appending(source.paths.first ?? Path(bytes: [])) : root
        named.name = Path(bytes: place.bytes.dropFirst()).display
        return named
    }

    /// Returns a source of this machine as it is stored.
    func stored(_ source: Source) -> Source {
        var source = source
        if let repository = source.repository { source.root = Self.root(of: repository) }
        return source
    }

    /// Returns the path on this machine of a path in the registry. A path of another repository stays as it is.
    func local(_ path: Path) -> Path {
        for root in roots {
            if let below = path.relative(to: root.stored) { return root.local.appending(below) }
        }
        return path
    }

    private static func root(of repository: Source.Repository) -> Path {
        // A remote on this machine starts with a slash.
        let remote = Path("/" + repository.remote.drop { $0 == "/" })
        return remote.appending(repository.path)
    }
}
