import SchemeModel
import SchemeStore
import TestSupport
import Testing

@Suite("The view duplicate_registrations")
struct DuplicateRegistrationsViewTests {
    private func view(_ change: (inout Manifest) -> Void) throws -> [String] {
        let folder = try RegistryFolder()
        var manifest = Manifest("com.acme.wallet")
        change(&manifest)
        try folder.write { try $0.take([InputReading("Info.plist", [manifest])]) }
        return try folder.rows(
            "SELECT rule, severity, certainty, scheme, subject, app, path FROM duplicate_registrations ORDER BY 1, 5"
        )
    }

    private let place = "com.acme.wallet|Info.plist"

    @Test(
        "a scheme twice in one manifest",
        arguments: [
            ([["a", "b"]], []), ([["a", "A", "a"]], ["a"]), ([["a"], ["a"]], ["a"]),
            ([["a", "b"], ["b", "a", "a"]], ["a", "b"]),
            ([["$(X)", "$(X)", "", ""]], []),
        ] as [([[String]], [String])]
    )
    func schemes(types: [[String]], expected: [String]) throws {
        let rows = try view { $0.urlTypes = types.enumerated().map { URLType($0, schemes: $1) } }
        #expect(rows == expected.map { "duplicate-scheme|warning|certain|\($0)|\($0)|\(place)" })
    }

    @Test("a scheme in different case is a note, unless roles or identifiers differ")
    func spellings() throws {
        let alike = try view { $0.urlTypes = [URLType(0, schemes: ["a"]), URLType(1, schemes: ["A"])] }
        #expect(alike == ["duplicate-scheme|note|certain|a|a|\(place)"])
        let different = try view { manifest in
            var types = [URLType(0, schemes: ["a"]), URLType(1, schemes: ["A"])]
            types[1].role = Located(
                "Viewer",
                ValueSpan(keyPath: "", element: SourceRange(byteOffset: 0, byteLength: 0))
            )
            manifest.urlTypes = types
        }
        #expect(different == ["duplicate-scheme|warning|certain|a|a|\(place)"])
    }

    @Test("what stands between undecided preprocessor lines is no duplicate")
    func conditional() throws {
        let rows = try view { manifest in
            manifest.urlTypes = [URLType(0, schemes: ["a", "a"])]
            manifest.urlTypes[0].schemes[1].isConditional = true
        }
        #expect(rows.isEmpty)
    }

    @Test("a scheme in two manifests, or twice in an extension, is none")
    func others() throws {
        let folder = try RegistryFolder()
        let one = Manifest("com.acme.wallet", schemes: ["a"])
        try folder.write { try $0.take([InputReading("a.plist", [one]), InputReading("b.plist", [one])]) }
        #expect(try folder.rows("SELECT * FROM duplicate_registrations").isEmpty)
        let rows = try view { manifest in
            manifest.kind = .appExtension
            manifest.urlTypes = [URLType(0, role: "Editor", identifier: "x", schemes: ["a", "a"])]
            manifest.urlTypes.append(URLType(1, role: "Viewer", identifier: "x", schemes: []))
        }
        #expect(rows.isEmpty)
    }

    @Test(
        "an identifier with different roles in one manifest",
        arguments: [
            ([("x", "Editor"), ("x", "Viewer")], true), ([("x", "Editor"), ("x", nil)], true),
            ([("x", "Editor"), ("x", "Editor")], false), ([("x", nil), ("x", nil)], false),
            ([("x", "Editor"), ("X", "Viewer")], false), ([("", "Editor"), ("", "Viewer")], false),
            ([(nil, "Editor"), (nil, "Viewer")], false),
            ([("com.acme.Wallet", "Editor"), ("com.acme.Wallet", "Viewer")], false),
            ([("$(ID)", "Editor"), ("$(ID)", "Viewer")], false), ([("{{id}}", "Editor"), ("{{id}}", nil)], false),
        ] as [([(String?, String?)], Bool)]
    )
    func identifiers(types: [(String?, String?)], fires: Bool) throws {
        let rows = try view { manifest in
            manifest.urlTypes = types.enumerated().map {
                URLType($0, role: $1.1, identifier: $1.0, schemes: ["scheme\($0)"])
            }
        }
        #expect(rows == (fires ? ["duplicate-identifier|note|certain|NULL|x|\(place)"] : []))
    }
}

