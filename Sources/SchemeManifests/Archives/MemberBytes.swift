import SchemeModel

/// The unpacked bytes of a member, for reading parts of it roughly in order.
///
/// A packed member is unpacked up to the wanted part. Reading an earlier part starts again at the beginning. Only the
/// last piece is kept in memory. The checksum is checked only at the end of a packed member, and not at all for others,
/// because executables have hundreds of megabytes, of which a few kilobytes are read.
package final class MemberBytes: ByteSource {
    package let size: Int
    private let open: () throws(ArchiveError) -> MemberStream
    private let pass: (Int) throws(ArchiveError) -> Void
    /// The file, and the offset in it, of a member that isn't packed.
    private let plain: (file: ArchiveFile, start: Int)?
    private var stream: MemberStream?
    private var piece: [UInt8] = []
    private var pieceStart = 0

    /// Creates the bytes of a member with `size` bytes.
    ///
    /// - Parameters:
    ///   - plain: The position of the bytes in the file, if they aren't packed.
    ///   - open: Starts to unpack the member.
    ///   - pass: Gets the number of bytes that were unpacked. Throws if that exceeds the limit.
    init(
        size: Int,
        plain: (file: ArchiveFile, start: Int)?,
        open: @escaping () throws(ArchiveError) -> MemberStream,
        pass: @escaping (Int) throws(ArchiveError) -> Void
    ) {
        self.size = size
        self.plain = plain
        self.open = open
        self.pass = pass
    }

    package func read(at offset: Int, count: Int) throws(ArchiveError) -> [UInt8] {
        if let plain { return try plain.file.read(at: plain.start + offset, count: count) }
        if offset < pieceStart { stream = nil }
        let stream = try current()
        var taken: [UInt8] = []
        while taken.count < count {
            let wanted = offset + taken.count - pieceStart
            if wanted >= 0, wanted < piece.count {
                taken += piece[wanted..<min(piece.count, wanted + count - taken.count)]
                if taken.count == count { break }
            }
            guard let next = try stream.next() else { break }
            try pass(next.count)
            pieceStart += piece.count
            piece = next
        }
        return taken
    }

    private func current() throws(ArchiveError) -> MemberStream {
        if let stream { return stream }
        let opened = try open()
        (stream, piece, pieceStart) = (opened, [], 0)
        return opened
    }
}
