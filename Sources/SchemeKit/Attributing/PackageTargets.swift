import SchemeManifests
import SchemeModel

/// The targets of local Swift packages that the targets of a project use.
struct PackageTargets {
    private let modules: LocalModules
    private let surroundings: ProjectSurroundings
    private let budget: CodeBudget
    private var packages: [OpenPackage] = []
    /// The first of ``packages`` with a product of this name.
    private var owners: [String: Int] = [:]
    /// The folders whose manifests were looked for, and whether there was one.
    private var looked: [Path: Bool] = [:]
    /// The packages outside the project; `nil` until one is looked for.
    private var others: OtherPackages?
    private var positions: [Key: Int] = [:]
    private var order: [Key] = []
    /// The targets of the modules that were looked for.
    private var knownModules: [String: [Key]] = [:]
    /// The manifests of packages, including paths where none was found.
    private(set) var dependencies: [InputDependency] = []
    private(set) var problems: [Problem] = []
    /// Packages whose folders differ in case from the written path.
    private(set) var respelled: [PathCaseMismatch] = []
    /// Missing products that should be in a local package, with the positions of the targets that need them.
    private(set) var missingProducts: [String: [Int]] = [:]
    /// The missing folders of packages that the project or its workspaces name, and that missing products may come from.
    private(set) var missingPackages: [Path] = []
    /// The names of ``missingProducts`` that, according to their names, come from ``missingPackages``.
    private(set) var absentProducts: [String] = []

    /// The maximum number of packages of one project.
    private static let most = 1_000

    /// A package whose targets may be used.
    private struct OpenPackage {
        let folder: Path
        let package: SwiftPackage
        /// The folders of packages that it needs and that don't exist.
        let missing: [Path]
        let targets: [String: SwiftPackage.Target]
        let products: [String: SwiftPackage.Product]

        init(_ package: SwiftPackage, in folder: Path, missing: [Path]) {
            (self.folder, self.package, self.missing) = (folder, package, missing)
            targets = Dictionary(package.targets.map { ($0.name, $0) }) { first, _ in first }
            products = Dictionary(package.products.map { ($0.name, $0) }) { first, _ in first }
        }
    }

    /// The folders of packages by the names of what they build.
    private struct OtherPackages {
        var products: [String: [Path]] = [:]
        var modules: [String: [Path]] = [:]
    }

    /// A target of a package.
    struct Key: Hashable {
        fileprivate var package: Int
        /// The name; `nil` for all code of a package with unknown targets.
        fileprivate var target: String?
    }

    init(_ modules: LocalModules, _ surroundings: ProjectSurroundings, _ budget: CodeBudget) {
        self.modules = modules
        self.surroundings = surroundings
        self.budget = budget
    }

    /// Adds to `targets`, which start with those of `reading`, the package targets that they link, as separate targets
    /// whose files are visible to them.
    mutating func add(_ reading: ProjectReading, to targets: inout [CodeTarget], _ code: inout CodeFiles) {
        open(reading.packages + surroundings.packages)
        for (index, target) in reading.targets.enumerated() where !targets[index].isTest {
            var keys: [Key] = []
            for product in target.packageProducts {
                let found = keysOfProduct(product)
                guard budget.allowsSteps(1 + found.count) else { break }
                keys += found
                guard found.isEmpty, !product.isRemote, !isGenerated(product.name, in: reading) else { continue }
                missingProducts[product.name, default: []].append(index)
            }
            let known = targets[index].unread
            attach(keys, to: index, of: &targets, &code)
            for product in targets[index].unread.subtracting(known) {
                missingProducts[product, default: []].append(index)
            }
        }
        guard !missingProducts.isEmpty else { return }
        let named = Set((reading.packages + surroundings.packages).map(\.belowRoot) + packages.flatMap(\.missing))
        missingPackages = named.sorted().filter { $0.isInside && !$0.isFile && modules.isMissing($0) }
        // A product without a package name may belong to a remote package.
        guard !missingPackages.isEmpty || !reading.hasRemotePackages else { return }
        for (product, indices) in missingProducts {
            for index in indices { targets[index].unread.insert(product) }
        }
        absentProducts = missingProducts.keys.sorted { ByteString($0) < ByteString($1) }
        let products = absentProducts.map { (name: $0, words: $0.lettersAndDigits) }
        let folders = missingPackages.map { (path: $0, words: $0.lastComponent.display.lettersAndDigits) }
        let isAllowed = budget.allowsSteps(2 * products.count * folders.count)
        let absent = products.filter { product in
            isAllowed && folders.contains { Self.areAlike($0.words, product.words) }
        }
        // Projects also name folders that are not packages. These are left out if every product has a package with a
        // similar name. A product without one may belong to a remote package, if there are any.
        guard reading.hasRemotePackages || absent.count == products.count else { return }
        absentProducts = absent.map(\.name)
        missingPackages = folders.filter { folder in
            absent.contains { Self.areAlike(folder.words, $0.words) }
        }.map(\.path)
    }

