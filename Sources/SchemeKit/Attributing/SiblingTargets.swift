import SchemeManifests
import SchemeModel

/// The frameworks and libraries of the other projects in a project's workspaces, and of projects that it refers to.
///
/// Xcode builds them for the targets that import, link or name them, so they are part of the apps, like the targets of
/// local packages.
struct SiblingTargets {
    private let modules: LocalModules
    private let budget: CodeBudget
    /// The project whose apps are read, and its path.
    private let own: ProjectReading
    private let ownPath: Path
    /// The other projects.
    private var projects: Set<Path> = []
    /// Those of ``projects`` that build a module, or only name it.
    private var naming: [String: [Path]] = [:]
    private var builders: [String: Builder] = [:]
    private var opened: [Path: OpenProject?] = [:]
    private let ownModules: Set<String>
    /// The packages that the project or its workspaces name, and those that were added.
    private var knownPackages: Set<Path>
    /// The projects whose packages were added.
    private var added: Set<Path> = []
    /// Whether no other project is opened.
    private let isClosed: Bool
    /// The positions of the project's own targets and of the added ones.
    private var positions: [Key: Int] = [:]
    /// The targets whose code isn't there.
    private var absent: Set<Key> = []
    /// The paths that only other projects name. These projects report paths in another case.
    private(set) var paths: Set<Path> = []
    /// The packages that only other projects name. These projects report missing ones.
    private(set) var packages: Set<Path> = []
    /// The project's file of each other project.
    private(set) var dependencies: [InputDependency] = []

    /// The maximum number of other projects that are opened. They take memory until the end of the run.
    private static let most = 300
    /// The maximum number of references to other projects.
    private static let mostReferences = 5_000

    /// A project, with the positions of its targets.
    private struct OpenProject {
        let reading: ProjectReading
        /// By the name of the module that they build.
        let modules: [String: [Int]]
        let names: [String: [Int]]
        /// The projects that it refers to, but for vendored ones, in order.
        let projects: [Path]

        init(_ reading: ProjectReading) {
            self.reading = reading
            let targets = reading.targets
            modules = Dictionary(grouping: targets.indices.filter { targets[$0].module != nil }) {
                targets[$0].module ?? ""
            }
            names = Dictionary(grouping: targets.indices) { targets[$0].name }
            projects = Set(reading.projects).filter { !Discovery.leadsThroughVendoredOrBuilt($0) }.sorted()
        }
    }

    /// A target of a project.
    private struct Key: Hashable {
        var project: Path
        var target: Int
    }

    /// What builds a module.
    private enum Builder: Equatable {
        case one(Key)
        /// No project.
        case none
        /// Several targets, or perhaps a project that can't be read.
        case unknown
    }

    /// - Parameters:
    ///   - reading: The project whose apps are read.
    ///   - opensProjects: Whether the code of other projects is added. If not, modules that they build stay unread.
    init(
        _ modules: LocalModules,
        _ surroundings: ProjectSurroundings,
        of reading: ProjectReading,
        _ budget: CodeBudget,
        opensProjects: Bool
    ) {
        (self.modules, self.budget, own, ownPath) = (modules, budget, reading, surroundings.project)
        // Nobody changes vendored code for an app, so it is not read.
        let references = reading.projects.filter {
            !$0.isAbsolute && $0 != surroundings.project && !Discovery.leadsThroughVendoredOrBuilt($0)
        }
        ownModules = Set(
            reading.targets.flatMap { [ModuleName.ofTarget($0.name), $0.module].compactMap(\.self) }
        )
        knownPackages = Set((reading.packages + surroundings.packages).map(\.belowRoot))
        let all = surroundings.projects + references.prefix(Self.mostReferences)
        for project in all where projects.insert(project).inserted {
            let frameworks = modules.frameworks(ofProjectAt: project)
            dependencies.append(frameworks.dependency)
            for name in frameworks.names { naming[name, default: []].append(project) }
        }
        isClosed = !opensProjects || projects.count > Self.most
        for index in reading.targets.indices { positions[Key(project: ownPath, target: index)] = index }
    }

    /// Whether code of other projects was added.
    var isUsed: Bool { positions.count > own.targets.count }

    /// Whether another project builds a module, as far as is known.
    mutating func mayBuild(_ module: String) -> Bool { builder(of: module) != .none }

    private mutating func builder(of module: String) -> Builder {
        guard let projects = naming[module] else { return .none }
        if let known = builders[module] { return known }
        let found = builder(of: module, among: projects)
        builders[module] = found
        return found
    }

    private mutating func builder(of module: String, among projects: [Path]) -> Builder {
        var builder = Builder.none
        for path in projects {
            // Vendored code is not read, like that of remote packages.
            guard !Discovery.leadsThroughVendoredOrBuilt(path) else { continue }
            guard budget.allowsSteps(1), let project = open(path) else { return .unknown }
            let found = project.modules[module] ?? []
            guard found.count + (builder == .none ? 0 : 1) <= 1 else { return .unknown }
            if let index = found.first { builder = .one(Key(project: path, target: index)) }
        }
        return builder
    }

    /// Returns a project; `nil` if it can't be read, or isn't one of ``projects``.
    private mutating func open(_ project: Path) -> OpenProject? {
        if let known = opened[project] { return known }
        let reading =
            project == ownPath
            ? own : isClosed || !projects.contains(project) ? nil : modules.targets(ofProjectAt: project)
        opened[project] = .some(reading.map(OpenProject.init))
        return opened[project] ?? nil
    }

