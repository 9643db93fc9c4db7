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

    /// Merges the entries into the dictionary `root`.
    ///
    /// A generated scalar replaces the file's value, an array appends missing elements, and a dictionary adds and
    /// replaces keys.
    ///
    /// - Returns: The merged root, and the keys whose values have a different type in the file. Xcode rejects those;
    ///   the file's value is kept.
    package func merged(into root: PropertyValue) -> (root: PropertyValue, clashes: [ByteString]) {
        guard case .dictionary(var members) = root else { return (root, []) }
        var clashes: [ByteString] = []
        for entry in entries {
            guard let index = members.firstIndex(where: { $0.key == entry.key }) else {
                members.append(PropertyValue.Entry(key: entry.key, value: entry.value))
                continue
            }
            if let merged = Self.merge(entry.value, into: members[index].value) {
                members[index].value = merged
            } else {
                clashes.append(entry.key)
            }
        }
        return (.dictionary(members), clashes)
    }

    private static func merge(_ new: PropertyValue, into old: PropertyValue) -> PropertyValue? {
        switch (new, old) {
        case (.array(let added), .array(let elements)):
            return .array(elements + added.filter { !elements.contains($0) })
        case (.dictionary(let added), .dictionary(let members)):
            let kept = members.filter { member in !added.contains { $0.key == member.key } }
            return .dictionary(kept + added)
        case (.array, _), (_, .array), (.dictionary, _), (_, .dictionary):
            return nil
        default:
            return new
        }
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
