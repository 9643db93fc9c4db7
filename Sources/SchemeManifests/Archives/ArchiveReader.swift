package import SchemeModel

/// Reads single members of a ZIP archive (`.ipa`, `.zip`, a packed `.app` or `.xcarchive`). Writes nothing anywhere.
///
/// Unpacking and checksums are zlib's; the dozen fixed fields around them are read here. libzip and libarchive were
/// tried and given up for what they do with hostile archives: a directory of a million members costs libzip 1.7
/// 293 MiB and 2.6 s and libarchive 3.6 157 MiB and 1.8 s before a caller can say stop; libzip refuses prepended
/// bytes; libarchive cuts `Info.plist\0.txt` to `Info.plist` and passes over members that share bytes; neither tells
/// of duplicate names. They also bring OpenSSL, or ICU and libxml2, where zlib is part of practically every Linux
/// system and, headers included, of every macOS SDK.
///
/// Not for use by several threads at once: what was unpacked is counted.
package final class ArchiveReader {
    /// Changes whenever the same archive gives another reading.
    package static let version = 1

    private let file: ArchiveFile
    private let limits: Limits
    private let end: ArchiveEnd
    /// Bytes that were unpacked so far.
    private var unpacked = 0

    /// The archive that `file` is.
    ///
    /// - Throws: ``ArchiveFailure`` when it has no directory, or one beyond `limits`.
    package init(_ file: any RandomAccessFile, limits: Limits = .standard) throws(ArchiveFailure) {
        self.file = ArchiveFile(file)
        self.limits = limits
        end = try ArchiveEnd.locate(in: self.file)
        guard end.directorySize <= limits.archiveDirectoryBytes else {
            throw .fault(.directoryTooLarge(size: end.directorySize, limit: limits.archiveDirectoryBytes))
        }
        guard !end.isCountExact || end.count <= UInt64(max(0, limits.archiveMembers)) else {
            throw .fault(.tooManyMembers(limit: limits.archiveMembers))
        }
    }

    /// Looks at every entry of the directory, once.
    ///
    /// - Parameter isWanted: whether the file or link of this name is to be listed.
    /// - Throws: ``ArchiveFailure`` when the archive is beyond a limit. A broken directory is a fault of the listing,
    ///   which then has what stands before.
    package func survey(keeping isWanted: (Path) -> Bool) throws(ArchiveFailure) -> ArchiveListing {
        var survey = ArchiveSurvey(limits: limits)
        var walk = DirectoryWalk(file, end)
        do throws(ArchiveFailure) {
            while let member = try walk.next() {
                guard survey.count < limits.archiveMembers else {
                    throw .fault(.tooManyMembers(limit: limits.archiveMembers))
                }
                survey.add(member, isWanted: isWanted, spaceEnd: end.directoryStart)
            }
            survey.compare(with: end)
        } catch {
            guard case .fault(.brokenDirectory) = error, case .fault(let fault) = error else { throw error }
            survey.note(fault)
        }
        survey.notePrependedBytes(to: end, beginsWithMember: try file.beginsWithMember())
        try survey.noteDuplicates(nameAt: name(ofEntryAt:))
        try survey.noteOverlaps(nameAt: name(ofEntryAt:))
        try survey.noteLinks { link throws(ArchiveFailure) in
            Path(bytes: try self.contents(of: link, limit: ArchiveSurvey.linkTargetLimit))
        }
        return survey.listing
    }

    /// The members with these names, by name; of equal names the last. Nothing else of the directory is checked.
    package func members(named names: Set<Path>) throws(ArchiveFailure) -> [Path: ArchiveMember] {
        var found: [Path: ArchiveMember] = [:]
        var walk = DirectoryWalk(file, end)
        var count = 0
        do throws(ArchiveFailure) {
            while count < limits.archiveMembers, let member = try walk.next() {
                count += 1
                if names.contains(member.name) { found[member.name] = member }
            }
        } catch {
            // The survey said it.
            guard case .fault(.brokenDirectory) = error else { throw error }
        }
        return found
    }

    /// All bytes of `member`, their number and checksum found right.
    ///
    /// - Parameter limit: the most bytes that it may have.
    /// - Throws: ``ArchiveFailure``.
    package func contents(of member: ArchiveMember, limit: Int) throws(ArchiveFailure) -> [UInt8] {
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

    /// The bytes of `member`, to read parts of it.
    ///
    /// - Throws: ``ArchiveFailure`` when it cannot be read or is beyond a limit.
    package func bytes(of member: ArchiveMember) throws(ArchiveFailure) -> MemberBytes {
        try admit(member, limit: limits.archiveMemberBytes)
        let start = try MemberStream.start(of: member, in: file, endingBefore: end.directoryStart)
        return MemberBytes(
            size: member.size,
            plain: member.method == ArchiveMember.Method.stored ? (file, start) : nil,
            open: { [file, end] () throws(ArchiveFailure) in
                try MemberStream(member, in: file, endingBefore: end.directoryStart)
            },
            pass: { count throws(ArchiveFailure) in try self.pass(count) }
        )
    }

    /// Refuses a member whose declared sizes are beyond a limit, before anything is unpacked.
    private func admit(_ member: ArchiveMember, limit: Int) throws(ArchiveFailure) {
        guard member.kind == .file || member.kind == .link else { throw .fault(.link(member.name)) }
        let limit = min(limit, limits.archiveMemberBytes)
        guard member.size <= limit else {
            throw .fault(.memberTooLarge(member.name, size: member.size, limit: limit))
        }
        let (most, overflow) = member.packedSize.multipliedReportingOverflow(by: limits.archiveRatio)
        guard member.size <= Self.ratioFloor || overflow || member.size <= most else {
            throw .fault(.suspiciousRatio(member.name, size: member.size, packedSize: member.packedSize))
        }
    }

    /// Members up to this size are unpacked whatever their ratio.
    private static let ratioFloor = 1024 * 1024

    private func pass(_ count: Int) throws(ArchiveFailure) {
        unpacked += count
        guard unpacked <= limits.archiveUnpackedBytes else {
            throw .fault(.tooMuchToUnpack(limit: limits.archiveUnpackedBytes))
        }
    }

    private func name(ofEntryAt offset: Int) throws(ArchiveFailure) -> Path {
        var walk = DirectoryWalk(file, end, from: offset)
        return try walk.next()?.name ?? Path(bytes: [])
    }
}
