import SchemeModel
import SchemeYAML

/// A specification of XcodeGen with everything that it includes, templates filled in.
struct Specification {
    /// The tree; its values' ``YAMLNode/file`` counts in ``files``.
    var root: YAMLNode
    /// Whether it could be read, but for files that are missing.
    var isWhole: Bool
    /// Whether it looks like one; where it cannot be read, whether its text does.
    var isXcodeGens: Bool
    var files: [File]
    /// What is wrong with it.
    var faults: [SpecificationFault] = []
    /// Included files that are not there or whose names depend on the environment: they may define anything.
    var missing: [MissingSettingsFile] = []
    var problems: [Problem] = []

    struct File: Sendable {
        /// The absolute path.
        var path: Path
        var digest: String
    }
}

/// Something that keeps a specification from being what its author meant.
struct SpecificationFault: Hashable {
    var cause: String
    var place: Place
}

/// Opens a specification and what it includes, and puts them together.
///
/// - Source: yonaskolb/XcodeGen, SpecFile.swift, Template.swift, Target.swift (seen 2026-11-21).
struct SpecificationLoader {
    private let origin: ProjectOrigin
    private let files: ProjectFiles
    private let limits: Limits
    private var work: SpecificationWork
    private var opened: [Specification.File] = []
    private var merged: Set<Path> = []
    private var faults: [SpecificationFault] = []
    private var missing: [MissingSettingsFile] = []
    private var problems: [Problem] = []
    /// Whether the text of the specification itself has words of XcodeGen's.
    private var looksRight = false

    init(origin: ProjectOrigin, files: ProjectFiles, limits: Limits) {
        self.origin = origin
        self.files = files
        self.limits = limits
        work = SpecificationWork(limits: limits)
    }

    /// The specification at the absolute `path`.
    mutating func load(_ path: Path) -> Specification {
        let file = Inclusion(path: path, base: path.directory, folder: "", depth: 0, place: nil)
        guard let root = tree(file) else {
            return Specification(
                root: Self.empty,
                isWhole: false,
                isXcodeGens: looksRight || opened.isEmpty,
                files: opened,
                faults: faults,
                problems: problems
            )
        }
        let resolved = resolveTemplates(resolvePlatforms(root))
        let whole = resolvePlatforms(resolved)
        if work.isOverLimit {
            let place = origin.place(path, nil)
            problems.append(Self.overLimit("values, once templates are filled in", limits.projectObjects, place))
        }
        return Specification(
            root: whole,
            isWhole: !work.isOverLimit,
            isXcodeGens: work.isOverLimit || Self.isXcodeGens(whole),
            files: opened,
            faults: faults,
            missing: missing,
            problems: problems
        )
    }

    /// Whether a target has what only XcodeGen's have, or nothing is there but the files that hold the targets.
    private static func isXcodeGens(_ root: YAMLNode) -> Bool {
        guard let targets = root["targets"]?.members else { return root["include"] != nil && root["name"] != nil }
        return targets.contains { target in
            ["platform", "supportedDestinations", "templates", "type"].contains { target.value[$0] != nil }
        }
    }

    private static let empty = YAMLNode(.mapping([]), range: SourceRange(byteOffset: 0, byteLength: 0))

    static func overLimit(_ what: String, _ limit: Int, _ place: Place) -> Problem {
        Problem(
            code: .overLimit,
            message: "the project's specification holds more than \(limit) \(what), and was not read",
            hint: "no project needs that much",
            place: place
        )
    }

    // MARK: Files

    /// A file to be opened.
    private struct Inclusion {
        var path: Path
        /// The folder that its own includes are looked for in, but for ``folder``.
        var base: Path
        /// The folder that its paths begin at, below the project's.
        var folder: Path
        var depth: Int
        /// The line that includes it.
        var place: Place?
    }

    /// A file's tree over those that it includes.
    private mutating func tree(_ file: Inclusion) -> YAMLNode? {
        guard merged.insert(file.path).inserted else { return Self.empty }
        guard let own = own(file) else { return nil }
        var below: YAMLNode?
        for include in own["include"].map({ $0.elements ?? [$0] }) ?? [] {
            guard let next = inclusion(include, from: file), let included = tree(next) else { continue }
            below = work.merged(included, onto: below)
        }
        return work.merged(rebased(own, to: file.folder), onto: below)
    }

