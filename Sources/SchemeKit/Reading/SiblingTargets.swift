import SchemeManifests
import SchemeModel

/// The frameworks and libraries of the other projects in a project's workspaces, and of projects that it refers to.
///
/// Xcode builds them for the targets that import, link or name them, so they are part of the apps, like the targets of
/// local packages.
struct SiblingTargets {
    private let modules: LocalModules
    private let budget: CodeBudget
    /// The projects that build a module, or only name it.
    private var naming: [String: [Path]] = [:]
    /// Whether there are more projects than are opened.
    private let areMany: Bool
    /// The positions of the added targets.
    private var positions: [Key: Int] = [:]
    /// The paths that only other projects name. These projects report paths in another case.
    private(set) var paths: Set<Path> = []
    /// The project's file of each other project.
    private(set) var dependencies: [InputDependency] = []

    /// The maximum number of other projects that are opened. They take memory until the end of the run.
    private static let most = 300

    /// A target of another project.
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

    init(_ modules: LocalModules, _ surroundings: ProjectSurroundings, of reading: ProjectReading, _ budget: CodeBudget)
    {
        (self.modules, self.budget) = (modules, budget)
        var seen: Set<Path> = []
        let projects = (surroundings.projects + reading.projects.filter { !$0.isAbsolute }).filter {
            seen.insert($0).inserted
        }
        areMany = projects.count > Self.most
        for project in projects {
            let frameworks = modules.frameworks(ofProjectAt: project)
            dependencies.append(frameworks.dependency)
            for name in frameworks.names { naming[name, default: []].append(project) }
        }
    }

    /// Whether another project builds a module, as far as is known.
    func mayBuild(_ module: String) -> Bool { builder(of: module) != .none }

    private func builder(of module: String) -> Builder {
        guard let projects = naming[module] else { return .none }
        var builder = Builder.none
        for project in projects {
            // Nobody changes vendored code for an app, so it is not read.
            guard !areMany, !Discovery.leadsThroughVendoredOrBuilt(project), budget.allowsSteps(1),
                let reading = modules.targets(ofProjectAt: project)
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

    /// Adds what the apps of `reading` need to its targets and to `targets`.
    ///
    /// - Parameter make: Collects the code of a target of another project.
    mutating func attach(
        to reading: inout ProjectReading,
        _ targets: inout [CodeTarget],
        _ packages: inout PackageTargets,
        _ code: inout CodeFiles,
        make: (ProjectReading.Target, ProjectReading, inout CodeFiles) -> CodeTarget
    ) {
        guard !dependencies.isEmpty else { return }
        let own = reading
        let ownModules = Set(own.targets.flatMap { [ModuleName.ofTarget($0.name), $0.module].compactMap(\.self) })
        // The targets whose needs are followed, again whenever they turn out to be part of more apps.
        var pending = own.targets.indices.filter { !own.targets[$0].apps.isEmpty && !targets[$0].isTest }
        var known: [Int: Key] = [:]
        while let user = pending.popLast() {
            let target = reading.targets[user]
            let home = known[user].flatMap { modules.targets(ofProjectAt: $0.project) } ?? own
            var keys = named(by: target, in: home, besides: own.file?.directory.belowRoot, &targets[user].unread)
            if let key = known[user] {
                let needs = home.targets[key.target].needs.filter { home.targets[$0].module != nil }
                keys += needs.map { Key(project: key.project, target: $0) }
            }
            let remote = target.packageProducts.filter(\.isRemote).map { ModuleName.ofTarget($0.name) }
            let names = code.modules(importedBy: targets[user].files).subtracting(remote)
                .union(target.foreignProducts.compactMap(ModuleName.ofProduct))
                .subtracting(ownModules).subtracting(targets[user].modules)
            for name in names.sorted(by: { ByteString($0) < ByteString($1) }) {
                guard case .one(let key) = builder(of: name), packages.keys(ofModule: name).isEmpty else { continue }
                keys.append(key)
            }
            for key in keys {
                guard budget.allowsSteps(CodeReader.stepsForTarget + target.apps.count) else { return }
                guard let position = positions[key] ?? add(key, &reading, &targets, &code, make) else {
                    let target = modules.targets(ofProjectAt: key.project)?.targets[key.target]
                    if let module = target?.module { targets[user].unread.insert(module) }
                    continue
                }
                known[position] = key
                if position != user, !reading.targets[user].needs.contains(position) {
                    reading.targets[user].needs.append(position)
                }
                let apps = target.apps.filter { !reading.targets[position].apps.contains($0) }
                guard !apps.isEmpty else { continue }
                reading.targets[position].apps += apps
                targets[position].add(apps: apps.map { own.targets[$0].name })
                pending.append(position)
            }
        }
    }

    /// Returns the targets of projects that a target names, but for vendored ones, and removes them from its unread modules.
    ///
    /// - Parameters:
    ///   - home: The project that has the target.
    ///   - own: The path of the project whose apps are read.
    private func named(
        by target: ProjectReading.Target,
        in home: ProjectReading,
        besides own: Path?,
        _ unread: inout Set<String>
    ) -> [Key] {
        guard !areMany, !target.foreignModules.isEmpty else { return [] }
        let projects = Set(home.projects).filter {
            !$0.isAbsolute && $0 != own && !Discovery.leadsThroughVendoredOrBuilt($0)
        }.sorted()
        return target.foreignModules.compactMap { name in
            var found: [(key: Key, isLibrary: Bool)] = []
            for project in projects where budget.allowsSteps(1) {
                for (index, target) in (modules.targets(ofProjectAt: project)?.targets ?? []).enumerated()
                where target.name == name {
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
        guard let home = modules.targets(ofProjectAt: key.project) else { return nil }
        var target = home.targets[key.target]
        (target.needs, target.apps) = ([], [])
        var made = make(target, home, &code)
        guard !made.files.isEmpty || !made.isPartial else { return nil }
        made.isForeign = true
        if let module = target.module { made.modules.insert(module) }
        positions[key] = targets.count
        reading.targets.append(target)
        targets.append(made)
        let packages = home.packages.filter { !reading.packages.contains($0) }
        reading.packages += packages
        paths.formUnion(target.sources + target.folders.map(\.path) + packages.map { $0.appending("Package.swift") })
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
