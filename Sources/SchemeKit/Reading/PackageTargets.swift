import SchemeManifests
import SchemeModel

/// The targets of Swift packages on the same disk that the targets of a project need.
struct PackageTargets {
    private let source: Source
    private let files: any FileAccess
    private let limits: Limits
    private var packages: [(folder: Path, package: SwiftPackage)] = []
    /// The manifests of packages, and where they were looked for.
    private(set) var dependencies: [InputDependency] = []
    private(set) var problems: [Problem] = []

    /// Packages of one project that are looked at.
    private static let most = 1_000

    /// A target of a package.
    private struct Key: Hashable {
        var package: Int
        /// `nil` for all code of a package whose manifest does not say what its targets are.
        var target: String?
    }

    init(of source: Source, files: any FileAccess, limits: Limits) {
        self.source = source
        self.files = files
        self.limits = limits
    }

    /// Adds to `targets`, which are those of `reading`, the targets of its packages: each as one of its own, whose files
    /// the project's targets that need it see.
    mutating func add(_ reading: ProjectReading, to targets: inout [CodeTarget], _ code: inout CodeFiles) {
        guard reading.targets.contains(where: { !$0.packageProducts.isEmpty }) else { return }
        open(reading.packages)
        var positions: [Key: Int] = [:]
        var order: [Key] = []
        for (index, target) in reading.targets.enumerated() where !targets[index].isTest {
            let needed = keys(neededBy: target.packageProducts)
            for key in needed {
                if positions[key] == nil {
                    positions[key] = targets.count
                    order.append(key)
                    targets.append(made(key, &code))
                }
                guard let position = positions[key] else { continue }
                targets[index].visible += targets[position].files
                if targets[position].isPartial { targets[index].isPartial = true }
                targets[position].apps += targets[index].apps.filter { !targets[position].apps.contains($0) }
            }
        }
        for key in order {
            guard let position = positions[key] else { continue }
            for other in closure(of: [key]) {
                if let needed = positions[other] { targets[position].visible += targets[needed].files }
            }
        }
    }

    /// Reads the manifests of the packages in these folders, and of those that they need.
    private mutating func open(_ folders: [Path]) {
        var pending = folders.map(\.belowRoot)
        var seen: Set<Path> = []
        var index = 0
        while index < pending.count, packages.count < Self.most {
            let folder = pending[index]
            index += 1
            guard !folder.isAbsolute, seen.insert(folder).inserted, let package = read(folder) else { continue }
            packages.append((folder, package))
            pending += package.packages.filter { !$0.isAbsolute }.map { folder.appending($0).normalized.belowRoot }
        }
    }

    private mutating func read(_ folder: Path) -> SwiftPackage? {
        let path = folder.appending("Package.swift")
        do throws(FileError) {
            let absolute = source.root.appending(path).normalized
            guard try files.realPath(of: absolute).relative(to: source.root) != nil else { throw .notFound }
            let contents = try files.contents(of: absolute, limit: limits.generatorBytes)
            let digest = SHA256.hex(of: contents.bytes)
            dependencies.append(InputDependency(path: path, stamp: contents.stamp, digest: digest))
            return SwiftPackage(contents.bytes)
        } catch {
            dependencies.append(InputDependency(path: path, stamp: nil, digest: nil))
            if error != .notFound { problems.append(Problem(error, of: path, in: source.name)) }
            return nil
        }
    }

    // MARK: Names

    /// The targets behind the names of products, with all that these need, in order of packages and manifests.
    private func keys(neededBy products: [String]) -> [Key] {
        let found = closure(of: products.flatMap { keys(named: $0, in: nil) })
        return found.sorted { left, right in
            if left.package != right.package { return left.package < right.package }
            return ByteString(left.target ?? "") < ByteString(right.target ?? "")
        }
    }

    /// What a name of a product or, inside its own package, of a target means.
    private func keys(named name: String, in own: Int?) -> [Key] {
        let others = packages.indices.filter { $0 != own }
        for index in (own.map { [$0] } ?? []) + others {
            let package = packages[index].package
            if index == own, package.targets.contains(where: { $0.name == name }) {
                return [Key(package: index, target: name)]
            }
            if let product = package.products.first(where: { $0.name == name }) {
                return product.targets.map { Key(package: index, target: $0) }
            }
        }
        // A product that no manifest names may be one of those that could not be read.
        guard own == nil else { return [] }
        return others.filter { !packages[$0].package.isWhole }.map { Key(package: $0, target: nil) }
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
        let (folder, package) = packages[key.package]
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
        for path in target.folders {
            let sources = ProjectReading.Folder(
                path: folder.appending(path).normalized,
                excluded: target.excluded,
                included: target.included
            )
            guard let (found, isWhole) = code.positions(in: sources) else { continue }
            made.files = found
            made.isPartial = !isWhole
            return made
        }
        made.isPartial = true
        return made
    }
}
