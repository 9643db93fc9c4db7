import SchemeModel
import SchemeYAML

/// Converts a specification to the project that XcodeGen would generate.
///
/// - Source: yonaskolb/XcodeGen, Project.swift, Target.swift, PBXProjGenerator.swift (seen 2026-11-21).
struct XcodeGenProject {
    private let specification: Specification
    private let file: Path
    private let directory: Path
    private let origin: ProjectOrigin
    private let files: ProjectFileSystem
    private let limits: Limits
    private var settings: XcodeGenSettings
    private let search: SourceSearch
    private let bundleIDPrefix: YAMLNode?
    private var undecided: Set<ByteString> = []
    /// The names of the targets that an unread include would complete.
    private var incomplete: [String] = []

    /// The errors in the specification.
    private(set) var mistakes: [SpecificationMistake] = []
    private(set) var problems: [Problem] = []

    /// - Parameter file: The absolute path of the specification.
    init(_ specification: Specification, file: Path, origin: ProjectOrigin, files: ProjectFileSystem, limits: Limits) {
        self.specification = specification
        self.file = file
        directory = specification.folder
        self.origin = origin
        self.files = files
        self.limits = limits
        settings = XcodeGenSettings(specification, directory: directory, files: files, limits: limits)
        search = SourceSearch(files: files)
        bundleIDPrefix = specification.root["options"]?["bundleIdPrefix"]
    }

    private var root: YAMLNode { specification.root }

    /// The name of the project; `nil` if the specification lacks one.
    var name: String? { root["name"]?.string }

    /// The unread includes, each with the targets that depend on it.
    var unread: [Irregularity] {
        let all = (root["targets"]?.members ?? []).map { $0.value["name"]?.string ?? $0.key }
        return specification.unread.map { $0.irregularity(targets: incomplete.isEmpty ? all : incomplete) }
    }

    /// Returns the project, without targets if there are too many.
    mutating func project() -> XcodeProject {
        if name == nil, specification.unread.isEmpty {
            report("the project has no name, which XcodeGen requires", at: root)
        }
        let targets = targets()
        noteEnvironment(root["settings"], root["settingGroups"], root["options"], root["configFiles"])
        let configurations = settings.configurations.map { configuration in
            XcodeProject.Configuration(
                id: ByteString("project " + configuration.name),
                name: configuration.name,
                settings: settings.project(configuration, sdk: commonSDK(targets)),
                base: settings.base(root["configFiles"], configuration)
            )
        }
        var project = XcodeProject(
            path: directory.appending(Path((name ?? directory.lastComponent.display) + ".xcodeproj")),
            directory: directory,
            file: file,
            developmentRegion: root["options"]?["developmentLanguage"]?.string,
            configurations: XcodeProject.ConfigurationList(all: configurations),
            targets: made(targets)
        )
        if settings.isOverLimit {
            let place = origin.place(file, nil)
            problems.append(SpecificationLoader.overLimit("settings", limits.projectObjects, place))
            project.targets = []
        }
        if search.isOverLimit {
            problems.append(
                Problem(
                    code: .overLimit,
                    message: "the targets have too many source folders to search them for manifests",
                    hint: "set info.path for each target",
                    place: origin.place(file, nil)
                )
            )
        }
        let packages = (root["packages"]?.members ?? []).compactMap { $0.value["path"]?.string }
        let others = (root["localPackages"]?.elements ?? []).compactMap(\.string)
        project.packages = (packages + others).map { directory.appending(Path($0)).normalized }
        project.generation = XcodeProject.Generation(
            undecided: undecided,
            missing: specification.unread.filter { $0.reason == .missing }.map {
                MissingSettingsFile(path: $0.path, place: $0.place)
            },
            isOpen: specification.unread.contains { $0.reason != .missing }
        )
        return project
    }

    /// Returns the common SDK of all targets, if they are for one platform.
    private func commonSDK(_ targets: [XcodeGenTarget]) -> String? {
        guard let first = targets.first?.platform, targets.allSatisfy({ $0.platform == first }) else { return nil }
        return first.sdk
    }

    // MARK: Targets

    private mutating func targets() -> [XcodeGenTarget] {
        let members = root["targets"]?.members ?? []
        let (count, isTooMany) = members.count.multipliedReportingOverflow(by: settings.configurations.count)
        guard !isTooMany, count <= limits.projectOutcomes else {
            let place = origin.place(file, nil)
            problems.append(
                SpecificationLoader.overLimit("target configurations", limits.projectOutcomes, place)
            )
            return []
        }
        var targets: [XcodeGenTarget] = []
        var names: Set<ByteString> = []
        for member in members {
            let target = XcodeGenTarget(member)
            guard names.insert(ByteString(target.name)).inserted else { continue }
            if lacksTemplate(target) { incomplete.append(target.name) }
            if target.type == nil {
                refuse(target, "the target '\(target.name)' has no type, which XcodeGen requires", at: member)
            } else if target.type?.isEmpty ?? true {
                continue
            } else if target.platform == nil, target.unknownPlatform == nil {
                refuse(target, "the target '\(target.name)' has no platform that XcodeGen supports", at: member)
            } else {
                targets.append(target)
            }
        }
        return targets.sorted { ByteString($0.name) < ByteString($1.name) }
    }

