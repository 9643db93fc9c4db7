import SchemeManifests
import SchemeModel

extension FuzzTarget {
    /// The readers of built apps.
    static let archives = [
        FuzzTarget("zip", "a ZIP archive", dictionary: .archive, longestInput: 2048, seeds: .archives) {
            try ArchiveCheck($0).run()
        },
        FuzzTarget("mach-o", "an executable", dictionary: .archive, longestInput: 2048, seeds: .executables) { bytes in
            let read = { () throws in try MachOSignature.read(FileBytes(MemoryFile(bytes)), limits: .small) }
            let signature = try read()
            // The file is complete, so an unreadable part was not verified to be inside it.
            if let held = signature.entitlements {
                try require(held == held.sorted(), "entitlements without order: \(held)")
            }
            try require(signature.error?.cause.isEmpty != true, "a defect without a cause")
            try require(signature == read(), "two readings differ")
        },
        FuzzTarget("provisioning-profile", "a provisioning profile", dictionary: .plist, seeds: .profiles) { bytes in
            do throws(SignatureError) {
                let held = try MobileProvision.entitlements(in: bytes, limits: .small)
                guard held == held.sorted() else { throw .malformed(.profile) }
            } catch {
                try require(!error.cause.isEmpty, "a defect without a cause")
            }
        },
    ]
}

/// The invariants of reading an archive.
private struct ArchiveCheck {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Reads the whole archive.
    ///
    /// - Throws: ``Violation``.
    func run() throws {
        guard
            let archive = try attempt({ () throws(ArchiveError) in
                try ArchiveReader(MemoryFile(bytes), limits: .small)
            }),
            let listing = try attempt({ () throws(ArchiveError) in try archive.inspect { _ in true } })
        else { return }
        try require(
            listing.members.count <= listing.count && listing.count <= Limits.small.archiveMembers,
            "\(listing.members.count) members of \(listing.count)"
        )
        try require(listing.defects.count <= 8 * Limits.small.archiveDefects, "\(listing.defects.count) defects")
        for defect in listing.defects { try check(.defect(defect)) }
        for member in listing.members { try check(member, of: archive) }
        let named = try attempt { () throws(ArchiveError) in
            try archive.members(named: Set(listing.members.map(\.name)))
        }
        // Of members with the same name, the last one counts, even if it is unusable, which is a defect.
        for member in listing.members where listing.defects.isEmpty {
            try require(named?[member.name] == member, "'\(member.name)' differs when it is asked for by name")
        }
    }

    private func check(_ member: ArchiveMember, of archive: ArchiveReader) throws {
        let name = member.name
        try require(
            !name.isAbsolute && !name.bytes.contains(0) && !name.normalized.components.contains(Array("..".utf8)[...]),
            "a member called '\(name)'"
        )
        let limit = Limits.small.archiveMemberBytes
        let contents = try attempt { () throws(ArchiveError) in try archive.contents(of: member, limit: limit) }
        let parts = try attempt { () throws(ArchiveError) in try archive.bytes(of: member) }
        guard let contents else { return }
        try require(contents.count == member.size, "\(contents.count) bytes of \(member.size) in '\(name)'")
        guard let parts else { return }
        // Reads parts from the end to the beginning. Each is decompressed separately.
        let cuts = [contents.count, contents.count / 2, contents.count / 3, 0]
        for (end, start) in zip(cuts, cuts.dropFirst()) {
            let part = try attempt { () throws(ArchiveError) in try parts.read(at: start, count: end - start) }
            try require(part.map { $0.elementsEqual(contents[start..<end]) } ?? true, "a part of '\(name)' differs")
        }
    }

    /// Returns the result of `body`; `nil` if it throws an archive failure.
    private func attempt<Value>(_ body: () throws(ArchiveError) -> Value) throws -> Value? {
        do throws(ArchiveError) {
            return try body()
        } catch {
            try check(error)
            return nil
        }
    }

    private func check(_ failure: ArchiveError) throws {
        guard case .defect(let defect) = failure else { throw Violation("a range outside the file was asked for") }
        try require(!defect.cause.isEmpty && defect.hint?.isEmpty == false, "a defect without words: \(defect)")
    }
}
