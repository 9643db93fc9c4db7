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
        /// The source files of apps that don't exist.
        var missingSources = MissingSources()
        /// Whether the same files may give another result, because something was excluded, or is missing and may appear
        /// elsewhere.
        var isUnsettled = false
        /// Whether code of other projects was read.
        var includesProjects = false
    }

    /// Reads the code of a project's targets, and of the packages and the other projects that they use.
    ///
    /// If that is too much, and less would not be, the code of other projects is left out, and stays unread.
    ///
    /// - Parameters:
    ///   - project: The path of the project, as in ``Manifest/Outcome/project``.
    ///   - surroundings: The workspaces and packages around the project.
    func read(_ own: ProjectReading, of project: Path, with surroundings: ProjectSurroundings) -> Reading {
        guard CodeIndex.readsSwift else { return Reading() }
        analyzer.prepare()
        let whole = read(own, of: project, with: surroundings, opensProjects: true)
        guard whole.includesProjects, whole.problems.contains(where: { $0.code == .overLimit }) else { return whole }
        var reading = read(own, of: project, with: surroundings, opensProjects: false)
        guard whole.problems.contains(where: { $0.code == .overLimit && !reading.problems.contains($0) }) else {
            return whole
        }
        reading.dependencies = (reading.dependencies + whole.dependencies).merged
        return reading
    }

    private func read(
        _ own: ProjectReading,
        of project: Path,
        with surroundings: ProjectSurroundings,
        opensProjects: Bool
    ) -> Reading {
        var code = codeFiles()
        var reading = own
        var targets = reading.targets.map { target($0, in: reading, &code) }
        if surroundings.hasTooMany { code.budget.exceed("the workspaces of the project refer to too many projects") }
        var packages = PackageTargets(modules, surroundings, code.budget)
        packages.open(reading.packages + surroundings.packages)
        var siblings = SiblingTargets(modules, surroundings, of: own, code.budget, opensProjects: opensProjects)
        siblings.attach(to: &reading, &targets, &packages, &code, make: target)
        packages.add(reading, to: &targets, &code)
        connect(&targets, of: reading, code.budget)
        var imports = ImportedCode(modules, surroundings, code.budget)
        imports.attach(to: &targets, of: reading, &packages, &siblings, &code)
        packages.connect(&targets)
        targets.inheritExtensionPoints(in: reading)
        targets.listVisibleFiles(among: code.paths.count, code.budget)
        shareUnread(among: &targets, code.budget)
        var result = read(&code, project: project, targets.filter { !$0.isTest })
        result.includesProjects = siblings.isUsed
        result.dependencies =
            (result.dependencies + packages.dependencies + siblings.dependencies + surroundings.dependencies).merged
        result.problems += packages.problems
        let file = source.root.appending(reading.file ?? project).normalized
        if !packages.missingProducts.isEmpty { result.isUnsettled = true }
        packages.leaveOut(siblings.packages) { targets[$0].isForeign }
        result.irregularities += missingParts(packages, imports, reading, surroundings)
        result.irregularities += missingSources(result.missingSources, in: file)
        var seen: Set<Path> = []
        let respelled = (code.respelled + packages.respelled)
            .filter { $0.written.relative(to: source.root).map(siblings.paths.contains) != true }
            .map { $0.shortest { !files.isAbsent($0) } }.filter { seen.insert($0.written).inserted }
        let unplaced = respelled.filter { $0.place == nil }.map(\.written)
        let places = self.places(of: unplaced, in: file)
        result.irregularities += respelled.map { mismatch in
            var mismatch = mismatch
            mismatch.place = mismatch.place ?? places[mismatch.written]
            mismatch.isOneOfMany = respelled.count > Self.respelledAlone
            return mismatch.irregularity(origin, project: file)
        }
        return result
    }

    /// The maximum number of paths of a project in another case that are each reported with a fix of its own.
    private static let respelledAlone = 3

    private func codeFiles() -> CodeFiles {
        CodeFiles(of: source, files: files, exclusions: exclusions, limits: limits)
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
        let absolute = packages.missingPackages.map { source.root.appending($0).normalized }
        let places = self.places(of: absolute, in: file)
        for package in packages.missingPackages {
            if let place = places[source.root.appending(package).normalized] { return place }
            if let range = ranges[package] { return origin.place(file, range) }
            if let place = surroundings.places[package] { return place }
        }
        let products = reading.targets.lazy.flatMap(\.packageProducts)
        let absent = Set(packages.absentProducts)
        return origin.place(file, products.first { absent.contains($0.name) }?.range)
    }

    /// Returns what to report about the missing source files of the project in `file`.
    private func missingSources(_ missing: MissingSources, in file: Path) -> [Irregularity] {
        guard let first = missing.paths.first else { return [] }
        let path = source.root.appending(first).normalized
        let places = self.places(of: [path], in: file)
        let submodules = self.submodules()
        return [
            missing.irregularity(
                at: places[path] ?? origin.place(file, nil),
                areInSubmodules: missing.paths.allSatisfy(submodules.contains)
            )
        ]
    }

    /// Reads which folders of the source are submodules. They only change a hint, so an unreadable list counts as empty.
    private func submodules() -> Submodules {
        let contents = try? files.contents(of: source.root.appending(".gitmodules"), limit: limits.settingsFileBytes)
        return Submodules(contents?.bytes ?? [])
    }

    /// Returns the places of the absolute `paths` in the project or specification in `file`.
    private func places(of paths: [Path], in file: Path) -> [Path: Place] {
        PathPlaces(of: origin, files: files, limits: limits, cache: modules.projects).places(of: paths, in: file)
    }

    private var origin: ProjectOrigin {
        ProjectOrigin(source: source.name, root: source.root, boundary: source.root)
    }

    /// Lets the targets of an app without code of its own share the list of unread modules.
    private func shareUnread(among targets: inout [CodeTarget], _ budget: CodeBudget) {
        for app in targets where app.files.isEmpty && !app.unread.isEmpty {
            guard let name = app.name, budget.allowsSteps(targets.count) else { continue }
            for index in targets.indices where targets[index].isPart(of: name) {
                guard budget.allowsSteps(app.unread.count) else { return }
                targets[index].unread.formUnion(app.unread)
            }
        }
    }

    /// Reads the code below a folder without a project. Each folder with an extension's manifest is an extension; the
    /// rest, except tests, is one app.
    func read(folder: Path) -> Reading {
        guard CodeIndex.readsSwift else { return Reading() }
        var code = codeFiles()
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
        app.files += code.delegateHeaders(of: app.files)
        var targets = [app] + extensions.sorted { $0.key < $1.key }.map(\.value)
        targets = targets.filter { _ in code.budget.allowsTarget() }
        for index in targets.indices where code.budget.allowsFiles(all.found.count) {
            targets[index].visible = all.found
        }
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
        if let excess = code.budget.excess {
            let place = Place(source: source.name, path: project ?? "")
            reading.problems.append(
                Problem(
                    code: .overLimit,
                    message: "\(excess), so not all of the code was read for links",
                    hint: "check parts of the project separately, or leave some out with --exclude",
                    place: place
                )
            )
        }
        reading.add(contents.oversized, of: targets, project: project)
        let withCode = targets.filter { !$0.files.isEmpty }
        guard !withCode.isEmpty else { return reading }
        let toAnalyze = CodeToAnalyze(
            files: contents.files,
            targets: withCode.map { target in
                LinkTarget(
                    name: target.name,
                    files: target.files,
                    visible: target.visible,
                    isWidgetExtension: target.extensionPoint == "com.apple.widgetkit-extension",
                    sceneDelegates: target.sceneDelegates
                )
            },
            limits: limits
        )
        let analysis = analyzer.analyze(toAnalyze)
        reading.problems += analysis.failures.problems(in: toAnalyze)
        let unread = analysis.failures.unreadFiles(of: toAnalyze).union(contents.unread)
        let acceptances = CodeAcceptances(in: contents.files)
        let codes = zip(withCode, analysis.facts).map { target, facts in
            reading.problems += facts.problems.filter { !reading.problems.contains($0) }
            var result = TargetCode(
                facts: facts,
                kind: target.kind,
                extensionPoint: target.extensionPoint,
                apps: target.apps,
                isPartial: target.isPartial || code.budget.excess != nil || !facts.problems.isEmpty
                    || !unread.isDisjoint(with: target.files),
                unread: target.unread.sorted { ByteString($0) < ByteString($1) }
            )
            result.lacksOnlyFiles =
                result.isPartial && !target.isPartial && result.unread.isEmpty && code.budget.excess == nil
                && facts.problems.isEmpty && unread.subtracting(contents.absent).isDisjoint(with: target.files)
            result.facts.imports = code.imports(of: target.files)
            let missing = target.files.filter(contents.absent.contains).map { code.paths[$0] }
            if project != nil, !target.isForeign { reading.missingSources.add(missing, of: target) }
            let (comments, excess) = acceptances.list(of: target.files)
            result.acceptances = comments
            if let excess, !reading.problems.contains(excess) { reading.problems.append(excess) }
            return result
        }
        reading.code = ProjectCode(project: project, targets: codes)
        return reading
    }

    // MARK: Targets

    private func target(
        _ target: ProjectReading.Target,
        in reading: ProjectReading,
        _ code: inout CodeFiles
    ) -> CodeTarget {
        var own = CodeTarget(name: target.name, kind: target.productType?.kind ?? .unknown)
        own.isTest = target.productType?.isTest ?? true
        own.add(apps: target.apps.map { reading.targets[$0].name })
        own.isPartial = target.needsOthers
        own.modules = [ModuleName.ofTarget(target.name)]
        own.unread = Set(target.foreignModules)
        guard !own.isTest else { return own }
        guard target.sources.isEmpty && target.folders.isEmpty || code.budget.allowsTarget() else { return own }
        let manifests = reading.manifests.filter { $0.outcome.target == target.name }
        own.extensionPoint = manifests.first?.extensionPoint
        own.sceneDelegates = Set(manifests.flatMap(\.sceneDelegateClasses).map(\.value.className)).sorted()
        for path in target.sources where CodeFiles.isCode(path) && code.budget.allowsFiles(1) {
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
        own.files += code.delegateHeaders(of: own.files, and: own.sceneDelegates)
        return own
    }

    /// Lets each target import the code of the targets that it depends on.
    private func connect(_ targets: inout [CodeTarget], of reading: ProjectReading, _ budget: CodeBudget) {
        let modules = targets.map(\.modules)
        for index in reading.targets.indices where !targets[index].files.isEmpty {
            for need in closure(of: index, in: reading.targets, budget).sorted() {
                guard budget.allowsSteps(modules[need].count) else { break }
                targets[index].needs.insert(need)
                targets[index].modules.formUnion(modules[need])
            }
        }
    }

    /// Returns the positions of the targets that the target at `index` depends on, directly or not, except other apps.
    private func closure(of index: Int, in targets: [ProjectReading.Target], _ budget: CodeBudget) -> Set<Int> {
        var found: Set<Int> = []
        var pending = targets[index].needs
        while let next = pending.popLast(), budget.allowsSteps(Self.stepsForTarget + targets[next].needs.count) {
            let kind = targets[next].productType?.kind
            guard next != index, kind != .application, kind != .appExtension, found.insert(next).inserted else {
                continue
            }
            pending += targets[next].needs
        }
        return found
    }

    /// A target that another one can import takes more memory than a name.
    static let stepsForTarget = 4
}
