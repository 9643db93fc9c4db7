import SchemeModel

/// Compares the entries of a directory with each other. Keeps 32 bytes for each entry.
struct ArchiveInspection {
    /// The largest size of a link target in bytes. No system allows a longer path.
    static let linkTargetLimit = 4096

    private let limits: Limits
    private var wanted: [Path: ArchiveMember] = [:]
    private var defects: [ArchiveDefect] = []
    private var counts: [Kind: Int] = [:]
    private var traces: [Trace] = []
    private var links: [ArchiveMember] = []
    private(set) var count = 0

    /// The part of an entry that is kept for the comparison.
    private struct Trace {
        /// The smallest space in the file that the member can take.
        var start: Int
        var end: Int
        /// The hash is seeded per process, so that nobody can construct colliding names.
        var nameHash: Int
        var entryOffset: UInt32
        var isFolder: Bool
    }

    /// The kinds of defects that can occur many times.
    private enum Kind {
        case name, duplicate, overlap, bounds, link, nested, other
    }

    init(limits: Limits) {
        self.limits = limits
    }

    /// The result. Complete once all entries were added, and all defects were noted.
    var listing: ArchiveListing {
        ArchiveListing(members: wanted.values.sorted { $0.name < $1.name }, defects: defects, count: count)
    }

    /// Adds an entry, whose bytes must end before `spaceEnd`.
    mutating func add(_ member: ArchiveMember, isWanted: (Path) -> Bool, spaceEnd: Int) {
        count += 1
        if let flaw = member.nameDefect {
            note(.escapingName(member.name, flaw), .name)
            return
        }
        let headerLength = 30 + member.name.bytes.count
        let (space, overflow) = member.packedSize.addingReportingOverflow(headerLength)
        guard !overflow, member.headerOffset <= spaceEnd, space <= spaceEnd - member.headerOffset else {
            note(.outOfBounds(member.name), .bounds)
            return
        }
        traces.append(
            Trace(
                start: member.headerOffset,
                end: member.headerOffset + space,
                nameHash: Self.hash(of: member.name),
                entryOffset: UInt32(clamping: member.entryOffset),
                isFolder: member.kind == .folder
            )
        )
        switch member.kind {
        case .folder: return
        case .file:
            if isWanted(member.name) { wanted[member.name] = member }
            if BundleLayout.isArchiveOutsideBundles(member.name) { note(.nestedArchive(member.name), .nested) }
        case .link, .other:
            if isWanted(member.name) {
                note(.link(member.name), .link)
                wanted[member.name] = nil
            } else if member.kind == .link, links.count < limits.archiveLinks {
                links.append(member)
            }
        }
    }

    private static func hash(of name: Path) -> Int {
        var hasher = Hasher()
        name.bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
        return hasher.finalize()
    }

    /// Notes a difference between the number of members and the declared number.
    mutating func compare(with end: EndOfCentralDirectory) {
        let found = end.isCountExact ? UInt64(count) : UInt64(count & 0xFFFF)
        if found != end.count { note(.wrongCount(declared: end.count, found: count)) }
    }

    /// Notes a defect that can occur only once.
    mutating func note(_ defect: ArchiveDefect) {
        note(defect, .other)
    }

    private mutating func note(_ defect: ArchiveDefect, _ kind: Kind) {
        counts[kind, default: 0] += 1
        if counts[kind, default: 0] <= limits.archiveDefects { defects.append(defect) }
    }

    /// Notes bytes before the first member of an archive with the end `end`.
    mutating func notePrependedBytes(to end: EndOfCentralDirectory, beginsWithMember: Bool) {
        guard end.prependedBytes == 0 else { return note(.prependedBytes(count: end.prependedBytes)) }
        // A marker of 4 bytes comes before an archive that was planned to have several parts but has one.
        guard !beginsWithMember, let first = traces.lazy.map(\.start).min(), first > 4 else { return }
        note(.prependedBytes(count: first))
    }

    /// Notes names that appear twice.
    ///
    /// - Parameter nameAt: Returns the name of the entry at an offset in the directory.
    mutating func noteDuplicates(nameAt: (Int) throws(ArchiveError) -> Path) throws(ArchiveError) {
        // A folder that appears twice has no effect.
        let files = traces.filter { !$0.isFolder }
            .sorted {
                $0.nameHash == $1.nameHash ? $0.entryOffset < $1.entryOffset : $0.nameHash < $1.nameHash
            }
        var repeated: [(first: UInt32, second: UInt32)] = []
        for (trace, next) in zip(files, files.dropFirst()) where trace.nameHash == next.nameHash {
            repeated.append((trace.entryOffset, next.entryOffset))
        }
        for (first, second) in repeated.sorted(by: { $0 < $1 }).prefix(limits.archiveDefects) {
            let name = try nameAt(Int(second))
            if try nameAt(Int(first)) == name { note(.duplicateName(name), .duplicate) }
        }
    }

    /// Notes members that overlap.
    mutating func noteOverlaps(nameAt: (Int) throws(ArchiveError) -> Path) throws(ArchiveError) {
        let isSorted = zip(traces, traces.dropFirst()).allSatisfy { $0.start <= $1.start }
        if !isSorted { traces.sort { ($0.start, $0.entryOffset) < ($1.start, $1.entryOffset) } }
        guard var last = traces.first else { return }
        var pairs: [(UInt32, UInt32)] = []
        for trace in traces.dropFirst() {
            if trace.start < last.end, pairs.count < limits.archiveDefects {
                pairs.append((last.entryOffset, trace.entryOffset))
            }
            if trace.end > last.end { last = trace }
        }
        for (first, second) in pairs {
            note(.overlappingMembers(try nameAt(Int(first)), try nameAt(Int(second))), .overlap)
        }
    }

    /// Notes links that point outside the archive.
    ///
    /// - Parameter target: Reads the target of a link.
    mutating func noteLinks(target: (ArchiveMember) throws(ArchiveError) -> Path) throws(ArchiveError) {
        for link in links {
            do throws(ArchiveError) {
                let target = try target(link)
                let resolved = link.name.directory.appending(target).normalized
                if target.isAbsolute || resolved.components.first?.elementsEqual("..".utf8) == true {
                    note(.escapingLink(link.name, target: target), .link)
                }
            } catch {
                guard case .defect(let defect) = error else { throw error }
                note(defect, .link)
            }
        }
    }
}
