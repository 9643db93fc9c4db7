import SchemeManifests
import SchemeModel
import Testing
import TestSupport

@Suite("Hostile archives")
struct ArchiveHostileTests {
    typealias Member = ZipWriter.Member

    private static let link: UInt32 = 0o120777
    private static let inner = ZipWriter([Member("inner", "1") { $0.method = 0 }]).bytes

    /// Archives that cannot be opened.
    static let unopened: [(name: String, bytes: [UInt8], defect: ArchiveDefect)] = [
        ("nothing", [], .notAnArchive),
        ("text", Array("This is no archive.\n".utf8), .notAnArchive),
        ("cut in the directory", Array(ZipWriter([Member("a")]).bytes.dropLast(40)), .truncated),
        ("cut in the end", Array(ZipWriter([Member("a")]).bytes.dropLast(1)), .truncated),
        (
            "cut behind an archive that is a member",
            Array(ZipWriter([Member("a.zip", inner), Member("b")]).bytes.dropLast(100)), .truncated
        ),
        (
            "directory outside the file", ZipWriter([Member("a")]).bytes.settingEnd(at: 12, 9999),
            .brokenDirectory(offset: 88)
        ),
        ("one of several parts", ZipWriter([Member("a")]).bytes.settingEnd(at: 4, 0x0001_0001), .multipleVolumes),
        ("ends in ZIP64 and without, contradicting", contradictoryZIP64, .contradictoryEnds),
        ("two directories", directoriesInComment, .contradictoryEnds),
        ("a ZIP64 locator that leads nowhere", danglingLocator, .brokenDirectory(offset: 164)),
        ("a million members, said at once", millionMembers(isZIP64: true), .tooManyMembers(limit: 500_000)),
    ]

    private static var contradictoryZIP64: [UInt8] {
        ZipWriter([Member("a")]) { $0.hasZIP64End = true }.bytes.settingEnd(at: 8, 0x0002_0002)
    }

    private static var danglingLocator: [UInt8] {
        var bytes = ZipWriter([Member("a")]) { $0.hasZIP64End = true }.bytes
        bytes[bytes.count - 22 - 20 - 56] = 0
        return bytes
    }

    /// An archive in whose comment another directory and its end are hidden.
    private static var directoriesInComment: [UInt8] {
        let plain = ZipWriter([Member("a", "1")]).bytes
        let hidden = ZipWriter([Member("b", "2")]) {
            $0.prefix = plain
            $0.countsPrefix = true
        }.bytes.dropFirst(plain.count)
        return ZipWriter([Member("a", "1")]) { $0.comment = Array(hidden) }.bytes
    }

    private static func millionMembers(isZIP64: Bool) -> [UInt8] {
        ZipWriter([Member("a")]) {
            $0.hasZIP64End = isZIP64
            $0.declaredCount = 1_000_000
        }.bytes
    }

    @Test("are refused with the reason", arguments: unopened.indices)
    func refused(index: Int) {
        let (name, bytes, defect) = Self.unopened[index]
        #expect(throws: ArchiveError.defect(defect), "\(name)") { _ = try ArchiveReader(MemoryFile(bytes)) }
    }

    /// Archives that are read, with what is wrong with them.
    static let surveyed: [(name: String, members: [Member], defects: [ArchiveDefect])] = [
        ("leads out", [Member("../../x")], [.escapingName("../../x", .parentFolder)]),
        ("leads out further in", [Member("a/../../x")], [.escapingName("a/../../x", .parentFolder)]),
        ("ends in ..", [Member("a/..")], [.escapingName("a/..", .parentFolder)]),
        ("dots that are names", [Member("a/...b/..c/d..")], []),
        ("absolute", [Member("/abs")], [.escapingName("/abs", .absolute)]),
        ("NUL", [Member("Info.plist\0.txt")], [.escapingName(Path("Info.plist\0.txt"), .nul)]),
        ("no name", [Member("")], [.escapingName(Path(""), .empty)]),
        ("twice", [Member("a", "1"), Member("b"), Member("a", "2")], [.duplicateName("a")]),
        ("folder twice", [Member("a/"), Member("a/")], []),
        (
            "two names for the same bytes",
            [Member("a"), Member("b") { $0.sharesHeader = true }], [.overlappingMembers("a", "b")]
        ),
        (
            "one inside another, listed before it",
            [
                Member("b") { $0.offsetShift = 100 },
                Member("a", [UInt8](repeating: 7, count: 1000)) { $0.method = 0 },
            ], [.overlappingMembers("a", "b")]
        ),
        ("outside the file", [Member("a") { $0.offsetShift = 5000 }], [.outOfBounds("a")]),
        ("reaches into the directory", [Member("a") { $0.packedSize = 5000 }], [.outOfBounds("a")]),
        ("link that is wanted", [Member("Info.plist", "b") { $0.mode = link }], [.link("Info.plist")]),
        ("device that is wanted", [Member("Info.plist", "b") { $0.mode = 0o020666 }], [.link("Info.plist")]),
        (
            "link to an absolute path", [Member("l", "/etc/passwd") { $0.mode = link }],
            [.escapingLink("l", target: "/etc/passwd")]
        ),
        (
            "link that leads out", [Member("d/l", "../../x") { $0.mode = link }],
            [.escapingLink("d/l", target: "../../x")]
        ),
        (
            "link with too long a target", [Member("l", [UInt8](repeating: 0x61, count: 5000)) { $0.mode = link }],
            [.memberTooLarge("l", size: 5000, limit: 4096)]
        ),
        ("archive in an archive", [Member("x/App.IPA", inner) { $0.method = 0 }], [.nestedArchive("x/App.IPA")]),
        ("archive that an app keeps", [Member("Payload/A.app/data.zip", inner)], []),
    ]

