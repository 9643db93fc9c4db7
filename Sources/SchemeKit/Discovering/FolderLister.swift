import SchemeManifests
import SchemeModel

/// Lists the folders of a walk.
struct FolderLister: Sendable {
    let source: Source
    let exclusions: [Exclusion]
    /// The paths that the walk doesn't enter: its starts, which are visited by themselves, and paths of other sources.
    let leftOut: Set<Path>
    let files: any FileAccess
    let log: ReadingLog?
    /// Whether files get their stamps.
    let stamped: Bool

    /// Returns what the walk visits in `folder`, and what it skips.
    func listing(of folder: Path) -> FolderListing {
        var listing = FolderListing()
        do throws(FileError) {
            listing.entries = .success(try entries(of: folder, &listing))
            // Excluding a link also excludes the problem with it.
            listing.problems.removeAll { problem in exclusions.contains { $0.matches(problem.place.path) } }
            return listing
        } catch {
            return FolderListing(entries: .failure(error))
        }
    }

    private func entries(of folder: Path, _ listing: inout FolderListing) throws(FileError) -> [DirectoryEntry] {
        let isXcodes = folder.hasExtension("xcodeproj") || folder.hasExtension("xcworkspace")
        let isXcodeData = Discovery.isXcodeData(folder)
        return try files.entries(of: source.root.appending(folder), stamped: stamped) { entry in
            let isOfXcode = isXcodeData || isXcodes && Discovery.xcodeData.contains(entry.name)
            if isOfXcode, entry.kind != .directory, entry.kind != .link {
                let path = folder.appending(entry.name)
                let isScript = entry.kind == .regular && SourceScripts.isScript(entry.name, in: folder)
                if isScript, !exclusions.contains(where: { $0.matches(path) }) { listing.scripts.append(path) }
                return false
            }
            let isWanted =
                switch entry.kind {
                case .directory: !Discovery.isVendoredOrBuilt(entry.name)
                case .regular: Candidate.kind(ofFile: entry.name) != nil
                case .link: isWanted(link: entry.name, in: folder, &listing.problems)
                case .other: false
                }
            if isWanted, exclusions.isEmpty, leftOut.isEmpty { return true }
            // Skipped entries are matched as well, so that their patterns aren't reported as unused.
            let isExcluded = exclusions.contains { exclusion in
                (isWanted || !exclusion.hadEffect) && exclusion.matches(folder.appending(entry.name))
            }
            if isWanted, !isExcluded { return !leftOut.contains(folder.appending(entry.name)) }
            skip(entry, in: folder, isExcluded: isExcluded, &listing)
            return false
        }
    }

    private func skip(_ entry: DirectoryEntry, in folder: Path, isExcluded: Bool, _ listing: inout FolderListing) {
        if !isExcluded, entry.kind == .regular || entry.kind == .link, CodeFiles.isCode(entry.name) {
            listing.hasCode = true
        } else if entry.kind != .directory {
            listing.skippedInputs += 1
            if !isExcluded, Discovery.appPackages.contains(entry.name) { listing.hasAppPackage = true }
            if !isExcluded, entry.kind == .regular, SourceScripts.isScript(entry.name, in: folder) {
                listing.scripts.append(folder.appending(entry.name))
            }
        }
        if !isExcluded, matters(entry, in: folder) { listing.skipped.count(entry) }
        notePassedOver(entry, in: folder, isExcluded: isExcluded)
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
