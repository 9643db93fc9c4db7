package import SchemeModel

/// Reads single members of a ZIP archive (`.ipa`, `.zip`, a packed `.app` or `.xcarchive`). Writes nothing to disk.
///
/// zlib does the unpacking and the checksums; the dozen fixed fields around them are parsed here. libzip and libarchive
/// were tried, and rejected because of hostile archives. A directory of a million members costs libzip 1.7 293 MiB and
/// 2.6 s, and libarchive 3.6 157 MiB and 1.8 s, before a caller can stop. libzip rejects prepended bytes. libarchive
/// truncates `Info.plist\0.txt` to `Info.plist`, and skips members that share bytes. Neither reports duplicate names.
/// They also bring OpenSSL, or ICU and libxml2, whereas zlib is part of practically every Linux system and, with
/// headers, of every macOS SDK.
///
/// Only one thread may use a reader at a time, because it counts the unpacked bytes.
package final class ArchiveReader {
    /// The version of the reader, which changes whenever the same archive produces a different result.
    package static let version = 4

    private let file: ArchiveFile
    private let limits: Limits
    private let end: EndOfCentralDirectory
    /// The number of bytes that were unpacked so far.
    private var unpacked = 0

    /// Opens the archive in `file`.
    ///
    /// - Throws: ``ArchiveError`` if it has no directory, or one that exceeds `limits`.
    package init(_ file: any RandomAccessFile, limits: Limits = .standard) throws(ArchiveError) {
        self.file = ArchiveFile(file)
        self.limits = limits
        end = try EndOfCentralDirectory.locate(in: self.file)
        guard end.directorySize <= limits.archiveDirectoryBytes else {
            throw .defect(.directoryTooLarge(size: end.directorySize, limit: limits.archiveDirectoryBytes))
        }
        guard !end.isCountExact || end.count <= UInt64(max(0, limits.archiveMembers)) else {
            throw .defect(.tooManyMembers(limit: limits.archiveMembers))
        }
    }

    /// Inspects every entry of the directory once.
    ///
    /// - Parameter isWanted: Returns whether to list the file or link with this name.
    /// - Throws: ``ArchiveError`` if the archive exceeds a limit. An invalid directory is a defect in the listing,
    ///   which then has the members before it.
    package func inspect(keeping isWanted: (Path) -> Bool) throws(ArchiveError) -> ArchiveListing {
        var inspection = ArchiveInspection(limits: limits)
        var walk = CentralDirectoryReader(file, end)
        do throws(ArchiveError) {
            while let member = try walk.next() {
                guard inspection.count < limits.archiveMembers else {
                    throw .defect(.tooManyMembers(limit: limits.archiveMembers))
                }
                inspection.add(member, isWanted: isWanted, spaceEnd: end.directoryStart)
            }
            inspection.compare(with: end)
        } catch {
            guard case .defect(.brokenDirectory) = error, case .defect(let defect) = error else { throw error }
            inspection.note(defect)
        }
        inspection.notePrependedBytes(to: end, beginsWithMember: try file.beginsWithMember())
        try inspection.noteDuplicates(nameAt: name(ofEntryAt:))
        try inspection.noteOverlaps(nameAt: name(ofEntryAt:))
        try inspection.noteLinks { link throws(ArchiveError) in
            Path(bytes: try self.contents(of: link, limit: ArchiveInspection.linkTargetLimit))
        }
        return inspection.listing
    }

    /// Returns the members with these names, by name. The last of several equal names counts. Nothing else is checked.
    package func members(named names: Set<Path>) throws(ArchiveError) -> [Path: ArchiveMember] {
        var found: [Path: ArchiveMember] = [:]
        var walk = CentralDirectoryReader(file, end)
        var count = 0
        do throws(ArchiveError) {
            while count < limits.archiveMembers, let member = try walk.next() {
                count += 1
                if names.contains(member.name) { found[member.name] = member }
            }
        } catch {
            // The inspection reported this already.
            guard case .defect(.brokenDirectory) = error else { throw error }
        }
        return found
    }

    /// Returns all bytes of `member`, after checking their number and their checksum.
    ///
    /// - Parameter limit: The largest allowed size.
    /// - Throws: ``ArchiveError``.
    package func contents(of member: ArchiveMember, limit: Int) throws(ArchiveError) -> [UInt8] {
        try admit(member, limit: limit)
        let stream = try MemberStream(member, in: file, endingBefore: end.directoryStart)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(min(member.size, 1024 * 1024))
        while let piece = try stream.next() {
            try pass(piece.count)
            bytes += piece
        }
        return bytes
    }

    /// Returns the bytes of `member`, for reading parts of it.
    ///
    /// - Throws: ``ArchiveError`` if the member can't be read or exceeds a limit.
    package func bytes(of member: ArchiveMember) throws(ArchiveError) -> MemberBytes {
        try admit(member, limit: limits.archiveMemberBytes)
        let start = try MemberStream.start(of: member, in: file, endingBefore: end.directoryStart)
        return MemberBytes(
            size: member.size,
            plain: member.method == ArchiveMember.Method.stored ? (file, start) : nil,
            open: { [file, end] () throws(ArchiveError) in
                try MemberStream(member, in: file, endingBefore: end.directoryStart)
            },
            pass: { count throws(ArchiveError) in try self.pass(count) }
        )
    }

    /// Rejects a member whose declared sizes exceed a limit, before anything is unpacked.
    private func admit(_ member: ArchiveMember, limit: Int) throws(ArchiveError) {
        guard member.kind == .file || member.kind == .link else { throw .defect(.link(member.name)) }
        let limit = min(limit, limits.archiveMemberBytes)
        guard member.size <= limit else {
            throw .defect(.memberTooLarge(member.name, size: member.size, limit: limit))
        }
        let (most, overflow) = member.packedSize.multipliedReportingOverflow(by: limits.archiveRatio)
        guard member.size <= Self.ratioFloor || overflow || member.size <= most else {
            throw .defect(.suspiciousRatio(member.name, size: member.size, packedSize: member.packedSize))
        }
    }

    /// The largest size of a member for which the compression ratio isn't checked.
    private static let ratioFloor = 1024 * 1024

    private func pass(_ count: Int) throws(ArchiveError) {
        unpacked += count
        guard unpacked <= limits.archiveUnpackedBytes else {
            throw .defect(.tooMuchToUnpack(limit: limits.archiveUnpackedBytes))
        }
    }

    private func name(ofEntryAt offset: Int) throws(ArchiveError) -> Path {
        var walk = CentralDirectoryReader(file, end, from: offset)
        return try walk.next()?.name ?? Path(bytes: [])
    }
}
