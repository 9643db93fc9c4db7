import Foundation
import TestSupport
import Testing

/// Files that git-crypt has encrypted.
@Suite struct EncryptedTests {
    /// The header, and bytes that look like text in UTF-16.
    private static let ciphertext =
        Array("\0GITCRYPT\0".utf8) + (0..<200).map { UInt8(truncatingIfNeeded: 0x40 + $0 * 37) }

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func check() -> CommandRun { CommandRun.run(["check", ".", "--format", "concise"], in: folder.path) }

    @Test func haveOneNote() throws {
        try folder.write("App/Info.plist", Sample.app("com.contoso.app", ("Editor", ["contoso"])))
        try folder.write("env/GoogleService-Info.plist", Self.ciphertext)
        let one = check()
        #expect(
            one.output.contains(
                "env/GoogleService-Info.plist: note: this file is encrypted with git-crypt and was not read [incomplete-checkout]"
            ),
            "\(one.output)"
        )
        #expect(!one.output.contains("malformed-manifest") && one.code == 0)
        try folder.write("env/Staging-Info.plist", Self.ciphertext)
        try folder.write("App/Secrets.swift", Self.ciphertext)
        let all = check().output
        #expect(all.contains(": note: this file and "), "\(all)")
        #expect(all.components(separatedBy: "git-crypt").count == 2, "one finding: \(all)")
        #expect(
            CommandRun.run(["check", "."], in: folder.path).output.contains("help: run `git-crypt unlock` first")
        )
    }

    @Test func keepWhatTheyDefineUnknown() throws {
        try folder.write("App/Info.plist", Sample.app("com.contoso.app", ("Editor", ["$(SCHEME)"])))
        try folder.write("Secrets.xcconfig", Self.ciphertext)
        try folder.write("App.xcconfig", "#include? \"Secrets.xcconfig\"\n")
        try folder.write(
            "project.yml",
            """
            name: App
            configFiles: {Debug: App.xcconfig, Release: App.xcconfig}
            targets:
              App:
                type: application
                platform: iOS
                settings: {INFOPLIST_FILE: App/Info.plist, PRODUCT_BUNDLE_IDENTIFIER: com.contoso.app}

            """
        )
        let output = check().output
        #expect(!output.contains("SCHEME"), "what is unknown is silent: \(output)")
        #expect(output.contains("Secrets.xcconfig: note: this file is encrypted with git-crypt"))
        let value = CommandRun.run(["settings", "SCHEME", "project.yml"], in: folder.path)
        print(value.output, value.errors)
    }

    @Test func keepTheClaimsOfEarlierImports() throws {
        let registry = ["--registry", folder.path + ".sqlite"]
        func claims() -> String {
            #expect(CommandRun.run(["import", "."] + registry, in: folder.path, now: 4_000_000_000).code == 0)
            return CommandRun.run(["list", "claims"] + registry, in: folder.path).output
        }
        let manifest = Sample.app("com.contoso.app", ("Editor", ["contoso-app"]))
        try folder.write("App/Info.plist", manifest)
        #expect(claims().contains("contoso-app"))
        try folder.write("App/Info.plist", Self.ciphertext)
        #expect(claims().contains("contoso-app"))
        try folder.write("App/Info.plist", manifest)
        #expect(claims().contains("contoso-app"))
    }
}