    private mutating func own(_ file: Inclusion) -> YAMLNode? {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try files.contents(of: file.path, limit: limits.generatorBytes).bytes
        } catch {
            if let place = file.place, error == .notFound || error == .wrongKind(.directory) {
                missing.append(MissingSettingsFile(path: origin.shown(file.path), place: place))
            } else {
                problems.append(
                    Problem(error, reading: "the project's specification", at: origin.place(file.path, nil))
                )
            }
            return nil
        }
        let number = opened.count
        if number == 0 {
            let text = String(decoding: bytes, as: UTF8.self)
            looksRight = text.contains("targets") && (text.contains("platform") || text.contains("type"))
        }
        opened.append(Specification.File(path: file.path, digest: SHA256.hex(of: bytes)))
        do throws(YAMLError) {
            let isJSON = file.path.hasExtension("json")
            let document =
                try isJSON
                ? JSONReader.read(bytes, limits: limits, file: number)
                : YAMLReader.read(bytes, limits: limits, file: number)
            if let double = document.duplicateKeys.first, !isJSON {
                tell("the key '\(double.key)' stands twice in one mapping, which XcodeGen refuses", file, double.range)
            }
            if document.root.isNull { return Self.empty }
            guard document.root.members != nil else {
                tell("it is \(document.root.kindName), where a mapping should be", file, document.root.range)
                return nil
            }
            return document.root
        } catch {
            switch error {
            case .malformed(let cause, let range): tell(cause, file, range)
            case .overLimit(let what, let limit):
                problems.append(Self.overLimit(what, limit, origin.place(file.path, nil)))
            }
            return nil
        }
    }

    private mutating func tell(_ cause: String, _ file: Inclusion, _ range: SourceRange) {
        guard faults.count < limits.irregularities else { return }
        faults.append(SpecificationFault(cause: cause, place: origin.place(file.path, range)))
    }

    private mutating func inclusion(_ node: YAMLNode, from file: Inclusion) -> Inclusion? {
        guard let written = node.string ?? node["path"]?.string, !written.isEmpty else { return nil }
        if let enable = node["enable"] {
            // What only the environment decides is taken for enabled, as XcodeGen's default is.
            let isOff = enable.boolean == false || ["false", "no", "0"].contains(enable.string?.asciiLowercased)
            if isOff { return nil }
        }
        let place = origin.place(file.path, (node["path"] ?? node).focus)
        guard SpecificationWork.variables(in: written).isEmpty else {
            missing.append(MissingSettingsFile(path: Path(written), place: place))
            return nil
        }
        guard file.depth < limits.settingsIncludeDepth, opened.count < limits.settingsIncludes else {
            problems.append(Self.overLimit("included files", limits.settingsIncludes, place))
            return nil
        }
        let areRelative = node["relativePaths"]?.boolean ?? true
        let path = Path(written)
        let folder = areRelative ? file.folder.appending(path.directory) : file.folder
        return Inclusion(
            path: file.base.appending(path).normalized,
            base: areRelative ? file.base.appending(path.directory).normalized : file.base,
            folder: folder.belowRoot.normalized,
            depth: file.depth + 1,
            place: place
        )
    }

    // MARK: Paths

    /// `root` with the paths that XcodeGen takes relative to an included file made relative to the project.
    private func rebased(_ root: YAMLNode, to folder: Path) -> YAMLNode {
        guard !folder.bytes.isEmpty, folder != "." else { return root }
        func path(_ node: YAMLNode) -> YAMLNode {
            guard case .scalar(var scalar) = node.content else { return node }
            // A path that begins with a variable or a setting is still taken for a relative one.
            scalar.text = folder.appending(Path(scalar.text)).normalized.display
            var node = node
            node.content = .scalar(scalar)
            return node
        }
        func target(_ node: YAMLNode) -> YAMLNode {
            node.mappingMembers { member in
                switch member.key {
                case "configFiles": member.value.mappingMembers { path($0.value) }
                case "info", "entitlements":
                    member.value.mappingMembers { $0.key == "path" ? path($0.value) : $0.value }
                case "sources":
                    member.value.mappingElements { element in
                        element.members == nil
                            ? path(element) : element.mappingMembers { $0.key == "path" ? path($0.value) : $0.value }
                    }
                default: member.value
                }
            }
        }
        return root.mappingMembers { member in
            switch member.key {
            case "configFiles": member.value.mappingMembers { path($0.value) }
            case "targets", "targetTemplates": member.value.mappingMembers { target($0.value) }
            default: member.value
            }
        }
    }

    // MARK: Templates

    /// A target whose platform is a list becomes one target for each.
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
                let suffix = target.value["platformSuffix"]?.string ?? "_\(platform)"
                let prefix = target.value["platformPrefix"]?.string ?? ""
                var node = work.expanded(target.value, ["platform": platform])
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
                let expandedName = prefix + target.key + suffix
                made.append(YAMLMember(key: expandedName, keyRange: target.keyRange, value: node))
            }
        }
        var root = root
        root.set("targets", to: YAMLNode(.mapping(made), range: root.range, file: root.file))
        return root
    }

    /// Targets are put over the templates that they name, in which `${target_name}` and attributes are filled in.
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

    /// The templates of a target and theirs, the lowest first.
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
    /// A mapping with other values for its keys; anything else as it is.
    fileprivate func mappingMembers(_ transform: (YAMLMember) -> YAMLNode) -> YAMLNode {
        guard case .mapping(let members) = content else { return self }
        var node = self
        node.content = .mapping(
            members.map { YAMLMember(key: $0.key, keyRange: $0.keyRange, value: transform($0)) }
        )
        return node
    }

    /// A list with other elements; a value that is no list as the only element of one.
    fileprivate func mappingElements(_ transform: (YAMLNode) -> YAMLNode) -> YAMLNode {
        guard case .sequence(let elements) = content else { return transform(self) }
        var node = self
        node.content = .sequence(elements.map(transform))
        return node
    }

    /// Whether a table of settings has levels (`base`, `configs`, `groups`) and is none itself.
    var isSettingsWithLevels: Bool { ["base", "configs", "groups"].contains { self[$0] != nil } }

    /// Gives `key` of a mapping a text, written where it was or, for a new key, at the mapping.
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
