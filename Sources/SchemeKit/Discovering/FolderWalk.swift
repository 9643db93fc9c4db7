import SchemeManifests
import SchemeModel

/// A depth-first walk through folders.
struct FolderWalk: Sendable {
    let source: Source
    let exclusions: [Exclusion]
    let files: any FileAccess
    let log: ReadingLog?
    /// Whether candidates get the stamps of their files.
    let stamps: Bool
    /// The paths that the walk doesn't enter: other starts, which are walked by themselves, and paths of other
    /// sources.
    private var starts: Set<Path>
    /// The entries to visit, the next one last.
    private var stack: [PendingItem]

    enum PendingItem: Sendable {
        case folder(Folder)
        case candidate(Candidate)
    }

    struct Folder: Sendable {
        var path: Path
        var bundle: Candidate.Bundle?
        /// The folder of ``bundle``, if no build seems to have made it.
        var sourceApp: Path?
        /// Its content, if it was listed together with folders before it.
        var listing: Listing?
    }

    /// Creates a walk of `source` that doesn't enter `foreign` paths.
    init(
        source: Source,
        exclusions: [Exclusion],
        foreign: Set<Path>,
        files: any FileAccess,
        log: ReadingLog?,
        stamps: Bool
    ) {
        self.source = source
        self.log = log
        self.stamps = stamps
        self.exclusions = exclusions
        self.files = files
        starts = foreign
        stack = []
    }

