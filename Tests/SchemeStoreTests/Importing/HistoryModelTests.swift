import SchemeModel
import TestSupport
import Testing

@testable import SchemeStore

/// The history of random imports, beside one that is kept in memory.
@Suite struct HistoryModelTests {
    /// A claim of an app on a platform.
    private struct Key: Hashable, Comparable {
        var source, scheme, app, platform: String

        static func < (left: Key, right: Key) -> Bool {
            (left.source, left.scheme, left.app, left.platform) < (
                right.source, right.scheme, right.app, right.platform
            )
        }
    }

    /// What is there, and what happened.
    private struct Model {
        var claims: Set<Key> = []
        /// The apps of each source, also those without claims.
        var apps: [String: Set<String>] = [:]
        var events: [String] = []

        mutating func replace(with new: Set<Key>, at time: Int) {
            for key in new.symmetricDifference(claims).sorted() {
                let event = new.contains(key) ? "claimed" : "released"
                events.append("\(time)|\(key.source)|\(key.app)|\(key.platform)|\(key.scheme)|\(event)")
            }
            claims = new
        }
    }

    private static let names = ["com.acme.a", "com.acme.b", "com.acme.c"]
    private static let sets: [(set: PlatformSet, names: [String])] = [
        (.iOS, ["ios"]), (.macOS, ["macos"]), ([.iOS, .macOS], ["ios", "macos"]), ([], [""]),
    ]

    /// Imports some manifests into a source.
    private func importSome(
        into source: String,
        at time: Int,
        _ registry: Registry,
        _ model: inout Model,
        _ generator: inout SeededGenerator
    ) throws {
        var claims = model.claims.filter { $0.source != source }
        var apps: Set<String> = []
        var readings: [InputReading] = []
        for path in ["a.plist", "b.plist", "c.plist", "d.plist"] where Int.random(in: 0..<4, using: &generator) > 0 {
            let app = Self.names.randomElement(using: &generator)!
            let schemes = ["x", "y", "z"].filter { _ in Bool.random(using: &generator) }
            let platforms = Self.sets.randomElement(using: &generator)!
            apps.insert(app)
            for scheme in schemes {
                for platform in platforms.names {
                    claims.insert(Key(source: source, scheme: scheme, app: app, platform: platform))
                }
            }
            readings.append(InputReading(Path(path), [Manifest(app, schemes: schemes, platforms: platforms.set)]))
        }
        try registry.take(readings, into: tree(source), at: time)
        model.replace(with: claims, at: time)
        model.apps[source] = apps
    }

    @Test("is that of a model", arguments: 0..<TestScale.pick(12, torture: 500))
    func history(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        var model = Model()
        let folder = try RegistryFolder()
        for time in 1...12 {
            let source = ["one", "two"].randomElement(using: &generator)!
            let app = Self.names.randomElement(using: &generator)!
            let kind = Int.random(in: 0..<10, using: &generator)
            try folder.write { registry throws in
                if kind == 0, model.apps[source] != nil {
                    _ = try registry.forgetSource(source, at: time)
                    model.replace(with: model.claims.filter { $0.source != source }, at: time)
                    model.apps[source] = nil
                } else if kind == 1, model.apps.values.contains(where: { $0.contains(app) }) {
                    _ = try registry.forgetApp(.known(ByteString(app)), at: time)
                    model.replace(with: model.claims.filter { $0.app != app }, at: time)
                    for source in model.apps.keys { model.apps[source]?.remove(app) }
                } else {
                    try importSome(into: source, at: time, registry, &model, &generator)
                }
            }
            let found = try folder.rows(
                """
                SELECT time, source, app, coalesce(platform, ''), scheme, event FROM history
                ORDER BY import_id, source, scheme, app, coalesce(platform, '')
                """
            )
            #expect(found == model.events, "\(time)")
        }
    }

    @Test("the claims of a first import have no rows until their app changes")
    func isWrittenLate() throws {
        let folder = try RegistryFolder()
        func readings(_ scheme: String) -> [InputReading] {
            [
                InputReading("a.plist", [Manifest("com.acme.a", schemes: [scheme])]),
                InputReading("b.plist", [Manifest("com.acme.b", schemes: ["y"])]),
            ]
        }
        let rows = "SELECT time, app, scheme, event FROM history ORDER BY import_id, scheme"
        let written = "SELECT app, scheme, event FROM history_event ORDER BY import_id, scheme"
        try folder.write { _ = try $0.take(readings("x"), at: 1) }
        #expect(try folder.rows(written) == [])
        #expect(try folder.rows(rows) == ["1|com.acme.a|x|claimed", "1|com.acme.b|y|claimed"])
        try folder.write { _ = try $0.take(readings("z"), at: 2) }
        let isFile = !TestServer.isUsed
        #expect(try folder.rows("SELECT count(*) FROM history_event WHERE app = 'com.acme.b'") == [isFile ? "0" : "1"])
        #expect(
            try folder.rows(rows) == [
                "1|com.acme.a|x|claimed", "1|com.acme.b|y|claimed", "2|com.acme.a|x|released", "2|com.acme.a|z|claimed",
            ]
        )
        // A folder around the source takes it over, with its history.
        try folder.write { _ = try $0.take([], into: tree("/src"), at: 3) }
        #expect(try folder.rows("SELECT count(*) FROM history WHERE source = '/src'") == ["6"])
    }
}
