import Foundation
import SchemeModel
import TestSupport
import Testing

/// Scripts outside of build phases may change manifests before a build.
@Suite struct ScriptTests {
    private static let editor =
        "/usr/libexec/PlistBuddy -c 'Add :CFBundleURLTypes:0:CFBundleURLSchemes:0 string x' App/Info.plist\n"

    private static func specification(_ schemes: String) -> String {
        """
        name: App
        targets:
          App:
            type: application
            platform: iOS
            info: {path: App/Info.plist, properties: {CFBundleURLTypes: [{CFBundleURLSchemes: [\(schemes)]}]}}
            settings: {PRODUCT_BUNDLE_IDENTIFIER: com.contoso.app}

        """
    }

    private func check(_ files: [String: String]) throws -> String {
        let folder = try TemporaryFolder()
        for (path, text) in files { try folder.write(path, text) }
        return CommandRun.run(["check", ".", "--format", "concise"], in: folder.path).output
    }

    @Test(arguments: [
        ("ci/prepare.sh", editor, true), ("fastlane/Fastfile", editor, true),
        ("build.gradle", "CFBundleURLTypes", true),
        ("fastlane/Fastfile", "update_url_schemes(path: 'App/Info.plist', url_schemes: ['x'])", true),
        ("prepare.sh", "echo Info.plist", false), ("prepare.txt", editor, false),
        ("tools/other.sh", "echo CFBundleURLTypes Other.plist", false), ("Pods/prepare.sh", editor, false),
        ("Sub/App.xcodeproj/xcshareddata/xcschemes/App.xcscheme", "<ActionContent scriptText=\"\(editor)\"/>", true),
        (".github/workflows/release.yml", "- run: \(editor)", true), ("bitrise.yml", editor, true),
        ("Sub/GNUmakefile", editor, true), ("docs/release.yml", "- run: \(editor)", false),
        (".github/workflows/ci.yml", "- run: plutil -extract CFBundleURLTypes json -o - App/Info.plist", false),
        (".github/workflows/ci.yml", "- run: plutil -extract \\\n CFBundleURLTypes json App/Info.plist", false),
        (".github/workflows/ci.yml", "- run: |\n  plutil -replace \\\n  CFBundleURLTypes App/Info.plist", true),
        (".github/workflows/ci.yml", "- run: defaults write App/Info.plist CFBundleURLTypes -array", true),
        (".github/workflows/ci.yml", "- run: sed -i s/a/CFBundleURLTypes/ App/Info.plist", true),
    ])
    func makeSchemesIncomplete(path: String, text: String, isIncomplete: Bool) throws {
        let report = try check(["Sub/project.yml": Self.specification(""), path: text])
        #expect(report.contains("[unread-program]") == isIncomplete)
        #expect(report.contains("[empty-url-type]") == !isIncomplete, "nothing may be missing")
    }

    @Test(arguments: [("YOUR_SCHEME", "warning"), ("'{SCHEME}'", "note")])
    func mayReplacePlaceholders(scheme: String, severity: String) throws {
        let specification = Self.specification(scheme)
        let errors = try check(["Sub/project.yml": specification])
        #expect(errors.contains("error: ") && errors.contains("App Store Connect rejects it"), "\(errors)")
        let report = try check(["Sub/project.yml": specification, "prepare.sh": Self.editor])
        let text = scheme.trimmingCharacters(in: ["'"])
        let message = "\(severity): '\(text)' is a placeholder; the script 'prepare.sh' may replace it"
        #expect(report.contains(message), "\(report)")
    }

    /// The script may look for the placeholder.
    @Test func keepPlaceholdersThatTheyMayReplace() throws {
        let folder = try TemporaryFolder()
        try folder.write("project.yml", Self.specification("").replacing("properties: {", with: "other: {"))
        let companion = "<key>FacebookAppID</key><string>4815162342</string>"
        let manifest = Sample.app("com.contoso.app", ("Editor", ["fb{your-app-id}"]), extra: companion)
        try folder.write("App/Info.plist", manifest)
        #expect(CommandRun.run(["fix", "."], in: folder.path).output.contains("fb4815162342"))
        try folder.write("prepare.sh", Self.editor)
        let output = CommandRun.run(["fix", "."], in: folder.path).output
        #expect(!output.contains("fb4815162342"), "\(output)")
    }

    /// A script beyond a limit may change a manifest as well.
    @Test(arguments: [
        (["big.sh": editor + String(repeating: "#", count: 300_000)], "'big.sh'"),
        (Dictionary(uniqueKeysWithValues: (1_000...2_001).map { ("\($0).sh", "") }), "'2000.sh' and '2001.sh'"),
        (["small.sh": ""], nil),
    ])
    func areNamedIfTheyAreNotSearched(files: [String: String], names: String?) throws {
        let folder = try TemporaryFolder()
        for (path, text) in files { try folder.write(path, text) }
        try folder.write("project.yml", Self.specification(""))
        let errors = CommandRun.run(["check", "."], in: folder.path).errors
        let note = names.map { "were not searched for changes of manifests: \($0)\n" }
        #expect(note.map(errors.contains) ?? !errors.contains("not searched"), "\(errors)")
    }

    /// The finding shows the line that mentions URL types, and not only the file.
    @Test(arguments: [
        ("", "#!/bin/sh\n\n", "echo ", 3), ("\u{FEFF}", "", "", 1), ("", "# CFBundleURLName\r\n", "é", 2),
    ])
    func showTheLine(mark: String, before: String, head: String, line: Int) throws {
        let script = mark + before + head + "CFBundleURLSchemes CFBundleURLTypes\n"
        let report = try check(["Sub/project.yml": Self.specification(""), "prepare.sh": script])
        #expect(report.contains("prepare.sh:\(line):\(head.utf8.count + 1): note"), "\(report.prefix(500))")
    }

