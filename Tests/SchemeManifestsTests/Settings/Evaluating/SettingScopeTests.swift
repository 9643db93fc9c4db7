import SchemeModel
import Testing

@testable import SchemeManifests

@Suite("Scopes of build settings")
struct SettingScopeTests {
    @Test func lowerLevelsAreInherited() {
        let scope = settings(
            ["X": "low", "ID": "com.acme"],
            ["X": "$(inherited)+project", "ID": "$(inherited).app"],
            ["X": "$(X)+target", "ID": "$(value).beta"]
        )
        #expect(scope.evaluate("X").value == "low+project+target")
        #expect(scope.evaluate("ID").value == "com.acme.app.beta")
    }

    @Test func referencesAreBoundLate() {
        let scope = settings(["ID": "com.acme.$(SUFFIX)", "SUFFIX": "project"], ["SUFFIX": "target"])
        #expect(scope.evaluate("ID").value == "com.acme.target")
    }

    @Test func cyclesEnd() {
        let scope = settings(["A": "a$(B)", "B": "b$(C)", "C": "c$(A)"])
        #expect(scope.evaluate("A").value == "abc")
        #expect(scope.evaluate("B").value == "bca")
        #expect(scope.evaluate("A").state == .defined)
        #expect(settings(["X": "$(X)"]).evaluate("X").value == "")
        #expect(settings(["X": "[$X]"]).evaluate("X").value == "[]")
    }

    @Test func aCycleIsNotRememberedWithWhatWasInUse() {
        // B alone is `ba`, but inside A it is `b`: neither may take the place of the other.
        let scope = settings(["A": "a$(B)", "B": "b$(A)", "AB": "$(A) $(B)", "BA": "$(B) $(A)"])
        #expect(scope.evaluate("AB").value == "ab ba")
        #expect(scope.evaluate("BA").value == "ba ab")
        #expect(scope.evaluate("B").value == "ba")
        #expect(scope.evaluate("A").value == "ab")
    }

    static let conditions: [(bindings: [String: [String]], value: String)] = [
        ([:], "base"),
        (["config": ["Debug"]], "debug"),
        (["config": ["Debug"], "sdk": ["iphoneos", "embedded"]], "iphone"),
        (["config": ["Release"], "sdk": ["macosx"]], "base"),
        (["sdk": ["watchos", "embedded"]], "embedded"),
        (["sdk": ["iphoneos", "embedded"], "arch": ["arm64"]], "iphone"),
    ]

    @Test(arguments: conditions)
    func condition(_ bindings: [String: [String]], _ value: String) {
        let scope = settings(
            [
                "V": "base", "V[arch=arm64]": "arm", "V[config=Deb*]": "debug", "V[sdk=embedded]": "embedded",
                "V[sdk=iphoneos*]": "iphone",
            ],
            bindings: bindings
        )
        #expect(scope.evaluate("V").value == value)
    }

    /// The SDK's version depends on the build machine.
    @Test(
        arguments: [
            ("iphoneos2*", true), ("iphoneos18.5", true), ("iphoneos1?.*", true), ("*26.0", true), ("iphoneos*", false),
            ("iphoneosx*", false), ("macosx1*", false), ("iphonesimulator1*", false), ("iphoneos123456*", false),
            ("iphoneos", true), ("iphoneo?", true), ("*os", true), ("iphoneos*][_sdk_build_version=2*", true),
            ("macosx*][_sdk_build_version=2*", false),
        ]
    )
    func aConditionOnTheVersionOfTheSDK(pattern: String, isUnknown: Bool) {
        let lines =
            [("V", "a", nil), ("V[sdk=\(pattern)]", "b", nil), ("W", "$(V)", nil)] as [(String, String, Place?)]
        let bindings = SettingBindings(configuration: nil, target: nil, platform: .iphoneos)
        let level = SettingLevel(.project, buildSettings: lines)
        for name in ["V", "W"] {
            let result = SettingScope(levels: [level], bindings: bindings).evaluate(name)
            #expect(result.unknown == (isUnknown ? [UnknownSetting(name: "V", cause: .buildMachine)] : []))
        }
        // An assignment above it that always applies decides.
        let above = SettingLevel(.target, buildSettings: [("V", "c", nil)])
        #expect(SettingScope(levels: [level, above], bindings: bindings).evaluate("V").value == "c")
    }

    @Test func aConditionalValueInheritsFromTheNextThatMatches() {
        let scope = settings(
            ["V": "p", "V[sdk=mac*]": "$(inherited)-mac"],
            ["V": "$(inherited)-t", "V[sdk=ip*]": "$(inherited)-ip", "V[sdk=mac*]": "never"],
            bindings: ["sdk": ["iphoneos"]]
        )
        #expect(scope.evaluate("V").value == "p-t-ip")
    }

