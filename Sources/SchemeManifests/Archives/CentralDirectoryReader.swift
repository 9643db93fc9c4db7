import SchemeModel

/// Reads the entries of an archive's directory in order. Keeps only a small window of it in memory.
///
/// - Source: PKWARE, APPNOTE.TXT 6.3.10, §4.3.12 and §4.5.3.
struct CentralDirectoryReader {
    static let signature: UInt32 = 0x0201_4B50

    private static let fixedLength = 46
    private static let zip64Extra: UInt16 = 0x0001
    private static let windowLength = 256 * 1024

    private let file: ArchiveFile
    private let end: EndOfCentralDirectory
    /// The offset of the next entry in the directory.
    private var position: Int
    private var window: [UInt8] = []
    /// The offset of the window's first byte in the directory.
    private var windowStart = 0

    /// Creates a walk over the entries of `file` that starts at `position`, an offset in the directory.
    init(_ file: ArchiveFile, _ end: EndOfCentralDirectory, from position: Int = 0) {
        self.file = file
        self.end = end
        self.position = position
    }

    /// Returns the next entry, or `nil` after the last one.
    mutating func next() throws(ArchiveError) -> ArchiveMember? {
        guard position < end.directorySize else { return nil }
        let broken = ArchiveError.defect(.brokenDirectory(offset: end.directoryStart + position))
        guard try load(Self.fixedLength) else { throw broken }
        var fields = FieldCursor(window, at: position - windowStart, order: .little)
        guard fields.next(UInt32.self) == Self.signature else { throw broken }
        fields.skip(4)
        let flags = fields.next(UInt16.self)
        let method = fields.next(UInt16.self)
        fields.skip(4)
        let checksum = fields.next(UInt32.self)
        var sizes = Sizes(packed: UInt64(fields.next(UInt32.self)), unpacked: UInt64(fields.next(UInt32.self)))
        let nameLength = Int(fields.next(UInt16.self))
        let extraLength = Int(fields.next(UInt16.self))
        let commentLength = Int(fields.next(UInt16.self))
        fields.skip(4)
        let attributes = fields.next(UInt32.self)
        sizes.offset = UInt64(fields.next(UInt32.self))
        let length = Self.fixedLength + nameLength + extraLength + commentLength
        guard !fields.isShort, try load(length) else { throw broken }
        let nameStart = position - windowStart + Self.fixedLength
        let extraStart = nameStart + nameLength
        if sizes.needZIP64 {
            guard sizes.complete(from: window, extraStart..<(extraStart + extraLength)) else { throw broken }
        }
        guard let packedSize = Int(exactly: sizes.packed), let size = Int(exactly: sizes.unpacked),
            let offset = Int(exactly: sizes.offset)
        else { throw broken }
        let (headerOffset, overflow) = offset.addingReportingOverflow(end.prependedBytes)
        guard !overflow else { throw broken }
        let name = Path(bytes: window[nameStart..<extraStart])
        let member = ArchiveMember(
            name: name,
            kind: Self.kind(of: name, attributes: attributes),
            // Bit 0: encrypted; 6: strong encryption; 13: the directory's values are masked.
            isEncrypted: flags & (1 << 0 | 1 << 6 | 1 << 13) != 0,
            method: method,
            checksum: checksum,
            packedSize: packedSize,
            size: size,
            headerOffset: headerOffset,
            entryOffset: position
        )
        position += length
        return member
    }

    /// Loads the next `count` bytes of the directory into the window. Returns `false` if there are fewer.
    private mutating func load(_ count: Int) throws(ArchiveError) -> Bool {
        let rest = end.directorySize - position
        guard count <= rest else { return false }
        if position >= windowStart, position - windowStart + count <= window.count { return true }
        windowStart = position
        window = try file.read(at: end.directoryStart + position, count: min(rest, max(count, Self.windowLength)))
        return true
    }

    /// Returns the kind of a member.
    ///
    /// The upper half of the attributes is the file mode on Unix and Darwin; other systems write 0.
    private static func kind(of name: Path, attributes: UInt32) -> ArchiveMember.Kind {
        if name.bytes.last == Path.separator { return .folder }
        return switch attributes >> 28 {
        case 0, 8: .file
        case 4: .folder
        case 10: .link
        default: .other
        }
    }

    /// The numbers that ZIP64 can move to an extra field.
    private struct Sizes {
        var packed: UInt64
        var unpacked: UInt64
        var offset: UInt64 = 0

        private static let moved = UInt64(UInt32.max)

        var needZIP64: Bool { packed == Self.moved || unpacked == Self.moved || offset == Self.moved }

        /// Reads the moved numbers from the extra fields in `range` of `bytes`. Returns `false` if they are missing.
        mutating func complete(from bytes: [UInt8], _ range: Range<Int>) -> Bool {
            var fields = FieldCursor(bytes, at: range.lowerBound, order: .little)
            while fields.offset + 4 <= range.upperBound {
                let tag = fields.next(UInt16.self)
                let length = Int(fields.next(UInt16.self))
                guard length <= range.upperBound - fields.offset else { return false }
                guard tag == CentralDirectoryReader.zip64Extra else {
                    fields.skip(length)
                    continue
                }
                let wanted = [unpacked, packed, offset].filter { $0 == Self.moved }.count
                guard length >= wanted * 8 else { return false }
                // §4.5.3: in this order, and only the moved ones.
                if unpacked == Self.moved { unpacked = fields.next() }
                if packed == Self.moved { packed = fields.next() }
                if offset == Self.moved { offset = fields.next() }
                return !fields.isShort
            }
            return false
        }
    }
}
