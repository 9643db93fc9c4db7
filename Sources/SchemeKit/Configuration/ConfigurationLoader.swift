import SchemeModel
import SchemeRules

/// Finds and reads the configurations of sources, each file once.
struct ConfigurationLoader {
    /// The policies in the configurations.
    private(set) var policies: TeamPolicies
    /// The digest of each file's bytes, by the place of findings about it.
    private(set) var digests: [Place: String] = [:]
    /// The files, for reports, ordered by place.
    private(set) var files: [PolicyFile] = []

    private init(policies: TeamPolicies) { self.policies = policies }

    /// The name of configuration files.
    static let name: Path = ".schemereg.yml"

    /// The markers of repositories, where the search upward ends.
    private static let ends: [Path] = [".git", ".hg", ".jj", ".svn"]

    /// Returns the plan with what its configuration says about reading.
    func governed(_ plan: SourcePlan) -> SourcePlan {
        var plan = plan
        plan.exclusions = policies.exclusions(of: plan.source.name)
        plan.readsCode = policies.readsCode(of: plan.source.name)
        plan.addAssociations(policies.associationFiles(of: plan.source.name))
        return plan
    }

    /// Reads the configurations of `sources`.
    ///
    /// - Parameters:
    ///   - asked: The rules that were named on the command line.
    ///   - isWhole: Whether the run reads the complete sources, so that unmatched entries are unused.
    ///   - parts: The names of sources that are read only in part.
    ///   - earlier: The revision to compare with. Configurations that are found, not named, are used as they were there,
    ///     so that a change can't hide its own findings.
    /// - Throws: ``UsageError`` with the mistakes in all files.
    static func read(
        for sources: [Source],
        options: ConfigurationOptions,
        asked: Set<String> = [],
        isWhole: Bool = true,
        parts: Set<String> = [],
        comparedWith earlier: BaseRevision? = nil,
        in context: Context
    ) throws(UsageError) -> ConfigurationLoader {
        for id in options.levels.keys.sorted() { _ = try RuleNames.rule(id) }
        var configurations = ConfigurationLoader(
            policies: TeamPolicies(
                requestedRules: asked,
                levels: options.levels,
                isStrict: options.isStrict,
                now: context.now()
            )
        )
        // The current files are read even if they aren't used, because their mistakes would break later runs.
        var used = try readFiles(of: sources, options.choice, in: context)
        var unused: [LoadedConfiguration] = []
        var isEarlier = false
        if let earlier, options.choice == .found {
            var past = context
            past.files = earlier.files
            do throws(UsageError) {
                let before = try readFiles(of: sources, options.choice, in: past)
                (used, unused, isEarlier) = (before, used, true)
            } catch {
                // The current one is the author's.
                throw UsageError(
                    "the configuration of \(earlier.name) is invalid, so it is unknown what it accepts",
                    details: error.details,
                    hint: "fix it there first, or check the fix with --config"
                )
            }
        }
        for file in used {
            let change = earlier?.change(of: file, isEarlier: isEarlier, in: context)
            configurations.digests[file.place] = file.digest
            configurations.files.append(
                PolicyFile(
                    .configuration,
                    at: file.place,
                    digest: file.digest,
                    effects: .init(of: file.configuration),
                    revision: earlier?.identity,
                    change: change,
                    isEarlier: isEarlier && change != nil
                )
            )
            // An acceptance that the current version lacks isn't unused.
            configurations.add(file, options, isWhole: isWhole && change == nil, parts: parts)
        }
        for file in unused where !used.contains(where: { $0.path == file.path }) {
            guard let earlier, earlier.change(of: file, isEarlier: false, in: context) == .added else { continue }
            configurations.files.append(
                PolicyFile(
                    .configuration,
                    at: file.place,
                    digest: nil,
                    effects: .init(),
                    revision: earlier.identity,
                    change: .added,
                    isEarlier: true
                )
            )
        }
        configurations.files.sort { $0.place < $1.place }
        if let sdk = options.sdk { configurations.policies.setSDK(sdk.major) }
        return configurations
    }
}

/// A configuration that was found or named, and read.
private struct LoadedConfiguration {
    /// The real path.
    let path: Path
    /// The place of findings about it.
    let place: Place
    let digest: String
    let configuration: TeamConfiguration
    /// The sources that it governs.
    let sources: [Source]
}

extension BaseRevision {
    /// Returns the difference between a file in the revision and in the work tree; `nil` if there is none or the file
    /// is outside the repository.
    ///
    /// - Parameter isEarlier: Whether `file` was read from the revision.
    fileprivate func change(of file: LoadedConfiguration, isEarlier: Bool, in context: Context) -> PolicyFile.Change? {
        let limit = Limits.standard.configurationBytes
        guard let path = path(ofNamed: file.path, in: context),
            isUnchangedOnBranch(path, limit: limit, in: context) != true
        else { return nil }
        let other: any FileAccess = isEarlier ? context.files : files
        do throws(FileError) {
            let bytes = try other.contents(of: path, limit: limit).bytes
            return SHA256.hex(of: bytes) == file.digest ? nil : .changed
        } catch {
            // A version that can't be read is not the same one.
            return error == .notFound ? (isEarlier ? .removed : .added) : .changed
        }
    }
}

