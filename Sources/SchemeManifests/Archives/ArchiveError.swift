package import SchemeModel

/// The reason why an archive, or a member of it, couldn't be read.
package enum ArchiveError: Error, Hashable, Sendable {
    /// The contents have a defect.
    case defect(ArchiveDefect)
    /// The file couldn't be read.
    case file(FileError)
}
