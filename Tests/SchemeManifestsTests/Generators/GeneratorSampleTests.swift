import Foundation
import SchemeModel
import TestSupport
import Testing

@testable import SchemeManifests

@Suite("The samples of generators")
struct GeneratorSampleTests {
    struct Sample: Sendable, CustomTestStringConvertible {
        var name: String
        /// The file that is read.
        var file: String
        var lines: [String]
        /// `scheme place` of each claim, and from where its variables come.
        var places: [String] = []
        var irregularities: [String] = []
        var generates: String?

        var testDescription: String { name }
    }

    static func read(_ sample: String, _ file: String) -> ProjectReading {
        let root = SampleProjectsTests.folder.appendingPathComponent(sample).path
        return GeneratorFiles.read(Path(file), of: ProjectOrigin(source: "sample", root: Path(root)), DiskFileSystem())
    }

    static let samples: [Sample] = [
        Sample(
            name: "no-universal-link",
            file: "project.yml",
            lines: ["Ferry | [Debug,Release] | ios | application | com.fabrikam.ferry | fabrikam-ferry"],
            places: ["fabrikam-ferry project.yml:13"],
            generates: "Ferry.xcodeproj"
        ),
        Sample(
            name: "xcodegen",
            file: "project.yml",
            lines: [
                "Ledger | [Debug] | ios | application | com.contoso.Ledger | contoso-ledger-debug",
                "Ledger | [Release] | ios | application | com.contoso.Ledger | contoso-ledger",
                "Ledger | [Staging] | ios | application | com.contoso.Ledger | contoso-ledger-staging",
                "LedgerShare | [Debug,Release,Staging] | ios | app-extension | com.contoso.LedgerShare | "
                    + "in com.contoso.ledger",
            ],
            places: [
                "contoso-ledger-debug project.yml:26 from project.yml:12",
                "contoso-ledger project.yml:26 from project.yml:14",
                "contoso-ledger-staging project.yml:26 from project.yml:13",
            ],
            generates: "Ledger.xcodeproj"
        ),
        Sample(
            name: "xcodegen-two-apps",
            file: "Apps/Tram/project.yml",
            lines: [
                "App | [Debug,Release] | ios | application | com.contoso.tram | contoso-tram",
                "LineKit | [Debug,Release] | ios | framework | com.contoso.tram.LineKit",
            ],
            places: ["contoso-tram Apps/Tram/project.yml:12"],
            generates: "Lines.xcodeproj"
        ),
        Sample(
            name: "xcodegen-two-apps",
            file: "Apps/Ferry/project.yml",
            lines: [
                "App | [Debug,Release] | ios | application | com.contoso.ferry | Contoso-Ferry",
                "LineKit | [Debug,Release] | ios | framework | com.contoso.ferry.LineKit",
            ],
            places: ["Contoso-Ferry Apps/Ferry/project.yml:12"],
            generates: "Lines.xcodeproj"
        ),
        Sample(
            name: "xcodegen-missing-include",
            file: "project.yml",
            lines: ["LedgerMini | [Debug,Release] | ios | application | com.contoso.mini | contoso-mini"],
            places: ["contoso-mini project.yml:20"],
            irregularities: [
                "missing-part Config/base.yml at project.yml:3", "missing-part Config/local.yml at project.yml:4",
                "missing-file Config/base.yml at project.yml:3",
            ],
            generates: "Ledger.xcodeproj"
        ),
        Sample(
            name: "project-without-project",
            file: "project-tram.yml",
            lines: ["Tram | [Debug,Release] | ios | application | com.contoso.tram | contoso-tram"],
            places: ["contoso-tram project-tram.yml:9"],
            generates: "Tram.xcodeproj"
        ),
        Sample(
            name: "xcodegen-platforms",
            file: "project.yml",
            lines: [
                "GlobeOne | [Debug,Release] | ios+macos+visionos | application | com.fabrikam.globe.one",
                "Globe_iOS | [Debug,Release] | ios | application | com.fabrikam.globe | fabrikam-globe",
                "Globe_macOS | [Debug,Release] | macos | application | com.fabrikam.globe | fabrikam-globe",
            ],
            places: ["fabrikam-globe project.yml:11", "fabrikam-globe project.yml:11"],
            generates: "Globe.xcodeproj"
        ),
        Sample(
            name: "xcodegen-environment",
            file: "project.yml",
            lines: [
                "Depot | [Debug,Release] | ios | application | ${DEPOT_BUNDLE_ID}? | contoso-depot ${DEPOT_PARTNER}?"
            ],
            places: ["contoso-depot project.yml:11", "${DEPOT_PARTNER} project.yml:11"],
            irregularities: [
                "unknown-setting DEPOT_BUNDLE_ID at project.yml:7",
                "unknown-setting DEPOT_PARTNER at project.yml:11",
            ],
            generates: "Depot.xcodeproj"
        ),
        Sample(
            name: "xcodegen-drift",
            file: "project.yml",
            lines: [
                "Tram | [Debug,Release] | ios | application | com.fabrikam.tram | fabrikam-tram fabrikam-tickets"
            ],
            places: ["fabrikam-tram project.yml:11", "fabrikam-tickets project.yml:11"],
            generates: "Tram.xcodeproj"
        ),
        Sample(
            name: "expo",
            file: "app.json",
            lines: [
                "ContosoRides | [Debug,Release] | ios | application | com.contoso.rides | "
                    + "contoso-rides contoso-taxi com.contoso.rides"
            ],
            places: ["contoso-rides app.json:6", "contoso-taxi app.json:6", "com.contoso.rides app.json:8"],
            generates: "ios/ContosoRides.xcodeproj"
        ),
        Sample(
            name: "expo-url-types",
            file: "app.config.json",
            lines: ["FabrikamCaf | [Debug,Release] | ios | application | com.fabrikam.cafe | fabrikam-table"],
            places: ["fabrikam-table app.config.json:12"],
            generates: "ios/FabrikamCaf.xcodeproj"
        ),
        Sample(
            name: "expo-program",
            file: "app.json",
            lines: [
                "ContosoPost | [Debug,Release] | ios | application | $(PRODUCT_BUNDLE_IDENTIFIER)? | "
                    + "contoso-post com.contoso.post"
            ],
            places: ["contoso-post app.json:5", "com.contoso.post app.json:6"],
            irregularities: [
                "not-read app.config.js at app.config.js:3",
                "unknown-setting PRODUCT_BUNDLE_IDENTIFIER at app.json:3",
            ],
            generates: "ios/ContosoPost.xcodeproj"
        ),
        Sample(
            name: "expo-prebuild",
            file: "app.json",
            lines: [
                "FabrikamRun | [Debug,Release] | ios | application | com.fabrikam.run | fabrikam-run com.fabrikam.run"
            ],
            places: ["fabrikam-run app.json:5", "com.fabrikam.run app.json:7"],
            generates: "ios/FabrikamRun.xcodeproj"
        ),
        Sample(
            name: "swift-package-app",
            file: "Package.swift",
            lines: [
                "Fabrikam Sketch | [Debug,Release] | ios | application | com.fabrikam.sketch | fabrikam-sketch"
            ],
            places: ["fabrikam-sketch AdditionalInfo.plist:10"]
        ),
        Sample(
            name: "tuist",
            file: "Project.swift",
            lines: [
                "Quay | [Debug] | ios | application | com.contoso.quay | contoso-quay-debug",
                "Quay | [Release] | ios | application | com.contoso.quay | contoso-quay",
                "QuayShare | [Debug,Release] | ios | app-extension | com.contoso.quay.share | in com.contoso.quay",
            ],
            places: [
                "contoso-quay-debug Project.swift:21 from Project.swift:4",
                "contoso-quay Project.swift:21 from Project.swift:5",
            ],
            generates: "Quay.xcodeproj"
        ),
        Sample(
            name: "tuist-helpers",
            file: "Project.swift",
            lines: ["Barge | [Debug,Release] | ios | application | com.contoso.barge | contoso-barge"],
            places: ["contoso-barge Project.swift:13"],
            irregularities: [
                "not-read Project.swift at Project.swift:16",
                "computed-manifest Project.swift at Project.swift:12",
            ],
            generates: "Barge.xcodeproj"
        ),
    ]

