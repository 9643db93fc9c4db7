import SchemeModel

/// Writes manifests and their child rows.
final class ManifestWriter {
    /// The position of a manifest's row, and the imports that it names.
    struct Row {
        var inputID: Int
        var inputPath: Path
        var checksum: Int
        /// Whether no rule reports anything about the manifest by itself.
        var isClean: Bool
        /// The ID of a row that was just deleted and is written again; `nil` for a new one.
        var id: Int?
        var firstImport: Int
        var lastImport: Int
    }

    /// The first and the last import of a claim.
    typealias Imports = (first: Int, last: Int)

    private let database: Database
    private let knowledge: Knowledge
    private let findApp, insertApp: PreparedStatement
    private let manifest, configuration, dependency, entitlement: PreparedStatement
    private let urlType, otherKey, claim, resolvedFrom: PreparedStatement
    private let queryScheme, rootKey, irregularity, companion, domain, deleteDomains: PreparedStatement
    private var appIDs: [ByteString: Int] = [:]

    init(_ database: Database, knowledge: Knowledge) throws {
        func insert(_ table: String, _ columns: String) throws -> PreparedStatement {
            let values = columns.split(separator: ",").map { _ in "?" }.joined(separator: ",")
            return try PreparedStatement(database, "INSERT INTO \(table) (\(columns)) VALUES (\(values))")
        }
        self.database = database
        self.knowledge = knowledge
        findApp = try PreparedStatement(database, "SELECT id FROM app WHERE key = ?")
        insertApp = try PreparedStatement(
            database,
            "INSERT INTO app (id, key, is_known, product_key) VALUES (?, ?, ?, ?) ON CONFLICT (key) DO NOTHING"
        )
        manifest = try insert("manifest", StoredColumns.manifest)
        configuration = try insert("manifest_configuration", "manifest_id, position, name")
        dependency = try PreparedStatement(
            database,
            "INSERT INTO manifest_dependency (manifest_id, path) VALUES (?, ?)"
        )
        entitlement = try insert("entitlement", "manifest_id, position, name, value")
        urlType = try insert("url_type", StoredColumns.urlType)
        otherKey = try insert("url_type_other_key", StoredColumns.otherKey)
        claim = try insert("claim", StoredColumns.claim + ", " + StoredColumns.claimProfile)
        resolvedFrom = try insert("claim_resolved_from", StoredColumns.resolvedFrom)
        queryScheme = try insert("query_scheme", StoredColumns.queryScheme)
        rootKey = try insert("root_key", StoredColumns.rootKey)
        irregularity = try insert("irregularity", StoredColumns.irregularity)
        companion = try insert("companion", StoredColumns.companion)
        domain = try insert("associated_domain", StoredColumns.domain)
        deleteDomains = try PreparedStatement(
            database,
            "DELETE FROM associated_domain WHERE manifest_id = ?",
            isOfStoredRows: true
        )
    }

    /// Writes `value` and returns the ID of its app. `imports` returns the imports of a claim that existed before.
    ///
    /// - Throws: An error of the database.
    func write(_ value: Manifest, _ row: Row, imports: (URLType, DeclaredScheme) -> Imports?) throws -> Int {
        let app = try id(of: value.app)
        let container = value.container == value.app ? app : try id(of: value.container)
        let id =
            try row.id.map { id in
                try insert(value, row, id: id, app: app, container: container)
                return id
            } ?? database.insertRow { try insert(value, row, id: $0, app: app, container: container) }
        for (position, name) in value.outcome.configurations.enumerated() {
            configuration.bind(id)
            configuration.bind(position)
            configuration.bind(name)
            try configuration.run()
        }
        try writeEntitlements(of: value, id: id)
        try writeDependencies(of: value, id: id)
        for (position, type) in value.urlTypes.enumerated() {
            try write(type, position: position, of: id)
            for (claimPosition, declared) in type.schemes.enumerated() {
                let owner = (manifest: id, type: position, claim: claimPosition)
                try writeClaim(declared, in: type, of: value, owner, app: app, container: container, row, imports)
            }
        }
        try writeRest(of: value, id: id)
        try writeDomains(of: value, id: id, app: app, container: container)
        return app
    }

