import SchemeModel

/// The file that an archive is, with the failures of reading it told apart from faults of its contents.
struct ArchiveFile {
    private let file: any RandomAccessFile

    init(_ file: any RandomAccessFile) {
        self.file = file
    }

    var size: Int { file.stamp.size }

    /// Exactly the `count` bytes from `offset` on.
    func read(at offset: Int, count: Int) throws(ArchiveFailure) -> [UInt8] {
        do throws(FileError) {
            return try file.read(at: offset, count: count)
        } catch {
            throw .file(error)
        }
    }

    /// The `count` bytes from `offset` on, or `nil` where the file has no such bytes.
    func part(at offset: Int, count: Int) throws(ArchiveFailure) -> [UInt8]? {
        guard offset >= 0, count >= 0, offset <= size, count <= size - offset else { return nil }
        return try read(at: offset, count: count)
    }

    /// Whether the four bytes at `offset` are `signature`.
    func hasSignature(_ signature: UInt32, at offset: Int) throws(ArchiveFailure) -> Bool {
        guard let bytes = try part(at: offset, count: 4) else { return false }
        var fields = FieldCursor(bytes, order: .little)
        return fields.next() == signature
    }

    /// Whether the file begins like an archive.
    func beginsWithMember() throws(ArchiveFailure) -> Bool {
        try hasSignature(MemberStream.headerSignature, at: 0)
    }
}