@Suite("The view reserved_scheme_clashes")
struct ReservedSchemeClashesViewTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var scheme: String
        var platforms: PlatformSet
        var entitlements: [Entitlement]?
        var kind: ProductKind
        var isBuilt: Bool
        var app: String?
        var expected: String?

        init(
            _ name: String,
            _ scheme: String,
            on platforms: PlatformSet = .iOS,
            entitlements: [Entitlement]? = [],
            kind: ProductKind = .application,
            isBuilt: Bool = true,
            app: String? = "com.acme.wallet",
            gives expected: String?
        ) {
            testDescription = name
            (self.scheme, self.platforms, self.entitlements) = (scheme, platforms, entitlements)
            (self.kind, self.isBuilt, self.app, self.expected) = (kind, isBuilt, app, expected)
        }
    }

    private static let browser: [Entitlement] = ["com.apple.developer.web-browser"]

    private static let cases: [Case] = [
        Case("Apple documents it", "TEL", gives: "error|certain"),
        Case("medium confidence", "prefs", gives: "warning|certain"),
        Case("low confidence, though Apple documents it", "guess", gives: "warning|certain"),
        Case("high confidence, though nobody documents it", "proven", on: .macOS, gives: "error|certain"),
        Case("engine internals", "about", gives: "note|certain"),
        Case("other platforms", "prefs", on: .macOS, gives: nil),
        Case("one of two platforms", "prefs", on: [.iOS, .macOS], gives: "warning|certain"),
        Case("somebody else's", "whatsapp", gives: nil),
        Case("nobody's", "wallet", gives: nil),
        Case("no scheme", "$(tel)", gives: nil),
        Case("an extension", "tel", kind: .appExtension, gives: nil),
        Case("a kind that nothing says", "tel", kind: .unknown, gives: "error|certain"),
        Case("Apple's own", "tel", app: "com.apple.mobilephone", gives: nil),
        Case("nearly Apple's own", "tel", app: "com.applesauce.phone", gives: "error|certain"),
        Case("an unknown app", "tel", app: nil, gives: "error|certain"),
        Case("unknown platform", "tel", on: [], gives: "warning|possible"),
        Case("unknown platform, entitled", "http", on: [], entitlements: browser, gives: nil),
        Case("lacks the entitlement", "http", gives: "error|certain"),
        Case("a build may add the entitlement", "http", isBuilt: false, gives: "warning|certain"),
        Case("has the entitlement", "http", entitlements: browser, gives: nil),
        Case("has another entitlement", "tel", entitlements: browser, gives: "error|certain"),
        Case("has one of two entitlements", "tel", entitlements: ["com.apple.developer.dialing-app"], gives: nil),
        Case("entitlements unknown", "http", entitlements: nil, gives: "note|certain"),
        Case(
            "entitlements unknown, but none would help",
            "proven",
            on: .macOS,
            entitlements: nil,
            gives: "error|certain"
        ),
        Case("the person assigns it on a Mac", "http", on: .macOS, gives: nil),
        Case("not on a Mac", "tel", on: .macOS, gives: "error|certain"),
        Case("the worst platform counts", "http", on: [.iOS, .macOS], entitlements: nil, gives: "note|certain"),
        Case("entitled on one platform", "http", on: [.iOS, .macOS], entitlements: browser, gives: nil),
        Case("a public row does not count", "http", on: .tvOS, gives: nil),
    ]

    @Test("one app", arguments: cases)
    func claims(_ test: Case) throws {
        let folder = try RegistryFolder()
        var manifest = Manifest(test.app, schemes: [test.scheme], platforms: test.platforms)
        manifest.entitlements = test.entitlements
        manifest.kind = test.kind
        manifest.isBuilt = test.isBuilt
        try folder.write { try $0.take([InputReading("Info.plist", [manifest])]) }
        let rows = try folder.rows("SELECT scheme, app, severity, certainty FROM reserved_scheme_clashes")
        let app = manifest.app.text
        #expect(rows == (test.expected.map { ["\(test.scheme.asciiLowercased)|\(app)|\($0)"] } ?? []))
    }

    @Test("an app has one row for a scheme, for its worst claim")
    func worst() throws {
        let folder = try RegistryFolder()
        var entitled = Manifest("com.acme.browser", schemes: ["http", "http"])
        entitled.entitlements = Self.browser
        let unsure = Manifest("com.acme.browser", schemes: ["http"])
        try folder.write { try $0.take([InputReading("a.plist", [entitled]), InputReading("b.plist", [unsure])]) }
        #expect(
            try folder.rows("SELECT rule, severity, certainty, scheme, app FROM reserved_scheme_clashes")
                == ["reserved-scheme|note|certain|http|com.acme.browser"]
        )
    }
}
