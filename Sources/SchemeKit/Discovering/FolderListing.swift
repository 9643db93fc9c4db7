import SchemeModel

/// The content of a folder.
struct FolderListing: Sendable {
    /// What is visited, sorted by bytes.
    var entries: Result<[DirectoryEntry], FileError> = .success([])
    var skipped = SkippedCounts()
    var skippedInputs = 0
    var hasCode = false
    var hasAppPackage = false
    /// The paths of scripts.
    var scripts: [Path] = []
    /// The problems with links that are not followed but should have been read.
    var problems: [Problem] = []
}
