package import SchemeModel

/// What is wrong with the contents of an archive.
package enum ArchiveFault: Error, Hashable, Sendable {
    /// The file has neither the beginning nor the end of a ZIP archive.
    case notAnArchive
    /// The file begins like an archive and has no directory at its end.
    case truncated
    /// Readers would disagree on which directory counts.
    case contradictoryEnds
    /// Bytes that are no part of the archive stand before its first member, as in a program that unpacks itself.
    case prependedBytes(count: Int)
    /// The archive is one part of several.
    case multipleVolumes
    /// What should be a record of the directory, at this offset in the file, is none.
    case brokenDirectory(offset: Int)
    /// The directory holds another number of members than the archive's end says.
    case wrongCount(declared: UInt64, found: Int)
    case tooManyMembers(limit: Int)
    case directoryTooLarge(size: Int, limit: Int)
    /// Unpacking would write outside the folder, or under a name that is cut off.
    case escapingName(Path, NameFlaw)
    /// The name stands twice; the later member counts, as for those who unpack.
    case duplicateName(Path)
    /// Two members share bytes of the archive.
    case overlappingMembers(Path, Path)
    /// The member's bytes are said to lie beyond the space that members have.
    case outOfBounds(Path)
    /// A link, or a device, stands where a file is wanted.
    case link(Path)
    /// A link leads out of the archive.
    case escapingLink(Path, target: Path)
    /// An archive in the archive, which is not opened.
    case nestedArchive(Path)
    case encrypted(Path)
    /// The number is that of the ZIP specification.
    case unsupportedMethod(Path, UInt16)
    case brokenMember(Path, MemberFlaw)
    case wrongChecksum(Path)
    case memberTooLarge(Path, size: Int, limit: Int)
    case suspiciousRatio(Path, size: Int, packedSize: Int)
    case tooMuchToUnpack(limit: Int)

    /// What makes a name unusable.
    package enum NameFlaw: Hashable, Sendable {
        case empty
        case absolute
        case parentFolder
        case nul
    }

    /// How a member contradicts the directory.
    package enum MemberFlaw: Hashable, Sendable {
        /// No member begins where the directory says.
        case noHeader
        /// The member's own header has this name.
        case otherName(Path)
        /// The packed bytes are not what the method makes.
        case notDeflated
        /// More or fewer bytes come out than the directory says.
        case wrongLength
    }
}

/// Why an archive, or a member of it, could not be read.
package enum ArchiveFailure: Error, Hashable, Sendable {
    /// Its contents are at fault.
    case fault(ArchiveFault)
    /// The file could not be read.
    case file(FileError)
}

extension ArchiveFault {
    /// Whether the archive is beyond one of the ``Limits``, so that it was not looked at, or not whole.
    package var isLimit: Bool {
        switch self {
        case .tooManyMembers, .directoryTooLarge, .memberTooLarge, .suspiciousRatio, .tooMuchToUnpack: true
        default: false
        }
    }

    /// The member that it is about; `nil` where it is about the archive.
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

    /// What is wrong, as a clause without a full stop. Quotes names of the archive; escaped by whoever prints it.
    package var cause: String {
        switch self {
        case .notAnArchive: "this is not a ZIP archive"
        case .truncated: "the archive is cut off: it has no directory at its end"
        case .contradictoryEnds: "the archive has two directories that contradict each other"
        case .prependedBytes(let count):
            "\(count) byte\(count == 1 ? "" : "s") that are no part of the archive stand before it"
        case .multipleVolumes: "the archive is one of several parts"
        case .brokenDirectory(let offset): "the archive's directory is broken at byte \(offset)"
        case .wrongCount(let declared, let found):
            "the archive says that it has \(declared) members, its directory has \(found)"
        case .tooManyMembers(let limit): "the archive has more than \(limit) members"
        case .directoryTooLarge(let size, let limit):
            "the archive's directory has \(size) bytes, more than \(limit)"
        case .escapingName(let name, let flaw): "the member '\(name.display)' \(flaw.clause)"
        case .duplicateName(let name): "the member '\(name.display)' is there more than once; the last one counts"
        case .overlappingMembers(let first, let second):
            "the members '\(first.display)' and '\(second.display)' share bytes of the archive"
        case .outOfBounds(let name): "the member '\(name.display)' is said to lie outside the archive"
        case .link(let name): "the member '\(name.display)' is a link or a device where a file should be"
        case .escapingLink(let name, let target):
            "the link '\(name.display)' leads out of the archive, to '\(target.display)'"
        case .nestedArchive(let name): "the member '\(name.display)' is an archive itself and was not opened"
        case .encrypted(let name): "the member '\(name.display)' is encrypted"
        case .unsupportedMethod(let name, let method):
            "the member '\(name.display)' is packed with method \(method); deflate (8) and none (0) can be read"
        case .brokenMember(let name, let flaw): "the member '\(name.display)' \(flaw.clause)"
        case .wrongChecksum(let name): "the bytes of the member '\(name.display)' do not match their checksum"
        case .memberTooLarge(let name, let size, let limit):
            "the member '\(name.display)' unpacks to \(size) bytes, more than \(limit)"
        case .suspiciousRatio(let name, let size, let packedSize):
            "the member '\(name.display)' unpacks from \(packedSize) to \(size) bytes, as no real file does"
        case .tooMuchToUnpack(let limit): "reading the archive would unpack more than \(limit) bytes"
        }
    }

    /// What to do about it.
    package var hint: String? {
        switch self {
        case .notAnArchive: "check that the file is what its name says"
        case .truncated, .brokenDirectory, .wrongChecksum, .brokenMember, .outOfBounds, .wrongCount:
            "copy or export the archive again"
        case .multipleVolumes: "join the parts into one archive"
        case .nestedArchive: "unpack the outer archive and name the inner one"
        case .encrypted: "decrypt the archive first"
        case .unsupportedMethod: "pack the archive again with deflate"
        case .prependedBytes: "pack the archive again; some tools refuse it, others read the bytes as a program"
        case .contradictoryEnds, .escapingName, .duplicateName, .overlappingMembers, .escapingLink, .suspiciousRatio:
            "do not unpack it before you know who made it; ordinary tools do not make such archives"
        case .link: "pack the file itself"
        case .tooManyMembers, .directoryTooLarge, .memberTooLarge, .tooMuchToUnpack:
            "leave the archive out with --exclude"
        }
    }
}

extension ArchiveFault.NameFlaw {
    fileprivate var clause: String {
        switch self {
        case .empty: "has no name"
        case .absolute: "has an absolute path"
        case .parentFolder: "leads out of the archive"
        case .nul: "has a NUL byte in its name"
        }
    }
}

extension ArchiveFault.MemberFlaw {
    fileprivate var clause: String {
        switch self {
        case .noHeader: "does not begin where the directory says"
        case .otherName(let name): "calls itself '\(name.display)'"
        case .notDeflated: "cannot be unpacked"
        case .wrongLength: "has another length than the directory says"
        }
    }
}
