import SchemeModel
internal import Synchronization

/// The files used to read one project. Counts and records them, and restricts them to a folder.
final class ProjectFileSystem: FileAccess {
    private let files: any FileAccess
    private let root: Path
    private let boundary: Path?
    private let named: Path?
    private let limit: Int
    private let spellings: PathSpellings
    private let templates: SettingsTemplates
    private let state = Mutex(State())

    private struct State {
        var bytes = 0
        var inputs: [Path: ProjectReading.Input] = [:]
    }

    /// Creates the file access of one project.
    ///
    /// - Parameters:
    ///   - origin: The project's source with the boundary of the files.
    ///   - named: A settings file named by the user, which may be outside the boundary, as may its includes from the
    ///     same folder.
    ///   - limit: The maximum size of all files together in bytes.
    ///   - names: The maximum number of names that are compared to find paths in another case.
    init(
        _ files: any FileAccess,
        of origin: ProjectOrigin,
        named: Path? = nil,
        limit: Int,
        names: Int = Limits.standard.comparedNames
    ) {
        self.files = files
        (root, boundary) = (origin.root, origin.boundary)
        spellings = PathSpellings(files, below: origin.root, names: names)
        templates = SettingsTemplates(files)
        self.named = named.flatMap { try? files.realPath(of: $0) }
        self.limit = limit
    }

    /// The opened and the missing files with absolute paths, in order of path.
    var inputs: [ProjectReading.Input] {
        state.withLock { $0.inputs.values.sorted { $0.path < $1.path } }
    }

    func contents(of path: Path, limit: Int) throws(FileError) -> FileContents {
        do throws(FileError) {
            let real = try realPath(of: path)
            let left = self.limit - state.withLock { $0.bytes }
            let contents = try files.contents(of: real, limit: min(limit, left))
            let digest = SHA256.hex(of: contents.bytes)
            let input = ProjectReading.Input(path: path.normalized, stamp: contents.stamp, digest: digest)
            state.withLock { state in
                state.bytes += contents.bytes.count
                state.inputs[input.path] = input
            }
            return contents
        } catch {
            noteAbsence(of: path)
            throw error
        }
    }

    /// - Throws: `FileError.notFound` also for a path outside the boundary, so that its existence isn't revealed.
    func realPath(of path: Path) throws(FileError) -> Path {
        do throws(FileError) {
            let real = try files.realPath(of: path)
            if let boundary, real.relative(to: boundary) == nil, !isNamed(real) { throw .notFound }
            return real
        } catch {
            noteAbsence(of: path)
            throw error
        }
    }

    func spelling(of path: Path) -> Path {
        do throws(FileError) {
            _ = try realPath(of: path)
            return path
        } catch {
            return error == .notFound ? spellings.spelling(of: path) ?? path : path
        }
    }

    /// Returns the file inside the boundary that the missing settings file at `path` is copied from, or `nil`.
    @Sendable func template(of path: Path) -> Path? {
        let path = path.normalized
        // A missing folder, or one outside the boundary, contains no template.
        guard (try? realPath(of: path.directory)) != nil else { return nil }
        return templates.template(of: path)
    }

    /// Returns whether `folder` is in a build folder of CMake below the source's root, which is almost always that of a library.
    func isInCMakeBuild(_ folder: Path) -> Bool {
        let around = sequence(first: folder) { $0.directory }.prefix { $0 != root && $0.relative(to: root) != nil }
        return around.contains { folder in
            // A folder without a readable cache is one like any other.
            let cache = try? contents(of: folder.appending("CMakeCache.txt"), limit: Limits.standard.settingsFileBytes)
            return cache?.bytes.starts(with: "# This is the CMakeCache file.".utf8) ?? false
        }
    }

    private func isNamed(_ real: Path) -> Bool {
        guard let named else { return false }
        return real == named || (real.hasExtension("xcconfig") && real.relative(to: named.directory) != nil)
    }

    private func noteAbsence(of path: Path) {
        let path = path.normalized
        state.withLock { state in
            if state.inputs[path] == nil {
                state.inputs[path] = ProjectReading.Input(path: path, stamp: nil, digest: nil)
            }
        }
    }

    func randomAccess(to path: Path) throws(FileError) -> any RandomAccessFile {
        try files.randomAccess(to: try realPath(of: path))
    }

    func entries(
        of path: Path,
        stamped: Bool,
        where isWanted: (DirectoryEntry) -> Bool
    ) throws(FileError) -> [DirectoryEntry] {
        try files.entries(of: try realPath(of: path), stamped: stamped, where: isWanted)
    }

    func stamp(of path: Path) throws(FileError) -> FileStamp { try files.stamp(of: try realPath(of: path)) }

    func kind(of path: Path) throws(FileError) -> FileKind { try files.kind(of: try realPath(of: path)) }
}
