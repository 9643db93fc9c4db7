import SchemeModel
import TestSupport
import Testing

@testable import SchemeManifests

@Suite("Resolving projects")
struct ProjectReaderTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var settings = ""
        var target = "INFOPLIST_FILE = Info.plist; PRODUCT_BUNDLE_IDENTIFIER = com.contoso.app; SDKROOT = iphoneos;"
        var own: [String: String] = [:]
        var type = "com.apple.product-type.application"
        var files: [String: String] = [:]
        var plist = ProjectText.manifest("contoso")
        var lines: [String]
    }

    static let app = "INFOPLIST_FILE = Info.plist; PRODUCT_BUNDLE_IDENTIFIER = com.contoso.app;"
    static let mac = app + "SDKROOT = macosx;"

    static let platforms: [Case] = [
        Case("no SDKROOT is the Mac", target: app, "macos"),
        Case("one SDK", target: app + "SDKROOT = iphoneos;", "ios"),
        Case("a simulator's SDK", target: app + "SDKROOT = iphonesimulator;", "ios"),
        Case("tvOS", target: app + "SDKROOT = appletvos;", "tvos"),
        Case("watchOS", target: app + "SDKROOT = watchos;", "watchos"),
        Case("visionOS", target: app + "SDKROOT = xros;", "visionos"),
        Case(
            "named platforms",
            target: app + "SDKROOT = iphoneos; SUPPORTED_PLATFORMS = \"iphoneos iphonesimulator xros xrsimulator\";",
            "ios+visionos"
        ),
        Case(
            "named platforms without the SDK",
            target: app + "SDKROOT = iphoneos; SUPPORTED_PLATFORMS = \"macosx\";",
            "macos"
        ),
        Case("auto", target: app + "SDKROOT = auto; SUPPORTED_PLATFORMS = \"macosx appletvos\";", "macos+tvos"),
        Case("Catalyst", target: app + "SDKROOT = iphoneos; SUPPORTS_MACCATALYST = YES;", "ios+macos"),
        Case(
            "auto with Catalyst",
            target: app + "SDKROOT = auto; SUPPORTED_PLATFORMS = \"iphoneos xros\"; SUPPORTS_MACCATALYST = YES;",
            "ios+macos+visionos"
        ),
    ]

    @Test(arguments: platforms)
    func whatItIsBuiltFor(_ test: Case) {
        #expect(test.read().lines == test.lines)
    }

    static let devices: [(settings: String, devices: PlatformSet)] = [
        ("", [.iOS, .macOS, .visionOS]),
        ("SUPPORTS_MAC_DESIGNED_FOR_IPHONE_IPAD = NO;", [.iOS, .visionOS]),
        ("SUPPORTS_XR_DESIGNED_FOR_IPHONE_IPAD = NO;", [.iOS, .macOS]),
        ("SUPPORTS_MAC_DESIGNED_FOR_IPHONE_IPAD = YES; SUPPORTS_XR_DESIGNED_FOR_IPHONE_IPAD = NO;", [.iOS, .macOS]),
    ]

    @Test(arguments: devices)
    func whereAnIOSAppRuns(_ settings: String, _ devices: PlatformSet) {
        let project = ProjectText(targets: [.init(settings: Self.app + "SDKROOT = iphoneos;" + settings)])
        #expect(
            project.read(["Info.plist": ProjectText.manifest("a")]).manifests.map(\.deviceSupport.devices) == [devices]
        )
    }

    static let kinds: [(type: String, kind: ProductKind)] = [
        ("application", .application), ("application.watchapp2", .application), ("application.messages", .application),
        ("application.on-demand-install-capable", .appClip), ("app-extension", .appExtension),
        ("app-extension.messages", .appExtension), ("extensionkit-extension", .appExtension),
        ("watchkit2-extension", .appExtension), ("framework", .framework), ("framework.static", .framework),
        ("bundle.unit-test", .bundle), ("xpc-service", .bundle), ("system-extension", .bundle), ("tool", .bundle),
    ]

    @Test(arguments: kinds)
    func productTypes(_ type: String, _ kind: ProductKind) {
        let target = ProjectText.Target(type: "com.apple.product-type." + type, settings: Self.app)
        let reading = ProjectText(targets: [target]).read(["Info.plist": ProjectText.manifest("a")])
        #expect(reading.manifests.map(\.kind) == [kind])
    }

    static let settings: [Case] = [
        Case("the target's level is above the project's", settings: "S = project;", target: mac + "S = target;")
            .gives("$(S)", "target"),
        Case("a target's file is above the project's settings", settings: "S = project;")
            .with(targetFile: "S = file").gives("$(S)", "file"),
        Case("a target's settings are above its file", target: mac + "S = settings;")
            .with(targetFile: "S = file").gives("$(S)", "settings"),
        Case("a project's file is below its settings", settings: "S = settings;")
            .with(projectFile: "S = file").gives("$(S)", "settings"),
        Case("inherited through all levels", settings: "S = \"$(inherited).b\";", target: mac + "S = \"$(S).d\";")
            .with(projectFile: "S = a").with(targetFile: "S = $(inherited).c").gives("$(S)", "a.b.c.d"),
        Case("an array is a list", target: mac + "S = (a, \"b c\");").gives("x$(S:identifier)", "xa_b__c"),
        Case("operators", target: mac + "S = \"Contoso App\";").gives("$(S:rfc1034identifier:lower)", "contoso-app"),
        Case("a bare name", target: mac + "S = s;").gives("x$S", "xs"),
        Case("a name made of names", target: mac + "WHICH = S; S_S = found;").gives("$(S_$(WHICH))", "found"),
        Case("the manifest's own identifier").gives("x.$(CFBundleIdentifier)", "x.com.contoso.app"),
        Case("a missing file makes it unknown").with(targetFile: nil).gives("$(S)", "$(S)?"),
        Case("a missing file leaves alone what is defined", settings: "S = s;").with(targetFile: nil).gives(
            "$(S)",
            "s"
        ),
        Case("nothing defines it").gives("x$(S)", "x"),
    ]

    @Test(arguments: settings)
    func whereValuesComeFrom(_ test: Case) {
        #expect(test.read().lines == test.lines)
    }

    static let manifests: [Case] = [
        Case("SRCROOT", target: "INFOPLIST_FILE = \"$(SRCROOT)/App/Info.plist\"; PRODUCT_BUNDLE_IDENTIFIER = a.b;")
            .at("App/Info.plist"),
        Case("above the project", target: "INFOPLIST_FILE = ../Info.plist; PRODUCT_BUNDLE_IDENTIFIER = a.b;")
            .at("/Info.plist"),
        Case("doubled separators", target: "INFOPLIST_FILE = App//./Info.plist; PRODUCT_BUNDLE_IDENTIFIER = a.b;")
            .at("App/Info.plist"),
        Case("by target", target: "INFOPLIST_FILE = \"$(TARGET_NAME)/Info.plist\"; PRODUCT_BUNDLE_IDENTIFIER = a.b;")
            .at("App/Info.plist"),
    ]

    @Test(arguments: manifests)
    func findsTheManifest(_ test: Case) {
        let reading = test.read()
        #expect(reading.lines == test.lines)
        #expect(reading.manifests.map(\.format) == [.openStep])
    }

    @Test func oneManifestForEachDistinctOutcome() {
        var project = ProjectText()
        project.configurations = ["Debug", "Beta", "Nightly", "Release"]
        project.targets = [
            .init(
                settings: Self.app + "SCHEME = contoso;",
                own: ["Beta": "SCHEME = beta;", "Nightly": "SCHEME = beta;"]
            )
        ]
        let reading = project.read(["Info.plist": ProjectText.manifest("$(SCHEME)")])
        #expect(
            reading.lines == [
                "App | [Debug,Release] | macos | application | com.contoso.app | contoso",
                "App | [Beta,Nightly] | macos | application | com.contoso.app | beta",
            ]
        )
        #expect(reading.configurations == ["Debug", "Beta", "Nightly", "Release"])
        #expect(reading.infoPlists == ["Info.plist"])
        #expect(reading.manifests.allSatisfy { $0.outcome.project == "App.xcodeproj" })
    }

    @Test func configurationsNarrow() {
        var project = ProjectText()
        project.targets = [.init(settings: Self.app, own: ["Debug": "PRODUCT_BUNDLE_IDENTIFIER = com.contoso.debug;"])]
        let reading = project.read(
            ["Info.plist": ProjectText.manifest("contoso")],
            ProjectOptions(configurations: ["Release"])
        )
        #expect(reading.lines == ["App | [Release] | macos | application | com.contoso.app | contoso"])
    }

    @Test func theCallComesLast() {
        var project = ProjectText()
        project.targets = [.init(settings: Self.app + "SCHEME = contoso; OTHER = other;")]
        let options = ProjectOptions(
            settingsFile: "/ci.xcconfig",
            settings: [.init(key: "SCHEME", value: "$(inherited)-set"), .init(key: "OTHER[sdk=iphone*]", value: "no")]
        )
        let reading = project.read(
            ["Info.plist": ProjectText.manifest("$(SCHEME)", "$(OTHER)"), "/ci.xcconfig": "SCHEME = $(inherited)-ci"],
            options
        )
        #expect(
            reading.lines == ["App | [Debug,Release] | macos | application | com.contoso.app | contoso-ci-set other"]
        )
    }

    @Test func placesLeadToWhatMadeTheValue() throws {
        var project = ProjectText()
        project.configurations = ["Release"]
        project.targets = [.init(settings: Self.app + "\nSCHEME = \"$(PREFIX)-pay\";", base: "App.xcconfig")]
        let reading = project.read([
            "Info.plist": ProjectText.manifest("$(SCHEME)", "plain"),
            "App.xcconfig": "// the brand\nPREFIX = contoso",
        ])
        let schemes = try #require(reading.manifests.first?.urlTypes.first?.schemes)
        #expect(schemes.map(\.raw) == ["$(SCHEME)", "plain"])
        #expect(schemes.map(\.resolved) == ["contoso-pay", "plain"])
        #expect(schemes.map(\.state) == [.claimed, .claimed])
        #expect(schemes[0].resolvedFrom.map(\.path) == ["App.xcodeproj/project.pbxproj", "App.xcconfig"])
        #expect(schemes[0].resolvedFrom.map(\.source) == ["repo", "repo"])
        #expect(schemes[0].resolvedFrom.last?.range?.lines?.start.line == 2)
        let range = try #require(schemes[0].resolvedFrom.first?.range)
        let bytes = Array(project.text.utf8)[range.byteOffset..<range.byteOffset + range.byteLength]
        #expect(String(decoding: bytes, as: UTF8.self) == "$(PREFIX)-pay")
        #expect(schemes[1].resolvedFrom.isEmpty)
        #expect(
            reading.inputs.map(\.path.display) == [
                "/repo/App.xcconfig", "/repo/App.xcodeproj/project.pbxproj", "/repo/Info.plist",
            ]
        )
        #expect(reading.inputs.allSatisfy { $0.digest?.utf8.count == 64 })
    }

    @Test func identityNeedsCompleteSettings() {
        let identifiers: [(setting: String, line: String)] = [
            ("com.contoso.app", "com.contoso.app"), ("\"com.contoso.$(SUFFIX)app\"", "com.contoso.app?"),
            ("\"\"", "-?"), ("com.contoso.APP", "com.contoso.APP"), ("\"com.##TEAM##.app\"", "com.##TEAM##.app?"),
        ]
        for (setting, line) in identifiers {
            var project = ProjectText()
            project.targets = [.init(settings: "INFOPLIST_FILE = Info.plist; PRODUCT_BUNDLE_IDENTIFIER = \(setting);")]
            let reading = project.read(["Info.plist": ProjectText.manifest("a")])
            #expect(reading.lines == ["App | [Debug,Release] | macos | application | \(line) | a"])
        }
    }

    @Test(arguments: [
        ("PRODUCT_BUNDLE_IDENTIFIER = \"com.$(TEAM).app\"; TEAM = \"\";", false),
        ("PRODUCT_BUNDLE_IDENTIFIER = \"com.acme.$(SUFFIX)\"; SUFFIX = \"\";", false),
        ("PRODUCT_BUNDLE_IDENTIFIER = \"$(PREFIX).acme\"; PREFIX = \"\";", false),
        ("PRODUCT_BUNDLE_IDENTIFIER = \"com.acme$(SUFFIX)\"; SUFFIX = \"\";", true),
    ])
    func aPartThatASettingLeavesEmptyIsUnknown(settings: String, isKnown: Bool) {
        let target = ProjectText.Target(settings: "INFOPLIST_FILE = Info.plist; \(settings)")
        let reading = ProjectText(targets: [target]).read(["Info.plist": ProjectText.manifest("s")])
        #expect(reading.manifests.allSatisfy { $0.app.isKnown == isKnown })
        #expect(!reading.manifests.isEmpty)
    }

    @Test func aWholeIdentifierIsTakenAsItIsWritten() {
        let target = ProjectText.Target(settings: "INFOPLIST_FILE = Info.plist;")
        let reading = ProjectText(targets: [target]).read([
            "Info.plist": ProjectText.manifest("s", identifier: "com..acme")
        ])
        #expect(reading.manifests.allSatisfy { $0.app.isKnown })
    }

    @Test func packagesAreFarOrNear() {
        let objects = """
            FAR = {isa = XCRemoteSwiftPackageReference; repositoryURL = "https://example.com/far";};
            NEAR = {isa = XCLocalSwiftPackageReference; relativePath = Near;};
            A = {isa = XCSwiftPackageProductDependency; package = FAR; productName = Far;};
            B = {isa = XCSwiftPackageProductDependency; package = NEAR; productName = Near;};
            C = {isa = XCSwiftPackageProductDependency; productName = InTheWorkspace;};
            D = {isa = PBXTargetDependency; name = Other; targetProxy = X;};
            E = {isa = PBXTargetDependency; targetProxy = X;};
            X = {isa = PBXContainerItemProxy; containerPortal = KIT; remoteInfo = Kit;};
            KIT = {isa = PBXFileReference; path = Kit.xcodeproj; sourceTree = "<group>";};
            // What is left of a target in this project, of a project, and of both.
            F = {isa = PBXTargetDependency; name = Deleted; targetProxy = Y;};
            Y = {isa = PBXContainerItemProxy; containerPortal = ROOT; proxyType = 1; remoteInfo = Deleted;};
            G = {isa = PBXTargetDependency; targetProxy = Z;};
            Z = {isa = PBXContainerItemProxy; containerPortal = GONE; remoteInfo = Deleted;};
            H = {isa = PBXTargetDependency; target = GONE; targetProxy = GONE;};
            I = {isa = PBXTargetDependency; targetProxy = GONE;};
            """
        let target = ProjectText.Target(
            more: "packageProductDependencies = (A, B, C); dependencies = (D, E, F, G, H, I);"
        )
        let project = ProjectText(targets: [target], objects: objects, more: "packageReferences = (FAR, NEAR);")
        let reading = project.read()
        #expect(reading.targets[0].packageProducts.map(\.isRemote) == [true, false, false])
        #expect(reading.targets[0].foreignModules == ["Other", "Kit"])
        #expect(reading.packages == ["Near"])
        #expect(reading.packageRanges.keys.map(\.display) == ["Near"])
    }

    @Test(arguments: [
        ("INFOPLIST_FILE = Info.plist;", "", true),
        ("GENERATE_INFOPLIST_FILE = YES;", "", true),
        ("INFOPLIST_FILE = Absent.plist;", "", false),
        ("INFOPLIST_FILE = \"$(FLAVOR)Info.plist\";", "", false),
        ("INFOPLIST_FILE = Info.plist;", "buildWorkingDirectory = \"$(PROJECT_DIR)/../go\";", true),
        ("INFOPLIST_FILE = Info.plist;", "buildWorkingDirectory = \"$(SRCROOT)\";", false),
        ("INFOPLIST_FILE = Info.plist;", "buildWorkingDirectory = \"$(GO)/bridge\";", false),
        ("INFOPLIST_FILE = Info.plist;", "name = Make;", false),
    ])
    func aProjectSettlesWhichManifestsAreUsed(settings: String, legacy: String, expected: Bool) {
        var project = ProjectText(targets: [.init(settings: "SDKROOT = iphoneos; " + settings)])
        project.objects = "O = {isa = PBXFileReference; path = \"Old-Info.plist\"; sourceTree = SOURCE_ROOT;};\n"
        if !legacy.isEmpty { project.objects += "LEGACY = {isa = PBXLegacyTarget; \(legacy)};\n" }
        let text = legacy.isEmpty ? project.text : project.text.replacing("targets = (T0", with: "targets = (LEGACY,T0")
        let reading = ProjectText.read(text, ["Info.plist": ProjectText.manifest("s")])
        #expect(reading.settlesManifests == expected)
        #expect(reading.otherPropertyLists == ["Old-Info.plist"])
    }

    @Test func aPersonMayGiveTheIdentity() {
        var project = ProjectText()
        project.targets = [.init(settings: "INFOPLIST_FILE = Info.plist; PRODUCT_BUNDLE_IDENTIFIER = \"a.$(B)\";")]
        let options = ProjectOptions(bundleIdentifiers: ["/repo/Info.plist": "com.contoso.given"])
        let reading = project.read(["Info.plist": ProjectText.manifest("a")], options)
        #expect(reading.manifests.map(\.app.text) == ["com.contoso.given"])
    }

    @Test func entitlementsAreThoseThatAreGranted() {
        var project = ProjectText()
        let list = "{a = YES; b = (); c = (x); d = \"\"; e = {};}"
        let xml = "<plist><dict><key>t</key><true/><key>f</key><false/><key>i</key><integer>0</integer></dict></plist>"
        for (text, names) in [(list, ["a", "c"]), (xml, ["t"])] as [(String, [Entitlement])] {
            project.targets = [.init(settings: Self.app + "CODE_SIGN_ENTITLEMENTS = App.entitlements;")]
            let reading = project.read(["Info.plist": ProjectText.manifest("s"), "App.entitlements": text])
            #expect(reading.manifests.map(\.entitlements) == [names])
        }
        project.targets = [.init(settings: Self.app + "CODE_SIGN_ENTITLEMENTS = Absent.entitlements;")]
        let absent = project.read(["Info.plist": ProjectText.manifest("s")])
        #expect(absent.manifests.map(\.entitlements) == [nil])
        #expect(absent.irregularityLines.allSatisfy { $0.hasPrefix("missing-file Absent.entitlements at ") })
        project.targets = [.init(settings: Self.app)]
        #expect(project.read(["Info.plist": ProjectText.manifest("s")]).manifests.map(\.entitlements) == [[]])
    }

    @Test(
        arguments: [
            (["Debug": "K9QX2M7RT4", "Release": "K9QX2M7RT4"], "", ["K9QX2M7RT4"]),
            (["Debug": "K9QX2M7RT4", "Release": "FGHIJ67890"], "", []),
            (["Debug": "K9QX2M7RT4"], "", []),
            ([:], "DEVELOPMENT_TEAM = K9QX2M7RT4;", ["K9QX2M7RT4"]),
            (["Debug": "\"$(TEAM)\""], "DEVELOPMENT_TEAM = K9QX2M7RT4;", []),
            ([:], "TEAM = K9QX2M7RT4; DEVELOPMENT_TEAM = \"$(TEAM)\";", ["K9QX2M7RT4"]),
            ([:], "DEVELOPMENT_TEAM = YOURTEAM;", []),
            ([:], "DEVELOPMENT_TEAM = K9QX2M7RT4; \"DEVELOPMENT_TEAM[sdk=macosx*]\" = FGHIJ67890;", []),
            ([:], "", []),
        ] as [([String: String], String, [String])]
    )
    func theTeamIsKnownIfAllConfigurationsHaveIt(own: [String: String], project: String, teams: [String]) {
        let settings = Self.app + "SDKROOT = iphoneos; SUPPORTS_MACCATALYST = YES;"
        var text = ProjectText()
        text.settings = project
        var files = ["Info.plist": ProjectText.manifest("s")]
        for (domain, expected) in [("applinks:acme.com", teams), ("webcredentials:acme.com", [])] {
            text.targets = [.init(settings: settings + "CODE_SIGN_ENTITLEMENTS = App.entitlements;")]
            text.targets[0].own = own.mapValues { "DEVELOPMENT_TEAM = \($0);" }
            files["App.entitlements"] = "{\"\(Manifest.associatedDomainsEntitlement)\" = (\"\(domain)\");}"
            let manifests = text.read(files).manifests
            // The team is no reason to tell configurations apart.
            #expect(manifests.map(\.outcome.configurations) == [["Debug", "Release"]])
            #expect(manifests.flatMap { $0.companions(.team) }.map(\.value) == expected)
        }
    }

    @Test(arguments: [(["Debug", "Release"], "Release"), (["Debug", "Beta"], "Debug"), (["Debug"], "Debug")])
    func equalDomainsHaveThePlaceOfAReleasedConfiguration(configurations: [String], shown: String) {
        var text = ProjectText()
        text.configurations = configurations
        text.targets = [.init(settings: Self.app + "CODE_SIGN_ENTITLEMENTS = \"$(CONFIGURATION).entitlements\";")]
        var files = ["Info.plist": ProjectText.manifest("s")]
        for name in configurations {
            files["\(name).entitlements"] = "{\"\(Manifest.associatedDomainsEntitlement)\" = (\"applinks:acme.com\");}"
        }
        let manifests = text.read(files).manifests
        #expect(manifests.map(\.outcome.configurations) == [configurations])
        #expect(manifests.flatMap(\.domainClaims).map(\.claim.place.path) == [Path("\(shown).entitlements")])
    }

    @Test(arguments: ["#include? \"Local.xcconfig\"\n", ""])
    func aMissingFileMayReplaceTheTeam(include: String) {
        var text = ProjectText()
        text.targets = [.init(settings: Self.app + "CODE_SIGN_ENTITLEMENTS = App.entitlements;")]
        text.targets[0].base = "App.xcconfig"
        let manifests = text.read([
            "Info.plist": ProjectText.manifest("s"),
            "App.entitlements": "{\"\(Manifest.associatedDomainsEntitlement)\" = (\"applinks:acme.com\");}",
            "App.xcconfig": "DEVELOPMENT_TEAM = K9QX2M7RT4\n\(include)",
        ]).manifests
        #expect(manifests.map(\.team) == [include.isEmpty ? "K9QX2M7RT4" : nil])
    }

    /// Builds on the team's computers have the file, which is often not in the repository.
    @Test(arguments: [
        ("kakao$(KEY)", "", nil), ("$(APP_SCHEME)", "APP_SCHEME = kakao$(KEY)\n", nil),
        ("kakao$(KEY)", "KEY =\n", "kakao"), ("kakao$(KEY)", "KEY = 1\n", "kakao1"),
        // The project decides what a missing value means.
        ("kakao$(KEY:default=2)", "", "kakao2"), ("tram$(DEV_SUFFIX)", "", "tram"),
        // Xcode's own.
        ("tram$(MARKETING_VERSION)", "", "tram"),
    ])
    func aMissingFileMayDefineWhatNothingElseDefines(scheme: String, settings: String, expected: String?) {
        var text = ProjectText()
        text.targets = [.init(settings: Self.app)]
        text.targets[0].base = "App.xcconfig"
        for (include, expected) in [("#include? \"Local.xcconfig\"\n", expected), ("", expected ?? "kakao")] {
            let reading = text.read([
                "Info.plist": ProjectText.manifest(scheme), "App.xcconfig": include + settings,
            ])
            let schemes = reading.manifests.flatMap(\.urlTypes).flatMap(\.schemes)
            #expect(schemes.map { $0.state == .claimed ? $0.resolved : nil } == [expected])
        }
        // A missing file that only pods use defines none.
        let pods = "#include? \"Pods/Target Support Files/Pods-App/Pods-App.debug.xcconfig\"\n"
        let reading = text.read(["Info.plist": ProjectText.manifest(scheme), "App.xcconfig": pods + settings])
        let schemes = reading.manifests.flatMap(\.urlTypes).flatMap(\.schemes)
        #expect(schemes.map(\.resolved) == [expected ?? "kakao"])
    }

    @Test(
        "entitlements that a build may change are unknown where they decide whether an app may be the default",
        arguments: [
            ("bitrise.yml", "https", "- PlistBuddy -c 'Add :x bool true' App/App.entitlements", nil),
            (".github/workflows/release.yml", "mailto", "run: ./sign App.entitlements", nil),
            ("bitrise.yml", "http", "- PlistBuddy -c 'Add :com.apple.developer.web-browser bool true' $FILE", nil),
            ("fastlane/Fastfile", "https", "sign('Other.plist')", []),
            ("notes.txt", "https", "App.entitlements", []),
            ("bitrise.yml", "contoso", "App.entitlements", []),
        ] as [(String, String, String, [Entitlement]?)]
    )
    func entitlementsThatABuildMayChange(script: String, scheme: String, text: String, entitlements: [Entitlement]?) {
        var project = ProjectText()
        project.targets = [.init(settings: Self.app + "CODE_SIGN_ENTITLEMENTS = App/App.entitlements;")]
        let reading = project.read([
            "Info.plist": ProjectText.manifest(scheme), "App/App.entitlements": "{}", script: text,
        ])
        #expect(reading.manifests.map(\.entitlements) == [entitlements])
    }

    @Test func entitlementsOfOtherConfigurationsAreNoted() {
        var project = ProjectText()
        project.configurations = ["Debug", "Beta", "Store"]
        let own = ["Beta": "Beta", "Store": "Store"].mapValues { "CODE_SIGN_ENTITLEMENTS = \($0).entitlements;" }
        project.targets = [.init(settings: Self.app, own: own)]
        let browser = "com.apple.developer.web-browser"
        let files = ["Beta.entitlements": "{x = YES;}", "Store.entitlements": "{\"\(browser)\" = YES;}"]
        func noted(_ scheme: String, _ files: [String: String]) -> [[String]] {
            project.read(["Info.plist": ProjectText.manifest(scheme)].merging(files) { $1 }).manifests.map { manifest in
                manifest.irregularities.filter { $0.kind == .partialEntitlement }
                    .map { "\($0.subject ?? ""): \($0.cause ?? "")" }
            }
        }
        let expected = "\(browser): 'Debug', 'Beta'"
        #expect(noted("https", files) == [[expected], [expected], []])
        #expect(noted("contoso", files) == [[], [], []])
        let none = ["Beta.entitlements": "{x = YES;}", "Store.entitlements": "{y = YES;}"]
        #expect(noted("https", none) == [[], [], []])
        // Only builds for testers have it.
        let beta = ["Beta.entitlements": "{\"\(browser)\" = YES;}", "Store.entitlements": "{y = YES;}"]
        #expect(noted("https", beta) == [[], [], []])
        // A fifth name is as short as the number of the others.
        project.configurations = ["Debug", "Beta", "Local", "Tests", "Demo", "Store"]
        let five = "\(browser): 'Debug', 'Beta', 'Local', 'Tests', 'Demo'"
        #expect(noted("https", files).flatMap(\.self) == [five, five])
    }

    @Test func whatIsEmbeddedBelongsToTheAppOfItsConfiguration() {
        var project = ProjectText()
        let ext = "com.apple.product-type.app-extension"
        project.targets = [
            .init(
                name: "App",
                settings: "SDKROOT = iphoneos; GENERATE_INFOPLIST_FILE = YES;",
                own: [
                    "Debug": "PRODUCT_BUNDLE_IDENTIFIER = com.contoso.debug;",
                    "Release": "PRODUCT_BUNDLE_IDENTIFIER = com.contoso;",
                ],
                embeds: ["Watch"]
            ),
            .init(
                name: "Watch",
                settings:
                    "SDKROOT = watchos; GENERATE_INFOPLIST_FILE = YES; PRODUCT_BUNDLE_IDENTIFIER = com.contoso.w;",
                embeds: ["Face"]
            ),
            .init(
                name: "Face",
                type: ext,
                settings: "SDKROOT = watchos; GENERATE_INFOPLIST_FILE = YES; PRODUCT_BUNDLE_IDENTIFIER = com.contoso.f;"
            ),
        ]
        #expect(
            project.read().lines == [
                "App | [Debug] | ios | application | com.contoso.debug",
                "App | [Release] | ios | application | com.contoso",
                "Watch | [Debug] | watchos | application | com.contoso.w | in com.contoso.debug",
                "Watch | [Release] | watchos | application | com.contoso.w | in com.contoso",
                "Face | [Debug] | watchos | app-extension | com.contoso.f | in com.contoso.debug",
                "Face | [Release] | watchos | app-extension | com.contoso.f | in com.contoso",
            ]
        )
    }

    /// iOS doesn't install an app inside another one, and only watch apps have companion apps.
    @Test func anAppForIPhoneIsNoPartOfAnother() {
        let other =
            "{CFBundleIdentifier = \"com.contoso.other\"; WKCompanionAppBundleIdentifier = \"com.contoso.app\";}"
        for (sdk, container) in [("iphoneos", ""), ("watchos", " | in com.contoso.app")] {
            var project = ProjectText(configurations: ["Release"])
            let settings = "SDKROOT = \(sdk); INFOPLIST_FILE = Other.plist;"
            project.targets = [
                .init(settings: Self.app + "SDKROOT = iphoneos;", embeds: ["Copied"]),
                .init(name: "Copied", settings: settings + "PRODUCT_BUNDLE_IDENTIFIER = com.contoso.other;"),
                .init(name: "Beside", settings: settings + "PRODUCT_BUNDLE_IDENTIFIER = com.contoso.other;"),
            ]
            let lines = project.read(["Info.plist": ProjectText.manifest("a"), "Other.plist": other]).lines
            let platform = sdk == "watchos" ? "watchos" : "ios"
            #expect(
                lines.dropFirst() == [
                    "Copied | [Release] | \(platform) | application | com.contoso.other\(container)",
                    "Beside | [Release] | \(platform) | application | com.contoso.other\(container)",
                ]
            )
        }
    }

    /// CocoaPods generates files that are often missing, and writes the folder of the pods into them.
    @Test func thePodsFolderIsKnownWithoutItsSettingsFile() {
        var project = ProjectText()
        project.base = "ios/Pods/Target Support Files/Pods-App/Pods-App.release.xcconfig"
        let settings = "PRODUCT_BUNDLE_IDENTIFIER = com.contoso.app; INFOPLIST_FILE = \"$(PODS_ROOT)/../E.txt\";"
        project.targets = [.init(settings: settings + "SDKROOT = iphoneos;")]
        let reading = project.read(["ios/E.txt": ProjectText.manifest("a")])
        #expect(reading.lines == ["App | [Debug,Release] | ios | application | com.contoso.app | a"])
        #expect(reading.irregularities.isEmpty)
    }

    @Test(arguments: [("$(PODS_CONFIGURATION)/E.plist", true), ("$(USER).plist", true), ("$(NONE)E.plist", false)])
    func aManifestWithAnUnknownPathIsMissing(path: String, isUnknown: Bool) {
        var project = ProjectText()
        project.base = "Pods/Target Support Files/Pods-App/Pods-App.release.xcconfig"
        let kit = ProjectText.Target(name: "Kit", type: "com.apple.product-type.framework")
        project.targets = [.init(), kit].map { target in
            var target = target
            target.settings = "SDKROOT = iphoneos; INFOPLIST_FILE = \"\(path)\";"
            return target
        }
        let reading = project.read(["E.plist": ProjectText.manifest("a")])
        #expect(reading.problems.map(\.code) == (isUnknown ? [.notFound] : []) && reading.irregularities.isEmpty)
        let cause = "the manifest path '\(path)' of the target 'App' is unknown, so its URL types are unknown"
        #expect(reading.problems.map(\.message) == (isUnknown ? [cause] : []))
    }

    /// A build folder of CMake inside a source belongs to a library. One that is named itself is checked.
    @Test(arguments: [
        ("Lib/build-ios", "Lib", true), ("Lib", "Lib", true), ("", "Lib", false), ("Other", "Lib", false),
        ("Lib", "", false),
    ])
    func aManifestThatCMakeMakesForALibraryIsNoProblem(cache: String, folder: String, isNote: Bool) throws {
        let project = folder.isEmpty ? "App.xcodeproj" : "\(folder)/build-ios/App.xcodeproj"
        let path = "CMakeFiles/App.dir/Info.plist"
        let text = ProjectText(targets: [.init(settings: "SDKROOT = iphoneos; INFOPLIST_FILE = \(path);")]).text
        let reading = ProjectReader().read(
            projectAt: Path(project),
            of: ProjectOrigin(source: "repo", root: "/repo"),
            files: SettingsFileSystem([
                "/repo/\(project)/project.pbxproj": text,
                "/repo/\(cache.isEmpty ? "" : cache + "/")CMakeCache.txt": "# This is the CMakeCache file.\n",
            ])
        )
        #expect(reading.problems.map(\.code) == (isNote ? [] : [.notFound]))
        let parts = reading.irregularities.map(\.irregularity).filter { $0.kind == .missingPart }
        #expect(parts.map(\.found) == (isNote ? ["generated-manifest"] : []))
        // One that is elsewhere, or without such a folder around it, is missing.
        let other = text.replacing("CMakeFiles", with: "Made")
        let rest = ProjectText.read(other, ["CMakeCache.txt": "# This is the CMakeCache file.\n"])
        #expect(rest.problems.map(\.code) == [.notFound])
    }

    @Test(arguments: [
        ("cp $SCRIPT_INPUT_FILE_0 $SCRIPT_OUTPUT_FILE_0", "$(DERIVED_FILE_DIR)/Made-Info.plist", true),
        ("cp a.plist $DERIVED_FILE_DIR/Made-Info.plist", "", true), ("cp a b", "", false),
    ])
    func aManifestInADerivedFolderNamesThePhaseThatWritesIt(script: String, output: String, isMade: Bool) {
        let path = "$(DERIVED_FILE_DIR)/Made-Info.plist"
        var project = ProjectText()
        project.targets = [.init(settings: "SDKROOT = iphoneos; INFOPLIST_FILE = \"\(path)\";")]
        project.objects = """
            S1 = {isa = PBXShellScriptBuildPhase; name = Show; shellScript = "cat Info.plist.in";};
            S2 = {isa = PBXShellScriptBuildPhase; name = Make; outputPaths = ("\(output)"); shellScript = "\(script)";};

            """
        let clause = isMade ? "; the build phase 'Make' names it" : ""
        let text = project.text.replacing("buildPhases = (T0P)", with: "buildPhases = (T0P,S1,S2)")
        let problems = ProjectText.read(text).problems
        #expect(
            problems.map(\.message) == [
                "the manifest path '\(path)' of the target 'App' is unknown, so its URL types are unknown" + clause
            ]
        )
        let hint = "run schemereg on the built app, or accept the problem as 'schemereg explain not-found' shows"
        #expect(problems.first?.hint?.hasSuffix(hint) == true)
    }

    /// The system opens any bundle with the extension of an app.
    @Test(arguments: [
        ("WRAPPER_EXTENSION = app;", "application"), ("WRAPPER_EXTENSION = bundle;", "bundle"), ("", "bundle"),
        ("WRAPPER_SUFFIX = .App;", "application"), ("FULL_PRODUCT_NAME = Wallet.app;", "application"),
    ])
    func aBundleIsAnAppByItsExtension(setting: String, kind: String) {
        var project = ProjectText()
        project.targets = [
            .init(name: "App", type: "com.apple.product-type.bundle", settings: "\(Self.mac)\(setting)")
        ]
        let reading = project.read(["Info.plist": ProjectText.manifest("a")])
        #expect(reading.manifests.map(\.kind.rawValue) == [kind])
    }

    /// A product that is a single file has no extension of a bundle.
    @Test(arguments: [
        ("bundle.unit-test", "application"), ("bundle.ui-testing", "application"), ("framework", "application"),
        ("app-extension", "application"), ("xpc-service", "application"), ("tool", "bundle"),
        ("library.static", "bundle"),
    ])
    func aTargetOfAnotherTypeIsAnAppByItsExtension(type: String, kind: String) {
        var project = ProjectText()
        project.targets = [
            .init(
                name: "App",
                type: "com.apple.product-type.\(type)",
                settings: "\(Self.mac)WRAPPER_EXTENSION = app; MACH_O_TYPE = mh_execute;"
            )
        ]
        let reading = project.read(["Info.plist": ProjectText.manifest("a")])
        #expect(reading.manifests.map(\.kind.rawValue) == [kind])
    }

    /// Apps and extensions whose manifests a build writes are problems. Those of tests and frameworks aren't.
    @Test(arguments: [
        ("application", true), ("app-extension", true), ("bundle.unit-test", false), ("framework", false),
    ])
    func aMissingManifestIsAProblem(type: String, isOne: Bool) {
        var project = ProjectText()
        project.targets = [
            .init(
                name: "App",
                type: "com.apple.product-type.\(type)",
                settings: "SDKROOT = iphoneos; INFOPLIST_FILE = Made/App-Info.plist;"
            )
        ]
        func read(_ files: [String: String] = [:]) -> [Problem] { project.read(files).problems }
        let message = "the manifest 'Made/App-Info.plist' of the target 'App' is missing, so its URL types are unknown"
        #expect(read().map(\.code) == (isOne ? [.notFound] : []))
        #expect(read().map(\.message) == (isOne ? [message] : []) && read().allSatisfy { $0.place.range != nil })
        let template = read(["Made/App-Info.plist.template": ""]).map(\.message)
        let maker = "; 'Made/App-Info.plist.template' seems to be its template"
        #expect(template == (isOne ? [message + maker] : []))
        #expect(read(["Made/App-Info.plist": ProjectText.manifest("a")]).isEmpty)
    }

    /// `xcodebuild -configuration Beta` builds such a target with its own settings.
    @Test func aConfigurationThatOnlyATargetHasIsRead() {
        var project = ProjectText()
        project.configurations = ["Debug", "Beta"]
        project.targets = [
            .init(
                settings: "SDKROOT = iphoneos; PRODUCT_BUNDLE_IDENTIFIER = a.b;",
                own: ["Debug": "INFOPLIST_FILE = Info.plist;", "Beta": "INFOPLIST_FILE = Beta.plist;"]
            )
        ]
        let text = project.text.replacing("buildConfigurations = (LC0,LC1)", with: "buildConfigurations = (LC0)")
        let files = ["Info.plist": ProjectText.manifest("a"), "Beta.plist": ProjectText.manifest("tel")]
        let reading = ProjectText.read(text, files)
        #expect(reading.configurations == ["Debug", "Beta"])
        #expect(
            reading.lines == [
                "App | [Debug] | ios | application | a.b | a", "App | [Beta] | ios | application | a.b | tel",
            ]
        )
        // Without its manifest, it is a leftover.
        let rest = ProjectText.read(text, ["Info.plist": ProjectText.manifest("a")])
        #expect(rest.lines == ["App | [Debug] | ios | application | a.b | a"] && rest.problems.isEmpty)
    }

    @Test func aConfigurationThatOnlyAnExtensionHasIsInTheDefaultApp() {
        var project = ProjectText(configurations: ["Debug", "Release", "Store"])
        let settings = "SDKROOT = iphoneos; GENERATE_INFOPLIST_FILE = YES;"
        project.targets = [
            .init(
                settings: settings,
                own: [
                    "Debug": "PRODUCT_BUNDLE_IDENTIFIER = a.debug;", "Release": "PRODUCT_BUNDLE_IDENTIFIER = a;",
                    "Store": "PRODUCT_BUNDLE_IDENTIFIER = a.store;",
                ],
                embeds: ["Ext"]
            ),
            .init(
                name: "Ext",
                type: "com.apple.product-type.app-extension",
                settings: settings + "PRODUCT_BUNDLE_IDENTIFIER = a.ext;"
            ),
        ]
        let text = project.text
            .replacing("(T0LC0,T0LC1,T0LC2)", with: "(T0LC0,T0LC1)")
            .replacing("(LC0,LC1,LC2)", with: "(LC0,LC1); defaultConfigurationName = Release")
        #expect(
            ProjectText.read(text).lines.suffix(2) == [
                "Ext | [Debug] | ios | app-extension | a.ext | in a.debug",
                "Ext | [Release,Store] | ios | app-extension | a.ext | in a",
            ]
        )
    }

    /// The target's own default doesn't count.
    @Test func aTargetFallsBackToTheDefaultConfigurationOfTheProject() {
        var project = ProjectText()
        project.configurations = ["Debug", "Release", "Beta"]
        project.targets = [
            .init(
                settings: "SDKROOT = iphoneos; PRODUCT_BUNDLE_IDENTIFIER = a.b;",
                own: ["Debug": "INFOPLIST_FILE = Info.plist;", "Release": "INFOPLIST_FILE = Release.plist;"]
            )
        ]
        let text = project.text
            .replacing("(T0LC0,T0LC1,T0LC2)", with: "(T0LC0,T0LC1); defaultConfigurationName = Debug")
            .replacing("(LC0,LC1,LC2)", with: "(LC0,LC1,LC2); defaultConfigurationName = Release")
        let files = ["Info.plist": ProjectText.manifest("a"), "Release.plist": ProjectText.manifest("tel")]
        #expect(
            ProjectText.read(text, files).lines == [
                "App | [Debug] | ios | application | a.b | a",
                "App | [Release,Beta] | ios | application | a.b | tel",
            ]
        )
    }

    @Test(arguments: [
        ("{CFBundleURLTypes = ({CFBundleURLSchemes = (tel);});}", ["tel"]), ("{CFBundleName = B;}", ["contoso"]),
        ("", ["contoso"]),
        ("<plist><dict><key>CFBundleURLTypes</key><array/></dict></plist>", []),
    ])
    func aSettingReplacesKeysOfTheManifest(contents: String, schemes: [String]) throws {
        let setting = "INFOPLIST_FILE_CONTENTS = \"\(contents)\";"
        let project = ProjectText(targets: [.init(settings: Self.mac + setting)])
        let reading = project.read(["Info.plist": ProjectText.manifest("contoso")])
        let manifest = try #require(reading.manifests.first)
        let found = manifest.urlTypes.flatMap(\.schemes)
        #expect(found.compactMap(\.resolved) == schemes && reading.irregularities.isEmpty && reading.problems.isEmpty)
        let isReplaced = schemes == ["tel"]
        #expect(found.flatMap(\.resolvedFrom).isEmpty == !isReplaced)
        #expect(found.allSatisfy { ($0.span.origin == .literal) == !isReplaced }, "no fix may edit the file")
    }

    /// The manifest must not be checked without it.
    @Test func aSettingWithATooDeepDictionaryIsAProblem() {
        let contents = (1...20).reduce("tel") { text, _ in "{CFBundleURLTypes = \(text);}" }
        let project = ProjectText(targets: [.init(settings: Self.mac + "INFOPLIST_FILE_CONTENTS = \"\(contents)\";")])
        var limits = Limits.standard
        limits.depth = 12
        let reading = ProjectText.read(project.text, ["Info.plist": ProjectText.manifest("contoso")], limits: limits)
        #expect(reading.problems.map(\.code) == [.overLimit] && reading.manifests.isEmpty)
        #expect(reading.irregularities.isEmpty)
    }

    @Test(arguments: [("(a)", true), ("{a = ", true), ("$(USER)", false)])
    func aSettingWithoutAKnownDictionaryIsReported(contents: String, isMalformed: Bool) {
        let setting = "INFOPLIST_FILE_CONTENTS = \"\(contents)\";"
        let project = ProjectText(configurations: ["Release"], targets: [.init(settings: Self.mac + setting)])
        let reading = project.read(["Info.plist": ProjectText.manifest("contoso")])
        #expect(reading.irregularities.map(\.irregularity.kind) == (isMalformed ? [.malformedProject] : []))
        #expect(reading.problems.map(\.code) == (isMalformed ? [] : [.notFound]))
    }

    /// Files with secrets are missing in many checkouts, and hardly ever name a manifest.
    @Test(arguments: [
        ("INFOPLIST_FILE = Info.plist\n#include \"Secrets.xcconfig\"", ""),
        ("#include \"Common.xcconfig\"\nINFOPLIST_FILE = Info.plist", "#include \"Secrets.xcconfig\""),
        (nil, ""),
    ])
    func aMissingSettingsFileLeavesTheManifest(base: String?, common: String) throws {
        let own = "SDKROOT = iphoneos; PRODUCT_BUNDLE_IDENTIFIER = a.b;"
        let target = ProjectText.Target(settings: own, base: base == nil ? "Secrets.xcconfig" : "App.xcconfig")
        let project = ProjectText(settings: "INFOPLIST_FILE = Info.plist;", targets: [target])
        var files = ["Info.plist": ProjectText.manifest("a"), "Common.xcconfig": common]
        files["App.xcconfig"] = base
        for template in [nil, "TOKEN = "] {
            files["Secrets.xcconfig.example"] = template
            let reading = project.read(files)
            #expect(reading.problems.isEmpty)
            #expect(reading.lines == ["App | [Debug,Release] | ios | application | a.b | a"])
            let notes = reading.manifests.flatMap(\.irregularities).filter { $0.kind == .missingFile }
            #expect(!notes.isEmpty && notes.allSatisfy { $0.subject == "Secrets.xcconfig" })
        }
    }

    @Test(arguments: [("GENERATE_INFOPLIST_FILE = YES;", true), ("", false)])
    func aGeneratedManifestNeedsNoFurtherSettings(setting: String, isKnown: Bool) {
        let own = "SDKROOT = iphoneos; PRODUCT_BUNDLE_IDENTIFIER = a.b;" + setting
        let reading = ProjectText(targets: [.init(settings: own, base: "Secrets.xcconfig")]).read([:])
        #expect(reading.problems.map(\.code) == (isKnown ? [] : [.notFound]))
        #expect(reading.manifests.allSatisfy { $0.irregularities.contains { $0.kind == .missingFile } })
    }

    @Test func filesOfATargetAreListedOrAFolder() {
        var project = ProjectText()
        project.targets = [
            .init(
                name: "App",
                settings: Self.app,
                more: "buildPhases = (S); fileSystemSynchronizedGroups = (FOLDER);"
            ),
            .init(name: "Widget", type: "com.apple.product-type.app-extension", settings: Self.app),
        ]
        project.children = "SUB, FOLDER, FREE"
        project.objects = """
            S = {isa = PBXSourcesBuildPhase; files = (B1, B2, B3, NONE);};
            B1 = {isa = PBXBuildFile; fileRef = F1;}; B2 = {isa = PBXBuildFile; fileRef = F2;};
            B3 = {isa = PBXBuildFile; fileRef = F3;};
            SUB = {isa = PBXGroup; path = Sub; children = (F1, F2, F3); sourceTree = "<group>";};
            F1 = {isa = PBXFileReference; path = "A.swift"; sourceTree = "<group>";};
            F2 = {isa = PBXFileReference; path = "Other/B.swift"; sourceTree = SOURCE_ROOT;};
            F3 = {isa = PBXFileReference; path = "C.swift"; sourceTree = SDKROOT;};
            FOLDER = {isa = PBXFileSystemSynchronizedRootGroup; path = Folder; sourceTree = "<group>";
            exceptions = (X1, X2);};
            X1 = {isa = PBXFileSystemSynchronizedBuildFileExceptionSet; target = T0; membershipExceptions = ("D.swift");};
            X2 = {isa = PBXFileSystemSynchronizedBuildFileExceptionSet; target = T1; membershipExceptions = ("E.swift");};
            FREE = {isa = PBXFileSystemSynchronizedRootGroup; path = Free; sourceTree = "<group>"; exceptions = (X3);};
            X3 = {isa = PBXFileSystemSynchronizedBuildFileExceptionSet; target = T1; membershipExceptions = ("F.swift");};
            """
        let targets = project.read(["Info.plist": ProjectText.manifest("a")]).targets
        #expect(targets.map(\.sources) == [["Sub/A.swift", "Other/B.swift"], []])
        #expect(targets.map { $0.folders.map(\.path) } == [["Folder"], ["Folder", "Free"]])
        #expect(targets.map { $0.folders.map(\.excluded) } == [[["D.swift"]], [[], []]])
        #expect(targets.map { $0.folders.map(\.included) } == [[nil], [["E.swift"], ["F.swift"]]])
    }
}

