import SchemeManifests
import SchemeModel
import Testing

struct ManifestExtractionTests {
    static func read(
        _ members: String,
        path: Path = "App/Info.plist",
        context: ManifestContext = ManifestContext(),
        limits: Limits = .standard
    ) -> ManifestReading {
        let text = "<plist version=\"1.0\"><dict>\(members)</dict></plist>"
        return ManifestReader(limits: limits).read(Array(text.utf8), origin: Place(path: path), context: context)
    }

    private func manifest(_ members: String, context: ManifestContext = ManifestContext(isNamed: true)) throws
        -> Manifest
    {
        try #require(Self.read(members, context: context).manifests.first)
    }

    private func slice(_ members: String, _ range: SourceRange?) -> String? {
        Reading("<plist version=\"1.0\"><dict>\(members)</dict></plist>").slice(range)
    }

    @Test func aManifestIsTakenWhole() throws {
        let members = """
            <key>CFBundleIdentifier</key><string>com.Acme.Wallet</string>
            <key>CFBundleName</key><string>Wallet</string><key>CFBundleDisplayName</key><string>My Wallet</string>
            <key>CFBundleShortVersionString</key><string>1.2</string><key>CFBundleVersion</key><string>34</string>
            <key>CFBundlePackageType</key><string>APPL</string>
            <key>UIDeviceFamily</key><array><integer>1</integer></array>
            <key>CFBundleURLTypes</key>
            <array>
              <dict>
                <key>CFBundleTypeRole</key><string>Editor</string>
                <key>CFBundleURLName</key><string>com.acme.pay</string>
                <key>CFBundleURLIconFile</key><string>icon</string>
                <key>CFBundleURLSchemes</key><array><string>wallet</string><string>my $(X)</string></array>
                <key>LSHandlerRank</key><string>Owner</string>
              </dict>
              <dict/>
            </array>
            <key>LSApplicationQueriesSchemes</key><array><string>fb</string><string></string></array>
            """
        let manifest = try manifest(members)
        #expect(manifest.app == .known("com.acme.wallet") && manifest.container == manifest.app)
        #expect(manifest.bundleIdentifier?.value == "com.Acme.Wallet")
        #expect(manifest.bundleIdentifier?.span.keyPath == "CFBundleIdentifier")
        #expect(manifest.name == "Wallet" && manifest.displayName == "My Wallet")
        #expect(manifest.version == "1.2" && manifest.build == "34")
        #expect(manifest.kind == .application && manifest.format == .xml && !manifest.isBuilt)
        #expect(manifest.deviceSupport == DeviceSupport(platforms: .iOS))
        #expect(manifest.irregularities == [])
        #expect(manifest.digest.utf8.count == 64)
        #expect(manifest.urlTypes.map(\.index) == [0, 1])
        #expect(manifest.urlTypes[1].schemes.isEmpty && manifest.urlTypes[1].schemesSpan == nil)
        let type = manifest.urlTypes[0]
        #expect(type.role?.value == "Editor" && type.identifier?.value == "com.acme.pay" && type.icon?.value == "icon")
        #expect(type.span.keyPath == "CFBundleURLTypes[0]")
        #expect(type.schemesSpan?.keyPath == "CFBundleURLTypes[0].CFBundleURLSchemes")
        #expect(type.schemes.map(\.raw) == ["wallet", "my $(X)"])
        #expect(type.schemes.map(\.state) == [.claimed, .unresolved])
        #expect(type.schemes.map(\.span.keyPath).last == "CFBundleURLTypes[0].CFBundleURLSchemes[1]")
        #expect(slice(members, type.schemes[0].span.focus) == "wallet")
        #expect(type.otherKeys.map(\.value) == ["LSHandlerRank"])
        #expect(slice(members, type.otherKeys.first?.span.focus) == "<key>LSHandlerRank</key>")
        #expect(manifest.queriesSchemes.map(\.value) == ["fb", ""])
    }

