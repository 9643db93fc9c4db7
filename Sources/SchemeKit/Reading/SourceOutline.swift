import SchemeManifests
import SchemeModel

/// What is known of a source before any project is read.
struct SourceOutline {
    /// In order of path, workspaces apart.
    private(set) var projects: [Candidate]
    /// What projects may be generated from, in order of path.
    private(set) var generators: [Candidate]
    /// The folders of projects that lack the project itself, in order of path.
    private(set) var absentProjects: [Path]
    private var workspaces: [Candidate]
    /// The folders of workspaces that name projects which are not there.
    private(set) var foldersOfAbsentProjects: [Path] = []
    /// Files that are looked at for the projects that they generate, should these be among ``absentProjects``.
    private var sought: Set<Path> = []
    /// For each file that another one includes, that one.
    private var wholes: [Path: Path] = [:]

    /// - Parameter readers: what is read besides, since it reads something in the source's parts.
    init(_ found: Discovery, readers: [Candidate]) {
        generators = found.generators + readers.filter { $0.kind == .generator }
        let candidates = found.projects + readers.filter { $0.kind == .project }
        projects = candidates.filter { $0.kind == .project }
        workspaces = candidates.filter { $0.kind == .workspace }
        absentProjects = found.absentProjects
        let packages = found.generators.map(\.path).filter { $0.lastComponent == "Package.swift" }
            .map { $0.directory.belowRoot }
        for index in projects.indices where projects[index].packages.isEmpty { projects[index].packages = packages }
        for index in generators.indices { generators[index].packages = packages }
    }

    /// The workspaces that were named; they are then no longer in the outline.
    mutating func takeWorkspaces() -> [Candidate] {
        defer { workspaces = [] }
        return workspaces
    }

    /// Adds what a named workspace refers to.
    mutating func add(_ referred: InputReader.Look.Referred, in workspace: Candidate) {
        for path in referred.projects {
            if let index = projects.firstIndex(where: { $0.path == path }) {
                projects[index].workspaces.append(workspace.path)
            } else {
                var candidate = Candidate(kind: .project, path: path)
                candidate.workspaces = [workspace.path]
                projects.append(candidate)
            }
        }
        for path in referred.packages where !generators.contains(where: { $0.path == path }) {
            generators.append(Candidate(kind: .generator, path: path))
        }
        projects.sort { $0.path < $1.path }
        generators.sort { $0.path < $1.path }
        guard !referred.absentProjects.isEmpty else { return }
        absentProjects = Set(absentProjects + referred.absentProjects).sorted()
        foldersOfAbsentProjects.append(workspace.path.directory.belowRoot)
    }

    /// Adds files that may generate projects which are not there.
    mutating func addGenerators(_ found: Discovery) {
        for candidate in found.generators
        where Candidate.isGenerator(ofProjects: candidate.path.lastComponent)
            && !generators.contains(where: { $0.path == candidate.path })
        {
            generators.append(candidate)
            sought.insert(candidate.path)
        }
        generators.sort { $0.path < $1.path }
    }

    /// Whether what a generator's file gave belongs to the source.
    func wants(_ look: InputReader.Look) -> Bool {
        guard let path = look.path, sought.contains(path) else { return true }
        return look.generated?.generates.map(absentProjects.contains) ?? false
    }

    // MARK: Parts

    /// The specifications among ``generators``, which may be parts of one another.
    var specifications: [Candidate] {
        generators.filter { candidate in
            let name = candidate.path.lastComponent
            return !name.hasExtension("swift") && !ExpoReader.isConfiguration(name)
        }
    }

    /// Notes of which files a specification consists. Of two that include one another the first stays a whole.
    mutating func add(_ parts: SpecificationParts) {
        for part in parts.fragments where part != parts.path && wholes[parts.path] != part && wholes[part] == nil {
            wholes[part] = parts.path
        }
    }

    /// The specification that includes the file at `path`; `nil` for one that nothing includes.
    func whole(around path: Path) -> Path? { wholes[path] }
}

/// The files that a specification includes.
struct SpecificationParts: Sendable, Weighed {
    var path: Path
    var fragments: Set<Path>

    var weight: Int { 64 + fragments.reduce(0) { $0 + 64 + $1.bytes.count } }
}
