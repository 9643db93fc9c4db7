import SchemeLinks
import SchemeManifests
import SchemeModel

/// Reads the code of projects, and of folders without one, to find links.
struct CodeReader {
    let source: Source
    let files: any FileAccess
    let exclusions: [Exclusion]
    let limits: Limits
    let modules: LocalModules
    let analyzer: any CodeAnalyzer

    /// The result of reading code.
    struct Reading {
        /// The code; `nil` if there is none.
        var code: ProjectCode?
        /// The files and folders that the result depends on, ordered by path.
        var dependencies: [InputDependency] = []
        var problems: [Problem] = []
        /// Irregularities of the project's file, such as missing code and paths in another case.
        var irregularities: [Irregularity] = []
        /// Whether the same files may give another result, because something was excluded, or is missing and may appear
        /// elsewhere.
        var isUnsettled = false
    }

    /// Reads the code of a project's targets and of the packages that they use.
    ///
    /// - Parameters:
    ///   - project: The path of the project, as in ``Manifest/Outcome/project``.
    ///   - surroundings: The workspaces and packages around the project.
    func read(_ reading: ProjectReading, of project: Path, with surroundings: ProjectSurroundings) -> Reading {
        guard CodeIndex.readsSwift else { return Reading() }
        analyzer.prepare()
        var code = CodeFiles(of: source, files: files, exclusions: exclusions, limits: limits)
        var targets = reading.targets.map { ownTarget($0, in: reading, &code) }
        var packages = PackageTargets(modules, surroundings)
        packages.add(reading, to: &targets, &code)
        for index in reading.targets.indices {
            for need in closure(of: index, in: reading.targets) {
                targets[index].visible += targets[need].files
                targets[index].modules.formUnion(targets[need].modules)
            }
        }
        var imports = ImportedCode(modules, surroundings)
        imports.attach(to: &targets, of: reading, &packages, &code)
        packages.connect(&targets)
        shareUnread(among: &targets)
        var result = read(&code, project: project, targets.filter { !$0.isTest })
        result.dependencies =
            (result.dependencies + packages.dependencies + imports.dependencies + surroundings.dependencies).merged
        result.problems += packages.problems
        let file = source.root.appending(reading.file ?? project).normalized
        if !packages.missingProducts.isEmpty { result.isUnsettled = true }
        result.irregularities += missingParts(packages, imports, reading, surroundings)
        var seen: Set<Path> = []
        let respelled = (code.respelled + packages.respelled).map(\.shortest).filter {
            seen.insert($0.written).inserted
        }
        result.irregularities += respelled.map { $0.irregularity(origin, project: file) }
        return result
    }

    /// Returns what targets need from packages and projects that are missing.
    private func missingParts(
        _ packages: PackageTargets,
        _ imports: ImportedCode,
        _ reading: ProjectReading,
        _ surroundings: ProjectSurroundings
    ) -> [Irregularity] {
        let names = reading.targets.map(\.name)
        var missing: [MissingPart] = []
        if !packages.absentProducts.isEmpty, !packages.missingPackages.isEmpty {
            missing.append(
                MissingPart(
                    what: "local package",
                    paths: packages.missingPackages,
                    products: packages.absentProducts,
                    targets: packages.absentProducts.flatMap { packages.missingProducts[$0] ?? [] }.map { names[$0] },
                    place: place(ofMissing: packages, reading, surroundings)
                )
            )
        }
        let projects = imports.missingProjects.sorted { $0.key < $1.key }
        if let first = projects.first, let place = surroundings.places[first.key] {
            missing.append(
                MissingPart(
                    what: "project",
                    paths: projects.map(\.key),
                    products: projects.map(\.value),
                    targets: imports.missingModules.values.flatMap { $0 }.map { names[$0] },
                    place: place
                )
            )
        }
        guard !missing.isEmpty else { return [] }
        let submodules = self.submodules()
        return missing.map { part in
            part.irregularity(areSubmodules: part.paths.allSatisfy { submodules.contains($0) })
        }
    }

