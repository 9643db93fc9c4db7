package import SchemeModel
package import SchemeReports
import SchemeRules
import SchemeStore

/// Shows what changed between two versions of the same apps.
package struct DiffCommand: Command {
    /// The two versions to compare; each is a registry, a path, `REVISION:PATH`, or `REVISION` for the current folder.
    package var sides: (before: Path, now: Path)
    /// How to read both versions; `paths` is ignored.
    package var inputs: InputOptions
    /// Which findings to report, among those that are new or gone.
    package var filter: FindingFilter
    /// CSV files with teams' tables of known schemes, used for both versions.
    package var known: [Path]
    /// The configuration to use.
    package var configuration: ConfigurationOptions
    /// The output format.
    package var format: Difference.Format

    /// Creates a command with these options.
    package init(
        from before: Path,
        to now: Path,
        inputs: InputOptions,
        filter: FindingFilter = FindingFilter(),
        known: [Path] = [],
        configuration: ConfigurationOptions = ConfigurationOptions(),
        format: Difference.Format = .text
    ) {
        sides = (before, now)
        self.inputs = inputs
        self.filter = filter
        self.known = known
        self.configuration = configuration
        self.format = format
    }

    package func run(in context: Context) throws -> ExitCode {
        try filter.validate()
        let request = ScanRequest(
            inputs: inputs,
            configuration: configuration,
            disk: context.files,
            rules: filter.rules,
            knowledge: try .builtIn(adding: known, in: context)
        )
        let before = try DiffSide.read(sides.before, as: request, in: context)
        let now = try DiffSide.read(sides.now, as: request, in: context)
        var problems = (before.problems + now.problems).sorted()
        if !inputs.allowsEmpty, problems.isEmpty, try before.isEmpty && now.isEmpty {
            problems = [.nothingFound(action: "compared", in: try now.index.sources().first?.name)]
        }
        let (old, oldProblems) = try before.findings()
        let (new, newProblems) = try now.findings(earlier: problems.isEmpty ? try now.earlierClaims(from: before) : [:])
        problems = (problems + oldProblems + newProblems).sorted()
        let difference = Difference(
            changes: Self.changes(from: try before.claims, to: try now.claims),
            appeared: BaseVersion.unmatched(new, among: old, standsFor: ==).filter(filter.admits),
            vanished: BaseVersion.unmatched(old, among: new, standsFor: ==).filter(filter.admits),
            problems: problems
        )
        // A new finding may be about what only the earlier side has, such as an app that is gone.
        let (sources, earlier) = (try now.index.sources(), try before.index.sources())
        try difference.write(
            format,
            to: context.byteOutput,
            context: context.findingContext(sources: sources + earlier),
            earlier: context.findingContext(sources: earlier)
        )
        try before.close()
        try now.close()
        if !problems.isEmpty { return .incomplete }
        return difference.appeared.contains { filter.failOn.isMet(by: $0.severity) } ? .findings : .clean
    }

    /// Returns the claims that differ, ordered by scheme, app and kind.
    private static func changes(from before: [Claim], to now: [Claim]) -> [Difference.Change] {
        let (old, new) = (byAppAndScheme(before), byAppAndScheme(now))
        var changes: [Difference.Change] = []
        for participation in Set(old.keys).union(new.keys).sorted() {
            let (was, still) = (old[participation] ?? [], new[participation] ?? [])
            guard let first = was.first else {
                if let claim = still.first { changes.append(change(.claimed, nil, claim, of: claim)) }
                continue
            }
            guard let claim = still.first else {
                changes.append(change(.released, first, nil, of: first))
                continue
            }
            let properties: [(Difference.Change.Kind, KeyPath<Claim, String?>)] = [
                (.role, \.role), (.identifier, \.identifier),
            ]
            for (kind, value) in properties {
                let (from, to) = (values(of: was, value), values(of: still, value))
                guard from != to else { continue }
                var change = change(kind, first, claim, of: claim)
                (change.valuesBefore, change.valuesNow) = (from.map(\.string), to.map(\.string))
                changes.append(change)
            }
        }
        return changes
    }

    /// Groups the claims of applications by scheme and app, each group ordered by place.
    private static func byAppAndScheme(_ claims: [Claim]) -> [AppScheme: [Claim]] {
        var groups: [AppScheme: [Claim]] = [:]
        for claim in claims.sorted() where claim.profile.isApplication {
            guard let scheme = claim.scheme else { continue }
            groups[AppScheme(scheme: scheme, app: claim.app.id), default: []].append(claim)
        }
        return groups
    }

    private static func values(of claims: [Claim], _ value: KeyPath<Claim, String?>) -> [ByteString] {
        Set(claims.compactMap { $0[keyPath: value] }.map(ByteString.init)).sorted()
    }

    private static func change(
        _ kind: Difference.Change.Kind,
        _ earlier: Claim?,
        _ now: Claim?,
        of claim: Claim
    ) -> Difference.Change {
        Difference.Change(
            kind,
            claim.scheme ?? SchemeKey(claim.declared.raw),
            of: claim.app,
            earlier: earlier?.place,
            now: now?.place
        )
    }
}

/// One of the two versions that `diff` compares.
private struct DiffSide {
    let index: any ClaimIndex
    var problems: [Problem]
    let checker: FindingChecker
    /// The registry to close; `nil` for files.
    let registry: Registry?

