import SchemeModel

/// A file whose bytes are all in memory.
struct MemoryFile: RandomAccessFile {
    let bytes: [UInt8]
    let stamp: FileStamp

    func read(at offset: Int, count: Int) throws(FileError) -> [UInt8] {
        guard offset >= 0, count >= 0, offset <= bytes.count, count <= bytes.count - offset else {
            throw .changedWhileReading
        }
        return Array(bytes[offset..<offset + count])
    }
}
