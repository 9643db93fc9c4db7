import SchemeModel
import Testing

@testable import SchemeStore

@Suite("The history of claims")
struct HistoryTests {
    private func app(_ schemes: [String], platforms: PlatformSet = .iOS) -> InputReading {
        InputReading("Info.plist", [Manifest("com.acme.wallet", schemes: schemes, platforms: platforms)])
    }

    /// Events as `+wallet` and `-wallet`.
    private func brief(_ events: [HistoryEntry]) -> [String] {
        events.map { ($0.event == .claimed ? "+" : "-") + $0.scheme.description }
    }

    @Test("records when claims start and end")
    func beginsAndCeases() throws {
        let folder = try RegistryFolder()
        try folder.write { registry throws in
            // The events of a new source follow from its claims.
            #expect(try registry.take([app(["b", "a"])], at: 1).events.isEmpty)
            #expect(try brief(registry.take([app(["b", "C"])], at: 2).events) == ["-a", "+c"])
            #expect(try brief(registry.take([], at: 3).events) == ["-b", "-c"])
            #expect(try brief(registry.take([app(["a"])], at: 4).events) == ["+a"])
        }
        let entries = try folder.read { try RegistryIndex($0, knowledge: .sample).history(of: SchemeKey("A")) }
        #expect(entries.map(\.time) == [1, 2, 4])
        #expect(entries.map(\.event) == [.claimed, .released, .claimed])
        #expect(entries.allSatisfy { $0.app == .known("com.acme.wallet") && $0.source == "/src/acme" })
        #expect(entries.allSatisfy { $0.platforms == .iOS })
    }

    @Test("a changed role, line, spelling or configuration is neither")
    func neither() throws {
        let folder = try RegistryFolder()
        var manifest = Manifest("com.acme.wallet", schemes: ["wallet"])
        try folder.write { registry in
            try registry.take([InputReading("Info.plist", [manifest])])
            manifest.urlTypes = [URLType(3, role: "Viewer", identifier: "x", schemes: ["a b", "WALLET"])]
            manifest.outcome = Manifest.Outcome(project: "a", target: "b", configurations: ["Debug"])
            let result = try registry.take([InputReading("moved/Info.plist", digest: "01", [manifest])])
            #expect(result.importID == 2)
            #expect(result.events.isEmpty)
        }
    }

