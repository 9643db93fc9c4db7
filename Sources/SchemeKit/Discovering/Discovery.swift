import Dispatch
import SchemeManifests
package import SchemeModel
internal import Synchronization

/// The result of walking through one source.
package struct Discovery: Sendable {
    /// The projects and workspaces, ordered by path.
    package private(set) var projects: [Candidate] = []
    /// The files that may generate projects, ordered by path.
    package private(set) var generators: [Candidate] = []
    /// Folders that couldn't be listed.
    package private(set) var problems: [Problem] = []
    /// Project folders that lack their `project.pbxproj`, ordered by path.
    package private(set) var absentProjects: [Path] = []
    /// The number of files that the tool doesn't read, except Swift code.
    package private(set) var passedOver = 0
    /// The folders and links that were skipped although they may contain manifests.
    package private(set) var skipped = SkippedCounts()
    /// Whether there is Swift code.
    package private(set) var hasCode = false

    /// A path that was named on the command line.
    package struct Start: Hashable, Sendable {
        package enum Kind: Hashable, Sendable {
            case file
            case folder
            /// The folder of an Xcode project.
            case project
            /// The folder of a workspace.
            case workspace
        }

        /// The path relative to the source's root; empty for the root itself.
        package var path: Path
        package var kind: Kind

        package init(path: Path, kind: Kind) {
            self.path = path
            self.kind = kind
        }
    }

    /// Walks through `starts`, which are below the root of `source`, and skips `foreign` paths.
    ///
    /// Passes everything except projects and their generators to `candidate` as it is found, ordered by path (bytewise
    /// within each folder).
    ///
    /// Links are not followed: targets inside the tree are found anyway, and targets outside don't belong to it.
    ///
    /// - Throws: ``Interruption`` if `isInterrupted` returns `true`.
    package init(
        of source: Source,
        from starts: [Start],
        excluding exclusions: [Exclusion],
        foreign: Set<Path> = [],
        files: any FileAccess,
        log: ReadingLog? = nil,
        isInterrupted: () -> Bool,
        candidate: (Candidate) -> Void
    ) throws(Interruption) {
        var walk = Walk(
            source: source,
            starts: starts,
            exclusions: exclusions,
            foreign: foreign,
            files: files,
            log: log
        )
        while let folder = walk.nextFolder(&self, candidate) {
            guard !isInterrupted() else { throw Interruption() }
            do throws(FileError) {
                try walk.enter(folder, &self)
            } catch {
                problems.append(Problem(error, of: folder.path, in: source.name, wanted: .directory))
            }
        }
    }

    /// A depth-first walk through folders.
    private struct Walk: Sendable {
        let source: Source
        let exclusions: [Exclusion]
        let files: any FileAccess
        let log: ReadingLog?
        /// The paths that the walk doesn't enter: other starts, which are walked by themselves, and paths of other
        /// sources.
        let starts: Set<Path>
        /// The entries to visit, the next one last.
        var stack: [Pending]
        /// Folders that were listed but not visited yet.
        var listings: [Path: Listing] = [:]

        enum Pending: Sendable {
            case folder(Folder)
            case candidate(Candidate)
        }

        struct Folder: Sendable {
            var path: Path
            var bundle: Candidate.Bundle?
        }

        init(
            source: Source,
            starts: [Start],
            exclusions: [Exclusion],
            foreign: Set<Path>,
            files: any FileAccess,
            log: ReadingLog?
        ) {
            self.source = source
            self.log = log
            self.exclusions = exclusions
            self.files = files
            self.starts = foreign.union(starts.map(\.path)).subtracting([Path(bytes: [])])
            stack = []
            for start in starts.reversed() {
                let bundle = bundle(around: start.path)
                switch start.kind {
                case .file:
                    let path = source.root.appending(start.path)
                    let isInput = source.kind == .standardInput
                    let kind = isInput ? .manifest : Candidate.kind(ofNamed: start.path, at: path, in: files)
                    let candidate = Candidate(kind: kind, path: start.path, isNamed: true, bundle: bundle)
                    stack.append(.candidate(candidate))
                case .project:
                    stack.append(.candidate(Candidate(kind: .project, path: start.path, isNamed: true)))
                case .workspace:
                    stack.append(.candidate(Candidate(kind: .workspace, path: start.path, isNamed: true)))
                case .folder:
                    stack.append(.folder(Folder(path: start.path, bundle: bundle ?? self.bundle(at: start.path))))
                }
            }
        }

        /// Visits entries until the next folder and returns that folder, or `nil` at the end.
        mutating func nextFolder(_ found: inout Discovery, _ give: (Candidate) -> Void) -> Folder? {
            while let next = stack.popLast() {
                switch next {
                case .folder(let folder): return folder
                case .candidate(let candidate) where candidate.isProject: found.projects.append(candidate)
                case .candidate(let candidate) where candidate.kind == .generator: found.generators.append(candidate)
                case .candidate(let candidate): give(candidate)
                }
            }
            return nil
        }

        mutating func enter(_ folder: Folder, _ found: inout Discovery) throws(FileError) {
            if listings[folder.path] == nil { list(folder) }
            guard let listing = listings.removeValue(forKey: folder.path) else { return }
            found.passedOver += listing.passedOver
            found.skipped.add(listing.skipped)
            if listing.hasCode { found.hasCode = true }
            found.problems += listing.problems
            let entries = try listing.entries.get()
            let hasOthers = entries.contains { $0.kind == .regular && !$0.name.hasExtension("plist") }
            let superseded = hasOthers ? Candidate.superseded(among: Set(entries.map(\.name))) : []
            for entry in entries.reversed() where !superseded.contains(entry.name) {
                let path = folder.path.appending(entry.name)
                if entry.name.hasExtension("xcodeproj"), entry.kind == .link {
                    stack.append(.candidate(Candidate(kind: .project, path: path)))
                } else if entry.kind != .directory {
                    let kind = Candidate.kind(ofFile: entry.name) ?? .manifest
                    stack.append(.candidate(Candidate(kind: kind, path: path, bundle: folder.bundle)))
                } else if entry.name.hasExtension("xcodeproj"), entry.kind == .directory {
                    if isPresent(project: path) {
                        stack.append(.candidate(Candidate(kind: .project, path: path)))
                    } else if isShared(project: path) {
                        found.absentProjects.append(path)
                    }
                } else if !entry.name.hasExtension("xcworkspace") {
                    // Projects that a workspace contains are found in the tree as well.
                    stack.append(.folder(Folder(path: path, bundle: folder.bundle ?? bundle(at: path))))
                }
            }
        }

        /// Returns whether the project folder contains its `project.pbxproj`.
        private func isPresent(project path: Path) -> Bool {
            // Any other error is reported when the file is read.
            do throws(FileError) {
                _ = try files.kind(of: source.root.appending(path).appending("project.pbxproj"))
                return true
            } catch {
                return error != .notFound
            }
        }

        /// Returns whether the project folder contains shared data. Xcode also leaves folders behind with only one
        /// user's settings.
        private func isShared(project path: Path) -> Bool {
            ["xcshareddata", "project.xcworkspace/xcshareddata", "project.xcworkspace/contents.xcworkspacedata"]
                .contains { (try? files.kind(of: source.root.appending(path).appending($0))) != nil }
        }

        /// The content of a folder.
        struct Listing: Sendable {
            var entries: Result<[DirectoryEntry], FileError>
            var skipped = SkippedCounts()
            var passedOver = 0
            var hasCode = false
            /// The problems with links that are not followed but should have been read.
            var problems: [Problem] = []
        }

        /// Lists `folder` and, concurrently, some of the folders that come next.
        private mutating func list(_ folder: Folder) {
            var paths = [folder.path]
            for next in stack.suffix(Self.listedAtOnce).reversed() {
                if case .folder(let next) = next, listings[next.path] == nil { paths.append(next.path) }
            }
            // A few folders are listed faster on one thread.
            guard paths.count > 8 else {
                listings[folder.path] = listing(of: folder.path)
                return
            }
            let made = Mutex<[Path: Listing]>([:])
            let (all, walk) = (paths, self)
            DispatchQueue.concurrentPerform(iterations: all.count) { index in
                let listing = walk.listing(of: all[index])
                made.withLock { $0[all[index]] = listing }
            }
            made.withLock { listings.merge($0) { $1 } }
        }

        private static let listedAtOnce = 64

        private func listing(of folder: Path) -> Listing {
            var passedOver = 0
            var hasCode = false
            var skipped = SkippedCounts()
            var problems: [Problem] = []
            do throws(FileError) {
                let entries = try files.entries(of: source.root.appending(folder)) { entry in
                    let isWanted =
                        switch entry.kind {
                        case .directory: !Discovery.isVendoredOrBuilt(entry.name)
                        case .regular: Candidate.kind(ofFile: entry.name) != nil
                        case .link: isWanted(link: entry.name, in: folder, &problems)
                        case .other: false
                        }
                    if isWanted, exclusions.isEmpty, starts.isEmpty { return true }
                    // Skipped entries are matched as well, so that their patterns aren't reported as unused.
                    let isExcluded = exclusions.contains { exclusion in
                        (isWanted || !exclusion.hadEffect) && exclusion.matches(folder.appending(entry.name))
                    }
                    if !isWanted || isExcluded {
                        if !isExcluded, entry.kind == .regular, entry.name.hasExtension("swift") {
                            hasCode = true
                        } else if entry.kind != .directory {
                            passedOver += 1
                        }
                        if !isExcluded, matters(entry, in: folder) { skipped.count(entry) }
                        notePassedOver(entry, in: folder, isExcluded: isExcluded)
                        return false
                    }
                    return !starts.contains(folder.appending(entry.name))
                }
                // Excluding a link also excludes the problem with it.
                problems.removeAll { problem in exclusions.contains { $0.matches(problem.place.path) } }
                return Listing(
                    entries: .success(entries),
                    skipped: skipped,
                    passedOver: passedOver,
                    hasCode: hasCode,
                    problems: problems
                )
            } catch {
                return Listing(entries: .failure(error))
            }
        }

        /// Returns whether a skipped entry is a folder, or a link to something that would have been read.
        private func matters(_ entry: DirectoryEntry, in folder: Path) -> Bool {
            switch entry.kind {
            case .directory: return !Discovery.repositories.contains(entry.name)
            case .link:
                if Candidate.kind(ofFile: entry.name) != nil { return true }
                // A link that can't be followed leads nowhere.
                return (try? files.kind(of: source.root.appending(folder).appending(entry.name))) == .directory
            case .regular, .other: return false
            }
        }

        /// Returns whether a link is read like a file. Adds a problem if it should be but leads out of the tree.
        ///
        /// Usually the target of a link is found by itself. If it is in a skipped folder, only the link leads to it.
        private func isWanted(link name: Path, in folder: Path, _ problems: inout [Problem]) -> Bool {
            guard let what = Candidate.whatMatters(behindLink: name) else { return false }
            let path = folder.appending(name)
            do throws(FileError) {
                let target = try files.realPath(of: source.root.appending(path)).relative(to: source.root)
                return target?.components.contains { Discovery.isVendoredOrBuilt(Path(bytes: $0)) } ?? false
            } catch {
                if case .leadsOut = error {
                    problems.append(
                        Problem(error, reading: what, at: Place(source: source.name, path: path))
                    )
                }
                // A broken link hides nothing.
                return false
            }
        }

        /// Logs an entry that is skipped. Files skipped because of their names are only counted, and code is logged by
        /// folder.
        private func notePassedOver(_ entry: DirectoryEntry, in folder: Path, isExcluded: Bool) {
            guard let log else { return }
            let path = source.root.appending(folder).appending(entry.name)
            if isExcluded { return log.didPassOver(path, why: "excluded by --exclude") }
            switch entry.kind {
            case .directory: log.didPassOver(path, why: "vendored or generated files")
            case .link, .other: log.didPassOver(path, why: entry.kind.phrase)
            case .regular: if !entry.name.hasExtension("swift") { log.didPassOver(others: 1) }
            }
        }

        /// Returns the app whose folder `path` is. A manifest behind a link doesn't belong to the app.
        private func bundle(at path: Path) -> Candidate.Bundle? {
            guard source.root.appending(path).hasExtension("app") else { return nil }
            return ["Contents/Info.plist", "Info.plist"].lazy
                .map { path.appending($0) }
                .first { isFile(source.root.appending($0)) }
                .map { Candidate.Bundle(manifest: $0) }
        }

        /// Returns whether `path` is a file. The folders above are real paths or were visited, so they are not links.
        private func isFile(_ path: Path) -> Bool {
            (try? files.kind(of: path)) == .regular && (try? files.realPath(of: path)) == path
        }

        /// Returns the outermost app among the folders above `path`.
        private func bundle(around path: Path) -> Candidate.Bundle? {
            var above: [Path] = []
            var folder = source.root.appending(path).directory
            while folder.bytes.count > 1 {
                above.append(folder.relative(to: source.root) ?? folder)
                folder = folder.directory
            }
            return above.reversed().lazy.compactMap { bundle(at: $0) }.first
        }
    }

    /// Returns whether a folder of this name contains vendored or generated files, which are read only if named.
    static func isVendoredOrBuilt(_ name: Path) -> Bool {
        vendoredOrBuilt.contains(name) || name.hasExtension("framework") || name.hasExtension("xcframework")
    }

    private static let vendoredOrBuilt: Set<Path> = repositories.union([
        ".build", ".swiftpm", ".dart_tool", ".symlinks", "Pods", "Carthage", "DerivedData",
        "SourcePackages", "node_modules", "build",
    ])

    /// The folders of version control systems.
    fileprivate static let repositories: Set<Path> = [".git", ".hg", ".svn"]
}

