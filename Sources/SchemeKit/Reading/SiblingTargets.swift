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
        for project in surroundings.projects + references where projects.insert(project).inserted {
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

    private func builder(of module: String, among projects: [Path]) -> Builder {
        var builder = Builder.none
        for project in projects {
            guard !Discovery.leadsThroughVendoredOrBuilt(project), budget.allowsSteps(1), let reading = open(project)
            else {
                return .unknown
            }
            for (index, target) in reading.targets.enumerated() where target.module == module {
                guard builder == .none else { return .unknown }
                builder = .one(Key(project: project, target: index))
            }
        }
        return builder
    }

    /// Returns the targets of a project; `nil` if it can't be read, or is none of ``projects``.
    private func open(_ project: Path) -> ProjectReading? {
        if project == ownPath { return own }
        return isClosed || !projects.contains(project) ? nil : modules.targets(ofProjectAt: project)
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
        while let user = pending.popLast(), let source = sources[user] {
            let keys = needs[user] ?? self.needs(of: source, &targets[user], &packages, &code)
            needs[user] = keys
            let apps = reading.targets[user].apps
            for key in keys {
                guard budget.allowsSteps(CodeReader.stepsForTarget + apps.count) else { return }
                guard let position = positions[key] ?? add(key, &reading, &targets, &code, make) else {
                    if let module = open(key.project)?.targets[key.target].module { targets[user].unread.insert(module) }
                    continue
                }
                sources[position] = key
                if position != user, !reading.targets[user].needs.contains(position) {
                    reading.targets[user].needs.append(position)
                }
                let more = apps.filter { !reading.targets[position].apps.contains($0) }
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
        guard let home = open(key.project) else { return [] }
        let target = home.targets[key.target]
        var keys = named(by: target, in: home, &user.unread)
        if key.project != ownPath {
            let needs = target.needs.filter { home.targets[$0].module != nil }
            keys += needs.map { Key(project: key.project, target: $0) }
        }
        let remote = target.packageProducts.filter(\.isRemote).map { ModuleName.ofTarget($0.name) }
        let linked = Set(target.foreignProducts.compactMap(ModuleName.ofProduct))
        let ownModules = own.targets.flatMap { [ModuleName.ofTarget($0.name), $0.module].compactMap(\.self) }
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
    private func named(
        by target: ProjectReading.Target,
        in home: ProjectReading,
        _ unread: inout Set<String>
    ) -> [Key] {
        guard !target.foreignModules.isEmpty else { return [] }
        let projects = Set(home.projects).filter { !Discovery.leadsThroughVendoredOrBuilt($0) }.sorted()
        return target.foreignModules.compactMap { name in
            var found: [(key: Key, isLibrary: Bool)] = []
            for project in projects where budget.allowsSteps(1) {
                for (index, target) in (open(project)?.targets ?? []).enumerated() where target.name == name {
                    found.append((Key(project: project, target: index), target.module != nil))
                }
            }
            guard found.count == 1, found[0].isLibrary else { return nil }
            unread.remove(name)
            return found[0].key
        }
    }

    /// Adds a target, without what it needs. Returns its position; `nil` if its code isn't there.
    private mutating func add(
        _ key: Key,
        _ reading: inout ProjectReading,
        _ targets: inout [CodeTarget],
        _ code: inout CodeFiles,
        _ make: (ProjectReading.Target, ProjectReading, inout CodeFiles) -> CodeTarget
    ) -> Int? {
        guard !absent.contains(key), let home = open(key.project) else { return nil }
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
        let more = home.packages.filter { !reading.packages.contains($0) }
        reading.packages += more
        packages.formUnion(more)
        if home.hasRemotePackages { reading.hasRemotePackages = true }
        paths.formUnion(target.sources + target.folders.map(\.path) + more.map { $0.appending("Package.swift") })
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
