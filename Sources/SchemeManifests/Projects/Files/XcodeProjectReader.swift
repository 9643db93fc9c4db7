import SchemeModel

/// Creates an ``XcodeProject`` from the objects of a project.
///
/// Missing values and values of the wrong type are ignored. References point into a dictionary and are never followed
/// in cycles.
struct XcodeProjectReader {
    private let objects: ProjectObjects
    private var paths: ProjectPaths
    private let directory: Path
    private var references: Int
    private var configurations: [ByteString: XcodeProject.Configuration] = [:]
    private var lists: [ByteString: XcodeProject.ConfigurationList] = [:]
    /// The scripts of build phases by the ID of the phase, because targets may share a phase.
    private var scripts: [ByteString: BuildPhaseScript] = [:]
    /// The property lists in synchronized folders that targets treat differently from the rest of the folder.
    private var exceptedLists: [Path] = []

    /// Whether there are more references than ``Limits/projectReferences``.
    var isOverLimit: Bool { references <= 0 }

    /// - Parameter folder: The absolute path of the folder with the .xcodeproj.
    init(_ objects: ProjectObjects, folder: Path, limits: Limits) {
        self.objects = objects
        references = limits.projectReferences
        directory = folder.appending(Path(objects.root.text("projectDirPath") ?? "")).normalized
        paths = ProjectPaths(objects, directory: directory, references: &references)
    }

    mutating func project(path: Path, file: Path) -> XcodeProject {
        var project = XcodeProject(
            path: path,
            directory: directory,
            file: file,
            developmentRegion: objects.root.text("developmentRegion"),
            configurations: configurationList(objects.root.id("buildConfigurationList")),
            targets: []
        )
        let found = followOnce(objects.root, "targets")
        project.targets = found.compactMap { target($0) }
        connect(&project.targets, found)
        let packages = packages()
        project.packages = packages.map(\.path)
        project.packageRanges = Dictionary(
            packages.map { ($0.path, $0.range) },
            uniquingKeysWith: { first, _ in first }
        )
        project.names = names()
        project.hasRemotePackages = follow(objects.root, "packageReferences").contains {
            $0.isa == "XCRemoteSwiftPackageReference"
        }
        for reference in objects.root.node("projectReferences")?.elements ?? [] {
            let id = reference.members?.last { $0.key == "ProjectRef" }?.value.string
            if let path = id.flatMap({ paths.path(of: ByteString($0)) }) { project.projects.append(path) }
        }
        project.propertyLists = propertyLists()
        project.hasExternalTargets = found.contains { $0.isa == "PBXLegacyTarget" && worksInProject($0) }
        return project
    }

    /// Returns the texts in the array under `key`. Each access counts, because many objects may share a long array.
    private mutating func texts(_ object: ProjectObjects.Object, _ key: ByteString) -> [ByteString] {
        guard references > 0 else { return [] }
        let texts = object.ids(key)
        references -= texts.count
        return texts
    }

    /// Returns the objects that the array under `key` refers to.
    private mutating func follow(_ object: ProjectObjects.Object, _ key: ByteString) -> [ProjectObjects.Object] {
        texts(object, key).compactMap { objects[$0] }
    }

    /// Returns the objects like ``follow(_:_:)``, without duplicates.
    private mutating func followOnce(_ object: ProjectObjects.Object, _ key: ByteString) -> [ProjectObjects.Object] {
        var seen: Set<ByteString> = []
        return follow(object, key).filter { seen.insert($0.id).inserted }
    }

    // MARK: Configurations

    private mutating func configurationList(_ id: ByteString?) -> XcodeProject.ConfigurationList {
        guard let list = id.flatMap({ objects[$0] }) else { return XcodeProject.ConfigurationList() }
        if let known = lists[list.id] { return known }
        let all = followOnce(list, "buildConfigurations").map { configuration($0) }
        let made = XcodeProject.ConfigurationList(all: all, defaultName: list.text("defaultConfigurationName"))
        lists[list.id] = made
        return made
    }