    /// Inserts the row of the manifest itself.
    private func insert(_ value: Manifest, _ row: Row, id: Int?, app: Int, container: Int) throws {
        manifest.bind(id)
        manifest.bind(row.inputID)
        manifest.bind(value.origin.path == row.inputPath ? nil : value.origin.path)
        manifest.bind(value.origin.member)
        manifest.bind(value.outcome.project)
        manifest.bind(value.outcome.target)
        manifest.bind(value.format.rawValue)
        manifest.bind(value.digest)
        manifest.bind(app)
        manifest.bind(container)
        bind(value.bundleIdentifier, to: manifest)
        manifest.bind(value.name)
        manifest.bind(value.displayName)
        manifest.bind(value.version)
        manifest.bind(value.build)
        manifest.bind(value.kind.rawValue)
        manifest.bind(value.extensionPoint)
        manifest.bind(value.isBuilt)
        manifest.bind(value.deviceSupport.platforms.rawValue)
        manifest.bind(value.deviceSupport.devices.rawValue)
        manifest.bind(value.outcome.configurations.count)
        manifest.bind(value.entitlements?.count)
        manifest.bind(value.urlTypes.count)
        manifest.bind(value.urlTypes.reduce(0) { $0 + $1.otherKeys.count })
        manifest.bind(value.urlTypes.reduce(0) { $0 + $1.schemes.count })
        manifest.bind(value.urlTypes.reduce(0) { $0 + $1.schemes.reduce(0) { $0 + $1.resolvedFrom.count } })
        manifest.bind(value.queriesSchemes.count)
        manifest.bind(value.rootKeys.count)
        manifest.bind(value.irregularities.count)
        manifest.bind(row.checksum)
        manifest.bind(row.isClean ? row.checksum : nil)
        manifest.bind(row.firstImport)
        manifest.bind(row.lastImport)
        try manifest.run()
    }

    /// Finds or stores the apps of `manifests` with one query, if that is faster than one by one.
    func prepare(for manifests: [Manifest]) throws {
        var apps: [ByteString: AppID] = [:]
        for manifest in manifests {
            for app in [manifest.app, manifest.container] where appIDs[app.text] == nil { apps[app.text] = app }
        }
        guard let ids = try database.engine.storeApps(Array(apps.values)) else { return }
        if appIDs.count >= Self.cachedApps { forgetApps() }
        appIDs.merge(ids) { $1 }
    }

    /// The number of apps in the cache. It is bounded, so that a million apps don't fill the memory. Neighboring manifests
    /// mostly share their apps.
    private static let cachedApps = 50_000

    /// Returns whether a manifest of the app with this key was just written. May be wrong about an app that was, if there were
    /// too many to remember.
    func hasWritten(_ key: ByteString) -> Bool { appIDs[key] != nil }

    /// Clears the cache of app IDs, because apps were deleted.
    func forgetApps() { appIDs.removeAll(keepingCapacity: true) }

    private func id(of app: AppID) throws -> Int {
        let key = app.text
        if let id = appIDs[key] { return id }
        if let id = try database.engine.storeApps([app])?[key] {
            appIDs[key] = id
            return id
        }
        // Most apps that aren't in the cache are new.
        var id = try database.insertRow { id in
            insertApp.bind(id)
            insertApp.bind(key.string)
            insertApp.bind(app.isKnown)
            insertApp.bind(app.productIdentifier.string)
            try insertApp.run()
        }
        if database.engine.changesCount == 0 {
            findApp.bind(key.string)
            id = try findApp.number() ?? 0
        }
        if appIDs.count >= Self.cachedApps { forgetApps() }
        appIDs[key] = id
        return id
    }
}

