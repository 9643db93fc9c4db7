import SchemeModel
import Testing
import TestSupport

@testable import SchemeManifests

@Suite("Reading projects of Tuist")
struct TuistReaderTests {
    private static func read(
        _ text: String,
        _ files: [String: String] = [:],
        limits: Limits = .standard
    ) -> ProjectReading {
        PackageManifestTests.read("import ProjectDescription\n" + text, files, named: "Project.swift", limits: limits)
    }

    /// A project with one target, whose further arguments are `arguments`.
    private static func read(
        target arguments: String,
        project: String = "",
        before: String = "",
        _ files: [String: String] = [:],
        limits: Limits = .standard
    ) -> ProjectReading {
        read(
            "\(before)\nlet project = Project(name: \"P\", \(project) targets: [.target(name: \"A\", \(arguments))])",
            files,
            limits: limits
        )
    }

    private static let app = #"destinations: .iOS, product: .app, bundleId: "x.y""#
    private static let types =
        #"infoPlist: .extendingDefault(with: ["CFBundleURLTypes": [["CFBundleURLSchemes": ["$(S)"]]]])"#

    /// The line of the only manifest, without the target.
    private static func line(_ reading: ProjectReading) -> String? {
        reading.lines.count == 1 ? String(reading.lines[0].dropFirst("A | ".count)) : nil
    }

    // MARK: What is read