    @Test func keysOfAProjectMustBeNames() {
        #expect(SettingAssignment(key: "A[sdk=x][config=y]", value: "")?.conditions.count == 2)
        for key in ["", "A.B", "A[", "A[sdk]", "1A", "A=b", "A[sdk=x] y"] {
            #expect(SettingAssignment(key: key, value: "") == nil)
        }
    }

    /// Xcode reads a Boolean by its first character.
    @Test(arguments: [
        ("YES", true), ("yes", true), ("Y", true), ("true", true), ("TRUE", true), ("1", true), ("9", true),
        ("$(ON)", true),
        ("NO", false), ("no", false), ("0", false), ("01", false), ("false", false), ("on", false), ("", false),
        (" YES", false), ("$(NOPE)", false),
    ])
    func readsBooleansLikeXcode(text: String, isTrue: Bool) {
        let scope = settings(["ON": "YES", "B": text])
        #expect(scope.isTrue("B") == isTrue)
        #expect(scope.isTrue("B", otherwise: true) == isTrue)
        #expect(!scope.isTrue("UNDEFINED"))
        #expect(scope.isTrue("UNDEFINED", otherwise: true))
        // USER depends on the machine.
        #expect(settings(["B": "$(USER)"]).isTrue("B", otherwise: true))
    }

    // MARK: States and places

    @Test func distinguishesUndefinedFromEmpty() {
        let scope = settings([
            "EMPTY": "", "X": "a$(NOPE)b$BARE$(NOPE)", "OFF[sdk=none]": "x", "D": "$(NOPE:default=1)",
        ])
        #expect(scope.evaluate("EMPTY").state == .defined)
        #expect(scope.evaluate("NOPE").state == .undefined)
        #expect(scope.evaluate("OFF").state == .undefined)
        let result = scope.evaluate("X")
        #expect(result.state == .defined)
        #expect(result.value == "ab$BARE")
        #expect(result.undefined == ["NOPE", "BARE"])
        #expect(scope.evaluate("D").undefined.isEmpty)
        #expect(settings(["X": "$(inherited)y"]).evaluate("X").undefined.isEmpty)
    }

    static func place(_ line: Int) -> Place {
        Place(path: "p", range: SourceRange(byteOffset: line, byteLength: 1))
    }

    static func level(_ kind: SettingLevel.Kind, _ lines: [(String, String, Int)]) -> SettingLevel {
        SettingLevel(kind, lines.compactMap { SettingAssignment(key: $0.0, value: $0.1, place: place($0.2)) })
    }

    @Test func placesComeOutermostFirstAndOnce() {
        let scope = SettingScope(levels: [
            Self.level(.project, [("ID", "com", 1), ("NAME", "N", 2), ("UNUSED", "u", 3)]),
            Self.level(.target, [("ID", "$(inherited).$(NAME).$(NAME)$(NONE:default=$(NAME))", 4)]),
        ])
        for _ in 0..<2 {
            #expect(scope.evaluate("ID").from == [4, 1, 2].map(Self.place))
        }
        // What is remembered of NAME brings its place along.
        #expect(scope.evaluate("NAME").from == [Self.place(2)])
        #expect(scope.evaluate(SettingExpression("$(ID)!")).from == [4, 1, 2].map(Self.place))
        #expect(scope.evaluate(SettingExpression("$(NAME:default=$(UNUSED))")).from == [Self.place(2)])
    }

    @Test func whatAMissingFileMayDefineIsUnknown() {
        let missing = MissingSettingsFile(path: "Secrets.xcconfig", place: Self.place(9))
        let incomplete = SettingLevel(.targetFile, [SettingAssignment("KNOWN", value: "k")], missing: [missing])
        let scope = SettingScope(levels: [
            Self.level(.project, [("LOW", "$(inherited)l", 1)]), incomplete,
            Self.level(.target, [("ID", "com.$(SUFFIX:lower).$(KNOWN)", 2), ("HIGH", "$(inherited)h", 3)]),
        ])
        let result = scope.evaluate("ID")
        #expect(result.state == .unknown)
        #expect(result.value == "com.$(SUFFIX:lower).k")
        #expect(result.unknown == [UnknownSetting(name: "SUFFIX", cause: .missingFiles([missing]))])
        #expect(result.undefined.isEmpty)
        #expect(scope.evaluate("KNOWN").state == .defined)
        // Below the file that is missing nothing is missing; above it, something may be inherited.
        #expect(scope.evaluate("LOW").state == .defined)
        #expect(scope.evaluate("HIGH").state == .unknown)
        // The name of the setting is not known either, and neither is a value that is made of the unknown.
        #expect(scope.evaluate(SettingExpression("$(A_$(SUFFIX))")).value == "$(A_$(SUFFIX))")
        #expect(scope.evaluate(SettingExpression("$(ID:upper)")).value == "$(ID:upper)")
        #expect(scope.evaluate(SettingExpression("$(SUFFIX:default=x)")).state == .unknown)
        #expect(scope.evaluate(SettingExpression("$(KNOWN:default=$(SUFFIX))")).state == .defined)
    }