    /// What is wrong, where, what should be there, what is.
    @Test(arguments: [
        ("<key>CFBundleURLTypes</key><dict/>", ["wrong-type CFBundleURLTypes: an array of dictionaries, a dictionary"]),
        (
            "<key>CFBundleURLTypes</key><string>a</string>",
            ["wrong-type CFBundleURLTypes: an array of dictionaries, a string"]
        ),
        (
            "<key>CFBundleURLTypes</key><array><string>a</string><true/></array>",
            [
                "wrong-type CFBundleURLTypes[0]: a dictionary, a string",
                "wrong-type CFBundleURLTypes[1]: a dictionary, a boolean",
            ]
        ),
        (
            type("<key>CFBundleURLSchemes</key><string>a</string>"),
            ["wrong-type CFBundleURLTypes[0].CFBundleURLSchemes: an array of strings, a string"]
        ),
        (
            schemes("<integer>1</integer><array/>"),
            [
                "wrong-type CFBundleURLTypes[0].CFBundleURLSchemes[0]: a string, a number",
                "wrong-type CFBundleURLTypes[0].CFBundleURLSchemes[1]: a string, an array",
            ]
        ),
        (
            type("<key>CFBundleURLName</key><data></data><key>CFBundleTypeRole</key><dict/>"),
            [
                "wrong-type CFBundleURLTypes[0].CFBundleURLName: a string, data",
                "wrong-type CFBundleURLTypes[0].CFBundleTypeRole: a string, a dictionary",
            ]
        ),
        (
            schemes("<string/><string></string>"),
            [
                "empty-text CFBundleURLTypes[0].CFBundleURLSchemes[0]: a scheme, nil",
                "empty-text CFBundleURLTypes[0].CFBundleURLSchemes[1]: a scheme, nil",
            ]
        ),
        (
            "<key>LSApplicationQueriesSchemes</key><string>a</string>",
            ["wrong-type LSApplicationQueriesSchemes: an array of strings, a string"]
        ),
        (
            "<key>LSApplicationQueriesSchemes</key><array><true/><string>a</string></array>",
            ["wrong-type LSApplicationQueriesSchemes[0]: a string, a boolean"]
        ),
        (
            "<key>CFBundleURLTypes~ipad</key><array/><key>CFBundleURLTypes-iphoneos</key><true/>"
                + "<key>CFBundleURLTypesX</key><true/>",
            ["suffixed-key CFBundleURLTypes~ipad: nil, nil", "suffixed-key CFBundleURLTypes-iphoneos: nil, nil"]
        ),
        (
            "<key>CFBundleURLType</key><array/><key>LSApplicationQuerySchemes</key><array/>",
            [
                "misspelled-key CFBundleURLType: CFBundleURLTypes, nil",
                "misspelled-key LSApplicationQuerySchemes: LSApplicationQueriesSchemes, nil",
            ]
        ),
        (
            // Beside the correct key, without a list, with an addition, and of another length.
            "<key>CFBundleURLTypes</key><array/><key>CFBundleURLTyps</key><array/><key>LSApplicationQueries</key><array/>"
                + "<key>LSApplicationQueriesSchemas</key><true/><key>LSApplicationQueriesSchemesOld</key><array/>",
            []
        ),
        (
            "<key>a</key><true/><key>CFBundleURLTypes</key><array><true/></array><key>a</key><true/>",
            ["wrong-type CFBundleURLTypes[0]: a dictionary, a boolean", "duplicate-key a: nil, nil"]
        ),
    ])
    func irregularitiesSayWhatIsThere(_ members: String, facts: [String]) throws {
        let found = try manifest(members).irregularities.map {
            "\($0.kind.rawValue) \($0.span.keyPath): \($0.expected ?? "nil"), \($0.found ?? "nil")"
        }
        #expect(found == facts)
    }

    /// A manifest's `CFBundleURLTypes` with one URL type.
    private static func type(_ members: String) -> String {
        "<key>CFBundleURLTypes</key><array><dict>\(members)</dict></array>"
    }

    /// A manifest's `CFBundleURLTypes` with one URL type of these schemes.
    private static func schemes(_ elements: String) -> String {
        type("<key>CFBundleURLSchemes</key><array>\(elements)</array>")
    }