extension ManifestWriter {
    private func writeEntitlements(of value: Manifest, id: Int) throws {
        for (position, held) in (value.entitlements ?? []).enumerated() {
            entitlement.bind(id)
            entitlement.bind(position)
            entitlement.bind(held.name.string)
            entitlement.bind(held.value?.string)
            try entitlement.run()
        }
    }

    private func writeDependencies(of value: Manifest, id: Int) throws {
        var written: Set<Path> = []
        func write(_ path: Path) throws {
            guard written.insert(path).inserted else { return }
            dependency.bind(id)
            dependency.bind(path)
            try dependency.run()
        }
        if let project = value.outcome.project { try write(project) }
        for type in value.urlTypes {
            for declared in type.schemes {
                for place in declared.resolvedFrom where place.path != value.origin.path { try write(place.path) }
            }
        }
    }

    private func write(_ type: URLType, position: Int, of id: Int) throws {
        urlType.bind(id)
        urlType.bind(position)
        urlType.bind(type.index)
        bind(type.role, to: urlType)
        bind(type.identifier, to: urlType)
        bind(type.icon, to: urlType)
        bind(type.schemesSpan, to: urlType)
        urlType.bind(columnsOf: type.span)
        try urlType.run()
        for (keyPosition, key) in type.otherKeys.enumerated() {
            otherKey.bind(id)
            otherKey.bind(position)
            otherKey.bind(keyPosition)
            bind(key, to: otherKey)
            try otherKey.run()
        }
    }

    private func writeClaim(
        _ declared: DeclaredScheme,
        in type: URLType,
        of value: Manifest,
        _ owner: (manifest: Int, type: Int, claim: Int),
        app: Int,
        container: Int,
        _ row: Row,
        _ imports: (URLType, DeclaredScheme) -> Imports?
    ) throws {
        claim.bind(owner.manifest)
        claim.bind(owner.type)
        claim.bind(owner.claim)
        claim.bind(declared.index)
        claim.bind(declared.raw)
        claim.bind(declared.resolved)
        claim.bind(declared.state.rawValue)
        claim.bind(declared.isConditional)
        claim.bind(columnsOf: declared.span)
        let profile = ClaimProfile(declared, in: type, of: value, knowledge: knowledge)
        claim.bind(declared.key?.text.string)
        claim.bind(app)
        claim.bind(container)
        claim.bind(profile.isApplication)
        claim.bind(profile.deviceSupport.platforms.rawValue)
        claim.bind(profile.deviceSupport.devices.rawValue)
        claim.bind(profile.audience.rawValue)
        claim.bind(profile.adopts)
        claim.bind(profile.isPublic)
        claim.bind(profile.isSharedByDesign)
        claim.bind(profile.isPlaceholder)
        claim.bind(profile.reserved?.rank ?? 0)
        claim.bind(profile.isSetAside)
        claim.bind(profile.chosenOn.rawValue)
        let imports = imports(type, declared) ?? (row.lastImport, row.lastImport)
        claim.bind(imports.first)
        claim.bind(imports.last)
        try claim.run()
        for (position, place) in declared.resolvedFrom.enumerated() {
            resolvedFrom.bind(owner.manifest)
            resolvedFrom.bind(owner.type)
            resolvedFrom.bind(owner.claim)
            resolvedFrom.bind(position)
            resolvedFrom.bind(place.source)
            resolvedFrom.bind(place.path)
            resolvedFrom.bind(place.member)
            resolvedFrom.bind(place.keyPath)
            resolvedFrom.bind(range: place.range)
            try resolvedFrom.run()
        }
    }

    /// Writes the domains of a manifest again, whose other rows are kept. They follow from its entitlements, and another
    /// version of the tool may find others in them.
    ///
    /// - Throws: An error of the database.
    func rewriteDomains(of value: Manifest, id: Int) throws {
        guard !value.writtenDomains.isEmpty else { return }
        deleteDomains.bind(id)
        try deleteDomains.run()
        try writeDomains(of: value, id: id, app: self.id(of: value.app), container: self.id(of: value.container))
    }

