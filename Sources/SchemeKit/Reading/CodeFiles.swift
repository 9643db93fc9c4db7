import Dispatch
import SchemeLinks
import SchemeManifests
import SchemeModel
internal import Synchronization

/// The files of code that targets consist of: each is named once, and read when all are named.
struct CodeFiles {
    private let source: Source
    private let files: any FileAccess
    private let exclusions: [Exclusion]
    private let limits: Limits
    /// Below the source's root, in the order in which they were named.
    private(set) var paths: [Path] = []
    private var positions: [Path: Int] = [:]
    /// The folders that were listed, whose change brings or takes files.
    private var folders: [Path: FileStamp?] = [:]
    private var listings: [Path: [Path]?] = [:]
    /// What could not be listed, or is over a limit.
    private(set) var problems: [Problem] = []
    /// Whether an exclusion left something out.
    private(set) var hasExcluded = false
    /// What was read so far, of the first of ``paths``.
    private var contents = Contents()
    /// How many bytes that are.
    private var bytesRead = 0
    /// The modules that files import, by position; several targets may share a file.
    private var imports: [Int: Set<String>] = [:]
    private let spellings: PathSpellings
    /// Files and folders whose names have another case than what is written.
    private(set) var respelled: [RespelledPath] = []
    /// The bytes of the patterns of all folders, each as often as it was held against a name.
    private var patternSteps = 0

    private static let namesForMakingReady = 1_000

    /// - Parameter files: those below the source's root, rooted there.
    init(of source: Source, files: any FileAccess, exclusions: [Exclusion], limits: Limits) {
        self.source = source
        self.files = files
        self.exclusions = exclusions
        self.limits = limits
        spellings = PathSpellings(files, below: source.root)
    }

    /// Whether a file of this name is code that is looked at.
    static func isCode(_ name: Path) -> Bool {
        name.hasExtension("swift") || name.hasExtension("m") || name.hasExtension("mm")
    }

    /// The position of the file at `path` among all; `nil` for one that is left out: by an exclusion, by a limit, or since
    /// it lies outside of the source.
    mutating func position(of path: Path) -> Int? {
        if let known = positions[path] { return known }
        guard !path.isAbsolute, !isExcluded(path) else { return nil }
        guard paths.count < limits.sourceFiles else {
            noteLimit(of: "files of code", limits.sourceFiles, at: path)
            return nil
        }
        positions[path] = paths.count
        paths.append(path)
        return paths.count - 1
    }

    /// The positions of the files of code in a folder, in order of path; `nil` when the folder cannot be listed. `isWhole`
    /// says whether nothing was left out.
    mutating func positions(in folder: ProjectReading.Folder) -> (found: [Int], isWhole: Bool)? {
        guard let (root, names) = listing(of: folder.path.belowRoot) else { return nil }
        let paths = folder.patterns + folder.excluded + (folder.included ?? []) + (folder.includedPatterns ?? [])
        let written = paths.reduce(0) { $0 + $1.bytes.count }
        // Making a pattern ready costs something, too, whatever it is held against.
        patternSteps += written * (names.count + Self.namesForMakingReady)
        guard patternSteps <= limits.folderPatternSteps else {
            noteLimit(
                "the patterns of the folders of code are too many for their files, so that these are not read for links",
                hint: "name folders instead of files in the project's patterns",
                at: folder.path.belowRoot
            )
            return ([], false)
        }
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
        for name in kept {
            if let position = position(of: root.appending(name)) {
                found.append(position)
            } else {
                isWhole = false
            }
        }
        return (found, isWhole)
    }

    /// The folder, which may be spelled in another case, with the paths of the files of code below it, by their paths from
    /// it, in order; `nil` when it is not there.
    private mutating func listing(of written: Path) -> (folder: Path, names: [Path])? {
        let folder = spelled(written)
        if let known = listings[folder] { return known.map { (folder, $0) } }
        let listing = list(folder)
        listings[folder] = .some(listing)
        return listing.map { (folder, $0) }
    }

    /// The path of the file or folder that `path` means on a disk that ignores case.
    private mutating func spelled(_ path: Path) -> Path {
        let written = source.root.appending(path).normalized
        do throws(FileError) {
            _ = try files.kind(of: written)
            return path
        } catch {
            guard error == .notFound, let actual = spellings.spelling(of: written) else { return path }
            let respelling = RespelledPath(written: written, actual: actual, place: nil)
            if !respelled.contains(respelling) { respelled.append(respelling) }
            return actual.relative(to: source.root) ?? path
        }
    }

