import SchemeModel
internal import Synchronization

/// The projects that were read, so that one that others refer to is parsed once. Safe to use from any thread.
package final class ProjectCache: Sendable {
    /// The contents of a file.
    private struct Contents: Hashable {
        var file: Path
        var digest: String
    }

    /// The projects; `nil` for one with problems, or without room.
    private let projects = OnceCache<Contents, ProjectReader.LoadedProject?>()
    /// The bytes in the files of the projects that are kept.
    private let bytes = Mutex(0)

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
        var fresh: (project: ProjectReader.LoadedProject?, isWhole: Bool)?
        let kept = projects.value(for: Contents(file: file, digest: digest)) {
            let reading = read()
            fresh = reading
            guard let project = reading.project, reading.isWhole, reserve(size) else { return nil }
            return project
        }
        return kept ?? (fresh ?? read()).project
    }

    /// Returns whether there is room for another project whose file has `size` bytes, and takes it.
    private func reserve(_ size: Int) -> Bool {
        bytes.withLock { bytes in
            guard bytes + size <= Self.mostBytes else { return false }
            bytes += size
            return true
        }
    }
}