extension ProjectReaderTests.Case {
    /// A case about platforms alone.
    init(_ description: String, target: String, _ platforms: String) {
        self.init(
            testDescription: description,
            target: target,
            lines: ["App | [Debug,Release] | \(platforms) | application | com.contoso.app | contoso"]
        )
    }

    /// A case about the value of a scheme.
    init(_ description: String, settings: String = "", target: String = ProjectReaderTests.mac) {
        self.init(testDescription: description, settings: settings, target: target, lines: [])
    }

    /// With the scheme `raw`, which becomes `value`.
    func gives(_ raw: String, _ value: String) -> Self {
        var test = self
        test.plist = ProjectText.manifest(raw)
        test.lines = ["App | [Debug,Release] | macos | application | com.contoso.app | \(value)"]
        return test
    }

    /// With the manifest at `path`.
    func at(_ path: String) -> Self {
        var test = self
        test.files[path] = plist
        test.plist = ""
        test.lines = ["App | [Debug,Release] | macos | application | a.b | contoso"]
        return test
    }

    /// With a file of settings for the target; `nil` for one that is absent.
    func with(targetFile text: String?) -> Self {
        var test = self
        test.files["target.xcconfig"] = text ?? Self.absent
        return test
    }

    func with(projectFile text: String) -> Self {
        var test = self
        test.files["project.xcconfig"] = text
        return test
    }

    private static let absent = "absent"

    func read() -> ProjectReading {
        var project = ProjectText()
        project.settings = settings
        project.base = files["project.xcconfig"] == nil ? nil : "project.xcconfig"
        let base = files["target.xcconfig"] == nil ? nil : "target.xcconfig"
        project.targets = [.init(type: type, settings: target, own: own, base: base)]
        var files = files
        if files["target.xcconfig"] == Self.absent { files["target.xcconfig"] = nil }
        if !plist.isEmpty { files["Info.plist"] = plist }
        return project.read(files)
    }
}
