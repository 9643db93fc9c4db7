package import SchemeModel

/// A defect in the contents of an archive.
package enum ArchiveDefect: Error, Hashable, Sendable {
    /// The file neither starts nor ends like a ZIP archive.
    case notAnArchive
    /// The file starts like an archive, but has no directory at its end.
    case truncated
    /// Tools would disagree about which directory counts.
    case contradictoryEnds
    /// Other bytes come before the first member, as in a self-extracting archive.
    case prependedBytes(count: Int)
    /// The archive is one part of several.
    case multipleVolumes
    /// The directory record at this offset in the file is invalid.
    case brokenDirectory(offset: Int)
    /// The number of members in the directory differs from the declared number.
    case wrongCount(declared: UInt64, found: Int)
    case tooManyMembers(limit: Int)
    case directoryTooLarge(size: Int, limit: Int)
    /// Unpacking would write outside the folder, or under a truncated name.
    case escapingName(Path, NameDefect)
    /// The name appears twice. The later member counts, as it does for tools that unpack.
    case duplicateName(Path)
    /// Two members share bytes of the archive.
    case overlappingMembers(Path, Path)
    /// The member's bytes are outside the space for members.
    case outOfBounds(Path)
    /// A link or a device, where a file is required.
    case link(Path)
    /// A link to something outside the archive.
    case escapingLink(Path, target: Path)
    /// An archive inside the archive, which isn't opened.
    case nestedArchive(Path)
    case encrypted(Path)
    /// A compression method that isn't supported, by its number in the ZIP specification.
    case unsupportedMethod(Path, UInt16)
    case brokenMember(Path, MemberDefect)
    case wrongChecksum(Path)
    case memberTooLarge(Path, size: Int, limit: Int)
    case suspiciousRatio(Path, size: Int, packedSize: Int)
    case tooMuchToUnpack(limit: Int)

    /// The reason why a name can't be used.
    package enum NameDefect: Hashable, Sendable {
        case empty
        case absolute
        case parentFolder
        case nul
        /// No system can create such a path.
        case tooLong
    }

    /// The way in which a member contradicts the directory.
    package enum MemberDefect: Hashable, Sendable {
        /// No member starts where the directory says.
        case noHeader
        /// The member's own header has a different name.
        case otherName(Path)
        /// The packed bytes aren't valid for the compression method.
        case notDeflated
        /// The unpacked size differs from the one in the directory.
        case wrongLength
    }
}

extension ArchiveDefect {
    /// Whether the archive exceeds one of the ``Limits``, so that it was skipped, or read only in part.
    package var isLimit: Bool {
        switch self {
        case .tooManyMembers, .directoryTooLarge, .memberTooLarge, .suspiciousRatio, .tooMuchToUnpack: true
        default: false
        }
    }

    /// The member with the defect; `nil` if it concerns the archive.
    package var member: Path? {
        switch self {
        case .notAnArchive, .truncated, .contradictoryEnds, .prependedBytes, .multipleVolumes, .brokenDirectory,
            .wrongCount, .tooManyMembers, .directoryTooLarge, .tooMuchToUnpack:
            nil
        case .escapingName(let name, _), .duplicateName(let name), .overlappingMembers(let name, _),
            .outOfBounds(let name), .link(let name), .escapingLink(let name, _), .nestedArchive(let name),
            .encrypted(let name), .unsupportedMethod(let name, _), .brokenMember(let name, _),
            .wrongChecksum(let name), .memberTooLarge(let name, _, _), .suspiciousRatio(let name, _, _):
            name
        }
    }

