import SchemeModel
import SchemeYAML

/// The configuration of an Expo app for iOS.
struct ExpoConfiguration {
    /// The object with the app's keys: the value of `expo`, or the file's root.
    let root: YAMLNode
    /// The name that Expo uses if the configuration has none: the name of the package, or of the folder.
    private let defaultName: String?

    /// The first of the keys that lead to anything that matters.
    static let decidingKeys: Set<String> = ["expo", "ios", "mods", "platforms", "plugins", "scheme"]
    /// The keys that lead to the bundle identifier.
    static let identifierKey = ["ios", "bundleIdentifier"]
    /// The keys that lead to schemes.
    static let schemeKeys =
        [["scheme"], ["ios", "scheme"]]
        + [ManifestKeys.urlTypes, ManifestKeys.queriesSchemes].map { ["ios", "infoPlist", $0.string] }
    /// The keys that lead to what identifies and opens the app.
    static let keys = [identifierKey] + schemeKeys
    /// The keys that lead to associated domains.
    static let domainKeys = [["ios", "entitlements", domains], ["ios", "associatedDomains"]]

    /// Returns `nil` for a file that isn't an Expo configuration. Other tools also use `app.json`.
    ///
    /// - Parameters:
    ///   - package: The package in the same folder. If it depends on Expo, any object is a configuration.
    ///   - folder: The folder of the file.
    /// - Source: expo/expo, @expo/config Config.ts: `rawConfig.expo ?? rawConfig`, and
    ///   `ensureConfigHasDefaultValues` for the name (seen 2026-11-22).
    init?(_ document: YAMLNode, package: NPMPackage, folder: Path) {
        if let expo = document["expo"], expo.members != nil {
            root = expo
        } else if document.members != nil,
            package.dependsOnExpo ?? false || document["ios"]?.members != nil
                || (document["slug"] != nil && document["scheme"] != nil)
        {
            root = document
        } else {
            return nil
        }
        let names = [package.name, folder.lastComponent.display].compactMap { $0 }
        defaultName = names.first { !$0.isEmpty }
    }

    private var ios: YAMLNode? { root["ios"] }

    /// Whether the app supports iOS, unless `platforms` only names others.
    var isForIOS: Bool {
        guard let platforms = root["platforms"]?.elements else { return true }
        return platforms.contains { $0.string == "ios" }
    }

    var name: YAMLNode? { root["name"] ?? root["slug"] }

    /// The name of the project and its target.
    ///
    /// - Source: expo/expo, @expo/config-plugins ios/utils/Xcodeproj.ts, `sanitizedName` (seen 2026-11-21).
    var projectName: String {
        let written = [root["name"]?.string, root["slug"]?.string].compactMap { $0 }
        for text in written.isEmpty ? [defaultName ?? ""] : written {
            let kept = text.utf8.filter { $0.continuesName && $0 != UInt8(ascii: "_") }
            if !kept.isEmpty { return String(decoding: kept, as: UTF8.self) }
        }
        return "app"
    }

    var bundleIdentifier: YAMLNode? {
        guard let node = ios?["bundleIdentifier"], node.string.map({ !$0.isEmpty }) ?? false else { return nil }
        return node
    }

