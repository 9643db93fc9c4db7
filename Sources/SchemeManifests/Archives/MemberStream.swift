import SchemeModel

/// Unpacks a member of an archive piece by piece.
///
/// - Source: PKWARE, APPNOTE.TXT 6.3.10, §4.3.7.
final class MemberStream {
    static let headerSignature: UInt32 = 0x0403_4B50

    private static let headerLength = 30
    private static let pieceLength = 128 * 1024

    private let member: ArchiveMember
    private let file: ArchiveFile
    private let inflater: Inflater?
    /// The file offsets of the next packed byte, and of the end of the packed bytes.
    private var position: Int
    private let packedEnd: Int
    private var produced = 0
    private var checksum = Checksum()
    private var isAtEnd = false

    /// Creates a stream of the bytes of `member`, which must end before `limit`, the start of the directory.
    init(_ member: ArchiveMember, in file: ArchiveFile, endingBefore limit: Int) throws(ArchiveError) {
        self.member = member
        self.file = file
        position = try Self.start(of: member, in: file, endingBefore: limit)
        packedEnd = position + member.packedSize
        inflater = member.method == ArchiveMember.Method.deflated ? Inflater(capacity: Self.pieceLength) : nil
    }

    /// Returns the offset in `file` of the packed bytes of `member`.
    ///
    /// - Throws: ``ArchiveError`` if they don't exist or can't be unpacked.
    static func start(
        of member: ArchiveMember,
        in file: ArchiveFile,
        endingBefore limit: Int
    ) throws(ArchiveError) -> Int {
        let name = member.name
        if member.isEncrypted { throw .defect(.encrypted(name)) }
        switch member.method {
        case ArchiveMember.Method.stored:
            guard member.size == member.packedSize else { throw .defect(.brokenMember(name, .wrongLength)) }
        case ArchiveMember.Method.deflated: break
        default: throw .defect(.unsupportedMethod(name, member.method))
        }
        guard let header = try file.part(at: member.headerOffset, count: headerLength) else {
            throw .defect(.outOfBounds(name))
        }
        var fields = FieldCursor(header, order: .little)
        guard fields.next(UInt32.self) == headerSignature else { throw .defect(.brokenMember(name, .noHeader)) }
        // Its checksum and sizes can be 0, and then follow the bytes. The directory always has them.
        fields.skip(22)
        let nameLength = Int(fields.next(UInt16.self))
        let extraLength = Int(fields.next(UInt16.self))
        guard let ownName = try file.part(at: member.headerOffset + headerLength, count: nameLength) else {
            throw .defect(.outOfBounds(name))
        }
        guard ownName == name.bytes else {
            throw .defect(.brokenMember(name, .otherName(Path(bytes: ownName))))
        }
        let start = member.headerOffset + headerLength + nameLength + extraLength
        guard start <= limit, member.packedSize <= limit - start else { throw .defect(.outOfBounds(name)) }
        return start
    }

    /// Returns the next bytes, or `nil` at the end, after checking their number and their checksum.
    func next() throws(ArchiveError) -> [UInt8]? {
        guard !isAtEnd else { return nil }
        let piece: [UInt8]
        if let inflater {
            piece = try unpack(with: inflater)
        } else {
            piece = try stored()
        }
        guard piece.count <= member.size - produced else { throw .defect(.brokenMember(member.name, .wrongLength)) }
        guard !piece.isEmpty else {
            isAtEnd = true
            guard produced == member.size else { throw .defect(.brokenMember(member.name, .wrongLength)) }
            guard checksum.value == member.checksum else { throw .defect(.wrongChecksum(member.name)) }
            return nil
        }
        produced += piece.count
        checksum.add(piece)
        return piece
    }

    /// Returns the next packed bytes; empty at the end.
    private func stored() throws(ArchiveError) -> [UInt8] {
        let count = min(Self.pieceLength, packedEnd - position)
        let bytes = try file.read(at: position, count: count)
        position += count
        return bytes
    }

    private func unpack(with inflater: Inflater) throws(ArchiveError) -> [UInt8] {
        while true {
            let (bytes, progress) = inflater.unpack(Self.pieceLength)
            switch progress {
            case .broken: throw .defect(.brokenMember(member.name, .notDeflated))
            case .finished:
                // zlib reports the end of the stream again when it is called again. Bytes after the end aren't part of
                // the member.
                guard bytes.isEmpty else { return bytes }
                guard inflater.unused == 0, position == packedEnd else {
                    throw .defect(.brokenMember(member.name, .wrongLength))
                }
                return []
            case .going: return bytes
            case .hungry:
                let packed = try stored()
                if packed.isEmpty, bytes.isEmpty { throw .defect(.brokenMember(member.name, .notDeflated)) }
                inflater.feed(packed)
                if !bytes.isEmpty { return bytes }
            }
        }
    }
}
