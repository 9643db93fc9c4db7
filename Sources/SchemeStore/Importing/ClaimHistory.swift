import SchemeModel

/// Records which claims an import starts and ends.
///
/// The claims that the first import of a source finds have no rows: they follow from what is there. Before an import changes
/// anything about an app, the rows of its claims are written.
///
/// The history knows the open claims, whose last event is `claimed`. The registry knows the present claims. The two are
/// compared for the apps that the import changed, and for releases that earlier imports withheld.
struct ClaimHistory {
    /// A scheme that one app claims on one platform, in one source.
    struct Key: Hashable, Comparable {
        var scheme: ByteString
        var app: ByteString
        /// The platform; `nil` if unknown.
        var platform: Platform?

        static func < (left: Key, right: Key) -> Bool {
            if left.scheme != right.scheme { return left.scheme < right.scheme }
            if left.app != right.app { return left.app < right.app }
            return ByteString(left.platform?.rawValue ?? "") < ByteString(right.platform?.rawValue ?? "")
        }
    }

    /// The declaration of a claim that is gone.
    private struct Declaration {
        var path: Path
        var raw: String
    }

    private let database: Database
    private let source: String
    private let sourceID: Int
    /// Whether the source was empty before, so that all of its claims are new.
    private let isNew: Bool
    private let openEvents, presentClaims, declarations: PreparedStatement
    private var unwritten: UnwrittenHistory
    /// The claims that are written; empty for a new source.
    private var added: Set<Key> = []
    /// Whether a new source has a claim.
    private var hasAdded = false
    private var removed: [Key: Declaration] = [:]

    init(_ database: Database, source: String, sourceID: Int) throws {
        self.database = database
        self.source = source
        self.sourceID = sourceID
        isNew =
            try database.number(
                """
                SELECT 1 WHERE EXISTS (SELECT 1 FROM history_event WHERE source = ?)
                    OR EXISTS (SELECT 1 FROM input WHERE source_id = ?)
                """,
                arguments: [source, sourceID]
            ) == nil
        unwritten = try UnwrittenHistory(database, of: sourceID)
        openEvents = try PreparedStatement(
            database,
            """
            SELECT scheme, platform, event, app FROM history_event WHERE app \(database.dialect.isOneOf) AND source = ?
            ORDER BY import_id
            """
        )
        presentClaims = try PreparedStatement(
            database,
            """
            SELECT DISTINCT claim.scheme_key, claim.platform_bits, app.key
            FROM app
            CROSS JOIN manifest ON manifest.app_id = app.id
            CROSS JOIN input ON input.id = manifest.input_id
            CROSS JOIN claim ON claim.manifest_id = manifest.id
            WHERE app.key \(database.dialect.isOneOf) AND input.source_id = ? AND claim.scheme_key IS NOT NULL
            """
        )
        declarations = try PreparedStatement(
            database,
            """
            SELECT 1 FROM input JOIN manifest ON manifest.input_id = input.id
            WHERE input.source_id = ? AND input.path = ? AND (
                EXISTS (SELECT 1 FROM irregularity WHERE manifest_id = manifest.id AND kind = 'malformed')
                OR EXISTS (SELECT 1 FROM claim WHERE manifest_id = manifest.id AND raw = ? AND scheme_key IS NULL)
            ) LIMIT 1
            """
        )
    }

    /// Records that `manifest` is about to be written.
    mutating func add(_ manifest: Manifest) throws {
        if isNew {
            hasAdded = hasAdded || manifest.urlTypes.contains { $0.schemes.contains { $0.key != nil } }
        } else {
            try unwritten.write(of: manifest.app)
            for (key, _) in Self.claims(of: manifest) { added.insert(key) }
        }
    }

    /// Records that `manifest`, from the input at `path`, is about to be deleted or rewritten.
    mutating func remove(_ manifest: Manifest, at path: Path) throws {
        try unwritten.write(of: manifest.app)
        for (key, raw) in Self.claims(of: manifest) where removed[key] == nil {
            removed[key] = Declaration(path: path, raw: raw)
        }
    }

