import SchemeModel
import SchemeStore
import Testing

@Suite("Lists of a registry")
struct RegistryListsTests {
    @Test("sources, apps and schemes with their counts")
    func lists() throws {
        let folder = try RegistryFolder()
        var phone = Manifest("com.acme.Wallet", schemes: ["wallet", "Pay", "no scheme"], at: "b.plist")
        phone.name = "$(PRODUCT_NAME)"
        var television = Manifest("com.acme.wallet", schemes: ["wallet"], at: "c.plist", platforms: .tvOS)
        television.displayName = "Wallet"
        phone.app = television.app
        phone.container = television.app
        let readings = [
            InputReading("a.plist", []), InputReading("b.plist", [phone]), InputReading("c.plist", [television]),
            InputReading(path: "d.plist", status: .unreadable),
        ]
        try folder.write { registry in
            try registry.take(readings, into: tree("/src/b"), at: 7)
            try registry.take(
                [InputReading("x.plist", [Manifest(nil, schemes: ["pay"], at: "x.plist")])],
                into: tree("/src/a")
            )
            try registry.take([], into: tree("/src/empty"), at: 8)
        }
        try folder.read { registry in
            let sources = try registry.sourceCounts()
            #expect(sources.map(\.source.name) == ["/src/a", "/src/b", "/src/empty"])
            #expect(sources.map { [$0.manifests, $0.apps, $0.claims] } == [[1, 1, 1], [2, 1, 3], [0, 0, 0]])
            var counts = RegistryCounts()
            #expect(try registry.counts(of: "/src/empty") == counts)
            (counts.inputs, counts.unreadable, counts.passedOver, counts.manifests) = (3, 0, 1, 2)
            (counts.urlTypes, counts.claims, counts.apps) = (2, 3, 1)
            #expect(try registry.counts(of: "/src/b") == counts)
            (counts.inputs, counts.manifests, counts.urlTypes, counts.claims, counts.apps) = (4, 3, 3, 4, 2)
            #expect(try registry.counts() == counts)

            let apps = try registry.appCounts()
            #expect(apps.map(\.app.id) == [.known("com.acme.wallet"), .unknown("x.plist")])
            #expect(apps.first?.app.bundleIdentifier == "com.acme.Wallet")
            #expect(apps.first?.app.name == "Wallet")
            #expect(apps.first?.app.platforms == [.iOS, .tvOS])
            #expect(apps.map(\.manifests) == [2, 1])
            #expect(apps.map(\.claims) == [3, 1])
            #expect(apps.map(\.sources) == [["/src/b"], ["/src/a"]])

            let schemes = try registry.schemeCounts()
            #expect(schemes.map(\.scheme.description) == ["pay", "wallet"])
            #expect(schemes.map(\.claims) == [2, 2])
            #expect(schemes.map(\.apps) == [2, 1])
            #expect(schemes.map(\.platforms) == [.iOS, [.iOS, .tvOS]])
        }
    }

    @Test("an import of a new source says how much that holds", arguments: 1...3 as ClosedRange<UInt64>)
    func countsOfNewSource(seed: UInt64) throws {
        let folder = try RegistryFolder()
        var generator = ManifestGenerator(seed: seed)
        let readings = generator.readings(source: "/src/acme", count: 60)
        try folder.write { registry throws in
            let counted = try registry.take(readings + [InputReading("zzz.plist", [])]).counts
            #expect(try registry.counts(of: "/src/acme") == counted)
            #expect(counted?.passedOver ?? 0 > 0)
            #expect(try registry.take(readings).counts == nil)
        }
    }

    @Test("an input that cannot be read any more counts as it did before")
    func staleCounts() throws {
        let folder = try RegistryFolder()
        try folder.write { registry throws in
            try registry.take([InputReading("a.plist", []), InputReading("b.plist", [Manifest("com.acme.b")])])
            var counts = try registry.counts()
            try registry.take([InputReading(path: "", status: .unreadable)])
            counts.unreadable = 2
            #expect(try registry.counts() == counts)
            #expect(try registry.counts(of: "/src/acme") == counts)
        }
    }
}
