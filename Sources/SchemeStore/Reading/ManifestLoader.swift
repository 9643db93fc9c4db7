import GRDB
import SchemeModel

/// Loads manifests with all that hangs on them, exactly as they were written.
///
/// The rows of each table are read in order of manifest by one statement that stays open: manifests that are loaded in
/// the order in which they were written cost one step for each row, in another order one search more for each table.
final class ManifestLoader {
    /// A manifest and its row.
    struct Stored {
        var id: Int
        var inputID: Int
        var checksum: Int
        var firstImport: Int
        var manifest: Manifest
        /// Whether the input could not be read at the last import.
        var isStale: Bool
    }

    /// The columns of a manifest's row and of what it refers to.
    private static let selection = """
        SELECT manifest.id, input.id, input.path, input.state, source.name, manifest.path, manifest.member, project,
            target, format, manifest.digest, app.key, container.key, bundle_identifier, bundle_identifier_place, manifest.name,
            display_name, version, build, manifest.kind, extension_point, is_built, platform_bits, device_bits,
            configuration_count, entitlement_count, url_type_count, other_key_count, claim_count, resolved_from_count,
            query_scheme_count, root_key_count, irregularity_count, checksum, manifest.first_import
        """
    private static let context = """
        CROSS JOIN app ON app.id = manifest.app_id
        CROSS JOIN app AS container ON container.id = manifest.container_id
        """

    private let database: Database
    private let head: PreparedStatement
    private let configurations, entitlements, urlTypes, otherKeys, claims, resolvedFrom: ChildRows
    private let queriesSchemes, rootKeys, irregularities, companions: ChildRows

    init(_ database: Database) throws {
        self.database = database
        head = try PreparedStatement(
            database,
            """
            \(Self.selection)
            FROM manifest CROSS JOIN input ON input.id = manifest.input_id
            CROSS JOIN source ON source.id = input.source_id
            \(Self.context)
            WHERE manifest.id = ?
            """
        )
        func rows(_ table: String, _ columns: String, by order: String) throws -> ChildRows {
            try ChildRows(
                PreparedStatement(
                    database,
                    "SELECT \(columns) FROM \(table) WHERE manifest_id >= ? ORDER BY manifest_id, \(order)"
                )
            )
        }
        configurations = try rows("manifest_configuration", "manifest_id, name", by: "position")
        entitlements = try rows("entitlement", "manifest_id, name", by: "position")
        urlTypes = try rows("url_type", StoredColumns.urlType, by: "position")
        otherKeys = try rows("url_type_other_key", StoredColumns.otherKey, by: "url_type_position, position")
        claims = try rows("claim", StoredColumns.claim, by: "url_type_position, position")
        resolvedFrom = try rows(
            "claim_resolved_from",
            StoredColumns.resolvedFrom,
            by: "url_type_position, claim_position, position"
        )
        queriesSchemes = try rows("query_scheme", StoredColumns.queryScheme, by: "position")
        rootKeys = try rows("root_key", StoredColumns.rootKey, by: "position")
        irregularities = try rows("irregularity", StoredColumns.irregularity, by: "position")
        companions = try rows("companion", StoredColumns.companion, by: "position")
    }

    /// The manifest with this id, `nil` when there is none.
    ///
    /// - Throws: `DatabaseError`, ``StoredDamage``.
    func load(_ id: Int) throws -> Stored? {
        defer { head.reset() }
        head.bind(id)
        return try head.step() ? stored(head) : nil
    }

    /// Calls `body` with all manifests in order of source, path, member, project, target, configurations.
    ///
    /// - Throws: what `body` throws, `DatabaseError`, ``StoredDamage``.
    func forEach(_ body: (Stored) throws -> Void) throws {
        // Most manifests stand in their inputs and come in order by index; the others are sorted, and the two merged.
        let all = try PreparedStatement(
            database,
            """
            \(Self.selection), input.path AS place
            FROM source CROSS JOIN input ON input.source_id = source.id
            CROSS JOIN manifest INDEXED BY manifest_by_input ON manifest.input_id = input.id
            \(Self.context)
            WHERE manifest.path IS NULL
            UNION ALL
            \(Self.selection), manifest.path
            FROM manifest INDEXED BY manifest_by_path CROSS JOIN input ON input.id = manifest.input_id
            CROSS JOIN source ON source.id = input.source_id
            \(Self.context)
            WHERE manifest.path IS NOT NULL
            ORDER BY source.name, place, manifest.id
            """
        )
        defer { all.reset() }
        // The manifests of one file are sorted here, by the one definition of their order.
        var ofFile: [Stored] = []
        func flush() throws {
            if ofFile.count > 1 { ofFile.sort { Manifest.isOrderedBefore($0.manifest, $1.manifest) } }
            for stored in ofFile { try body(stored) }
            ofFile.removeAll(keepingCapacity: true)
        }
        while try all.step() {
            let stored = try stored(all)
            if let last = ofFile.last?.manifest.origin,
                last.path != stored.manifest.origin.path || last.source != stored.manifest.origin.source
            {
                try flush()
            }
            ofFile.append(stored)
        }
        try flush()
    }

