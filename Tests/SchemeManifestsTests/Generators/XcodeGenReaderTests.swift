import Foundation
import SchemeModel
import Testing

@testable import SchemeManifests

@Suite("Reading specifications of XcodeGen")
struct XcodeGenReaderTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// The specification.
        var text: String
        /// Other files.
        var files: [String: String] = [:]
        /// Of the manifests: target, configurations, identity and so on; without what all have in common.
        var lines: [String]
        var irregularities: [String] = []

        init(_ name: String, _ text: String, _ files: [String: String] = [:], lines: [String], told: [String] = []) {
            testDescription = name
            self.text = text
            self.files = files
            self.lines = lines
            irregularities = told
        }
    }

    static func read(_ text: String, _ files: [String: String] = [:], named name: String = "project.yml")
        -> ProjectReading
    {
        var all = files
        all[name] = text
        let memory = SettingsFileSystem(Dictionary(uniqueKeysWithValues: all.map { ("/s/\($0.key)", $0.value) }))
        return XcodeGenReader().read(
            fileAt: Path(name),
            of: ProjectOrigin(source: "test", root: "/s"),
            files: memory
        )
    }

    private static let app = """
        name: N
        targets:
          A:
            type: application
            platform: iOS
            info: {path: I.plist, properties: {CFBundleURLTypes: [{CFBundleURLSchemes: ["$(S)"]}]}}

        """

    static let settings: [Case] = [
        Case("a table", app + "settings: {PRODUCT_BUNDLE_IDENTIFIER: x.y, S: s}", lines: ["[Debug,Release] | x.y | s"]),
        Case(
            "macros, since the build preprocesses what is written",
            app + """
                settings:
                  PRODUCT_BUNDLE_IDENTIFIER: x.y
                  S: AUTH_SCHEME-$(TARGET_NAME)
                  INFOPLIST_PREPROCESS: YES
                  INFOPLIST_PREPROCESSOR_DEFINITIONS: [SCHEME=acme, AUTH_SCHEME=never]
                """,
            lines: ["[Debug,Release] | x.y | AUTH_SCHEME-A"]
        ),
        Case(
            "macros in values",
            app.replacing("$(S)", with: "SCHEME-$(S)") + """
                settings:
                  PRODUCT_BUNDLE_IDENTIFIER: x.y
                  S: one
                  INFOPLIST_PREPROCESS: YES
                  INFOPLIST_PREPROCESSOR_DEFINITIONS: SCHEME=acme
                """,
            lines: ["[Debug,Release] | x.y | acme-one"]
        ),
        Case(
            "macros whose header is missing",
            app.replacing("$(S)", with: "SCHEME") + """
                settings:
                  PRODUCT_BUNDLE_IDENTIFIER: x.y
                  INFOPLIST_PREPROCESS: YES
                  INFOPLIST_PREFIX_HEADER: DerivedSources/InfoPlist.h
                """,
            lines: ["[Debug,Release] | x.y | SCHEME?"],
            told: ["unknown-macros DerivedSources/InfoPlist.h at project.yml:10"]
        ),
        Case(
            "levels, groups inside groups, and configurations by a part of their names",
            app + """
                configs: {Beta Debug: debug, Beta Release: release, Debug: debug}
                settingGroups:
                  outer: {groups: [inner], base: {S: outer}}
                  inner: {S: inner, PRODUCT_BUNDLE_IDENTIFIER: x.inner}
                settings:
                  groups: [outer]
                  configs:
                    beta: {S: beta}
                    Debug: {S: debug}
                """,
            lines: ["[Beta Debug,Beta Release] | x.inner | beta", "[Debug] | x.inner | debug"]
        ),
        Case(
            "a target's settings are above the project's, and booleans are YES",
            app.replacing(
                "platform: iOS",
                with: "platform: iOS\n    settings: {S: true, PRODUCT_BUNDLE_IDENTIFIER: x.t}"
            )
                + "settings: {S: low, PRODUCT_BUNDLE_IDENTIFIER: x.p}",
            lines: ["[Debug,Release] | x.t | YES"]
        ),
        Case(
            "settings files, which hide what XcodeGen adds",
            app + "configFiles: {Debug: d.xcconfig, Release: r.xcconfig}",
            [
                "d.xcconfig": "PRODUCT_BUNDLE_IDENTIFIER = x.d\nS = d",
                "r.xcconfig": "PRODUCT_BUNDLE_IDENTIFIER = x.r\nS = r",
            ],
            lines: ["[Debug] | x.d | d", "[Release] | x.r | r"]
        ),
        Case(
            "a settings file that is not there",
            app + "configFiles: {Debug: d.xcconfig, Release: d.xcconfig}\noptions: {bundleIdPrefix: x}",
            lines: ["[Debug,Release] | x.A | $(S)?"],
            told: [
                "unknown-setting S at project.yml:6", "missing-file d.xcconfig at project.yml:7",
            ]
        ),
        Case(
            "the prefix of bundle identifiers",
            app.replacing("  A:", with: "  A_b c:") + "options: {bundleIdPrefix: x.y}\nsettings: {S: s}",
            lines: ["[Debug,Release] | x.y.A-bc | s"]
        ),
        Case(
            "a setting that nothing defines",
            app + "options: {bundleIdPrefix: x}",
            lines: ["[Debug,Release] | x.A | "],
            told: ["undefined-setting S at project.yml:6"]
        ),
    ]

    @Test func aMacroWithParametersMakesItsValueUnknown() {
        let specification =
            Self.app.replacing("$(S)", with: "acme-SCHEME(a)") + """
                settings:
                  PRODUCT_BUNDLE_IDENTIFIER: x.y
                  INFOPLIST_PREPROCESS: YES
                  INFOPLIST_PREPROCESSOR_DEFINITIONS: [SCHEME(x)=x]
                """
        let reading = Self.read(specification, [:])
        #expect(reading.lines.map { $0.hasSuffix("| acme-SCHEME(a)?") } == [true], "\(reading.lines)")
        #expect(reading.problems.map(\.code) == [.overLimit])
    }

    @Test(arguments: [
        ("preBuildScripts: [{script: plutil -replace CFBundleURLTypes}]", true),
        ("postBuildScripts: [{path: ci/edit.sh, name: Edit}]", true), ("postBuildScripts: [{script: echo}]", false),
    ])
    func scriptsMayChangeURLTypes(scripts: String, mayChange: Bool) {
        let files = ["ci/edit.sh": "plutil -replace CFBundleURLTypes -json '[]' \"$1\""]
        let reading = Self.read(Self.app + "    \(scripts)\nsettings: {PRODUCT_BUNDLE_IDENTIFIER: x.y, S: s}", files)
        #expect(reading.manifests.map(\.isIncomplete) == [mayChange], "\(reading.lines)")
    }

    @Test(arguments: [("buildRules", "build rule", "Build Rule"), ("postBuildScripts", "build phase", "Run Script")])
    func namesWhatRunsAScript(key: String, runner: String, name: String) {
        let part = "    \(key): [{script: echo CFBundleURLTypes, filePattern: '*.x'}]\n"
        let reading = Self.read(Self.app + part + "settings: {PRODUCT_BUNDLE_IDENTIFIER: x.y, S: s}", [:])
        let notes = reading.manifests.flatMap(\.irregularities).filter { $0.kind == .notRead }
        #expect(notes.map(\.found) == [runner] && notes.map(\.subject) == [name], "\(reading.lines)")
    }

    @Test(arguments: settings)
    func buildSettings(_ test: Case) {
        let reading = Self.read(test.text, test.files)
        let lines = reading.lines.map { line in
            let parts = line.components(separatedBy: " | ")
            return ([parts[1]] + parts.dropFirst(4)).joined(separator: " | ")
        }
        #expect(lines == test.lines)
        #expect(reading.irregularityLines == test.irregularities)
        #expect(reading.problems.isEmpty)
    }

    static let templates: [Case] = [
        Case(
            "a template in a template, the target above both",
            """
            name: N
            targetTemplates:
              low: {type: application, platform: iOS, settings: {PRODUCT_BUNDLE_IDENTIFIER: "x.${target_name}", S: low}}
              high: {templates: [low, none], info: {path: I.plist, properties: {CFBundleURLTypes: [{CFBundleURLSchemes: ["${s}-$(S)"]}]}}}
            targets:
              A: {templates: [high], templateAttributes: {s: one}}
              B: {templates: [high], templateAttributes: {s: two}, settings: {S: own}}
            """,
            lines: ["A | x.A | one-low", "B | x.B | two-own"]
        ),
        Case(
            "lists are joined, unless replaced",
            """
            name: N
            targetTemplates:
              t:
                type: application
                platform: iOS
                settings: {PRODUCT_BUNDLE_IDENTIFIER: x}
                info: {path: I.plist, properties: {CFBundleURLTypes: [{CFBundleURLSchemes: [low]}]}}
            targets:
              A: {templates: [t], info: {properties: {CFBundleURLTypes: [{CFBundleURLSchemes: [high]}]}}}
              B: {templates: [t], info: {properties: {"CFBundleURLTypes:REPLACE": [{CFBundleURLSchemes: [high]}]}}}
            """,
            lines: ["A | x | low high", "B | x | high"]
        ),
        Case(
            "templates that name one another",
            """
            name: N
            targetTemplates: {a: {templates: [b], type: application}, b: {templates: [a], platform: iOS}}
            targets: {A: {templates: [a], settings: {GENERATE_INFOPLIST_FILE: YES, PRODUCT_BUNDLE_IDENTIFIER: x}}}
            """,
            lines: ["A | x"]
        ),
        Case(
            "files that include one another, with paths of their own",
            "name: N\ninclude: [sub/a.yml, {path: c.yml, enable: false}]\n",
            [
                "sub/a.yml":
                    "include: [../project.yml, b.yml]\ntargets: {A: {type: application, info: {path: I.plist}}}",
                "sub/b.yml": "targets: {A: {platform: iOS, settings: {PRODUCT_BUNDLE_IDENTIFIER: x}}}",
                "sub/I.plist": ProjectText.manifest("inside"),
                "c.yml": "name: [",
            ],
            lines: ["A | x | inside"]
        ),
        Case(
            "paths relative to the project",
            "name: N\ninclude: [{path: sub/a.yml, relativePaths: false}]\n",
            [
                "sub/a.yml": """
                targets:
                  A: {type: application, platform: iOS, info: {path: I.plist},
                    settings: {PRODUCT_BUNDLE_IDENTIFIER: x}}
                """,
                "I.plist": ProjectText.manifest("outside"),
            ],
            lines: ["A | x | outside"]
        ),
        Case(
            "an included file that is not there may define anything",
            app + "include: gone.yml\nsettings: {S: s}",
            lines: ["A | ? | s"],
            told: [
                "missing-part gone.yml at project.yml:7", "unknown-setting PRODUCT_BUNDLE_IDENTIFIER at project.yml:6",
                "missing-file gone.yml at project.yml:7",
            ]
        ),
        Case(
            "a manifest among the sources",
            """
            name: N
            targets:
              A: {type: application, platform: macOS, sources: [none, {path: Info.plist}],
                settings: {PRODUCT_BUNDLE_IDENTIFIER: x}}
            """,
            ["Info.plist": ProjectText.manifest("found")],
            lines: ["A | x | found"]
        ),
    ]

    @Test(arguments: templates)
    func whatIsPutTogether(_ test: Case) {
        let reading = Self.read(test.text, test.files)
        let lines = reading.lines.map { line in
            let parts = line.components(separatedBy: " | ")
            let identity = parts[4].hasSuffix("?") ? "?" : parts[4]
            return ([parts[0], identity] + parts.dropFirst(5)).joined(separator: " | ")
        }
        #expect(lines == test.lines)
        #expect(reading.irregularityLines == test.irregularities)
    }

    @Test(arguments: [
        (
            "name: N\ntargets: {A: {type: [", "malformed-project invalid YAML: did not find expected node content",
            "project.yml:2"
        ),
        (
            "targets: {A: {type: framework, platform: iOS}}", "malformed-project the project has no name",
            "project.yml:1"
        ),
        ("name: N\ntargets: {A: {platform: iOS}}", "malformed-project the target 'A' has no type", "project.yml:2"),
        (
            "name: N\ntargets: {A: {type: application, platform: Palm}}",
            "malformed-project the target 'A' has no platform", "project.yml:2"
        ),
    ])
    func whatXcodeGenRefuses(text: String, told: String, place: String) throws {
        let reading = Self.read(text)
        #expect(reading.manifests.isEmpty)
        let line = try #require(reading.irregularityLines.first)
        #expect(line.hasPrefix(told))
        #expect(line.hasSuffix(" at " + place))
        #expect(reading.irregularities.first?.origin.path == "project.yml")
    }

    @Test func theLastOfEqualKeysCounts() throws {
        let reading = Self.read(
            """
            name: N
            options: {bundleIdPrefix: com.first}
            options: {bundleIdPrefix: com.last}
            targets: {A: {type: application, platform: iOS, info: {path: Info.plist}, info: {path: Last.plist}}}
            """
        )
        #expect(reading.manifests.first?.bundleIdentifier?.value == "com.last.A")
        #expect(reading.infoPlists == ["Last.plist"])
        let told = reading.irregularities.map(\.irregularity)
        #expect(told.map(\.kind) == [.duplicateKey])
        #expect(told.map(\.subject) == ["options"])
        #expect(told.first?.cause?.hasSuffix("XcodeGen uses the last one; 1 more in the file") == true)
        #expect(told.map(\.place?.range?.lines?.start.line) == [3])
        #expect(reading.settlesManifests, "XcodeGen accepts it")
    }

    @Test(arguments: [
        "", "- a\n- b\n", "name: N\n", "name: N\ntargets: [a, b]\n", "targets: {all: {command: make}}", "a: [",
        "a: 1\na: 2\n",
    ])
    func filesOfOtherToolsArePassedOver(text: String) {
        let reading = Self.read(text)
        #expect(reading.manifests.isEmpty)
        #expect(reading.irregularities.isEmpty)
        #expect(reading.problems.isEmpty)
        #expect(reading.generates == nil)
    }

    @Test func aSpecificationMayBeJSON() {
        let text =
            #"{"name": "N", "targets": {"A": {"type": "application", "platform": "iOS", "#
            + #""settings": {"PRODUCT_BUNDLE_IDENTIFIER": "x", "GENERATE_INFOPLIST_FILE": true}}}}"#
        #expect(Self.read(text, named: "project.json").lines == ["A | [Debug,Release] | ios | application | x"])
    }

    @Test func valuesFromSeveralFilesKeepTheirPlaces() throws {
        let reading = Self.read(
            "name: N\ninclude: [t.yml]\ntargets:\n  A: {templates: [t], info: {properties: {CFBundleDisplayName: $(D)}}}",
            [
                "t.yml": """
                settings: {PRODUCT_BUNDLE_IDENTIFIER: x.$(P), D: shown, S: scheme, P: part}
                targetTemplates:
                  t:
                    type: application
                    platform: iOS
                    info:
                      path: I.plist
                      properties:
                        LSApplicationQueriesSchemes: [asked]
                        CFBundleURLTypes: [{CFBundleURLSchemes: [$(S), "$(P)-2"]}]
                """
            ]
        )
        let manifest = try #require(reading.manifests.first)
        #expect(manifest.origin.path == "t.yml")
        #expect(manifest.bundleIdentifier?.value == "x.part")
        #expect(manifest.displayName == "shown")
        #expect(manifest.name == "A")
        #expect(reading.places == ["scheme t.yml:10 from t.yml:1", "part-2 t.yml:10 from t.yml:1"])
        #expect(reading.irregularityLines.isEmpty)
    }

    private static let attacks: [(name: String, text: String)] = [
        (
            "templates that double",
            "name: N\ntargetTemplates:\n"
                + (0..<16).map { "  t\($0): {x: [\(String(repeating: "1,", count: 5_000))1]}\n" }.joined()
                + "targets:\n"
                + (0..<40).map { "  A\($0): {templates: [\((0..<16).map { "t\($0)" }.joined(separator: ","))]}\n" }
                .joined()
        ),
        (
            "attributes of megabytes",
            "name: N\ntargetTemplates: {t: {y: \"\(String(repeating: "${x}", count: 50_000))\"}}\n"
                + "targets: {A: {templates: [t], templateAttributes: {x: \"\(String(repeating: "x", count: 50_000))\"}}}"
        ),
        (
            "groups that double",
            "name: N\nsettingGroups:\n"
                + (0..<60).map { "  g\($0): {groups: [g\($0 + 1), g\($0 + 1)]}\n" }.joined()
                + "settings: {groups: [g0]}\ntargets: {A: {type: framework, platform: iOS}}"
        ),
        (
            "targets in configurations",
            "name: N\nconfigs: {\((0..<200).map { "c\($0): debug" }.joined(separator: ", "))}\ntargets:\n"
                + (0..<200).map { "  A\($0): {type: application, platform: iOS}\n" }.joined()
        ),
    ]

    @Test(arguments: attacks.map(\.name))
    func workIsBounded(name: String) throws {
        let text = try #require(Self.attacks.first { $0.name == name }).text
        let reading = Self.read(text)
        #expect(reading.problems.map(\.code) == [.overLimit])
        #expect(reading.manifests.isEmpty)
    }
}
