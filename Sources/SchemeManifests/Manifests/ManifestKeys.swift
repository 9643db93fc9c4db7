import SchemeModel

/// The keys of a manifest's root that are read.
enum ManifestKeys {
    /// All of them. Of the others a reader gives only the names.
    static let wanted = WantedKeys(
        names: Set(described + PlatformEvidence.keys + ruleKeys.keys),
        prefixes: [urlTypes.string]
    )

    static let urlTypes: ByteString = "CFBundleURLTypes"
    static let queriesSchemes: ByteString = "LSApplicationQueriesSchemes"

    /// Whether schemes are declared or queried under `key`, or a device-specific variant of it.
    static func declares(_ key: ByteString) -> Bool {
        key == urlTypes || key == queriesSchemes || isSuffixedURLTypes(key)
    }

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
        "CFBundleExecutable", "DTSDKName", "DTPlatformName", "BuildMachineOSBuild", "XPCService",
    ]

    /// What a rule needs of a key of the root.
    struct RuleKey {
        /// The key inside the root key's dictionary that the rule needs; `nil` for the whole value.
        var nested: ByteString?
    }

    /// The keys that become ``Manifest/rootKeys``.
    static let ruleKeys: [ByteString: RuleKey] = [
        // The Facebook SDK answers fb<id><suffix>; the token says that it is in use.
        "FacebookAppID": RuleKey(),
        "FacebookUrlSchemeSuffix": RuleKey(),
        "FacebookClientToken": RuleKey(),
        // Google Sign-In throws without the reversed client id as a scheme; the server's id needs none.
        "GIDClientID": RuleKey(),
        "GIDServerClientID": RuleKey(),
        // The TikTok SDK answers its client key.
        "TikTokClientKey": RuleKey(),
        // Snap's Login Kit answers the scheme of the redirect URL; the id says that it is in use.
        "SCSDKRedirectUrl": RuleKey(),
        "SCSDKClientId": RuleKey(),
        // Live Activities in code need the first; the second names types that code has to declare.
        "NSSupportsLiveActivities": RuleKey(),
        "WKSupportsLiveActivityLaunchAttributeTypes": RuleKey(),
        // Which activities a handler gets.
        "NSUserActivityTypes": RuleKey(),
        // The app that a watch app is one with.
        "WKCompanionAppBundleIdentifier": RuleKey(),
        // The linked SDK decides how many query schemes count; the last two tell where the others do not.
        "DTSDKName": RuleKey(),
        "DTPlatformVersion": RuleKey(),
        "DTXcode": RuleKey(),
        "MinimumOSVersion": RuleKey(),
        // What an extension of this point may do with URLs.
        "NSExtension": RuleKey(nested: "NSExtensionPointIdentifier"),
        "EXAppExtensionAttributes": RuleKey(nested: "EXExtensionPointIdentifier"),
    ]
}