    /// Lets go of the rows that are held open, so that they can be changed.
    func rest() {
        for rows in [
            configurations, entitlements, urlTypes, otherKeys, claims, resolvedFrom, queriesSchemes, rootKeys,
            irregularities, companions,
        ] {
            rows.rest()
        }
    }

    private func stored(_ row: PreparedStatement) throws -> Stored {
        let id = row.int(0)
        var manifest = Manifest(
            origin: Place(source: row.text(4), path: row.optionalPath(5) ?? row.path(2), member: row.optionalPath(6)),
            format: Manifest.Format(rawValue: row.text(9)) ?? .unknown,
            digest: row.text(10),
            app: AppID(text: row.text(11))
        )
        manifest.container = AppID(text: row.text(12))
        manifest.outcome.project = row.optionalPath(7)
        manifest.outcome.target = row.optionalText(8)
        manifest.bundleIdentifier = row.located(13, place: 14)
        manifest.name = row.optionalText(15)
        manifest.displayName = row.optionalText(16)
        manifest.version = row.optionalText(17)
        manifest.build = row.optionalText(18)
        manifest.kind = ProductKind(rawValue: row.text(19)) ?? .unknown
        manifest.extensionPoint = row.optionalText(20)
        manifest.isBuilt = row.bool(21)
        manifest.reach.platforms = PlatformSet(rawValue: row.int(22))
        manifest.reach.devices = PlatformSet(rawValue: row.int(23))
        if row.int(24) > 0 { try configurations.forEach(of: id) { manifest.outcome.configurations.append($0.text(1)) } }
        manifest.entitlements = row.isNull(25) ? nil : []
        if row.int(25) > 0 { try entitlements.forEach(of: id) { manifest.entitlements?.append($0.text(1)) } }
        if row.int(26) > 0 { try loadURLTypes(of: id, row, into: &manifest) }
        if row.int(30) > 0 {
            try queriesSchemes.forEach(of: id) { manifest.queriesSchemes.append(Located($0.text(2), $0.span(3))) }
        }
        if row.int(31) > 0 { try rootKeys.forEach(of: id) { manifest.rootKeys.append($0.rootKey()) } }
        let source = row.text(4)
        if row.int(32) > 0 {
            try irregularities.forEach(of: id) { manifest.irregularities.append($0.irregularity(in: source)) }
        }
        try companions.forEach(of: id) { manifest.companions.append($0.companion(in: source)) }
        let checksum = row.int(33)
        guard checksum == ManifestChecksum.of(manifest) else { throw StoredDamage(place: manifest.origin) }
        return Stored(
            id: id,
            inputID: row.int(1),
            checksum: checksum,
            firstImport: row.int(34),
            manifest: manifest,
            isStale: row.text(3) != "ok"
        )
    }

    private func loadURLTypes(of id: Int, _ row: PreparedStatement, into manifest: inout Manifest) throws {
        var types: [URLType] = []
        try urlTypes.forEach(of: id) { types.append($0.urlType()) }
        // A position that no type has is damage; what is left out makes the checksum differ.
        if row.int(27) > 0 {
            try otherKeys.forEach(of: id) { key in
                let position = key.int(1)
                if types.indices.contains(position), let located = key.located(3, place: 4) {
                    types[position].otherKeys.append(located)
                }
            }
        }
        if row.int(28) > 0 {
            try claims.forEach(of: id) { claim in
                let position = claim.int(1)
                if types.indices.contains(position) { types[position].schemes.append(claim.declaredScheme()) }
            }
        }
        if row.int(29) > 0 {
            try resolvedFrom.forEach(of: id) { place in
                let (type, claim) = (place.int(1), place.int(2))
                if types.indices.contains(type), types[type].schemes.indices.contains(claim) {
                    types[type].schemes[claim].resolvedFrom.append(place.place())
                }
            }
        }
        manifest.urlTypes = types
    }
}

extension Registry {
    /// The ids of the manifests of the app with a key.
    static let ofApp = "SELECT manifest.id FROM app JOIN manifest ON manifest.app_id = app.id WHERE app.key = ?"
    /// The ids of the manifests of the source with a name.
    static let ofSource = """
        SELECT manifest.id FROM source
        JOIN input ON input.source_id = source.id JOIN manifest ON manifest.input_id = input.id
        WHERE source.name = ?
        """

    /// The manifests whose ids `query` gives for `argument`, in order of place.
    ///
    /// - Throws: ``RegistryError``.
    func manifests(of query: String, _ argument: String) throws -> [ManifestLoader.Stored] {
        var manifests: [ManifestLoader.Stored] = []
        try forEachManifest(of: query, argument) { manifests.append($0) }
        return manifests.sorted { Manifest.isOrderedBefore($0.manifest, $1.manifest) }
    }

