import SchemeModel
import Testing

@testable import SchemeManifests

@Suite("Specifications of XcodeGen in several files")
struct XcodeGenIncludeTests {
    private static func read(_ path: Path, _ files: [String: String]) -> ProjectReading {
        let memory = SettingsFileSystem(Dictionary(uniqueKeysWithValues: files.map { ("/s/\($0.key)", $0.value) }))
        return XcodeGenReader().read(
            fileAt: path,
            of: ProjectOrigin(source: "test", root: "/s"),
            files: memory
        )
    }

    private static func fragments(_ path: Path, _ files: [String: String]) -> Set<Path> {
        let memory = SettingsFileSystem(Dictionary(uniqueKeysWithValues: files.map { ("/s/\($0.key)", $0.value) }))
        return XcodeGenReader().fragments(
            ofSpecificationAt: path,
            of: ProjectOrigin(source: "test", root: "/s"),
            files: memory
        )
    }

    /// Two apps of one repository, each from a specification that scripts copy to the root.
    private static let apps = [
        "Apps/Tram/project.yml": """
        targets:
          App:
            sources: [Apps/Tram]
            info: {path: Apps/Tram/Info.plist, properties: {CFBundleURLTypes: [{CFBundleURLSchemes: [tram]}]}}
            settings: {base: {PRODUCT_BUNDLE_IDENTIFIER: com.acme.tram}}
        include: [{path: Apps/Shared/app.yml}, Kit/project.yml]
        """,
        "Apps/Ferry/project.yml": """
        targets:
          App:
            sources: [Apps/Ferry]
            info: {path: Apps/Ferry/Info.plist, properties: {CFBundleURLTypes: [{CFBundleURLSchemes: [ferry]}]}}
            settings: {base: {PRODUCT_BUNDLE_IDENTIFIER: com.acme.ferry}}
        include: [Apps/Shared/app.yml, Kit/project.yml]
        """,
        "Apps/Shared/app.yml": """
        name: Line
        options: {bundleIdPrefix: com.acme}
        include: {path: Shared/flags.yml, relativePaths: false}
        targets: {App: {type: application, platform: iOS, dependencies: [{target: Kit}]}}
        """,
        "Apps/Shared/Shared/flags.yml": "settings: {FLAG: wrong}",
        "Shared/flags.yml": "settings: {FLAG: right}",
        "Kit/project.yml": """
        packages: {Core: {path: Core}}
        targets: {Kit: {type: framework, platform: iOS, sources: ["."], info: {path: Info.plist}}}
        """,
    ]

    @Test(arguments: [
        (Path("Apps/Tram/project.yml"), "App | [Debug,Release] | ios | application | com.acme.tram | tram"),
        (Path("Apps/Ferry/project.yml"), "App | [Debug,Release] | ios | application | com.acme.ferry | ferry"),
    ])
    func aSpecificationThatIsCopiedToTheRoot(path: Path, line: String) throws {
        let reading = Self.read(path, Self.apps)
        #expect(reading.lines.first == line)
        #expect(reading.generates == "Line.xcodeproj")
        #expect(Self.fragments(path, Self.apps) == ["Apps/Shared/app.yml", "Shared/flags.yml", "Kit/project.yml"])
        #expect(!reading.isFragment)
        #expect(reading.irregularityLines.isEmpty && reading.problems.isEmpty)
        let kit = try #require(reading.targets.first { $0.name == "Kit" })
        #expect(kit.folders.map(\.path) == ["Kit"])
        #expect(reading.packages == ["Kit/Core"])
        #expect(reading.targets.first { $0.name == "App" }?.folders.map(\.path) == [path.directory])
    }

    @Test func aPartOfAnotherOneGivesNoName() {
        let reading = Self.read("Kit/project.yml", Self.apps)
        #expect(reading.isFragment)
        #expect(reading.generates == nil)
    }

    @Test func sourcesPlaceASpecificationThatIncludesNothing() {
        let spec = "name: N\ntargets: {A: {type: application, platform: iOS, sources: [App/Sources]}}"
        let files = ["Specs/project.yml": spec, "App/Sources/Info.plist": ProjectText.manifest("found")]
        #expect(Self.read("Specs/project.yml", files).manifests.first?.urlTypes.first?.schemes.first?.raw == "found")
    }

