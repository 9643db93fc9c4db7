import SchemeManifests
import SchemeModel

/// The targets of local Swift packages that the targets of a project use.
struct PackageTargets {
    private let modules: LocalModules
    private let surroundings: ProjectSurroundings
    private var packages: [(folder: Path, package: SwiftPackage, missing: [Path])] = []
    private var positions: [Key: Int] = [:]
    private var order: [Key] = []
    /// Cached targets of modules that no package of the project builds.
    private var knownModules: [String: [Key]] = [:]
    /// The manifests of packages, including paths where none was found.
    private(set) var dependencies: [InputDependency] = []
    private(set) var problems: [Problem] = []
    /// Packages whose folders differ in case from the written path.
    private(set) var respelled: [PathCaseMismatch] = []
    /// Missing products that should be in a local package, with the positions of the targets that link them.
    private(set) var missingProducts: [String: [Int]] = [:]
    /// The missing folders of packages that the project or its workspaces name, and that missing products may come from.
    private(set) var missingPackages: [Path] = []
    /// The names of ``missingProducts`` that, according to their names, come from ``missingPackages``.
    private(set) var absentProducts: [String] = []

    /// The maximum number of packages of one project.
    private static let most = 1_000

    /// A target of a package.
    struct Key: Hashable {
        fileprivate var package: Int
        /// The name; `nil` for all code of a package with unknown targets.
        fileprivate var target: String?
    }

    init(_ modules: LocalModules, _ surroundings: ProjectSurroundings) {
        self.modules = modules
        self.surroundings = surroundings
    }