    private mutating func configuration(_ object: ProjectObjects.Object) -> XcodeProject.Configuration {
        if let known = configurations[object.id] { return known }
        let settings = (object.node("buildSettings")?.members ?? []).compactMap { member in
            Self.text(of: member.value).map { text in
                XcodeProject.Configuration.Setting(
                    key: member.key.string,
                    value: text,
                    range: member.value.string == nil ? member.keyRange : member.value.span(PropertyPath()).focus
                )
            }
        }
        let made = XcodeProject.Configuration(
            id: object.id,
            name: object.text("name") ?? "",
            settings: settings,
            base: base(of: object)
        )
        configurations[object.id] = made
        return made
    }

    /// Returns the text of a setting's value. An array becomes a list.
    private static func text(of node: PropertyNode) -> String? {
        if let text = node.string { return text }
        return node.elements.map { SettingAssignment.text(ofElements: $0.compactMap(\.string)) }
    }

    private mutating func base(of object: ProjectObjects.Object) -> XcodeProject.Configuration.Base? {
        if let node = object.node("baseConfigurationReference"), let id = node.string {
            let file = objects[ByteString(id)]
            return XcodeProject.Configuration.Base(
                path: file == nil ? nil : paths.path(of: ByteString(id)),
                written: file?.text("path") ?? file?.text("name") ?? id,
                range: node.span(PropertyPath()).focus
            )
        }
        // A file in a synchronized folder has no object. It is identified by the folder and its relative path.
        guard let node = object.node("baseConfigurationReferenceRelativePath"), let relative = node.string else {
            return nil
        }
        let folder = object.id("baseConfigurationReferenceAnchor").flatMap { paths.path(of: $0) }
        return XcodeProject.Configuration.Base(
            path: folder.map { $0.appending(Path(relative)).normalized },
            written: relative,
            range: node.span(PropertyPath()).focus
        )
    }

    // MARK: Targets

    private mutating func target(_ object: ProjectObjects.Object) -> XcodeProject.Target? {
        guard ["PBXNativeTarget", "PBXAggregateTarget", "PBXLegacyTarget"].contains(object.isa) else { return nil }
        let name = object.node("name")
        return XcodeProject.Target(
            id: object.id,
            name: name?.string ?? object.text("productName") ?? object.id.string,
            range: name.map { $0.span(PropertyPath()).focus } ?? object.range,
            productType: object.text("productType").map(ProductType.init),
            configurations: configurationList(object.id("buildConfigurationList")),
            sources: sources(of: object),
            folders: [],
            scripts: scripts(of: object)
        )
    }

    private mutating func sources(of object: ProjectObjects.Object) -> [Path] {
        var sources: [Path] = []
        for phase in follow(object, "buildPhases") where phase.isa == "PBXSourcesBuildPhase" {
            for file in follow(phase, "files") {
                if let path = file.id("fileRef").flatMap({ paths.path(of: $0) }) { sources.append(path) }
            }
        }
        return sources
    }

    private mutating func scripts(of object: ProjectObjects.Object) -> [BuildPhaseScript] {
        (follow(object, "buildPhases") + follow(object, "buildRules")).compactMap { phase in
            if let known = scripts[phase.id] { return known }
            let isRule = phase.isa == "PBXBuildRule"
            guard isRule || phase.isa == "PBXShellScriptBuildPhase",
                let script = phase.node(isRule ? "script" : "shellScript"), let text = script.string
            else { return nil }
            let read = BuildPhaseScript(
                isRule ? .buildRule : .buildPhase,
                // The name that Xcode gives to a phase without one.
                name: phase.text("name") ?? "Run Script",
                text: text,
                outputs: phase.node(isRule ? "outputFiles" : "outputPaths")?.elements?.compactMap(\.string) ?? [],
                range: script.span(PropertyPath()).focus
            )
            scripts[phase.id] = read
            return read
        }
    }

