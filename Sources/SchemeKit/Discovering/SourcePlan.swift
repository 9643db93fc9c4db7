package import SchemeModel

/// The plan for reading one source.
package struct SourcePlan: Sendable {
    /// The source as it will be stored.
    package var source: Source
    /// Where the walk starts, ordered by path.
    package var starts: [Discovery.Start]
    /// The parts of the source to read; whatever is missing in them is removed. `nil` for the whole source.
    package var parts: [Path]?
    /// Paths below the source's root that belong to other sources, relative to the root.
    package var foreign: Set<Path> = []
    /// The exclusions of a configuration: patterns, and the path from the configuration's folder to the source's root.
    package var exclusions: (patterns: [Path], relativePath: Path) = ([], Path(bytes: []))
    /// Whether the source's code is read.
    var readsCode = true
    /// The hosts of association files according to a configuration, by path relative to the source's root.
    package private(set) var associationHosts: [Path: [String]] = [:]
    /// Projects and their generators outside the parts, read because they use something in the parts.
    package private(set) var readers: [Candidate] = []

    /// Creates a plan for each source that `inputs` belong to, so that nothing belongs to two sources.
    ///
    /// An input inside an existing source is read as a part of that source. A named source keeps its content even if a
    /// folder around it is named; it is then updated separately. An input inside another input belongs to that
    /// input's source: `check . Pods` reads the pods as well, but nothing twice.
    ///
    /// - Parameters:
    ///   - inputs: The inputs, in the order of ``NamedInput/inputs(of:in:)``.
    ///   - name: The name given with `--source`, which groups all inputs into one source.
    ///   - isComplete: Whether all named paths exist. If not, a named source keeps its paths, and only existing ones
    ///     are read.
    ///   - known: The sources in the registry.
    ///   - projectManifests: The manifests that are read through projects of those sources, and belong to them even
    ///     outside the imported folders.
    /// - Throws: ``UsageError`` if an input belongs to a source with another name.
    package static func plans(
        for inputs: [NamedInput],
        name: String?,
        isComplete: Bool = true,
        known: [Source] = [],
        projectManifests: [Path: Source] = [:],
        in context: Context
    ) throws(UsageError) -> [SourcePlan] {
        let paths = inputs.filter { $0 != .standardInput }
        var planner = Planner(known: known, projectManifests: projectManifests, files: context.files)
        if inputs.contains(.standardInput) { planner.addStandardInput(name: name, folder: context.currentDirectory) }
        if let name {
            try planner.add(paths, to: name, isComplete: isComplete)
        } else {
            for input in paths { planner.add(input) }
        }
        return planner.finished()
    }

    /// Adds the projects through which an earlier import read the parts, since they read a manifest even if only the
    /// manifest is named.
    ///
    /// - Parameter dependencies: The source's inputs that depend on other files, with these files.
    package mutating func addReaders(amid dependencies: [Path: [InputDependency]]) {
        guard let parts else { return }
        func isInParts(_ path: Path) -> Bool { parts.contains { path.relative(to: $0) != nil } }
        // A part may also be a new entry of a folder that was listed.
        func concernsParts(_ path: Path) -> Bool { isInParts(path) || parts.contains { $0.directory == path } }
        for (input, files) in dependencies.sorted(by: { $0.key < $1.key }) {
            guard !isInParts(input), files.contains(where: { concernsParts($0.path) }) else { continue }
            if input.lastComponent == Candidate.codeName {
                self.parts?.append(input)
                readers.append(Candidate(kind: .code, path: input.directory.belowRoot, isNamed: true))
                continue
            }
            let isProject = input.lastComponent == "project.pbxproj"
            // Files next to a manifest are read together with it.
            guard isProject || Candidate.kind(ofFile: input.lastComponent) == .generator else { continue }
            self.parts?.append(input)
            var reader = Candidate(kind: isProject ? .project : .generator, path: isProject ? input.directory : input)
            // A walk over parts doesn't reach the packages that were found in the whole tree.
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

    /// Sets the hosts of association files according to a configuration, and makes the walk read those files.
    mutating func addAssociations(_ hosts: [Path: [String]]) {
        associationHosts = hosts
        guard source.kind == .tree else { return }
        let walked = parts ?? source.paths
        let named = hosts.keys.filter { path in walked.contains { path.isIn($0) } && !foreign.contains(path) }
        let new = named.map { Discovery.Start(path: $0, kind: .association) }
        starts = (starts.filter { start in !named.contains(start.path) } + new).sorted { $0.path < $1.path }
    }

    /// Returns the folders whose code is treated as one app, unless a project is found.
    func code(_ found: Discovery) -> [Candidate] {
        let readers = readers.filter { $0.kind == .code }
        guard found.hasCode else { return readers }
        let folders = starts.filter { $0.kind == .folder }.map(\.path).filter { path in
            !readers.contains { path.isIn($0.path) }
        }
        return readers + folders.map { Candidate(kind: .code, path: $0) }
    }

    /// Excludes manifests that are read through projects of other sources.
    mutating func leaveOut(_ projectManifests: [Path: Source]) {
        for (manifest, reader) in projectManifests where !reader.hasName(source.name) {
            guard let path = manifest.relative(to: source.root) else { continue }
            foreign.insert(path)
            starts.removeAll { $0.path == path }
        }
    }

    /// Returns the sources among `known` that lose parts to this plan's source, with those parts.
    ///
    /// - Parameter manifests: The manifests that are read through the source's projects.
    package func sourcesLosingFiles(among known: [Source], manifests: some Collection<Path>) -> [(
        source: Source, parts: [Path]
    )] {
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

/// Assigns inputs to sources.
private struct Planner {
    let known: [Source]
    let projectManifests: [Path: Source]
    let files: any FileAccess
    private var plans: [SourcePlan] = []
    /// The first plan of each source, by name.
    private var positions: [ByteString: Int] = [:]
    /// The first plan of a whole source for each place. Thousands of files may be named.
    private var wholes: [Path: Int] = [:]

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
        // Standard input doesn't depend on the folder, so keep the one of the first import.
        let source = known.first { $0.hasName(name) && $0.kind == .standardInput } ?? fresh
        append(SourcePlan(source: source, starts: NamedInput.standardInput.starts(below: source.root)))
    }

    /// Adds an input when no source name is given.
    mutating func add(_ input: NamedInput) {
        guard let path = input.path else { return }
        let owner = known.filter { $0.holds(path) }.max { $0.root.bytes.count < $1.root.bytes.count }
        let holder = ([path] + path.foldersAround).compactMap { wholes[$0] }.min()
        if let reader = projectManifests[path], reader.isNamed || holder == nil {
            addPart(of: reader, path, input.starts(below: reader.root))
        } else if let owner, owner.isNamed {
            addPart(of: owner, path, input.starts(below: owner.root))
        } else if let holder {
            addStarts(input.starts(below: plans[holder].source.root), to: holder)
        } else if let owner, owner.places != [path] {
            addPart(of: owner, path, input.starts(below: owner.root))
        } else {
            remove(path.display)
            append(SourcePlan(input, at: path))
        }
        if case .folder = input { addNamedSources(inside: path) }
    }

    private mutating func append(_ plan: SourcePlan) {
        positions[ByteString(plan.source.name)] = positions[ByteString(plan.source.name)] ?? plans.count
        if plan.parts == nil {
            for place in plan.source.places where wholes[place] == nil { wholes[place] = plans.count }
        }
        plans.append(plan)
    }

    /// Removes the plans of the source with this name.
    private mutating func remove(_ name: String) {
        guard positions[ByteString(name)] != nil else { return }
        let others = plans.filter { !$0.source.hasName(name) }
        (plans, positions, wholes) = ([], [:], [:])
        for plan in others { append(plan) }
    }

    /// Adds the named sources inside the folder.
    private mutating func addNamedSources(inside folder: Path) {
        for source in known where source.isNamed {
            for place in source.places where place != folder && place.relative(to: folder) != nil {
                addPart(of: source, place, starts(of: source, at: place))
            }
        }
    }

    /// Returns where to start for a place that no input names; empty if the place is gone.
    private func starts(of source: Source, at place: Path) -> [Discovery.Start] {
        do throws(FileError) {
            return try NamedInput.find(at: place, in: files).starts(below: source.root)
        } catch {
            // Any other error is reported when it is read.
            return error == .notFound ? [] : NamedInput.folder(place).starts(below: source.root)
        }
    }

    private mutating func addPart(of owner: Source, _ path: Path, _ starts: [Discovery.Start]) {
        guard let part = path.relative(to: owner.root) else { return }
        let index = positions[ByteString(owner.name)] ?? plans.endIndex
        if index == plans.endIndex { append(SourcePlan(source: owner, starts: [], parts: [])) }
        plans[index].parts?.append(part)
        addStarts(starts, to: index)
    }

    private mutating func addStarts(_ starts: [Discovery.Start], to index: Int) {
        plans[index].starts = Set(plans[index].starts + starts).sorted { $0.path < $1.path }
    }

    /// Returns the plans with the paths left to other sources. Parts that cover a whole source become the whole.
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
    /// Adds the inputs when a source name is given.
    ///
    /// On the first import, the root is the innermost folder that contains all paths. It stays while it contains them,
    /// so that paths in reports don't change. If a whole checkout was moved, the source gets the new root; if a path
    /// outside is added, the root becomes the folder that contains both.
    fileprivate mutating func add(_ inputs: [NamedInput], to name: String, isComplete: Bool) throws(UsageError) {
        guard var root = inputs.first?.folder else { return }
        for path in inputs.compactMap(\.path) {
            try refuse(path, for: name)
            root = root.commonFolder(with: path)
        }
        let before = known.first { $0.hasName(name) && $0.kind == .tree }
        if let before {
            if inputs.allSatisfy({ $0.path?.relative(to: before.root) != nil }) {
                root = before.root
            } else if !isComplete {
                root = before.root.commonFolder(with: root)
            }
        }
        let given = inputs.compactMap { $0.path?.relative(to: root) }
        let kept = isComplete ? [] : before?.places.compactMap { $0.relative(to: root) } ?? []
        let all = Set(given + kept)
        let paths = all.filter { path in !all.contains { $0 != path && path.relative(to: $0) != nil } }
        var plan = SourcePlan(
            source: Source(name: name, root: root, kind: .tree, isNamed: true, paths: paths.sorted()),
            starts: [],
            parts: isComplete ? nil : given
        )
        plan.starts = Set(inputs.flatMap { $0.starts(below: root) }).sorted { $0.path < $1.path }
        append(plan)
    }

    private func refuse(_ path: Path, for name: String) throws(UsageError) {
        let other = known.first { other in
            other.isNamed && !other.hasName(name)
                && (other.holds(path) || other.places.contains { $0.relative(to: path) != nil })
        }
        if let reader = projectManifests[path], !reader.hasName(name) {
            throw UsageError(
                "'\(path.display)' is read through a project of the source '\(reader.name)'",
                hint: "import it without --source to update that source, or forget '\(reader.name)' first"
            )
        }
        guard let other else { return }
        throw UsageError(
            "'\(path.display)' belongs to the source '\(other.name)'\(other.holds(path) ? "" : " in part")",
            hint: "import it without --source to update '\(other.name)', or forget '\(other.name)' first"
        )
    }
}

extension SourcePlan {
    /// Creates a source for one input.
    fileprivate init(_ input: NamedInput, at path: Path) {
        let root = input.folder ?? path.directory
        source = Source(
            name: path.display,
            root: root,
            kind: root == path ? .tree : .file,
            isNamed: false,
            paths: input.starts(below: root).map(\.path)
        )
        starts = input.starts(below: root)
    }

    package init(source: Source, starts: [Discovery.Start], parts: [Path]? = nil) {
        self.source = source
        self.starts = starts
        self.parts = parts
    }
}

extension Source {
    fileprivate func hasName(_ other: String) -> Bool { ByteString(name) == ByteString(other) }

    /// Returns whether the root is at, above or below `path`.
    func isNear(_ path: Path) -> Bool { path.relative(to: root) != nil || root.relative(to: path) != nil }
}

extension Path {
    /// Returns the innermost folder that contains both this folder and `path`; both are absolute.
    fileprivate func commonFolder(with path: Path) -> Path {
        var common = self
        while path.relative(to: common) == nil { common = common.directory }
        return common
    }
}

extension InputReading {
    /// Returns whether this belongs to a project that decides which target the code in `folder` belongs to.
    func hasCode(in folder: Path) -> Bool {
        guard code != nil || path.hasExtension("pbxproj"), path.lastComponent != Candidate.codeName else {
            return false
        }
        return path.isIn(folder) || dependencies.contains { $0.path.isIn(folder) }
    }
}
