package import SchemeModel
internal import Synchronization

/// Finds files whose paths have different capitalization or composed letters in the project, as Mac file systems allow.
package final class PathSpellings: Sendable {
    private let files: any FileAccess
    private let root: Path
    private let state: Mutex<State>

    private struct State {
        /// The existing path for each requested path.
        var known: [Path: Path?] = [:]
        /// The names in each folder by folded name.
        var names: [Key: [DirectoryEntry]] = [:]
        /// The number of names that may still be compared.
        var left: Int
    }

    private struct Key: Hashable {
        var folder: Path
        var name: FoldedName
    }

    /// A name without its capitalization. Two names are equal if they are canonically equivalent, as on APFS.
    private struct FoldedName: Hashable {
        /// Swift compares texts by canonical equivalence.
        var text = ""
        /// A name that isn't UTF-8.
        var bytes: [UInt8] = []

        init(_ name: ArraySlice<UInt8>) {
            if let valid = String(validating: name, as: UTF8.self) {
                text = valid.lowercased()
            } else {
                bytes = Array(name)
            }
        }
    }

    /// The maximum number of paths followed at the same time.
    private static let mostPaths = 16

    /// - Parameters:
    ///   - root: The absolute folder below which case is ignored.
    ///   - names: The maximum number of names that are compared.
    package init(_ files: any FileAccess, below root: Path, names: Int = Limits.standard.comparedNames) {
        self.files = files
        self.root = root
        state = Mutex(State(left: names))
    }

    /// Returns the only path that differs from the missing `path` only in case or composition, below the root.
    ///
    /// Returns `nil` if there is no such path, or more than one.
    package func spelling(of path: Path) -> Path? {
        let path = path.normalized
        if let known = state.withLock({ $0.known[path] }) { return known }
        let found = find(path)
        state.withLock { $0.known[path] = .some(found) }
        return found
    }

    private func find(_ path: Path) -> Path? {
        guard let components = path.relative(to: root)?.components, let last = components.last else { return nil }
        var folders = [root]
        for component in components.dropLast() {
            let name = FoldedName(component)
            folders = folders.flatMap { folder in
                entries(name, in: folder).filter { $0.kind == .directory }.map { folder.appending($0.name) }
            }
            guard !folders.isEmpty, folders.count <= Self.mostPaths else { return nil }
        }
        let name = FoldedName(last)
        let found = folders.flatMap { folder in entries(name, in: folder).map { folder.appending($0.name) } }
        return found.count == 1 && found[0] != path ? found[0] : nil
    }

    /// Returns the entries of `folder` with this folded name.
    private func entries(_ name: FoldedName, in folder: Path) -> [DirectoryEntry] {
        let key = Key(folder: folder, name: name)
        if let known = state.withLock({ $0.names[key] }) { return known }
        var left = state.withLock { $0.left }
        guard left > 0 else { return [] }
        // A folder that can't be listed contains no match.
        let found = try? files.entries(of: folder) { entry in
            left -= 1
            return left > 0 && FoldedName(entry.name.bytes[...]) == name
        }
        // Without comparing all names, no match is known to be unique.
        let entries = left > 0 ? found ?? [] : []
        state.withLock { state in
            state.left = min(state.left, left)
            state.names[key] = entries
        }
        return entries
    }
}

/// A path whose capitalization differs from the file's name.
package struct PathCaseMismatch: Hashable, Sendable {
    /// The absolute path with the capitalization in the project.
    package var written: Path
    /// The absolute path of the file.
    package var actual: Path
    /// The location of the path; `nil` if it is unknown.
    package var place: Place?
    /// Whether the paths are those of a folder around what the project refers to.
    package var isFolder = false
    /// Whether the project has many such paths, usually because of one change of a name.
    package var isOneOfMany = false

    package init(written: Path, actual: Path, place: Place?) {
        self.written = written
        self.actual = actual
        self.place = place
    }
}

extension PathCaseMismatch {
    /// Returns an irregularity of the referring project.
    ///
    /// - Parameter project: The absolute path of the project's file.
    package func irregularity(_ origin: ProjectOrigin, project: Path) -> Irregularity {
        Irregularity(
            .mismatchedCase,
            subject: origin.shown(written).display,
            expected: origin.shown(actual).display,
            found: isOneOfMany ? "one of many" : isFolder ? "folder" : nil,
            place: place ?? origin.place(project, nil)
        )
    }

    /// Returns the paths up to the last folder or file that differs, so that a folder with many files is reported once, but
    /// beyond folders that exist in both cases.
    package func shortest(where exists: (Path) -> Bool) -> PathCaseMismatch {
        var shortest = self
        var (written, actual) = (written, actual)
        while written.lastComponent == actual.lastComponent, written.directory.bytes.count < written.bytes.count,
            !exists(written.directory)
        {
            (written, actual) = (written.directory, actual.directory)
        }
        shortest.isFolder = isFolder || written != self.written
        (shortest.written, shortest.actual) = (written, actual)
        return shortest
    }
}
