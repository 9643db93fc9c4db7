import SchemeManifests
import SchemeModel
import Threading

/// A depth-first walk through folders.
struct FolderWalk: Sendable {
    private let starts: [Discovery.Start]
    private let lister: FolderLister
    private var source: Source { lister.source }
    private var files: any FileAccess { lister.files }
    /// The entries to visit, the next one last.
    private var stack: [PendingItem] = []
    private var found = Discovery()

    private enum PendingItem: Sendable {
        case folder(Folder)
        case candidate(Candidate)
    }

    private struct Folder: Sendable {
        var path: Path
        var bundle: Candidate.Bundle?
        /// The folder of ``bundle``, if no build seems to have made it.
        var sourceApp: Path?
        /// Its content, if it was listed together with folders before it.
        var listing: FolderListing?
    }

    /// Creates a walk through `starts`, which are below the root of a source. It doesn't enter the foreign paths of `plan`.
    ///
    /// - Parameter stamped: Whether candidates get the stamps of their files while their folder is open, where that is
    ///   possible.
    init(
        of plan: SourcePlan,
        from starts: [Discovery.Start],
        excluding exclusions: [Exclusion],
        stamped: Bool,
        files: any FileAccess,
        log: ReadingLog?
    ) {
        self.starts = starts
        lister = FolderLister(
            source: plan.source,
            exclusions: exclusions,
            leftOut: plan.foreign.union(starts.map(\.path)).subtracting([Path(bytes: [])]),
            files: files,
            log: log,
            stamped: stamped
        )
    }

    /// Walks, and returns what it found.
    ///
    /// Passes everything except projects and their generators to `candidate` as it is found, ordered by path (bytewise
    /// within each folder).
    ///
    /// Links are not followed: targets inside the tree are found anyway, and targets outside don't belong to it.
    ///
    /// - Throws: ``Interruption`` if `isInterrupted` returns `true`.
    consuming func run(
        isInterrupted: () -> Bool,
        candidate: (Candidate) -> Void
    ) throws(Interruption) -> Discovery {
        stack = starts.reversed().map(item)
        while let folder = nextFolder(candidate) {
            guard !isInterrupted() else { throw Interruption() }
            do throws(FileError) {
                try enter(folder)
            } catch {
                found.problems.append(Problem(error, of: folder.path, in: source.name, wanted: .directory))
            }
        }
        return found
    }

    private func item(at start: Discovery.Start) -> PendingItem {
        let bundle = bundle(around: start.path)
        func candidate(_ kind: Candidate.Kind, in bundle: Candidate.Bundle? = nil) -> PendingItem {
            .candidate(Candidate(kind: kind, path: start.path, isNamed: true, bundle: bundle))
        }
        switch start.kind {
        case .file:
            let isInput = source.kind == .standardInput
            let path = source.root.appending(start.path)
            return candidate(
                isInput ? .manifest : Candidate.kind(ofNamed: start.path, at: path, in: files),
                in: bundle
            )
        case .project: return candidate(.project)
        case .workspace: return candidate(.workspace)
        case .association: return candidate(.association)
        case .folder: return .folder(Folder(path: start.path, bundle: bundle ?? self.bundle(at: start.path)))
        }
    }