    private static func claims(of manifest: Manifest) -> [(key: Key, raw: String)] {
        guard !manifest.urlTypes.isEmpty else { return [] }
        let platforms = platforms(manifest.deviceSupport.platforms)
        let app = manifest.app.text
        return manifest.urlTypes.flatMap { type in
            type.schemes.flatMap { declared in
                guard let scheme = declared.key?.text else { return [(key: Key, raw: String)]() }
                return platforms.map { (Key(scheme: scheme, app: app, platform: $0), declared.raw) }
            }
        }
    }

    private static func platforms(_ set: PlatformSet) -> [Platform?] { set.platforms.isEmpty ? [nil] : set.platforms }
}

extension ClaimHistory {
    /// Writes the events of the import that `log` describes, and returns them ordered by scheme, app, platform; none for a
    /// new source, whose events follow from its claims.
    ///
    /// A release is withheld, until a later import settles it, if the import couldn't read everything in its scope, if
    /// the declaration is still there but no longer produces a scheme, or if the manifest became malformed.
    mutating func settle(scope: ImportScope, hasProblems: Bool, log: ImportRecord) throws -> [HistoryEntry] {
        if isNew {
            if hasAdded {
                let statement = "UPDATE source SET claims_import = ? WHERE id = ?"
                try database.execute(sql: statement, arguments: [try log.id(), sourceID])
            }
            return []
        }
        let withheld = try withheldReleases()
        var released: [Key] = []
        var claimed: [Key] = []
        var stillWithheld: [Key: Declaration] = [:]
        var ofApps = Array(Dictionary(grouping: added.union(removed.keys).union(withheld.keys), by: \.app))[...]
        while !ofApps.isEmpty {
            let part = ofApps.prefix(database.dialect.textsAtOnce)
            ofApps = ofApps.dropFirst(part.count)
            let apps = part.map(\.key.string)
            let (open, present) = (try openClaims(of: apps), try presentClaims(of: apps))
            for key in part.flatMap(\.value) {
                if present.contains(key) {
                    if !open.contains(key) { claimed.append(key) }
                } else if open.contains(key), let declaration = removed[key] ?? withheld[key] {
                    let isJudged = removed[key] != nil || scope.contains(declaration.path)
                    if try isJudged && !hasProblems && !isStillDeclared(declaration) {
                        released.append(key)
                    } else {
                        stillWithheld[key] = declaration
                    }
                }
            }
        }
        try store(stillWithheld, before: withheld)
        let events = claimed.map { ($0, HistoryEntry.Event.claimed) } + released.map { ($0, .released) }
        return try Self.write(events, source: source, log: log, database)
    }

    private func openClaims(of apps: [String]) throws -> Set<Key> {
        openEvents.bind(apps)
        openEvents.bind(source)
        defer { openEvents.reset() }
        var open: Set<Key> = []
        while try openEvents.step() {
            let platform = openEvents.optionalText(1).flatMap { Platform(rawValue: $0) }
            let key = Key(
                scheme: ByteString(openEvents.text(0)),
                app: ByteString(openEvents.text(3)),
                platform: platform
            )
            if openEvents.text(2) == HistoryEntry.Event.claimed.rawValue { open.insert(key) } else { open.remove(key) }
        }
        return open
    }

    private func presentClaims(of apps: [String]) throws -> Set<Key> {
        presentClaims.bind(apps)
        presentClaims.bind(sourceID)
        defer { presentClaims.reset() }
        var present: Set<Key> = []
        while try presentClaims.step() {
            let (scheme, app) = (ByteString(presentClaims.text(0)), ByteString(presentClaims.text(2)))
            for platform in Self.platforms(PlatformSet(rawValue: presentClaims.int(1))) {
                present.insert(Key(scheme: scheme, app: app, platform: platform))
            }
        }
        return present
    }

