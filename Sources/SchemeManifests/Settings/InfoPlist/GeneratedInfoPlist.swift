package import SchemeModel

/// The Info.plist that Xcode generates from build settings when `GENERATE_INFOPLIST_FILE` is true.
package struct GeneratedInfoPlist: Hashable, Sendable {
    /// A generated key.
    package struct Entry: Hashable, Sendable {
        package var key: ByteString
        package var value: PropertyValue
        /// The setting that provides the value.
        package var setting: String
        /// The locations of the assignments behind the value, outermost first.
        package var from: [Place]
        /// The undefined settings.
        package var undefined: [String]
        /// The settings with unknown values. If there are any, the value is unknown too.
        package var unknown: [UnknownSetting]
    }

    /// The entries in the order in which Xcode writes them.
    package var entries: [Entry]

    /// Generates the entries for `scope`, regardless of its `GENERATE_INFOPLIST_FILE`.
    package init(scope: SettingScope) {
        entries = []
        appendText("CFBundleInfoDictionaryVersion", "6.0")
        for (key, setting) in InfoPlistKey.plain {
            let result = scope.evaluate(setting)
            // Without a target its product is unknown, so the key is omitted.
            let isOutOfContext = !result.unknown.isEmpty && result.unknown.allSatisfy { $0.cause == .context }
            guard !result.value.isEmpty, !isOutOfContext else { continue }
            append(ByteString(key), .string(result.value), setting, result)
        }
        for key in InfoPlistKey.all where scope.isAssigned(key.setting) {
            let setting = key.setting
            if key.type == .list {
                let result = scope.evaluateList(setting)
                append(ByteString(key.name), .array(result.value.map { .string($0) }), setting, result)
            } else {
                let result = scope.evaluate(setting)
                let value: PropertyValue =
                    key.type == .boolean ? .boolean(result.isTrue) : .string(result.value)
                append(ByteString(key.name), value, setting, result)
            }
        }
        for (suffix, key, value) in Self.generators {
            let setting = InfoPlistKey.prefix + suffix
            let result = scope.evaluate(setting)
            if result.isTrue { append(key, value, setting, result) }
        }
    }

    /// Returns the entry of `key`, or `nil` if it is not generated.
    package subscript(key: ByteString) -> Entry? { entries.first { $0.key == key } }

    /// Returns the dictionary `root` with the entries, which get the location `range`.
    ///
    /// A generated scalar replaces the file's value, and an array appends missing elements. The file's dictionaries are kept,
    /// and so are values of a different type, which Xcode rejects.
    func merged(into root: PropertyNode, at range: SourceRange) -> PropertyNode {
        var members = root.members ?? []
        for entry in entries {
            guard let index = members.firstIndex(where: { $0.key == entry.key }) else {
                let node = PropertyNode(computed: entry.value, at: range)
                members.append(PropertyNode.Member(key: entry.key, keyRange: range, value: node))
                continue
            }
            let old = members[index].value
            switch (entry.value, old.content) {
            case (.array(let added), .array(let elements)):
                let new = added.filter { value in !elements.contains { $0.value == value } }
                members[index].value.content = .array(
                    elements + new.map { PropertyNode(computed: $0, at: range) }
                )
            case (.array, _), (_, .array), (.dictionary, _), (_, .dictionary):
                break
            default:
                members[index].value.content = .scalar(entry.value)
                members[index].value.origin = entry.unknown.isEmpty ? .computed : .unknown
            }
        }
        var root = root
        root.content = .dictionary(members)
        return root
    }

    private mutating func append<Value>(
        _ key: ByteString,
        _ value: PropertyValue,
        _ setting: String,
        _ result: SettingResult<Value>
    ) {
        entries.append(
            Entry(
                key: key,
                value: value,
                setting: setting,
                from: result.from,
                undefined: result.undefined,
                unknown: result.unknown
            )
        )
    }

    private mutating func appendText(_ key: ByteString, _ text: String) {
        append(key, .string(text), "GENERATE_INFOPLIST_FILE", SettingResult(value: text, state: .defined))
    }

    /// Settings that make Xcode write a fixed dictionary when they are true.
    private static let generators: [(suffix: String, key: ByteString, value: PropertyValue)] = [
        ("UILaunchScreen_Generation", "UILaunchScreen", .dictionary([])),
        (
            "UIApplicationSceneManifest_Generation", "UIApplicationSceneManifest",
            .dictionary([
                PropertyValue.Entry(key: "UIApplicationSupportsMultipleScenes", value: .boolean(true)),
                PropertyValue.Entry(key: "UISceneConfigurations", value: .dictionary([])),
            ])
        ),
    ]
}