    /// Reports an invalid target, unless an unread file may complete it.
    private mutating func refuse(_ target: XcodeGenTarget, _ cause: String, at member: YAMLMember) {
        guard !specification.unread.isEmpty else { return report(cause, at: member) }
        if incomplete.last != target.name { incomplete.append(target.name) }
    }

    /// Returns whether the target names a template that can only be in an unread file.
    private func lacksTemplate(_ target: XcodeGenTarget) -> Bool {
        guard !specification.unread.isEmpty else { return false }
        let names = (target.node["templates"]?.elements ?? []).compactMap(\.string)
        return names.contains { root["targetTemplates"]?[$0] == nil }
    }

    private mutating func made(_ targets: [XcodeGenTarget]) -> [XcodeProject.Target] {
        let positions = Dictionary(
            targets.enumerated().map { (ByteString($1.name), $0) },
            uniquingKeysWith: { first, _ in first }
        )
        return targets.map { target in
            var made = self.made(target)
            for dependency in target.dependencies {
                guard let position = positions[ByteString(dependency.target)] else { continue }
                made.dependencies.append(position)
                if dependency.isEmbedded { made.embedded.append(position) }
            }
            return made
        }
    }

    private mutating func made(_ target: XcodeGenTarget) -> XcodeProject.Target {
        noteEnvironment(target.node["settings"], target.node["info"], target.node["configFiles"])
        let configurations = settings.configurations.map { configuration in
            var own = settings.target(target, configuration)
            // A target's own keys override its settings, except for the manifest's path.
            if let path = target.node["entitlements"]?["path"] {
                own["CODE_SIGN_ENTITLEMENTS"] = settings.setting("CODE_SIGN_ENTITLEMENTS", path)
            }
            if own["INFOPLIST_FILE"] == nil { own["INFOPLIST_FILE"] = manifestSetting(of: target) }
            if let bundleIDPrefix, !settings.has("PRODUCT_BUNDLE_IDENTIFIER", own, target, configuration) {
                var setting = settings.setting("PRODUCT_BUNDLE_IDENTIFIER", bundleIDPrefix)
                setting.value += "." + target.identifierPart
                own["PRODUCT_BUNDLE_IDENTIFIER"] = setting
            }
            return XcodeProject.Configuration(
                id: ByteString("target \(target.name) \(configuration.name)"),
                name: configuration.name,
                settings: Array(own.values),
                base: settings.base(target.node["configFiles"], configuration)
            )
        }
        var made = XcodeProject.Target(
            id: ByteString(target.name),
            name: target.name,
            range: target.keyRange,
            file: path(of: target.node),
            productType: target.type.map { ProductType($0) },
            configurations: XcodeProject.ConfigurationList(all: configurations),
            sources: [],
            folders: []
        )
        for source in target.sources { add(source, to: &made) }
        made.packageProducts = target.packageProducts.map { package, product in
            PackageProduct(name: product, isRemote: !isLocal(package))
        }
        // An unread file may add sources to any target.
        made.foreignModules = target.foreignModules + specification.unread.map(\.path.display)
        made.needsOthers = !target.foreignModules.isEmpty || !specification.unread.isEmpty
        made.writtenManifest = writtenManifest(of: target)
        made.writtenEntitlements = writtenEntitlements(of: target)
        made.scripts = scripts(of: target)
        return made
    }

    /// The keys of the lists of build scripts and rules. Those in lower case are from older versions.
    ///
    /// - Source: XcodeGen, Docs/ProjectSpec.md, "Target", "Build Script" and "Build Rule" (seen 2026-11-27).
    private static let scriptKeys = [
        "preBuildScripts", "prebuildScripts", "postCompileScripts", "postBuildScripts", "postbuildScripts",
        "buildRules",
    ]

    private func scripts(of target: XcodeGenTarget) -> [BuildPhaseScript] {
        Self.scriptKeys.flatMap { key in
            // The names that XcodeGen gives to scripts without one.
            let isRule = key == "buildRules"
            let name = isRule ? "Build Rule" : "Run Script"
            return (target.node[key]?.elements ?? []).compactMap { script -> BuildPhaseScript? in
                let file = script["path"]?.string.map { "./" + $0 }
                guard let text = script["script"]?.string ?? file else { return nil }
                return BuildPhaseScript(
                    isRule ? .buildRule : .buildPhase,
                    name: script["name"]?.string ?? name,
                    text: text,
                    range: script.focus
                )
            }
        }
    }

    private func add(_ source: XcodeGenSource, to target: inout XcodeProject.Target) {
        guard source.isCompiled else { return }
        let path = directory.appending(Path(source.path)).normalized
        let isCode = ["swift", "m", "mm"].contains { path.hasExtension($0) }
        let kind: FileKind?
        // Reading it later reports the error.
        do throws(FileError) { kind = try files.kind(of: path) } catch { kind = nil }
        if isCode, kind != .directory {
            if kind != nil || !source.isOptional { target.sources.append(path) }
        } else if kind == .directory || kind == nil && !source.isOptional && path.lastComponent.isBare {
            target.folders.append(
                XcodeProject.Folder(
                    path: path,
                    excluded: [],
                    patterns: source.excluded,
                    includedPatterns: source.included
                )
            )
        }
    }

