import SchemeModel

/// The keys of a manifest's root that are read.
enum ManifestKeys {
    /// All of these keys. For other keys, a reader only returns the names.
    static let wanted = WantedKeys(
        names: Set(described + PlatformEvidence.keys + ruleKeys.keys),
        prefixes: stems
    )

    static let urlTypes: ByteString = "CFBundleURLTypes"
    static let queriesSchemes: ByteString = "LSApplicationQueriesSchemes"

    /// The beginnings of ``urlTypes`` and ``queriesSchemes``, with which no other key of Apple begins.
    private static let stems = ["CFBundleURLT", "LSApplicationQ"]

    /// Returns the key of schemes that `key` misspells; `nil` if it doesn't.
    ///
    /// A key with something after a correct name is a variant for a device, or disabled on purpose.
    static func meant(by key: ByteString) -> ByteString? {
        let text = key.string
        guard stems.contains(where: { text.utf8.starts(with: $0.utf8) }) else { return nil }
        let names = [urlTypes.string, queriesSchemes.string]
        guard !names.contains(where: { text.utf8.starts(with: $0.utf8) }) else { return nil }
        return SpellingSuggestion.among(names, to: text, within: 3).map(ByteString.init)
    }

    /// Returns whether `key`, or its device-specific variant, declares or queries schemes.
    static func declares(_ key: ByteString) -> Bool {
        key == urlTypes || key == queriesSchemes || isSuffixedURLTypes(key)
    }

    /// Returns whether `key` is a device-specific variant of the URL types.
    ///
    /// For example `CFBundleURLTypes~ipad`, `CFBundleURLTypes-iphoneos`.
    static func isSuffixedURLTypes(_ key: ByteString) -> Bool {
        guard key.string.utf8.starts(with: urlTypes.string.utf8) else { return false }
        let suffix = key.string.utf8.dropFirst(urlTypes.string.utf8.count).first
        return suffix == UInt8(ascii: "~") || suffix == UInt8(ascii: "-")
    }

    /// The keys behind a manifest's own properties.
    private static let described: [ByteString] = [
        urlTypes, queriesSchemes, "CFBundleIdentifier", "CFBundleName", "CFBundleDisplayName",
        "CFBundleShortVersionString", "CFBundleVersion", "CFBundlePackageType", "NSExtension",
        "EXAppExtensionAttributes", "NSAppClip", "WKApplication", "WKWatchKitApp", "WKCompanionAppBundleIdentifier",
        "CFBundleExecutable", "DTSDKName", "DTPlatformName", "BuildMachineOSBuild", "XPCService",
    ]

    /// The part of a root key's value that a rule needs.
    struct RuleKey {
        /// The needed key inside the root key's dictionary; `nil` for the whole value.
        var nested: ByteString?
    }

    /// The keys that become ``Manifest/rootKeys``.
    static let ruleKeys: [ByteString: RuleKey] = [
        // The Facebook SDK handles fb<id><suffix>. The token shows that it is used.
        "FacebookAppID": RuleKey(),
        "FacebookUrlSchemeSuffix": RuleKey(),
        "FacebookClientToken": RuleKey(),
        // Google Sign-In throws an error without the reversed client ID as a scheme. The server's ID doesn't need one.
        "GIDClientID": RuleKey(),
        "GIDServerClientID": RuleKey(),
        // The TikTok SDK handles its client key.
        "TikTokClientKey": RuleKey(),
        // Snap's Login Kit handles the scheme of the redirect URL. The ID shows that it is used.
        "SCSDKRedirectUrl": RuleKey(),
        "SCSDKClientId": RuleKey(),
        // Live Activities in code need the first key. The second names types that the code must declare.
        "NSSupportsLiveActivities": RuleKey(),
        "WKSupportsLiveActivityLaunchAttributeTypes": RuleKey(),
        // The activities that a handler receives.
        "NSUserActivityTypes": RuleKey(),
        // The companion app of a watch app.
        "WKCompanionAppBundleIdentifier": RuleKey(),
        // An app with scenes gets URLs in its scene delegates. The variants for one device decide there.
        ByteString(Manifest.sceneManifestKey): RuleKey(),
        ByteString(Manifest.sceneManifestKey + "~ipad"): RuleKey(),
        ByteString(Manifest.sceneManifestKey + "~iphone"): RuleKey(),
        // Flutter handles links itself unless this is false.
        ByteString(Manifest.flutterLinkKey): RuleKey(),
        // The linked SDK determines how many query schemes count. The last two keys are fallbacks.
        "DTSDKName": RuleKey(),
        "DTPlatformVersion": RuleKey(),
        "DTXcode": RuleKey(),
        "MinimumOSVersion": RuleKey(),
        // The extension point, which determines how an extension may use URLs.
        "NSExtension": RuleKey(nested: "NSExtensionPointIdentifier"),
        "EXAppExtensionAttributes": RuleKey(nested: "EXExtensionPointIdentifier"),
    ]
}
