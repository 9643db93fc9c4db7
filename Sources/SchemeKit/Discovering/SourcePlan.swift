package import SchemeModel

/// What is read for one source.
package struct SourcePlan: Sendable {
    /// The source, as the import makes it.
    package var source: Source
    /// Where the walk starts, in order of path.
    package var starts: [Discovery.Start]
    /// The parts of the source that are read, so that what is not found in them any more is gone; `nil` for all of it.
    package var parts: [Path]?
    /// What lies below the source's root and belongs to other sources, by its path below that.
    package var foreign: Set<Path> = []
    /// What a configuration leaves out of the source: patterns, and the way from where they begin to the source's root.
    package var exclusions: (patterns: [Path], way: Path) = ([], Path(bytes: []))
    /// What is read besides, since it reads something in the parts: projects, and what they are generated from.
    package private(set) var readers: [Candidate] = []

    /// Makes sources of what a call names, so that nothing belongs to two sources, however paths are typed.
    ///
    /// What a source of an earlier import holds is read as a part of that one. What a source with a given name holds
    /// stays with it even where a folder around it is named; it is then brought up to date beside that. What lies inside
    /// another target belongs to the source of that one: `check . Pods` reads the pods too, and nothing twice.
    ///
    /// - Parameters:
    ///   - targets: in the order that ``Target/targets(of:in:)`` gives.
    ///   - name: what `--source` says: all targets are then one source.
    ///   - isComplete: whether all that the call names is there. Otherwise a source with a given name keeps the paths that
    ///     it has, and only those that are there are read.
    ///   - known: the sources of earlier imports.
    ///   - projectManifests: the manifests that are read through projects of these, which belong to them even where they
    ///     lie beside what was imported.
    /// - Throws: ``UsageError`` when a target belongs to a source with another given name.
    package static func plans(
        for targets: [Target],
        name: String?,
        isComplete: Bool = true,
        known: [Source] = [],
        projectManifests: [Path: Source] = [:],
        in context: Context
    ) throws(UsageError) -> [SourcePlan] {
        let paths = targets.filter { $0 != .standardInput }
        var planner = Planner(known: known, projectManifests: projectManifests, files: context.files)
        if targets.contains(.standardInput) { planner.addStandardInput(name: name, folder: context.currentDirectory) }
        if let name {
            try planner.add(paths, to: name, isComplete: isComplete)
        } else {
            for target in paths { planner.add(target) }
        }
        return planner.finished()
    }

    /// Adds to the parts what an earlier import read them through: a manifest of a project is read through that, also
    /// when it alone is named.
    ///
    /// - Parameter dependencies: the source's inputs that other files counted for, with these files.
    package mutating func addReaders(amid dependencies: [Path: [InputDependency]]) {
        guard let parts else { return }
        func isInParts(_ path: Path) -> Bool { parts.contains { path.relative(to: $0) != nil } }
        for (input, files) in dependencies.sorted(by: { $0.key < $1.key }) {
            guard !isInParts(input), files.contains(where: { isInParts($0.path) }) else { continue }
            if input.lastComponent == Candidate.codeName {
                self.parts?.append(input)
                readers.append(Candidate(kind: .code, path: input.directory.belowRoot, isNamed: true))
                continue
            }
            let isProject = input.lastComponent == "project.pbxproj"
            // What lies beside a manifest is looked at with it, when it is.
            guard isProject || Candidate.kind(ofFile: input.lastComponent) == .generator else { continue }
            self.parts?.append(input)
            var reader = Candidate(kind: isProject ? .project : .generator, path: isProject ? input.directory : input)
            // A walk over parts doesn't meet the packages that were found in the tree before.
            reader.packages = files.filter { $0.path.lastComponent == "Package.swift" && $0.stamp != nil }
                .map { $0.path.directory.belowRoot }
            readers.append(reader)
            for file in files where file.stamp != nil && !isInParts(file.path) && !file.path.isAbsolute {
                let generator = Candidate(kind: .generator, path: file.path)
                let isGenerator = Candidate.isGenerator(ofProjects: file.path.lastComponent)
                if isGenerator, isProject, !readers.contains(where: { $0.path == file.path }) {
                    readers.append(generator)
                }
            }
        }
        readers.sort { $0.path < $1.path }
    }

    /// The folders with code that is taken for one app each, unless a project turns up; the next one last.
    func code(_ found: Discovery) -> [Candidate] {
        let readers = readers.filter { $0.kind == .code }
        guard found.hasCode else { return readers }
        let folders = starts.filter { $0.kind == .folder }.map(\.path).filter { path in
            !readers.contains { path.isIn($0.path) }
        }
        return (readers + folders.map { Candidate(kind: .code, path: $0) }).reversed()
    }

    /// Leaves out the manifests that are read through projects of other sources.
    mutating func leaveOut(_ projectManifests: [Path: Source]) {
        for (manifest, reader) in projectManifests where !reader.hasName(source.name) {
            guard let path = manifest.relative(to: source.root) else { continue }
            foreign.insert(path)
            starts.removeAll { $0.path == path }
        }
    }

    /// The sources among `known` that hold what this plan's source takes from now on, with the parts that they lose.
    ///
    /// - Parameter manifests: those that are read through the source's projects.
    package func losers(among known: [Source], manifests: some Collection<Path>) -> [(source: Source, parts: [Path])] {
        known.compactMap { other in
            var taken = other.hasName(source.name) ? [] : manifests.filter(other.holds)
            if source.isNamed, !other.isNamed {
                taken += source.places.filter { other.holds($0) && !other.places.contains($0) }
            }
            let parts = taken.compactMap { $0.relative(to: other.root) }.sorted()
            return parts.isEmpty ? nil : (other, parts)
        }
    }
}

