import GRDB
import SchemeModel

/// Loads manifests and their child rows, exactly as they were written.
///
/// The rows of each table are read in manifest order by one statement that stays open. Loading manifests in the order
/// in which they were written costs one step per row. Another order costs one more search per table.
final class ManifestLoader {
    /// A manifest and its row.
    struct StoredManifest {
        var id: Int
        var inputID: Int
        var checksum: Int
        var firstImport: Int
        var manifest: Manifest
        /// Whether the last import couldn't read the input.
        var isStale: Bool
    }

    /// The columns of a manifest's row and of the rows that it refers to.
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

    /// Returns the manifest with this ID, or `nil` if it doesn't exist.
    ///
    /// - Throws: `DatabaseError`, ``ChecksumMismatch``.
    func load(_ id: Int) throws -> StoredManifest? {
        defer { head.reset() }
        head.bind(id)
        return try head.step() ? stored(head) : nil
    }

    /// Calls `body` with all manifests, ordered by source, path, member, project, target, configurations.
    ///
    /// - Throws: `DatabaseError`, ``ChecksumMismatch``, and the errors of `body`.
    func forEach(_ body: (StoredManifest) throws -> Void) throws {
        // Most manifests have the path of their input, and an index returns them in order. The others are sorted, and
        // the two results merged.
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
        var ofFile: [StoredManifest] = []
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

    /// Releases the rows that are held open, so that they can be changed.
    func rest() {
        for rows in [
            configurations, entitlements, urlTypes, otherKeys, claims, resolvedFrom, queriesSchemes, rootKeys,
            irregularities, companions,
        ] {
            rows.rest()
        }
    }

    private func stored(_ row: PreparedStatement) throws -> StoredManifest {
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
        manifest.deviceSupport.platforms = PlatformSet(rawValue: row.int(22))
        manifest.deviceSupport.devices = PlatformSet(rawValue: row.int(23))
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
        guard checksum == ManifestChecksum.of(manifest) else { throw ChecksumMismatch(place: manifest.origin) }
        return StoredManifest(
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
        // A position without a URL type comes from damage. Leaving the row out makes the checksum differ.
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
    /// Selects the IDs of the manifests of an app, by its key.
    static let ofApp = "SELECT manifest.id FROM app JOIN manifest ON manifest.app_id = app.id WHERE app.key = ?"
    /// Selects the IDs of the manifests of a source, by its name.
    static let ofSource = """
        SELECT manifest.id FROM source
        JOIN input ON input.source_id = source.id JOIN manifest ON manifest.input_id = input.id
        WHERE source.name = ?
        """

    /// Returns the manifests whose IDs `query` selects for `argument`, ordered by place.
    ///
    /// - Throws: ``RegistryError``.
    func manifests(of query: String, _ argument: String) throws -> [ManifestLoader.StoredManifest] {
        var manifests: [ManifestLoader.StoredManifest] = []
        try forEachManifest(of: query, argument) { manifests.append($0) }
        return manifests.sorted { Manifest.isOrderedBefore($0.manifest, $1.manifest) }
    }

    /// Calls `body` with the manifests whose IDs `query` selects for `argument`, in the order of the query.
    func forEachManifest(
        of query: String,
        _ argument: String,
        _ body: (ManifestLoader.StoredManifest) throws -> Void
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

/// A stored manifest, or an input, that doesn't match its checksum.
struct ChecksumMismatch: Error {
    /// The manifest or input.
    var place: Place
}

/// The rows of one table, in manifest order.
private final class ChildRows {
    private let statement: PreparedStatement
    /// The manifest of the statement's current row; the largest number after the last row.
    private var current = Int.max
    /// The first manifest of the range up to ``current`` that is known to have no rows; `nil` if the statement was
    /// reset.
    private var start: Int?

    init(_ statement: PreparedStatement) {
        self.statement = statement
    }

    func forEach(of manifest: Int, _ body: (PreparedStatement) -> Void) throws {
        // Most manifests have no rows in most tables. The next existing row proves that for all manifests before it.
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
    // An invalid place can only come from damage. This place never matches the checksum.
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

    /// Returns the place in the columns of ``StoredColumns/span``, starting at `column`.
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

    /// Returns the irregularity in the columns of ``StoredColumns/irregularity``.
    func irregularity(in source: String) -> Irregularity {
        // An unknown kind comes from damage, because newer registries were rejected before.
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
    /// Returns a copy with the stored state. The state that follows from the text is the same, unless a grammar rule
    /// has changed since.
    fileprivate func with(state: State?) -> DeclaredScheme {
        var copy = self
        if let state { copy.state = state }
        return copy
    }
}