    @Test("each platform has its own, and one event is one entry")
    func platforms() throws {
        let folder = try RegistryFolder()
        try folder.write { registry in
            try registry.take([app(["a"], platforms: [.iOS, .tvOS])], at: 1)
            try registry.take([app(["a"], platforms: [.iOS, .macOS])], at: 2)
            try registry.take([app(["a"], platforms: [])], at: 3)
        }
        let entries = try folder.read { try RegistryIndex($0, knowledge: .sample).history(of: SchemeKey("a")) }
        let brief = entries.map { "\($0.time) \($0.event) \($0.platforms.platforms.map(\.rawValue))" }
        #expect(
            brief == [
                "1 claimed [\"ios\", \"tvos\"]", "2 claimed [\"macos\"]", "2 released [\"tvos\"]", "3 claimed []",
                "3 released [\"ios\", \"macos\"]",
            ]
        )
    }

    @Test("an app in two inputs ceases with the last, and each source has its own")
    func several() throws {
        let folder = try RegistryFolder()
        let one = Manifest("com.acme.wallet", schemes: ["wallet"])
        try folder.write { registry in
            try registry.take([InputReading("a.plist", [one]), InputReading("b.plist", [one])])
            try registry.take([InputReading("a.plist", [one])], into: tree("other"))
            #expect(try registry.take([InputReading("b.plist", [one])]).events.isEmpty)
            #expect(try brief(registry.take([]).events) == ["-wallet"])
        }
        let events = try folder.rows("SELECT source, event FROM history ORDER BY source, event")
        #expect(events == ["/src/acme|claimed", "/src/acme|released", "other|claimed"])
    }

    @Test("an import with problems releases nothing; the next clean one does")
    func problems() throws {
        let folder = try RegistryFolder()
        let unreadable = InputReading(path: "b.plist", status: .unreadable)
        let other = InputReading("b.plist", [Manifest("com.acme.b", schemes: ["b"])])
        try folder.write { registry throws in
            try registry.take([app(["a"]), other])
            #expect(try registry.take([unreadable]).events.isEmpty)
            #expect(try registry.take([unreadable]).importID == nil)
            // Looking at another part settles nothing.
            #expect(try registry.take([], scope: .part("c")).events.isEmpty)
            #expect(try brief(registry.take([other]).events) == ["-a"])
            #expect(try registry.take([other]).importID == nil)
        }
        #expect(try folder.rows("SELECT * FROM withheld_release").isEmpty)
    }

    @Test("a claim that comes back after an import with problems never ceased")
    func comesBack() throws {
        let folder = try RegistryFolder()
        try folder.write { registry throws in
            try registry.take([app(["a"])])
            try registry.take([InputReading(path: "x.plist", status: .unreadable)])
            #expect(try registry.take([app(["a"])]).events.isEmpty)
        }
        #expect(try folder.rows("SELECT * FROM withheld_release").isEmpty)
    }

    @Test("a claim that became unresolved is not released until it is gone", arguments: [nil, "", "$(X)"])
    func unresolved(value: String?) throws {
        let folder = try RegistryFolder()
        func reading(_ resolved: String?) -> InputReading {
            var manifest = Manifest("com.acme.wallet", schemes: ["x"])
            manifest.urlTypes[0].schemes = [
                DeclaredScheme(index: 0, raw: "$(SCHEME)", resolved: resolved, span: .sample(30))
            ]
            return InputReading("Info.plist", [manifest])
        }
        try folder.write { registry throws in
            try registry.take([reading("wallet")])
            #expect(try registry.take([reading(value)]).events.isEmpty)
            #expect(try registry.take([reading(value)]).importID == nil)
            #expect(try registry.take([reading("wallet")]).events.isEmpty)
            #expect(try registry.take([reading(value)]).events.isEmpty)
            #expect(try brief(registry.take([app([])]).events) == ["-wallet"])
        }
    }

    @Test("a setting with another value releases the old scheme")
    func otherValue() throws {
        let folder = try RegistryFolder()
        try folder.write { registry throws in
            for (value, events) in [("one", []), ("two", ["-one", "+two"])] {
                var manifest = Manifest("com.acme.wallet", schemes: ["x"])
                let declared = DeclaredScheme(index: 0, raw: "$(SCHEME)", resolved: value, span: .sample(30))
                manifest.urlTypes[0].schemes = [declared]
                #expect(try brief(registry.take([InputReading("Info.plist", [manifest])]).events) == events)
            }
        }
    }

    @Test("a manifest that became malformed releases nothing until it is fixed or removed")
    func malformed() throws {
        let folder = try RegistryFolder()
        var broken = Manifest(nil)
        broken.irregularities = [Irregularity(.malformed, span: .sample(3), cause: "it ends early")]
        try folder.write { registry throws in
            try registry.take([app(["a", "b"])])
            #expect(try registry.take([InputReading("Info.plist", [broken])]).events.isEmpty)
            #expect(try brief(registry.take([app(["a"])]).events) == ["-b"])
            #expect(try registry.take([InputReading("Info.plist", [broken])]).events.isEmpty)
            #expect(try brief(registry.take([]).events) == ["-a"])
        }
    }

    @Test("forgetting a source releases what it claimed, and its history stays")
    func forgetSource() throws {
        let folder = try RegistryFolder()
        try folder.write { registry throws in
            try registry.take([app(["a", "b"])], at: 1)
            try registry.take([app(["b"])], at: 2)
            try registry.take([app(["b"])], into: tree("other"), at: 3)
            #expect(try brief(registry.forgetSource("/src/acme", at: 4)) == ["-b"])
            #expect(try registry.sources().map(\.name) == ["other"])
            let error = #expect(throws: RegistryError.self) { try registry.forgetSource("/src/acme", at: 5) }
            #expect(error?.cause == .unknownSource("/src/acme"))
            #expect(try brief(registry.take([app(["b"])], at: 6).events) == ["+b"])
        }
        #expect(try folder.rows("SELECT action, subject FROM import WHERE action = 'forget'") == ["forget|/src/acme"])
        #expect(try folder.rows("SELECT count(*) FROM history WHERE source = '/src/acme'") == ["5"])
        #expect(try folder.danglingReferences().isEmpty)
    }

    @Test("forgetting an app takes it out of every source, and an import that still finds it brings it back")
    func forgetApp() throws {
        let folder = try RegistryFolder()
        let wallet = AppID.known("com.acme.wallet")
        let other = InputReading("b.plist", [Manifest("com.acme.b", schemes: ["b"])])
        try folder.write { registry throws in
            for source in [tree("one"), tree("two")] { try registry.take([app(["a"]), other], into: source) }
            let events = try registry.forgetApp(wallet, at: 9)
            #expect(events.map(\.source) == ["one", "two"])
            #expect(brief(events) == ["-a", "-a"])
            #expect(try registry.appCounts().map(\.app.id) == [.known("com.acme.b")])
            #expect(try registry.previousImport(of: "one").inputs.keys.map(\.display) == ["b.plist"])
            let error = #expect(throws: RegistryError.self) { try registry.forgetApp(wallet, at: 9) }
            #expect(error?.cause == .unknownApp(wallet))
            #expect(try brief(registry.take([app(["a"]), other], into: tree("one")).events) == ["+a"])
        }
        #expect(try folder.danglingReferences().isEmpty)
    }

    @Test("what looks like SQL or a pattern is a name")
    func names() throws {
        let folder = try RegistryFolder()
        let name = "'; DROP TABLE claim; --%_\\"
        try folder.write { registry throws in
            try registry.take([app(["a"])], into: tree("_", isNamed: true))
            try registry.take([app(["a"])], into: tree(name, isNamed: true))
            for pattern in ["%", "__", "'"] {
                #expect(throws: RegistryError.self) { try registry.forgetSource(pattern, at: 1) }
                #expect(throws: RegistryError.self) { try registry.forgetApp(.known(ByteString(pattern)), at: 1) }
            }
            #expect(try registry.forgetSource("_", at: 1).count == 1)
            #expect(try registry.sources().map(\.name) == [name])
        }
    }
}
