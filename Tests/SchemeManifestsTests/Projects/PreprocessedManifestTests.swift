import SchemeModel
import Testing

@testable import SchemeManifests

@Suite("Preprocessed manifests of projects")
struct PreprocessedManifestTests {
    static func manifest(_ schemes: String, _ more: String = "", identifier: String = "$(PRODUCT_BUNDLE_IDENTIFIER)")
        -> String
    {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0">
        <dict>
            <key>CFBundleIdentifier</key>
            <string>\(identifier)</string>
        \(more)
            <key>CFBundleURLTypes</key>
            <array>
                <dict>
                    <key>CFBundleTypeRole</key>
                    <string>Editor</string>
                    <key>CFBundleURLName</key>
                    <string>contoso.NAME</string>
                    <key>CFBundleURLSchemes</key>
                    <array>
        \(schemes)
                    </array>
                </dict>
            </array>
        </dict>
        </plist>

        """
    }

    static func read(
        _ settings: String,
        _ manifest: String,
        files: [String: String] = [:],
        base: String? = nil,
        limits: Limits = .standard
    ) -> ProjectReading {
        let target = ProjectText.Target(
            settings: "INFOPLIST_FILE = Info.plist; PRODUCT_BUNDLE_IDENTIFIER = com.contoso.app; SDKROOT = iphoneos; "
                + "INFOPLIST_PREPROCESS = YES; " + settings,
            base: base
        )
        return ProjectText.read(
            ProjectText(targets: [target]).text,
            files.merging(["Info.plist": manifest]) { first, _ in first },
            limits: limits
        )
    }

    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var settings = ""
        var schemes: String
        var files: [String: String] = [:]
        /// The schemes of the manifest, as ``ProjectReading/lines`` shows them.
        var read: String
        var irregularities: [String] = []
    }

    static let cases: [Case] = [
        Case(
            testDescription: "definitions, then flags",
            settings: "INFOPLIST_PREPROCESSOR_DEFINITIONS = (\"A=a1\", \"B=b1\"); "
                + "INFOPLIST_OTHER_PREPROCESSOR_FLAGS = \"-UA -DB=b2\";",
            schemes: "<string>x-A</string><string>x-B</string>",
            read: "x-A x-b2"
        ),
        Case(
            testDescription: "a prefix header and a flag's header, by folder",
            settings: "INFOPLIST_PREFIX_HEADER = \"$(SRCROOT)/Prefix.h\"; "
                + "INFOPLIST_OTHER_PREPROCESSOR_FLAGS = \"-I$(SRCROOT)/inc -include More.h\";",
            schemes: "<string>A</string><string>B</string>",
            files: ["Prefix.h": "#define A contoso\n", "inc/More.h": "#define B A-more\n"],
            read: "contoso contoso-more"
        ),
        Case(
            testDescription: "a prefix header that the build generates",
            settings: "INFOPLIST_PREFIX_HEADER = \"$(PROJECT_DERIVED_FILE_DIR)/Generated.h\";",
            schemes: "<string>AUTH_SCHEME</string><string>contoso</string><string>$(TARGET_NAME)</string>",
            read: "AUTH_SCHEME? contoso App",
            irregularities: [
                "unknown-macros $(PROJECT_DERIVED_FILE_DIR)/Generated.h at App.xcodeproj/project.pbxproj:17",
                "unknown-macros $(PROJECT_DERIVED_FILE_DIR)/Generated.h at App.xcodeproj/project.pbxproj:22",
            ]
        ),
        Case(
            testDescription: "an included file that is not there",
            schemes: "<string>before</string>\n#include \"gone.h\"\n<string>AUTH_SCHEME</string>",
            read: "before AUTH_SCHEME?",
            irregularities: ["unknown-macros gone.h at Info.plist:17"]
        ),
        Case(
            testDescription: "a flag that is not known",
            settings: "INFOPLIST_OTHER_PREPROCESSOR_FLAGS = \"-fplugin=x -traditional\";",
            schemes: "<string>https://x</string>",
            read: "https://x?",
            irregularities: [
                "unknown-macros -fplugin=x at App.xcodeproj/project.pbxproj:17",
                "unknown-macros -fplugin=x at App.xcodeproj/project.pbxproj:22",
            ]
        ),
        Case(
            testDescription: "a definition whose value is not known",
            settings: "INFOPLIST_PREPROCESSOR_DEFINITIONS = \"A=$(BUILD_DIR) B=b\";",
            schemes: "<string>x-A</string><string>x-B</string>",
            read: "x-A? x-b"
        ),
        Case(
            testDescription: "a condition that is not known",
            settings: "INFOPLIST_PREFIX_HEADER = gone.h;",
            schemes: "#ifdef BETA\n<string>1.x</string>\n#else\n<string>2.x</string>\n#endif",
            read: "1.x 2.x",
            irregularities: [
                "unknown-macros gone.h at App.xcodeproj/project.pbxproj:17", "conditional  at Info.plist:16",
                "unknown-macros gone.h at App.xcodeproj/project.pbxproj:22",
            ]
        ),
        Case(
            testDescription: "a condition that an unsupported operator makes unknown",
            schemes: "#if 5 | BETA\n<string>contoso</string>\n#endif",
            read: "contoso",
            irregularities: ["conditional  at Info.plist:16"]
        ),
        Case(
            testDescription: "a macro for elements that a missing header defines",
            settings: "INFOPLIST_PREFIX_HEADER = gone.h;",
            schemes: "MORE_SCHEMES",
            read: "",
            irregularities: ["unknown-macros gone.h at App.xcodeproj/project.pbxproj:17"]
        ),
        Case(
            testDescription: "an address is cut off and takes the end of its element away",
            schemes: "<string>https://x</string>\n<string>contoso</string>",
            read: "https://x? contoso",
            irregularities: ["removed-comment https://x at Info.plist:16"]
        ),
        Case(
            testDescription: "an address is cut off and leaves its beginning",
            schemes: "<string>https://x\n</string>\n<string>contoso</string>",
            read: "https://x\n? contoso",
            irregularities: ["removed-comment https://x at Info.plist:16"]
        ),
        Case(
            testDescription: "the definition of an address is cut off",
            settings: "INFOPLIST_PREPROCESSOR_DEFINITIONS = \"HOME=https://x\";",
            schemes: "<string>HOME</string>\n<string>contoso</string>",
            read: "HOME? contoso",
            irregularities: ["removed-comment HOME at Info.plist:16"]
        ),
        Case(
            testDescription: "-C keeps addresses and what looks like a comment",
            settings: "INFOPLIST_OTHER_PREPROCESSOR_FLAGS = \"-C\";",
            schemes: "<string>https://x</string><string>image/*</string>*/",
            read: "",
            irregularities: [
                "malformed expected an element, found the text `*/` at Info.plist:16"
            ]
        ),
        Case(
            testDescription: "-traditional keeps addresses",
            settings: "INFOPLIST_OTHER_PREPROCESSOR_FLAGS = \"-traditional\";",
            schemes: "<string>https://x</string><!-- https://y -->",
            read: "https://x"
        ),
        Case(
            testDescription: "the compiler's version decides",
            schemes: "#if __clang_major__ > 15\n<string>contoso</string>\n#endif\n<string>x__clang_major__</string>",
            read: "contoso x__clang_major__",
            irregularities: ["conditional  at Info.plist:16"]
        ),
    ]

    @Test(arguments: cases)
    func preprocesses(_ test: Case) throws {
        let reading = Self.read(test.settings, Self.manifest(test.schemes), files: test.files)
        let manifest = try #require(reading.manifests.first)
        let schemes = manifest.urlTypes.flatMap(\.schemes).map { $0.resolved ?? $0.raw + "?" }
        #expect(schemes.joined(separator: " ") == test.read)
        #expect(reading.irregularityLines == test.irregularities)
        // Nothing in such a manifest is what is written, so that no edit of it is offered.
        let spans = manifest.urlTypes.flatMap { type in
            [type.role?.span, type.identifier?.span].compactMap { $0 } + type.schemes.map(\.span)
        }
        #expect(spans.allSatisfy { $0.origin != .literal })
    }

    @Test func identityIsUnknownWhereAMacroMayBePartOfIt() {
        let settings = "INFOPLIST_PREFIX_HEADER = gone.h;"
        let lines = { (identifier: String) in
            Self.read(settings, Self.manifest("<string>$(CFBundleIdentifier)</string>", identifier: identifier)).lines
        }
        #expect(
            lines("$(PRODUCT_BUNDLE_IDENTIFIER)") == [
                "App | [Debug,Release] | ios | application | com.contoso.app | com.contoso.app"
            ]
        )
        #expect(
            lines("com.contoso.APP_NAME") == [
                "App | [Debug,Release] | ios | application | com.contoso.APP_NAME? | $(CFBundleIdentifier)?"
            ]
        )
        // Words with small letters are hardly macros.
        for identifier in ["com.contoso.tram", "com.contoso.MyTram"] {
            #expect(
                lines(identifier) == ["App | [Debug,Release] | ios | application | \(identifier) | \(identifier)"]
            )
        }
    }

    @Test func aMissingFileOfSettingsSetsNoneOfThese() {
        let lines = { (settings: String) in
            Self.read(settings, Self.manifest("<string>A</string>"), base: "Secrets.xcconfig").lines
        }
        #expect(lines("").first?.hasSuffix(" A") == true)
        let inherited = "INFOPLIST_PREPROCESSOR_DEFINITIONS = \"$(inherited) A=contoso\"; "
        #expect(lines(inherited).first?.hasSuffix(" contoso") == true)
        #expect(lines("INFOPLIST_PREPROCESSOR_DEFINITIONS = \"A=$(SECRET)\"; ").first?.hasSuffix(" A?") == true)
        #expect(lines("INFOPLIST_PREPROCESSOR_DEFINITIONS = \"$(SECRETS)\"; ").first?.hasSuffix(" A?") == true)
    }

    @Test func writtenTextIsKept() throws {
        let reading = Self.read(
            "INFOPLIST_PREPROCESSOR_DEFINITIONS = \"A=x\";",
            Self.manifest("<string>A-$(PRODUCT_NAME)</string><string>A &amp; b</string>")
        )
        let schemes = try #require(reading.manifests.first?.urlTypes.first?.schemes)
        #expect(schemes.map(\.raw) == ["A-$(PRODUCT_NAME)", "x & b"])
        #expect(schemes.map(\.resolved) == ["x-", "x & b"])
    }

    @Test(arguments: [
        ("<string>F(wallet)</string>", "F", 16, 21), ("#import \"gone.h\"", "#import", 16, 13),
        ("<string>R\"(wallet)\"</string>", "R\"", 16, 21),
    ])
    func reportsUnsupportedSyntaxAsAProblem(schemes: String, construct: String, line: Int, column: Int) throws {
        let reading = Self.read("", Self.manifest("            " + schemes, "#define F(x) x"))
        #expect(reading.problems.map(\.code) == [.overLimit])
        let problem = try #require(reading.problems.first)
        #expect(
            problem.message
                == "the manifest was not preprocessed: '\(construct)' is C syntax that schemereg does not support"
        )
        #expect(problem.place.range?.lines?.start == TextPosition(line: line, column: column, columnUTF16: column))
        #expect(reading.manifests.flatMap(\.urlTypes).isEmpty)
        #expect(reading.irregularityLines == ["unknown-macros \(construct) at Info.plist:\(line)"])
    }

    /// The manifest isn't unknown because of a value that isn't checked.
    @Test func passesByUnsupportedWordsInOtherValues() {
        let reading = Self.read(
            "INFOPLIST_PREPROCESSOR_DEFINITIONS = \"A=a\";",
            Self.manifest("<string>wallet</string>", "<key>CFBundleName</key><string>—A</string>")
        )
        #expect(reading.manifests.flatMap(\.urlTypes).flatMap(\.schemes).map(\.resolved) == ["wallet"])
        #expect(reading.problems.isEmpty)
    }

    @Test func workOnAllManifestsIsBounded() {
        let doubling = (1...40).map { "#define M\($0) M\($0 - 1) M\($0 - 1)" }.joined(separator: "\n")
        let text = Self.manifest("<string>M40</string>", "#define M0 x\n\(doubling)\n")
        var limits = Limits.standard
        limits.projectPreprocessorSteps = 100_000
        let reading = Self.read("", text, limits: limits)
        #expect(reading.irregularityLines == ["unknown-macros INFOPLIST_PREPROCESS at Info.plist:57"])
        #expect(reading.problems.map(\.code) == [.overLimit])
    }

    /// A scheme is hardly ever the name of a macro, and a reserved one must not pass because of a missing file.
    @Test(arguments: [
        ("", "#include \"gone.h\""), ("INFOPLIST_PREFIX_HEADER = gone.h;", ""),
        ("INFOPLIST_OTHER_PREPROCESSOR_FLAGS = \"-fplugin=x\";", ""),
        ("INFOPLIST_PREPROCESSOR_DEFINITIONS = \"$(USER)\";", ""),
    ])
    func keepsOrdinaryWordsIfMacrosAreUnknown(settings: String, line: String) {
        let schemes = "<string>sms</string><string>X_SMS</string><string>myApp</string>"
        let reading = Self.read(settings, Self.manifest("\n\(line)\n\(schemes)"))
        let found = reading.manifests.flatMap(\.urlTypes).flatMap(\.schemes).map(\.resolved)
        #expect(found == ["sms", nil, "myApp"])
    }
}