    @Test func emptySchemesAreListed() throws {
        let schemes = try manifest(Self.schemes("<string/><true/><string>a</string>")).urlTypes[0].schemes
        #expect(schemes.map(\.raw) == ["", "a"])
        #expect(schemes.map(\.state) == [.empty, .claimed])
        #expect(schemes.map(\.index) == [0, 2])
    }

    @Test func schemesOfSuffixedKeysAreNoClaims() throws {
        let types = "<array><dict><key>CFBundleURLSchemes</key><array><string>a</string></array></dict></array>"
        #expect(try manifest("<key>CFBundleURLTypes~ipad</key>\(types)").urlTypes.isEmpty)
    }

    /// The identifier in the manifest, the one that a person gave, the companion, and what app and container become.
    @Test(
        arguments: [
            ("com.Acme.App", nil, nil, "com.acme.app", "com.acme.app"),
            ("$(PRODUCT_BUNDLE_IDENTIFIER)", nil, nil, "unknown:App/Info.plist", "unknown:App/Info.plist"),
            ("", nil, nil, "unknown:App/Info.plist", "unknown:App/Info.plist"),
            ("maccatalyst.com.acme", nil, nil, "com.acme", "com.acme"),
            ("$(X)", "com.given", nil, "com.given", "com.given"),
            ("com.acme.watch", nil, "com.acme.app", "com.acme.watch", "com.acme.app"),
            ("com.acme.watch", nil, "$(APP)", "com.acme.watch", "com.acme.watch"),
        ] as [(String, String?, String?, String, String)]
    )
    func identitiesAreKnownWhenComplete(
        _ identifier: String,
        given: String?,
        companion: String?,
        app: String,
        container: String
    ) throws {
        var members = "<key>CFBundleIdentifier</key><string>\(identifier)</string>"
        if let companion { members += "<key>WKCompanionAppBundleIdentifier</key><string>\(companion)</string>" }
        let manifest = try manifest(members, context: ManifestContext(isNamed: true, bundleIdentifierOverride: given))
        #expect(manifest.app.text == ByteString(app))
        #expect(manifest.container.text == ByteString(container))
    }

    @Test func discoveryKnowsTheContainer() throws {
        let context = ManifestContext(isNamed: true, container: .known("com.acme.app"), isInBuiltBundle: true)
        let manifest = try manifest(
            "<key>WKCompanionAppBundleIdentifier</key><string>com.other</string>",
            context: context
        )
        #expect(manifest.container == .known("com.acme.app"))
        #expect(manifest.isBuilt)
        let member = Place(path: "a.ipa", member: "Payload/A.app/Info.plist")
        let reading = ManifestReader().read(Array("<dict/>".utf8), origin: member, context: ManifestContext())
        #expect(reading.manifests.map(\.app) == [.unknown("a.ipa//Payload/A.app/Info.plist")])
    }

    @Test(
        arguments: [
            ("<key>CFBundlePackageType</key><string>APPL</string>", .application, nil),
            ("<key>CFBundlePackageType</key><string>FMWK</string>", .framework, nil),
            ("<key>CFBundlePackageType</key><string>BNDL</string>", .bundle, nil),
            ("<key>CFBundlePackageType</key><string>XPC!</string>", .appExtension, nil),
            ("<key>CFBundlePackageType</key><string>XPC!</string><key>XPCService</key><dict/>", .bundle, nil),
            ("<key>CFBundlePackageType</key><string>$(PRODUCT_BUNDLE_PACKAGE_TYPE)</string>", .unknown, nil),
            ("", .unknown, nil),
            ("<key>CFBundlePackageType</key><string>APPL</string><key>NSAppClip</key><dict/>", .appClip, nil),
            ("<key>WKApplication</key><true/>", .application, nil), ("<key>WKApplication</key><false/>", .unknown, nil),
            (
                point("NSExtension", "NSExtensionPointIdentifier", "com.apple.widgetkit-extension"),
                .appExtension, "com.apple.widgetkit-extension"
            ),
            (
                point("EXAppExtensionAttributes", "EXExtensionPointIdentifier", "com.apple.appintents-extension"),
                .appExtension, "com.apple.appintents-extension"
            ),
        ] as [(String, ProductKind, String?)]
    )
    func kindsFollowFromKeys(_ members: String, kind: ProductKind, point: String?) throws {
        let manifest = try manifest(members)
        #expect(manifest.kind == kind)
        #expect(manifest.extensionPoint == point)
    }