    /// Returns whether the package with this name is local.
    private func isLocal(_ package: String) -> Bool {
        if let written = root["packages"]?[package] { return written["path"] != nil }
        return (root["localPackages"]?.elements ?? []).compactMap(\.string).contains {
            Path($0).normalized.lastComponent.display == package
        }
    }

    /// Returns the path of the file that contains a value, or `nil` for the specification itself.
    private func path(of node: YAMLNode) -> Path? {
        let path = specification.files[node.file].path
        return path == file ? nil : path
    }

    // MARK: Files that are written

    /// Returns the manifest's path from `info`, or from an `Info.plist` among the sources.
    private func manifestSetting(of target: XcodeGenTarget) -> XcodeProject.Configuration.Setting? {
        if let path = target.node["info"]?["path"] { return settings.setting("INFOPLIST_FILE", path) }
        for source in target.sources {
            let folder = directory.appending(Path(source.path)).normalized
            guard let found = search.manifest(in: folder) else { continue }
            let path = found.relative(to: directory) ?? found
            return XcodeProject.Configuration.Setting(
                key: "INFOPLIST_FILE",
                value: path.display,
                range: (target.node["sources"] ?? target.node).range,
                file: self.path(of: target.node["sources"] ?? target.node)
            )
        }
        return nil
    }

    /// Returns the manifest that XcodeGen writes. If it has no values, an existing file is used.
    private func writtenManifest(of target: XcodeGenTarget) -> XcodeProject.WrittenManifest? {
        guard let info = target.node["info"], let path = info["path"]?.string else { return nil }
        let destination = directory.appending(Path(path)).normalized
        let properties = info.member("properties")
        let members = properties?.value.members ?? []
        if members.isEmpty, isFile(destination) { return nil }
        // The location of a claim is that of its scheme, in any template or file.
        let types = members.first { $0.key == ManifestKeys.urlTypes.string }
        let holder = types?.value ?? properties?.value ?? info
        var anchor = target.keyRange
        if let properties, properties.value.file == holder.file {
            anchor = properties.keyRange
        } else if let types {
            anchor = types.keyRange
        } else if let own = target.node.member("info") {
            anchor = own.keyRange
        }
        let source = specification.files[holder.file]
        let property = YAMLProperty(file: holder.file, anchor: anchor)
        let document = property.document(
            members,
            adding: [("CFBundleName", "$(PRODUCT_NAME)")],
            format: source.path.hasExtension("json") ? .json : .yaml
        )
        return XcodeProject.WrittenManifest(
            path: destination,
            source: source.path,
            contents: ProjectManifests.ParsedManifest(document, digest: source.digest)
        )
    }

    private func writtenEntitlements(of target: XcodeGenTarget) -> XcodeProject.WrittenEntitlements? {
        guard let entitlements = target.node["entitlements"], let path = entitlements["path"]?.string else {
            return nil
        }
        let destination = directory.appending(Path(path)).normalized
        let members = entitlements["properties"]?.members ?? []
        if members.isEmpty, isFile(destination) { return nil }
        let name = Manifest.associatedDomainsEntitlement
        let domains = (entitlements["properties"]?[name]?.elements ?? []).filter { $0.string != nil }
        return XcodeProject.WrittenEntitlements(
            path: destination,
            granted: members.filter(\.value.isGranted).map { Entitlement(ByteString($0.key)) }
                + Entitlement.associated(with: domains),
            domains: domains.map {
                .init(domain: $0.string ?? "", at: origin.place(specification.files[$0.file].path, $0.focus))
            }
        )
    }

    private func isFile(_ path: Path) -> Bool {
        // An unreadable file exists. Reading it later reports the error.
        do throws(FileError) { return try files.kind(of: path) == .regular } catch { return error != .notFound }
    }

    // MARK: Telling

    private mutating func report(_ cause: String, at member: YAMLMember) {
        let path = specification.files[member.value.file].path
        mistakes.append(SpecificationMistake(cause: cause, place: origin.place(path, member.keyRange)))
    }

    private mutating func report(_ cause: String, at node: YAMLNode) {
        let start = SourceRange(byteOffset: 0, byteLength: 0)
        mistakes.append(
            SpecificationMistake(cause: cause, place: origin.place(file, node.file == 0 ? node.range : start))
        )
    }

    /// Records the names in `${NAME}`, which the environment may define when XcodeGen runs.
    private mutating func noteEnvironment(_ nodes: YAMLNode?...) {
        var pending = nodes.compactMap { $0 }
        while let node = pending.popLast() {
            if case .scalar(let scalar) = node.content {
                undecided.formUnion(SpecificationExpander.variables(in: scalar.text))
            }
            pending += node.elements ?? []
            pending += (node.members ?? []).map(\.value)
        }
    }
}