    /// Adds to `targets`, which start with those of `reading`, the package targets that they link, as separate targets
    /// whose files are visible to them.
    mutating func add(_ reading: ProjectReading, to targets: inout [CodeTarget], _ code: inout CodeFiles) {
        open(reading.packages + surroundings.packages)
        for (index, target) in reading.targets.enumerated() where !targets[index].isTest {
            var keys: [Key] = []
            for product in target.packageProducts {
                let found = keysOfProduct(product)
                keys += found
                guard found.isEmpty, !product.isRemote else { continue }
                missingProducts[product.name, default: []].append(index)
            }
            attach(keys, to: index, of: &targets, &code)
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
        guard reading.hasRemotePackages else { return }
        // The product may belong to a remote package, unless a missing package has a similar name.
        absentProducts.removeAll { product in !missingPackages.contains { $0.isNamed(like: product) } }
        missingPackages.removeAll { package in !absentProducts.contains { package.isNamed(like: $0) } }
    }

    /// Returns the package targets that build the module `name`; empty if it is ambiguous among unnamed packages.
    mutating func keys(ofModule name: String) -> [Key] {
        if let known = knownModules[name] { return known }
        for index in packages.indices {
            if let target = modules.package(in: packages[index].folder).modules[name] {
                return [Key(package: index, target: target)]
            }
        }
        var keys: [Key] = []
        if let index = openOther(where: { $0.modules[name] != nil }),
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
                positions[key] = targets.count
                order.append(key)
                targets.append(made(key, &code))
            }
            guard let position = positions[key] else { continue }
            targets[index].visible += targets[position].files
            targets[index].modules.formUnion(targets[position].modules)
            targets[index].unread.formUnion(targets[position].unread)
            if targets[position].isPartial { targets[index].isPartial = true }
            targets[position].apps += targets[index].apps.filter { !targets[position].apps.contains($0) }
        }
    }

    /// Makes the files of each package target's dependencies visible to it.
    func connect(_ targets: inout [CodeTarget]) {
        for key in order {
            guard let position = positions[key] else { continue }
            for other in closure(of: [key]) {
                if let needed = positions[other] { targets[position].visible += targets[needed].files }
            }
        }
    }

    // MARK: Opening

    /// Reads the manifests of the packages in these folders and of their dependencies.
    private mutating func open(_ folders: [Path]) {
        var pending = folders.map(\.belowRoot)
        var seen = Set(packages.map(\.folder))
        var index = 0
        while index < pending.count, packages.count < Self.most {
            let folder = pending[index]
            index += 1
            guard !folder.isAbsolute, seen.insert(folder).inserted, let package = read(folder) else { continue }
            let nested = package.packages.filter { !$0.isAbsolute }.map { folder.appending($0).normalized.belowRoot }
            packages.append((folder, package, nested.filter { read($0) == nil }))
            pending += nested
        }
    }

    private mutating func read(_ folder: Path) -> SwiftPackage? {
        guard folder.isInside else { return nil }
        let package = modules.package(in: folder)
        if !dependencies.contains(package.dependency) { dependencies.append(package.dependency) }
        if let problem = package.problem, !problems.contains(problem) { problems.append(problem) }
        if let respelling = package.respelled, !respelled.contains(respelling) { respelled.append(respelling) }
        return package.manifest
    }

    /// Opens the only package outside the project that satisfies `isMeant`.
    private mutating func openOther(where isMeant: (LocalModules.Package) -> Bool) -> Int? {
        let meant = surroundings.otherPackages.filter { isMeant(modules.package(in: $0)) }
        guard meant.count == 1 else { return nil }
        open(meant)
        return packages.firstIndex { $0.folder == meant[0] }
    }

    // MARK: Names

    /// Returns the package targets of a product that a target of the project links.
    private mutating func keysOfProduct(_ product: PackageProduct) -> [Key] {
        if let keys = keys(ofProduct: product.name, in: packages.indices) { return keys }
        guard !product.isRemote else { return [] }
        if let index = openOther(where: { $0.manifest?.products.contains { $0.name == product.name } ?? false }) {
            return keys(ofProduct: product.name, in: index..<(index + 1)) ?? []
        }
        // A product that no manifest names may be in an unreadable one.
        return packages.indices.filter { !packages[$0].package.isWhole }.map { Key(package: $0, target: nil) }
    }

    private func keys(ofProduct name: String, in packages: Range<Int>) -> [Key]? {
        for index in packages {
            if let product = self.packages[index].package.products.first(where: { $0.name == name }) {
                return product.targets.map { Key(package: index, target: $0) }
            }
        }
        return nil
    }

    /// Returns the package targets that a name of a target or product refers to in the package at `own`.
    private func keys(named name: String, in own: Int) -> [Key] {
        if packages[own].package.targets.contains(where: { $0.name == name }) {
            return [Key(package: own, target: name)]
        }
        if let keys = keys(ofProduct: name, in: own..<(own + 1)) { return keys }
        return keys(ofProduct: name, in: packages.indices) ?? []
    }

    private func closure(of keys: [Key]) -> Set<Key> {
        var found: Set<Key> = []
        var pending = keys
        while let next = pending.popLast() {
            guard found.insert(next).inserted, let target = target(next) else { continue }
            for name in target.dependencies { pending += self.keys(named: name, in: next.package) }
        }
        return found
    }

    private func target(_ key: Key) -> SwiftPackage.Target? {
        packages[key.package].package.targets.first { $0.name == key.target }
    }

    // MARK: Files

    private func made(_ key: Key, _ code: inout CodeFiles) -> CodeTarget {
        let (folder, package, missing) = packages[key.package]
        var made = CodeTarget(name: key.target ?? folder.lastComponent.display, kind: .framework)
        guard let target = target(key) else {
            made.isPartial = key.target != nil || !package.isWhole
            let sources = ProjectReading.Folder(path: folder.appending("Sources").normalized)
            if key.target == nil, let (found, isWhole) = code.positions(in: sources) {
                made.files = found
                made.isPartial = !isWhole
            }
            return made
        }
        made.modules = [ModuleName.ofTarget(target.name)]
        if !missing.isEmpty {
            made.unread = Set(target.dependencies.filter { keys(named: $0, in: key.package).isEmpty })
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

    /// Whether a package in the folder may build the product, according to the names: `external/protoncore` may build
    /// `ProtonCoreUtilities`.
    fileprivate func isNamed(like product: String) -> Bool {
        func word(_ text: String) -> String { text.asciiLowercased.filter { $0.isLetter || $0.isNumber } }
        let (folder, product) = (word(lastComponent.display), word(product))
        return min(folder.count, product.count) > 3 && (folder.contains(product) || product.contains(folder))
    }

    /// Whether a relative path stays inside the folder that it starts from. Nothing outside is read.
    fileprivate var isInside: Bool { !isAbsolute && !components.contains { $0.elementsEqual("..".utf8) } }
}