/// Decides which source each target belongs to.
private struct Planner {
    let known: [Source]
    let projectManifests: [Path: Source]
    let files: any FileAccess
    private var plans: [SourcePlan] = []

    init(known: [Source], projectManifests: [Path: Source], files: any FileAccess) {
        self.known = known
        self.projectManifests = projectManifests
        self.files = files
    }

    mutating func addStandardInput(name: String?, folder: Path) {
        let name = name ?? Source.standardInputName
        let fresh = Source(
            name: name,
            root: folder,
            kind: .standardInput,
            isNamed: name != Source.standardInputName,
            paths: ["-"]
        )
        // The folder says nothing about standard input, so it stays the one of the first import.
        let source = known.first { $0.hasName(name) && $0.kind == .standardInput } ?? fresh
        plans.append(SourcePlan(source: source, starts: Target.standardInput.starts(below: source.root)))
    }

    /// Adds a target of a call that gives no name.
    mutating func add(_ target: Target) {
        guard let path = target.path else { return }
        let owner = known.filter { $0.holds(path) }.max { $0.root.bytes.count < $1.root.bytes.count }
        let holder = plans.firstIndex { $0.parts == nil && $0.source.holds(path) }
        if let reader = projectManifests[path], reader.isNamed || holder == nil {
            addPart(of: reader, path, target.starts(below: reader.root))
        } else if let owner, owner.isNamed {
            addPart(of: owner, path, target.starts(below: owner.root))
        } else if let holder {
            addStarts(target.starts(below: plans[holder].source.root), to: holder)
        } else if let owner, owner.places != [path] {
            addPart(of: owner, path, target.starts(below: owner.root))
        } else {
            plans.removeAll { $0.source.hasName(path.display) }
            plans.append(SourcePlan(target, at: path))
        }
        if case .folder = target { addNamedSources(inside: path) }
    }

    /// Adds what sources with given names hold inside the folder.
    private mutating func addNamedSources(inside folder: Path) {
        for source in known where source.isNamed {
            for place in source.places where place != folder && place.relative(to: folder) != nil {
                addPart(of: source, place, starts(of: source, at: place))
            }
        }
    }

    /// Where the walk of a place starts that no target names; nothing where it is gone.
    private func starts(of source: Source, at place: Path) -> [Discovery.Start] {
        do throws(FileError) {
            return try Target(at: place, in: files).starts(below: source.root)
        } catch {
            // Whatever else keeps it from being looked at is said when it is read.
            return error == .notFound ? [] : Target.folder(place).starts(below: source.root)
        }
    }

    private mutating func addPart(of owner: Source, _ path: Path, _ starts: [Discovery.Start]) {
        guard let part = path.relative(to: owner.root) else { return }
        let index = plans.firstIndex { $0.source.hasName(owner.name) } ?? plans.endIndex
        if index == plans.endIndex { plans.append(SourcePlan(source: owner, starts: [], parts: [])) }
        plans[index].parts?.append(part)
        addStarts(starts, to: index)
    }

