import SchemeModel
import SchemeYAML

/// The build settings that XcodeGen writes into a project.
///
/// - Source: yonaskolb/XcodeGen, SettingsBuilder.swift (seen 2026-11-21).
struct XcodeGenSettings {
    typealias Setting = XcodeProject.Configuration.Setting
    /// Settings by name with conditions.
    typealias Table = [ByteString: Setting]

    struct Configuration {
        var name: String
        /// Whether it is one of XcodeGen's two configuration types, which have their own settings.
        var isDebugOrRelease: Bool
    }

    /// The configurations in XcodeGen's order, by name.
    let configurations: [Configuration]
    private let specification: Specification
    private let directory: Path
    private let reader: XCConfigReader
    private let groups: [ByteString: YAMLNode]
    private let appliesToProject: Bool
    private let appliesToTargets: Bool
    private var work: SpecificationExpander
    /// The names that each settings file assigns without conditions.
    private var assigned: [Path: Set<ByteString>] = [:]

    /// Whether there are too many settings.
    var isOverLimit: Bool { work.isOverLimit }

    /// The maximum nesting depth of setting groups.
    private static let deepest = 64

    init(_ specification: Specification, directory: Path, files: ProjectFileSystem, limits: Limits) {
        self.specification = specification
        self.directory = directory
        let root = specification.root
        let named = (root["configs"]?.members ?? []).map { member in
            let isKnown = ["debug", "release"].contains(member.value.string)
            return Configuration(name: member.key, isDebugOrRelease: isKnown)
        }
        let usual = ["Debug", "Release"].map { Configuration(name: $0, isDebugOrRelease: true) }
        configurations = named.isEmpty ? usual : named.sorted { ByteString($0.name) < ByteString($1.name) }
        groups = Dictionary(
            ((root["settingGroups"] ?? root["settingPresets"])?.members ?? []).map { (ByteString($0.key), $0.value) },
            uniquingKeysWith: { $1 }
        )
        let presets = root["options"]?["settingPresets"]?.string ?? "all"
        appliesToProject = presets == "all" || presets == "project"
        appliesToTargets = presets == "all" || presets == "targets"
        reader = XCConfigReader(files: files, limits: limits, searchFolders: [directory])
        work = SpecificationExpander(limits: limits)
    }

    // MARK: Tables

    /// Returns the project's settings in a configuration.
    ///
    /// - Parameter sdk: The common SDK of all targets, if any.
    mutating func project(_ configuration: Configuration, sdk: String?) -> [Setting] {
        let name = specification.root.member("name")
        let range = name?.value.focus ?? specification.root.range
        var table: Table = [:]
        func preset(_ key: String, _ value: String) {
            let file = (name?.value).flatMap { path(of: $0) }
            table[ByteString(key)] = Setting(key: key, value: value, range: range, file: file)
        }
        if let sdk { preset("SDKROOT", sdk) }
        if configuration.isDebugOrRelease, appliesToProject { preset("PRODUCT_NAME", "$(TARGET_NAME)") }
        for name in names(inFileOf: specification.root["configFiles"], configuration) { table[name] = nil }
        if let own = specification.root["settings"] { add(own, configuration, to: &table, depth: 0) }
        return Array(table.values)
    }

    /// Returns a target's settings in a configuration.
    mutating func target(_ target: XcodeGenTarget, _ configuration: Configuration) -> Table {
        var table: Table = [:]
        let place = target.node["platform"] ?? target.node["supportedDestinations"]
        let range = place?.focus ?? target.keyRange
        let file = path(of: place ?? target.node)
        func preset(_ key: String, _ value: String) {
            table[ByteString(key)] = Setting(key: key, value: value, range: range, file: file)
        }
        if let written = target.unknownPlatform?.string {
            preset("SDKROOT", written)
        } else if appliesToTargets, let platform = target.platform {
            let effective = platform == .auto ? target.destinations.first ?? .auto : platform
            for (key, value) in effective.settings { preset(key, value) }
            if platform == .auto { preset("SDKROOT", "auto") }
            for destination in target.destinations {
                for (key, value) in destination.destinationSettings { preset(key, value) }
            }
            if !target.destinations.isEmpty {
                preset("SUPPORTED_PLATFORMS", target.destinations.flatMap(\.supportedPlatforms).joined(separator: " "))
                let families = target.destinations.flatMap { destination in
                    destination.settings.filter { $0.key == "TARGETED_DEVICE_FAMILY" }.map(\.value)
                }
                preset("TARGETED_DEVICE_FAMILY", families.joined(separator: ","))
            }
        }
        // XcodeGen's own settings must not hide those in settings files.
        for files in [target.node["configFiles"], specification.root["configFiles"]] {
            for name in names(inFileOf: files, configuration) { table[name] = nil }
        }
        if let own = target.node["settings"] { add(own, configuration, to: &table, depth: 0) }
        return table
    }