extension SkippedCounts {
    /// Counts a skipped entry of a folder.
    fileprivate mutating func count(_ entry: DirectoryEntry) {
        switch entry.kind {
        case .directory: folders += 1
        case .link: links += 1
        case .regular, .other: break
        }
    }
}

extension Problem {
    /// Creates the problem for an error while reading `path`.
    ///
    /// - Parameter wanted: The expected kind; ``FileKind/other`` for standard input.
    package init(_ error: FileError, of path: Path, in source: String?, wanted: FileKind = .regular) {
        let what = wanted == .other ? "standard input" : wanted == .directory ? "the folder" : "the file"
        let place = Place(source: source, path: path)
        self =
            switch error {
            case .notFound:
                Problem(
                    code: .vanished,
                    message: "\(what) was removed during the run",
                    hint: "run again when nothing changes the tree",
                    place: place
                )
            case .permissionDenied:
                Problem(
                    code: .permissionDenied,
                    message: "\(what) cannot be read: permission denied",
                    hint: "grant read permission, or skip it with --exclude",
                    place: place
                )
            case .wrongKind(let kind):
                Problem(
                    code: .notAFile,
                    message: "this is \(kind.phrase), not a \(wanted == .directory ? "folder" : "file")",
                    hint: kind == .other ? "pipe a manifest into standard input, and use - as the path" : nil,
                    place: place
                )
            case .tooLarge(let limit):
                Problem(
                    code: .overLimit,
                    message: "\(what) is larger than \(limit / (1024 * 1024)) MiB",
                    hint: wanted == .other
                        ? "pass one manifest only; to read several, name files or folders"
                        : "skip the file with --exclude",
                    place: place
                )
            case .changedWhileReading:
                Problem(
                    code: .vanished,
                    message: "the file changed while it was read",
                    hint: "run again when nothing changes the tree",
                    place: place
                )
            case .leadsOut(let link):
                Problem(
                    code: .unfollowedLink,
                    message: "\(what) is behind the link '\(link.display)', which leads outside the folder",
                    hint: "also name the target of the link, or a folder that contains both",
                    place: place
                )
            case .tooSlow:
                Problem(
                    code: .overLimit,
                    message: "reading \(what) took too long",
                    hint: "run again when the machine is less busy",
                    place: place
                )
            case .system(let code) where SystemError.isTooLong(code):
                Problem(
                    code: .overLimit,
                    message: "the path is longer than the system allows",
                    hint: "skip the folder with --exclude, or run in a subfolder",
                    place: place
                )
            case .system(let code):
                Problem(
                    code: .inputOutput,
                    message: "\(what) cannot be read: \(SystemError.text(of: code))",
                    hint: nil,
                    place: place
                )
            }
    }
}

extension FileKind {
    /// The kind as shown in messages.
    var phrase: String {
        switch self {
        case .regular: "a file"
        case .directory: "a folder"
        case .link: "a link"
        case .other: "a pipe, a socket or a device"
        }
    }
}