    @Test("are read as far as possible, and each defect is reported", arguments: surveyed.indices)
    func survey(index: Int) throws {
        let (name, members, defects) = Self.surveyed[index]
        let archive = try ArchiveReader(MemoryFile(ZipWriter(members + [Member("sound", "sound")]).bytes))
        let listing = try archive.inspect { ["Info.plist", "sound", "a", "b", "x"].contains($0.lastComponent) }
        #expect(listing.defects == defects, "\(name)")
        let sound = try #require(listing.members.first { $0.name == "sound" })
        #expect(try archive.contents(of: sound, limit: 100) == Array("sound".utf8), "\(name)")
        // Nothing that leads out, and nothing twice, is listed.
        #expect(Set(listing.members.map(\.name)).count == listing.members.count)
        #expect(!listing.members.contains { $0.name.isAbsolute || $0.name.components.contains { $0 == [46, 46] } })
    }

    @Test("a repeated member name: the last member is read")
    func lastDuplicate() throws {
        let zip = ZipWriter([Member("a", "1"), Member("a", "2")])
        let archive = try ArchiveReader(MemoryFile(zip.bytes))
        let member = try #require(try archive.inspect { _ in true }.members.first)
        #expect(try archive.contents(of: member, limit: 1) == [0x32])
        #expect(try archive.members(named: ["a"])["a"] == member)
    }

    private static let zeros = [UInt8](repeating: 0, count: 8 * 1024 * 1024)

    /// Members that cannot be read.
    static let unread: [(name: String, member: Member, defect: ArchiveDefect)] = [
        ("encrypted", Member("a") { $0.flags = 1 }, .encrypted("a")),
        ("strongly encrypted", Member("a") { $0.flags = 0x41 }, .encrypted("a")),
        ("masked", Member("a") { $0.flags = 0x2000 }, .encrypted("a")),
        ("Deflate64", Member("a") { $0.method = 9 }, .unsupportedMethod("a", 9)),
        ("LZFSE", Member("a") { $0.method = 99 }, .unsupportedMethod("a", 99)),
        ("wrong checksum", Member("a") { $0.checksum = 1 }, .wrongChecksum("a")),
        (
            "wrong checksum, not packed",
            Member("a") {
                $0.checksum = 1
                $0.method = 0
            }, .wrongChecksum("a")
        ),
        ("shorter than said", Member("a") { $0.size = 5 }, .brokenMember("a", .wrongLength)),
        ("longer than said", Member("a") { $0.size = 3 }, .brokenMember("a", .wrongLength)),
        (
            "not packed, of two lengths",
            Member("a") {
                $0.method = 0
                $0.size = 3
            }, .brokenMember("a", .wrongLength)
        ),
        ("not deflated", Member("a") { $0.packed = [0xFF, 0xFF, 0xFF] }, .brokenMember("a", .notDeflated)),
        ("cut off", Member("a") { $0.packed = [0x4B] }, .brokenMember("a", .notDeflated)),
        ("empty where packed", Member("a") { $0.packed = [] }, .brokenMember("a", .notDeflated)),
        (
            "bytes behind the end of the stream",
            Member("a") { $0.packed = deflated(Array("text".utf8)) + [1, 2] }, .brokenMember("a", .wrongLength)
        ),
        ("another name", Member("a") { $0.localName = [0x62] }, .brokenMember("a", .otherName("b"))),
        ("no header", Member("a") { $0.offsetShift = 1 }, .brokenMember("a", .noHeader)),
        (
            "bomb that says so", Member("a", zeros),
            .suspiciousRatio("a", size: zeros.count, packedSize: deflated(zeros).count)
        ),
        (
            "bomb that lies",
            Member("a") {
                $0.packed = deflated(zeros)
                $0.size = 1000
            }, .brokenMember("a", .wrongLength)
        ),
        (
            "too large",
            Member("a", [UInt8](repeating: 1, count: 9_000_001)) { $0.method = 0 },
            .memberTooLarge("a", size: 9_000_001, limit: 9_000_000)
        ),
    ]

