/// The bytes of a file and its stamp when they were read.
package struct FileContents: Sendable {
    /// All bytes of the file.
    package var bytes: [UInt8]
    /// The stamp of the file.
    package var stamp: FileStamp

    package init(bytes: [UInt8], stamp: FileStamp) {
        self.bytes = bytes
        self.stamp = stamp
    }
}

/// The file system's properties of a file, used to detect changes.
package struct FileStamp: Hashable, Sendable, Codable {
    /// The size in bytes.
    package var size: Int
    /// The time of the last change to the contents, in nanoseconds since 1970.
    package var modified: Int
    /// The time of the last change to the contents or metadata, in nanoseconds since 1970.
    ///
    /// It is 0 if the stamp is not reliable; see ``isReliable``.
    package var changed: Int
    /// The inode number on its device.
    package var inode: UInt64

    /// Whether a file with an equal stamp is sure to be unchanged.
    package var isReliable: Bool { changed != 0 }

    package init(size: Int, modified: Int, changed: Int, inode: UInt64) {
        self.size = size
        self.modified = modified
        self.changed = changed
        self.inode = inode
    }
}
