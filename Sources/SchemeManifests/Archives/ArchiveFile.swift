import SchemeModel

/// The file of an archive. Keeps errors of reading it apart from defects of its contents.
struct ArchiveFile {
    private let file: any RandomAccessFile

    init(_ file: any RandomAccessFile) {
        self.file = file
    }

    var size: Int { file.stamp.size }

    /// Returns exactly the `count` bytes at `offset`.
    func read(at offset: Int, count: Int) throws(ArchiveError) -> [UInt8] {
        do throws(FileError) {
            return try file.read(at: offset, count: count)
        } catch {
            throw .file(error)
        }
    }

    /// Returns the `count` bytes at `offset`, or `nil` if the file doesn't have them.
    func part(at offset: Int, count: Int) throws(ArchiveError) -> [UInt8]? {
        guard offset >= 0, count >= 0, offset <= size, count <= size - offset else { return nil }
        return try read(at: offset, count: count)
    }

    /// Returns whether the four bytes at `offset` are `signature`.
    func hasSignature(_ signature: UInt32, at offset: Int) throws(ArchiveError) -> Bool {
        guard let bytes = try part(at: offset, count: 4) else { return false }
        var fields = FieldCursor(bytes, order: .little)
        return fields.next() == signature
    }

    /// Returns whether the file starts like an archive.
    func beginsWithMember() throws(ArchiveError) -> Bool {
        try hasSignature(MemberStream.headerSignature, at: 0)
    }
}