    // MARK: Between targets

    private mutating func connect(_ targets: inout [XcodeProject.Target], _ found: [ProjectObjects.Object]) {
        let positions = Dictionary(
            targets.enumerated().map { ($1.id, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        addFolders(to: &targets, found, positions)
        var products: [ByteString: Int] = [:]
        for object in found {
            if let product = object.id("productReference"), let position = positions[object.id] {
                products[product] = position
                targets[position].product = objects[product]?.text("path")
            }
        }
        for object in found {
            guard let position = positions[object.id] else { continue }
            for phase in follow(object, "buildPhases") where phase.isa == "PBXCopyFilesBuildPhase" {
                for file in follow(phase, "files") {
                    guard let product = file.id("fileRef").flatMap({ products[$0] }), product != position else {
                        continue
                    }
                    targets[position].embedded.append(product)
                }
            }
            for dependency in follow(object, "dependencies") {
                guard let id = dependency.id("target") else {
                    // A dependency on a package names its product. One on another project only has a proxy, whose
                    // container is that project. Xcode leaves proxies for deleted targets and projects behind.
                    guard dependency.id("productRef") == nil,
                        let proxy = dependency.id("targetProxy").flatMap({ objects[$0] }),
                        proxy.id("containerPortal").flatMap({ objects[$0] })?.isa == "PBXFileReference"
                    else { continue }
                    targets[position].add(foreign: dependency.text("name") ?? proxy.text("remoteInfo"))
                    continue
                }
                guard let target = positions[id], target != position else { continue }
                targets[position].dependencies.append(target)
            }
            for phase in follow(object, "buildPhases") where phase.isa == "PBXFrameworksBuildPhase" {
                for file in follow(phase, "files") {
                    guard let reference = file.id("fileRef") else { continue }
                    if let product = products[reference] {
                        if product != position { targets[position].linked.append(product) }
                    } else if let file = objects[reference], let product = file.text("path"),
                        file.isa == "PBXReferenceProxy" || file.text("sourceTree") == "BUILT_PRODUCTS_DIR"
                    {
                        targets[position].foreignProducts.append(product)
                    }
                }
            }
            targets[position].packageProducts = followOnce(object, "packageProductDependencies").compactMap { product in
                // A local package doesn't need a reference, because it may be in the workspace.
                let package = product.id("package").flatMap { objects[$0] }
                let isRemote = package?.isa == "XCRemoteSwiftPackageReference"
                let range = product.node("productName")?.span(PropertyPath()).focus
                return product.text("productName").map { PackageProduct(name: $0, isRemote: isRemote, range: range) }
            }
        }
    }

    /// Returns the folders of local packages, and the places of their paths.
    ///
    /// These are package references or, in older versions of Xcode, folders among the files.
    private mutating func packages() -> [(path: Path, range: SourceRange)] {
        var packages = followOnce(objects.root, "packageReferences").compactMap(localPackage)
        for file in objects.all(isa: "PBXFileReference") {
            let type = file.text("lastKnownFileType")
            guard type == "wrapper" || type == "folder", let path = paths.path(of: file.id) else { continue }
            packages.append((path, file.node("path")?.span(PropertyPath()).focus ?? file.range))
        }
        var seen: Set<Path> = []
        return packages.filter { seen.insert($0.path).inserted }
    }

    /// Returns the folder that a reference to a local package names, and the place of its path.
    private func localPackage(_ reference: ProjectObjects.Object) -> (path: Path, range: SourceRange)? {
        guard reference.isa == "XCLocalSwiftPackageReference", let node = reference.node("relativePath"),
            let path = node.string
        else { return nil }
        return (directory.appending(Path(path)).normalized, node.span(PropertyPath()).focus)
    }

    /// The kinds of objects with a path.
    private static let named = [
        "PBXGroup", "PBXVariantGroup", "XCVersionGroup", "PBXFileSystemSynchronizedRootGroup", "PBXFileReference",
    ]

    /// The maximum number of bytes of all paths whose places are kept. Those beyond have no known place.
    private static let mostNameBytes = 16 * 1024 * 1024

    private mutating func names() -> [(path: Path, range: SourceRange)] {
        var files: [(path: Path, range: SourceRange)] = []
        var bytes = 0
        for object in Self.named.flatMap(objects.all(isa:)) {
            guard let node = object.node("path"), let path = paths.path(of: object.id) else { continue }
            bytes += path.bytes.count
            guard bytes <= Self.mostNameBytes else { break }
            files.append((path, node.span(PropertyPath()).focus))
        }
        return files + objects.all(isa: "XCLocalSwiftPackageReference").compactMap(localPackage)
    }

    /// Whether the program that builds a target works in the project's folder, or in one that is not known.
    private func worksInProject(_ target: ProjectObjects.Object) -> Bool {
        var folder = target.text("buildWorkingDirectory") ?? ""
        for variable in ["$(PROJECT_DIR)", "$(SRCROOT)", "${PROJECT_DIR}", "${SRCROOT}"]
        where folder.hasPrefix(variable) {
            folder = "." + folder.dropFirst(variable.count)
        }
        return folder.contains("$") || directory.isIn(directory.appending(Path(folder)).normalized)
    }

    private mutating func propertyLists() -> [Path] {
        var seen: Set<Path> = []
        let files = objects.all(isa: "PBXFileReference")
            .filter { $0.text("path").map { Path($0).hasExtension("plist") } ?? false }
            .compactMap { paths.path(of: $0.id) }
        return (files + exceptedLists).filter { seen.insert($0).inserted }
    }

    /// Adds folders whose files belong to targets without being listed.
    ///
    /// An exception removes a file from the target with the folder, and adds it to any other target, even if no target has the
    /// folder.
    private mutating func addFolders(
        to targets: inout [XcodeProject.Target],
        _ found: [ProjectObjects.Object],
        _ positions: [ByteString: Int]
    ) {
        var ownersByGroup: [ByteString: Set<Int>] = [:]
        for object in found {
            guard let position = positions[object.id] else { continue }
            for group in followOnce(object, "fileSystemSynchronizedGroups") {
                ownersByGroup[group.id, default: []].insert(position)
            }
        }
        for group in objects.all(isa: "PBXFileSystemSynchronizedRootGroup") {
            guard let path = paths.path(of: group.id) else { continue }
            let owners = ownersByGroup[group.id] ?? []
            var exceptions: [Int: [Path]] = [:]
            for set in follow(group, "exceptions")
            where set.isa == "PBXFileSystemSynchronizedBuildFileExceptionSet" {
                guard let target = set.id("target").flatMap({ positions[$0] }) else { continue }
                let excepted = texts(set, "membershipExceptions").map { Path($0.string) }
                exceptions[target, default: []] += excepted
                exceptedLists += excepted.filter { $0.hasExtension("plist") }.map { path.appending($0).normalized }
            }
            for owner in owners {
                let excluded = exceptions[owner] ?? []
                targets[owner].folders.append(
                    XcodeProject.Folder(path: path, excluded: excluded, included: nil, includesVendored: true)
                )
            }
            for (target, included) in exceptions where !owners.contains(target) {
                targets[target].folders.append(
                    XcodeProject.Folder(path: path, excluded: [], included: included, includesVendored: true)
                )
            }
        }
    }
}

extension XcodeProject.Target {
    /// Records that the target uses a module of another project.
    ///
    /// - Parameter module: The name of the module; `nil` if it is unknown.
    fileprivate mutating func add(foreign module: String?) {
        guard let module else { return needsOthers = true }
        if !foreignModules.contains(module) { foreignModules.append(module) }
    }
}
