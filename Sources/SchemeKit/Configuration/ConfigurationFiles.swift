import SchemeModel
import SchemeRules

/// Finds and reads the configurations that are in force, each file once.
struct ConfigurationFiles {
    /// What they decide.
    private(set) var decisions: Decisions
    /// The digest of each file's bytes, by the place that findings about it have.
    private(set) var digests: [Place: String] = [:]

    /// The name that a configuration is found by.
    static let name: Path = ".schemereg.yml"

    /// The folders in which the search upward ends: repositories.
    private static let ends: [Path] = [".git", ".hg", ".jj", ".svn"]

    /// The plan without what the configuration of its source leaves out.
    func governed(_ plan: SourcePlan) -> SourcePlan {
        var plan = plan
        plan.exclusions = decisions.exclusions(of: plan.source.name)
        return plan
    }

    /// The configurations for `sources`.
    ///
    /// - Parameters:
    ///   - asked: the rules that the call names.
    ///   - isWhole: whether the call looks at all of the sources, so that what matches nothing is of no use.
    ///   - parts: the names of sources of which only parts are looked at.
    /// - Throws: ``UsageError`` that says all that is wrong with all of them.
    init(
        for sources: [Source],
        options: ConfigurationOptions,
        asked: Set<String> = [],
        isWhole: Bool = true,
        parts: Set<String> = [],
        in context: Context
    ) throws(UsageError) {
        decisions = Decisions(asked: asked, now: context.now())
        var files: [Path: [Source]] = [:]
        var lines: [String] = []
        switch options.choice {
        case .none: break
        case .file(let path):
            let absolute = context.currentDirectory.appending(path)
            do throws(FileError) {
                files[try context.files.realPath(of: absolute)] = sources
            } catch {
                throw UsageError("--config names '\(path.display)', and \(error.clause)")
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
        for (path, governed) in files.sorted(by: { $0.key < $1.key }) {
            do throws(FileError) {
                let limit = Limits.standard.configurationBytes
                let bytes = try context.files.contents(of: path, limit: limit).bytes
                let place = Self.place(of: path, among: governed)
                let (configuration, faults) = ConfigurationReader.read(bytes, at: place)
                lines += faults.map { $0.line(in: context.shown(path)) }
                digests[place] = SHA256.hex(of: bytes)
                add(configuration, at: path, for: governed, options, isWhole: isWhole, parts: parts)
            } catch {
                lines.append("\(context.shown(path)): \(error.clause)")
            }
        }
        if !lines.isEmpty { throw UsageError(faultsOfConfigurations: lines) }
        if let sdk = options.sdk { decisions.setSDK(sdk.major) }
    }
}

extension ConfigurationFiles {
    /// Adds the configuration in the file at `path`.
    private mutating func add(
        _ configuration: TeamConfiguration,
        at path: Path,
        for sources: [Source],
        _ options: ConfigurationOptions,
        isWhole: Bool,
        parts: Set<String>
    ) {
        let folder = path.directory
        let isCovered = sources.contains { source in
            source.kind == .tree && source.paths == [Path(bytes: [])] && !parts.contains(source.name)
                && folder.relative(to: source.root) != nil
        }
        let isGiven = options.choice != .found
        let sheet = Decisions.Sheet(
            configuration: configuration,
            isWhole: isWhole && isCovered,
            tellsExamples: isCovered || isGiven
        )
        // Paths of a file that lies elsewhere are meant from the source's root.
        decisions.add(sheet, for: sources.map { ($0.name, $0.root.relative(to: folder) ?? Path(bytes: [])) })
    }

    /// The file at `path` as findings name it: by the first of the sources that it governs.
    private static func place(of path: Path, among sources: [Source]) -> Place {
        let source = sources.min { ByteString($0.name) < ByteString($1.name) }
        return Place(source: source?.name, path: source.flatMap { path.relative(to: $0.root) } ?? path)
    }

    /// Looks for configurations upward, in each folder once.
    private struct Search {
        let context: Context
        private var known: [Path: Result<Path, Refusal>?] = [:]

        init(context: Context) { self.context = context }

        /// A configuration that is not taken.
        struct Refusal: Error {
            let line: String
        }

        /// The configuration of the folder, or of the nearest around it, up to the repository's or the file system's root.
        mutating func file(above folder: Path) -> Result<Path, Refusal>? {
            if let known = known[folder] { return known }
            let found: Result<Path, Refusal>?
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

        private func file(in folder: Path) -> Result<Path, Refusal>? {
            let path = folder.appending(ConfigurationFiles.name)
            do throws(FileError) {
                let real = try context.files.realPath(of: path)
                // What a link leads to may be anything that whoever runs the tool can read, and would be quoted.
                guard real.relative(to: folder) != nil else {
                    let message = "it is a link to what lies outside its folder; name the file with --config"
                    return .failure(Refusal(line: "\(context.shown(path)): \(message)"))
                }
                return .success(real)
            } catch {
                return error == .notFound ? nil : .failure(Refusal(line: "\(context.shown(path)): \(error.clause)"))
            }
        }

        private func isRepository(_ folder: Path) -> Bool {
            ConfigurationFiles.ends.contains { name in
                do throws(FileError) {
                    _ = try context.files.kind(of: folder.appending(name))
                    return true
                } catch {
                    // What cannot be seen may be one, and what lies above it is then somebody else's.
                    return error != .notFound
                }
            }
        }
    }
}

extension Context {
    /// The path as a person in the current folder would write it.
    fileprivate func shown(_ path: Path) -> String {
        let relative = path.relative(to: currentDirectory) ?? path
        return relative.bytes.isEmpty ? "." : relative.display
    }
}

extension FileError {
    /// What keeps a configuration from being read, as a clause.
    fileprivate var clause: String {
        switch self {
        case .notFound: "there is no such file"
        case .permissionDenied: "it may not be read"
        case .wrongKind: "it is no file"
        case .tooLarge(let limit): "it has more than \(limit / 1024) KiB"
        case .changedWhileReading: "it changed while it was read"
        case .tooSlow: "it was not read in time"
        case .leadsOut(let link): "it is behind the link '\(link.display)', which leads out of the folder"
        case .system(let code): "it cannot be read: \(SystemError.text(of: code))"
        }
    }
}