    /// Visits entries until the next folder and returns that folder, or `nil` at the end.
    private mutating func nextFolder(_ give: (Candidate) -> Void) -> Folder? {
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

    private mutating func enter(_ folder: Folder) throws(FileError) {
        let listing = folder.listing ?? list(folder)
        found.skippedInputs += listing.skippedInputs
        found.skipped.add(listing.skipped)
        if listing.hasCode { found.hasCode = true }
        if listing.hasAppPackage { found.hasAppPackage = true }
        found.scripts += listing.scripts
        found.problems += listing.problems
        let entries = try listing.entries.get()
        let hasOthers = entries.contains { $0.kind == .regular && !$0.name.hasExtension("plist") }
        let superseded =
            hasOthers ? Candidate.superseded(among: Set(entries.lazy.filter { $0.kind != .directory }.map(\.name))) : []
        for entry in entries.reversed() where !superseded.contains(entry.name) {
            let path = folder.path.appending(entry.name)
            if entry.name.hasExtension("xcodeproj"), entry.kind == .link {
                stack.append(.candidate(Candidate(kind: .project, path: path)))
            } else if entry.kind != .directory {
                let kind = Candidate.kind(ofFile: entry.name) ?? .manifest
                let bundle = isPart(path, of: folder) ? folder.bundle : nil
                stack.append(.candidate(Candidate(kind: kind, path: path, stamp: entry.stamp, bundle: bundle)))
            } else {
                // Projects that a workspace refers to are found in the tree as well, even if they are in its folder.
                var inner = Folder(path: path, bundle: folder.bundle, sourceApp: folder.sourceApp)
                if inner.bundle == nil, let bundle = bundle(at: path) {
                    inner.bundle = bundle
                    if !isBuilt(bundle) { inner.sourceApp = path }
                }
                stack.append(.folder(inner))
                guard entry.name.hasExtension("xcodeproj") else { continue }
                if isPresent(project: path) {
                    stack.append(.candidate(Candidate(kind: .project, path: path)))
                } else if let problem = problemWithName(inProject: path) {
                    found.problems.append(problem)
                } else if isShared(project: path) {
                    found.absentProjects.append(path)
                }
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

    /// Returns the problem with a project file whose name differs from `project.pbxproj` in case; a Mac finds it.
    private func problemWithName(inProject path: Path) -> Problem? {
        // An unreadable folder is reported when it is listed.
        let found = try? files.entries(of: source.root.appending(path)) { entry in
            entry.kind != .directory && entry.name.display.asciiLowercased == "project.pbxproj"
                && !lister.exclusions.contains { $0.matches(path.appending(entry.name)) }
        }
        return found?.first.map { entry in
            Problem(
                code: .notFound,
                message: "the project was not read because its file is named '\(entry.name.display)'",
                hint: "rename the file to project.pbxproj",
                place: Place(source: source.name, path: path.appending(entry.name))
            )
        }
    }

    /// Returns whether the project folder contains shared data. Xcode also leaves folders behind with only one
    /// user's settings.
    private func isShared(project path: Path) -> Bool {
        ["xcshareddata", "project.xcworkspace/xcshareddata", "project.xcworkspace/contents.xcworkspacedata"]
            .contains { (try? files.kind(of: source.root.appending(path).appending($0))) != nil }
    }

    /// Lists `folder` and, concurrently, the folders that come next. Returns the content of `folder`.
    private mutating func list(_ folder: Folder) -> FolderListing {
        var others: [(index: Int, folder: Folder)] = []
        for index in stack.indices.suffix(Self.listedAtOnce).reversed() {
            guard case .folder(let next) = stack[index] else { continue }
            // Those that come after it were mostly listed together with it.
            guard next.listing == nil else { break }
            others.append((index, next))
        }
        // A few folders are listed faster on one thread.
        guard others.count >= 8 else { return lister.listing(of: folder.path) }
        let paths = [folder.path] + others.map(\.folder.path)
        let listings = paths.concurrentMap { [lister] in lister.listing(of: $0) }
        for ((index, folder), listing) in zip(others, listings.dropFirst()) {
            var folder = folder
            folder.listing = listing
            stack[index] = .folder(folder)
        }
        return listings[0]
    }

    private static let listedAtOnce = 256

    /// Returns the app whose folder `path` is. A manifest behind a link doesn't belong to the app.
    private func bundle(at path: Path) -> Candidate.Bundle? {
        guard (path.bytes.isEmpty ? source.root : path).hasExtension("app") else { return nil }
        return ["Contents/Info.plist", "Info.plist"].lazy
            .map { path.appending($0) }
            .first { isFile(source.root.appending($0)) }
            .map { Candidate.Bundle(manifest: $0) }
    }

    /// Returns whether the manifest of an app looks like the result of a build.
    private func isBuilt(_ bundle: Candidate.Bundle) -> Bool {
        guard let file = try? files.contents(of: source.root.appending(bundle.manifest), limit: Self.manifestBytes)
        else { return false }
        if file.bytes.starts(with: "bplist".utf8) { return true }
        let text = String(decoding: file.bytes, as: UTF8.self)
        return ["DTPlatformName", "DTSDKName", "BuildMachineOSBuild"].contains { text.contains($0) }
    }

    private static let manifestBytes = 1024 * 1024

    /// Returns whether the file at `path` in `folder` belongs to the app around it. Sources may have any folder, but
    /// only bundles are parts of their apps.
    private func isPart(_ path: Path, of folder: Folder) -> Bool {
        guard let app = folder.sourceApp, path != folder.bundle?.manifest else { return true }
        return folder.path.relative(to: app)?.components.contains { $0.contains(UInt8(ascii: ".")) } ?? true
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