    private func writeDomains(of value: Manifest, id: Int, app: Int, container: Int) throws {
        guard let entitlements = value.entitlements, !entitlements.isEmpty else { return }
        for (position, claim) in value.domainClaims.enumerated() {
            domain.bind(id)
            domain.bind(position)
            domain.bind(claim.claim.declared.raw)
            domain.bind(claim.domain.service)
            domain.bind(claim.domain.pattern.host)
            domain.bind(claim.domain.pattern.isWildcard)
            domain.bind(claim.domain.mode)
            domain.bind(claim.domain.pattern.reversedHost)
            domain.bind(app)
            domain.bind(container)
            domain.bind(claim.claim.profile.isApplication)
            domain.bind(claim.claim.place.range?.lines?.start.line)
            domain.bind(claim.claim.place.range?.lines?.start.column)
            try domain.run()
        }
    }

    private func writeRest(of value: Manifest, id: Int) throws {
        for (position, query) in value.queriesSchemes.enumerated() {
            queryScheme.bind(id)
            queryScheme.bind(position)
            queryScheme.bind(query.value)
            queryScheme.bind(columnsOf: query.span)
            try queryScheme.run()
        }
        for (position, key) in value.rootKeys.enumerated() {
            let (kind, text) = PropertyText.kindAndText(of: key.value.value)
            rootKey.bind(id)
            rootKey.bind(position)
            rootKey.bind(key.name)
            rootKey.bind(kind.rawValue)
            rootKey.bind(text)
            rootKey.bind(columnsOf: key.value.span)
            try rootKey.run()
        }
        for (position, fact) in value.irregularities.enumerated() {
            irregularity.bind(id)
            irregularity.bind(position)
            irregularity.bind(fact)
            try irregularity.run()
        }
        for (position, fact) in value.companions.enumerated() {
            companion.bind(id)
            companion.bind(position)
            companion.bind(fact.kind.name)
            companion.bind(fact.value)
            companion.bind(fact.place.path)
            companion.bind(fact.place.member)
            companion.bind(range: fact.place.range)
            try companion.run()
        }
    }
}

extension ManifestWriter {
    private func bind(_ located: Located<String>?, to statement: PreparedStatement) {
        statement.bind(located?.value)
        bind(located?.span, to: statement)
    }

    private func bind(_ span: ValueSpan?, to statement: PreparedStatement) {
        guard let span else { return statement.bind(nil as Int?) }
        PlaceText.withText(of: span) { statement.bind(utf8: $0) }
    }
}

extension PreparedStatement {
    /// Binds the columns of ``StoredColumns/irregularity`` after the position.
    func bind(_ irregularity: Irregularity) {
        bind(irregularity.kind.rawValue)
        bind(irregularity.subject)
        bind(irregularity.expected)
        bind(irregularity.found)
        bind(irregularity.cause)
        bind(range: irregularity.related)
        bind(irregularity.place?.path)
        bind(range: irregularity.place?.range)
        bind(columnsOf: irregularity.span)
    }

    /// Binds the columns of ``StoredColumns/span``.
    fileprivate func bind(columnsOf span: ValueSpan) {
        let focus = span.focus
        bind(span.keyPath)
        bind(focus.lines?.start.line)
        bind(focus.lines?.start.column)
        bind(focus.lines?.start.columnUTF16)
        bind(focus.lines?.end.line)
        bind(focus.lines?.end.column)
        bind(focus.lines?.end.columnUTF16)
        bind(focus.byteOffset)
        bind(focus.byteLength)
        PlaceText.withRanges(of: span) { bind(utf8: $0) }
    }

    /// Binds the next parameter to the text of a range.
    func bind(range: SourceRange?) {
        guard let range else { return bind(nil as Int?) }
        PlaceText.withText(of: range) { bind(utf8: $0) }
    }
}
