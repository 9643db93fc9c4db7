import SchemeModel

/// What an archive holds.
package struct ArchiveListing: Hashable, Sendable {
    /// The members that were wanted, in order of name. Links and members with unusable names are faults, not members.
    package var members: [ArchiveMember]
    /// What is wrong with the archive, in a stated order: what a walk over the directory meets, then duplicates,
    /// overlaps and links, each in the directory's order. Of one kind at most ``Limits/archiveFaults``.
    package var faults: [ArchiveFault]
    /// The number of entries in the directory.
    package var count: Int
}

/// Checks the entries of a directory against each other. Of each entry it keeps 32 bytes.
struct ArchiveSurvey {
    /// Bytes in the target of a link; systems allow no longer path.
    static let linkTargetLimit = 4096

    private let limits: Limits
    private var wanted: [Path: ArchiveMember] = [:]
    private var faults: [ArchiveFault] = []
    private var counts: [Kind: Int] = [:]
    private var traces: [Trace] = []
    private var links: [ArchiveMember] = []
    private(set) var count = 0

    /// What is kept of an entry to compare it with the others.
    private struct Trace {
        /// The least space in the file that the member takes.
        var start: Int
        var end: Int
        /// Seeded for each process, so that nobody can make names that collide.
        var nameHash: Int
        var entryOffset: UInt32
        var isFolder: Bool
    }

    /// The kinds of fault that can occur many times.
    private enum Kind {
        case name, duplicate, overlap, bounds, link, nested, other
    }

    init(limits: Limits) {
        self.limits = limits
    }

    /// The result, after everything was added and noted.
    var listing: ArchiveListing {
        ArchiveListing(members: wanted.values.sorted { $0.name < $1.name }, faults: faults, count: count)
    }

    /// Takes in an entry whose bytes have to lie before `spaceEnd`.
    mutating func add(_ member: ArchiveMember, isWanted: (Path) -> Bool, spaceEnd: Int) {
        count += 1
        if let flaw = member.nameFlaw {
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

    /// Notes whether the number of members is the one that the archive's end says.
    mutating func compare(with end: ArchiveEnd) {
        let found = end.isCountExact ? UInt64(count) : UInt64(count & 0xFFFF)
        if found != end.count { note(.wrongCount(declared: end.count, found: count)) }
    }

    /// Notes a fault that occurs once.
    mutating func note(_ fault: ArchiveFault) {
        note(fault, .other)
    }

    private mutating func note(_ fault: ArchiveFault, _ kind: Kind) {
        counts[kind, default: 0] += 1
        if counts[kind, default: 0] <= limits.archiveFaults { faults.append(fault) }
    }

    /// Notes bytes before the first member of an archive that ends with `end`.
    mutating func notePrependedBytes(to end: ArchiveEnd, beginsWithMember: Bool) {
        guard end.prependedBytes == 0 else { return note(.prependedBytes(count: end.prependedBytes)) }
        // A marker of 4 bytes stands before an archive that was to be one of several parts and is not.
        guard !beginsWithMember, let first = traces.lazy.map(\.start).min(), first > 4 else { return }
        note(.prependedBytes(count: first))
    }

    /// Notes names that stand twice.
    ///
    /// - Parameter nameAt: the name of the entry at an offset in the directory.
    mutating func noteDuplicates(nameAt: (Int) throws(ArchiveFailure) -> Path) throws(ArchiveFailure) {
        // A folder that stands twice changes nothing.
        let files = traces.filter { !$0.isFolder }
            .sorted {
                $0.nameHash == $1.nameHash ? $0.entryOffset < $1.entryOffset : $0.nameHash < $1.nameHash
            }
        var repeated: [(first: UInt32, second: UInt32)] = []
        for (trace, next) in zip(files, files.dropFirst()) where trace.nameHash == next.nameHash {
            repeated.append((trace.entryOffset, next.entryOffset))
        }
        for (first, second) in repeated.sorted(by: { $0 < $1 }).prefix(limits.archiveFaults) {
            let name = try nameAt(Int(second))
            if try nameAt(Int(first)) == name { note(.duplicateName(name), .duplicate) }
        }
    }

    /// Notes members that share bytes.
    mutating func noteOverlaps(nameAt: (Int) throws(ArchiveFailure) -> Path) throws(ArchiveFailure) {
        let isSorted = zip(traces, traces.dropFirst()).allSatisfy { $0.start <= $1.start }
        if !isSorted { traces.sort { ($0.start, $0.entryOffset) < ($1.start, $1.entryOffset) } }
        guard var last = traces.first else { return }
        var pairs: [(UInt32, UInt32)] = []
        for trace in traces.dropFirst() {
            if trace.start < last.end, pairs.count < limits.archiveFaults {
                pairs.append((last.entryOffset, trace.entryOffset))
            }
            if trace.end > last.end { last = trace }
        }
        for (first, second) in pairs {
            note(.overlappingMembers(try nameAt(Int(first)), try nameAt(Int(second))), .overlap)
        }
    }

    /// Notes links that lead out of the archive.
    ///
    /// - Parameter target: reads the target of a link.
    mutating func noteLinks(target: (ArchiveMember) throws(ArchiveFailure) -> Path) throws(ArchiveFailure) {
        for link in links {
            do throws(ArchiveFailure) {
                let target = try target(link)
                let resolved = link.name.directory.appending(target).normalized
                if target.isAbsolute || resolved.components.first?.elementsEqual("..".utf8) == true {
                    note(.escapingLink(link.name, target: target), .link)
                }
            } catch {
                guard case .fault(let fault) = error else { throw error }
                note(fault, .link)
            }
        }
    }
}