    /// Calls `body` with the manifests whose ids `query` gives for `argument`, in its order.
    func forEachManifest(
        of query: String,
        _ argument: String,
        _ body: (ManifestLoader.Stored) throws -> Void
    ) throws {
        try access { database in
            let ids = try PreparedStatement(database, query)
            defer { ids.reset() }
            ids.bind(argument)
            let loader = try loader(database)
            while try ids.step() {
                if let stored = try loader.load(ids.int(0)) { try body(stored) }
            }
        }
    }
}

/// What is stored of a manifest contradicts its checksum.
struct StoredDamage: Error {
    /// The manifest.
    var place: Place
}

/// The rows of one table, in order of manifest.
private final class ChildRows {
    private let statement: PreparedStatement
    /// The manifest of the row that the statement stands on; the greatest number after the last row.
    private var current = Int.max
    /// No manifest from this one to before ``current`` has rows; `nil` when the statement rests.
    private var start: Int?

    init(_ statement: PreparedStatement) {
        self.statement = statement
    }

    func forEach(of manifest: Int, _ body: (PreparedStatement) -> Void) throws {
        // Most manifests have no rows in most tables, and the next row that there is says so for all before it.
        guard let start, start <= manifest, manifest <= current else {
            statement.reset()
            statement.bind(manifest)
            start = manifest
            try advance()
            return try give(manifest, body)
        }
        try give(manifest, body)
    }

    func rest() {
        statement.reset()
        start = nil
    }

    private func give(_ manifest: Int, _ body: (PreparedStatement) -> Void) throws {
        while current == manifest {
            body(statement)
            start = manifest + 1
            try advance()
        }
    }

    private func advance() throws {
        current = try statement.step() ? statement.int(0) : .max
    }
}

extension PreparedStatement {
    // Text that is no place can only come from damage. It gives a place that the checksum does not know.
    private static let nowhere = ValueSpan(keyPath: "", element: SourceRange(byteOffset: -1, byteLength: -1))

    fileprivate func place(_ column: CInt) -> ValueSpan? {
        isNull(column) ? nil : withBytes(column) { PlaceText.span($0) } ?? Self.nowhere
    }

    private func range(_ column: CInt) -> SourceRange? {
        isNull(column) ? nil : withBytes(column) { PlaceText.range($0) } ?? Self.nowhere.element
    }

    fileprivate func located(_ value: CInt, place column: CInt) -> Located<String>? {
        optionalText(value).map { Located($0, place(column) ?? Self.nowhere) }
    }

    /// The columns of ``StoredColumns/span``, from `column` on.
    fileprivate func span(_ column: CInt) -> ValueSpan {
        var focus = SourceRange(byteOffset: int(column + 7), byteLength: int(column + 8))
        if !isNull(column + 1) {
            focus.lines = SourceRange.Lines(start: position(column + 1), end: position(column + 4))
        }
        let keyPath = text(column)
        return withBytes(column + 9) { PlaceText.span($0, keyPath: keyPath, focus: focus) } ?? Self.nowhere
    }

    private func position(_ column: CInt) -> TextPosition {
        TextPosition(line: int(column), column: int(column + 1), columnUTF16: int(column + 2))
    }

    fileprivate func urlType() -> URLType {
        var type = URLType(index: int(2), span: span(10))
        type.role = located(3, place: 4)
        type.identifier = located(5, place: 6)
        type.icon = located(7, place: 8)
        type.schemesSpan = place(9)
        return type
    }

    fileprivate func declaredScheme() -> DeclaredScheme {
        DeclaredScheme(
            index: int(3),
            raw: text(4),
            resolved: optionalText(5),
            span: span(8),
            isConditional: bool(7)
        ).with(state: DeclaredScheme.State(rawValue: text(6)))
    }

    fileprivate func place() -> Place {
        Place(
            source: optionalText(4),
            path: path(5),
            member: optionalPath(6),
            keyPath: optionalText(7),
            range: range(8)
        )
    }

    fileprivate func companion(in source: String) -> Manifest.Companion {
        let (name, path) = (text(2), path(4))
        let place = Place(source: path.isAbsolute ? nil : source, path: path, keyPath: name, range: range(5))
        return Manifest.Companion(name: name, value: text(3), place: place)
    }

    fileprivate func rootKey() -> Manifest.RootKey {
        let value = PropertyText.value(kind: text(3), text: text(4)) ?? .other("damaged")
        return Manifest.RootKey(name: text(2), value: Located(value, span(5)))
    }

    fileprivate func irregularity(in source: String) -> Irregularity {
        // Kinds that are not known are damage, since a newer registry was refused before.
        Irregularity(
            Irregularity.Kind(rawValue: text(2)) ?? .malformed,
            span: span(10),
            subject: optionalText(3),
            expected: optionalText(4),
            found: optionalText(5),
            cause: optionalText(6),
            related: range(7),
            place: optionalPath(8).map { Place(source: $0.isAbsolute ? nil : source, path: $0, range: range(9)) }
        )
    }
}

extension DeclaredScheme {
    /// The same with the state that was stored, which the one that follows from the text equals unless a rule of the
    /// grammar has changed since.
    fileprivate func with(state: State?) -> DeclaredScheme {
        var copy = self
        if let state { copy.state = state }
        return copy
    }
}
