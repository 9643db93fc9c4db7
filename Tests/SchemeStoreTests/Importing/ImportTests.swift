import SchemeModel
import SchemeStore
import TestSupport
import Testing

@Suite("An import is a difference")
struct ImportTests {
    private func generated(_ seed: UInt64, count: Int = 40) -> [InputReading] {
        var generator = ManifestGenerator(seed: seed)
        return generator.readings(source: "/src/acme", count: count)
    }

    @Test("importing twice writes nothing, in any order of the inputs", arguments: [1, 2, 3] as [UInt64])
    func twice(seed: UInt64) throws {
        let folder = try RegistryFolder()
        let readings = generated(seed)
        try folder.write { registry throws in #expect(try registry.take(readings).importID == 1) }
        let (dump, bytes) = (try folder.dump(), try folder.bytes())
        try folder.write { registry throws in
            let result = try registry.take(readings.reversed(), at: 9_999)
            #expect(result.importID == nil)
            #expect(result.unchanged == readings.count)
            #expect(
                try registry.take(readings.map { InputReading(path: $0.path, status: .unchanged) }).importID == nil
            )
        }
        #expect(try folder.dump() == dump)
        let isSame = try folder.bytes() == bytes
        #expect(isSame, "the file was written to")
    }

    @Test(
        "what a second import leaves is what a first one would, but for ids and imports",
        arguments: 4...9 as ClosedRange<UInt64>
    )
    func converges(seed: UInt64) throws {
        let (old, fresh) = (try RegistryFolder(), try RegistryFolder())
        let (before, after) = (generated(seed), generated(seed + 100, count: 30))
        // Half of the inputs stay as they are.
        let mixed = after.indices.map { $0 % 2 == 0 ? before[$0] : after[$0] }
        try old.write { registry in
            try registry.take(before)
            try registry.take(mixed)
        }
        try fresh.write { try $0.take(mixed) }
        var (stored, expected): ([Manifest], [Manifest]) = ([], [])
        try old.read { try RegistryIndex($0, knowledge: .sample).forEachManifest { stored.append($0) } }
        try fresh.read { try RegistryIndex($0, knowledge: .sample).forEachManifest { expected.append($0) } }
        // Manifests with one natural key have no order among them.
        #expect(Set(stored) == Set(expected))
        #expect(stored.count == expected.count)
        for query in [
            "SELECT path, state, digest, size FROM input ORDER BY path", "SELECT key, is_known FROM app ORDER BY key",
            "SELECT scheme, app, severity, certainty FROM undefined_targets ORDER BY 1, 2",
        ] {
            #expect(try old.rows(query) == fresh.rows(query))
        }
        #expect(try old.danglingReferences().isEmpty)
    }

