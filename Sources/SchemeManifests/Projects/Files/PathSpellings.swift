package import SchemeModel
internal import Synchronization

/// Finds files whose names are written in another case than they have, as the disks of most Macs do.
package final class PathSpellings: Sendable {
    private let files: any FileAccess
    private let root: Path
    private let state = Mutex(State())

    private struct State {
        /// For each path that was asked for, the one that exists.
        var known: [Path: Path?] = [:]
        /// For each folder and folded name, the names in the folder.
        var names: [Key: [DirectoryEntry]] = [:]
        /// Names that may still be compared.
        var left = PathSpellings.mostNames
    }

    private struct Key: Hashable {
        var folder: Path
        var name: [UInt8]
    }

    /// Names compared for one project, and paths that are followed at once.
    private static let (mostNames, mostPaths) = (1_000_000, 16)

    /// - Parameter root: the absolute folder below which case is ignored.
    package init(_ files: any FileAccess, below root: Path) {
        self.files = files
        self.root = root
    }

    /// The only path that differs from `path`, which does not exist, in nothing but the case of its components below the
    /// root; `nil` where there is none, or more than one.
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
            let name = Self.folded(component)
            folders = folders.flatMap { folder in
                entries(name, in: folder).filter { $0.kind == .directory }.map { folder.appending($0.name) }
            }
            guard !folders.isEmpty, folders.count <= Self.mostPaths else { return nil }
        }
        let name = Self.folded(last)
        let found = folders.flatMap { folder in entries(name, in: folder).map { folder.appending($0.name) } }
        return found.count == 1 && found[0] != path ? found[0] : nil
    }

    /// The entries of `folder` with this folded name.
    private func entries(_ name: [UInt8], in folder: Path) -> [DirectoryEntry] {
        let key = Key(folder: folder, name: name)
        if let known = state.withLock({ $0.names[key] }) { return known }
        var left = state.withLock { $0.left }
        guard left > 0 else { return [] }
        // A folder that cannot be listed holds nothing that could be meant.
        let found = try? files.entries(of: folder) { entry in
            left -= 1
            return left > 0 && Self.folded(entry.name.bytes[...]) == name
        }
        // Where not every name was compared, none is sure to be the only one.
        let entries = left > 0 ? found ?? [] : []
        state.withLock { state in
            state.left = min(state.left, left)
            state.names[key] = entries
        }
        return entries
    }

    private static func folded(_ name: ArraySlice<UInt8>) -> [UInt8] {
        if name.allSatisfy({ $0 < 0x80 }) { return name.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 } }
        return String(validating: name, as: UTF8.self).map { Array($0.lowercased().utf8) } ?? Array(name)
    }
}

/// A path that is written in another case than the file has.
package struct RespelledPath: Hashable, Sendable {
    /// The absolute path as it is written.
    package var written: Path
    /// The absolute path of the file.
    package var actual: Path
    /// Where it is written; `nil` where that is not known.
    package var place: Place?

    package init(written: Path, actual: Path, place: Place?) {
        self.written = written
        self.actual = actual
        self.place = place
    }
}

extension RespelledPath {
    /// The same as an irregularity of what the path is written in.
    ///
    /// - Parameter project: the absolute path of the project's file.
    package func irregularity(_ origin: ProjectOrigin, project: Path) -> Irregularity {
        Irregularity(
            .mismatchedCase,
            span: ValueSpan(keyPath: "", element: SourceRange(byteOffset: 0, byteLength: 0)),
            subject: origin.shown(written).display,
            expected: origin.shown(actual).display,
            place: place ?? origin.place(project, nil)
        )
    }

    /// The paths up to the first folder or file that differs, so that a folder with many files counts once.
    package var shortest: RespelledPath {
        var shortest = self
        var (written, actual) = (written, actual)
        while written.directory != actual.directory, written.directory.bytes.count < written.bytes.count {
            (written, actual) = (written.directory, actual.directory)
        }
        (shortest.written, shortest.actual) = (written, actual)
        return shortest
    }
}
