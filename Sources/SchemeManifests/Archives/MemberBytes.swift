import SchemeModel

/// The unpacked bytes of a member, of which parts are read in about the order in which they stand.
///
/// A member that is packed is unpacked up to the part that is wanted; a part before the last one means unpacking from
/// the beginning again. Nothing but the last piece is held. The checksum is seen only when the end is reached, and for
/// members that are not packed not at all: what is read of executables is a few kilobytes of hundreds of megabytes.
package final class MemberBytes: ByteSource {
    package let size: Int
    private let open: () throws(ArchiveFailure) -> MemberStream
    private let pass: (Int) throws(ArchiveFailure) -> Void
    /// The file and the offset in it, for a member that is not packed.
    private let plain: (file: ArchiveFile, start: Int)?
    private var stream: MemberStream?
    private var piece: [UInt8] = []
    private var pieceStart = 0

    /// The bytes of a member of `size` bytes.
    ///
    /// - Parameters:
    ///   - plain: where the bytes stand in the file when they are not packed.
    ///   - open: begins to unpack the member.
    ///   - pass: is told how many bytes were unpacked, and throws when that is too much.
    init(
        size: Int,
        plain: (file: ArchiveFile, start: Int)?,
        open: @escaping () throws(ArchiveFailure) -> MemberStream,
        pass: @escaping (Int) throws(ArchiveFailure) -> Void
    ) {
        self.size = size
        self.plain = plain
        self.open = open
        self.pass = pass
    }

    package func read(at offset: Int, count: Int) throws(ArchiveFailure) -> [UInt8] {
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

    private func current() throws(ArchiveFailure) -> MemberStream {
        if let stream { return stream }
        let opened = try open()
        (stream, piece, pieceStart) = (opened, [], 0)
        return opened
    }
}
