import SchemeModel
internal import Synchronization

/// The projects that were read, so that one that others refer to is parsed once. Safe to use from any thread.
package final class ProjectCache: Sendable {
    private let state = Mutex(State())

    private struct State {
        var entries: [Path: Entry] = [:]
        /// The bytes in the files of the projects that are kept.
        var bytes = 0
    }

    /// A project; other threads wait while the first one reads it.
    private final class Entry: Sendable {
        let content = Mutex(Content.unread)
    }

    private enum Content: Sendable {
        case unread
        case kept(ProjectReader.LoadedProject)
        /// It has problems, or there is no room for it.
        case notKept
    }

    /// The maximum number of bytes in the files of the projects that are kept. The projects take up a few times that.
    private static let mostBytes = 16 * 1024 * 1024

    package init() {}

    /// Returns the project in the file at the absolute path `file`. Reads it, unless it is known with these contents.
    ///
    /// - Parameters:
    ///   - digest: The digest of the contents.
    ///   - size: Their number of bytes.
    ///   - read: Reads the project, and returns whether it has no problems, so that it can be kept.
    func project(
        at file: Path,
        digest: String,
        size: Int,
        _ read: () -> (project: ProjectReader.LoadedProject?, isWhole: Bool)
    ) -> ProjectReader.LoadedProject? {
        let entry = state.withLock { state in
            let entry = state.entries[file] ?? Entry()
            state.entries[file] = entry
            return entry
        }
        let (isRead, project) = entry.content.withLock { content -> (Bool, ProjectReader.LoadedProject?) in
            switch content {
            case .kept(let project): return (project.digest == digest, project)
            case .notKept: return (false, nil)
            case .unread:
                let (project, isWhole) = read()
                content = .notKept
                if let project, isWhole, reserve(size) { content = .kept(project) }
                return (true, project)
            }
        }
        return isRead ? project : read().project
    }

    /// Returns whether there is room for another project whose file has `size` bytes, and takes it.
    private func reserve(_ size: Int) -> Bool {
        state.withLock { state in
            guard state.bytes + size <= Self.mostBytes else { return false }
            state.bytes += size
            return true
        }
    }
}
