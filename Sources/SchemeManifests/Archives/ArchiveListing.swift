import SchemeModel

/// The members and the defects of an archive.
package struct ArchiveListing: Hashable, Sendable {
    /// The wanted members, ordered by name. Links and members with unusable names are defects, not members.
    package var members: [ArchiveMember]
    /// The defects of the archive, with at most ``Limits/archiveDefects`` of each kind.
    ///
    /// First those found while walking over the directory, then duplicates, overlaps and links, each in directory
    /// order.
    package var defects: [ArchiveDefect]
    /// The number of entries in the directory.
    package var count: Int
}
