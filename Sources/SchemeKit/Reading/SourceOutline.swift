import SchemeManifests
import SchemeModel

/// The structure of a source before any project is read.
struct SourceOutline {
    /// The projects, ordered by path, except workspaces.
    private(set) var projects: [Candidate]
    /// The files that may generate projects, ordered by path.
    private(set) var generators: [Candidate]
    /// Project folders that lack their `project.pbxproj`, ordered by path.
    private(set) var absentProjects: [Path]
    private var workspaces: [Candidate]
    /// The folders of workspaces that name missing projects.
    private(set) var foldersOfAbsentProjects: [Path] = []
    /// Files that count only if they generate one of ``absentProjects``.
    private var sought: Set<Path> = []
    /// For each file that another one includes, the including file.
    private var wholes: [Path: Path] = [:]

    /// - Parameter readers: Projects outside the parts that are read because they use something in the parts.
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

    /// Removes and returns the named workspaces.
    mutating func takeWorkspaces() -> [Candidate] {
        defer { workspaces = [] }
        return workspaces
    }

    /// Adds the references of a named workspace.
    mutating func add(_ referred: InputReader.CandidateResult.WorkspaceReferences, in workspace: Candidate) {
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

    /// Adds files that may generate missing projects.
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

    /// Returns whether the result of a generator's file belongs to the source.
    func wants(_ result: InputReader.CandidateResult) -> Bool {
        guard let path = result.path, sought.contains(path) else { return true }
        return result.generated?.generates.map(absentProjects.contains) ?? false
    }

    // MARK: Parts

    /// The specifications among ``generators``, which may be parts of one another.
    var specifications: [Candidate] {
        generators.filter { candidate in
            let name = candidate.path.lastComponent
            return !name.hasExtension("swift") && !ExpoReader.reads(name)
        }
    }

    /// Records the files that a specification includes. If two include each other, the first one counts as the whole.
    mutating func add(_ parts: SpecificationParts) {
        for part in parts.fragments where part != parts.path && wholes[parts.path] != part && wholes[part] == nil {
            wholes[part] = parts.path
        }
    }

    /// Returns the specification that includes the file at `path`; `nil` if none does.
    func whole(around path: Path) -> Path? { wholes[path] }
}

/// The files that a specification includes.
struct SpecificationParts: Sendable, Weighable {
    var path: Path
    var fragments: Set<Path>

    var weight: Int { 64 + fragments.reduce(0) { $0 + 64 + $1.bytes.count } }
}