    @Test(arguments: samples)
    func sample(_ sample: Sample) {
        let reading = Self.read(sample.name, sample.file)
        #expect(reading.problems.isEmpty)
        #expect(reading.lines == sample.lines)
        #expect(reading.places == sample.places)
        #expect(reading.irregularityLines == sample.irregularities)
        #expect(reading.generates?.display == sample.generates)
    }

    @Test func entitlementsThatAreWrittenCount() {
        let xcodegen = Self.read("xcodegen", "project.yml")
        let domains = "com.apple.developer.associated-domains"
        let ledger: [Entitlement] = ["\(domains)", "\(domains)=applinks:contoso.example"]
        #expect(xcodegen.manifests.map(\.entitlements) == [ledger, ledger, ledger, []])
        #expect(xcodegen.manifests[0].companions.map(\.place.range?.lines?.start.line) == [30])
        let expo = Self.read("expo", "app.json")
        #expect(expo.manifests.map(\.entitlements) == [["\(domains)", "\(domains)=applinks:rides.contoso.example"]])
        #expect(expo.manifests[0].companions.map(\.value) == ["applinks:rides.contoso.example", "57"])
        #expect(Self.read("expo-program", "app.json").manifests.map(\.entitlements) == [nil])
    }

    @Test func everyFileThatCountedIsAnInput() {
        let reading = Self.read("xcodegen", "project.yml")
        let names = reading.inputs.map { $0.path.lastComponent.display + ($0.stamp == nil ? " absent" : "") }
        #expect(Set(names).isSuperset(of: ["base.yml", "project.yml", "Info.plist"]))
        #expect(
            reading.infoPlists == ["Ledger/Info.plist", "Share/Info.plist"]
                || reading.infoPlists == ["App/Info.plist", "Share/Info.plist"]
        )
    }

    // MARK: One app

    @Test func differencesBetweenAProjectAndItsGeneratorAreShown() {
        var generated = Self.read("xcodegen-drift", "project.yml")
        var native = SampleProjectsTests.read("xcodegen-drift", "Tram.xcodeproj")
        GeneratorMerge.unite(&generated, with: &native)
        #expect(generated.manifests.isEmpty)
        #expect(native.lines.count == 1)
        #expect(
            native.differences == [
                "bundle identifier: com.fabrikam.tram at project.yml:7, com.fabrikam.tram.old at Tram/Info.plist:6",
                "scheme: nothing at project.yml:11, fabrikam-metro at Tram/Info.plist:17",
                "role of 'fabrikam-tram': Viewer at project.yml:11, Editor at Tram/Info.plist:16",
                "scheme: fabrikam-tickets at project.yml:11, nothing at Tram/Info.plist:11",
            ]
        )
    }

    @Test func whatPluginsMayAddIsNoDifference() {
        var generated = Self.read("expo-prebuild", "app.json")
        var native = SampleProjectsTests.read("expo-prebuild", "ios/FabrikamRun.xcodeproj")
        GeneratorMerge.unite(&generated, with: &native)
        #expect(generated.manifests.isEmpty)
        #expect(native.differences.isEmpty)
    }

    /// Expo adds the bundle identifier as a scheme, although the file doesn't name it as one.
    @Test(arguments: [
        ("", [String]()),
        (#""scheme": "contoso-run", "#, ["scheme: contoso-run at app.json:1, nothing at Info.plist:2"]),
    ])
    func whatExpoAddsIsNoDifference(scheme: String, differences: [String]) {
        var generated = ExpoReaderTests.read(
            #"{"expo": {"name": "App", \#(scheme)"ios": {"bundleIdentifier": "com.contoso.app"}}}"#
        )
        let app = ProjectText.Target(
            settings: "INFOPLIST_FILE = Info.plist; PRODUCT_BUNDLE_IDENTIFIER = com.contoso.app; SDKROOT = iphoneos;"
        )
        var native = ProjectText(targets: [app]).read(["Info.plist": ProjectText.manifest("contoso")])
        let only = native.differences
        GeneratorMerge.unite(&generated, with: &native)
        #expect(only.isEmpty)
        #expect(native.differences.filter { !$0.contains(", contoso at ") } == differences)
    }

    /// The manifests only refer to the setting, which has another value in the specification.
    @Test func anIdentifierInASharedManifestDiffersInTheSpecificationOnce() {
        let manifests = ["Info.plist": ProjectText.manifest(), "Info-Release.plist": ProjectText.manifest()]
        var generated = XcodeGenReaderTests.read(
            """
            name: App
            targets:
              App:
                type: application
                platform: iOS
                settings: {PRODUCT_BUNDLE_IDENTIFIER: com.contoso.app, INFOPLIST_FILE: Info.plist}
            """,
            manifests
        )
        let app = ProjectText.Target(
            settings: "PRODUCT_BUNDLE_IDENTIFIER = com.contoso.old; SDKROOT = iphoneos;",
            own: ["Debug": "INFOPLIST_FILE = Info.plist;", "Release": "INFOPLIST_FILE = \"Info-Release.plist\";"]
        )
        var native = ProjectText(targets: [app]).read(manifests)
        #expect(native.manifests.count == 2)
        GeneratorMerge.unite(&generated, with: &native)
        let differences = native.manifests.flatMap(\.irregularities).filter { $0.kind == .generatorDifference }
        #expect(differences.map(\.expected) == ["com.contoso.app"])
        #expect(differences.map(\.found) == ["com.contoso.old"])
        #expect(differences.map(\.place?.path) == ["project.yml"])
    }

    @Test(arguments: [("application", 1), ("app-extension", 1), ("bundle.unit-test", 0), ("framework", 0)])
    func onlyIdentifiersOfAppsAndExtensionsAreCompared(type: String, count: Int) {
        var generated = XcodeGenReaderTests.read(
            """
            name: App
            targets:
              App:
                type: \(type)
                platform: iOS
                settings: {PRODUCT_BUNDLE_IDENTIFIER: com.contoso.app, INFOPLIST_FILE: Info.plist}
            """,
            ["Info.plist": ProjectText.manifest()]
        )
        let app = ProjectText.Target(
            type: "com.apple.product-type.\(type)",
            settings: "PRODUCT_BUNDLE_IDENTIFIER = com.contoso.old; INFOPLIST_FILE = Info.plist; SDKROOT = iphoneos;"
        )
        var native = ProjectText(targets: [app]).read(["Info.plist": ProjectText.manifest()])
        #expect(native.manifests.count == 1)
        GeneratorMerge.unite(&generated, with: &native)
        #expect(generated.manifests.isEmpty)
        #expect(native.manifests.flatMap(\.irregularities).count { $0.kind == .generatorDifference } == count)
    }

    /// Without a bundle identifier or such a command, the project is kept by hand. It is the same app all the same.
    @Test(arguments: [
        ([:], false),
        (["package.json": #"{"scripts": {"ios": "react-native run-ios"}}"#], false),
        (["package.json": #"{"scripts": ["expo prebuild"]}"#, "eas.json": #"{"build": {}}"#], false),
        (["package.json": #"{"scripts": {"ios": "npx expo run:ios"}}"#], true),
        (["package.json": #"{"scripts": {"clean": "expo prebuild --clean"}}"#], true),
        (["eas.json": #"{"build": {"base": {"prebuildCommand": "prebuild"}}}"#], true),
    ])
    func onlyAProjectThatIsMadeAgainIsCompared(files: [String: String], isCompared: Bool) {
        var generated = ExpoReaderTests.read(#"{"name": "A", "slug": "a", "scheme": "contoso-run"}"#, files)
        #expect(generated.manifests.count == 1)
        let app = ProjectText.Target(
            settings: "INFOPLIST_FILE = Info.plist; PRODUCT_BUNDLE_IDENTIFIER = com.contoso.app; SDKROOT = iphoneos;"
        )
        var native = ProjectText(targets: [app]).read(["Info.plist": ProjectText.manifest("contoso")])
        let lines = native.lines
        GeneratorMerge.unite(&generated, with: &native)
        #expect(generated.manifests.isEmpty)
        #expect(native.lines == lines)
        #expect(native.differences.isEmpty == !isCompared)
    }
}

/// Reads the file of any generator.
enum GeneratorFiles {
    static func read(_ file: Path, of origin: ProjectOrigin, _ files: any FileAccess) -> ProjectReading {
        if file.hasExtension("yml") || file.lastComponent == "project.json" {
            return XcodeGenReader().read(fileAt: file, of: origin, files: files)
        }
        if file.hasExtension("swift") {
            return PackageManifestReader().read(fileAt: file, of: origin, files: files)
        }
        return ExpoReader().read(fileAt: file, of: origin, files: files)
    }
}

extension ProjectReading {
    /// `scheme place from places` of each declared scheme.
    var places: [String] {
        manifests.flatMap { manifest in
            manifest.urlTypes.flatMap(\.schemes).map { scheme in
                let from = scheme.resolvedFrom.map(Self.shown)
                let origin = from.isEmpty ? "" : " from " + from.joined(separator: " ")
                return "\(scheme.resolved ?? scheme.raw) \(Self.shown(manifest.place(of: scheme.span)))\(origin)"
            }
        }
    }

    /// `subject: generator's at place, project's at place` of each difference.
    var differences: [String] {
        manifests.flatMap { manifest in
            manifest.irregularities.filter { $0.kind == .generatorDifference }.map { difference in
                let other = difference.place.map(Self.shown) ?? "nowhere"
                let own = Self.shown(manifest.place(of: difference.span))
                return "\(difference.subject ?? ""): \(difference.expected ?? "nothing") at \(other), "
                    + "\(difference.found ?? "nothing") at \(own)"
            }
        }
    }

    private static func shown(_ place: Place) -> String {
        place.path.display + (place.range?.lines.map { ":\($0.start.line)" } ?? "")
    }
}
