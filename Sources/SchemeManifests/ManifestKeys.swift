import SchemeModel

/// The keys of a manifest's root that are read.
enum ManifestKeys {
    /// All of them. Of the others a reader gives only the names.
    static let wanted = WantedKeys(
        names: Set(described + PlatformEvidence.keys + ruleKeys.map(\.root)),
        prefixes: [urlTypes.string]
    )

    static let urlTypes: ByteString = "CFBundleURLTypes"
    static let queriesSchemes: ByteString = "LSApplicationQueriesSchemes"

    /// Whether `key` is a device-specific variant of the URL types: `CFBundleURLTypes~ipad`,
    /// `CFBundleURLTypes-iphoneos`.
    static func isSuffixedURLTypes(_ key: ByteString) -> Bool {
        guard key.string.utf8.starts(with: urlTypes.string.utf8) else { return false }
        let suffix = key.string.utf8.dropFirst(urlTypes.string.utf8.count).first
        return suffix == UInt8(ascii: "~") || suffix == UInt8(ascii: "-")
    }

    /// What a manifest's own properties are taken from.
    private static let described: [ByteString] = [
        urlTypes, queriesSchemes, "CFBundleIdentifier", "CFBundleName", "CFBundleDisplayName",
        "CFBundleShortVersionString", "CFBundleVersion", "CFBundlePackageType", "NSExtension",
        "EXAppExtensionAttributes", "NSAppClip", "WKApplication", "WKWatchKitApp", "WKCompanionAppBundleIdentifier",
        "DTSDKName", "DTPlatformName", "BuildMachineOSBuild", "XPCService",
    ]

    /// A key that a rule needs besides what a manifest tells of itself.
    struct RuleKey {
        /// The key of the root.
        var root: ByteString
        /// The key inside the root key's dictionary, where that is what the rule needs.
        var nested: ByteString?

        init(_ root: ByteString, _ nested: ByteString? = nil) {
            self.root = root
            self.nested = nested
        }
    }

    /// The keys that become ``Manifest/rootKeys``.
    static let ruleKeys: [RuleKey] = [
        // The Facebook SDK answers fb<id><suffix>; the token says that it is in use.
        RuleKey("FacebookAppID"),
        RuleKey("FacebookUrlSchemeSuffix"),
        RuleKey("FacebookClientToken"),
        // Google Sign-In throws without the reversed client id as a scheme; the server's id needs none.
        RuleKey("GIDClientID"),
        RuleKey("GIDServerClientID"),
        // The TikTok SDK answers its client key.
        RuleKey("TikTokClientKey"),
        // Snap's Login Kit answers the scheme of the redirect URL; the id says that it is in use.
        RuleKey("SCSDKRedirectUrl"),
        RuleKey("SCSDKClientId"),
        // Live Activities in code need the first; the second names types that code has to declare.
        RuleKey("NSSupportsLiveActivities"),
        RuleKey("WKSupportsLiveActivityLaunchAttributeTypes"),
        // Which activities a handler gets.
        RuleKey("NSUserActivityTypes"),
        // The app that a watch app is one with.
        RuleKey("WKCompanionAppBundleIdentifier"),
        // The linked SDK decides how many query schemes count; the last two tell where the others do not.
        RuleKey("DTSDKName"),
        RuleKey("DTPlatformVersion"),
        RuleKey("DTXcode"),
        RuleKey("MinimumOSVersion"),
        // What an extension of this point may do with URLs.
        RuleKey("NSExtension", "NSExtensionPointIdentifier"),
        RuleKey("EXAppExtensionAttributes", "EXExtensionPointIdentifier"),
    ]
}