    /// Returns whether the input still has the declaration without a scheme, or can't be parsed anymore.
    private func isStillDeclared(_ declaration: Declaration) throws -> Bool {
        declarations.bind(sourceID)
        declarations.bind(declaration.path)
        declarations.bind(declaration.raw)
        return try declarations.number() != nil
    }

    private func withheldReleases() throws -> [Key: Declaration] {
        let rows = try PreparedStatement(
            database,
            "SELECT app, platform, scheme, path, raw FROM withheld_release WHERE source_id = ?"
        )
        rows.bind(sourceID)
        defer { rows.reset() }
        var withheld: [Key: Declaration] = [:]
        while try rows.step() {
            let key = Key(
                scheme: ByteString(rows.text(2)),
                app: ByteString(rows.text(0)),
                platform: Platform(rawValue: rows.text(1))
            )
            withheld[key] = Declaration(path: rows.path(3), raw: rows.text(4))
        }
        return withheld
    }

    private func store(_ withheld: [Key: Declaration], before: [Key: Declaration]) throws {
        let gone = before.keys.filter { withheld[$0] == nil }
        let new = withheld.filter { before[$0.key] == nil }
        if !gone.isEmpty {
            let delete = try PreparedStatement(
                database,
                "DELETE FROM withheld_release WHERE source_id = ? AND app = ? AND platform = ? AND scheme = ?"
            )
            for key in gone {
                delete.bind(sourceID)
                delete.bind(key.app.string)
                delete.bind(key.platform?.rawValue ?? "")
                delete.bind(key.scheme.string)
                try delete.run()
            }
        }
        if !new.isEmpty {
            let insert = try PreparedStatement(
                database,
                "INSERT INTO withheld_release (source_id, app, platform, scheme, path, raw) VALUES (?, ?, ?, ?, ?, ?)"
            )
            for (key, declaration) in new {
                insert.bind(sourceID)
                insert.bind(key.app.string)
                insert.bind(key.platform?.rawValue ?? "")
                insert.bind(key.scheme.string)
                insert.bind(declaration.path)
                insert.bind(declaration.raw)
                try insert.run()
            }
        }
    }

    /// Writes `events` ordered by scheme, app, platform. Returns them with the platforms of each event merged.
    static func write(
        _ events: [(key: Key, event: HistoryEntry.Event)],
        source: String,
        log: ImportRecord,
        _ database: Database
    ) throws -> [HistoryEntry] {
        guard !events.isEmpty else { return [] }
        let events = events.sorted { $0.key < $1.key }
        let writer = try EventWriter(database, source: source, importID: log.id(), time: log.entry.time)
        for (key, event) in events { try writer.write(key, event) }
        return entries(events, source: source, log: log)
    }

    private static func entries(
        _ events: [(key: Key, event: HistoryEntry.Event)],
        source: String,
        log: ImportRecord
    ) -> [HistoryEntry] {
        var entries = HistoryEntries()
        for (key, event) in events {
            entries.append(
                HistoryEntry(
                    time: log.entry.time,
                    source: source,
                    app: AppID(text: key.app.string),
                    platforms: key.platform.map { PlatformSet($0) } ?? [],
                    scheme: SchemeKey(key.scheme.string),
                    event: event
                )
            )
        }
        return entries.list
    }
}

/// Merges history rows into entries: consecutive rows that differ only in their platform become one entry.
struct HistoryEntries {
    private(set) var list: [HistoryEntry] = []

    mutating func append(_ row: HistoryEntry) {
        if var last = list.last, !last.platforms.isEmpty, !row.platforms.isEmpty {
            last.platforms.formUnion(row.platforms)
            var joined = row
            joined.platforms = last.platforms
            if joined == last {
                list[list.count - 1] = last
                return
            }
        }
        list.append(row)
    }

    /// Removes and returns the first entry if further rows can't change it.
    mutating func takeComplete() -> HistoryEntry? { list.count > 1 ? list.removeFirst() : nil }
}
