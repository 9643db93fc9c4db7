import SchemeModel

/// The build folder of CMake that a project is in.
///
/// If such a folder is part of a source, it is almost always the copy of a library. The projects in it are built for the
/// library, and CMake makes the manifests of their apps, such as those for tests, which nobody keeps.
struct CMakeBuild {
    private let contains: Bool

    /// Looks for the cache that marks such a folder around `project`, and below the source's root: whoever names a build
    /// folder wants its apps to be checked.
    init(of project: XcodeProject, _ origin: ProjectOrigin, _ files: ProjectFileSystem, limits: Limits) {
        var folder = project.directory
        var isFound = false
        while !isFound, let below = folder.relative(to: origin.root), !below.bytes.isEmpty {
            let cache = folder.appending("CMakeCache.txt")
            // A folder without a readable cache is one like any other.
            let bytes = (try? files.contents(of: cache, limit: limits.settingsFileBytes).bytes) ?? []
            isFound = bytes.starts(with: "# This is the CMakeCache file.".utf8)
            folder = folder.directory
        }
        contains = isFound
    }

    /// Returns whether CMake makes the manifest at `path`, as it does beside the files of each target.
    func makes(_ manifest: Path) -> Bool {
        contains && manifest.components.contains { $0.elementsEqual("CMakeFiles".utf8) }
    }
}
