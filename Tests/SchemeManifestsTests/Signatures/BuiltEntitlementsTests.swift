import SchemeManifests
import SchemeModel
import Testing
import TestSupport

@Suite("Entitlements of built bundles")
struct BuiltEntitlementsTests {
    private static let profile =
        [0x30, 0x82, 0x01, 0x00, 0x06] + Array("<pl".utf8)
        + Array(plist("<key>Entitlements</key><dict><key>b</key><true/><key>a</key><string>x</string></dict>").utf8)
        + [0x31, 0x00] + Array("</plist>".utf8)

    @Test("of a profile are those of the property list in it")
    func profile() throws {
        #expect(try MobileProvision.entitlements(in: Self.profile) == ["a", "b"])
        for text in ["", "<?xml", "<?xml </plist>", plist("<key>Entitlements</key><true/>"), plist("")] {
            #expect(throws: SignatureError.malformed(.profile), "\(text)") {
                try MobileProvision.entitlements(in: Array(text.utf8))
            }
        }
    }

    private static let signed = MachOWriter(xml: plist("<key>signed</key><true/>")).bytes

    /// Files of `A.app` other than its manifest, and the entitlements that they give.
    static let rows: [(name: String, members: [ZipWriter.Member], names: [Entitlement]?, defects: Int)] = [
        ("nothing", [], nil, 0),
        ("executable", [.init("A.app/A", signed)], ["signed"], 0),
        ("profile", [.init("A.app/embedded.mobileprovision", profile)], ["a", "b"], 0),
        (
            "both; the signature counts",
            [.init("A.app/A", signed), .init("A.app/embedded.mobileprovision", profile)], ["signed"], 0
        ),
        (
            "executable that is not signed, and profile",
            [
                .init("A.app/A", MachOWriter(isSigned: false).bytes),
                .init("A.app/embedded.mobileprovision", profile),
            ], ["a", "b"], 0
        ),
        (
            "executable that is a script, and profile",
            [.init("A.app/A", "#!/bin/sh"), .init("A.app/embedded.mobileprovision", profile)], ["a", "b"], 1
        ),
        ("both broken", [.init("A.app/A", "x"), .init("A.app/embedded.mobileprovision", "x")], nil, 2),
    ]

    @Test("come from the signature, else from the profile", arguments: rows.indices, [UInt16(0), 8])
    func archive(index: Int, method: UInt16) throws {
        let row = Self.rows[index]
        let members = row.members.map { member in
            var member = member
            member.method = method
            return member
        }
        let archive = try ArchiveReader(MemoryFile(ZipWriter(members + [.init("A.app/Info.plist")]).bytes))
        let bundle = try #require(BundleLayout(["A.app/Info.plist"]).bundles.first)
        let entitlements = try entitlements(of: bundle, in: archive)
        #expect(entitlements.entitlements == row.names, "\(row.name)")
        #expect(entitlements.defects.count == row.defects, "\(row.name)")
        let file = row.names == ["signed"] ? bundle.executable(named: "A") : bundle.profile
        #expect(entitlements.file == (row.names == nil ? nil : file), "\(row.name)")
    }

    @Test(
        "cannot be told when the executable's bytes are broken",
        arguments: [
            ArchiveDefect.encrypted("A.app/A"), .brokenMember("A.app/A", .notDeflated),
        ]
    )
    func brokenMember(defect: ArchiveDefect) throws {
        let member = ZipWriter.Member("A.app/A", Self.signed) {
            if defect == .encrypted("A.app/A") { $0.flags = 1 } else { $0.packed = [0xFF] }
        }
        let archive = try ArchiveReader(MemoryFile(ZipWriter([member]).bytes))
        let bundle = try #require(BundleLayout(["A.app/Info.plist"]).bundles.first)
        #expect(throws: ArchiveError.defect(defect)) {
            try entitlements(of: bundle, in: archive)
        }
    }

    /// Those of an app whose executable is called "A".
    private func entitlements(
        of bundle: BundleLayout.Bundle,
        in archive: ArchiveReader
    ) throws(ArchiveError) -> BuiltEntitlements {
        let members = try archive.members(named: Set(BuiltEntitlements.files(of: bundle, executable: "A")))
        return try BuiltEntitlements(of: bundle, executable: "A", in: archive, members: members)
    }
}
