import Foundation
import Testing
import TestSupport

/// Explanations of settings.
@Suite struct SettingsTests {
    private static let samples = Repository.root + "/sample-plists/projects"

    private func settings(_ arguments: String..., in sample: String) -> CommandRun {
        CommandRun.run(["settings"] + arguments, in: Self.samples + "/" + sample)
    }

    @Test func showsAllAssignedSettings() {
        let run = settings("Wallet.xcodeproj", in: "variable-scheme")
        #expect(run.code == 0)
        #expect(run.errors.isEmpty)
        #expect(
            run.output == """
                target 'Wallet', configuration 'Release'

                APP_URL_SCHEME = contoso-wallet
                  Wallet.xcodeproj/project.pbxproj:87:23: APP_URL_SCHEME = "contoso-wallet";

                INFOPLIST_FILE = App/Info.plist
                  Wallet.xcodeproj/project.pbxproj:88:22: INFOPLIST_FILE = App/Info.plist;

                PRODUCT_BUNDLE_IDENTIFIER = com.contoso.wallet
                  Wallet.xcodeproj/project.pbxproj:89:33: PRODUCT_BUNDLE_IDENTIFIER = com.contoso.wallet;

                PRODUCT_NAME = Wallet
                  Wallet.xcodeproj/project.pbxproj:104:21: PRODUCT_NAME = "$(TARGET_NAME)";
                  Xcode: TARGET_NAME = Wallet

                SDKROOT = iphoneos
                  Wallet.xcodeproj/project.pbxproj:105:15: SDKROOT = iphoneos;

                """
        )
    }

    @Test func takesWhatTheCallGives() {
        let run = settings(
            ".",
            "APP_URL_SCHEME",
            "APP_URL_SCHEM",
            "--target",
            "Wallet",
            "--configuration",
            "Debug",
            "--set",
            "SUFFIX=$(BETA)",
            "--expand",
            "$(APP_URL_SCHEME:upper)$(SUFFIX)",
            in: "variable-scheme"
        )
        #expect(run.code == 0)
        #expect(
            run.output == """
                target 'Wallet', configuration 'Debug'

                APP_URL_SCHEME = contoso-wallet-debug
                  Wallet.xcodeproj/project.pbxproj:78:23: APP_URL_SCHEME = "contoso-wallet-debug";

                APP_URL_SCHEM: undefined
                  note: nothing sets APP_URL_SCHEM
                    help: did you mean 'APP_URL_SCHEME'?

                $(APP_URL_SCHEME:upper)$(SUFFIX) = CONTOSO-WALLET-DEBUG
                  Wallet.xcodeproj/project.pbxproj:78:23: APP_URL_SCHEME = "contoso-wallet-debug";
                  --set SUFFIX=$(BETA)
                  note: nothing sets BETA
                    help: define it for the target 'Wallet', or set the value with --set BETA=VALUE

                """
        )
    }

    @Test func followsIncludes() {
        let run = settings(
            "Maps.xcodeproj",
            "--configuration",
            "Debug",
            "PRODUCT_BUNDLE_IDENTIFIER",
            "MAPS_HOME",
            in: "xcconfig-includes"
        )
        #expect(run.code == 0)
        #expect(
            run.output == """
                target 'Maps', configuration 'Debug'

                PRODUCT_BUNDLE_IDENTIFIER = com.contoso.maps.debug
                  Config/Base.xcconfig:4:29: PRODUCT_BUNDLE_IDENTIFIER = com.contoso.maps$(BUNDLE_ID_SUFFIX)
                  Config/Debug.xcconfig:3:20: BUNDLE_ID_SUFFIX = .debug;

                MAPS_HOME = https://maps.contoso.example
                  Config/Base.xcconfig:5:13: MAPS_HOME = https:/$()/maps.contoso.example

                """
        )
    }

    @Test func readsAFileByItself() {
        let run = settings(
            "Config/Release.xcconfig",
            "BUNDLE_ID_SUFFIX",
            "TARGET_NAME",
            "HOME",
            "PARTNER",
            "--configuration",
            "Release",
            "--expand",
            "$(CONFIGURATION)",
            in: "xcconfig-includes"
        )
        #expect(run.code == 0)
        #expect(
            run.output == """
                configuration 'Release'

                BUNDLE_ID_SUFFIX is empty
                  Config/Base.xcconfig:3:1: BUNDLE_ID_SUFFIX =

                TARGET_NAME: unknown
                  note: TARGET_NAME is unknown: it depends on the project or target, which is not given
                    help: specify the project that uses the file, or set the value with --set TARGET_NAME=VALUE

                HOME: unknown
                  note: HOME is unknown: its value depends on the build machine
                    help: set the value with --set HOME=VALUE

                PARTNER: undefined
                  note: the file does not set PARTNER
                    help: specify the project that uses the file, or set the value with --set PARTNER=VALUE

                $(CONFIGURATION) = Release
                  Xcode: CONFIGURATION = Release

                """
        )
    }

    @Test func explainsWhyAValueIsUnknown() {
        let run = settings(
            "Trips.xcodeproj",
            "TRIPS_SCHEME",
            "--expand",
            "x-$(PARTNER)",
            in: "missing-xcconfig"
        )
        #expect(run.code == 0)
        let pods = "Pods/Target Support Files/Pods-Trips/Pods-Trips.release.xcconfig"
        let company = "../../Company/Signing.xcconfig"
        #expect(
            run.output == """
                target 'Trips', configuration 'Release'

                TRIPS_SCHEME = contoso-trips
                  Config/App.xcconfig:2:16: TRIPS_SCHEME = contoso-trips

                x-$(PARTNER): unknown
                  note: PARTNER is unknown: 'Secrets.xcconfig' and '\(company)' may define it, but are missing
                    help: create the missing files, or set the value with --set PARTNER=VALUE; files outside \
                \(Self.samples)/missing-xcconfig are not read

                Config/App.xcconfig:1:11: warning: the settings file 'Secrets.xcconfig' cannot be read
                    1 | #include "Secrets.xcconfig"
                      |           ^~~~~~~~~~~~~~~~

                Config/App.xcconfig:3:11: warning: the settings file '\(company)' cannot be read
                    3 | #include "\(company)"
                      |           ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~

                Trips.xcodeproj/project.pbxproj:92:33: warning: the settings file '\(pods)' cannot be read
                   92 |             baseConfigurationReference = 5C0000000000000000000007 /* Pods-Trips.release.xcconfig */;
                      |                                          ^~~~~~~~~~~~~~~~~~~~~~~~

                """
        )
    }

    @Test func printsJSON() {
        let run = settings(
            "Parking.xcodeproj",
            "PARTNER_SCHEME",
            "PRODUCT_NAME",
            "--expand",
            "a$(PARTNER_SCHEME)",
            "--format",
            "json",
            in: "undefined-setting"
        )
        #expect(run.code == 0)
        let source =
            "\"source\": \"\(Self.samples)/undefined-setting\", \"path\": \"Parking.xcodeproj/project.pbxproj\""
        #expect(
            run.output == """
                {
                  "schemaVersion": 1,
                  "tool": {"name": "schemereg", "version": "0.1.0"},
                  "target": "Parking",
                  "configuration": "Release",
                  "settings": [
                    {
                      "name": "PARTNER_SCHEME",
                      "value": "",
                      "state": "undefined",
                      "from": []
                    },
                    {
                      "name": "PRODUCT_NAME",
                      "value": "Parking",
                      "state": "defined",
                      "from": [
                        {\(source), "pathBytes": null, "member": null, "keyPath": null, \
                "line": 102, "column": 21, "endLine": 102, "endColumn": 35, "byteOffset": 2721, "byteLength": 14}
                      ]
                    }
                  ],
                  "expressions": [
                    {"expression": "a$(PARTNER_SCHEME)", "value": "a"}
                  ],
                  "problems": [
                    {
                      "code": "undefined-setting",
                      "message": "nothing sets PARTNER_SCHEME",
                      "hint": "define it for the target 'Parking', or set the value with --set PARTNER_SCHEME=VALUE",
                      "place": {\(source), "pathBytes": null, "member": null, "keyPath": null, \
                "line": null, "column": null, "endLine": null, "endColumn": null, "byteOffset": null, \
                "byteLength": null}
                    }
                  ]
                }

                """
        )
    }

    /// The same as `check` reports about the project.
    @Test(arguments: ["empty-project/Empty", "merge-markers/Cargo"])
    func aProjectThatCannotBeParsed(project: String) throws {
        let path = project + ".xcodeproj"
        let run = CommandRun.run(["settings", path, "ANY"], in: Self.samples)
        let check = CommandRun.run(["check", path, "--rule", "malformed-project", "--allow-empty"], in: Self.samples)
        #expect(run.code == 1 && check.code == 1)
        #expect(run.output == check.output)
        let json = CommandRun.run(["settings", path, "--format", "json"], in: Self.samples)
        #expect(json.code == 1)
        #expect(json.output.contains("\"settings\": [],\n  \"expressions\": [],\n  \"problems\": [\n"))
        #expect(json.output.contains("\"code\": \"malformed-project\""))
    }

    @Test(arguments: [
        (
            ["variable-scheme", "--target", "Walet"],
            "unknown target 'Walet' in variable-scheme/Wallet.xcodeproj\n  help: did you mean 'Wallet'?"
        ),
        (
            ["variable-scheme", "--configuration", "Staging"],
            "'Staging' in variable-scheme/Wallet.xcodeproj\n  help: use one of these: 'Debug', 'Release'"
        ),
        (["."], "the folder '.' has 76 Xcode projects\n  absent-plist/Lens.xcodeproj\n"),
        (["README.md"], "'README.md' is neither an Xcode project nor an .xcconfig file"),
        (["-"], "cannot be read from standard input"),
        ([""], "the path is empty"),
        (["variable-scheme", "$(APP)"], "'$(APP)' is not a valid setting name\n  help: use --expand '$(APP)'"),
        (["variable-scheme", "--set", "=x"], "--set takes KEY=VALUE"),
        (["variable-scheme", "--xcconfig", "none"], "'none' (--xcconfig) does not exist"),
    ])
    func refusesWrongCalls(arguments: [String], text: String) {
        let run = CommandRun.run(["settings"] + arguments, in: Self.samples)
        #expect(run.code == 2)
        #expect(run.output.isEmpty)
        #expect(run.errors.contains(text), "\(run.errors)")
    }

    @Test func reportsUnreadableFiles() throws {
        let folder = try TemporaryFolder()
        try folder.write("Empty.xcodeproj/xcuserdata/x", "")
        for (path, words) in [
            ("none.xcconfig", "none.xcconfig: problem: no such file or folder [not-found]\n"),
            ("Empty.xcodeproj", "Empty.xcodeproj/project.pbxproj: problem: the project does not exist [not-found]\n"),
        ] {
            let run = CommandRun.run(["settings", path], in: folder.path)
            #expect(run.code == 3)
            #expect(run.output.contains(words), "\(run.output)")
            let json = CommandRun.run(["settings", path, "--format", "json"], in: folder.path)
            #expect(json.code == 3)
            #expect(json.output.contains("\"problems\": [\n    {\n      \"code\": \"not-found\""), "\(json.output)")
        }
    }

    /// The file may be anywhere. It overrides the project's settings, and `--set` overrides it.
    @Test func takesAFileOfTheCall() throws {
        let work = try TemporaryFolder()
        let file = try work.write("over.xcconfig", "APP_URL_SCHEME = over$(SUFFIX)\n#include \"more.xcconfig\"\n")
        try work.write("more.xcconfig", "SUFFIX = -more\n")
        let own = try work.write("own.xcconfig", "APP_URL_SCHEME = own\nOWN = $(APP_URL_SCHEME)\n")
        let sample = Self.samples + "/variable-scheme/Wallet.xcodeproj"
        for (path, name) in [(sample, "APP_URL_SCHEME"), (own, "OWN")] {
            let run = CommandRun.run(["settings", path, name, "--xcconfig", file], in: "/usr")
            #expect(run.output.contains("\(name) = over-more\n"), "\(run.output)")
            let set = ["--set", "SUFFIX=-set"]
            let other = CommandRun.run(["settings", path, name, "--xcconfig", file] + set, in: "/usr")
            #expect(other.output.contains("\(name) = over-set\n") && other.output.contains("\n  --set SUFFIX=-set\n"))
        }
    }

    /// Everything below the current folder is read, and nothing above it.
    @Test func staysBelowTheCurrentFolder() throws {
        let folder = try TemporaryFolder()
        try folder.write("secret.xcconfig", "TOKEN = hidden\n")
        try folder.write("repo/shared.xcconfig", "SHARED = yes\n#include \"../secret.xcconfig\"\n")
        try folder.write("repo/ios/App.xcconfig", "#include \"../shared.xcconfig\"\n")
        let inside = CommandRun.run(["settings", "ios/App.xcconfig", "SHARED", "TOKEN"], in: folder.path + "/repo")
        #expect(inside.output.contains("SHARED = yes\n  shared.xcconfig:1:10: SHARED = yes\n"))
        #expect(inside.output.contains("TOKEN: unknown\n") && !inside.output.contains("hidden"))
        #expect(inside.output.contains("; files outside \(folder.path)/repo are not read\n"), "\(inside.output)")
        let outside = CommandRun.run(["settings", folder.path + "/repo/ios/App.xcconfig", "SHARED"], in: "/usr")
        #expect(outside.output.contains("SHARED: unknown\n"))
    }

    @Test func asksForOneOfSeveralProjects() throws {
        let folder = try TemporaryFolder()
        let sample = Self.samples + "/variable-scheme/Wallet.xcodeproj/project.pbxproj"
        let project = try String(contentsOfFile: sample, encoding: .utf8)
        try folder.write("One.xcodeproj/project.pbxproj", project)
        try folder.write("Two.xcodeproj/project.pbxproj", project.replacing("name = Wallet;", with: "name = Purse;"))
        let references = ["One", "Two"].map { "<FileRef location=\"group:\($0).xcodeproj\"></FileRef>" }.joined()
        try folder.write("All.xcworkspace/contents.xcworkspacedata", "<Workspace>\(references)</Workspace>")
        for (path, what) in [(".", "folder"), ("All.xcworkspace", "workspace")] {
            let run = CommandRun.run(["settings", path, "APP_URL_SCHEME"], in: folder.path)
            #expect(run.code == 2)
            #expect(
                run.errors == """
                    schemereg: the \(what) '\(path)' has 2 Xcode projects
                      One.xcodeproj
                      Two.xcodeproj
                      help: specify one of them, or a target with --target

                    """
            )
            let purse = CommandRun.run(["settings", path, "APP_URL_SCHEME", "--target", "Purse"], in: folder.path)
            #expect(purse.code == 0)
            #expect(purse.output.contains("  Two.xcodeproj/project.pbxproj:87:23: "))
            let none = CommandRun.run(["settings", path, "--target", "Pursed"], in: folder.path)
            #expect(none.errors.contains("'Pursed' in One.xcodeproj, Two.xcodeproj\n  help: did you mean 'Purse'?"))
        }
    }

    @Test func escapesWhatFilesAndTheCallSay() throws {
        let folder = try TemporaryFolder()
        try folder.write("a.xcconfig", "A = \u{1B}[31mred\n#include \"\u{1B}]0;x\u{7}.xcconfig\"\n")
        let run = CommandRun.run(
            ["settings", "a.xcconfig", "A", "::error::", "--expand", "\u{1B}[1m"],
            in: folder.path
        )
        #expect(run.code == 0)
        #expect(run.output.utf8.allSatisfy { $0 >= 0x20 || $0 == 0x0A }, "\(run.output)")
        #expect(run.output.contains("A = \\u{1B}[31mred\n  a.xcconfig:1:5: A = \\u{1B}[31mred\n"))
        #expect(run.output.split(separator: "\n").allSatisfy { !$0.hasPrefix("::") }, "\(run.output)")
    }

    /// Text that expands too much is given up, and earlier results are shown.
    @Test func limitsMemory() throws {
        let folder = try TemporaryFolder()
        let big = String(repeating: "x", count: 500_000)
        let many = (100..<200).map { "M\($0) = $(BIG)\n" }.joined()
        try folder.write("a.xcconfig", "A = first\nBIG = \(big)\n\(many)")
        let run = CommandRun.run(["settings", "a.xcconfig"], in: folder.path)
        #expect(run.code == 3)
        #expect(run.output.hasPrefix("A = first\n"))
        #expect(
            run.output.hasSuffix(
                """
                a.xcconfig: problem: the values and their locations take more than 16,777,216 bytes; the rest is omitted [over-limit]
                  help: specify the settings that you need

                """
            )
        )
        let one = CommandRun.run(["settings", "a.xcconfig", "M150"], in: folder.path)
        #expect(one.code == 0)
        let doubling = (1..<60).map { "D\($0) = $(D\($0 - 1))$(D\($0 - 1))\n" }.joined()
        try folder.write("d.xcconfig", "D0 = x\n" + doubling)
        let given = CommandRun.run(["settings", "d.xcconfig", "D59"], in: folder.path)
        #expect(given.code == 3)
        #expect(given.output.contains("D59 is unknown: its value is too complex to evaluate\n"))
    }
}