    /// The members of the Info.plist that affect schemes.
    ///
    /// URL types in `ios.infoPlist` are used unchanged. Otherwise, one URL type has the schemes of `scheme` and
    /// `ios.scheme`, and the bundle identifier.
    var manifestMembers: [YAMLMember] {
        var members = (ios?["infoPlist"]?.members ?? []).filter { $0.key != "CFBundleIdentifier" }
        if let name = root.member("name"), !members.contains(where: { $0.key == "CFBundleDisplayName" }) {
            members.append(YAMLMember(key: "CFBundleDisplayName", keyRange: name.keyRange, value: name.value))
        } else if root["slug"] == nil, let defaultName,
            !members.contains(where: { $0.key == "CFBundleDisplayName" })
        {
            let scalar = YAMLScalar(defaultName, isPlain: false)
            let start = SourceRange(byteOffset: root.range.byteOffset, byteLength: 0, lines: root.range.lines)
            let value = YAMLNode(.scalar(scalar), range: start)
            members.append(YAMLMember(key: "CFBundleDisplayName", keyRange: start, value: value))
        }
        if let version = root.member("version"),
            !members.contains(where: { $0.key == "CFBundleShortVersionString" })
        {
            members.append(
                YAMLMember(key: "CFBundleShortVersionString", keyRange: version.keyRange, value: version.value)
            )
        }
        guard !members.contains(where: { $0.key == ManifestKeys.urlTypes.string }) else { return members }
        var schemes = Self.schemes(root["scheme"]) + Self.schemes(ios?["scheme"])
        // Expo adds the bundle identifier itself, so an equal `scheme` is not a duplicate that anybody wrote.
        if let bundleIdentifier, !schemes.contains(where: { $0.isSameScheme(as: bundleIdentifier) }) {
            schemes.append(bundleIdentifier)
        }
        guard let member = root.member("scheme") ?? ios?.member("scheme") ?? ios?.member("bundleIdentifier"),
            !schemes.isEmpty
        else { return members }
        let range = member.value.range
        let list = YAMLNode(.sequence(schemes), range: range)
        let key = YAMLMember(key: "CFBundleURLSchemes", keyRange: member.keyRange, value: list)
        let types = YAMLNode(.sequence([YAMLNode(.mapping([key]), range: range)]), range: range)
        members.append(YAMLMember(key: ManifestKeys.urlTypes.string, keyRange: member.keyRange, value: types))
        return members
    }

    /// Whether it has schemes or URL types.
    var hasSchemes: Bool { manifestMembers.contains { $0.key == ManifestKeys.urlTypes.string } }

    private static func schemes(_ node: YAMLNode?) -> [YAMLNode] {
        guard let node else { return [] }
        return (node.elements ?? [node]).filter { node in
            if case .scalar(let scalar) = node.content { return !scalar.isPlain }
            return false
        }
    }

    /// The plugins in the order of the file.
    var plugins: [ExpoPlugin] { (root["plugins"]?.elements ?? []).compactMap(ExpoPlugin.init) }

    /// The granted entitlements.
    ///
    /// `nil` if there are none here but plugins, which are not run, may add some.
    var entitlements: [Entitlement]? {
        var granted = (ios?["entitlements"]?.members ?? []).filter(\.value.isGranted).map {
            Entitlement(ByteString($0.key))
        }
        let associated = Entitlement(ByteString(Self.domains))
        if let domains = ios?["associatedDomains"], domains.isGranted, !granted.contains(associated) {
            granted.append(associated)
        }
        granted += Entitlement.associated(with: domains)
        let hasPlugins = root["plugins"]?.isGranted ?? false
        return granted.isEmpty && hasPlugins ? nil : granted
    }

    /// The associated domains: those of the entitlement, or else those of Expo's own key.
    var domains: [YAMLNode] {
        let lists = [ios?["entitlements"]?[Self.domains], ios?["associatedDomains"]]
        let elements = lists.lazy.compactMap { $0?.elements }.first { !$0.isEmpty }
        return (elements ?? []).filter { $0.string != nil }
    }

    /// The associated domains, if a program may add entitlements to them; `nil` if there are none.
    var entitlementsWithDomains: [Entitlement]? {
        let name = ByteString(Self.domains)
        // A domain of `*` says that there may be more.
        let values = Set(Entitlement.associated(with: domains) + [Entitlement(name, "*")])
        return domains.isEmpty ? nil : [Entitlement(name)] + values.sorted()
    }

    private static let domains = Manifest.associatedDomainsEntitlement
}

extension Entitlement {
    /// Returns the values of the entitlement with associated domains, each once, ordered by bytes.
    static func associated(with domains: [YAMLNode]) -> [Entitlement] {
        let name = ByteString(Manifest.associatedDomainsEntitlement)
        return Set(domains.map { Entitlement(name, ByteString($0.string ?? "")) }).sorted()
    }
}

extension YAMLNode {
    /// Whether both are texts that are equal except for case.
    fileprivate func isSameScheme(as other: YAMLNode) -> Bool {
        guard let one = string, let other = other.string else { return false }
        return ByteString(one.asciiLowercased) == ByteString(other.asciiLowercased)
    }
}