    /// Reads the version that `name` stands for.
    ///
    /// - Parameter request: How to read anything that isn't a registry; its paths are ignored.
    /// - Throws: ``UsageError`` if `name` is neither a registry, a path nor a revision; ``Interruption``; and errors of
    ///   the registry.
    static func read(_ name: Path, as request: ScanRequest, in context: Context) throws -> DiffSide {
        if Registry.isServer(name) { return try read(registryAt: name, request, in: context) }
        let absolute = context.currentDirectory.appending(name)
        if isDatabase(absolute, context) { return try read(registryAt: absolute, request, in: context) }
        if isThere(name, context) { return try read(path: name, request, in: context) }
        guard let cut = name.bytes.firstIndex(of: UInt8(ascii: ":")) else {
            if let folder = try folder(inRevision: name, in: context) {
                return try read(path: folder, inRevision: name.display, request, in: context)
            }
            throw UsageError(
                "'\(name.display)' does not exist",
                hint: "specify a registry, a path, or a git revision and a path in it, such as main:App"
            )
        }
        let (revision, path) = (Path(bytes: name.bytes[..<cut]), Path(bytes: name.bytes[(cut + 1)...]))
        return try read(path: path, inRevision: revision.display, request, in: context)
    }

    /// Returns the path of the current folder in its repository if `name` is a revision there; `nil` otherwise.
    private static func folder(inRevision name: Path, in context: Context) throws -> Path? {
        let here = context.currentDirectory
        do {
            let commit = try GitRevision.find(name.display, sinceBranching: false, around: here, in: context)
            return ((try? context.files.realPath(of: here)) ?? here).relative(to: commit.root)
        } catch is UsageError {
            return nil
        }
    }

    private static func read(registryAt path: Path, _ request: ScanRequest, in context: Context) throws -> DiffSide {
        let registry = try Registry(at: path, for: .reading, in: context)
        let knowledge = request.knowledge.adding(try registry.teamTables())
        let configurations = try ConfigurationLoader.read(
            for: registry.sources(),
            options: request.configuration,
            asked: request.rules,
            in: context
        )
        return DiffSide(
            index: RegistryIndex(registry, knowledge: knowledge),
            problems: try registry.problems().map(\.ofImport),
            checker: FindingChecker(knowledge: knowledge, policies: configurations.policies),
            registry: registry
        )
    }

    private static func read(path: Path, _ request: ScanRequest, in context: Context) throws -> DiffSide {
        var request = request
        request.inputs.paths = [path]
        let sources = try request.discover(in: context)
        let version = try sources.read(in: context).indexed()
        return DiffSide(
            index: version.index,
            problems: version.scan.problems,
            checker: FindingChecker(knowledge: request.knowledge, policies: sources.configurations.policies),
            registry: nil
        )
    }

    private static func read(
        path: Path,
        inRevision revision: String,
        _ request: ScanRequest,
        in context: Context
    ) throws -> DiffSide {
        let here = context.currentDirectory
        let commit = try GitRevision.find(revision, sinceBranching: false, around: here, in: context)
        let absolute = commit.root.appending(path).normalized
        // Outside the repository, files have no earlier version.
        guard absolute.relative(to: commit.root) != nil else {
            throw UsageError(
                "'\(path.display)' is outside the repository '\(commit.root.display)'",
                hint: "start the path after REVISION: at the root of the repository"
            )
        }
        let files = try commit.files(in: context)
        var reading = context
        reading.files = files
        var side = try read(path: absolute, request, in: reading)
        side.problems += files.problems
        files.noteMissing(from: "'\(revision)'")
        return side
    }

    /// Returns whether a file or folder exists at the path. If it can't be examined, the error is reported on reading.
    private static func isThere(_ name: Path, _ context: Context) -> Bool {
        guard !name.bytes.isEmpty else { return false }
        do throws(FileError) {
            _ = try context.files.kind(of: context.currentDirectory.appending(name))
            return true
        } catch {
            return error != .notFound
        }
    }

    /// Returns whether the file has the format of a SQLite database. Other problems are reported on reading.
    private static func isDatabase(_ path: Path, _ context: Context) -> Bool {
        let magic = Array("SQLite format 3\0".utf8)
        do throws(FileError) {
            let file = try context.files.randomAccess(to: path)
            return file.stamp.size >= magic.count ? try file.read(at: 0, count: magic.count) == magic : false
        } catch {
            return false
        }
    }

    /// Returns the findings of this version that aren't accepted, and the limits that the check exceeded.
    ///
    /// - Parameter earlier: The earlier claims of its sources, if known.
    func findings(earlier: [ByteString: [Claim]] = [:]) throws -> ([Finding], [Problem]) {
        let result = try checker.check(index, earlier: earlier, problems: problems.sorted())
        return (result.findings.filter { $0.accepted == nil }, result.problems)
    }

    /// Whether this version has no manifest.
    var isEmpty: Bool {
        get throws {
            struct Found: Error {}
            do {
                try index.forEachManifest { _ in throw Found() }
                return true
            } catch is Found {
                return false
            }
        }
    }

    var claims: [Claim] {
        get throws {
            var claims: [Claim] = []
            try index.forEachClaim { claims.append($0) }
            return claims
        }
    }

    /// Returns the claims of this version's sources in the other version: those of sources with the same names, or all
    /// claims if this version has only one source.
    func earlierClaims(from other: DiffSide) throws -> [ByteString: [Claim]] {
        let names = try index.sources().map { ByteString($0.name) }
        let claims = try other.claims
        let before = Dictionary(grouping: claims) { ByteString($0.place.source ?? "") }
        if names.count == 1, let name = names.first { return [name: claims] }
        return before.filter { names.contains($0.key) }
    }

    func close() throws { try registry?.close() }
}
