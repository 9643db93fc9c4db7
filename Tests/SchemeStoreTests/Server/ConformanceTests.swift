import SchemeModel
import Testing
import TestSupport

@testable import SchemeStore

/// Compares a registry on a server with one in a file that gets the same.
@Suite(.enabled(if: TestServer.address != nil, "needs PostgreSQL: make test"))
struct ConformanceTests {
    private let (file, server): (RegistryFolder, RegistryFolder)

    init() throws { (file, server) = (try RegistryFolder(onServer: false), try RegistryFolder(onServer: true)) }

    /// What the registries answer, except for IDs.
    private static let questions =
        [
            "SELECT id, time, action, subject, reader_version FROM import ORDER BY id",
            "SELECT time, source, app, platform, scheme, event FROM history "
                + "ORDER BY import_id, source, scheme, app, coalesce(platform, '')",
            "SELECT path, state, size, digest, first_import, last_import FROM input ORDER BY source_id, path",
            "SELECT scheme, spelling, state, app, app_name, role, identifier, kind, platform_bits, source, path, member, "
                + "line, key_path, project, target, is_stale, first_import, last_import FROM declared_scheme",
            "SELECT service, domain, mode, app, source, path, line, association_file, is_listed FROM declared_domain",
            "SELECT source, path, member, what, text, key_path, line, byte_offset, byte_length FROM place",
            "SELECT scheme, app, category, owner, is_owner, confidence, origin, source FROM known_claim",
            "SELECT rule, severity, certainty, scheme, app FROM undefined_targets",
            "SELECT rule, severity, certainty, scheme, subject, app, source, path, member, project, target "
                + "FROM duplicate_registrations",
            "SELECT rule, severity, certainty, scheme, app FROM reserved_scheme_clashes",
            "SELECT name, value FROM meta ORDER BY name",
            "SELECT app_id > 0, scheme FROM session_scheme ORDER BY scheme",
        ]
        + ["known_scheme", "scheme_owner", "default_app_scheme", "shared_scheme", "sdk_scheme", "placeholder"].map {
            "SELECT * FROM \($0)"
        }

