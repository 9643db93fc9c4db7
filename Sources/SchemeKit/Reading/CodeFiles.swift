import SchemeLinks
import SchemeManifests
import SchemeModel
import Threading

/// The code files of a set of targets. They are collected first and then read together, each once.
struct CodeFiles {
    private let source: Source
    private let files: any FileAccess
    private let exclusions: [Exclusion]
    private let limits: Limits
    /// The paths relative to the source's root, in the order in which they were added.
    private(set) var paths: [Path] = []
    private var positions: [Path: Int] = [:]
    /// The folders that were listed; files may be added to or removed from them.
    private var folders: [Path: FileStamp?] = [:]
    private var listings: [ListingKey: [Path]?] = [:]
    /// The code files that links in those folders lead to.
    private var linked: [Path: Path] = [:]
    /// Folders that couldn't be listed, and exceeded limits.
    private(set) var problems: [Problem] = []
    /// Whether an exclusion skipped something.
    private(set) var hasExcluded = false
    /// The headers of delegates that don't exist.
    private var absentHeaders: [Path] = []
    /// The content read so far, for the first of ``paths``.
    private var contents = Contents()
    /// The number of bytes read so far.
    private var bytesRead = 0
    /// The imported modules by file position, because several targets may share a file.
    private var imports: [Int: Set<String>] = [:]
    private let spellings: PathSpellings
    /// What all targets may take together.
    let budget: CodeBudget
    /// Files and folders whose names differ in case from the written path.
    private(set) var respelled: [PathCaseMismatch] = []
    private var knownRespelled: Set<Path> = []
    /// The work spent on folder patterns: pattern bytes times names matched.
    private var patternSteps = 0

    private static let namesForMakingReady = 1_000

    private struct ListingKey: Hashable {
        var folder: Path
        var includesVendored: Bool
    }

    /// - Parameter files: The files below the source's root.
    init(of source: Source, files: any FileAccess, exclusions: [Exclusion], limits: Limits) {
        self.source = source
        self.files = files
        self.exclusions = exclusions
        self.limits = limits
        spellings = PathSpellings(files, below: source.root)
        budget = CodeBudget(limits)
    }

    /// Returns whether a file of this name is code.
    static func isCode(_ name: Path) -> Bool {
        name.hasExtension("swift") || name.hasExtension("m") || name.hasExtension("mm")
    }

    /// Returns the position of the file at `path`, or `nil` if it is excluded, over a limit or outside the source.
    mutating func position(of path: Path) -> Int? {
        if let known = positions[path] { return known }
        guard !path.isAbsolute, !isExcluded(path) else { return nil }
        guard paths.count < limits.sourceFiles else {
            noteLimit(of: "code files", limits.sourceFiles, at: path)
            return nil
        }
        positions[path] = paths.count
        paths.append(path)
        return paths.count - 1
    }

    /// Returns the positions of the headers that name the superclasses of the delegates in these files: `AppDelegate.h`
    /// for `AppDelegate.m`.
    ///
    /// - Parameter classes: The names of delegates, in addition to those that end with `Delegate`.
    mutating func delegateHeaders(of positions: [Int], and classes: [String] = []) -> [Int] {
        var found: [Int] = []
        for position in positions {
            let path = paths[position]
            guard path.hasExtension("m") || path.hasExtension("mm") else { continue }
            let name = path.display
            guard let dot = name.lastIndex(of: "."), Path(name) == path,
                name[..<dot].hasSuffix("Delegate") || classes.contains(path.stem)
            else { continue }
            let header = Path(name[..<dot] + ".h")
            do throws(FileError) {
                guard try files.kind(of: source.root.appending(header).normalized) == .regular else { continue }
                if let position = self.position(of: header) { found.append(position) }
            } catch {
                // Without the header, the superclass is unknown.
                absentHeaders.append(header)
            }
        }
        return found
    }

    /// Returns the positions of the code files in a folder, ordered by path; `nil` if the folder can't be listed.
    /// `isWhole` is `true` if nothing was skipped.
    mutating func positions(in folder: ProjectReading.Folder) -> (found: [Int], isWhole: Bool)? {
        guard let (root, names) = listing(of: folder.path.belowRoot, folder.includesVendored) else { return nil }
        let paths = folder.patterns + folder.excluded + (folder.included ?? []) + (folder.includedPatterns ?? [])
        let written = paths.reduce(0) { $0 + $1.bytes.count }
        // Compiling a pattern takes time as well, no matter how many names it is matched against.
        patternSteps += written * (names.count + Self.namesForMakingReady)
        guard patternSteps <= limits.folderPatternSteps else {
            noteLimit(
                "the project's folder patterns are too complex, so its folders are not read for links",
                hint: "use folders instead of files in the project's patterns",
                at: folder.path.belowRoot
            )
            return ([], false)
        }
        guard budget.allowsFiles(names.count) else { return ([], false) }
        let (excluded, included) = (folder.excluded.map(\.normalized), folder.included.map { $0.map(\.normalized) })
        var kept = names.filter { name in
            func isIn(_ paths: [Path]) -> Bool { paths.contains { name.relative(to: $0) != nil } }
            return included.map(isIn) != false && !isIn(excluded)
        }
        for pattern in folder.patterns {
            let glob = Glob(pattern)
            kept.removeAll { glob.holds($0) }
        }
        if let patterns = folder.includedPatterns {
            let globs = patterns.map { Glob($0) }
            kept.removeAll { name in !globs.contains { $0.holds(name) } }
        }
        var isWhole = true
        var found: [Int] = []
        var seen: Set<Int> = []
        for name in kept {
            let path = root.appending(name)
            if let position = position(of: linked[path] ?? path) {
                if seen.insert(position).inserted { found.append(position) }
            } else {
                isWhole = false
            }
        }
        return (found, isWhole)
    }

