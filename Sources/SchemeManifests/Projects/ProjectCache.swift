import SchemeModel
internal import Synchronization

/// The projects that were read, so that one that others refer to is parsed once. Safe to use from any thread.
package final class ProjectCache: Sendable {
    private let state = Mutex(State())

    private struct State {
        var projects: [Path: ProjectReader.LoadedProject] = [:]
        /// The bytes of their files.
        var bytes = 0
    }

    /// The maximum number of bytes in the files of the projects that are kept. The projects take up a few times that.
    private static let mostBytes = 16 * 1024 * 1024

    package init() {}

    /// Returns the project with the file at the absolute path `file`, if its contents have this digest.
    func project(at file: Path, digest: String) -> ProjectReader.LoadedProject? {
        state.withLock { $0.projects[file] }.flatMap { $0.digest == digest ? $0 : nil }
    }

    /// Keeps a project that has no problems. `size` is the number of bytes in its file.
    func add(_ project: ProjectReader.LoadedProject, at file: Path, size: Int) {
        state.withLock { state in
            guard state.projects[file] == nil, state.bytes + size <= Self.mostBytes else { return }
            state.projects[file] = project
            state.bytes += size
        }
    }
}