    @Test(arguments: [
        "Pods/Target Support Files/Pods-Tram/Pods-Tram.debug.xcconfig", "Pods/Pods-Tram.xcconfig",
        "Pods/Pods.release.xcconfig",
    ])
    func aMissingFileOfCocoaPodsOnlyDefinesItsOwnSettings(path: Path) {
        let pods = SettingLevel(.targetFile, [], missing: [MissingSettingsFile(path: path)])
        let scope = SettingScope(levels: [Self.level(.project, [("A", "a", 1)]), pods])
        #expect(scope.evaluate("TRAM_SCHEME").state == .undefined)
        #expect(scope.evaluate("PODS_ROOT").state == .unknown)
        #expect(scope.evaluate("FRAMEWORK_SEARCH_PATHS").state == .unknown)
        // A file of the project itself is named alone.
        let own = MissingSettingsFile(path: "Config/Pods/Secrets.xcconfig")
        let both = SettingScope(levels: [SettingLevel(.projectFile, [], missing: [own]), pods])
        #expect(both.evaluate("TRAM_SCHEME").unknown.map(\.cause) == [.missingFiles([own])])
    }

    /// Flutter generates a file that is never in a checkout. Some versions add an app's own variables to it.
    @Test(arguments: [
        ("Generated.xcconfig", "ios/Flutter/Debug.xcconfig"),
        ("../Generated.xcconfig", "ios/Flutter/dev/Debug.xcconfig"),
        ("ephemeral/Flutter-Generated.xcconfig", "macos/Flutter/Flutter-Debug.xcconfig"),
        ("ios/Flutter/Generated.xcconfig", "ios/Runner.xcodeproj/project.pbxproj"),
    ])
    func aMissingFileOfFlutterDoesNotNameAnAppsFiles(path: Path, includer: Path) {
        let missing = MissingSettingsFile(path: path, place: Place(source: nil, path: includer))
        let scope = SettingScope(levels: [SettingLevel(.projectFile, [], missing: [missing])])
        #expect(scope.evaluate("CODE_SIGN_ENTITLEMENTS").state == .undefined)
        #expect(scope.evaluate("INFOPLIST_FILE").state == .undefined)
        #expect(scope.evaluate("FLUTTER_BUILD_NAME").state == .unknown)
        #expect(scope.evaluate("TRAM_SCHEME").state == .unknown)
    }

    @Test func aMissingFileWithFluttersNameElsewhereMayDefineAnything() {
        let missing = MissingSettingsFile(
            path: "Generated.xcconfig",
            place: Place(source: nil, path: "Config/A.xcconfig")
        )
        let scope = SettingScope(levels: [SettingLevel(.projectFile, [], missing: [missing])])
        #expect(scope.evaluate("CODE_SIGN_ENTITLEMENTS").state == .unknown)
    }

    @Test func whatTheMachineDecidesIsUnknown() {
        let scope = settings(["ID": "com.$(USER).app"])
        #expect(scope.evaluate("ID").unknown == [UnknownSetting(name: "USER", cause: .buildMachine)])
        #expect(settings(["USER": "me", "ID": "$(USER)"]).evaluate("ID").state == .defined)
        #expect(scope.evaluate("TARGET_NAME").unknown == [UnknownSetting(name: "TARGET_NAME", cause: .context)])
        #expect(scope.evaluate("TARGET_NAME").value == "$(TARGET_NAME)")
        #expect(scope.evaluate("PRODUCT_NAME").state == .undefined)
    }

    @Test func diagnosticsBringThePlaceOfTheirSetting() {
        let scope = SettingScope(levels: [Self.level(.target, [("A", "$(B:nope)", 5), ("B", "b", 6)])])
        let found = scope.evaluate(SettingExpression("$(A)$(A)")).diagnostics
        #expect(found == [SettingDiagnostic(.unknownRetrievalOperator, subject: "nope", place: Self.place(5))])
    }

