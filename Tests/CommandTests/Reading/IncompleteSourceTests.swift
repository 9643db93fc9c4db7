import Foundation
import SchemeKit
import SchemeModel
import TestSupport
import Testing

/// What a checkout lacks because it isn't committed: generated settings, secrets, and code.
@Suite("Sources without files that aren't committed")
struct IncompleteSourceTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func check(_ options: String...) -> String {
        CommandRun.run(["check", "."] + options, in: folder.path).output
    }

    /// Writes an app with these source files, settings and settings files; the project's come first.
    private func writeApp(
        sources: [String] = [],
        settings: String = "PRODUCT_BUNDLE_IDENTIFIER = com.contoso.tram;",
        projectFile: String? = nil,
        targetFile: String? = nil,
        identifier: String = "com.contoso.tram",
        scheme: String = "contoso-tram",
        at path: String = "Tram.xcodeproj"
    ) throws {
        let files = sources.enumerated().map { index, path in
            """
            S\(index) = {isa = PBXFileReference; path = \(path); sourceTree = SOURCE_ROOT;};
            B\(index) = {isa = PBXBuildFile; fileRef = S\(index);};
            """
        }
        let bases = [("PB", projectFile), ("TB", targetFile)].map { id, path in
            path.map { "\(id) = {isa = PBXFileReference; path = \"\($0)\"; sourceTree = SOURCE_ROOT;};" } ?? ""
        }
        func base(_ id: String, _ path: String?) -> String { path == nil ? "" : "baseConfigurationReference = \(id);" }
        try folder.write(
            "\(path)/project.pbxproj",
            """
            // !$*UTF8*$!
            {objectVersion = 77; rootObject = P; objects = {
            P = {isa = PBXProject; buildConfigurationList = PL; mainGroup = G; targets = (T);};
            G = {isa = PBXGroup; children = (); sourceTree = "<group>";};
            T = {isa = PBXNativeTarget; name = Tram; productType = "com.apple.product-type.application";
            buildConfigurationList = TL; buildPhases = (SP);};
            SP = {isa = PBXSourcesBuildPhase; files = (\(sources.indices.map { "B\($0)" }.joined(separator: ", ")));};
            \(files.joined(separator: "\n"))
            \(bases.joined(separator: "\n"))
            PL = {isa = XCConfigurationList; buildConfigurations = (PC);};
            TL = {isa = XCConfigurationList; buildConfigurations = (TC);};
            PC = {isa = XCBuildConfiguration; name = Debug; \(base("PB", projectFile)) buildSettings = {SDKROOT = iphoneos;};};
            TC = {isa = XCBuildConfiguration; name = Debug; \(base("TB", targetFile))
            buildSettings = {INFOPLIST_FILE = Info.plist; \(settings)};};
            };}
            """
        )
        let manifest = Path(path).directory == "." ? "Info.plist" : "\(Path(path).directory.display)/Info.plist"
        try folder.write(
            manifest,
            Sample.app(identifier, ("Editor", [scheme])).replacing("com.contoso.links", with: identifier)
        )
    }

    // MARK: Settings

    private let pods = "Pods/Target Support Files/Pods-Tram/Pods-Tram.debug.xcconfig"

    @Test func theSettingsOfCocoaPodsDoNotDefineAnAppsVariables() throws {
        try writeApp(targetFile: pods, scheme: "$(TRAM_SCHEME)")
        let output = check()
        #expect(output.contains("the build leaves the scheme '$(TRAM_SCHEME)' empty: TRAM_SCHEME is undefined"))
        #expect(!output.contains("Pods"))
    }

    @Test func saysWhichSettingAnIdentityLacks() throws {
        func log() -> String { CommandRun.run(["check", ".", "-v"], in: folder.path).errors }
        try writeApp(
            settings: "PRODUCT_BUNDLE_IDENTIFIER = \"com.contoso.tram.$(SUFFIX)\";",
            identifier: "$(PRODUCT_BUNDLE_IDENTIFIER)"
        )
        let reason = "identity unknown: the setting SUFFIX is undefined; set it with --set SUFFIX=VALUE\n"
        #expect(log().contains("Info.plist: " + reason), "\(log())")
        try writeApp(
            settings: "PRODUCT_BUNDLE_IDENTIFIER = \"com.contoso.tram.$(SUFFIX)\";",
            projectFile: "Config/Debug.xcconfig",
            identifier: "$(PRODUCT_BUNDLE_IDENTIFIER)"
        )
        #expect(log().contains("identity unknown: the setting SUFFIX is unknown: 'Config/Debug.xcconfig' "), "\(log())")
        try writeApp()
        #expect(!log().contains("identity unknown"))
    }

    /// A product that isn't an app, or of which it isn't certain, is left out.
    @Test(arguments: [("APPL", true), ("FMWK", false), ("BNDL", false), ("$(TYPE)", false)])
    func countsAppsOfUnknownIdentity(type: String, isApp: Bool) throws {
        let folder = try TemporaryFolder()
        func check(_ identifier: String, _ options: String...) throws -> String {
            try folder.write(
                "Info.plist",
                """
                <plist version="1.0"><dict>
                <key>CFBundleIdentifier</key><string>\(identifier)</string>
                <key>CFBundlePackageType</key><string>\(type)</string>
                </dict></plist>
                """
            )
            return CommandRun.run(["check", "."] + options, in: folder.path).output
        }
        let line = "the identity of 1 app is unknown (see --verbose)\n"
        let output = try check("com.contoso.$(SUFFIX)")
        #expect(output.contains(line) == isApp, "\(output)")
        #expect(try !check("com.contoso.tram").contains("identity"))
        #expect(try check("com.contoso.$(SUFFIX)", "--quiet").isEmpty)
    }

    @Test func aMissingSettingsFileOfTheProjectIsNamedAlone() throws {
        try writeApp(
            settings: "PRODUCT_BUNDLE_IDENTIFIER = \"$(TRAM_ID)\";",
            projectFile: "Config/Debug.xcconfig",
            targetFile: pods,
            identifier: "$(TRAM_ID)",
            scheme: "$(TRAM_SCHEME)"
        )
        let output = check()
        #expect(
            output.contains(
                "is unknown: 'Config/Debug.xcconfig' may define it, but is missing; 1 other value has the same problem"
            )
        )
        #expect(
            output.contains(
                "help: create the missing file, or set the values with --set TRAM_ID=VALUE --set TRAM_SCHEME=VALUE"
            )
        )
        #expect(output.components(separatedBy: "[unresolved-variable]").count == 2)
        #expect(!output.contains("Pods"))
        // The file is made from the one of a brand.
        for brand in ["Tram", "Metro"] {
            try folder.write("Brands/\(brand)/\(brand)Debug.xcconfig", "TRAM_ID = com.contoso\nTRAM_SCHEME = contoso\n")
        }
        #expect(
            check().contains(
                "help: use --xcconfig 'Brands/Tram/TramDebug.xcconfig', which defines the same settings, or create the missing file"
            )
        )
    }

    @Test func aMissingFileOfTheProjectAndTheTargetIsNamedOnce() throws {
        let file = "Config/Debug.xcconfig"
        try writeApp(projectFile: file, targetFile: file, scheme: "$(TRAM_SCHEME)")
        let output = check()
        #expect(output.contains("is unknown: '\(file)' may define it, but is missing ["), "\(output)")
        #expect(output.contains("help: create the missing file, or"), "\(output)")
    }

    /// A team's values replace the defaults of public sources, and git ignores the file that has them.
    @Test(arguments: [
        ("TRAM_SCHEME = tram-YOUR-ID\n#include? \"Team.xcconfig\"\n", true),
        ("#include? \"Team.xcconfig\"\nTRAM_SCHEME = tram-YOUR-ID\n", false),
        ("TRAM_SCHEME = tram-YOUR-ID\n", false),
        (
            "TRAM_SCHEME = tram-YOUR-ID\n#include? \"Pods/Target Support Files/Pods-Tram/Pods-Tram.debug.xcconfig\"\n",
            false
        ),
    ])
    func aPlaceholderThatAMissingFileMayReplaceIsANote(settings: String, isReplaceable: Bool) throws {
        try writeApp(projectFile: "Config/Debug.xcconfig", scheme: "$(TRAM_SCHEME)")
        try folder.write("Config/Debug.xcconfig", settings)
        let output = check()
        #expect(output.contains("warning: 'tram-YOUR-ID' is a placeholder") == !isReplaceable, "\(output)")
        #expect(
            output.contains("note: 'tram-YOUR-ID' is a placeholder; 'Team.xcconfig', which is missing, may replace it")
                == isReplaceable,
            "\(output)"
        )
        try folder.write("Config/Team.xcconfig", "TRAM_SCHEME = contoso-tram\n")
        #expect(check().contains("is a placeholder") == !settings.hasSuffix("Team.xcconfig\"\n"))
    }

    /// Flutter generates settings that are never in a checkout. They don't name the entitlements of an app.
    @Test func aFlutterAppHasNoOtherEntitlements() throws {
        try writeApp(projectFile: "Flutter/Debug.xcconfig", scheme: "https", at: "ios/Runner.xcodeproj")
        try folder.write("ios/Flutter/Debug.xcconfig", "#include \"Generated.xcconfig\"\n")
        try folder.write("Flutter/Debug.xcconfig", "#include \"Generated.xcconfig\"\n")
        #expect(check().contains("[reserved-scheme]"))
    }

    @Test func saysWhyEntitlementsAreUnknown() throws {
        try writeApp(
            settings:
                "PRODUCT_BUNDLE_IDENTIFIER = com.contoso.tram; CODE_SIGN_ENTITLEMENTS = \"$(inherit)App.entitlements\";",
            projectFile: "Config/Debug.xcconfig",
            scheme: "http"
        )
        #expect(
            check().contains(
                "the app's entitlements are unknown because their path depends on the setting 'inherit'; "
                    + "'Config/Debug.xcconfig' may define it, but is missing"
            )
        )
        // CocoaPods never defines it, so it is empty.
        try writeApp(
            settings:
                "PRODUCT_BUNDLE_IDENTIFIER = com.contoso.tram; CODE_SIGN_ENTITLEMENTS = \"$(inherit)App.entitlements\";",
            targetFile: pods,
            scheme: "http"
        )
        try folder.write("App.entitlements", "<plist><dict/></plist>")
        #expect(
            check().contains("the app's entitlements in this project do not include com.apple.developer.web-browser")
        )
    }

    // MARK: Programs

    /// The manifests of frameworks don't make up for an app that a program defines.
    @Test func anAppThatOnlyAProgramDefinesFailsTheCheck() throws {
        try folder.write("Project.swift", "import ProjectDescription\nlet project = makeProject()\n")
        let framework = Sample.app("com.contoso.kit", (role: "Editor", schemes: [])).replacing("APPL", with: "FMWK")
        try folder.write("Kit/Info.plist", framework)
        let run = CommandRun.run(["check", "."], in: folder.path)
        #expect(run.code == 3)
        #expect(
            run.output.contains(
                "Project.swift: problem: no app was checked, because 'Project.swift' is a program, which is not run"
            ),
            "\(run.output)"
        )
        #expect(
            run.output.contains(
                "run `tuist generate`, then run schemereg on the generated project, or pass --allow-empty"
            )
        )
        #expect(CommandRun.run(["check", ".", "--allow-empty"], in: folder.path).code == 0)
        try writeApp(at: "Tram/Tram.xcodeproj")
        #expect(CommandRun.run(["check", "."], in: folder.path).code == 0)
    }

    @Test func aTuistProgramDefinesOnlySettingsOfManifestsInItsFolder() throws {
        try folder.write("Tram/Project.swift", "import ProjectDescription\n\nlet project = makeTram()\n")
        try folder.write("Tram/App/Info.plist", Sample.app("com.contoso.tram", ("Editor", ["$(TRAM_SCHEME)"])))
        try folder.write("Bus/Info.plist", Sample.app("com.contoso.bus", ("Editor", ["$(BUS_SCHEME)"])))
        let output = check()
        #expect(output.contains("the scheme contains $(BUS_SCHEME)"), "\(output)")
        #expect(!output.contains("TRAM_SCHEME"), "\(output)")
    }

    @Test func anExpoProgramBesideANativeProjectIsNotReported() throws {
        try folder.write("package.json", #"{"dependencies": {"expo": "^54.0.0"}}"#)
        try folder.write("app.config.ts", "export default { name: \"Tram\", slug: slug() ?? \"tram\", ios: ios() };\n")
        #expect(check().contains("'app.config.ts' was skipped because it is a program"))
        try writeApp(at: "ios/Tram.xcodeproj")
        let output = check()
        #expect(!output.contains("unread-program"))
        #expect(!output.contains("prebuild"))
        #expect(check("--exclude", "ios").contains("'app.config.ts' was skipped because it is a program"))
    }

    @Test(arguments: [
        ("android: { a: 1 }", true), ("scheme: other()", false), ("plugins: [require(\"./plugin\")]", false),
    ])
    func anExpoProgramThatKeepsTheConfigurationIsIgnored(change: String, isIgnored: Bool) throws {
        try folder.write(
            "app.json",
            #"{"expo": {"name": "Tram", "scheme": "contoso-tram", "ios": {"bundleIdentifier": "com.contoso.tram"}}}"#
        )
        try folder.write("app.config.js", "\nmodule.exports = ({ config }) => ({ ...config, \(change) });\n")
        let output = check()
        #expect(output.contains("unread-program") == !isIgnored, "\(output)")
    }

    // MARK: Code

    @Test(.enabled(if: ExampleRun.readsSwift))
    func aMissingSourceFileIsNamedAndTheEntryPointIsChecked() throws {
        let delegate = "@main class AppDelegate: UIResponder, UIApplicationDelegate {}\n"
        let sources = ["App.swift", "Secrets.swift", "Keys.m", "A.swift", "B.swift"]
        try writeApp(sources: Array(sources.prefix(2)))
        try folder.write("App.swift", delegate)
        let one = check()
        #expect(
            one.contains(
                "the source file 'Secrets.swift' of the target 'Tram' is missing, so the target was only partly checked "
                    + "[incomplete-checkout]"
            )
        )
        #expect(one.contains("the app does not use scenes in the code that was read, so it will not launch"))
        #expect(check("--sdk", "27").contains("warning: the app does not use scenes in the code that was read"))
        try writeApp(sources: sources)
        #expect(
            check().contains(
                "the source files 'Secrets.swift', 'Keys.m', 'A.swift' and 'B.swift' of the target 'Tram' are missing, so"
            )
        )
        // The entry point itself may be missing.
        try folder.write("App.swift", "let a = 1\n")
        #expect(!check().contains("missing-scene-lifecycle"))
        // The build of a framework generates it, or a package manager installs it.
        try writeApp(sources: ["App.swift", "ExpoModulesProvider.swift", "node_modules/menu/Menu.swift"])
        try folder.write("App.swift", delegate)
        #expect(!check().contains("incomplete-checkout"))
    }

    @Test(.enabled(if: ExampleRun.readsSwift)) func missingSourceFilesOfSubmodulesNeedACheckout() throws {
        try writeApp(sources: ["App.swift", "Kit/A.swift", "Kit/B.swift"])
        try folder.write("App.swift", "@main class AppDelegate: UIResponder, UIApplicationDelegate {}\n")
        #expect(check().contains("help: create or generate the files first"))
        try folder.write(".gitmodules", "[submodule \"Kit\"]\n\tpath = Kit\n\turl = https://example.com/kit.git\n")
        #expect(check().contains("help: check out the submodules first: git submodule update --init --recursive"))
    }
}