    private mutating func addStarts(_ starts: [Discovery.Start], to index: Int) {
        plans[index].starts = Set(plans[index].starts + starts).sorted { $0.path < $1.path }
    }

    /// The plans, with what they leave to others; parts that make up the whole of a source are all of it.
    func finished() -> [SourcePlan] {
        plans.map { plan in
            var plan = plan
            if let parts = plan.parts,
                plan.source.paths.allSatisfy({ path in parts.contains { path.relative(to: $0) != nil } })
            {
                plan.parts = nil
            }
            for other in known where other.isNamed && !other.hasName(plan.source.name) {
                plan.foreign.formUnion(other.places.compactMap { $0.relative(to: plan.source.root) })
            }
            return plan
        }
    }
}

extension Planner {
    /// Adds the targets of a call that names the source.
    ///
    /// The root of such a source is the innermost folder that holds all its paths when it is imported first. It stays
    /// as long as it holds them, so that what is named by its path keeps its name; a checkout that moved as a whole is
    /// the same source with a new root, and a path outside makes the root the folder around both.
    fileprivate mutating func add(_ targets: [Target], to name: String, isComplete: Bool) throws(UsageError) {
        guard var root = targets.first?.folder else { return }
        for path in targets.compactMap(\.path) {
            try refuse(path, for: name)
            root = root.commonFolder(with: path)
        }
        let before = known.first { $0.hasName(name) && $0.kind == .tree }
        if let before {
            if targets.allSatisfy({ $0.path?.relative(to: before.root) != nil }) {
                root = before.root
            } else if !isComplete {
                root = before.root.commonFolder(with: root)
            }
        }
        let given = targets.compactMap { $0.path?.relative(to: root) }
        let kept = isComplete ? [] : before?.places.compactMap { $0.relative(to: root) } ?? []
        let all = Set(given + kept)
        let paths = all.filter { path in !all.contains { $0 != path && path.relative(to: $0) != nil } }
        var plan = SourcePlan(
            source: Source(name: name, root: root, kind: .tree, isNamed: true, paths: paths.sorted()),
            starts: [],
            parts: isComplete ? nil : given
        )
        plan.starts = Set(targets.flatMap { $0.starts(below: root) }).sorted { $0.path < $1.path }
        plans.append(plan)
    }

    private func refuse(_ path: Path, for name: String) throws(UsageError) {
        let other = known.first { other in
            other.isNamed && !other.hasName(name)
                && (other.holds(path) || other.places.contains { $0.relative(to: path) != nil })
        }
        if let reader = projectManifests[path], !reader.hasName(name) {
            throw UsageError(
                "'\(path.display)' is read through a project of the source '\(reader.name)'",
                hint: "import it without --source to bring that up to date, or forget '\(reader.name)' first"
            )
        }
        guard let other else { return }
        throw UsageError(
            "'\(path.display)' belongs to the source '\(other.name)'\(other.holds(path) ? "" : " in part")",
            hint: "import it without --source to bring '\(other.name)' up to date, or forget '\(other.name)' first"
        )
    }
}

extension SourcePlan {
    /// A source of its own for one target.
    fileprivate init(_ target: Target, at path: Path) {
        let root = target.folder ?? path.directory
        source = Source(
            name: path.display,
            root: root,
            kind: root == path ? .tree : .file,
            isNamed: false,
            paths: target.starts(below: root).map(\.path)
        )
        starts = target.starts(below: root)
    }

    package init(source: Source, starts: [Discovery.Start], parts: [Path]? = nil) {
        self.source = source
        self.starts = starts
        self.parts = parts
    }
}

extension Source {
    fileprivate func hasName(_ other: String) -> Bool { ByteString(name) == ByteString(other) }

    /// Whether its root lies at or above `path`, or below it.
    func isNear(_ path: Path) -> Bool { path.relative(to: root) != nil || root.relative(to: path) != nil }
}

extension Path {
    /// The innermost folder that holds both this folder and `path`, which is absolute like it.
    fileprivate func commonFolder(with path: Path) -> Path {
        var common = self
        while path.relative(to: common) == nil { common = common.directory }
        return common
    }
}

extension InputReading {
    /// Whether it is of a project that says what the code in `folder` belongs to.
    func saysOfCode(in folder: Path) -> Bool {
        guard code != nil || path.lastComponent == "project.pbxproj", path.lastComponent != Candidate.codeName else {
            return false
        }
        return path.isIn(folder) || dependencies.contains { $0.path.isIn(folder) }
    }
}
