import SchemeManifests
import SchemeModel
import Testing
import TestSupport

@Suite("Mutated archives")
struct ArchiveFuzzTests {
    static let samples: [[UInt8]] = [
        ZipWriter([.init("Payload/A.app/Info.plist", "<plist/>"), .init("l", "a") { $0.mode = 0o120755 }]).bytes,
        ZipWriter([.init("a", "text") { $0.isZIP64 = true }, .init("a", "b")]) {
            $0.hasZIP64End = true
            $0.prefix = [1, 2, 3]
        }.bytes,
        ZipWriter([.init("a", "text") { $0.hasDescriptor = true }, .init("b", "c") { $0.sharesHeader = true }]) {
            $0.comment = Array("PK\u{5}\u{6}".utf8)
        }.bytes,
    ]

    @Test(
        "are read or refused, and what is read is within its bounds",
        arguments: 0..<TestScale.pick(UInt64(2), torture: 8)
    )
    func mutations(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var opened = 0
        var limits = Limits.standard
        limits.archiveUnpackedBytes = 10_000_000
        for _ in 0..<1500 {
            let sample = Self.samples.randomElement(using: &generator) ?? []
            let other = Self.samples.randomElement(using: &generator) ?? []
            let bytes = sample.mutated(with: other, using: &generator)
            guard let listing = try survey(bytes, limits) else { continue }
            opened += 1
            #expect(listing.members.count <= listing.count)
        }
        #expect(opened > 100)
    }

    /// Reads all of the archive in `bytes`; `nil` when it is refused.
    private func survey(_ bytes: [UInt8], _ limits: Limits) throws -> ArchiveListing? {
        do throws(ArchiveError) {
            let archive = try ArchiveReader(MemoryFile(bytes), limits: limits)
            let listing = try archive.inspect { _ in true }
            for member in listing.members {
                if let contents = try contents(of: member, in: archive) {
                    #expect(contents.count == member.size)
                }
            }
            return listing
        } catch {
            // A range outside the file, which the reader has to find itself, would be a failure of the file.
            guard case .defect(let defect) = error else { throw error }
            #expect(!defect.cause.isEmpty && defect.hint?.isEmpty == false)
            return nil
        }
    }

    private func contents(of member: ArchiveMember, in archive: ArchiveReader) throws(ArchiveError) -> [UInt8]? {
        do throws(ArchiveError) {
            return try archive.contents(of: member, limit: 1_000_000)
        } catch {
            guard case .defect = error else { throw error }
            return nil
        }
    }
}