    @Test func whatIsMissingIsNamedWithItsTargets() throws {
        let reading = Self.read(
            "project.yml",
            [
                "project.yml": """
                include: [gone/base.yml, there.yml]
                targets:
                  A: {templates: [App]}
                  B: {sources: [B]}
                  C: {type: application, platform: iOS, settings: {PRODUCT_BUNDLE_IDENTIFIER: x.c}}
                """,
                "there.yml": "targets: {C: {info: {path: I.plist, properties: {CFBundleURLTypes: []}}}}",
            ]
        )
        #expect(
            reading.irregularities.map(\.irregularity.cause) == [
                "the included specification 'gone/base.yml' is missing; the targets 'A' and 'B' need it"
            ]
        )
        #expect(reading.manifests.map(\.outcome.target) == ["C"])
        #expect(reading.manifests.allSatisfy { $0.isIncomplete })
        #expect(reading.targets.allSatisfy { $0.needsOthers && $0.foreignModules == ["gone/base.yml"] })
        // The name of the project may be in the missing file.
        #expect(!reading.isFragment)
        #expect(reading.generates == nil)
    }

    @Test(arguments: [
        ("{path: b.yml, enable: false}", nil), ("{path: b.yml, enable: \"no\"}", nil),
        ("{path: b.yml, enable: true}", "live"),
        ("{path: b.yml, enable: \"1\"}", "live"), ("b.yml", "live"),
    ])
    func whatIsEnabledIsIncluded(include: String, value: String?) {
        let reading = Self.read("project.yml", Self.switched(include))
        #expect(reading.irregularities.isEmpty)
        #expect(reading.manifests.first?.urlTypes.first?.schemes.first?.resolved == value ?? "")
    }

    @Test(arguments: [
        ("{path: b.yml, enable: \"${LOCAL}\"}", "${LOCAL}"), ("\"${KIND}.yml\"", "${KIND}"),
    ])
    func whatTheEnvironmentEnablesIsUnknown(include: String, variable: String) throws {
        let reading = Self.read("project.yml", Self.switched(include))
        let scheme = try #require(reading.manifests.first?.urlTypes.first?.schemes.first)
        #expect(scheme.state == .unknown)
        let cause = try #require(reading.irregularities.first?.irregularity.cause)
        #expect(
            cause.contains(
                "the environment variable \(variable) decides whether it is included; the target 'A' needs it"
            )
        )
    }

    @Test func anIncludeInAnotherCaseIsRead() throws {
        let text = "name: N\ninclude: [App/app.yml]\ntargets: {A: {settings: {PRODUCT_BUNDLE_IDENTIFIER: com.acme.a}}}"
        let app = "targets: {A: {type: application, platform: iOS}}"
        let reading = Self.read("project.yml", ["project.yml": text, "App/App.yml": app])
        #expect(reading.manifests.count == 1)
        let found = reading.irregularities.map(\.irregularity)
        #expect(found.map(\.kind) == [.mismatchedCase])
        #expect(found.map(\.subject) == ["App/app.yml"] && found.map(\.expected) == ["App/App.yml"])
        #expect(found.first?.place?.range?.lines?.start.line == 2)
    }

    private static func switched(_ include: String) -> [String: String] {
        [
            "project.yml": """
            name: N
            include: [\(include)]
            settings: {PRODUCT_BUNDLE_IDENTIFIER: x}
            targets:
              A:
                type: application
                platform: iOS
                info: {path: I.plist, properties: {CFBundleURLTypes: [{CFBundleURLSchemes: [$(S)]}]}}
            """,
            "b.yml": "settings: {S: live}",
        ]
    }

    @Test func replacedKeysNeedNothingToReplace() {
        let spec = """
            name: N
            targets:REPLACE:
              A: {type: application, platform: iOS, settings: {GENERATE_INFOPLIST_FILE: YES, PRODUCT_BUNDLE_IDENTIFIER: x}}
            """
        #expect(Self.read("project.yml", ["project.yml": spec]).manifests.map(\.outcome.target) == ["A"])
    }

    @Test func filesOfOtherToolsIncludeNothing() {
        let files = ["a.yml": "include: [b.yml]\nscript: make", "b.yml": "x: 1"]
        #expect(Self.fragments("a.yml", files).isEmpty)
    }

    @Test func filesThatIncludeOneAnotherEnd() {
        let files = [
            "a.yml": "name: N\ninclude: b.yml",
            "b.yml": "include: [a.yml, b.yml]\ntargets: {A: {type: tool, platform: macOS}}",
        ]
        let reading = Self.read("a.yml", files)
        #expect(Self.fragments("a.yml", files) == ["b.yml"])
        #expect(reading.targets.map(\.name) == ["A"])
    }

    @Test func sourcesAreWhatIsCompiled() throws {
        let spec = """
            name: N
            targets:
              A:
                type: application
                platform: iOS
                sources:
                  - path: App
                    excludes: ["Old", "**/*.{md,swift.gyb}"]
                    includes: ["**/*.swift"]
                  - path: App
                    buildPhase: none
                  - {path: Assets, type: folder}
                  - {path: Made/One.swift, optional: true}
                  - Made/Two.swift
                  - One/Three.swift
                  - README.md
            """
        let files = ["project.yml": spec, "App/A.swift": "", "Assets/a": "", "README.md": "", "One/Three.swift": ""]
        let target = try #require(Self.read("project.yml", files).targets.first)
        #expect(target.sources == ["Made/Two.swift", "One/Three.swift"])
        #expect(
            target.folders == [
                ProjectReading.Folder(
                    path: "App",
                    patterns: ["/Old", "/**/*.swift.gyb", "/**/*.md"],
                    includedPatterns: ["/**/*.swift"]
                )
            ]
        )
    }

    @Test func whatOtherProjectsAndPackagesMake() throws {
        let spec = """
            name: N
            packages: {Far: {url: "https://example.com/far"}, Near: {path: Near}}
            localPackages: [Libs/Old]
            projectReferences: {Kit: {path: Kit.xcodeproj}}
            targets:
              A:
                type: application
                platform: iOS
                dependencies:
                  - {package: Far, products: [One, Two]}
                  - {package: Near}
                  - {package: Old, product: Older}
                  - {target: Kit/Views}
                  - {framework: Maps.framework, implicit: true}
                  - {sdk: UIKit.framework}
            """
        let reading = Self.read("project.yml", ["project.yml": spec])
        let target = try #require(reading.targets.first)
        #expect(
            target.packageProducts == [
                PackageProduct(name: "One", isRemote: true), PackageProduct(name: "Two", isRemote: true),
                PackageProduct(name: "Near", isRemote: false), PackageProduct(name: "Older", isRemote: false),
            ]
        )
        #expect(target.foreignModules == ["Views", "Maps"])
        #expect(target.needsOthers)
        #expect(reading.packages == ["Near", "Libs/Old"])
    }

    @Test(arguments: [
        ("name: N\ntargets: {A: {type: framework, platform: iOS}}", true), ("include: [a.yml]\nname: N", true),
        (#"{"name": "N", "targets": {"A": {"type": "tool", "platform": "macOS"}}}"#, true),
        ("targets: {all: {command: make}}", false), ("include: [a.yml]", false), ("", false), ("plain text", false),
        ("<?xml version=\"1.0\"?>\n<plist><dict/></plist>", false), ("bplist00", false), ("{ A = b; }", false),
    ])
    func whatASpecificationLooksLike(text: String, isOne: Bool) {
        #expect(XcodeGenReader.describesProject(Array(text.utf8)) == isOne)
    }

    @Test func choicesInPatternsAreBounded() throws {
        let many = String(repeating: "a,", count: 100_000)
        let nested = String(repeating: "{a,b}", count: 100)
        let spec = """
            name: N
            targets:
              A: {type: tool, platform: macOS, sources: [{path: App, excludes: ["{\(many)}", "\(nested)"]}]}
            """
        let reading = Self.read("project.yml", ["project.yml": spec, "App/A.swift": ""])
        let folder = try #require(reading.targets.first?.folders.first)
        #expect(folder.patterns.count <= 130)
    }
}