    /// Where the first of the missing packages is named, or else a product that is expected of it.
    private func place(
        ofMissing packages: PackageTargets,
        _ reading: ProjectReading,
        _ surroundings: ProjectSurroundings
    ) -> Place {
        let file = source.root.appending(reading.file ?? "").normalized
        let ranges = Dictionary(
            reading.packageRanges.map { ($0.key.belowRoot, $0.value) },
            uniquingKeysWith: { first, _ in first }
        )
        for package in packages.missingPackages {
            if let range = ranges[package] { return origin.place(file, range) }
            if let place = surroundings.places[package] { return place }
        }
        let products = reading.targets.lazy.flatMap(\.packageProducts)
        return origin.place(file, products.first { packages.absentProducts.contains($0.name) }?.range)
    }

    /// Reads which folders of the source are submodules. They only change a hint, so an unreadable list counts as empty.
    private func submodules() -> Submodules {
        let contents = try? files.contents(of: source.root.appending(".gitmodules"), limit: limits.settingsFileBytes)
        return Submodules(contents?.bytes ?? [])
    }

    private var origin: ProjectOrigin {
        ProjectOrigin(source: source.name, root: source.root, boundary: source.root)
    }

    /// Lets the targets of an app without code of its own share the list of unread modules.
    private func shareUnread(among targets: inout [CodeTarget]) {
        for app in targets where app.files.isEmpty && !app.unread.isEmpty {
            for index in targets.indices where app.name.map(targets[index].apps.contains) ?? false {
                targets[index].unread.formUnion(app.unread)
            }
        }
    }

    /// Reads the code below a folder without a project. Each folder with an extension's manifest is an extension; the
    /// rest, except tests, is one app.
    func read(folder: Path) -> Reading {
        guard CodeIndex.readsSwift else { return Reading() }
        var code = CodeFiles(of: source, files: files, exclusions: exclusions, limits: limits)
        let all = code.positions(in: ProjectReading.Folder(path: folder, patterns: ["*Tests"]))
        guard let all, !all.found.isEmpty else { return Reading(problems: code.problems) }
        analyzer.prepare()
        var app = CodeTarget(name: nil, kind: .unknown)
        app.isPartial = !all.isWhole
        var manifests = FolderManifests(of: source, files: files, limits: limits)
        var extensions: [Path: CodeTarget] = [:]
        for position in all.found {
            let path = code.paths[position].directory
            guard let manifest = manifests.nearestExtension(around: path, below: folder) else {
                app.files.append(position)
                continue
            }
            var target = CodeTarget(name: manifest.folder.display, kind: .appExtension)
            target.extensionPoint = manifest.extensionPoint
            extensions[manifest.folder, default: target].files.append(position)
        }
        var targets = [app] + extensions.sorted { $0.key < $1.key }.map(\.value)
        for index in targets.indices { targets[index].visible = all.found }
        var result = read(&code, project: nil, targets)
        result.dependencies = (result.dependencies + manifests.dependencies).merged
        result.problems += manifests.problems
        return result
    }

    private func read(_ code: inout CodeFiles, project: Path?, _ targets: [CodeTarget]) -> Reading {
        let contents = code.read()
        var reading = Reading(
            dependencies: contents.dependencies,
            problems: contents.problems,
            isUnsettled: code.hasExcluded
        )
        let withCode = targets.filter { !$0.files.isEmpty }
        guard !withCode.isEmpty else { return reading }
        let toAnalyze = CodeToAnalyze(
            files: contents.files,
            targets: withCode.map { target in
                LinkTarget(
                    name: target.name,
                    files: target.files,
                    visible: target.visible,
                    isWidgetExtension: target.extensionPoint == "com.apple.widgetkit-extension"
                )
            },
            limits: limits
        )
        let analysis = analyzer.analyze(toAnalyze)
        reading.problems += analysis.failures.map { Problem($0, in: toAnalyze) }
        let unread = analysis.failures.unreadFiles(of: toAnalyze).union(contents.unread)
        let codes = zip(withCode, analysis.facts).map { target, facts in
            reading.problems += facts.problems.filter { !reading.problems.contains($0) }
            return TargetCode(
                facts: facts,
                kind: target.kind,
                extensionPoint: target.extensionPoint,
                apps: target.apps,
                isPartial: target.isPartial || !facts.problems.isEmpty
                    || !unread.isDisjoint(with: target.files),
                unread: target.unread.sorted { ByteString($0) < ByteString($1) }
            )
        }
        reading.code = ProjectCode(project: project, targets: codes)
        return reading
    }