    // MARK: What Xcode defines

    @Test func aTargetHasTheSettingsOfXcode() {
        var context = BuildContext()
        context.projectName = "Shop"
        context.projectDirectory = "/src/shop"
        context.target = "Shop iOS"
        context.productType = "com.apple.product-type.application"
        context.configuration = "Debug"
        context.platform = .iphoneos
        let scope = context.scope(
            project: [Self.level(.project, [("TARGET_NAME", "never", 1), ("FLAVOR[config=Debug]", "dev", 2)])],
            target: [
                Self.level(.target, [("PRODUCT_NAME", "$(TARGET_NAME)", 3), ("INFOPLIST_FILE", "./a//b.plist", 4)])
            ]
        )
        let expected = [
            "TARGET_NAME": "Shop iOS", "TARGETNAME": "Shop iOS", "PRODUCT_MODULE_NAME": "Shop_iOS",
            "EXECUTABLE_NAME": "Shop iOS", "WRAPPER_NAME": "Shop iOS.app", "PRODUCT_BUNDLE_PACKAGE_TYPE": "APPL",
            "CONFIGURATION": "Debug", "SRCROOT": "/src/shop", "SOURCE_ROOT": "/src/shop", "PROJECT": "Shop",
            "PLATFORM_NAME": "iphoneos", "EFFECTIVE_PLATFORM_NAME": "-iphoneos", "DEVELOPMENT_LANGUAGE": "en",
            "SUPPORTED_PLATFORMS": "iphoneos iphonesimulator", "FLAVOR": "dev", "INFOPLIST_FILE": "a/b.plist",
            "INFOPLIST_PATH": "Shop iOS.app/Info.plist",
        ]
        for (name, value) in expected { #expect(scope.evaluate(name).value == value, "\(name)") }
        #expect(scope.evaluate("PRODUCT_MODULE_NAME").from == [Self.place(3)])
        #expect(scope.assignedNames == ["FLAVOR", "INFOPLIST_FILE", "PRODUCT_NAME", "TARGET_NAME"])
    }

    static let products: [(type: String, extension: String, package: String)] = [
        ("application", "app", "APPL"), ("application.on-demand-install-capable", "app", "APPL"),
        ("application.watchapp2", "app", "APPL"), ("app-extension", "appex", "XPC!"),
        ("app-extension.messages", "appex", "XPC!"), ("extensionkit-extension", "appex", "XPC!"),
        ("watchkit2-extension", "appex", "XPC!"), ("framework", "framework", "FMWK"), ("bundle", "bundle", "BNDL"),
        ("bundle.unit-test", "xctest", "BNDL"), ("bundle.ui-testing", "xctest", "BNDL"), ("tool", "", ""),
    ]

    @Test(arguments: products)
    func product(_ type: String, _ fileExtension: String, _ package: String) {
        var context = BuildContext()
        context.productType = "com.apple.product-type." + type
        let scope = context.scope(project: [], target: [])
        #expect(scope.evaluate("WRAPPER_EXTENSION").state == (package.isEmpty ? .unknown : .defined))
        if !package.isEmpty {
            #expect(scope.evaluate("WRAPPER_EXTENSION").value == fileExtension)
            #expect(scope.evaluate("PRODUCT_BUNDLE_PACKAGE_TYPE").value == package)
        }
    }

    @Test func namesOfTheTableAreDifferent() {
        let names = XcodeSettings.table.map(\.name)
        #expect(Set(names).count == names.count)
        let keys = InfoPlistKey.all.map(\.setting)
        #expect(Set(keys).count == keys.count)
        #expect(!InfoPlistKey.isSetting(ByteString(InfoPlistKey.ineffectiveURLTypesSetting)))
        #expect(InfoPlistKey.settingType(of: "INFOPLIST_KEY_NSSupportsLiveActivities") == .boolean)
        let orientations = InfoPlistKey.all.first { $0.name == "UISupportedInterfaceOrientations~ipad" }
        #expect(orientations?.setting == "INFOPLIST_KEY_UISupportedInterfaceOrientations_iPad")
    }

    @Test(arguments: [
        ("iphoneos", SDKPlatform.iphoneos), ("iphonesimulator17.2", .iphoneos), ("macosx", .macosx),
        ("/Applications/X.app/SDKs/WatchOS10.0.sdk", .watchos), ("xrsimulator", .xros),
    ])
    func platformOfAnSDK(_ name: String, _ platform: SDKPlatform) {
        #expect(SDKPlatform(sdk: name) == platform)
        #expect(SDKPlatform(sdk: "auto") == nil)
    }
}