    /// The defect, as a clause without a period. It quotes names from the archive, which must be escaped for output.
    package var cause: String {
        switch self {
        case .notAnArchive: "the file is not a ZIP archive"
        case .truncated: "the archive is truncated: it has no directory at its end"
        case .contradictoryEnds: "the archive has two contradictory directories"
        case .prependedBytes(let count):
            "the file has \(count.grouped) other byte\(count == 1 ? "" : "s") before the archive"
        case .multipleVolumes: "the archive is one part of several"
        case .brokenDirectory(let offset): "the archive's directory is invalid at byte \(offset)"
        case .wrongCount(let declared, let found):
            "the archive declares \(declared) members, but its directory has \(found)"
        case .tooManyMembers(let limit): "the archive has more than \(limit.grouped) members"
        case .directoryTooLarge(let size, let limit):
            "the archive's directory has \(size.grouped) bytes, more than \(limit.grouped)"
        case .escapingName(let name, let flaw): "the member '\(name.display)' \(flaw.clause)"
        case .duplicateName(let name): "the member '\(name.display)' appears more than once; the last one counts"
        case .overlappingMembers(let first, let second):
            "the members '\(first.display)' and '\(second.display)' overlap"
        case .outOfBounds(let name): "the directory places the member '\(name.display)' outside the archive"
        case .link(let name): "the member '\(name.display)' is a link or a device, not a file"
        case .escapingLink(let name, let target):
            "the link '\(name.display)' points outside the archive, to '\(target.display)'"
        case .nestedArchive(let name): "the member '\(name.display)' is an archive itself, and was not opened"
        case .encrypted(let name): "the member '\(name.display)' is encrypted"
        case .unsupportedMethod(let name, let method):
            "the member '\(name.display)' uses compression method \(method); only deflate (8) and none (0) are supported"
        case .brokenMember(let name, let flaw): "the member '\(name.display)' \(flaw.clause)"
        case .wrongChecksum(let name): "the member '\(name.display)' does not match its checksum"
        case .memberTooLarge(let name, let size, let limit):
            "the member '\(name.display)' unpacks to \(size.grouped) bytes, more than \(limit.grouped)"
        case .suspiciousRatio(let name, let size, let packedSize):
            "the member '\(name.display)' unpacks from \(packedSize.grouped) to \(size.grouped) bytes, which no real file does"
        case .tooMuchToUnpack(let limit): "reading the archive would unpack more than \(limit.grouped) bytes"
        }
    }

    /// What to do about it.
    package var hint: String? {
        switch self {
        case .notAnArchive: "check that the file is of the type that its name suggests"
        case .truncated, .brokenDirectory, .wrongChecksum, .brokenMember, .outOfBounds, .wrongCount:
            "copy or export the archive again"
        case .multipleVolumes: "join the parts into one archive"
        case .nestedArchive: "unpack the outer archive, and name the inner one"
        case .encrypted: "decrypt the archive first"
        case .unsupportedMethod: "repack the archive with deflate"
        case .prependedBytes: "repack the archive; some tools reject it, and others run the bytes as a program"
        case .contradictoryEnds, .escapingName, .duplicateName, .overlappingMembers, .escapingLink, .suspiciousRatio:
            "do not unpack it unless you trust its source; common tools do not create such archives"
        case .link: "replace it with the file itself, and repack the archive"
        case .tooManyMembers, .directoryTooLarge, .memberTooLarge, .tooMuchToUnpack:
            "skip the archive with --exclude"
        }
    }
}

extension ArchiveDefect.NameDefect {
    fileprivate var clause: String {
        switch self {
        case .empty: "has no name"
        case .absolute: "has an absolute path"
        case .parentFolder: "has '..' in its path"
        case .nul: "has a NUL byte in its name"
        case .tooLong: "has a name of more than \(ArchiveMember.longestName.grouped) bytes"
        }
    }
}

extension ArchiveDefect.MemberDefect {
    fileprivate var clause: String {
        switch self {
        case .noHeader: "does not start where the directory says"
        case .otherName(let name): "has the name '\(name.display)' in its own header"
        case .notDeflated: "cannot be unpacked"
        case .wrongLength: "has a different length than the directory says"
        }
    }
}
