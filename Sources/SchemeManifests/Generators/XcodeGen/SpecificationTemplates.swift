import SchemeModel
import SchemeYAML

/// Expands the templates of a specification.
///
/// - Source: yonaskolb/XcodeGen, Project.swift, Target.swift, Template.swift (seen 2026-11-22).
struct SpecificationTemplates {
    let limits: Limits
    var work: SpecificationExpander

    /// Returns `root` with every target expanded: one for each of its platforms, merged over its templates.
    ///
    /// Templates of schemes don't affect apps and are not expanded.
    mutating func resolved(_ root: YAMLNode) -> YAMLNode {
        // The platforms may be the target's own, or those of its templates.
        let overTemplates = resolveTemplates(resolvePlatforms(root))
        return resolvePlatforms(overTemplates)
    }

    /// Splits a target with a list of platforms into one target for each.
    private mutating func resolvePlatforms(_ root: YAMLNode) -> YAMLNode {
        guard let targets = root["targets"]?.members else { return root }
        var made: [YAMLMember] = []
        for target in targets {
            guard let platforms = target.value["platform"]?.elements?.compactMap(\.string) else {
                made.append(target)
                continue
            }
            for platform in platforms {
                guard !work.isOverLimit else { return root }
                made.append(self.target(target, on: platform))
            }
        }
        var root = root
        root.set("targets", to: YAMLNode(.mapping(made), range: root.range, file: root.file))
        return root
    }

    private mutating func target(_ target: YAMLMember, on platform: String) -> YAMLMember {
        var node = work.expanded(target.value, ["platform": platform])
        let suffix = node["platformSuffix"]?.string ?? "_\(platform)"
        let prefix = node["platformPrefix"]?.string ?? ""
        node.set("platform", to: platform)
        node.set("productName", to: target.key)
        var settings = node["settings"] ?? YAMLNode(.mapping([]), range: target.keyRange, file: node.file)
        if settings.isSettingsWithLevels {
            var base = settings["base"] ?? YAMLNode(.mapping([]), range: settings.range, file: settings.file)
            if base["PRODUCT_NAME"] == nil { base.set("PRODUCT_NAME", to: target.key) }
            settings.set("base", to: base)
        } else if settings["PRODUCT_NAME"] == nil {
            settings.set("PRODUCT_NAME", to: target.key)
        }
        node.set("settings", to: settings)
        return YAMLMember(key: prefix + target.key + suffix, keyRange: target.keyRange, value: node)
    }

    /// Merges targets over their templates, and expands `${target_name}` and attributes in them.
    private mutating func resolveTemplates(_ root: YAMLNode) -> YAMLNode {
        guard let targets = root["targets"]?.members else { return root }
        let templates = Dictionary(
            (root["targetTemplates"]?.members ?? []).map { (ByteString($0.key), $0.value) },
            uniquingKeysWith: { $1 }
        )
        var made: [YAMLMember] = []
        for var target in targets {
            let names = self.templates(of: target.value, templates)
            guard !work.isOverLimit else { return root }
            if !names.isEmpty {
                var below: YAMLNode?
                for template in names.compactMap({ templates[$0] }) { below = work.merged(template, onto: below) }
                var node = work.merged(target.value, onto: below)
                node = work.expanded(node, ["target_name": target.key])
                let attributes = (node["templateAttributes"]?.members ?? []).compactMap { member in
                    member.value.string.map { (member.key, $0) }
                }
                node = work.expanded(node, Dictionary(attributes, uniquingKeysWith: { $1 }))
                target.value = node
            }
            made.append(target)
        }
        var root = root
        root.set("targets", to: YAMLNode(.mapping(made), range: root.range, file: root.file))
        return root
    }

    /// Returns the templates of a target and their own templates, lowest first.
    private mutating func templates(of target: YAMLNode, _ all: [ByteString: YAMLNode]) -> [ByteString] {
        var names: [ByteString] = []
        var seen: Set<ByteString> = []
        func collect(_ node: YAMLNode, at position: inout Int, depth: Int) {
            for name in (node["templates"]?.elements ?? []).compactMap(\.string).map({ ByteString($0) }) {
                guard depth < limits.depth, let template = all[name], seen.insert(name).inserted else { continue }
                names.insert(name, at: position)
                collect(template, at: &position, depth: depth + 1)
                position += 1
            }
        }
        var position = 0
        collect(target, at: &position, depth: 0)
        work.spend(names.count)
        return names
    }
}

extension YAMLNode {
    /// Whether a table of settings has levels (`base`, `configs`, `groups`) instead of settings.
    var isSettingsWithLevels: Bool { ["base", "configs", "groups"].contains { self[$0] != nil } }

    /// Sets `key` of a mapping to a text, at the location of the old value or, for a new key, of the mapping.
    fileprivate mutating func set(_ key: String, to text: String) {
        let range = self[key]?.range ?? range
        let file = self[key]?.file ?? file
        set(key, to: YAMLNode(.scalar(YAMLScalar(text, isPlain: false)), range: range, file: file))
    }

    fileprivate mutating func set(_ key: String, to value: YAMLNode) {
        guard case .mapping(var members) = content else { return }
        if let position = members.firstIndex(where: { ByteString($0.key) == ByteString(key) }) {
            members[position].value = value
        } else {
            members.append(YAMLMember(key: key, keyRange: value.range, value: value))
        }
        content = .mapping(members)
    }
}