    /// Makes the walk begin at `starts`.
    mutating func begin(at starts: [Discovery.Start]) {
        self.starts = self.starts.union(starts.map(\.path)).subtracting([Path(bytes: [])])
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
            case .association:
                stack.append(.candidate(Candidate(kind: .association, path: start.path, isNamed: true)))
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
                && !exclusions.contains { $0.matches(path.appending(entry.name)) }
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

    /// The content of a folder.
    final class Listing: Sendable {
        let entries: Result<[DirectoryEntry], FileError>
        let skipped: SkippedCounts
        let skippedInputs: Int
        let hasCode: Bool
        let hasAppPackage: Bool
        /// The paths of scripts.
        let scripts: [Path]
        /// The problems with links that are not followed but should have been read.
        let problems: [Problem]

        init(
            entries: Result<[DirectoryEntry], FileError>,
            skipped: SkippedCounts = SkippedCounts(),
            skippedInputs: Int = 0,
            hasCode: Bool = false,
            hasAppPackage: Bool = false,
            scripts: [Path] = [],
            problems: [Problem] = []
        ) {
            self.entries = entries
            self.skipped = skipped
            self.skippedInputs = skippedInputs
            self.hasCode = hasCode
            self.hasAppPackage = hasAppPackage
            self.scripts = scripts
            self.problems = problems
        }
    }

    /// Lists `folder` and, concurrently, the folders that come next. Returns the content of `folder`.
    private mutating func list(_ folder: Folder) -> Listing {
        var others: [(index: Int, folder: Folder)] = []
        for index in stack.indices.suffix(Self.listedAtOnce).reversed() {
            guard case .folder(let next) = stack[index] else { continue }
            // Those that come after it were mostly listed together with it.
            guard next.listing == nil else { break }
            others.append((index, next))
        }
        // A few folders are listed faster on one thread.
        guard others.count >= 8 else { return listing(of: folder.path) }
        var lister = self
        // Without the stack, so that changing it doesn't copy it.
        lister.stack = []
        let listings = ([folder.path] + others.map(\.folder.path)).concurrentMap { [lister] in lister.listing(of: $0) }
        for ((index, folder), listing) in zip(others, listings.dropFirst()) {
            var folder = folder
            folder.listing = listing
            stack[index] = .folder(folder)
        }
        return listings[0]
    }

    private static let listedAtOnce = 64

    private func listing(of folder: Path) -> Listing {
        var skippedInputs = 0
        var (hasCode, hasAppPackage) = (false, false)
        var scripts: [Path] = []
        var skipped = SkippedCounts()
        var problems: [Problem] = []
        let isXcodes = folder.hasExtension("xcodeproj") || folder.hasExtension("xcworkspace")
        let isXcodeData = Discovery.isXcodeData(folder)
        do throws(FileError) {
            let list = stamps ? files.stampedEntries : files.entries
            let entries = try list(source.root.appending(folder)) { entry in
                let isOfXcode = isXcodeData || isXcodes && Discovery.xcodeData.contains(entry.name)
                if isOfXcode, entry.kind != .directory, entry.kind != .link {
                    let path = folder.appending(entry.name)
                    let isScript = entry.kind == .regular && SourceScripts.isScript(entry.name, in: folder)
                    if isScript, !exclusions.contains(where: { $0.matches(path) }) { scripts.append(path) }
                    return false
                }
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
                    if !isExcluded, entry.kind == .regular || entry.kind == .link, CodeFiles.isCode(entry.name) {
                        hasCode = true
                    } else if entry.kind != .directory {
                        skippedInputs += 1
                        if !isExcluded, Discovery.appPackages.contains(entry.name) { hasAppPackage = true }
                        if !isExcluded, entry.kind == .regular, SourceScripts.isScript(entry.name, in: folder) {
                            scripts.append(folder.appending(entry.name))
                        }
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
                skippedInputs: skippedInputs,
                hasCode: hasCode,
                hasAppPackage: hasAppPackage,
                scripts: scripts,
                problems: problems
            )
        } catch {
            return Listing(entries: .failure(error))
        }
    }

    /// Returns whether a skipped entry is a folder, or a link to something that would have been read.
    private func matters(_ entry: DirectoryEntry, in folder: Path) -> Bool {
        switch entry.kind {
        case .directory:
            return !Discovery.toolFolders.contains(entry.name)
                && (entry.name != ".swiftpm" || holdsInput(folder.appending(entry.name)))
        case .link:
            if Candidate.kind(ofFile: entry.name) != nil { return true }
            // A link that can't be followed leads nowhere.
            return (try? files.kind(of: source.root.appending(folder).appending(entry.name))) == .directory
        case .regular, .other: return false
        }
    }

    /// Returns whether there is a project or manifest in or below `folder`, or more than SwiftPM and Xcode keep there.
    private func holdsInput(_ folder: Path) -> Bool {
        var (folders, left) = ([folder], 1_000)
        while let next = folders.popLast() {
            // What can't be listed isn't certainly free of them.
            guard let entries = try? files.entries(of: source.root.appending(next), where: { _ in true }) else {
                return true
            }
            left -= entries.count
            guard left > 0, !entries.contains(where: { Candidate.whatMatters(behindLink: $0.name) != nil }) else {
                return true
            }
            folders += entries.lazy.filter { $0.kind == .directory }.map { next.appending($0.name) }
        }
        return false
    }

    /// Returns whether a link is read like a file. Adds a problem if it should be but leads out of the tree.
    ///
    /// Usually the target of a link is found by itself. If it is in a skipped folder, or its own name says nothing, only
    /// the link leads to it.
    private func isWanted(link name: Path, in folder: Path, _ problems: inout [Problem]) -> Bool {
        guard let what = Candidate.whatMatters(behindLink: name) else { return false }
        let path = folder.appending(name)
        do throws(FileError) {
            let target = try files.realPath(of: source.root.appending(path)).relative(to: source.root)
            guard let target else { return false }
            if Discovery.leadsThroughVendoredOrBuilt(target) { return true }
            let kind = try files.kind(of: source.root.appending(target))
            return name.hasExtension("xcodeproj")
                ? kind == .directory && !target.hasExtension("xcodeproj")
                : kind == .regular && Candidate.kind(ofFile: target.lastComponent) != Candidate.kind(ofFile: name)
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
        case .regular: if !CodeFiles.isCode(entry.name) { log.didPassOver(others: 1) }
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

extension SkippedCounts {
    /// Counts a skipped entry of a folder.
    fileprivate mutating func count(_ entry: DirectoryEntry) {
        switch entry.kind {
        case .directory: folders += 1
        case .link: symlinks += 1
        case .regular, .other: break
        }
    }
}