    @Test("give the reason why a member cannot be read", arguments: unread.indices)
    func unreadable(index: Int) throws {
        let (name, member, defect) = Self.unread[index]
        let archive = try ArchiveReader(MemoryFile(ZipWriter([member, Member("b")]).bytes))
        let found = try #require(try archive.members(named: ["a"])["a"])
        #expect(throws: ArchiveError.defect(defect), "\(name)") { try archive.contents(of: found, limit: 9_000_000) }
        #expect(!defect.cause.isEmpty && defect.member == "a")
    }

    @Test("cannot make a member be unpacked without end")
    func budget() throws {
        var limits = Limits.standard
        limits.archiveUnpackedBytes = 10_000_000
        let noise = [UInt8]((0..<3_000_000).map { UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761) >> 13) })
        let archive = try ArchiveReader(MemoryFile(ZipWriter([Member("a", noise)]).bytes), limits: limits)
        let member = try #require(try archive.members(named: ["a"])["a"])
        for _ in 0..<3 { _ = try archive.contents(of: member, limit: noise.count) }
        let defect = ArchiveDefect.tooMuchToUnpack(limit: 10_000_000)
        #expect(throws: ArchiveError.defect(defect)) { try archive.contents(of: member, limit: noise.count) }
        #expect(throws: ArchiveError.defect(defect)) { try archive.bytes(of: member).read(at: 2_999_999, count: 1) }
    }

    /// A directory of a million members that all claim to be the first, made up while it is read.
    @Test("of more members than the limit are given up there, whatever their end says", arguments: [false, true])
    func millionMembers(isDeclared: Bool) throws {
        let head = ZipWriter([Member("0000000", "")]).bytes.prefix(30 + 7 + 4 + 2)
        let record =
            UInt32(0x0201_4B50).little + [UInt8](repeating: 0, count: 24) + [7, 0] + [UInt8](repeating: 0, count: 16)
        let length = record.count + 7
        let size = 1_000_000 * length
        let count = isDeclared ? UInt16(1_000_000 & 0xFFFF) : 1
        let end =
            UInt32(0x0605_4B50).little + UInt32(0).little + count.little + count.little
            + UInt32(size).little + UInt32(head.count).little + [0, 0]
        let file = MemoryFile(size: head.count + size + end.count) { range in
            range.map { offset in
                if offset < head.count { return head[offset] }
                if offset >= head.count + size { return end[offset - head.count - size] }
                let (index, field) = (offset - head.count).quotientAndRemainder(dividingBy: length)
                if field < record.count { return record[field] }
                return UInt8(ascii: "0")
                    + UInt8(index / [1_000_000, 100_000, 10_000, 1000, 100, 10, 1][field - 46] % 10)
            }
        }
        var limits = Limits.standard
        limits.archiveMembers = 20_000
        let archive = try ArchiveReader(file, limits: limits)
        #expect(throws: ArchiveError.defect(.tooManyMembers(limit: 20_000))) { try archive.inspect { _ in true } }
        limits.archiveDirectoryBytes = size - 1
        #expect(throws: ArchiveError.defect(.directoryTooLarge(size: size, limit: size - 1))) {
            _ = try ArchiveReader(file, limits: limits)
        }
    }

    @Test("with a broken entry keep the members before it")
    func brokenDirectory() throws {
        var bytes = ZipWriter([Member("a", "1"), Member("b", "2")]).bytes
        let second = bytes.count - 22 - 47
        bytes[second] = 0
        let listing = try ArchiveReader(MemoryFile(bytes)).inspect { _ in true }
        #expect(listing.members.map(\.name) == ["a"])
        #expect(listing.defects == [.brokenDirectory(offset: second)])
    }

    @Test("whose number of members is wrong say so")
    func wrongCount() throws {
        let zip = ZipWriter([Member("a")]) { $0.declaredCount = 7 }
        let listing = try ArchiveReader(MemoryFile(zip.bytes)).inspect { _ in true }
        #expect(listing.defects == [.wrongCount(declared: 7, found: 1)])
    }

    @Test("report no more defects of one kind than the limit")
    func manyFaults() throws {
        var limits = Limits.standard
        limits.archiveDefects = 3
        let members = (0..<10).flatMap { [Member("../\($0)"), Member("twice"), Member("\($0).zip")] }
        let defects = try ArchiveReader(MemoryFile(ZipWriter(members).bytes), limits: limits).inspect { _ in true }
            .defects
        #expect(defects.count == 9)
    }
}

extension [UInt8] {
    /// The archive with the 32-bit number at `offset` of its last 22 bytes replaced.
    func settingEnd(at offset: Int, _ value: UInt32) -> [UInt8] {
        var bytes = self
        let start = count - 22 + offset
        bytes.replaceSubrange(start..<(start + 4), with: value.little)
        return bytes
    }
}