    /// Returns the folder, possibly in another case, and the relative paths of the code files below it, in order; `nil`
    /// if it doesn't exist.
    private mutating func listing(
        of written: Path,
        _ includesVendored: Bool
    ) -> (folder: Path, names: [Path])? {
        let folder = spelled(written)
        let key = ListingKey(folder: folder, includesVendored: includesVendored)
        if let known = listings[key] { return known.map { (folder, $0) } }
        let listing = list(folder, includesVendored)
        listings[key] = .some(listing)
        return listing.map { (folder, $0) }
    }

    /// Returns the path of the file or folder that `path` matches on a case-insensitive disk.
    private mutating func spelled(_ path: Path) -> Path {
        let written = source.root.appending(path).normalized
        do throws(FileError) {
            _ = try files.kind(of: written)
            return path
        } catch {
            guard error == .notFound, let actual = spellings.spelling(of: written) else { return path }
            let respelling = PathCaseMismatch(written: written, actual: actual, place: nil)
            if knownRespelled.insert(written).inserted { respelled.append(respelling) }
            return actual.relative(to: source.root) ?? path
        }
    }

    private mutating func list(_ folder: Path, _ includesVendored: Bool) -> [Path]? {
        guard source.root.appending(folder).normalized.relative(to: source.root) != nil else {
            return noteUnlisted(folder, .notFound)
        }
        var found: [Path] = []
        var pending: [Path] = [""]
        while let below = pending.popLast() {
            let path = folder.appending(below)
            guard folders.count < limits.sourceFiles, found.count < limits.sourceFiles else {
                noteLimit(of: "folders or code files", limits.sourceFiles, at: path)
                break
            }
            do throws(FileError) {
                let listed = try CodeFolder.list(source.root.appending(path), in: files)
                folders[path] = .some(listed.stamp)
                for entry in listed.entries {
                    let name = below.appending(entry.name)
                    switch entry.kind {
                    case .regular: found.append(name)
                    case .link: if isCode(behindLink: folder.appending(name)) { found.append(name) }
                    case .directory, .other:
                        let isPart =
                            !Discovery.isVendoredOrBuilt(entry.name)
                            || includesVendored && CodeFolder.isVisible(entry.name)
                        if isPart, !isExcluded(folder.appending(name)) { pending.append(name) }
                    }
                }
            } catch {
                if below.bytes.isEmpty { return noteUnlisted(path, error) }
                folders[path] = .some(nil)
                problems.append(Problem(error, of: path, in: source.name, wanted: .directory))
            }
        }
        return found.sorted()
    }

    /// Returns whether a link leads to a file in the source. Compilers follow links.
    private mutating func isCode(behindLink path: Path) -> Bool {
        let link = source.root.appending(path).normalized
        guard (try? files.kind(of: link)) == .regular,
            let target = (try? files.realPath(of: link))?.relative(to: source.root)
        else { return false }
        // Under its own name, so that it is read once. The name of the link decides how the compiler reads it.
        if ["swift", "m", "mm"].contains(where: { path.hasExtension($0) && target.hasExtension($0) }) {
            linked[path] = target
        }
        return true
    }

    /// Records that a folder couldn't be listed. It isn't a problem if there is no folder: projects also name folders
    /// that the build creates, and resources that are files.
    private mutating func noteUnlisted(_ folder: Path, _ error: FileError) -> [Path]? {
        folders[folder] = .some(nil)
        switch error {
        case .notFound, .leadsOut, .wrongKind: break
        default: problems.append(Problem(error, of: folder, in: source.name, wanted: .directory))
        }
        return nil
    }

    private mutating func isExcluded(_ path: Path) -> Bool {
        guard exclusions.contains(where: { $0.matches(path) }) else { return false }
        hasExcluded = true
        return true
    }

    private mutating func noteLimit(of what: String, _ limit: Int, at path: Path) {
        noteLimit(
            "there are more than \(limit.grouped) \(what); the rest was not read",
            hint: "leave out what is generated or vendored with --exclude",
            at: path
        )
    }

    /// Reports that a limit was exceeded, once.
    private mutating func noteLimit(_ message: String, hint: String, at path: Path) {
        guard !problems.contains(where: { $0.code == .overLimit }) else { return }
        let place = Place(source: source.name, path: path)
        problems.append(Problem(code: .overLimit, message: message, hint: hint, place: place))
    }