    @Test func aScriptOfABuildPhaseIsReportedThere() throws {
        func targets(_ names: String...) -> String {
            names.map { name in
                """
                \(name) = {isa = PBXNativeTarget; name = \(name); productType = "com.apple.product-type.application";
                buildConfigurationList = \(name)L; buildPhases = (\(name == "App" ? "S" : ""));};
                \(name)L = {isa = XCConfigurationList; buildConfigurations = (\(name)C);};
                \(name)C = {isa = XCBuildConfiguration; name = Release; buildSettings = {SDKROOT = iphoneos;
                PRODUCT_BUNDLE_IDENTIFIER = com.contoso.\(name); INFOPLIST_FILE = \(name)/Info.plist;};};
                """
            }.joined(separator: "\n")
        }
        let project = """
            // !$*UTF8*$!
            {rootObject = P; objects = {
            P = {isa = PBXProject; buildConfigurationList = PL; mainGroup = G; targets = (App, Other);};
            PL = {isa = XCConfigurationList; buildConfigurations = ();};
            G = {isa = PBXGroup; children = (); sourceTree = "<group>";};
            S = {isa = PBXShellScriptBuildPhase; name = Edit; shellScript = "python ci/edit.py";};
            \(targets("App", "Other"))
            };}
            """
        let files = [
            "App.xcodeproj/project.pbxproj": project,
            "App/Info.plist": Sample.app("com.contoso.app", ("Editor", ["a"])),
            "Other/Info.plist": Sample.app("com.contoso.other", ("Editor", ["b"])),
            "Apart/Info.plist": Sample.app("com.contoso.apart", ("Editor", ["c"])),
        ]
        let editor = "import plistlib\n# CFBundleURLTypes Info.plist\n"
        let report = try check(files.merging(["ci/edit.py": editor]) { $1 })
        #expect(report.components(separatedBy: "[unread-program]").count == 2, "\(report)")
        #expect(
            report.contains("ci/edit.py:2:3: note: the build phase 'Edit' runs a script that mentions URL types"),
            "\(report)"
        )
        // A property list that a build phase copies is no script.
        let copying = project.replacing("python ci/edit.py", with: "cp plists/Dev.plist Info.plist")
        let copied = try check(
            files.merging(["plists/Dev.plist": Sample.app("com.contoso.dev", ("Editor", ["a"]))]) { $1 }
                .merging(["App.xcodeproj/project.pbxproj": copying]) { $1 }
        )
        #expect(!copied.contains("[unread-program]"), "\(copied)")
        // The place of another script is the word that matters.
        let other = try check(files.merging(["ci/other.py": editor]) { $1 })
        #expect(other.contains("ci/other.py:2:3: note:"), "\(other)")
    }

    @Test(arguments: [("make KEY=1", true), ("echo MY_KEY KEYS", false)])
    func mayDefineSettings(text: String, mayDefine: Bool) throws {
        let report = try check(["project.yml": Self.specification("$(KEY)"), "build.sh": text])
        #expect(
            report.contains("note: the scheme '$(KEY)' is unknown: the script 'build.sh' mentions KEY") == mayDefine
        )
        #expect(report.contains("warning: the build leaves the scheme '$(KEY)' empty") == !mayDefine)
    }

    /// The environment of a launched app is no build setting.
    @Test func aSchemeOfXcodeDefinesNoSettings() throws {
        let report = try check([
            "project.yml": Self.specification("$(KEY)"),
            "App.xcodeproj/xcshareddata/xcschemes/App.xcscheme": "<EnvironmentVariable key=\"KEY\"/>",
        ])
        #expect(report.contains("warning: the build leaves the scheme '$(KEY)' empty"), "\(report)")
    }

    @Test(arguments: [
        ("cp Integrations/SPM/project.yml .\n", true), ("sed -i s/VERSION/1/ Integrations/SPM/project.yml", true),
        ("xcodegen --spec Integrations/SPM/project.yml", false), ("cp Integrations/project.yml .", false),
    ])
    func mayFillInSpecifications(text: String, isTemplate: Bool) throws {
        let specification = Self.specification("a") + "packages:\n  Kit:\n    url: https://a.b/kit.git\n    VERSION\n"
        let report = try check(["App/Integrations/SPM/project.yml": specification, "App/Makefile": text])
        #expect(report.contains("[malformed-project]") == !isTemplate, "\(report)")
        let note = "'project.yml' was skipped because the script 'App/Makefile' copies it, and may change the copy"
        #expect(report.contains(note) == isTemplate, "\(report)")
    }

    /// The message names what runs the script.
    @Test func aScriptOfABuildRuleIsReported() throws {
        let rule = "    buildRules: [{name: Edit, script: echo CFBundleURLTypes, filePattern: '*.x'}]\n"
        let report = try check([
            "project.yml": Self.specification("a").replacing("    settings:", with: rule + "    settings:")
        ])
        #expect(
            report.contains(
                "the script of the build rule 'Edit' mentions URL types, and may add schemes to the built app"
            )
        )
    }

    @Test func mayChangeTemplates() throws {
        let template = Sample.app("com.contoso.app", (nil, []))
        #expect(try check(["Base.plist": template]).contains("[empty-url-type]"))
        let report = try check(["Base.plist": template, "prepare.sh": "cp Base.plist Info.plist # CFBundleURLTypes"])
        #expect(report.contains("[unread-program]") && !report.contains("[empty-url-type]"))
    }
}