    /// A row as both registries would write it: a server escapes bytes of paths that are not UTF-8, and GRDB ends texts at a NUL.
    private static func comparable(_ row: String) -> String {
        guard row.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "\\") }) else { return row }
        return row.replacing("\\351", with: "\u{FFFD}").replacing("\0byte", with: "")
    }

    private func expectSame(_ comment: Comment, location: SourceLocation = #_sourceLocation) throws {
        for question in Self.questions {
            let answers = try [file, server].map { folder in
                let rows = try folder.rows(question).map(Self.comparable)
                // Views have no order.
                return question.contains("ORDER BY") ? rows : rows.sorted()
            }
            let isSame = answers[0] == answers[1]
            let difference = Set(answers[0]).symmetricDifference(answers[1]).sorted()
            #expect(isSame, "\(comment): \(question): \(difference)", sourceLocation: location)
        }
        let lists = try [file, server].map { folder in
            try folder.read { registry in
                let index = RegistryIndex(registry, knowledge: .sample)
                var list: [AnyHashable] = []
                try index.forEachManifest { list.append($0) }
                try index.forEachClaim { list.append($0) }
                try index.forEachContestedScheme { list.append("\($0)") }
                try index.forEachIrregularity { list.append("\($0)") }
                try index.forEachDomain { group in
                    // The files are a dictionary, which has no order.
                    let files = group.claims.map { group.files.served(by: $0.domain.pattern.associationHost) }
                    list += [group.pattern, group.claims, files] as [AnyHashable]
                }
                try index.forEachTarget { target in
                    let kind = "\(target.source ?? "") \(target.kind) \(target.extensionPoint ?? "")"
                    list += [kind, target.code, target.app, target.project, target.manifests] as [AnyHashable]
                }
                try index.forEachHistoryEntry { list.append($0) }
                list.append("\(try registry.sourceCounts())")
                list.append("\(try registry.appCounts())")
                list.append("\(try registry.schemeCounts())")
                list.append("\(try registry.counts())")
                list.append("\(try registry.problems())")
                return list
            }
        }
        #expect(lists[0] == lists[1], comment, sourceLocation: location)
    }

    private func both(_ body: (Registry) throws -> Void) throws {
        for folder in [file, server] { try folder.write(body) }
    }

    @Test(arguments: 1...TestScale.pick(2 as UInt64, torture: 4))
    func importsGiveTheSame(seed: UInt64) throws {
        var generator = ManifestGenerator(seed: seed)
        let sources = [tree("/src/b"), tree("/src/a"), tree("work", isNamed: true)]
        let first = sources.map { generator.readings(source: $0.name, count: 30) }
        try both { for (source, readings) in zip(sources, first) { try $0.take(readings, into: source, at: 1_000) } }
        try expectSame("new")
        // Some inputs change, some disappear, and one can't be read anymore.
        let other = generator.readings(source: "/src/a", count: 30)
        var changed = zip(first[1], other).enumerated().map { $0 % 3 == 0 ? $1.1 : $1.0 }.dropLast(4)
        if let path = changed.popLast()?.path { changed.append(InputReading(path: path, status: .unreadable)) }
        try both { try $0.take(Array(changed), into: sources[1], at: 2_000) }
        try expectSame("changed")
        try both { registry throws in
            #expect(try registry.take(Array(changed), into: sources[1], at: 3_000).importID == nil)
        }
        try both { try $0.take(first[0], into: sources[0], at: 4_000, knowledge: .full) }
        try both { registry throws in #expect(try registry.replaceTeamTable(with: .partners, amid: .full)) }
        try expectSame("other knowledge")
        // A folder around two sources takes them in.
        try both { try $0.take(generator.readings(source: "/src", count: 0), into: tree("/src"), at: 5_000) }
        try expectSame("absorbed")
        try both { _ = try $0.forgetSource("work", at: 6_000) }
        try expectSame("forgotten")
    }

    /// Text from inputs never becomes SQL.
    @Test func hostileTextIsOnlyText() throws {
        let name = "'; DROP TABLE claim; -- $1 ?2 % _ \\ \" E'\\'' \u{10FFFF}"
        let path = SchemeModel.Path(bytes: Array("'; DROP TABLE claim; -- $1 ?2 % _ \".plist".utf8) + [0xE9])
        let app = Manifest(name, schemes: [name, "ok", "o_"], at: path, in: name)
        try both { try $0.take([InputReading(path, [app])], into: tree(name, isNamed: true), at: 1_000) }
        try expectSame("stored")
        for folder in [file, server] {
            try folder.read { registry throws in
                let index = RegistryIndex(registry, knowledge: .sample)
                #expect(try index.claims(on: SchemeKey("ok")).count == 1)
                for pattern in ["o%", "o_", "' OR '' = '"] { #expect(try index.claims(on: SchemeKey(pattern)).isEmpty) }
                #expect(try index.manifests(ofSource: name).count == 1)
                #expect(try index.manifests(of: app.app).count == 1)
            }
        }
        try both { _ = try $0.forgetApp(app.app, at: 2_000) }
        try both { _ = try $0.forgetSource(name, at: 3_000) }
        try expectSame("forgotten")
    }

    @Test func copiesAreTheSame() throws {
        var generator = ManifestGenerator(seed: 9)
        try file.write { try $0.take(generator.readings(source: "/src/acme", count: 40)) }
        let back = try RegistryFolder(onServer: false)
        for (from, to) in [(file, server), (server, back)] {
            try from.read { source in try to.write { try source.copy(into: $0) } }
        }
        try expectSame("copied")
        #expect(try back.dump() == file.dump())
        // What was copied can be imported again, and is the same.
        let again = try server.write { registry in
            var generator = ManifestGenerator(seed: 9)
            return try registry.take(generator.readings(source: "/src/acme", count: 40))
        }
        #expect(again.importID == nil)
        // New rows get new IDs.
        try both { try $0.take([InputReading("x", [Manifest("com.acme.x", schemes: ["x"])])], into: tree("x")) }
        try expectSame("after a copy")
        let error = #expect(throws: RegistryError.self) {
            try file.read { source in try server.write { try source.copy(into: $0) } }
        }
        #expect(error?.cause == .notEmpty)
    }

    @Test func allTablesAreCopied() throws {
        try file.write { _ in }
        for table in StoredTable.all {
            let columns = try file.rows("SELECT name FROM pragma_table_info('\(table.name)')")
            #expect(
                Set(columns) == Set(table.columns.map { $0.name.replacing("\"", with: "") }),
                "\(table.name)"
            )
        }
        let tables = try file.rows("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
        #expect(Set(tables) == Set(StoredTable.all.map(\.name)))
    }
}