    static let targets: [(arguments: String, line: String)] = [
        (app, "[Debug,Release] | ios | application | x.y"),
        (#"destinations: .macOS, product: .app, bundleId: "x""#, "[Debug,Release] | macos | application | x"),
        (
            #"destinations: [.iPad, .mac], product: .app, bundleId: "x""#,
            "[Debug,Release] | ios+macos | application | x"
        ),
        (#"platform: .tvOS, product: .app, bundleId: "x""#, "[Debug,Release] | tvos | application | x"),
        (
            #"destinations: .iOS, product: .appClip, bundleId: "x.Clip""#,
            "[Debug,Release] | ios | app-clip | x.Clip"
        ),
        (
            #"destinations: Destinations.visionOS, product: Product.app, bundleId: "x""#,
            "[Debug,Release] | visionos | application | x"
        ),
        (
            app + #", infoPlist: .dictionary(["CFBundleIdentifier": "own", "CFBundleURLTypes": .array([.dictionary(["#
                + #""CFBundleURLSchemes": .array([.string("a"), "b"])])])])"#,
            "[Debug,Release] | ios | application | own | a b"
        ),
        (
            app + ", " + types + #", settings: .settings(base: ["S": "one"])"#,
            "[Debug,Release] | ios | application | x.y | one"
        ),
        (
            app + ", " + types + #", settings: .settings(base: ["S": ["a", "b"]], configurations: [])"#,
            "[Debug,Release] | ios | application | x.y | a b"
        ),
    ]

    @Test(arguments: targets)
    func literalsAreTaken(arguments: String, line: String) {
        let reading = Self.read(target: arguments)
        #expect(Self.line(reading) == line)
        #expect(reading.problems.isEmpty)
        #expect(reading.irregularityLines.filter { $0.hasPrefix("not-read") }.isEmpty)
        #expect(reading.generates == "P.xcodeproj")
        #expect(!reading.isOpenEnded)
    }

    @Test func aMacThatRunsWhatIsMadeForIOSIsAnotherReach() {
        let reading = Self.read(target: #"destinations: [.iPhone, .macCatalyst], product: .app, bundleId: "x""#)
        #expect(
            reading.lines == [
                "A | [Debug,Release] | ios | application | x",
                "A | [Debug,Release] | macos | application | maccatalyst.x",
            ]
        )
    }

    @Test func configurationsHaveSettingsOfTheirOwn() {
        let settings = """
            .settings(base: ["S": "base"], configurations: [
                .debug(name: "Dev", settings: ["S": "$(TARGET_NAME).dev", "PRODUCT_BUNDLE_IDENTIFIER": "x.dev"]),
                .release(name: .release, xcconfig: "Config/A.xcconfig"),
            ])
            """
        let reading = Self.read(
            target: "\(Self.app), \(Self.types), settings: \(settings)",
            project: #"settings: .settings(configurations: [.debug(name: "Dev"), .release(name: .release)]),"#,
            ["Config/A.xcconfig": "S = below\n"]
        )
        #expect(
            reading.lines == [
                "A | [Dev] | ios | application | x.dev | A.dev", "A | [Release] | ios | application | x.y | base",
            ]
        )
        #expect(reading.configurations == ["Dev", "Release"])
        #expect(reading.irregularityLines.isEmpty)
    }

    @Test func filesOfSettingsAreRead() {
        let configurations = #"configurations: [.debug(name: .debug, xcconfig: .relativeToRoot("C/D.xcconfig"))]"#
        let reading = Self.read(
            target: "\(Self.app), \(Self.types)",
            project: "settings: .settings(\(configurations)),",
            ["C/D.xcconfig": "S = file\n", "Tuist.swift": ""]
        )
        #expect(reading.lines == ["A | [Debug] | ios | application | x.y | file"])
        let none = Self.read(target: Self.app, project: "settings: .settings(configurations: []),")
        #expect(none.configurations == ["Debug", "Release"])
    }

    @Test func constantsOfTheFileAreFollowed() {
        let reading = Self.read(
            target: #"destinations: place, product: .app, bundleId: Names.Ids.app, \#(Self.types), settings: all"#,
            before: """
                struct Names { enum Ids { static let app = "c.d" }; func f() { let app = "no" } }
                let place: Destinations = .tvOS
                let all: Settings = .settings(base: Build.base)
                enum Build { static let base: SettingsDictionary = ["S": .string(scheme)] }
                private let scheme = "const"
                """
        )
        #expect(reading.lines == ["A | [Debug,Release] | tvos | application | c.d | const"])
        #expect(reading.places == ["const Project.swift:7 from Project.swift:5"])
        #expect(reading.irregularityLines.isEmpty)
    }

    @Test func constantsInExtensionsOfTuistsTypesAreFollowed() {
        let reading = Self.read(
            target: #"destinations: .all, product: .app, bundleId: "x.y", infoPlist: .links, settings: .all"#,
            before: """
                extension InfoPlist {
                    static let links: Self = .extendingDefault(with: ["CFBundleURLTypes": [["CFBundleURLSchemes": ["$(S)"]]]])
                }
                extension Destinations { static let all: Self = .iOS }
                extension Settings { static let all = Settings.settings(base: ["S": "s"]) }
                """
        )
        #expect(reading.lines == ["A | [Debug,Release] | ios | application | x.y | s"])
        #expect(reading.manifests.allSatisfy { !$0.isIncomplete })
        #expect(reading.irregularityLines.isEmpty)
    }

    @Test func partsOfAnAppAreInIt() {
        let reading = Self.read(
            """
            let share = Target.target(name: "S", destinations: .iOS, product: .appExtension, bundleId: "x.s",
                sources: ["Share/**", .glob("Common/**/*.swift", excluding: ["Common/No/**"])])
            let project = Project(name: "P", packages: [.local(path: "Kit")], targets: [
                .target(name: "A", destinations: .iOS, product: .app, bundleId: "x", infoPlist: "I.plist",
                    sources: ["App/Main.swift", "Gen/*.swift"], dependencies: [.target(name: "S"), .package(product: "Kit")]),
                share,
            ])
            """,
            ["I.plist": ProjectText.manifest("own", "own", identifier: nil)]
        )
        #expect(
            reading.lines == [
                "A | [Debug,Release] | ios | application | x | own own",
                "S | [Debug,Release] | ios | app-extension | x.s | in x",
            ]
        )
        #expect(reading.infoPlists.contains("I.plist"))
        #expect(reading.packages == ["Kit"])
        #expect(reading.targets.map(\.sources) == [["App/Main.swift"], []])
        #expect(reading.targets.map { $0.folders.map(\.path) } == [[], ["Share", "Common"]])
        #expect(reading.targets[1].folders[1].patterns == ["No/**"])
        #expect(reading.targets.map { $0.packageProducts.map(\.name) } == [["Kit"], []])
        // One level of a folder is no folder that belongs to the target.
        #expect(reading.targets.map(\.needsOthers) == [true, false])
        #expect(reading.targets.map(\.apps) == [[0], [0]])
    }

