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
            (counts.inputs, counts.unreadable, counts.skippedInputs, counts.manifests) = (3, 0, 1, 2)
            (counts.urlTypes, counts.claims, counts.products, counts.apps) = (2, 3, 1, 1)
            #expect(try registry.counts(of: "/src/b") == counts)
            (counts.inputs, counts.manifests, counts.urlTypes, counts.claims) = (4, 3, 3, 4)
            (counts.products, counts.apps) = (2, 2)
            #expect(try registry.counts() == counts)
            #expect(try registry.schemeCount() == 2)

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

    @Test("an extension that claims the scheme of its app is a product, but not an app")
    func countsApps() throws {
        let folder = try RegistryFolder()
        var share = Manifest("com.acme.wallet.share", schemes: ["wallet"], at: "b.plist")
        share.kind = .appExtension
        let manifests = [Manifest("com.acme.wallet", schemes: ["wallet"], at: "a.plist"), share]
        try folder.write { registry in
            let imported = try registry.take(manifests.map { InputReading($0.origin.path, [$0]) })
            #expect(imported.counts?.products == 2 && imported.counts?.apps == 1)
        }
        try folder.read { registry in
            for counts in try [registry.counts(), registry.counts(of: "/src/acme")] {
                #expect(counts.products == 2 && counts.apps == 1)
            }
            #expect(
                try registry.sourceCounts().map { [$0.manifests, $0.products, $0.apps, $0.claims] } == [[2, 2, 1, 2]]
            )
            #expect(try registry.appCounts().map(\.kind) == [.application, .appExtension])
            #expect(try registry.schemeCounts().map { [$0.apps, $0.claims] } == [[1, 2]])
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
            #expect(counted?.skippedInputs ?? 0 > 0)
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