    /// Leaves what only other projects need out of ``absentProducts`` and ``missingPackages``.
    ///
    /// - Parameters:
    ///   - folders: The packages that only other projects name.
    ///   - isForeign: Whether another project has the target at a position.
    mutating func leaveOut(_ folders: Set<Path>, _ isForeign: (Int) -> Bool) {
        absentProducts.removeAll { (missingProducts[$0] ?? []).allSatisfy(isForeign) }
        let folders = Set(folders.map(\.belowRoot))
        missingPackages.removeAll(where: folders.contains)
    }

    /// Whether a build of Flutter generates the package of a product. It has only the code of plugins.
    private func isGenerated(_ product: String, in reading: ProjectReading) -> Bool {
        reading.packages.contains { folder in
            folder.lastComponent == Path(product) && folder.components.contains { $0.elementsEqual("ephemeral".utf8) }
                && folder.components.contains { $0.elementsEqual("Flutter".utf8) }
        }
    }

    /// Whether a package in a folder may build a product, according to the names: `external/protoncore` may build
    /// `ProtonCoreUtilities`.
    private static func areAlike(_ folder: String, _ product: String) -> Bool {
        min(folder.utf8.count, product.utf8.count) > 3 && (folder.contains(product) || product.contains(folder))
    }

    /// Returns the package targets that build the module `name`; empty if it is ambiguous among unnamed packages.
    mutating func keys(ofModule name: String) -> [Key] {
        if let known = knownModules[name] { return known }
        for index in packages.indices {
            guard budget.allowsSteps(1) else { return [] }
            if let target = modules.package(in: packages[index].folder).modules[name] {
                let keys = [Key(package: index, target: target)]
                knownModules[name] = keys
                return keys
            }
        }
        var keys: [Key] = []
        if let index = openOther(\.modules, name),
            let target = modules.package(in: packages[index].folder).modules[name]
        {
            keys = [Key(package: index, target: target)]
        }
        knownModules[name] = keys
        return keys
    }

    /// Adds these targets and their dependencies to the target at `index`.
    mutating func attach(
        _ keys: [Key],
        to index: Int,
        of targets: inout [CodeTarget],
        _ code: inout CodeFiles
    ) {
        let needed = closure(of: keys).sorted { left, right in
            if left.package != right.package { return left.package < right.package }
            return ByteString(left.target ?? "") < ByteString(right.target ?? "")
        }
        for key in needed {
            if positions[key] == nil {
                guard budget.allowsTarget() else { continue }
                positions[key] = targets.count
                order.append(key)
                targets.append(made(key, &code))
            }
            guard let position = positions[key] else { continue }
            let names = targets[position].modules.count + targets[position].unread.count + targets[index].apps.count
            guard budget.allowsSteps(CodeReader.stepsForTarget + names) else { return }
            targets[index].needs.insert(position)
            targets[index].modules.formUnion(targets[position].modules)
            targets[index].unread.formUnion(targets[position].unread)
            if targets[position].isPartial { targets[index].isPartial = true }
            targets[position].add(apps: targets[index].apps)
        }
    }

    /// Makes the files of each package target's dependencies visible to it.
    func connect(_ targets: inout [CodeTarget]) {
        for key in order {
            guard let position = positions[key], !targets[position].files.isEmpty else { continue }
            targets[position].needs.formUnion(closure(of: [key]).compactMap { positions[$0] })
        }
    }

    // MARK: Opening

    /// Reads the manifests of the packages in these folders and of their dependencies.
    mutating func open(_ folders: [Path]) {
        var pending = folders.map(\.belowRoot)
        var seen = Set(packages.map(\.folder))
        // A module that was not found may be in one of them.
        knownModules = knownModules.filter { !$0.value.isEmpty }
        var index = 0
        while index < pending.count, packages.count < Self.most {
            let folder = pending[index]
            index += 1
            guard !folder.isAbsolute, seen.insert(folder).inserted, let package = read(folder) else { continue }
            guard budget.allowsSteps(package.packages.count) else { return }
            let nested = package.packages.filter { !$0.isAbsolute }.map { folder.appending($0).normalized.belowRoot }
            for product in package.products where owners[product.name] == nil { owners[product.name] = packages.count }
            packages.append(OpenPackage(package, in: folder, missing: nested.filter { !exists($0) }))
            pending += nested
        }
    }

    private mutating func exists(_ folder: Path) -> Bool { looked[folder] ?? (read(folder) != nil) }

    private mutating func read(_ folder: Path) -> SwiftPackage? {
        guard folder.isInside else { return nil }
        let package = modules.package(in: folder)
        if looked.updateValue(package.manifest != nil, forKey: folder) == nil {
            dependencies.append(package.dependency)
            if let problem = package.problem, !problems.contains(problem) { problems.append(problem) }
            if let respelling = package.respelled, !respelled.contains(respelling) { respelled.append(respelling) }
        }
        return package.manifest
    }

