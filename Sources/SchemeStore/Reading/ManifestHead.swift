import SchemeModel

extension ManifestLoader {
    /// What the row of a manifest has, without its child rows.
    struct Head {
        let id, inputID, checksum, firstImport: Int
        let isStale: Bool
        /// The name of the source.
        let source: String
        let configurationCount, urlTypeCount, otherKeyCount, claimCount, resolvedFromCount: Int
        let querySchemeCount, rootKeyCount, irregularityCount: Int
        /// `nil` if the entitlements are unknown.
        let entitlementCount: Int?
        let manifest: Manifest

        /// Creates the head in a row of ``ManifestLoader/selection``.
        init(_ row: PreparedStatement) {
            id = row.int(0)
            inputID = row.int(1)
            isStale = row.text(3) != "ok"
            source = row.text(4)
            var manifest = Manifest(
                origin: Place(source: source, path: row.optionalPath(5) ?? row.path(2), member: row.optionalPath(6)),
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
            self.manifest = manifest
            configurationCount = row.int(24)
            entitlementCount = row.optionalInt(25)
            urlTypeCount = row.int(26)
            otherKeyCount = row.int(27)
            claimCount = row.int(28)
            resolvedFromCount = row.int(29)
            querySchemeCount = row.int(30)
            rootKeyCount = row.int(31)
            irregularityCount = row.int(32)
            checksum = row.int(33)
            firstImport = row.int(34)
        }
    }
}