    /// Returns whether a target gets the setting `name` from any source.
    mutating func has(
        _ name: ByteString,
        _ table: Table,
        _ target: XcodeGenTarget,
        _ configuration: Configuration
    ) -> Bool {
        if table[name] != nil { return true }
        for files in [target.node["configFiles"], specification.root["configFiles"]]
        where names(inFileOf: files, configuration).contains(name) {
            return true
        }
        return project(configuration, sdk: nil).contains { ByteString($0.key) == name }
    }

    /// Adds a table with its groups, and with those of its configurations whose names are part of the configuration's.
    private mutating func add(_ node: YAMLNode, _ configuration: Configuration, to table: inout Table, depth: Int) {
        guard depth < Self.deepest, !work.isOverLimit else { return }
        guard node.isSettingsWithLevels else { return set(node, in: &table) }
        for name in ((node["groups"] ?? node["presets"])?.elements ?? []).compactMap(\.string) {
            work.spend(1)
            if let group = groups[ByteString(name)] { add(group, configuration, to: &table, depth: depth + 1) }
        }
        if let base = node["base"] { set(base, in: &table) }
        for variant in node["configs"]?.members ?? [] {
            let isOther =
                ByteString(variant.key) != ByteString(configuration.name)
                && configurations.contains { ByteString($0.name) == ByteString(variant.key) }
            guard !isOther, configuration.name.lowercased().contains(variant.key.lowercased()) else { continue }
            add(variant.value, configuration, to: &table, depth: depth + 1)
        }
    }

    private mutating func set(_ node: YAMLNode, in table: inout Table) {
        let members = node.members ?? []
        work.spend(members.count)
        guard !work.isOverLimit else { return }
        for member in members { table[ByteString(member.key)] = setting(member.key, member.value) }
    }

    /// Returns a setting with its converted value: `true` is `YES`, a list of texts is a list.
    func setting(_ key: String, _ node: YAMLNode) -> Setting {
        let value: String =
            switch node.content {
            case .scalar(let scalar): node.boolean.map { $0 ? "YES" : "NO" } ?? scalar.text
            case .sequence(let elements):
                SettingAssignment.text(
                    ofElements: elements.compactMap { element in
                        if case .scalar(let scalar) = element.content { return scalar.text }
                        return nil
                    }
                )
            case .mapping: ""
            }
        return Setting(key: key, value: value, range: node.focus, file: path(of: node))
    }

    // MARK: Files

    /// Returns the settings file of a configuration, or `nil` if there isn't one.
    func base(_ files: YAMLNode?, _ configuration: Configuration) -> XcodeProject.Configuration.Base? {
        guard let node = files?[configuration.name], let written = node.string else { return nil }
        let isKnown = SpecificationExpander.variables(in: written).isEmpty
        return XcodeProject.Configuration.Base(
            path: isKnown ? directory.appending(Path(written)).normalized : nil,
            written: written,
            range: node.focus,
            file: path(of: node)
        )
    }

    private mutating func names(inFileOf files: YAMLNode?, _ configuration: Configuration) -> Set<ByteString> {
        guard let path = base(files, configuration)?.path else { return [] }
        if let known = assigned[path] { return known }
        let names = Set(reader.read(path).assignments.lazy.filter(\.conditions.isEmpty).map(\.name))
        assigned[path] = names
        return names
    }

    /// Returns the path of the file that contains a value.
    private func path(of node: YAMLNode) -> Path? {
        specification.files.indices.contains(node.file) ? specification.files[node.file].path : nil
    }
}
