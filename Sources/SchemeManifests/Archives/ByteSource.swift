package import SchemeModel

/// Bytes of which parts are read: a file, or a member of an archive.
package protocol ByteSource {
    /// Why a part could not be read.
    associatedtype Failure: Error

    /// The number of bytes.
    var size: Int { get }

    /// Exactly the `count` bytes from the 0-based `offset` on. Cheapest when the parts are read in their order.
    func read(at offset: Int, count: Int) throws(Failure) -> [UInt8]
}

/// The bytes of a file.
package struct FileBytes: ByteSource {
    private let file: any RandomAccessFile

    package init(_ file: any RandomAccessFile) {
        self.file = file
    }

    package var size: Int { file.stamp.size }

    package func read(at offset: Int, count: Int) throws(FileError) -> [UInt8] {
        try file.read(at: offset, count: count)
    }
}