    private static func point(_ root: String, _ key: String, _ value: String) -> String {
        "<key>\(root)</key><dict><key>\(key)</key><string>\(value)</string></dict>"
    }

    @Test(arguments: [
        ("<key>DTSDKName</key><string>iphoneos18.0</string>", true),
        ("<key>BuildMachineOSBuild</key><string>24A335</string>", true),
        ("<key>DTPlatformName</key><string>$(PLATFORM_NAME)</string>", false), ("", false),
    ])
    func buildsLeaveTheirMark(_ members: String, isBuilt: Bool) throws {
        #expect(try manifest(members).isBuilt == isBuilt)
    }

    @Test func keysThatRulesNeedAreKept() throws {
        let members = """
            <key>NSExtension</key>
            <dict><key>X</key><true/><key>NSExtensionPointIdentifier</key><string>p</string></dict>
            <key>FacebookAppID</key><string>123</string><key>Other</key><true/>
            <key>NSUserActivityTypes</key><array><string>a</string></array>
            """
        let manifest = try manifest(members)
        #expect(
            manifest.rootKeys.map(\.name) == ["NSExtensionPointIdentifier", "FacebookAppID", "NSUserActivityTypes"]
        )
        #expect(manifest.rootKeys.map(\.value.value) == [.string("p"), .string("123"), .array([.string("a")])])
        #expect(manifest.rootKeys.map(\.value.span.keyPath).first == "NSExtension.NSExtensionPointIdentifier")
        #expect(slice(members, manifest.rootKeys[1].value.span.focus) == "123")
    }

    @Test func conditionalSchemesAreMarked() throws {
        let text = """
            <key>CFBundleURLTypes</key><array><dict><key>CFBundleURLSchemes</key><array>
            #if A
            <string>a</string>
            #endif
            <string>b</string></array></dict></array>
            """
        let manifest = try manifest(text)
        #expect(manifest.urlTypes.flatMap(\.schemes).map(\.isConditional) == [true, false])
        #expect(manifest.irregularities.map(\.kind) == [.conditional])
    }

    struct Excess: Sendable {
        var members: String
        var limit: @Sendable (inout Limits, Int) -> Void
        var message: String
        var keyPath: String?
    }

    /// Each holds four of what the limit is about.
    static let excesses = [
        Excess(
            members: "<key>CFBundleURLTypes</key><array><dict/><dict/><true/><dict/></array>",
            limit: { $0.urlTypes = $1 },
            message: "the manifest has more than 3 URL types and was not read",
            keyPath: "CFBundleURLTypes[3]"
        ),
        Excess(
            members: "<key>CFBundleURLTypes</key><array><dict><key>CFBundleURLSchemes</key><array><string>a</string>"
                + "</array></dict><dict><key>CFBundleURLSchemes</key><array><string>a</string><true/></array></dict>"
                + "</array><key>LSApplicationQueriesSchemes</key><array><string>b</string></array>",
            limit: { $0.schemes = $1 },
            message: "the manifest has more than 3 schemes and was not read",
            keyPath: "LSApplicationQueriesSchemes[0]"
        ),
        Excess(
            members: "<key>CFBundleURLTypes</key><array><dict><key>a</key><true/><key>b</key><true/></dict></array>"
                + "<key>NSUserActivityTypes</key><array><string/></array>",
            limit: { $0.keptValues = $1 },
            message: "the manifest has more than 3 relevant values and was not read",
            keyPath: "CFBundleURLTypes[0]"
        ),
        Excess(
            members: "<key>CFBundleIdentifier</key><string>a</string><key>LSApplicationQueriesSchemes</key><array>"
                + "<string>b</string></array><key>NSUserActivityTypes</key><array><string>c</string></array>"
                + "<key>CFBundleURLTypes</key><array><dict><key>CFBundleURLName</key><string>d</string></dict></array>",
            limit: { $0.keptTextBytes = $1 },
            message: "the manifest has more than 3 bytes of relevant text and was not read",
            keyPath: nil
        ),
    ]

    @Test(arguments: excesses)
    func tooMuchIsAProblem(_ excess: Excess) {
        var limits = Limits()
        excess.limit(&limits, 4)
        #expect(Self.read(excess.members, limits: limits).manifests.count == 1)
        excess.limit(&limits, 3)
        let reading = Self.read(excess.members, limits: limits)
        #expect(reading.manifests.isEmpty && reading.isCandidate)
        #expect(reading.problems.map(\.code) == [.overLimit])
        #expect(reading.problems.map(\.message) == [excess.message])
        #expect(reading.problems.map(\.place.keyPath) == [excess.keyPath])
        #expect(reading.problems.allSatisfy { $0.hint != nil && ($0.place.range == nil) == (excess.keyPath == nil) })
    }

    @Test func aLongSchemeIsAProblemAndTheRestIsKept() {
        let long = String(repeating: "a", count: Limits.standard.schemeBytes + 1)
        let reading = Self.read(
            "<key>CFBundleURLTypes</key><array><dict><key>CFBundleURLSchemes</key><array><string>\(long)</string>"
                + "<string>b</string></array></dict></array>"
        )
        #expect(reading.manifests.first?.urlTypes.first?.schemes.map(\.raw) == ["b"])
        let leftOut = reading.manifests.first?.irregularities
        #expect(leftOut?.map(\.kind) == [.leftOut])
        #expect(leftOut?.map(\.span.keyPath) == ["CFBundleURLTypes[0].CFBundleURLSchemes[0]"])
        #expect(reading.problems.map(\.place.keyPath) == ["CFBundleURLTypes[0].CFBundleURLSchemes[0]"])
        #expect(reading.problems.map(\.code) == [.overLimit])
    }

    @Test func notMoreIrregularitiesAreKeptThanTheLimit() {
        let elements = String(repeating: "<true/>", count: 50)
        var limits = Limits()
        limits.irregularities = 10
        let reading = Self.read("<key>CFBundleURLTypes</key><array>\(elements)</array>", limits: limits)
        #expect(reading.manifests.map(\.irregularities.count) == [10])
    }

    @Test func reportsOversizedAndMalformedInputs() throws {
        let deep = ManifestReader().read(
            Array(String(repeating: "<array>", count: 600).utf8),
            origin: Place(path: "Info.plist"),
            context: ManifestContext()
        )
        #expect(deep.manifests.isEmpty && deep.isCandidate)
        #expect(deep.problems.map(\.message) == ["the manifest has more than 512 levels of nesting and was not read"])
        let broken = ManifestReader().read(
            Array("<dict>".utf8),
            origin: Place(path: "a/Info.plist"),
            context: ManifestContext(container: .known("com.acme"))
        )
        let manifest = try #require(broken.manifests.first)
        #expect(
            manifest.isMalformed && manifest.app == .unknown("a/Info.plist") && manifest.container == .known("com.acme")
        )
        #expect(broken.problems.isEmpty)
    }

    @Test(arguments: [
        ("<array/>", "expected a dictionary at the root, found an array"), ("", "the file is empty"),
        ("<string>a</string>", "expected a dictionary at the root, found a string"),
        ("ab\u{0}c", "the file is neither text nor a binary property list"),
    ])
    func whatIsNoDictionaryIsMalformed(_ text: String, cause: String) throws {
        let reading = ManifestReader().read(
            Array(text.utf8),
            origin: Place(path: "Info.plist"),
            context: ManifestContext()
        )
        let manifest = try #require(reading.manifests.first)
        #expect(manifest.irregularities.map(\.kind) == [.malformed])
        #expect(manifest.irregularities.map(\.cause) == [cause])
    }
}