    /// Opens the only package outside the project that builds a product or module.
    private mutating func openOther(_ kind: KeyPath<OtherPackages, [String: [Path]]>, _ name: String) -> Int? {
        let others = others ?? otherPackages()
        self.others = others
        guard let meant = others[keyPath: kind][name], meant.count == 1 else { return nil }
        open(meant)
        return packages.firstIndex { $0.folder == meant[0] }
    }

    private func otherPackages() -> OtherPackages {
        var others = OtherPackages()
        for folder in surroundings.otherPackages {
            let package = modules.package(in: folder)
            for name in Set(package.manifest?.products.map(\.name) ?? []) {
                others.products[name, default: []].append(folder)
            }
            for name in package.modules.keys { others.modules[name, default: []].append(folder) }
        }
        return others
    }

    // MARK: Names

    /// Returns the package targets of a product that a target of the project links.
    private mutating func keysOfProduct(_ product: PackageProduct) -> [Key] {
        if let keys = keys(ofProduct: product.name) { return keys }
        guard !product.isRemote else { return [] }
        if let index = openOther(\.products, product.name) { return keys(ofProduct: product.name, in: index) ?? [] }
        // A product that no manifest names may be in an unreadable one.
        return packages.indices.filter { !packages[$0].package.isWhole }.map { Key(package: $0, target: nil) }
    }

    private func keys(ofProduct name: String) -> [Key]? { owners[name].flatMap { keys(ofProduct: name, in: $0) } }

    private func keys(ofProduct name: String, in package: Int) -> [Key]? {
        packages[package].products[name].map { $0.targets.map { Key(package: package, target: $0) } }
    }

    /// Returns the package targets that a name of a target or product refers to in the package at `own`.
    private func keys(named name: String, in own: Int) -> [Key] {
        if packages[own].targets[name] != nil { return [Key(package: own, target: name)] }
        return keys(ofProduct: name, in: own) ?? keys(ofProduct: name) ?? []
    }

    private func closure(of keys: [Key]) -> Set<Key> {
        var found: Set<Key> = []
        var pending = keys
        while let next = pending.popLast() {
            guard found.insert(next).inserted, let target = target(next) else { continue }
            for name in target.dependencies {
                let keys = self.keys(named: name, in: next.package)
                guard budget.allowsSteps(1 + keys.count) else { return found }
                pending += keys
            }
            guard budget.allowsSteps(CodeReader.stepsForTarget) else { return found }
        }
        return found
    }

    private func target(_ key: Key) -> SwiftPackage.Target? { key.target.flatMap { packages[key.package].targets[$0] } }

    // MARK: Files

    private func made(_ key: Key, _ code: inout CodeFiles) -> CodeTarget {
        let (folder, package) = (packages[key.package].folder, packages[key.package].package)
        var made = CodeTarget(name: key.target ?? folder.lastComponent.display, kind: .framework)
        guard let target = target(key) else {
            made.isPartial = key.target.map { !package.targetsWithoutCode.contains($0) } ?? !package.isWhole
            let sources = ProjectReading.Folder(path: folder.appending("Sources").normalized)
            if key.target == nil, let (found, isWhole) = code.positions(in: sources) {
                made.files = found
                made.isPartial = !isWhole
            }
            return made
        }
        made.modules = [ModuleName.ofTarget(target.name)]
        if !packages[key.package].missing.isEmpty {
            made.unread = Set(target.dependencies.filter { keys(named: $0, in: key.package).isEmpty })
                .subtracting(target.remoteDependencies).subtracting(package.targetsWithoutCode)
        }
        for path in target.folders {
            let root = folder.appending(path).normalized
            var sources = ProjectReading.Folder(path: root, excluded: target.excluded, included: target.included)
            // The package manager never compiles the package's manifests, which are among the sources if a target is
            // the whole folder.
            if root.belowRoot == folder.normalized.belowRoot {
                sources.patterns += ["/Package.swift", "/Package@*.swift"]
            }
            guard let (found, isWhole) = code.positions(in: sources) else { continue }
            made.files = found
            made.isPartial = !isWhole
            return made
        }
        made.isPartial = true
        return made
    }
}

extension Path {
    /// Whether the name belongs to a file that workspaces list next to packages.
    fileprivate var isFile: Bool {
        ["xctestplan", "md", "txt", "json", "yml", "yaml", "xcconfig", "plist", "rb", "sh", "playground"]
            .contains { hasExtension($0) }
    }

    /// Whether a relative path stays inside the folder that it starts from. Nothing outside is read.
    fileprivate var isInside: Bool { !isAbsolute && !components.contains { $0.elementsEqual("..".utf8) } }
}

extension String {
    /// Its letters, in lower case, and digits.
    fileprivate var lettersAndDigits: String { asciiLowercased.filter { $0.isLetter || $0.isNumber } }
}