    @Test(
        arguments: [
            (#"entitlements: .dictionary(["a": true, "b": false, "c": ["d"], "e": []])"#, ["a", "c"]),
            (#"entitlements: "E.entitlements""#, ["file"]), (#"entitlements: .file(path: "E.entitlements")"#, ["file"]),
            (#"entitlements: .dictionary(["a": Flag.on])"#, nil), ("entitlements: .shared", nil),
            ("entitlements: nil", []),
        ] as [(String, [Entitlement]?)]
    )
    func entitlementsAreRead(argument: String, names: [Entitlement]?) {
        let file = "<plist version=\"1.0\"><dict><key>file</key><true/></dict></plist>"
        let reading = Self.read(target: "\(Self.app), \(argument)", ["E.entitlements": file])
        #expect(reading.manifests.map(\.entitlements) == [names])
    }

    @Test func domainsHavePlaces() {
        let domains = #"["applinks:a.org", "applinks:b.org"]"#
        let argument = "entitlements: .dictionary([\"\(Manifest.associatedDomainsEntitlement)\": \(domains)])"
        let written = Self.read(target: "\(Self.app),\n\(argument)").manifests.flatMap(\.writtenDomains)
        #expect(written.map(\.value) == ["applinks:a.org", "applinks:b.org"])
        let starts = written.compactMap { $0.place.range?.lines?.start }
        #expect(starts.count == 2 && starts[0].line == starts[1].line && starts[1].column - starts[0].column == 18)
    }

    // MARK: What is not

    @Test(arguments: ["Schemes.all", "[b()]", "[b()] + more"])
    func aURLTypeWithComputedSchemesIsLeftOut(schemes: String) {
        let types = "[[\"CFBundleURLSchemes\": \(schemes)], [\"CFBundleURLSchemes\": [\"s\"]]]"
        let reading = Self.read(
            target: "\(Self.app), infoPlist: .extendingDefault(with: [\"CFBundleURLTypes\": \(types)])"
        )
        #expect(reading.manifests.map { $0.urlTypes.map { $0.schemes.map(\.raw) } } == [[["s"]]])
    }

    static let computed: [(arguments: String, before: String, line: String?, told: [String])] = [
        (
            #"destinations: .iOS, product: .app, bundleId: "x." + suffix"#, "",
            "[Debug,Release] | ios | application | $(PRODUCT_BUNDLE_IDENTIFIER)?", ["bundleId"]
        ),
        (
            #"destinations: .iOS, product: .app, bundleId: isDev ? "x.dev" : "x""#, "",
            "[Debug,Release] | ios | application | $(PRODUCT_BUNDLE_IDENTIFIER)?", ["bundleId"]
        ),
        (
            #"destinations: .iOS, product: .app, bundleId: id"#, #"var id = "x"\#nid += ".y""#,
            "[Debug,Release] | ios | application | $(PRODUCT_BUNDLE_IDENTIFIER)?", ["bundleId"]
        ),
        (
            #"destinations: .iOS, product: .app, bundleId: id"#,
            #"#if DEV\#nlet id = "x"\#n#else\#nlet id = "y"\#n#endif"#,
            "[Debug,Release] | ios | application | $(PRODUCT_BUNDLE_IDENTIFIER)?", ["bundleId"]
        ),
        // The settings may define anything, but not the identifier that is written.
        (
            app + ", " + types + ", settings: .shared()", "",
            "[Debug,Release] | ios | application | x.y | $(S)?", ["settings"]
        ),
        (
            app + ", " + types + #", settings: .settings(base: ["S": "s"].merging(more))"#, "",
            "[Debug,Release] | ios | application | x.y | $(S)?", ["settings"]
        ),
        (
            app + ", " + types + #", settings: .settings(base: common, configurations: [])"#,
            #"let common: SettingsDictionary = ["S": Defaults.scheme, "T": "t"]"#,
            "[Debug,Release] | ios | application | x.y | $(S)?", []
        ),
        (
            app + ", " + types + #", settings: .settings(.release(xcconfig: "R.xcconfig"))"#, "",
            "[Debug,Release] | ios | application | x.y | $(S)?", ["settings"]
        ),
        (app + ", infoPlist: .shared", "", "[Debug,Release] | ios | application | x.y", ["infoPlist"]),
        (
            app + #", infoPlist: .extendingDefault(with: ["CFBundleURLTypes": Schemes.all, "Other": o()])"#, "",
            "[Debug,Release] | ios | application | x.y", ["CFBundleURLTypes"]
        ),
        (
            app + #", infoPlist: .extendingDefault(with: ["CFBundleURLTypes": [["CFBundleURLSchemes": ["a", b()]]]])"#,
            "",
            "[Debug,Release] | ios | application | x.y | a", ["CFBundleURLSchemes"]
        ),
        (
            app + #", infoPlist: .extendingDefault(with: ["CFBundleURLTypes": [["CFBundleURLSchemes": [b()]]]])"#,
            "",
            "[Debug,Release] | ios | application | x.y", ["CFBundleURLSchemes"]
        ),
        (
            app + #", infoPlist: .extendingDefault(with: plist.merging(["a": "b"]) { $1 })"#, "let plist = [:]",
            "[Debug,Release] | ios | application | x.y", ["infoPlist"]
        ),
        (#"destinations: .iOS, product: Kind.app, bundleId: "x""#, "", nil, ["target"]),
        (
            app + ", settings: Shared.settings(base: [:])", "",
            "[Debug,Release] | ios | application | x.y", ["settings"]
        ),
    ]

    @Test(arguments: computed)
    func reportsComputedValuesWithoutGuessing(arguments: String, before: String, line: String?, told: [String]) {
        let reading = Self.read(target: arguments, before: before)
        #expect(Self.line(reading) == line)
        let notRead = reading.irregularityLines.filter { $0.hasPrefix("not-read") }
        #expect(notRead.count == (told.isEmpty ? 0 : 1))
        let causes = reading.irregularities.map(\.irregularity).filter { $0.kind == .notRead }.compactMap(\.cause)
        let expected = told.map { what in
            "Tuist computes the \(what == "target" ? "target 'A'" : "\(what) of 'A'") when it generates the project"
        }
        #expect(causes == expected)
        #expect(notRead.allSatisfy { $0.contains("Project.swift:") })
        #expect(reading.isOpenEnded == !told.isEmpty)
    }

    /// No rule must take what was not read for missing.
    @Test(arguments: [
        ("infoPlist: .default(schemes: [\"a\"])", true), ("infoPlist: .dictionary([:], more)", true),
        ("infoPlist: .extendingDefault(with: [:], schemes: [\"a\"])", true),
        ("infoPlist: .shared", true), ("infoPlist: .file(path: Paths.plist)", true),
        (#"infoPlist: .extendingDefault(with: plist.merging(["a": "b"]) { $1 })"#, true),
        (#"infoPlist: .extendingDefault(with: ["NSSupportsLiveActivities": live()])"#, true),
        (#"infoPlist: .extendingDefault(with: ["CFBundleURLTypes": [], "Other": o()])"#, false),
        ("infoPlist: .default, settings: .shared()", false), ("settings: .shared()", false),
    ])
    func aComputedManifestIsIncomplete(argument: String, isIncomplete: Bool) {
        let reading = Self.read(target: Self.app + ", " + argument)
        #expect(!reading.manifests.isEmpty && reading.manifests.allSatisfy { $0.isIncomplete == isIncomplete })
    }

    @Test func aManifestWithTheSameComputedValueAsAnotherArgumentIsIncomplete() {
        let reading = Self.read(target: Self.app + ", productName: made, infoPlist: made", before: "let made = make()")
        let kinds = reading.manifests.map { $0.irregularities.map(\.kind).filter { $0 == .computedManifest } }
        #expect(!kinds.isEmpty && kinds.allSatisfy { $0 == [.computedManifest] })
    }

    @Test func settingsOfTheProjectDoNotCountBelowUnreadOnesOfTheTarget() {
        let project = #"settings: .settings(base: ["S": "below"]),"#
        func line(_ settings: String) -> String? {
            Self.line(Self.read(target: "\(Self.app), \(Self.types), settings: \(settings)", project: project))
        }
        #expect(line("nil") == "[Debug,Release] | ios | application | x.y | below")
        #expect(line(#".settings(base: ["S": other])"#) == "[Debug,Release] | ios | application | x.y | $(S)?")
        #expect(line(#".settings(base: ["T": other])"#) == "[Debug,Release] | ios | application | x.y | below")
    }

    @Test(arguments: [
        (#"let project = Project.app(name: "A")"#, "not-read Project.swift at Project.swift:2"),
        (#"let app: Project = make("A")"#, "not-read Project.swift at Project.swift:2"),
        (#"let project = Project(name: "A", targets: all())"#, "not-read Project.swift at Project.swift:2"),
        (#"let project = Project(name: "A", targets: [.feature("B")])"#, "not-read Project.swift at Project.swift:2"),
        (
            "let project = Project(name: \"A\", targets: [\n#if os(macOS)\n.target(name: \"B\"),\n#endif\n])",
            "not-read Project.swift at Project.swift:2"
        ),
        (
            "#if A\nlet project = Project(name: \"A\")\n#else\nlet project = Project(name: \"B\")\n#endif",
            "not-read Project.swift at Project.swift:3"
        ),
    ])
    func programsAreNotRun(text: String, told: String) {
        let reading = Self.read(text)
        #expect(reading.irregularityLines == [told])
        #expect(reading.lines.isEmpty)
        #expect(reading.isOpenEnded)
    }

    /// The condition may decide which value counts, or that none does.
    @Test(arguments: [
        "#if os(macOS)\nlet id = \"x\"\n#endif", "let a = 1 + 2\n#if A\nlet id = \"x\"\n#endif",
        "#if A\n#if B\n#endif\nlet id = \"x\"\n#endif",
    ])
    func leavesAConstantUnderAConditionUnknown(before: String) {
        let arguments = #"destinations: .iOS, product: .app, bundleId: id"#
        let reading = Self.read(target: arguments, before: before)
        #expect(Self.line(reading)?.hasSuffix("| $(PRODUCT_BUNDLE_IDENTIFIER)?") == true, "\(reading.lines)")
        #expect(reading.isOpenEnded)
        let known = Self.read(target: arguments, before: "#if A\n#endif\nlet id = \"x\"")
        #expect(Self.line(known)?.hasSuffix("| x") == true, "\(known.lines)")
    }

    @Test(arguments: ["ProjectDescriptionHelpers", "struct ProjectDescription.Project", "ProjectDescription"])
    func readsAManifestThatImportsTuist(module: String) {
        let text = "import \(module)\nlet project = Project(name: \"P\", targets: [.target(name: \"A\", \(Self.app))])"
        let reading = PackageManifestTests.read(text, [:], named: "Project.swift")
        #expect(Self.line(reading) == "[Debug,Release] | ios | application | x.y")
        let other = PackageManifestTests.read(text.replacing(module, with: "struct Other"), [:], named: "Project.swift")
        #expect(other.lines.isEmpty && other.irregularities.isEmpty)
    }

    @Test func oneNoteNamesLostTargetsFirst() {
        let reading = Self.read(
            """
            let project = Project(name: "P", targets: [
                .target(name: "A", destinations: All.them, product: .app, bundleId: id()),
                .target(name: "T", destinations: All.them, product: .unitTests, bundleId: id()),
                .target(name: "S", destinations: All.them, product: .appExtension, bundleId: "x.s", settings: s()),
                .feature(name: "F"), .feature(name: "G"),
            ])
            """
        )
        #expect(
            reading.irregularityLines == [
                "not-read Project.swift at Project.swift:6",
                "unknown-setting PRODUCT_BUNDLE_IDENTIFIER at Project.swift:3",
                "unknown-setting PRODUCT_BUNDLE_IDENTIFIER at Project.swift:4",
            ]
        )
        #expect(
            reading.irregularities.map(\.irregularity.cause) == [
                "Tuist computes the targets 'F' and 'G', the bundleId of 'A' and the destinations of 'A' when it generates the project"
            ]
        )
    }

    @Test func onlyTestsThatAreComputedAreNotMentioned() {
        let reading = Self.read(
            "let project = Project(name: \"P\", targets: ["
                + #".target(name: "T", destinations: d(), product: .uiTests, bundleId: "x", settings: s())])"#
        )
        #expect(reading.irregularityLines.isEmpty)
    }

    // MARK: Helpers and functions

    private static let helpers = [
        "Tuist/ProjectDescriptionHelpers/Constants.swift": """
        public enum Constants {
            public static let destinations = Set<Destination>([.iPhone, .appleTv])
            public static let id = "c.d"
            public static let number = 42
            public static let settings: SettingsDictionary = ["S": "helper"]
            public static let other: SettingsDictionary = ["S": hidden]
            static let twice = "one"
        }
        """,
        "Tuist/ProjectDescriptionHelpers/More/Twice.swift": "extension Constants { static let twice = \"two\" }",
    ]

    @Test(arguments: [
        ("id", "settings", "ios+tvos", "c.d", "helper"),
        ("id", "other", "ios+tvos", "c.d", "$(S)?"),
        ("id", "absent", "ios+tvos", "c.d", "$(S)?"),
        ("twice", "settings", "ios+tvos", "$(PRODUCT_BUNDLE_IDENTIFIER)?", "helper"),
        ("number", "settings", "ios+tvos", "$(PRODUCT_BUNDLE_IDENTIFIER)?", "helper"),
    ])
    func constantsOfHelpersAreRead(id: String, settings: String, platforms: String, identity: String, scheme: String) {
        let reading = Self.read(
            target: "destinations: Constants.destinations, product: .app, bundleId: Constants.\(id), \(Self.types), "
                + "settings: .settings(base: Constants.\(settings))",
            // A constant here is not the one that a helper means.
            before: "let hidden = \"wrong\"",
            Self.helpers
        )
        #expect(Self.line(reading) == "[Debug,Release] | \(platforms) | application | \(identity) | \(scheme)")
    }

    private static let call = "let project = Project(name: \"P\", targets: [app(name: \"A\", on: [.mac])])\n"

    @Test(arguments: [
        (
            "func app(name: String, on places: [Destination], id: String = \"x.y\") -> Target {"
                + " .target(name: name, destinations: Set(places), product: .app, bundleId: id) }",
            ["A | [Debug,Release] | macos | application | x.y"]
        ),
        (
            "func app(name: String, on: [Destination]) -> Target {"
                + " return Target(name: name, destinations: on, product: .app, bundleId: \"x.\\(name)\") }",
            ["A | [Debug,Release] | macos | application | x.A"]
        ),
        (
            "func app(name: String, on: [Destination]) -> Target {\n let id = name + \".y\"\n let kind: Product = .app\n"
                + " return .target(name: name, destinations: on, product: kind, bundleId: id) }",
            ["A | [Debug,Release] | macos | application | A.y"]
        ),
        (
            "func app(name: String, on: [Destination]) -> Target {\n var id = name\n id += \".z\"\n"
                + " return .target(name: name, destinations: on, product: .app, bundleId: id) }",
            ["A | [Debug,Release] | macos | application | A.z"]
        ),
        // Another way out, another parameter, or another function of the name.
        (
            "func app(name: String, on: [Destination]) -> Target {\n let id = \"x\"\n if isTest { return test }\n"
                + " return .target(name: name, destinations: on, product: .app, bundleId: id) }", []
        ),
        (
            "func app(name: String, at: [Destination]) -> Target {"
                + " .target(name: name, destinations: at, product: .app, bundleId: \"x\") }", []
        ),
        (
            "func app(name: String, on: [Destination]) -> Target {"
                + " .target(name: name, destinations: on, product: .app, bundleId: \"x\") }\n"
                + "func app(name: String, on: Platform) -> Target {"
                + " .target(name: name, platform: on, product: .app, bundleId: \"y\") }", []
        ),
        ("func app(name: String, on: [Destination]) -> Target { app(name: name, on: on) }", []),
    ])
    func functionsOfTheFileAreRead(function: String, lines: [String]) {
        #expect(Self.read(function + "\n" + Self.call).lines == lines)
    }

    @Test func ignoresFilesOfOtherTools() {
        let reading = PackageManifestTests.read("struct Project {}", named: "Project.swift")
        #expect(reading.irregularities.isEmpty)
        #expect(reading.manifests.isEmpty)
    }

    // MARK: Hostile

    private static func nested(_ open: String, _ last: String) -> String {
        (0..<60).map { "let c\($0) = \(open)c\($0 + 1), c\($0 + 1)]\n" }.joined() + "let c60 = \(last)\n"
    }

    private static let mostValues = Limits.standard.projectObjects

    @Test(arguments: [
        (nested("[", "\"x\""), mostValues),
        ("let c0 = [c0, c0]\n", TestScale.pick(20_000, torture: mostValues)),
        ("let c0 = c1\nlet c1 = c0\n", mostValues), ("let c0: A = .array(c0)\n", mostValues),
    ])
    func workIsBounded(before: String, mostValues: Int) {
        var limits = Limits.standard
        limits.projectObjects = mostValues
        let urlTypes = #"infoPlist: .extendingDefault(with: ["CFBundleURLTypes": c0])"#
        let settings = #"settings: .settings(base: ["A": c0, "B": .array(c0)])"#
        let reading = Self.read(target: "\(Self.app), \(urlTypes), \(settings)", before: before, limits: limits)
        #expect(reading.manifests.allSatisfy { $0.urlTypes.allSatisfy(\.schemes.isEmpty) })
        #expect(reading.problems.allSatisfy { $0.code == .overLimit })
    }

    @Test func tooManyTargetsAreNotMade() {
        let target = #".target(name: "A", destinations: .iOS, product: .app, bundleId: "x"),"#
        let reading = Self.read(
            "let project = Project(name: \"P\", targets: [\(String(repeating: target, count: 2_501))])"
        )
        #expect(reading.problems.map(\.code) == [.overLimit])
        #expect(reading.manifests.isEmpty)
    }
}
