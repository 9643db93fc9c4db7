import Foundation
import SchemeModel
import SchemeStore
import Testing
import TestSupport

@Suite("What is stored comes back")
struct RoundTripTests {
    @Test("every field of a manifest", arguments: 1...TestScale.pick(4 as UInt64, torture: 8))
    func manifests(seed: UInt64) throws {
        let folder = try RegistryFolder()
        var generator = ManifestGenerator(seed: seed)
        let readings = generator.readings(source: "/src/acme", count: 60)
        try folder.write { try $0.take(readings) }
        var stored: [Manifest] = []
        try folder.read { try RegistryIndex($0, knowledge: .sample).forEachManifest { stored.append($0) } }
        let expected = readings.flatMap(\.manifests).sorted(by: Manifest.isOrderedBefore)
        #expect(stored.count == expected.count)
        // Encoded, since Swift takes strings for equal that differ in their bytes.
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf",
            negativeInfinity: "-inf",
            nan: "nan"
        )
        for (one, other) in zip(stored, expected) {
            let isSame = try encoder.encode(one) == encoder.encode(other)
            #expect(isSame, "\(other.origin)")
        }
    }

    @Test("every irregularity of an input", arguments: 1...4)
    func irregularities(seed: UInt64) throws {
        let folder = try RegistryFolder()
        var generator = ManifestGenerator(seed: seed)
        let readings = generator.readings(source: "/src/acme", count: 60)
        let expected = readings.sorted { $0.path < $1.path }.flatMap(\.irregularities)
        #expect(
            expected.contains { $0.irregularity.place != nil } && expected.contains { $0.origin.path == "project.yml" }
        )
        for time in [1_000, 2_000] {
            let result = try folder.write { try $0.take(readings, at: time) }
            #expect(time == 1_000 || result.changed == 0)
            var stored: [InputIrregularity] = []
            try folder.read { try RegistryIndex($0, knowledge: .sample).forEachIrregularity { stored.append($0) } }
            #expect(stored == expected)
        }
        // Other irregularities of the same files are a change.
        var next = readings
        for index in next.indices { next[index].irregularities = Array(next[index].irregularities.dropFirst()) }
        try folder.write { _ = try $0.take(next, at: 3_000) }
        var stored: [InputIrregularity] = []
        try folder.read { try RegistryIndex($0, knowledge: .sample).forEachIrregularity { stored.append($0) } }
        #expect(stored == next.sorted { $0.path < $1.path }.flatMap(\.irregularities))
    }

    @Test(
        "the index of a registry answers as the one in memory",
        arguments: 10...TestScale.pick(13 as UInt64, torture: 17)
    )
    func indexes(seed: UInt64) throws {
        let folder = try RegistryFolder()
        var generator = ManifestGenerator(seed: seed)
        let sources = [tree("/src/b"), tree("/src/a"), tree("work", isNamed: true)]
        var manifests: [Manifest] = []
        var associations: [AssociationFile] = []
        try folder.write { registry in
            for source in sources {
                let readings = generator.readings(source: source.name, count: 25)
                manifests += readings.flatMap(\.manifests)
                associations += readings.compactMap(\.association)
                try registry.take(readings, into: source)
            }
        }
        let memory = MemoryIndex(
            sources: sources,
            manifests: manifests,
            associations: associations,
            knowledge: .sample
        )
        try folder.read { registry in
            let index = RegistryIndex(registry, knowledge: .sample)
            #expect(try index.sources() == memory.sources())
            try compareDomains(index, memory)
            var (stored, expected): ([Manifest], [Manifest]) = ([], [])
            try index.forEachManifest { stored.append($0) }
            try memory.forEachManifest { expected.append($0) }
            let isSame = stored == expected
            #expect(isSame)
            var (groups, wanted): ([ClaimGroup], [ClaimGroup]) = ([], [])
            try index.forEachContestedScheme { groups.append($0) }
            try memory.forEachContestedScheme { wanted.append($0) }
            #expect(groups.map(\.scheme) == wanted.map(\.scheme))
            #expect(!groups.isEmpty)
            for (group, other) in zip(groups, wanted) {
                let isSame = group.claims == other.claims
                #expect(isSame, "\(group.scheme)")
            }
            for app in Set(manifests.map(\.app)) {
                let isSame = try index.claims(of: app) == memory.claims(of: app)
                #expect(isSame, "\(app)")
            }
            #expect(try index.claims(on: SchemeKey("none")).isEmpty)
        }
    }

    private func compareDomains(_ index: RegistryIndex, _ memory: MemoryIndex) throws {
        var (groups, wanted): ([DomainGroup], [DomainGroup]) = ([], [])
        try index.forEachDomain { groups.append($0) }
        try memory.forEachDomain { wanted.append($0) }
        #expect(groups.map(\.pattern) == wanted.map(\.pattern))
        for (group, other) in zip(groups, wanted) {
            let isSame =
                group.claims == other.claims
                && group.files.deciding(on: group.pattern) == other.files.deciding(on: group.pattern)
                && group.claims.map { group.files[.app($0.claim.app.id)] }
                    == other.claims.map { other.files[.app($0.claim.app.id)] }
            #expect(isSame, "\(group.pattern.text)")
        }
        for pattern in ["www.pay.acme.com", "*.www.acme.com", "acme.com", "com"].map(DomainPattern.init) {
            let isSame = try index.domainClaims(on: pattern) == memory.domainClaims(on: pattern)
            #expect(isSame, "\(pattern.text)")
        }
        #expect(try index.associationFiles(of: .host("acme.org")).isEmpty)
        for identifier in ["com.acme.wallet", "com.acme.absent"] {
            let app = AssociationFiles.Key.app(.known(ByteString(identifier)))
            let isSame = try index.associationFiles(of: app) == memory.associationFiles(of: app)
            #expect(isSame, "\(identifier)")
        }
        #expect(
            try Set(index.domainPatterns(below: "acme.com"))
                .isSubset(of: ["pay.acme.com", "*.pay.acme.com", "e\u{301}'.acme.com"].map(DomainPattern.init))
        )
    }

    @Test("an index may be asked while it streams")
    func nested() throws {
        let folder = try RegistryFolder()
        var generator = ManifestGenerator(seed: 3)
        let readings = generator.readings(source: "/src/acme", count: 30)
        try folder.write { try $0.take(readings) }
        try folder.read { registry in
            let index = RegistryIndex(registry, knowledge: .sample)
            var alone: [Manifest] = []
            try index.forEachManifest { alone.append($0) }
            var nested: [Manifest] = []
            try index.forEachManifest { manifest in
                nested.append(manifest)
                #expect(try index.claims(of: manifest.app).allSatisfy { $0.app.id == manifest.app })
                var count = 0
                if nested.count == 5 { try index.forEachManifest { _ in count += 1 } }
                #expect(count == 0 || count == alone.count)
            }
            let isSame = nested == alone
            #expect(isSame)
        }
    }

    @Test("claims are found with line and column by plain SQL")
    func plainSQL() throws {
        let folder = try RegistryFolder()
        var manifest = Manifest("com.acme.wallet", schemes: ["Wallet", "not a scheme"])
        manifest.displayName = "Wallet"
        try folder.write { try $0.take([InputReading("Info.plist", [manifest])]) }
        #expect(
            try folder.rows(
                "SELECT scheme, spelling, state, app, app_name, path, line, \"column\" FROM declared_scheme"
            )
                == [
                    "wallet|Wallet|claimed|com.acme.wallet|Wallet|Info.plist|30|7",
                    "NULL|not a scheme|invalid|com.acme.wallet|Wallet|Info.plist|31|7",
                ]
        )
        #expect(
            try folder.rows("SELECT what, text, line FROM place ORDER BY line")
                == ["url-type|NULL|20", "claim|Wallet|30", "claim|not a scheme|31"]
        )
    }

    @Test("a place that no reader makes is kept, too")
    func oddRanges() throws {
        let folder = try RegistryFolder()
        var manifest = Manifest("com.acme.wallet")
        let odd = SourceRange(byteOffset: .min, byteLength: .max)
        manifest.bundleIdentifier?.span = ValueSpan(keyPath: "- =", element: odd, text: odd)
        manifest.queriesSchemes = [
            Located("a", ValueSpan(keyPath: "", element: odd, text: SourceRange(byteOffset: -3, byteLength: 0)))
        ]
        try folder.write { try $0.take([InputReading("Info.plist", [manifest])]) }
        var stored: [Manifest] = []
        try folder.read { try RegistryIndex($0, knowledge: .sample).forEachManifest { stored.append($0) } }
        #expect(stored == [manifest])
    }
}

extension InputReading {
    /// The manifests that were read.
    var manifests: [Manifest] {
        if case .read(_, _, let manifests) = status { manifests } else { [] }
    }
}
