import SchemeModel

/// The position of an archive's directory, as the end of the archive describes it.
///
/// - Source: PKWARE, APPNOTE.TXT 6.3.10, §4.3.14 to §4.3.16.
struct EndOfCentralDirectory: Hashable {
    /// The offset of the directory in the file.
    var directoryStart: Int
    /// The size of the directory in bytes.
    var directorySize: Int
    /// The number of bytes before the archive, as in a self-extracting one.
    ///
    /// Every offset in the archive starts after them.
    var prependedBytes: Int
    /// The number of members.
    var count: UInt64
    /// Whether ``count`` is the full number. Without ZIP64, Apple's Archive Utility writes only the lower 16 bits.
    var isCountExact: Bool

    private static let length = 22
    private static let locatorLength = 20
    private static let zip64Length = 56
    private static let longestComment = 0xFFFF

    private static let signature: UInt32 = 0x0605_4B50
    private static let locatorSignature: UInt32 = 0x0706_4B50
    private static let zip64Signature: UInt32 = 0x0606_4B50

    /// Finds the end of the archive in `file`.
    ///
    /// Searches for the end record from the back. A record whose comment ends exactly at the end of the file is the
    /// intended one. Two such records, one hidden in the other's comment, are rejected, because tools disagree about
    /// which one counts. Without such a record, bytes after the record are tolerated, because downloads can append
    /// them. But then no bytes may come before the archive, or a truncated archive would pass as an archive that it
    /// contains.
    static func locate(in file: ArchiveFile) throws(ArchiveError) -> EndOfCentralDirectory {
        let tailStart = max(0, file.size - length - longestComment)
        let tail = try file.read(at: tailStart, count: file.size - tailStart)
        var exact: EndOfCentralDirectory?
        var loose: EndOfCentralDirectory?
        for position in stride(from: tail.count - length, through: 0, by: -1)
        where tail[position] == UInt8(ascii: "P") {
            var fields = FieldCursor(tail, at: position, order: .little)
            guard fields.next(UInt32.self) == signature else { continue }
            let record = Record(&fields)
            let isExact = position + length + record.commentLength == tail.count
            do throws(ArchiveError) {
                guard let end = try interpret(record, at: tailStart + position, in: file) else {
                    throw .defect(.brokenDirectory(offset: tailStart + position))
                }
                if isExact {
                    if let exact, exact.directoryStart != end.directoryStart { throw .defect(.contradictoryEnds) }
                    exact = exact ?? end
                } else if end.prependedBytes == 0 {
                    loose = loose ?? end
                }
            } catch {
                // Other bytes can look like a record. Only the exact record has to be valid.
                if isExact, exact == nil { throw error }
                if case .file = error { throw error }
                if error == .defect(.contradictoryEnds), isExact { throw error }
            }
        }
        if let end = exact ?? loose { return end }
        throw .defect(try file.beginsWithMember() ? .truncated : .notAnArchive)
    }

    /// The fields of the end record after its signature.
    private struct Record {
        var disk: UInt16
        var directoryDisk: UInt16
        var countHere: UInt16
        var count: UInt16
        var size: UInt32
        var offset: UInt32
        var commentLength: Int

        init(_ fields: inout FieldCursor) {
            disk = fields.next()
            directoryDisk = fields.next()
            countHere = fields.next()
            count = fields.next()
            size = fields.next()
            offset = fields.next()
            commentLength = Int(fields.next(UInt16.self))
        }
    }

    /// Returns the directory that the record at `position` describes, or `nil` if it doesn't exist.
    private static func interpret(
        _ record: Record,
        at position: Int,
        in file: ArchiveFile
    ) throws(ArchiveError) -> EndOfCentralDirectory? {
        switch try zip64(before: position, in: file) {
        case .absent: break
        case .dangling: return nil
        case .record(let position, let count, let size, let offset):
            guard record.count == .max || UInt64(record.count) == count,
                record.size == .max || UInt64(record.size) == size,
                record.offset == .max || UInt64(record.offset) == offset
            else { throw .defect(.contradictoryEnds) }
            guard let size = Int(exactly: size), let offset = Int(exactly: offset) else { return nil }
            return try place(size, offset, before: position, count, isCountExact: true, in: file)
        }
        guard record.disk == 0, record.directoryDisk == 0, record.countHere == record.count else {
            throw .defect(.multipleVolumes)
        }
        return try place(
            Int(record.size),
            Int(record.offset),
            before: position,
            UInt64(record.count),
            isCountExact: false,
            in: file
        )
    }

    /// The ZIP64 record before the end record.
    private enum ZIP64 {
        /// No ZIP64 data.
        case absent
        /// A locator that doesn't lead to a record.
        case dangling
        case record(position: Int, count: UInt64, size: UInt64, offset: UInt64)
    }

    private static func zip64(before position: Int, in file: ArchiveFile) throws(ArchiveError) -> ZIP64 {
        let locatorStart = position - locatorLength
        guard let locator = try file.part(at: locatorStart, count: locatorLength) else { return .absent }
        var fields = FieldCursor(locator, order: .little)
        guard fields.next(UInt32.self) == locatorSignature else { return .absent }
        fields.skip(4)
        let declared = Int(exactly: fields.next(UInt64.self))
        // Prepended bytes make the declared offset wrong. The record is then right before the locator, if it has no
        // extensible data.
        for start in [declared, locatorStart - zip64Length].compactMap({ $0 }) {
            guard start <= locatorStart - zip64Length, let bytes = try file.part(at: start, count: zip64Length) else {
                continue
            }
            var fields = FieldCursor(bytes, order: .little)
            guard fields.next(UInt32.self) == zip64Signature else { continue }
            fields.skip(12)
            let disks = fields.next(UInt32.self) | fields.next(UInt32.self)
            let countHere = fields.next(UInt64.self)
            let count = fields.next(UInt64.self)
            guard disks == 0, countHere == count else { throw .defect(.multipleVolumes) }
            return .record(position: start, count: count, size: fields.next(), offset: fields.next())
        }
        return .dangling
    }

    /// Returns the directory of `size` bytes: right before `limit`, or at `offset`.
    private static func place(
        _ size: Int,
        _ offset: Int,
        before limit: Int,
        _ count: UInt64,
        isCountExact: Bool,
        in file: ArchiveFile
    ) throws(ArchiveError) -> EndOfCentralDirectory? {
        var end = EndOfCentralDirectory(
            directoryStart: offset,
            directorySize: size,
            prependedBytes: 0,
            count: count,
            isCountExact: isCountExact
        )
        func isDirectory(at start: Int) throws(ArchiveError) -> Bool {
            guard start >= 0, start <= limit, size <= limit - start else { return false }
            return size == 0 ? count == 0 : try file.hasSignature(CentralDirectoryReader.signature, at: start)
        }
        let adjacent = limit - size
        let isDeclared = try isDirectory(at: offset)
        guard adjacent != offset, adjacent > offset, try isDirectory(at: adjacent) else {
            return isDeclared ? end : nil
        }
        if isDeclared, size > 0 { throw .defect(.contradictoryEnds) }
        end.directoryStart = adjacent
        end.prependedBytes = adjacent - offset
        return end
    }
}
