import GRDB
package import SchemeModel

/// How much a registry, or one source of it, holds.
package struct RegistryCounts: Hashable, Sendable {
    /// Inputs that were looked at.
    package var inputs = 0
    /// Inputs that could not be read at the last import.
    package var unreadable = 0
    package var manifests = 0
    package var urlTypes = 0
    /// Declared schemes that amount to a scheme.
    package var claims = 0
    /// Different apps.
    package var apps = 0
}

/// A source as it is listed.
package struct SourceListing: Hashable, Sendable {
    package var source: Source
    package var counts: RegistryCounts
    /// When an import changed something of it last, in seconds since 1970.
    package var changed: Int
}

/// An app as it is listed.
package struct AppListing: Hashable, Sendable {
    /// The app, with the spelling and the name of its first manifest that has them, and the platforms of all.
    package var app: App
    package var manifests: Int
    /// Declared schemes that amount to a scheme.
    package var claims: Int
}

/// A scheme as it is listed.
package struct SchemeListing: Hashable, Sendable {
    package var scheme: SchemeKey
    package var claims: Int
    /// Different apps that claim it.
    package var apps: Int
}

extension Registry {
    /// How much the registry holds.
    ///
    /// - Throws: ``RegistryError``.
    package func counts() throws -> RegistryCounts {
        try access { database in
            let row = try PreparedStatement(
                database,
                """
                SELECT
                    (SELECT count(*) FROM input),
                    (SELECT count(*) FROM input WHERE state <> 'ok'),
                    (SELECT count(*) FROM manifest),
                    (SELECT count(*) FROM url_type),
                    (SELECT count(*) FROM claim WHERE scheme_key IS NOT NULL),
                    (SELECT count(DISTINCT app_id) FROM manifest)
                """
            )
            defer { row.reset() }
            return try row.step() ? row.counts(0) : RegistryCounts()
        }
    }

    /// The sources with what they hold, in order of their names.
    ///
    /// - Throws: ``RegistryError``.
    package func sourceListings() throws -> [SourceListing] {
        try access { database in
            let rows = try PreparedStatement(
                database,
                """
                SELECT
                    (SELECT count(*) FROM input WHERE source_id = source.id),
                    (SELECT count(*) FROM input WHERE source_id = source.id AND state <> 'ok'),
                    count(manifest.id),
                    ifnull(sum(url_type_count), 0),
                    (SELECT count(*) FROM input CROSS JOIN manifest ON manifest.input_id = input.id
                        CROSS JOIN claim ON claim.manifest_id = manifest.id
                        WHERE source_id = source.id AND claim.scheme_key IS NOT NULL),
                    count(DISTINCT app_id),
                    import.time
                FROM source
                JOIN import ON import.id = source.last_import
                LEFT JOIN input ON input.source_id = source.id
                LEFT JOIN manifest ON manifest.input_id = input.id
                GROUP BY source.id
                ORDER BY source.name
                """
            )
            defer { rows.reset() }
            return try StoredSource.all(database).compactMap { stored in
                guard try rows.step() else { return nil }
                return SourceListing(source: stored.source, counts: rows.counts(0), changed: rows.int(6))
            }
        }
    }

    /// The apps that have manifests, in order of their identities.
    ///
    /// - Throws: ``RegistryError``.
    package func appListings() throws -> [AppListing] {
        try access { database in
            let rows = try PreparedStatement(
                database,
                """
                SELECT app.key, manifest.bundle_identifier, manifest.display_name, manifest.name,
                    manifest.platform_bits, (
                        SELECT count(*) FROM claim WHERE manifest_id = manifest.id AND scheme_key IS NOT NULL
                    )
                FROM app
                CROSS JOIN manifest ON manifest.app_id = app.id
                JOIN input ON input.id = manifest.input_id
                JOIN source ON source.id = input.source_id
                ORDER BY app.key, source.name, input.path, manifest.member, manifest.project, manifest.target, manifest.id
                """
            )
            defer { rows.reset() }
            var listings: [AppListing] = []
            while try rows.step() {
                let row = rows.appListing()
                if let last = listings.indices.last, listings[last].app.id == row.app.id {
                    listings[last].join(row)
                } else {
                    listings.append(row)
                }
            }
            return listings
        }
    }

    /// The schemes that are claimed, in order of their bytes.
    ///
    /// - Throws: ``RegistryError``.
    package func schemeListings() throws -> [SchemeListing] {
        try access { database in
            let rows = try PreparedStatement(
                database,
                """
                SELECT scheme_key, count(*), count(DISTINCT app_id) FROM claim
                WHERE scheme_key IS NOT NULL GROUP BY scheme_key ORDER BY scheme_key
                """
            )
            defer { rows.reset() }
            var listings: [SchemeListing] = []
            while try rows.step() {
                listings.append(
                    SchemeListing(scheme: SchemeKey(rows.text(0)), claims: rows.int(1), apps: rows.int(2))
                )
            }
            return listings
        }
    }
}

extension AppListing {
    /// Adds what another manifest of the same app says.
    fileprivate mutating func join(_ other: AppListing) {
        app.bundleIdentifier = app.bundleIdentifier ?? other.app.bundleIdentifier
        app.name = app.name ?? other.app.name
        app.platforms.formUnion(other.app.platforms)
        manifests += other.manifests
        claims += other.claims
    }
}

extension PreparedStatement {
    /// The six columns of counts, from `column` on.
    fileprivate func counts(_ column: CInt) -> RegistryCounts {
        RegistryCounts(
            inputs: int(column),
            unreadable: int(column + 1),
            manifests: int(column + 2),
            urlTypes: int(column + 3),
            claims: int(column + 4),
            apps: int(column + 5)
        )
    }

    /// The listing of an app with one manifest, whose name is what the manifest itself would give.
    fileprivate func appListing() -> AppListing {
        var manifest = Manifest(origin: Place(path: ""), format: .unknown, digest: "", app: AppID(text: text(0)))
        manifest.displayName = optionalText(2)
        manifest.name = optionalText(3)
        manifest.reach.platforms = PlatformSet(rawValue: int(4))
        var app = manifest.appDescription
        app.bundleIdentifier = optionalText(1)
        return AppListing(app: app, manifests: 1, claims: int(5))
    }
}
