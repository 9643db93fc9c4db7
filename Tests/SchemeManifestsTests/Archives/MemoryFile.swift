import SchemeModel

/// A file that stands in memory, or is made up as it is read.
struct MemoryFile: RandomAccessFile {
    let stamp: FileStamp
    private let make: @Sendable (Range<Int>) -> [UInt8]

    init(_ bytes: [UInt8]) {
        self.init(size: bytes.count) { Array(bytes[$0]) }
    }

    /// A file of `size` bytes, of which `make` gives any range.
    init(size: Int, make: @escaping @Sendable (Range<Int>) -> [UInt8]) {
        stamp = FileStamp(size: size, modified: 0, changed: 0, inode: 0)
        self.make = make
    }

    func read(at offset: Int, count: Int) throws(FileError) -> [UInt8] {
        guard offset >= 0, count >= 0, offset <= stamp.size, count <= stamp.size - offset else {
            throw .changedWhileReading
        }
        return make(offset..<(offset + count))
    }
}