    // MARK: Reading

    /// The content of all files.
    struct Contents {
        /// The files, ordered by position; unreadable ones are empty.
        var files: [SourceFile] = []
        /// The positions of unreadable files.
        var unread: Set<Int> = []
        /// The positions of the unreadable files that don't exist.
        var absent: Set<Int> = []
        /// The problems of files that are too large, by position. They are in no other list.
        var oversized: [Int: Problem] = [:]
        /// The files and folders that were read, ordered by path.
        var dependencies: [InputDependency] = []
        var problems: [Problem] = []
    }

    /// Reads all files and returns their content.
    mutating func read() -> Contents {
        readNew()
        var contents = contents
        contents.problems = problems + contents.problems
        contents.dependencies += absentHeaders.map { InputDependency(path: $0, stamp: nil, digest: nil) }
        contents.dependencies += folders.map { InputDependency(path: $0.key, stamp: $0.value, digest: nil) }
        contents.dependencies.sort { $0.path < $1.path }
        return contents
    }

    /// Returns the names of the modules that the files at these positions import.
    mutating func modules(importedBy positions: [Int]) -> Set<String> {
        readNew()
        var names: Set<String> = []
        // Files over the limit were not read.
        for position in positions where contents.files.indices.contains(position) {
            let imported = modules(importedBy: position)
            guard budget.allowsSteps(imported.count) else { break }
            names.formUnion(imported)
        }
        return names
    }

    /// Returns the sorted names of all modules that the files at these positions import.
    mutating func imports(of positions: [Int]) -> [String] {
        var names: Set<String> = []
        for position in positions where contents.files.indices.contains(position) {
            names.formUnion(modules(importedBy: position))
        }
        return names.sorted { ByteString($0) < ByteString($1) }
    }

    private mutating func modules(importedBy position: Int) -> Set<String> {
        if let known = imports[position] { return known }
        let imported = ImportedModules.names(in: contents.files[position].bytes)
        imports[position] = imported
        return imported
    }

    /// Reads the files that were added since the last call, on all processors.
    private mutating func readNew() {
        // In small groups, so that little is read beyond the limit.
        while contents.files.count < paths.count {
            let first = contents.files.count
            let range = first..<min(paths.count, first + Self.readAtOnce)
            guard bytesRead < limits.sourceBytes else {
                let isTold = contents.problems.contains { $0.code == .overLimit && $0.message.hasPrefix("all files") }
                if !isTold {
                    let place = Place(source: source.name, path: paths[first])
                    let what = "all files of code before this one have"
                    contents.problems.append(tooMuch(limits.sourceBytes, what, place))
                }
                contents.unread.formUnion(first..<paths.count)
                return
            }
            for (position, result) in zip(range, read(range)) { take(result, of: position) }
        }
    }

    private static let readAtOnce = 64

    private func read(_ range: Range<Int>) -> [Result<(file: FileContents, digest: String), FileError>] {
        let (files, root, limit) = (files, source.root, limits.sourceFileBytes)
        return paths[range].concurrentMap { path in
            Result { () throws(FileError) in
                let path = root.appending(path).normalized
                guard path.relative(to: root) != nil else { throw .notFound }
                let file = try files.contents(of: path, limit: limit)
                return (file, SHA256.hex(of: file.bytes))
            }
        }
    }

    /// Stores the result of reading one file.
    private mutating func take(_ result: Result<(file: FileContents, digest: String), FileError>, of position: Int) {
        var (path, result) = (paths[position], result)
        if case .failure(.notFound) = result {
            let actual = spelled(path)
            if actual != path {
                contents.dependencies.append(InputDependency(path: path, stamp: nil, digest: nil))
                (path, paths[position]) = (actual, actual)
                result = read(position..<(position + 1))[0]
            }
        }
        let place = Place(source: source.name, path: path)
        switch result {
        case .success((let file, let digest)):
            contents.files.append(SourceFile(place: place, bytes: file.bytes))
            contents.dependencies.append(InputDependency(path: path, stamp: file.stamp, digest: digest))
            bytesRead += file.bytes.count
        case .failure(let error):
            contents.unread.insert(contents.files.count)
            contents.files.append(SourceFile(place: place, bytes: []))
            contents.dependencies.append(InputDependency(path: path, stamp: nil, digest: nil))
            switch error {
            // Missing files are mostly created by the build.
            case .notFound: contents.absent.insert(position)
            case .leadsOut: break
            case .tooLarge(let limit): contents.oversized[position] = tooMuch(limit, "the file has", place)
            default: contents.problems.append(Problem(error, of: path, in: source.name))
            }
        }
    }

    private func tooMuch(_ limit: Int, _ what: String, _ place: Place) -> Problem {
        Problem(
            code: .overLimit,
            message: "\(what) more than \(limit / (1024 * 1024)) MiB of code, so it is not read for links",
            hint: "leave out what is generated or vendored with --exclude",
            place: place
        )
    }
}
