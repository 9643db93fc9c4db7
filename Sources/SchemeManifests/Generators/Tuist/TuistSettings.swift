import SchemeModel

/// The build settings of a Tuist project or target in one configuration.
///
/// - Source: tuist/tuist, ConfigGenerator.swift, SettingsHelper.swift (seen 2026-11-21).
struct TuistSettings {
    typealias Setting = XcodeProject.Configuration.Setting

    /// A configuration in `settings:`.
    struct Configuration {
        var name: String
        var isDebug: Bool
        var settings: SwiftLiteral?
        var file: SwiftLiteral?
    }

    /// The settings by name with conditions.
    private var table: [ByteString: Setting] = [:]
    private var unread: Set<ByteString> = []
    private var isOpenEnded = false
    /// Whether settings that are read set the bundle identifier.
    private var setsIdentity = false

    /// Sets `key` to a value that Tuist derives from another argument.
    mutating func set(_ key: String, _ value: String, _ range: SourceRange) {
        table[ByteString(key)] = Setting(key: key, value: value, range: range)
    }

    /// Records that the value of `name` is not read.
    mutating func setUnread(_ name: ByteString) { unread.insert(name) }

    /// Adds the settings in `settings:` for a configuration.
    ///
    /// - Parameter configurations: The configurations in `settings:` by name; `nil` if they are not read.
    mutating func add(
        _ literal: SwiftLiteral?,
        _ configuration: Configuration,
        among configurations: [ByteString: Configuration]?,
        _ source: inout TuistSource
    ) {
        guard let literal, !source.isNil(literal) else { return }
        let value = source.value(literal, of: "Settings")
        guard TuistCall.settings.isMeant(by: value) else { return addUnread(value, &source) }
        add(table: value["base"], &source)
        if configuration.isDebug { add(table: value["baseDebug"], &source) }
        if configurations == nil {
            return addUnread(value["configurations"].map { source.value($0) } ?? value, &source)
        }
        add(table: configurations?[ByteString(configuration.name)]?.settings, &source)
    }

    /// Adds a dictionary of settings.
    private mutating func add(table literal: SwiftLiteral?, _ source: inout TuistSource) {
        guard let literal else { return }
        let value = source.value(literal)
        guard case .pairs(let pairs) = value.content else {
            if value.elements?.isEmpty ?? false { return }
            return addUnread(value, &source)
        }
        for pair in pairs {
            guard let key = source.text(pair.key) else {
                addUnread(source.value(pair.key), &source)
                continue
            }
            let name = ByteString(String(key.prefix { $0 != "[" }))
            guard let text = Self.text(pair.value, &source) else {
                table[ByteString(key)] = nil
                unread.insert(name)
                continue
            }
            if name == ByteString(key) { unread.remove(name) }
            if name == Self.identity { setsIdentity = true }
            let old = text.contains("$(inherited)") ? table[ByteString(key)].map { $0.value + " " } : nil
            set(key, (old ?? "") + text, source.range(source.value(pair.value)))
        }
    }

    /// Removes the values that unread settings may replace.
    ///
    /// Keeps those that Tuist derives from the platform and the files.
    private mutating func addUnread(_ value: SwiftLiteral, _ source: inout TuistSource) {
        source.report("settings", value)
        isOpenEnded = true
        // Settings could replace the identifier that `bundleId` gives, but manifests don't give it twice.
        table = table.filter { key, setting in
            Self.structural.contains(setting.key) || (key == Self.identity && !setsIdentity)
        }
    }

    private static let identity = ByteString("PRODUCT_BUNDLE_IDENTIFIER")

    private static let structural: Set<String> = [
        "SDKROOT", "SUPPORTED_PLATFORMS", "TARGETED_DEVICE_FAMILY", "SUPPORTS_MACCATALYST", "INFOPLIST_FILE",
        "CODE_SIGN_ENTITLEMENTS",
    ]

    /// Returns the text of a setting's value: `true` is `YES`, a list of texts is a list.
    private static func text(_ literal: SwiftLiteral, _ source: inout TuistSource) -> String? {
        var value = source.value(literal)
        if case .call(let path, let arguments) = value.content, path == ["", "string"] || path == ["", "array"],
            arguments.count == 1
        {
            value = source.value(arguments[0].value)
        }
        switch value.content {
        case .text(let text): return text
        case .flag(let flag): return flag ? "YES" : "NO"
        case .list(let elements):
            var texts: [String] = []
            for element in elements {
                guard let text = source.text(element) else { return nil }
                texts.append(text)
            }
            return SettingAssignment.text(ofElements: texts)
        default: return nil
        }
    }

    /// Returns the settings as a project configuration.
    func configuration(id: String, _ name: String, base: XcodeProject.Configuration.Base?) -> XcodeProject.Configuration
    {
        var made = XcodeProject.Configuration(
            id: ByteString(id),
            name: name,
            settings: Array(table.values),
            base: base
        )
        // An open-ended table may assign any other name.
        made.unread = isOpenEnded ? .any : .names(unread)
        return made
    }
}

extension TuistSettings.Configuration {
    /// Tuist's default configurations.
    static var usual: [TuistSettings.Configuration] {
        [
            TuistSettings.Configuration(name: "Debug", isDebug: true),
            TuistSettings.Configuration(name: "Release", isDebug: false),
        ]
    }

    /// Returns the configurations in `settings:`, or `nil` if they are not read.
    static func all(_ literal: SwiftLiteral?, _ source: inout TuistSource) -> [TuistSettings.Configuration]? {
        guard let literal, !source.isNil(literal) else { return usual }
        let settings = source.value(literal, of: "Settings")
        guard TuistCall.settings.isMeant(by: settings) else { return usual }
        guard let list = settings["configurations"] else {
            var configurations = usual
            configurations[0].settings = settings["debug"]
            configurations[1].settings = settings["release"]
            return configurations
        }
        guard let elements = source.elements(list) else { return nil }
        var configurations: [TuistSettings.Configuration] = []
        for element in elements {
            let kind = source.member(element, of: "Configuration", "CustomConfiguration")
            guard kind == "debug" || kind == "release", let name = element["name"].flatMap({ Self.name($0, &source) })
            else { return nil }
            configurations.append(
                TuistSettings.Configuration(
                    name: name,
                    isDebug: kind == "debug",
                    settings: element["settings"],
                    file: element["xcconfig"]
                )
            )
        }
        return configurations
    }

    /// Returns configurations by name. Of several with a name, the first counts.
    static func byName(_ configurations: [Self]?) -> [ByteString: Self]? {
        configurations.map { Dictionary($0.map { (ByteString($0.name), $0) }) { first, _ in first } }
    }

    private static func name(_ literal: SwiftLiteral, _ source: inout TuistSource) -> String? {
        let value = source.value(literal)
        switch value.content {
        case .text(let text): return text
        case .name(["", "debug"]): return "Debug"
        case .name(["", "release"]): return "Release"
        case .call(let path, let arguments) where path.last == "configuration" && arguments.count == 1:
            return source.text(arguments[0].value)
        default: return nil
        }
    }

    /// Returns the settings file, or `nil` if there isn't one. An unread path gives an invalid reference.
    func base(_ source: inout TuistSource) -> XcodeProject.Configuration.Base? {
        guard let file, !source.isNil(file) else { return nil }
        let path = source.path(file)
        if path == nil { source.report("xcconfig", source.value(file)) }
        return XcodeProject.Configuration.Base(
            path: path,
            written: source.text(file) ?? path?.lastComponent.display ?? "xcconfig",
            range: source.range(file)
        )
    }
}
