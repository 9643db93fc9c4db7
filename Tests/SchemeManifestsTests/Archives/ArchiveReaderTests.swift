import SchemeManifests
import SchemeModel
import Testing
import TestSupport

@Suite("Sound archives")
struct ArchiveReaderTests {
    /// Ways to write one and the same archive.
    static let ways: [(name: String, change: @Sendable (inout ZipWriter) -> Void)] = [
        ("deflated", { _ in }),
        ("not packed", { zip in each(&zip) { $0.method = 0 } }),
        ("data descriptors", { zip in each(&zip) { $0.hasDescriptor = true } }),
        ("ZIP64 members", { zip in each(&zip) { $0.isZIP64 = true } }),
        ("ZIP64 end", { $0.hasZIP64End = true }),
        ("a comment", { $0.comment = Array("a comment with PK\u{5}\u{6} in it".utf8) }),
        ("the longest comment", { $0.comment = [UInt8](repeating: 0x20, count: 0xFFFF) }),
        ("prepended", { $0.prefix = Array("#!/bin/sh\nexit 0\n".utf8) }),
        (
            "prepended and counted",
            {
                $0.prefix = Array("#!/bin/sh\n".utf8); $0.countsPrefix = true
            }
        ),
        (
            "prepended to ZIP64",
            {
                $0.prefix = Array("#!/bin/sh\n".utf8); $0.hasZIP64End = true
            }
        ),
        (
            "prepended and counted, ZIP64",
            {
                $0.prefix = Array("#!/bin/sh\n".utf8); $0.hasZIP64End = true; $0.countsPrefix = true
            }
        ),
        ("trailing bytes", { $0.suffix = Array("\r\n".utf8) }),
        ("bytes of text, no mode", { zip in each(&zip) { $0.mode = 0 } }),
    ]

    private static func each(_ zip: inout ZipWriter, change: (inout ZipWriter.Member) -> Void) {
        for index in zip.members.indices { change(&zip.members[index]) }
    }

    @Test("are read however they are written", arguments: ways.indices)
    func read(way: Int) throws {
        let long = [UInt8]((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) })
        var zip = ZipWriter([.init("Payload/A.app/Info.plist", "<plist/>"), .init("long", long), .init("empty", "")])
        Self.ways[way].change(&zip)
        let defects = zip.prefix.isEmpty ? [] : [ArchiveDefect.prependedBytes(count: zip.prefix.count)]
        let archive = try ArchiveReader(MemoryFile(zip.bytes))
        let listing = try archive.inspect { _ in true }
        #expect(listing.defects == defects)
        #expect(listing.members.map(\.name) == ["Payload/A.app/Info.plist", "empty", "long"])
        let contents = try listing.members.map { try archive.contents(of: $0, limit: 1_000_000) }
        #expect(contents == [Array("<plist/>".utf8), [], long])
    }

    @Test("without members have none")
    func empty() throws {
        let listing = try ArchiveReader(MemoryFile(ZipWriter([]).bytes)).inspect { _ in true }
        #expect(listing.members.isEmpty && listing.defects.isEmpty && listing.count == 0)
    }

    @Test("keep names byte for byte")
    func names() throws {
        let names: [[UInt8]] = [[0x63, 0xE9], Array("e\u{301}".utf8), Array("\u{E9}".utf8), Array("a\\b\n".utf8)]
        let zip = ZipWriter(names.map { name in .init("", "") { $0.name = name } })
        let listing = try ArchiveReader(MemoryFile(zip.bytes)).inspect { _ in true }
        #expect(Set(listing.members.map(\.name.bytes)) == Set(names))
        #expect(listing.defects.isEmpty)
    }

    @Test("give only what is wanted, and single members by name")
    func selection() throws {
        let zip = ZipWriter([.init("a", "1"), .init("folder/"), .init("b", "2"), .init("c", "3")])
        let archive = try ArchiveReader(MemoryFile(zip.bytes))
        let listing = try archive.inspect { $0 == "b" || $0 == "folder/" }
        #expect(listing.members.map(\.name) == ["b"])
        #expect(listing.count == 4)
        let found = try archive.members(named: ["c", "d"])
        #expect(found.keys.map(\.self) == ["c"])
        #expect(try found["c"].map { try archive.contents(of: $0, limit: 1) } == [0x33])
    }

    @Test("with links that stay inside are sound")
    func links() throws {
        let zip = ZipWriter([
            .init("A.app/Frameworks/F.framework/Versions/Current", "A") { $0.mode = 0o120755 },
            .init("A.app/Frameworks/F.framework/F", "Versions/Current/../A/F") { $0.mode = 0o120755 },
        ])
        #expect(try ArchiveReader(MemoryFile(zip.bytes)).inspect { _ in false }.defects.isEmpty)
    }

    @Test("give parts of members in any order", arguments: [UInt16(0), 8])
    func parts(method: UInt16) throws {
        let long = [UInt8]((0..<500_000).map { UInt8(truncatingIfNeeded: $0 / 3) })
        let zip = ZipWriter([
            .init("x") {
                $0.contents = long
                $0.method = method
            }
        ])
        let archive = try ArchiveReader(MemoryFile(zip.bytes))
        let member = try #require(try archive.members(named: ["x"])["x"])
        let bytes = try archive.bytes(of: member)
        #expect(bytes.size == long.count)
        for (offset, count) in [(0, 4), (300_000, 150_000), (450_000, 50_000), (131_071, 2), (500_000, 0), (7, 1)] {
            #expect(try bytes.read(at: offset, count: count) == Array(long[offset..<(offset + count)]))
        }
    }

    /// Apple's Archive Utility writes neither ZIP64 nor the upper bits of the number of members.
    @Test("of 65 536 members and more may declare the lower 16 bits of their number")
    func wrappedCount() throws {
        let zip = ZipWriter((0..<65_540).map { .init(String($0), "") }) { $0.declaredCount = 4 }
        let listing = try ArchiveReader(MemoryFile(zip.bytes)).inspect { _ in false }
        #expect(listing.defects.isEmpty)
        #expect(listing.count == 65_540)
    }
}
