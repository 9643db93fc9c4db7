import Foundation
@testable import SchemeKit
import SchemeModel
import Testing
import TestSupport

/// Built apps in archives and folders, end to end.
@Suite("Archives")
struct ArchiveTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func run(_ arguments: String..., without forbidden: String? = nil) -> CommandRun {
        CommandRun.run(
            arguments,
            in: folder.path,
            environment: ["SCHEMEREG_REGISTRY": folder.path + "/r.sqlite"],
            files: ForbiddenFileSystem(forbidden.map { folder.path + "/" + $0 } ?? "/nothing"),
            now: 4_000_000_000
        )
    }

    private func rows(_ subject: String) throws -> [[String: Any]] {
        let run = run("list", subject, "--format", "json")
        let document = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
        return try #require((document as? [String: Any])?[subject] as? [[String: Any]])
    }

    /// The members of an app: its manifest and a signed executable.
    private func app(
        _ path: String,
        _ identifier: String,
        _ schemes: String...,
        entitlement: String? = nil
    ) -> [(String, [UInt8])] {
        let manifest = Sample.app(
            identifier,
            ("Editor", schemes),
            extra: "<key>CFBundleExecutable</key><string>Tram</string>\n"
        )
        return [(path + "/Info.plist", Array(manifest.utf8)), (path + "/Tram", SignedExecutable.bytes(entitlement))]
    }

    /// Projects use no archives, so that none is left over.
    @Test(arguments: ["Tram.ipa", "App/Tram.ipa", "App/it.lproj/Tram.ipa"])
    func readsAnArchiveBesideAProject(path: String) throws {
        try folder.write(path, StoredZip.bytes(app("Payload/Tram.app", "com.contoso.tram", "contoso-tram")))
        try folder.write("App/Info.plist", Sample.app("com.contoso.bus", ("Editor", ["contoso-bus"])))
        try folder.write(
            "Bus.xcodeproj/project.pbxproj",
            """
            // !$*UTF8*$!
            {objectVersion = 77; rootObject = P; objects = {
            P = {isa = PBXProject; buildConfigurationList = L; targets = (T);};
            T = {isa = PBXNativeTarget; name = Bus; productType = "com.apple.product-type.application";
            buildConfigurationList = L;};
            L = {isa = XCConfigurationList; buildConfigurations = (C);};
            C = {isa = XCBuildConfiguration; name = Release; buildSettings = {SDKROOT = iphoneos;
            INFOPLIST_FILE = App/Info.plist;};};
            };}
            """
        )
        #expect(run("import", ".").code == 0)
        #expect(try rows("claims").compactMap { $0["scheme"] as? String }.sorted() == ["contoso-bus", "contoso-tram"])
    }

    @Test func namesTheMembersThatClaim() throws {
        let inside = app("Payload/Tram.app/Watch/Wrist.app", "com.contoso.tram.wrist", "contoso-wrist")
        try folder.write(
            "Tram.ipa",
            StoredZip.bytes(app("Payload/Tram.app", "com.contoso.tram", "contoso-tram", "Contoso-Bus") + inside)
        )
        #expect(run("import", "Tram.ipa").code == 0)
        let places = try rows("claims").map { claim in
            let place = claim["place"] as? [String: Any]
            return [claim["scheme"], place?["path"], place?["member"]].map { $0 as? String ?? "-" }
        }
        #expect(
            places == [
                ["contoso-tram", "Tram.ipa", "Payload/Tram.app/Info.plist"],
                ["contoso-bus", "Tram.ipa", "Payload/Tram.app/Info.plist"],
                ["contoso-wrist", "Tram.ipa", "Payload/Tram.app/Watch/Wrist.app/Info.plist"],
            ]
        )
        #expect(run("list", "claims", "--format", "csv").output.contains("Tram.ipa/Payload/Tram.app/Info.plist,21,25"))
        #expect(
            run("show", "contoso-wrist").output.contains("Tram.ipa/Payload/Tram.app/Watch/Wrist.app/Info.plist:21:25")
        )
        let report = run("conflicts", "--rule", "uppercase-scheme").output
        #expect(report.contains("Tram.ipa/Payload/Tram.app/Info.plist:22:25"), "\(report)")
        #expect(run("check", "Tram.ipa", "--rule", "uppercase-scheme").output == report)
        // Signed files are not edited.
        #expect(report.contains("help: change it to 'contoso-bus'"))
        #expect(run("fix", "Tram.ipa").output.contains("nothing to fix"))
    }

    @Test func writesNothingWhenNothingChanged() throws {
        try folder.write("a/Tram.ipa", StoredZip.bytes(app("Payload/Tram.app", "com.contoso.tram", "contoso-tram")))
        #expect(run("import", "a").code == 0)
        let before = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/r.sqlite"))
        let again = run("import", "a", without: "a/Tram.ipa")
        #expect(again.code == 0)
        #expect(again.output.contains("nothing changed"))
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path + "/r.sqlite")) == before)

        try folder.write("a/Tram.ipa", StoredZip.bytes(app("Payload/Tram.app", "com.contoso.tram", "contoso-bus")))
        #expect(run("import", "a").code == 0)
        #expect(try rows("claims").map { $0["scheme"] as? String } == ["contoso-bus"])
        try FileManager.default.removeItem(atPath: folder.path + "/a/Tram.ipa")
        #expect(run("import", "a", "--allow-empty").code == 0)
        #expect(try rows("claims").isEmpty)
    }

    @Test(arguments: [
        ("com.apple.developer.web-browser", nil),
        ("com.apple.developer.networking.wifi-info", "error"),
    ])
    func distinguishesBrowsersFromOtherApps(entitlement: String, severity: String?) throws {
        let members = app("Payload/Web.app", "com.contoso.web", "http", entitlement: entitlement)
        try folder.write("Web.ipa", StoredZip.bytes(members))
        for (name, contents) in members {
            let path = name.replacingOccurrences(of: "Payload", with: "Web.xcarchive/Products/Applications")
            try folder.write(path, contents)
        }
        for input in ["Web.ipa", "Web.xcarchive", "Web.xcarchive/Products/Applications/Web.app"] {
            let report = run("check", input, "--rule", "reserved-scheme")
            #expect(report.code == (severity == nil ? 0 : 1), "\(input)")
            let says = report.output.contains(
                "error: scheme 'http' opens Safari, or the app that the user chose, on iOS"
            )
            #expect(says == (severity == "error"), "\(input)")
            let advises = report.output.contains("sign the app with the entitlement com.apple.developer.web-browser")
            #expect(advises == (severity == "error"), "\(input)")
        }
    }

    @Test(arguments: [(false, "Tram"), (true, "embedded.mobileprovision")])
    func placesDomainsInTheFileWithTheEntitlements(isInProfile: Bool, name: String) throws {
        let domains =
            "<key>com.apple.developer.associated-domains</key>"
            + "<array><string>applinks:https://contoso.com</string></array>"
        let profile = plist("<key>Entitlements</key><dict>\(domains)</dict>")
        try folder.write("Tram.app/Info.plist", app("", "com.contoso.tram", "contoso-tram")[0].1)
        try folder.write("Tram.app/Tram", MachOWriter(xml: plist(domains), isSigned: !isInProfile).bytes)
        if isInProfile { try folder.write("Tram.app/embedded.mobileprovision", profile) }
        func check(_ options: String...) -> CommandRun {
            CommandRun.run(["check", "Tram.app", "--rule", "invalid-link-domain"] + options, in: folder.path)
        }
        let report = check()
        #expect(report.code == 1)
        let start = "Tram.app/\(name): error: the associated domain 'applinks:https://contoso.com' has"
        #expect(report.output.hasPrefix(start), "\(report.output)")
        // The place has no line, so that no format shows bytes of the file.
        #expect(report.output.contains("\n  at: com.apple.developer.associated-domains\n"), "\(report.output)")
        #expect(check("--format", "github").output.hasPrefix("::error file=Tram.app/\(name),title="))
        let sarif = check("--format", "sarif").output
        #expect(sarif.contains("\"uri\": \"Tram.app/\(name)\"") && !sarif.contains("\"region\""), "\(sarif)")
        #expect(run("fix", "Tram.app").output.contains("nothing to fix"))
        // A registry keeps the place, and a baseline doesn't depend on it.
        #expect(run("import", "Tram.app").code == 0)
        #expect(run("conflicts", "--rule", "invalid-link-domain").output == report.output)
        #expect(check("--write-baseline", "baseline.json").code == 0)
        #expect(try !String(contentsOfFile: folder.path + "/baseline.json", encoding: .utf8).contains("Tram.app"))
        #expect(check("--baseline", "baseline.json").code == 0)
    }

    @Test(arguments: [(false, "Tram"), (true, "embedded.mobileprovision")])
    func placesDomainsInTheMemberWithTheEntitlements(isInProfile: Bool, name: String) throws {
        let domains =
            "<key>com.apple.developer.associated-domains</key>"
            + "<array><string>applinks:https://contoso.com</string></array>"
        let profile = plist("<key>Entitlements</key><dict>\(domains)</dict>")
        let app = "Payload/Tram.app"
        var members = [
            self.app(app, "com.contoso.tram", "contoso-tram")[0],
            (app + "/Tram", MachOWriter(xml: plist(domains), isSigned: !isInProfile).bytes),
        ]
        if isInProfile { members.append((app + "/embedded.mobileprovision", Array(profile.utf8))) }
        try folder.write("Tram.ipa", StoredZip.bytes(members))
        let report = run("check", "Tram.ipa", "--rule", "invalid-link-domain")
        #expect(report.code == 1)
        #expect(report.output.contains("\(app)/\(name)"), "\(report.output)")
        #expect(!report.output.contains("Info.plist"), "\(report.output)")
        // A registry keeps the place.
        #expect(run("import", "Tram.ipa").code == 0)
        #expect(run("conflicts", "--rule", "invalid-link-domain").output == report.output)
        let query = "SELECT path, member FROM companion"
        let row = try ChildProcess.shell("sqlite3 r.sqlite '\(query)'", folder: folder.path)
        #expect(String(decoding: row.output, as: UTF8.self) == "Tram.ipa|\(app)/\(name)\n")
    }

    @Test(arguments: [\Limits.archiveManifestBytes, \Limits.archiveKeptBytes])
    func keepsNoMoreThanAllowed(limit: any WritableKeyPath<Limits, Int> & Sendable) throws {
        let inside = (10..<30).flatMap { app("Payload/A.app/Watch/W\($0).app", "com.contoso.w\($0)", "contoso-w\($0)") }
        try folder.write("A.ipa", StoredZip.bytes(inside + app("Payload/A.app", "com.contoso.a", "contoso-a")))
        var limits = Limits.standard
        limits[keyPath: limit] = 10_000
        let look = InputReader(
            source: Source(name: "a", root: Path(folder.path), kind: .tree, isNamed: true),
            context: CommandRun.context(in: folder.path),
            limits: limits
        ).result(for: Candidate(kind: .archive, path: "A.ipa", isNamed: true))
        guard case .read(_, _, let manifests)? = look.reading?.status else {
            Issue.record("the archive was not read")
            return
        }
        // The order in the archive doesn't affect which members are read.
        #expect(manifests.first?.app == .known("com.contoso.a"))
        #expect((2..<20).contains(manifests.count))
        #expect(look.problems.map(\.code) == [.overLimit])
        #expect(look.problems.map(\.place.path) == ["A.ipa"])
    }

    @Test func readsOnAfterBrokenArchives() throws {
        let sound = StoredZip.bytes(app("Payload/Tram.app", "com.contoso.tram", "contoso-tram"))
        try folder.write("a/cut.ipa", Array(sound.prefix(sound.count / 2)))
        try folder.write("a/prepended.ipa", Array("#!/bin/sh\n".utf8) + sound)
        try folder.write("a/sound.ipa", sound)
        try folder.write("a/text.ipa", "not an archive\n")
        let out = StoredZip.bytes([
            ("../../x/Payload/Evil.app/Info.plist", Array(Sample.app("a.b", (nil, ["evil"])).utf8))
        ])
        try folder.write("a/out.ipa", out)
        let report = run("check", "a")
        #expect(report.code == 1)
        let lines = report.output.split(separator: "\n").filter { $0.contains("[malformed-archive]") }
        #expect(
            lines == [
                "a/cut.ipa: error: the archive is truncated: it has no directory at its end [malformed-archive]",
                "a/out.ipa: error: the member '../../x/Payload/Evil.app/Info.plist' has '..' in its path "
                    + "[malformed-archive]",
                "a/prepended.ipa: error: the file has 10 other bytes before the archive [malformed-archive]",
                "a/text.ipa: error: the file is not a ZIP archive [malformed-archive]",
            ]
        )
        // The readable archive, and the one with leading bytes.
        #expect(report.output.hasSuffix("4 errors in 1 app (1 scheme)\n"), "\(report.output)")
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/x"))
    }
}