    private mutating func list(_ folder: Path) -> [Path]? {
        guard source.root.appending(folder).normalized.relative(to: source.root) != nil else {
            return noteUnlisted(folder, .notFound)
        }
        var found: [Path] = []
        var pending: [Path] = [""]
        while let below = pending.popLast() {
            let path = folder.appending(below)
            guard folders.count < limits.sourceFiles, found.count < limits.sourceFiles else {
                noteLimit(of: "folders or files of code", limits.sourceFiles, at: path)
                break
            }
            do throws(FileError) {
                let listed = try CodeFolder(source.root.appending(path), in: files)
                folders[path] = .some(listed.stamp)
                for entry in listed.entries {
                    let name = below.appending(entry.name)
                    if entry.kind == .regular {
                        found.append(name)
                    } else if !isExcluded(folder.appending(name)) {
                        pending.append(name)
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

    /// Notes that what should be a folder could not be listed, which is a problem unless none is there: a project names
    /// folders that the build makes, and resources that are files.
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
            "there are more than \(limit) \(what); what lies beyond was not read",
            hint: "leave out what is generated or vendored with --exclude",
            at: path
        )
    }

    /// Notes that a limit was met, once.
    private mutating func noteLimit(_ message: String, hint: String, at path: Path) {
        guard !problems.contains(where: { $0.code == .overLimit }) else { return }
        let place = Place(source: source.name, path: path)
        problems.append(Problem(code: .overLimit, message: message, hint: hint, place: place))
    }

    // MARK: Reading

    /// What reading all files gave.
    struct Contents {
        /// In order of position; those that could not be read are empty.
        var files: [SourceFile] = []
        /// The positions of those that could not be read.
        var unread: Set<Int> = []
        /// The files and folders that were looked at, in order of path.
        var dependencies: [InputDependency] = []
        var problems: [Problem] = []
    }

    /// The contents of all files.
    mutating func read() -> Contents {
        readNew()
        var contents = contents
        contents.problems = problems + contents.problems
        contents.dependencies += folders.map { InputDependency(path: $0.key, stamp: $0.value, digest: nil) }
        contents.dependencies.sort { $0.path < $1.path }
        return contents
    }

    /// The names of the modules that the files at these positions import.
    mutating func modules(importedBy positions: [Int]) -> Set<String> {
        readNew()
        var names: Set<String> = []
        // Of those beyond the limit nothing is known.
        for position in positions where contents.files.indices.contains(position) {
            let imported = imports[position] ?? ImportedModules.names(in: contents.files[position].bytes)
            imports[position] = imported
            names.formUnion(imported)
        }
        return names
    }

    /// Reads the files that were named since, on all processors.
    private mutating func readNew() {
        // Some at once, so that what is read beyond the limit is little.
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

    private func read(_ range: Range<Int>) -> [Result<FileContents, FileError>] {
        let read = Mutex<[Int: Result<FileContents, FileError>]>([:])
        let (paths, files, root, limit) = (paths, files, source.root, limits.sourceFileBytes)
        DispatchQueue.concurrentPerform(iterations: range.count) { index in
            let position = range.lowerBound + index
            let result = Result { () throws(FileError) in
                let path = root.appending(paths[position]).normalized
                guard path.relative(to: root) != nil else { throw .notFound }
                return try files.contents(of: path, limit: limit)
            }
            read.withLock { $0[position] = result }
        }
        let results = read.withLock { $0 }
        return range.map { results[$0] ?? .failure(.notFound) }
    }

    /// Notes what came of one file.
    private mutating func take(_ result: Result<FileContents, FileError>, of position: Int) {
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
        case .success(let file):
            contents.files.append(SourceFile(place: place, bytes: file.bytes))
            let digest = SHA256.hex(of: file.bytes)
            contents.dependencies.append(InputDependency(path: path, stamp: file.stamp, digest: digest))
            bytesRead += file.bytes.count
        case .failure(let error):
            contents.unread.insert(contents.files.count)
            contents.files.append(SourceFile(place: place, bytes: []))
            contents.dependencies.append(InputDependency(path: path, stamp: nil, digest: nil))
            switch error {
            // Files that are not there are mostly made by the build.
            case .notFound, .leadsOut: break
            case .tooLarge(let limit): contents.problems.append(tooMuch(limit, "the file has", place))
            default: contents.problems.append(Problem(error, of: path, in: source.name))
            }
        }
    }

    private func tooMuch(_ limit: Int, _ what: String, _ place: Place) -> Problem {
        Problem(
            code: .overLimit,
            message: "\(what) more than \(limit / (1024 * 1024)) MiB, so that it is not read for links",
            hint: "leave out what is generated or vendored with --exclude",
            place: place
        )
    }
}

/// The files of code and the folders in a folder.
struct CodeFolder {
    /// In order of their names.
    let entries: [DirectoryEntry]

    /// - Throws: ``FileError``.
    init(_ path: Path, in files: any FileAccess) throws(FileError) {
        entries = try files.entries(of: path) { entry in
            switch entry.kind {
            case .directory: !Discovery.isVendoredOrBuilt(entry.name)
            case .regular: CodeFiles.isCode(entry.name)
            case .link, .other: false
            }
        }
    }

    /// What differs when one of the names comes or goes, and stays when anything else in the folder does.
    var stamp: FileStamp {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for entry in entries {
            for byte in entry.name.bytes + [entry.kind == .directory ? Path.separator : 0] {
                hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
            }
        }
        return FileStamp(size: entries.count, modified: Int(truncatingIfNeeded: hash), changed: 1, inode: 0)
    }
}