    @Test("a changed manifest keeps its row, and its claims remember their first and last import")
    func firstAndLast() throws {
        let folder = try RegistryFolder()
        var manifest = Manifest("com.acme.wallet", schemes: ["wallet", "pay"])
        try folder.write { registry throws in
            try registry.take([InputReading("Info.plist", [manifest])])
            manifest.urlTypes[0].schemes[1].span = .sample(99)
            manifest.urlTypes[0].schemes.append(DeclaredScheme(index: 2, raw: "new", resolved: "new", span: .sample(5)))
            let result = try registry.take([InputReading("Info.plist", digest: "01", [manifest])])
            #expect(result.importID == 2)
            #expect((result.added, result.changed, result.removed, result.unchanged) == (0, 1, 0, 0))
        }
        #expect(try folder.rows("SELECT first_import, last_import FROM manifest") == ["1|2"])
        #expect(
            try folder.rows("SELECT raw, line, first_import, last_import FROM claim ORDER BY position")
                == ["wallet|30|1|1", "pay|99|1|2", "new|5|2|2"]
        )
        #expect(try folder.rows("SELECT first_import, last_import FROM input") == ["1|2"])
        #expect(try folder.rows("SELECT first_import, last_import FROM source") == ["1|2"])
    }

    @Test("the other manifests of a changed input stay untouched")
    func siblings() throws {
        let folder = try RegistryFolder()
        let one = Manifest("com.acme.one", schemes: ["one"])
        var two = Manifest("com.acme.two", schemes: ["two"])
        two.outcome.target = "Two"
        try folder.write { registry throws in
            try registry.take([InputReading("Info.plist", [one, two])])
            two.version = "2"
            try registry.take([InputReading("Info.plist", [two, one])])
        }
        #expect(
            try folder.rows("SELECT target, last_import FROM manifest ORDER BY last_import") == ["NULL|1", "Two|2"]
        )
    }

    @Test("a file that was only touched gets its stamp and no import")
    func restamped() throws {
        let folder = try RegistryFolder()
        let manifest = Manifest("com.acme.wallet", schemes: ["wallet"])
        try folder.write { registry throws in
            try registry.take([InputReading("Info.plist", size: 1, [manifest])])
            let result = try registry.take([InputReading("Info.plist", size: 77, [manifest])], readerVersion: 2)
            #expect(result.importID == nil)
            let stamp = try registry.previousImport(of: "/src/acme").inputs["Info.plist"]
            #expect(stamp?.stamp.size == 77)
            #expect(stamp?.readerVersion == 2)
        }
        #expect(try folder.rows("SELECT count(*) FROM import") == ["1"])
    }

    @Test func rewritesDomainsForAnotherVersionOfTheReader() throws {
        let folder = try RegistryFolder()
        var manifest = Manifest("com.acme.wallet", schemes: ["wallet"])
        let name = Manifest.associatedDomainsEntitlement
        manifest.entitlements = ["\(name)", "\(name)=applinks:acme.com", "\(name)=applinks:m\u{FC}nchen.de"]
        let readings = [InputReading("Info.plist", [manifest])]
        let hosts = "SELECT host FROM associated_domain ORDER BY position"
        try folder.write { registry throws in try registry.take(readings) }
        let all = try folder.rows(hosts)
        #expect(all == ["acme.com", "m\u{FC}nchen.de"])
        try folder.execute("DELETE FROM associated_domain WHERE position = 1")
        try folder.write { registry throws in try registry.take(readings) }
        #expect(try folder.rows(hosts) == ["acme.com"])
        try folder.write { registry throws in try registry.take(readings, readerVersion: 2) }
        #expect(try folder.rows(hosts) == all)
        #expect(try folder.rows("SELECT count(*) FROM import") == ["1"])
    }

    @Test("dependencies are stored, and a change to a dependency alone doesn't change the claims")
    func dependencies() throws {
        let folder = try RegistryFolder()
        let stamp = FileStamp(size: 1, modified: 2, changed: 3, inode: 4)
        let plist = InputDependency(path: "Info.plist", isManifest: true, stamp: stamp, digest: "aa")
        let missing = InputDependency(path: "/opt/base.xcconfig", stamp: nil, digest: nil)
        let manifest = Manifest("com.acme.wallet", schemes: ["wallet"])
        var reading = InputReading("App.xcodeproj/project.pbxproj", [manifest])
        reading.dependencies = [missing, plist]
        try folder.write { registry throws in
            try registry.take([reading])
            let inputs = try registry.previousImport(of: "/src/acme").inputs
            #expect(inputs[reading.path]?.dependencies == [missing, plist])
            #expect(try registry.digest(of: Place(source: "/src/acme", path: "Info.plist")) == "aa")
            reading.dependencies.removeFirst()
            let result = try registry.take([reading])
            #expect(result.importID == nil)
            #expect(result.unchanged == 1)
            #expect(try registry.previousImport(of: "/src/acme").inputs[reading.path]?.dependencies == [plist])
        }
        #expect(
            try folder.rows("SELECT scheme, path FROM declared_scheme") == ["wallet|Info.plist"]
        )
    }

    @Test("importing a part replaces that part only")
    func part() throws {
        let folder = try RegistryFolder()
        let paths: [Path] = ["a.plist", "ios/a.plist", "ios/b.plist", "ios2/a.plist", "mac/a.plist"]
        let readings = paths.map { InputReading($0, [Manifest("com.acme.\($0)", at: $0)]) }
        try folder.write { registry throws in
            try registry.take(readings)
            #expect(try registry.take([readings[1]], scope: .part("ios")).removed == 1)
            #expect(try registry.take([], scope: .part("mac/a.plist")).removed == 1)
            #expect(try registry.take([], scope: .part("nowhere")).importID == nil)
        }
        #expect(
            try folder.rows("SELECT CAST(path AS TEXT) FROM input ORDER BY path") == [
                "a.plist", "ios/a.plist", "ios2/a.plist",
            ]
        )
        try folder.write { registry throws in #expect(try registry.take([], scope: .part(".")).removed == 3) }
        #expect(try folder.rows("SELECT count(*) FROM app") == ["0"])
    }

    @Test("an input that cannot be read keeps its claims, stale, until it can")
    func unreadable() throws {
        let folder = try RegistryFolder()
        let reading = InputReading("Info.plist", [Manifest("com.acme.wallet", schemes: ["wallet"])])
        let scheme = SchemeKey("wallet")
        func isStale() throws -> [Bool] {
            try folder.read { try RegistryIndex($0, knowledge: .sample).claims(on: scheme).map(\.isStale) }
        }
        try folder.write { try $0.take([reading]) }
        #expect(try isStale() == [false])
        for importID in [2, nil] {
            let result = try folder.write { try $0.take([InputReading(path: "Info.plist", status: .unreadable)]) }
            #expect(result.importID == importID)
            #expect(result.unreadable == 1)
            #expect(try isStale() == [true])
        }
        try folder.write { registry throws in
            #expect(try registry.previousImport(of: "/src/acme").inputs.isEmpty)
            #expect(try registry.take([reading]).importID == 3)
        }
        #expect(try isStale() == [false])
        #expect(try folder.rows("SELECT event FROM history") == ["claimed"])
    }

    @Test(
        "a folder that cannot be read keeps all that is below it",
        arguments: [("ios", 2), ("", 3)] as [(String, Int)]
    )
    func unreadableFolder(path: String, held: Int) throws {
        let folder = try RegistryFolder()
        let readings = ["ios/a.plist", "ios/b/c.plist", "ios.plist"].map { (path: Path) in
            InputReading(path, [Manifest("com.acme.\(path)", schemes: ["wallet"], at: path)])
        }
        try folder.write { registry throws in
            try registry.take(readings)
            let unreadable = [InputReading(path: Path(path), status: .unreadable)] + readings.dropFirst(held)
            let result = try registry.take(unreadable)
            #expect((result.added, result.changed, result.removed, result.unreadable) == (0, held, 0, 1))
            #expect(try registry.take(unreadable).importID == nil)
            #expect(try registry.counts().unreadable == held)
            #expect(try registry.problems().map(\.place.path) == [Path(path)])
            #expect(try registry.take(readings).changed == held)
            #expect(try registry.counts().unreadable == 0)
            #expect(try registry.problems().isEmpty)
        }
        #expect(try folder.rows("SELECT count(*) FROM history") == ["3"])
    }

    @Test("an unreadable input that was never read is a problem, and no input")
    func neverRead() throws {
        let folder = try RegistryFolder()
        let unreadable = InputReading(path: "x.plist", status: .unreadable)
        try folder.write { registry throws in
            let result = try registry.take([unreadable])
            #expect((result.importID, result.added, result.unreadable) == (1, 0, 1))
            #expect(try registry.take([unreadable]).importID == nil)
            #expect(try registry.counts().inputs == 0)
            #expect(try registry.problems().map(\.place.path) == ["x.plist"])
            #expect(try registry.take([]).importID == 2)
            #expect(try registry.problems().isEmpty)
        }
    }

    @Test("problems are kept as they were told, each until an import looks again where it is")
    func problems() throws {
        let folder = try RegistryFolder()
        let readings = ["a/Info.plist", "b/Info.plist"].map { (path: Path) in
            InputReading(path, [Manifest("com.acme.\(path)", schemes: ["wallet"], at: path)])
        }
        let range = ValueSpan.sample(7).element
        let told = [
            Problem(code: .permissionDenied, message: "no", hint: "do", place: Place(source: "/src/acme", path: "a/x")),
            Problem(
                code: .overLimit,
                message: "too long",
                hint: nil,
                place: Place(source: "/src/acme", path: "b/Info.plist", member: "m", keyPath: "k", range: range)
            ),
        ]
        try folder.write { registry throws in
            #expect(try registry.take(readings, problems: told).importID == 1)
            #expect(try registry.take(readings, problems: told).importID == nil)
            // An input with a problem is read again, since its stamp alone does not tell of it.
            #expect(try Set(registry.previousImport(of: "/src/acme").inputs.keys) == ["a/Info.plist"])
        }
        #expect(try folder.read { try $0.problems() } == told)
        try folder.write { registry throws in
            #expect(try registry.take([readings[0]], scope: .part("a")).importID == 2)
            #expect(try registry.problems() == [told[1]])
            #expect(try registry.problems(of: "other").isEmpty)
            #expect(try registry.take([readings[1]], scope: .part("b")).importID == 3)
            #expect(try registry.problems().isEmpty)
        }
    }

    @Test("an import with a problem releases nothing")
    func problemReleasesNothing() throws {
        let folder = try RegistryFolder()
        let problem = Problem(code: .overLimit, message: "too long", hint: nil, place: Place(path: "b.plist"))
        try folder.write { registry throws in
            try registry.take([InputReading("a.plist", [Manifest("com.acme.a", schemes: ["a"], at: "a.plist")])])
            #expect(try registry.take([InputReading("b.plist", [])], problems: [problem]).events.isEmpty)
            #expect(try registry.take([InputReading("b.plist", [])]).events.map(\.event) == [.released])
        }
    }

    @Test("an input that is said to be unchanged and has no row ends the import", arguments: [true, false])
    func forgottenMeanwhile(changesElsewhere: Bool) throws {
        let folder = try RegistryFolder()
        let reading = InputReading("a.plist", [Manifest("com.acme.a")])
        try folder.write { registry throws in
            try registry.take([reading])
            let rest = changesElsewhere ? [InputReading("b.plist", [])] : [reading]
            let error = #expect(throws: RegistryError.self) {
                try registry.take([InputReading(path: "gone.plist", status: .unchanged)] + rest)
            }
            #expect(error?.cause == .changedMeanwhile)
            #expect(try registry.counts().inputs == 1)
        }
    }

    @Test("an import that is ended leaves the registry as it was")
    func ended() throws {
        struct Interrupted: Error {}
        let folder = try RegistryFolder()
        try folder.write { try $0.take([InputReading("a.plist", [Manifest("com.acme.a", schemes: ["a"])])]) }
        let dump = try folder.dump()
        try folder.write { registry throws in
            #expect(throws: Interrupted.self) {
                try registry.importSource(tree(), at: 5, knowledge: .sample, readerVersion: 1) { store in
                    for count in 1...2 {
                        try store(InputReading(Path("\(count).plist"), [Manifest("com.acme.b", schemes: ["b"])]))
                    }
                    throw Interrupted()
                }
            }
        }
        #expect(try folder.dump() == dump)
        #expect(try folder.names() == ["registry.sqlite"])
    }

    @Test("a tree takes in what was imported inside it, and nothing else")
    func absorbs() throws {
        let folder = try RegistryFolder()
        let manifest = Manifest("com.acme.wallet", schemes: ["wallet"], at: "Info.plist", in: "/src/acme/ios")
        let others = [
            Source(name: "named", root: "/src/acme/ios", kind: .tree, isNamed: true),
            Source(name: "/src/acme2", root: "/src/acme2", kind: .tree, isNamed: false),
            Source(name: "-", root: "/src/acme", kind: .standardInput, isNamed: false),
        ]
        let inner = [
            tree("/src/acme/ios"), Source(name: "/src/acme/a.plist", root: "/src/acme", kind: .file, isNamed: false),
        ]
        try folder.write { registry throws in
            for source in others { try registry.take([InputReading("Info.plist", [manifest])], into: source) }
            try registry.take([InputReading("Info.plist", [manifest])], into: inner[0], at: 10)
            try registry.take([InputReading("a.plist", [Manifest("com.acme.gone", schemes: ["gone"])])], into: inner[1])
            let moved = Manifest("com.acme.wallet", schemes: ["wallet"], at: "ios/Info.plist")
            let result = try registry.take([InputReading("ios/Info.plist", [moved])], at: 20)
            #expect(result.absorbed == ["/src/acme/a.plist", "/src/acme/ios"])
            // The history of what is still there goes on; what is gone is released.
            #expect(result.events.map(\.scheme) == [SchemeKey("gone")])
            #expect(result.events.map(\.event) == [.released])
            #expect((result.added, result.unchanged, result.removed) == (0, 1, 1))
            #expect(try registry.sources().map(\.name) == ["-", "/src/acme", "/src/acme2", "named"])
        }
        #expect(
            try folder.rows("SELECT source, time FROM history WHERE scheme = 'wallet' AND time = 10") == [
                "/src/acme|10"
            ]
        )
        var path: Path?
        try folder.read { registry in
            try RegistryIndex(registry, knowledge: .sample).forEachManifest {
                if $0.origin.source == "/src/acme" { path = $0.origin.path }
            }
        }
        #expect(path == "ios/Info.plist")
    }

    @Test(
        "what is taken in and cannot be read any more names other files as before",
        arguments: [("ios", 1), ("", 2), ("a", 3)] as [(String, UInt64)]
    )
    func absorbsUnreadable(below: String, seed: UInt64) throws {
        let folder = try RegistryFolder()
        let prefix = Path(below)
        let name = below.isEmpty ? "/src/acme/x.plist" : "/src/acme/" + below
        let inner = Source(
            name: name,
            root: Path("/src/acme").appending(prefix),
            kind: below.isEmpty ? .file : .tree,
            isNamed: false,
            paths: below.isEmpty ? ["x.plist"] : [""]
        )
        var generator = ManifestGenerator(seed: seed)
        let readings = generator.readings(source: name, count: 40)
        func moved(_ place: Place) -> Place {
            var place = place
            if place.source != nil { place.source = "/src/acme" }
            place.path = prefix.appending(place.path)
            return place
        }
        var (expected, stored): ([Manifest], [Manifest]) = ([], [])
        var files: [Path: Set<Path>] = [:]
        for reading in readings {
            guard case .read(_, _, let manifests) = reading.status else { continue }
            if !reading.dependencies.isEmpty {
                files[prefix.appending(reading.path)] = Set(reading.dependencies.map { prefix.appending($0.path) })
            }
            for var manifest in manifests {
                manifest.origin = moved(manifest.origin)
                manifest.outcome.project = manifest.outcome.project.map { prefix.appending($0) }
                for type in manifest.urlTypes.indices {
                    for scheme in manifest.urlTypes[type].schemes.indices {
                        let places = manifest.urlTypes[type].schemes[scheme].resolvedFrom
                        manifest.urlTypes[type].schemes[scheme].resolvedFrom = places.map(moved)
                    }
                }
                for index in manifest.irregularities.indices {
                    manifest.irregularities[index].place = manifest.irregularities[index].place.map(moved)
                }
                for index in manifest.companions.indices {
                    manifest.companions[index].place = moved(manifest.companions[index].place)
                }
                expected.append(manifest)
            }
        }
        try folder.write { registry throws in
            try registry.take(readings, into: inner)
            let unreadable =
                below.isEmpty
                ? readings.map { InputReading(path: $0.path, status: .unreadable) }
                : [InputReading(path: prefix, status: .unreadable)]
            #expect(try registry.take(unreadable).absorbed == [name])
            #expect(try registry.dependencies(of: tree()).mapValues { Set($0.map(\.path)) } == files)
        }
        try folder.read { try RegistryIndex($0, knowledge: .sample).forEachManifest { stored.append($0) } }
        #expect(Set(stored) == Set(expected))
        #expect(stored.contains { $0.outcome.project != nil })
        #expect(stored.contains { $0.urlTypes.contains { $0.schemes.contains { !$0.resolvedFrom.isEmpty } } })
    }

    @Test("an input that was read in part keeps what it has more")
    func partial() throws {
        let folder = try RegistryFolder()
        let wallet = Manifest("com.acme.wallet", schemes: ["wallet", "pay"], at: "App/Info.plist")
        let driver = Manifest("com.acme.driver", at: "Driver/Info.plist")
        var reading = InputReading("App.xcodeproj/project.pbxproj", [wallet, driver])
        let problem = Problem(
            code: .permissionDenied,
            message: "no",
            hint: nil,
            place: Place(path: "Driver/Info.plist")
        )
        var stale: [Bool] = []
        func look() throws {
            stale = try folder.read {
                try RegistryIndex($0, knowledge: .sample).claims(on: SchemeKey("pay")).map(\.isStale)
            }
        }
        try folder.write { try $0.take([reading]) }
        let parts = [
            [wallet], [driver], [], [Manifest("com.acme.wallet", schemes: ["wallet"], at: "App/Info.plist"), driver],
        ]
        for (index, part) in parts.enumerated() {
            reading = InputReading(reading.path, digest: "0\(index)", part)
            reading.isPartial = true
            let result = try folder.write { try $0.take([reading], problems: [problem]) }
            #expect(result.importID == (index == 0 ? 2 : nil))
            #expect((result.unreadable, result.removed, result.events) == (1, 0, []))
            try look()
            #expect(stale == [true])
            #expect(try folder.rows("SELECT count(*) FROM manifest") == ["2"])
            #expect(try folder.read { try $0.problems().map(\.place.path) } == ["Driver/Info.plist"])
        }
        // What has all that is known, and perhaps more, is taken; so is a part where nothing is known.
        var more = wallet
        more.version = "2"
        reading = InputReading(reading.path, digest: "aa", [driver, more])
        reading.isPartial = true
        var other = InputReading("B.xcodeproj/project.pbxproj", [Manifest("com.acme.b")])
        other.isPartial = true
        let result = try folder.write { try $0.take([reading, other], problems: [problem]) }
        #expect((result.added, result.changed, result.unreadable) == (1, 1, 0))
        try look()
        #expect(stale == [false])
        // What could be read as a whole replaces all.
        reading = InputReading(reading.path, digest: "bb", [driver])
        #expect(try folder.write { try $0.take([reading]) }.removed == 1)
        #expect(try folder.rows("SELECT count(*) FROM manifest") == ["1"])
    }

    @Test("a part of a tree does not take in its neighbors")
    func partAbsorbsNothing() throws {
        let folder = try RegistryFolder()
        try folder.write { registry throws in
            try registry.take([InputReading("Info.plist", [])], into: tree("/src/acme/mac"))
            #expect(try registry.take([InputReading("ios/a.plist", [])], scope: .part("ios")).absorbed.isEmpty)
            #expect(try registry.sources().count == 2)
        }
    }

    @Test("a source whose root becomes a folder around it keeps what it has, below that")
    func wider() throws {
        let folder = try RegistryFolder()
        func source(_ root: String, _ paths: [Path]) -> Source {
            Source(name: "acme", root: Path(root), kind: .tree, isNamed: true, paths: paths)
        }
        func reading(_ path: Path) -> InputReading {
            InputReading(path, [Manifest("com.acme.\(path.lastComponent)", schemes: ["a"], at: path, in: "acme")])
        }
        // With the prefix, the first has the path that the second had.
        let problem = Problem(code: .overLimit, message: "no", hint: nil, place: Place(source: "acme", path: "x.plist"))
        try folder.write { registry throws in
            try registry.take(
                [reading("x.plist"), reading("ios/x.plist")],
                into: source("/src/ios", [""]),
                problems: [problem]
            )
            let wide = source("/src", ["ios", "mac"])
            let result = try registry.take([reading("mac/y.plist")], into: wide, scope: .part("mac"))
            #expect((result.added, result.removed, result.events.map(\.event)) == (1, 0, [.claimed]))
            #expect(try registry.sources() == [wide])
            #expect(try registry.problems().map(\.place.path) == ["ios/x.plist"])
            // What names a thing by its path may say something else now.
            #expect(try Set(registry.previousImport(of: "acme").inputs.keys) == ["mac/y.plist"])
        }
        #expect(
            try folder.rows("SELECT CAST(path AS TEXT) FROM input ORDER BY path") == [
                "ios/ios/x.plist", "ios/x.plist", "mac/y.plist",
            ]
        )
    }

    @Test("an import ends when another source came to hold some of the same")
    func neighbors() throws {
        let folder = try RegistryFolder()
        try folder.write { registry throws in
            let known = try registry.sources()
            try registry.take([], into: tree("/src"))
            let error = #expect(throws: RegistryError.self) {
                try registry.take([InputReading("a.plist", [])], into: tree("/src/acme"), amid: known)
            }
            #expect(error?.cause == .changedMeanwhile)
            try registry.take([InputReading("a.plist", [])], into: tree("/src2"), amid: known)
            #expect(try registry.sources().map(\.name) == ["/src", "/src2"])
        }
    }

    @Test("a source that was renamed in kind or root is brought up to date")
    func sourceChanges() throws {
        let folder = try RegistryFolder()
        let moved = Source(name: "acme", root: "/new", kind: .tree, isNamed: true)
        try folder.write { registry throws in
            try registry.take([], into: Source(name: "acme", root: "/old", kind: .tree, isNamed: true))
            #expect(try registry.take([], into: moved).importID == 2)
            #expect(try registry.take([], into: moved).importID == nil)
            #expect(try registry.sources() == [moved])
        }
    }

    @Test("a registry that is read is not written")
    func reading() throws {
        let folder = try RegistryFolder()
        try folder.write { try $0.take([InputReading("a.plist", [])]) }
        try folder.read { registry in
            let error = #expect(throws: RegistryError.self) { try registry.take([]) }
            #expect(error?.cause == .notWritable)
        }
    }
}
