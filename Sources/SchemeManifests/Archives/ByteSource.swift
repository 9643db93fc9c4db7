package import SchemeModel

/// A file or an archive member whose bytes are read in parts.
package protocol ByteSource {
    /// The error of reading a part.
    associatedtype Failure: Error

    /// The number of bytes.
    var size: Int { get }

    /// Returns exactly the `count` bytes at the 0-based `offset`. Reading parts in order is cheapest.
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