    // MARK: Targets

    private func ownTarget(
        _ target: ProjectReading.Target,
        in reading: ProjectReading,
        _ code: inout CodeFiles
    ) -> CodeTarget {
        var own = CodeTarget(name: target.name, kind: target.productType?.kind ?? .unknown)
        own.isTest = target.productType?.isTest ?? true
        own.apps = target.apps.map { reading.targets[$0].name }
        own.isPartial = target.needsOthers
        own.modules = [ModuleName.ofTarget(target.name)]
        own.unread = Set(target.foreignModules)
        guard !own.isTest else { return own }
        own.extensionPoint = reading.manifests.first { $0.outcome.target == target.name }?.extensionPoint
        for path in target.sources where CodeFiles.isCode(path) {
            if let position = code.position(of: path) { own.files.append(position) } else { own.isPartial = true }
        }
        for folder in target.folders {
            guard let (found, isWhole) = code.positions(in: folder) else {
                own.isPartial = true
                continue
            }
            own.files += found
            if !isWhole { own.isPartial = true }
        }
        return own
    }

    /// Returns the positions of the targets that the target at `index` depends on, directly or not, except other apps.
    private func closure(of index: Int, in targets: [ProjectReading.Target]) -> Set<Int> {
        var found: Set<Int> = []
        var pending = targets[index].needs
        while let next = pending.popLast() {
            let kind = targets[next].productType?.kind
            guard next != index, kind != .application, kind != .appExtension, found.insert(next).inserted else {
                continue
            }
            pending += targets[next].needs
        }
        return found
    }
}

/// A target while its files are collected.
struct CodeTarget {
    var name: String?
    /// The names of the modules that it consists of: its own and those linked into it.
    var modules: Set<String> = []
    /// The names of imported or linked modules that couldn't be read.
    var unread: Set<String> = []
    var kind: ProductKind
    var extensionPoint: String?
    var apps: [String] = []
    /// Positions in ``CodeFiles``.
    var files: [Int] = []
    var visible: [Int] = []
    var isPartial = false
    var isTest = false

    init(name: String?, kind: ProductKind) {
        self.name = name
        self.kind = kind
    }
}

/// The manifests of extensions in a folder without a project.
private struct FolderManifests {
    private let source: Source
    private let files: any FileAccess
    private let limits: Limits
    private var known: [Path: String?] = [:]
    private(set) var dependencies: [InputDependency] = []
    private(set) var problems: [Problem] = []

    init(of source: Source, files: any FileAccess, limits: Limits) {
        self.source = source
        self.files = files
        self.limits = limits
    }

    /// Returns the innermost folder at or above `path`, but below `root`, with the manifest of an extension.
    mutating func nearestExtension(around path: Path, below root: Path) -> (folder: Path, extensionPoint: String)? {
        var folder = path.belowRoot
        while folder != root, folder.isIn(root) {
            if let point = extensionPoint(in: folder) { return (folder, point) }
            let above = folder.directory
            guard above.bytes.count < folder.bytes.count else { return nil }
            folder = above.belowRoot
        }
        return nil
    }

    private mutating func extensionPoint(in folder: Path) -> String? {
        if let point = known[folder] { return point }
        let point = read(folder.appending("Info.plist"))
        known[folder] = .some(point)
        return point
    }

    private mutating func read(_ path: Path) -> String? {
        do throws(FileError) {
            let contents = try files.contents(of: source.root.appending(path), limit: limits.manifestBytes)
            let digest = SHA256.hex(of: contents.bytes)
            dependencies.append(InputDependency(path: path, stamp: contents.stamp, digest: digest))
            let reading = ManifestReader(limits: limits).read(
                contents.bytes,
                origin: Place(source: source.name, path: path),
                context: ManifestContext()
            )
            return reading.manifests.first { $0.kind == .appExtension }?.extensionPoint
        } catch {
            // Unreadable manifests are reported as manifests.
            dependencies.append(InputDependency(path: path, stamp: nil, digest: nil))
            return nil
        }
    }
}