/// Writes ZIP archives of uncompressed members.
private enum StoredZip {
    static func bytes(_ members: [(name: String, contents: [UInt8])]) -> [UInt8] {
        var file: [UInt8] = []
        var directory: [UInt8] = []
        for member in members {
            let name = Array(member.name.utf8)
            let size = little(member.contents.count, 4)
            // Version, flags, method, time and date; checksum and both sizes; the lengths of name and extra field.
            let fields =
                little(20, 2) + little(0, 8) + little(Int(checksum(member.contents)), 4) + size + size
                + little(name.count, 2) + little(0, 2)
            directory +=
                Array("PK\u{1}\u{2}".utf8) + little(20, 2) + fields + little(0, 10) + little(file.count, 4) + name
            file += Array("PK\u{3}\u{4}".utf8) + fields + name + member.contents
        }
        let count = little(members.count, 2)
        let end = little(0, 4) + count + count + little(directory.count, 4) + little(file.count, 4) + little(0, 2)
        return file + directory + Array("PK\u{5}\u{6}".utf8) + end
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(UInt32.max) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum >> 1 ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
    }

    private static func little(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { $0 < 8 ? UInt8(truncatingIfNeeded: value >> (8 * $0)) : 0 }
    }
}

/// Writes 64-bit executables that contain only a signature.
private enum SignedExecutable {
    static func bytes(_ entitlement: String?) -> [UInt8] {
        let granted = entitlement.map { "<key>\($0)</key><true/>" } ?? ""
        let list = Array("<plist version=\"1.0\"><dict>\(granted)</dict></plist>".utf8)
        let blob = [0xFADE_7171, UInt32(8 + list.count)].flatMap { big($0) } + list
        // A superblob with one entry; slot 5 is for entitlements.
        let signature = [0xFADE_0CC0, UInt32(20 + blob.count), 1, 5, 20].flatMap { big($0) } + blob
        let header: [UInt32] = [0xFEED_FACF, 0x0100_000C, 0, 2, 1, 16, 0, 0]
        let command: [UInt32] = [0x1D, 16, 48, UInt32(signature.count)]
        return (header + command).flatMap { big($0).reversed() } + signature
    }

    private static func big(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
