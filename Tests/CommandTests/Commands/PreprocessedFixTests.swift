import Foundation
import TestSupport
import Testing

@testable import schemereg

/// `fix` doesn't change the values that a preprocessor creates.
@Suite struct PreprocessedFixTests {
    private static let project = """
        // !$*UTF8*$!
        {objectVersion = 77; rootObject = Project; objects = {
        Project = {isa = PBXProject; buildConfigurationList = ProjectList; targets = (App);};
        App = {isa = PBXNativeTarget; name = App; productType = "com.apple.product-type.application";
        buildConfigurationList = AppList;};
        ProjectList = {isa = XCConfigurationList; buildConfigurations = (P0);};
        AppList = {isa = XCConfigurationList; buildConfigurations = (T0);};
        P0 = {isa = XCBuildConfiguration; name = Release; buildSettings = {SDKROOT = iphoneos;};};
        T0 = {isa = XCBuildConfiguration; name = Release; buildSettings = {
        INFOPLIST_FILE = Info.plist; PRODUCT_BUNDLE_IDENTIFIER = com.acme.wallet; %SETTINGS%};};
        };}

        """

    private static func manifest(role: String, scheme: String, query: String) -> String {
        """
        <plist version="1.0">
        <dict>
            <key>CFBundleIdentifier</key>
            <string>$(PRODUCT_BUNDLE_IDENTIFIER)</string>
            <key>CFBundleURLTypes</key>
            <array>
                <dict>
                    <key>CFBundleTypeRole</key>
                    <string>\(role)</string>
                    <key>CFBundleURLName</key>
                    <string>com.acme.wallet</string>
                    <key>CFBundleURLSchemes</key>
                    <array>
                        <string>acme-wallet</string>
                        <string>\(scheme)</string>
                    </array>
                </dict>
            </array>
            <key>LSApplicationQueriesSchemes</key>
            <array>
                <string>weixin</string>
                <string>\(query)</string>
                <string>weixin</string>
            </array>
        </dict>
        </plist>

        """
    }

    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var settings = ""
        var role: String
        var scheme: String
        var query: String
        /// Returns whether there is something to fix in a text that isn't preprocessed.
        var hasFix = false
    }

    static let cases: [Case] = [
        Case(testDescription: "nothing is made", role: "Editor", scheme: "acme_x", query: "weixin", hasFix: true),
        // Each text is as long as its preprocessed form.
        Case(
            testDescription: "variables",
            settings: "ROL = editor; SCHE = acme_xx; QUE = \"weixin\";",
            role: "$(ROL)",
            scheme: "$(SCHE)",
            query: "$(QUE)",
            hasFix: true
        ),
        Case(
            testDescription: "macros",
            settings: "INFOPLIST_PREPROCESS = YES; "
                + "INFOPLIST_PREPROCESSOR_DEFINITIONS = \"ROLE_M=editor SCHE_M=acme_x QUER_M=weixin\";",
            role: "ROLE_M",
            scheme: "SCHE_M",
            query: "QUER_M"
        ),
        Case(
            testDescription: "a preprocessor that changes nothing here",
            settings: "INFOPLIST_PREPROCESS = YES;",
            role: "editor",
            scheme: "acme_x",
            query: "weixin"
        ),
        Case(
            testDescription: "macros whose header is missing",
            settings: "INFOPLIST_PREPROCESS = YES; INFOPLIST_PREFIX_HEADER = DerivedSources/InfoPlist.h;",
            role: "editor",
            scheme: "ACME_AUTH_SCHEME",
            query: "weixin"
        ),
    ]

    private struct Report: Decodable {
        struct Finding: Decodable {
            struct Edit: Decodable {}
            var rule: String
            var edits: [Edit]
        }
        var findings: [Finding]
    }

    @Test(arguments: cases)
    func leavesWhatABuildMakes(_ test: Case) throws {
        let folder = try TemporaryFolder()
        let manifest = Self.manifest(role: test.role, scheme: test.scheme, query: test.query)
        let file = try folder.write("Info.plist", manifest)
        try folder.write(
            "App.xcodeproj/project.pbxproj",
            Self.project.replacingOccurrences(of: "%SETTINGS%", with: test.settings)
        )
        let checked = CommandRun.run(["check", ".", "--format", "json"], in: folder.path)
        let report = try JSONDecoder().decode(Report.self, from: Data(checked.output.utf8))
        #expect(!report.findings.isEmpty)
        #expect(report.findings.contains { !$0.edits.isEmpty } == test.hasFix)
        _ = CommandRun.run(["fix", ".", "--write"], in: folder.path)
        let fixed = try String(contentsOfFile: file, encoding: .utf8)
        #expect((fixed != manifest) == test.hasFix)
        // A macro is never changed.
        for text in [test.role, test.scheme, test.query] where text.contains("$") {
            #expect(fixed.contains("<string>\(text)</string>"))
        }
    }
}
