import SchemeManifests
import SchemeModel

/// Adds to each target the code of modules that it imports without naming them as dependencies.
struct ImportedCode {
    private let modules: LocalModules
    private let surroundings: ProjectSurroundings
    /// The missing projects of the workspaces that should build imported modules, with these modules.
    private(set) var missingProjects: [Path: String] = [:]
    /// The imported modules of ``missingProjects``, with the positions of the targets that import them.
    private(set) var missingModules: [String: [Int]] = [:]
    private let budget: CodeBudget

    init(_ modules: LocalModules, _ surroundings: ProjectSurroundings, _ budget: CodeBudget) {
        self.modules = modules
        self.surroundings = surroundings
        self.budget = budget
    }

    /// Adds imported modules to `targets`, which start with those of `reading`. Modules of other projects that are not
    /// among them are recorded as unread.
    mutating func attach(
        to targets: inout [CodeTarget],
        of reading: ProjectReading,
        _ packages: inout PackageTargets,
        _ siblings: inout SiblingTargets,
        _ code: inout CodeFiles
    ) {
        let frameworks = frameworks(of: targets, reading)
        let missing = projectsByMissingModule()
        for index in reading.targets.indices where !targets[index].isTest && !targets[index].files.isEmpty {
            let remote = reading.targets[index].packageProducts.filter(\.isRemote).map { ModuleName.ofTarget($0.name) }
            let imported = code.modules(importedBy: targets[index].files)
                .subtracting(targets[index].modules).subtracting(remote)
            for name in imported.sorted(by: { ByteString($0) < ByteString($1) }) {
                if let position = frameworks[name], position != index {
                    guard budget.allowsSteps(CodeReader.stepsForTarget + targets[index].apps.count) else { return }
                    targets[index].needs.insert(position)
                    targets[position].add(apps: targets[index].apps)
                    continue
                }
                let keys = packages.keys(ofModule: name)
                if !keys.isEmpty {
                    packages.attach(keys, to: index, of: &targets, &code)
                } else if siblings.mayBuild(name) {
                    targets[index].unread.insert(name)
                } else if let project = missing[name] {
                    targets[index].unread.insert(name)
                    // A folder with other files may hold what generates the project.
                    guard modules.isMissing(project.directory), !targets[index].isForeign else { continue }
                    missingProjects[project] = name
                    missingModules[name, default: []].append(index)
                }
            }
        }
    }

    /// Returns the positions of the project's own frameworks and libraries by module name.
    private func frameworks(of targets: [CodeTarget], _ reading: ProjectReading) -> [String: Int] {
        var positions: [String: Int] = [:]
        for index in reading.targets.indices where !targets[index].isTest && !targets[index].isForeign {
            let kind = reading.targets[index].productType?.kind
            guard kind != .application, kind != .appExtension, kind != .appClip, kind != nil else { continue }
            positions[ModuleName.ofTarget(reading.targets[index].name)] = index
        }
        return positions
    }

    /// Returns the missing projects of the workspaces by the module that has their name.
    private func projectsByMissingModule() -> [String: Path] {
        var missing: [String: Path] = [:]
        for project in surroundings.projects where modules.isMissing(project) {
            missing[ModuleName.ofTarget(project.stem)] = project
        }
        return missing
    }
}