extension ConfigurationLoader {
    /// Finds and reads the configurations of `sources`, ordered by path.
    ///
    /// - Throws: ``UsageError`` with the mistakes in all files.
    private static func readFiles(
        of sources: [Source],
        _ choice: ConfigurationOptions.Choice,
        in context: Context
    ) throws(UsageError) -> [LoadedConfiguration] {
        var files: [Path: [Source]] = [:]
        var lines: [String] = []
        switch choice {
        case .none: break
        case .file(let path):
            let absolute = context.currentDirectory.appending(path)
            do throws(FileError) {
                files[try context.files.realPath(of: absolute)] = sources
            } catch {
                let name = "the configuration '\(path.display)'"
                throw UsageError(
                    error == .notFound ? "\(name) does not exist" : "\(name) cannot be used: \(error.clause)"
                )
            }
        case .found:
            var search = Search(context: context)
            for source in sources {
                guard let found = search.file(above: source.root) else { continue }
                switch found {
                case .success(let path): files[path, default: []].append(source)
                case .failure(let refusal): if !lines.contains(refusal.line) { lines.append(refusal.line) }
                }
            }
        }
        var read: [LoadedConfiguration] = []
        for (path, governed) in files.sorted(by: { $0.key < $1.key }) {
            do throws(FileError) {
                let limit = Limits.standard.configurationBytes
                let bytes = try context.files.contents(of: path, limit: limit).bytes
                let place = Self.place(of: path, among: governed)
                let (configuration, mistakes) = ConfigurationReader.read(bytes, at: place)
                lines += mistakes.map { $0.line(in: context.shown(path)) }
                read.append(
                    LoadedConfiguration(
                        path: path,
                        place: place,
                        digest: SHA256.hex(of: bytes),
                        configuration: configuration,
                        sources: governed
                    )
                )
            } catch {
                lines.append("\(context.shown(path)): \(error.clause)")
            }
        }
        if !lines.isEmpty { throw UsageError(mistakesOfConfigurations: lines) }
        return read
    }

    /// Adds the policies in `file`.
    private mutating func add(
        _ file: LoadedConfiguration,
        _ options: ConfigurationOptions,
        isWhole: Bool,
        parts: Set<String>
    ) {
        let folder = file.path.directory
        let isCovered = file.sources.contains { source in
            source.kind == .tree && source.paths == [Path(bytes: [])] && !parts.contains(source.name)
                && folder.relative(to: source.root) != nil
        }
        let isGiven = options.choice != .found
        let governing = TeamPolicies.GoverningConfiguration(
            configuration: file.configuration,
            isWhole: isWhole && isCovered,
            checksExamples: isCovered || isGiven
        )
        // If the file is elsewhere, its patterns start from the source's root.
        policies.add(governing, for: file.sources.map { ($0.name, $0.root.relative(to: folder) ?? Path(bytes: [])) })
    }

    /// Returns the place of the file in findings, relative to the first of its sources.
    private static func place(of path: Path, among sources: [Source]) -> Place {
        let source = sources.min { ByteString($0.name) < ByteString($1.name) }
        return Place(source: source?.name, path: source.flatMap { path.relative(to: $0.root) } ?? path)
    }

    /// A search for configurations upward that visits each folder once.
    private struct Search {
        let context: Context
        private var known: [Path: Result<Path, RejectedConfiguration>?] = [:]

        init(context: Context) { self.context = context }

        /// The reason for rejecting a configuration.
        struct RejectedConfiguration: Error {
            let line: String
        }

        /// Returns the configuration in the folder or the nearest one above, up to the root of the repository or file
        /// system.
        mutating func file(above folder: Path) -> Result<Path, RejectedConfiguration>? {
            if let known = known[folder] { return known }
            let found: Result<Path, RejectedConfiguration>?
            if let own = file(in: folder) {
                found = own
            } else if folder == "/" || !folder.isAbsolute || isRepository(folder) {
                found = nil
            } else {
                found = file(above: folder.directory)
            }
            known[folder] = .some(found)
            return found
        }

        private func file(in folder: Path) -> Result<Path, RejectedConfiguration>? {
            let path = folder.appending(ConfigurationLoader.name)
            do throws(FileError) {
                let real = try context.files.realPath(of: path)
                // The target could be any file that the user can read, and errors would quote it.
                guard real.relative(to: folder) != nil else {
                    let message = "it is a link to a file outside its folder; use that file with --config"
                    return .failure(RejectedConfiguration(line: "\(context.shown(path)): \(message)"))
                }
                return .success(real)
            } catch {
                return error == .notFound
                    ? nil : .failure(RejectedConfiguration(line: "\(context.shown(path)): \(error.clause)"))
            }
        }

        private func isRepository(_ folder: Path) -> Bool {
            ConfigurationLoader.ends.contains { name in
                do throws(FileError) {
                    _ = try context.files.kind(of: folder.appending(name))
                    return true
                } catch {
                    // A file that can't be examined may be a configuration, so the search must not go past it.
                    return error != .notFound
                }
            }
        }
    }
}

extension Context {
    /// Returns the path relative to the current folder.
    fileprivate func shown(_ path: Path) -> String {
        let relative = path.relative(to: currentDirectory) ?? path
        return relative.bytes.isEmpty ? "." : relative.display
    }
}

extension FileError {
    /// The reason why a configuration couldn't be read, as a clause.
    fileprivate var clause: String {
        switch self {
        case .notFound: "no such file"
        case .permissionDenied: "permission denied"
        case .wrongKind: "it is not a file"
        case .tooLarge(let limit): "it is larger than \(limit / 1024) KiB"
        case .changedWhileReading: "it changed while it was read"
        case .tooSlow: "reading it took too long"
        case .leadsOut(let link): "it is behind the link '\(link.display)', which leads outside the folder"
        case .encrypted: "it is encrypted"
        case .system(let code): "it cannot be read: \(SystemError.text(of: code))"
        }
    }
}
