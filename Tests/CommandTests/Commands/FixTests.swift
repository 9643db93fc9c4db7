import Foundation
import Testing
import TestSupport

@testable import schemereg

/// `fix` applies the edits of findings and changes nothing else.
@Suite struct FixTests {
    private static func manifest(_ schemes: String, lineEnd: String = "\n") -> String {
        """
        <?xml version="1.0"?>
        <plist version="1.0"><dict>
          <key>CFBundleIdentifier</key><string>com.fabrikam.wallet</string>
          <key>CFBundlePackageType</key><string>APPL</string>
          <!-- kept -->
          <key>CFBundleURLTypes</key><array><dict><key>CFBundleURLSchemes</key><array>
            \(schemes)
          </array></dict></array>
        </dict></plist>

        """.replacingOccurrences(of: "\n", with: lineEnd)
    }

    private func fixed(_ bytes: Data, _ arguments: [String] = ["--write"]) throws -> (Data, CommandRun) {
        let folder = try TemporaryFolder()
        let file = URL(fileURLWithPath: folder.path + "/Info.plist")
        try bytes.write(to: file)
        let run = CommandRun.run(["fix", "Info.plist"] + arguments, in: folder.path)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["Info.plist"])
        return (try Data(contentsOf: file), run)
    }

    @Test(arguments: ["\n", "\r\n", "\r"])
    func keepsEveryOtherByte(lineEnd: String) throws {
        let schemes = "<string>acme</string>\n    <string>acme</string>\n    <string>acme://</string>"
        let (bytes, run) = try fixed(Data(Self.manifest(schemes, lineEnd: lineEnd).utf8))
        let fixed = Self.manifest("<string>acme</string>", lineEnd: lineEnd)
        #expect(String(decoding: bytes, as: UTF8.self) == fixed)
        #expect(run.code == 0)
    }

    @Test(arguments: [
        "<string>acm&#101;</string>", "<string><![CDATA[acme]]></string>", "<string >acme</string>",
        "<string>ac<!-- x -->me</string>",
    ])
    func skipsComplexValues(scheme: String) throws {
        let text = Data(Self.manifest("<string>acme</string>" + scheme).utf8)
        let (bytes, run) = try fixed(text)
        #expect(bytes == text)
        #expect(run.output.hasPrefix("nothing to fix automatically; ") && run.output.hasSuffix(" a decision\n"))
    }

    @Test func leavesOtherEncodingsAndFormats() throws {
        let text = Self.manifest("<string>acme</string><string>acme</string>")
        let wide = try #require(text.replacingOccurrences(of: "?>", with: " encoding=\"UTF-16\"?>").data(using: .utf16))
        let value = try PropertyListSerialization.propertyList(from: Data(text.utf8), format: nil)
        let binary = try PropertyListSerialization.data(fromPropertyList: value, format: .binary, options: 0)
        let openStep = Data("{CFBundleURLTypes = ({CFBundleURLSchemes = (acme, acme);});}".utf8)
        let conditional = Data(Self.manifest("<string>acme</string>\n#if DEBUG\n<string>acme</string>\n#endif").utf8)
        for bytes in [wide, binary, openStep, conditional] {
            #expect(try fixed(bytes).0 == bytes)
        }
    }

    @Test func fixesOnlyTheNamedRules() throws {
        let schemes = "<string>acme</string><string>acme</string><string>acme://</string>"
        let (bytes, _) = try fixed(Data(Self.manifest(schemes).utf8), ["--write", "--rule", "duplicate-scheme"])
        let fixed = Self.manifest("<string>acme</string><string>acme://</string>")
        #expect(String(decoding: bytes, as: UTF8.self) == fixed)
    }

    @Test func keepsPermissionsAndFollowsANamedLink() throws {
        let folder = try TemporaryFolder()
        let (file, link) = (folder.path + "/real.plist", folder.path + "/Info.plist")
        let schemes = "<string>acme</string><string>acme</string>"
        try Data(Self.manifest(schemes).utf8).write(to: URL(fileURLWithPath: file))
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
        #expect(CommandRun.run(["fix", link, "--write"], in: folder.path).code == 0)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == file)
        #expect(try String(contentsOfFile: file, encoding: .utf8).contains("<string>acme</string>\n"))
        #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o640)
    }

    /// A project whose two configurations give one manifest different schemes and identifiers.
    private func project(schemes: [String], queries: [String] = [], keys: String = "") throws -> TemporaryFolder {
        func list(_ values: [String]) -> String { values.map { "<string>\($0)</string>" }.joined(separator: "\n") }
        let folder = try TemporaryFolder()
        try folder.write(
            "App/Info.plist",
            """
            <plist version="1.0"><dict>
            <key>CFBundleIdentifier</key><string>$(PRODUCT_BUNDLE_IDENTIFIER)</string>
            \(keys)
            <key>CFBundleURLTypes</key><array><dict><key>CFBundleURLSchemes</key><array>
            \(list(schemes))
            </array></dict></array>
            <key>LSApplicationQueriesSchemes</key><array>
            \(list(queries))
            </array></dict></plist>

            """
        )
        try folder.write(
            "project.yml",
            """
            name: Acme
            configs: {Debug: debug, Release: release}
            targets:
              Acme:
                type: application
                platform: iOS
                sources: [App]
                settings:
                  base: {INFOPLIST_FILE: App/Info.plist, SAME: acme}
                  configs:
                    Debug: {PRODUCT_BUNDLE_IDENTIFIER: com.Acme.pay, EXTRA: acme-pay, ID: 1-a.apps.googleusercontent.com, Q: waze}
                    Release: {PRODUCT_BUNDLE_IDENTIFIER: com.acme, EXTRA: acme-shop, ID: 2-b.apps.googleusercontent.com, Q: uber}

            """
        )
        return folder
    }

    @Test(arguments: [
        // A duplicate in one configuration is two schemes in the other.
        (["acme-pay", "$(EXTRA)"], [], ""), (["$(EXTRA)", "acme-pay"], [], ""), (["$(EXTRA)://", "acme-pay"], [], ""),
        (["acme-pay://", "$(EXTRA)"], [], ""), (["acme"], ["waze", "$(Q)"], ""), (["acme"], ["waze://", "$(Q)"], ""),
        // The spelling with capitals may be in use.
        (["com.Acme.pay"], [], ""),
        // Each configuration needs another scheme.
        (["acme"], [], "<key>GIDClientID</key><string>$(ID)</string>"),
    ])
    func skipsValuesThatDifferBetweenConfigurations(schemes: [String], queries: [String], keys: String) throws {
        let folder = try project(schemes: schemes, queries: queries, keys: keys)
        let run = CommandRun.run(["fix", ".", "--write"], in: folder.path)
        #expect(run.output.hasPrefix("nothing to fix"), "\(run.output)")
        #expect(run.errors == "")
    }

    @Test func fixesValuesThatAllConfigurationsShare() throws {
        let folder = try project(
            schemes: ["$(EXTRA)", "acme-bus", "acme-bus", "Acme$(SAME)"],
            queries: ["$(Q)", "uber", "waze", "uber"],
            keys: "<key>GIDClientID</key><string>3-c.apps.googleusercontent.com</string>"
        )
        #expect(CommandRun.run(["fix", ".", "--write"], in: folder.path).code == 0)
        let text = try String(contentsOfFile: folder.path + "/App/Info.plist", encoding: .utf8)
        #expect(
            text.contains(
                "<string>$(EXTRA)</string>\n<string>acme-bus</string>\n<string>Acme$(SAME)</string>\n</array>"
            )
        )
        #expect(text.contains("<array>\n<string>$(Q)</string>\n<string>uber</string>\n<string>waze</string>\n</array>"))
        // Two variants with the same scheme would be another finding.
        #expect(!text.contains("<string>com.googleusercontent.apps.3-c</string>"))
    }

    @Test(arguments: ["\t", "  ", "    "])
    func addsLinesAsTheFileHasThem(step: String) throws {
        func manifest(_ added: String, _ query: String) -> String {
            """
            <plist version="1.0">
            <dict>
            >CFBundleIdentifier</key>
            ><string>com.fabrikam.wallet</string>
            >GIDClientID</key>
            ><string>1-a.apps.googleusercontent.com</string>
            >CFBundleURLTypes</key>
            ><array>
            >><dict>
            >>>CFBundleURLSchemes</key>
            >>><array>
            >>>><string>wx0123456789abcdef</string>
            >>></array>
            >></dict>
            \(added)></array>
            >LSApplicationQueriesSchemes</key>
            ><array>
            >><string>weixin</string>
            \(query)></array>
            </dict>
            </plist>

            """
        }
        /// A `>` at the start of a line is a level of nesting; the last one of a key stands for its tag as well.
        func text(_ lines: String) -> String {
            lines.split(separator: "\n", omittingEmptySubsequences: false).map { line in
                let rest = line.drop { $0 == ">" }
                let tag = rest.hasPrefix("<") || rest.isEmpty ? "" : "<key>"
                return String(repeating: step, count: line.count - rest.count) + tag + rest
            }.joined(separator: "\n")
        }
        let added = """
            >><dict>
            >>>CFBundleTypeRole</key>
            >>><string>Editor</string>
            >>>CFBundleURLName</key>
            >>><string>com.fabrikam.wallet</string>
            >>>CFBundleURLSchemes</key>
            >>><array>
            >>>><string>com.googleusercontent.apps.1-a</string>
            >>></array>
            >></dict>

            """
        let (bytes, _) = try fixed(Data(text(manifest("", "")).utf8))
        let fixed = text(manifest(added, ">><string>weixinULAPI</string>\n"))
        #expect(String(decoding: bytes, as: UTF8.self) == fixed)
    }

    @Test func leavesALineThatHoldsEverythingOneLine() throws {
        let line = """
            <plist><dict><key>CFBundleIdentifier</key><string>com.a</string><key>LSApplicationQueriesSchemes</key><array>\
            <string>weixin</string></array><key>CFBundleURLTypes</key><array><dict><key>CFBundleURLSchemes</key><array>\
            <string>wx0123456789abcdef</string></array></dict></array></dict></plist>
            """
        let (bytes, _) = try fixed(Data(line.utf8))
        let queries = "<string>weixin</string>"
        let fixed = line.replacingOccurrences(of: queries, with: queries + "<string>weixinULAPI</string>")
        #expect(String(decoding: bytes, as: UTF8.self) == fixed)
    }

    @Test func doesNotMakeSomebodyElsesSchemeOfAText() throws {
        let text = Data(Self.manifest("<string>whatsapp://</string><string>fbapi://</string>").utf8)
        let (bytes, run) = try fixed(text)
        #expect(bytes == text)
        #expect(run.output.hasPrefix("nothing to fix"), "\(run.output)")
    }

    @Test func skipsReadOnlyFiles() throws {
        let folder = try TemporaryFolder()
        let (file, beside) = (folder.path + "/Info.plist", folder.path + "/Info.plist.schemereg-new")
        let text = Self.manifest("<string>acme</string><string>acme</string>")
        try folder.write("Info.plist", text)
        try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: file)
        let readOnly = CommandRun.run(["fix", ".", "--write"], in: folder.path)
        #expect(readOnly.code == 3)
        #expect(readOnly.output.contains("grant write permission for the file and its folder\nfixed 0 of 1 file; "))
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
        try folder.write("Info.plist.schemereg-new", "half")
        let left = CommandRun.run(["fix", ".", "--write"], in: folder.path)
        #expect(left.code == 3)
        #expect(left.output.contains("help: if no other run is active, remove 'Info.plist.schemereg-new'\n"))
        #expect(try String(contentsOfFile: file, encoding: .utf8) == text)
        #expect(try String(contentsOfFile: beside, encoding: .utf8) == "half")
    }

    @Test func escapesWhatItShows() throws {
        let odd = "<!-- \u{1B}[31m ::error:: --><string>acme</string><string>acme</string>"
        let (_, run) = try fixed(Data(Self.manifest(odd).utf8), [])
        #expect(!run.output.contains("\u{1B}"))
        #expect(run.output.contains("\\u{1B}[31m"))
    }

    @Test func reportsInvalidUsage() throws {
        let folder = try TemporaryFolder()
        #expect(CommandRun.run(["fix", "-"], in: folder.path).code == 2)
        #expect(CommandRun.run(["fix", "nowhere"], in: folder.path).code == 3)
        #expect(CommandRun.run(["fix", ".", "--rule", "no-such-rule"], in: folder.path).code == 2)
        #expect(CommandRun.run(["fix", "."], in: folder.path).output == "nothing to fix\n")
    }

    /// Code, servers and consoles may use a scheme as it is, and another app may claim the fixed one.
    @Test(arguments: [
        "<string>AcmePay</string>", "<string>acme_pay</string>", "<string>acme-pay://</string>",
        "<string> acme-pay</string>", "<string>123-a.apps.googleusercontent.com</string>", "<string>acme$(X)</string>",
    ])
    func renamesNothing(scheme: String) throws {
        let text = Data(Self.manifest("<string>acme</string>" + scheme).utf8)
        let (bytes, run) = try fixed(text)
        #expect(bytes == text)
        #expect(run.output.hasPrefix("nothing to fix"), "\(run.output)")
    }

    /// An SDK's scheme isn't added if another app has it, or would get it as well.
    @Test func addsNothingThatAnotherAppHas() throws {
        let folder = try TemporaryFolder()
        let client = "    <key>GIDClientID</key>\n    <string>1-a.apps.googleusercontent.com</string>\n"
        func app(_ name: String, _ schemes: [String]) throws {
            let text = Sample.app("com.fabrikam.\(name)", (role: "Editor", schemes: schemes), extra: client)
            try folder.write("\(name)/Info.plist", text)
        }
        func isFixed() -> Bool { CommandRun.run(["fix", "."], in: folder.path).code == 1 }
        try app("one", ["one"])
        #expect(isFixed())
        try app("two", ["two"])
        #expect(!isFixed(), "both would claim it")
        try app("two", ["com.googleusercontent.apps.1-a"])
        #expect(!isFixed(), "the other app claims it")
    }
}