    /// Adds what the apps of the project need to its targets and to `targets`.
    ///
    /// - Parameters:
    ///   - reading: The project.
    ///   - make: Collects the code of a target of another project.
    mutating func attach(
        to reading: inout ProjectReading,
        _ targets: inout [CodeTarget],
        _ packages: inout PackageTargets,
        _ code: inout CodeFiles,
        make: (ProjectReading.Target, ProjectReading, inout CodeFiles) -> CodeTarget
    ) {
        guard !isClosed, !projects.isEmpty else { return }
        // The targets whose needs are followed, again whenever they turn out to be part of more apps.
        var pending = own.targets.indices.filter { !own.targets[$0].apps.isEmpty && !targets[$0].isTest }
        var sources = Dictionary(uniqueKeysWithValues: positions.map { ($0.value, $0.key) })
        var needs: [Int: [Key]] = [:]
        var parts = Dictionary(uniqueKeysWithValues: own.targets.indices.map { ($0, Set(own.targets[$0].apps)) })
        while let user = pending.popLast(), let source = sources[user] {
            let keys = needs[user] ?? self.needs(of: source, &targets[user], &packages, &code)
            needs[user] = keys
            let apps = reading.targets[user].apps
            for key in keys {
                guard budget.allowsSteps(CodeReader.stepsForTarget + apps.count) else { return }
                guard let position = positions[key] ?? add(key, &reading, &targets, &packages, &code, make) else {
                    let target = open(key.project)?.reading.targets[key.target]
                    if let module = target?.module { targets[user].unread.insert(module) }
                    continue
                }
                sources[position] = key
                if position != user, !reading.targets[user].needs.contains(position) {
                    reading.targets[user].needs.append(position)
                }
                let more = apps.filter { parts[position, default: []].insert($0).inserted }
                guard !more.isEmpty else { continue }
                reading.targets[position].apps += more
                targets[position].add(apps: more.map { own.targets[$0].name })
                pending.append(position)
            }
        }
    }

    /// Returns the targets of other projects that a target imports, links or names, and those of its own project if that
    /// is another one.
    private mutating func needs(
        of key: Key,
        _ user: inout CodeTarget,
        _ packages: inout PackageTargets,
        _ code: inout CodeFiles
    ) -> [Key] {
        guard let project = open(key.project) else { return [] }
        let home = project.reading
        let target = home.targets[key.target]
        var keys = named(by: target, in: project, &user.unread)
        if key.project != ownPath {
            let needs = target.needs.filter { home.targets[$0].module != nil }
            keys += needs.map { Key(project: key.project, target: $0) }
        }
        let remote = target.packageProducts.filter(\.isRemote).map { ModuleName.ofTarget($0.name) }
        let linked = Set(target.foreignProducts.compactMap(ModuleName.ofProduct))
        // A project that only another one refers to is not opened.
        let isOpen = key.project != ownPath && home.projects.contains { !projects.contains($0) && $0 != ownPath }
        let names = code.modules(importedBy: user.files).subtracting(remote).union(linked)
            .subtracting(ownModules).subtracting(user.modules)
        for name in names.sorted(by: { ByteString($0) < ByteString($1) }) where packages.keys(ofModule: name).isEmpty {
            switch builder(of: name) {
            case .one(let key): keys.append(key)
            case .none where isOpen && linked.contains(name): user.unread.insert(name)
            case .none, .unknown: break
            }
        }
        return keys
    }

    /// Returns the targets of projects that a target names, but for vendored ones, and removes them from its unread modules.
    ///
    /// - Parameter home: The project that has the target.
    private mutating func named(
        by target: ProjectReading.Target,
        in home: OpenProject,
        _ unread: inout Set<String>
    ) -> [Key] {
        var keys: [Key] = []
        for name in target.foreignModules {
            var found: [(key: Key, isLibrary: Bool)] = []
            for path in home.projects where budget.allowsSteps(1) {
                guard let project = open(path) else { continue }
                found += (project.names[name] ?? []).map { index in
                    (Key(project: path, target: index), project.reading.targets[index].module != nil)
                }
            }
            guard found.count == 1, found[0].isLibrary else { continue }
            unread.remove(name)
            keys.append(found[0].key)
        }
        return keys
    }

    /// Adds a target, without what it needs. Returns its position; `nil` if its code isn't there.
    private mutating func add(
        _ key: Key,
        _ reading: inout ProjectReading,
        _ targets: inout [CodeTarget],
        _ packages: inout PackageTargets,
        _ code: inout CodeFiles,
        _ make: (ProjectReading.Target, ProjectReading, inout CodeFiles) -> CodeTarget
    ) -> Int? {
        guard !absent.contains(key), let home = open(key.project)?.reading else { return nil }
        var target = home.targets[key.target]
        (target.needs, target.apps) = ([], [])
        var made = make(target, home, &code)
        guard !made.files.isEmpty || !made.isPartial else {
            absent.insert(key)
            return nil
        }
        made.isForeign = true
        if let module = target.module { made.modules.insert(module) }
        positions[key] = targets.count
        reading.targets.append(target)
        targets.append(made)
        paths.formUnion(target.sources + target.folders.map(\.path))
        if added.insert(key.project).inserted {
            let more = home.packages.filter { knownPackages.insert($0.belowRoot).inserted }
            reading.packages += more
            self.packages.formUnion(more)
            paths.formUnion(more.map { $0.appending("Package.swift") })
            packages.open(more)
        }
        return positions[key]
    }
}

extension ProjectReading.Target {
    /// The module that other targets can import; `nil` if it is no framework or library.
    fileprivate var module: String? {
        guard productType?.kind == .framework || productType?.kind == .bundle, productType?.isTest == false else {
            return nil
        }
        return product.flatMap(ModuleName.ofProduct)
    }
}
