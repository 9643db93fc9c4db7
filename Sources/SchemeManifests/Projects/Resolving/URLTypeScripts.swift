import SchemeModel

/// Finds the build phases and rules of a project that may change the URL types of built manifests.
struct URLTypeScripts {
    private let files: ProjectFileSystem
    /// The absolute path of the project's folder, where scripts run.
    private let directory: Path
    private let limits: Limits
    private let targets: [XcodeProject.Target]
    /// The number of further files that may be tried.
    private var filesLeft: Int
    private var found: [Key: Mention?] = [:]
    private var writes: [Path: ManifestWrites] = [:]

    private struct Key: Hashable {
        var target: ByteString
        var manifest: Path?
    }

    /// A script that may change URL types.
    struct Mention {
        var script: BuildPhaseScript
        /// What it does, as a predicate.
        var predicate: String
        /// The file that it seems to run, and the place in that file; `nil` if the script itself does it.
        var file: (path: Path, range: SourceRange)?
    }

    init(of project: XcodeProject, _ files: ProjectFileSystem, limits: Limits) {
        self.files = files
        self.limits = limits
        directory = project.directory
        targets = project.targets
        filesLeft = limits.projectScriptFiles
    }

    /// Returns the first script of `target`, or of the targets without a product that it depends on, that mentions URL types,
    /// may change any key of the manifest, or seems to run a file that does.
    ///
    /// Files beyond ``Limits/projectScriptFiles`` count as empty.
    ///
    /// - Parameter manifest: The absolute path of the target's manifest; `nil` if it is generated.
    mutating func first(of target: XcodeProject.Target, manifest: Path?) -> Mention? {
        if let own = own(target, manifest) { return own }
        // A target without a product only runs scripts, before the app is built.
        for index in target.dependencies where targets.indices.contains(index) && targets[index].productType == nil {
            if let other = own(targets[index], manifest) { return other }
        }
        return nil
    }

    private mutating func own(_ target: XcodeProject.Target, _ manifest: Path?) -> Mention? {
        let key = Key(target: target.id, manifest: manifest)
        if let known = found[key] { return known }
        var first: Mention?
        for script in target.scripts where first == nil { first = mention(in: script, manifest) }
        found[key] = .some(first)
        return first
    }

    private mutating func mention(in script: BuildPhaseScript, _ manifest: Path?) -> Mention? {
        if let (predicate, _) = script.writes.first(to: manifest, in: directory) {
            return Mention(script: script, predicate: predicate)
        }
        for file in script.files {
            let path = directory.appending(file).normalized
            if let (predicate, range) = writes(in: path)?.first(to: manifest, in: directory) {
                return Mention(script: script, predicate: predicate, file: (path, range))
            }
        }
        return nil
    }

    private mutating func writes(in path: Path) -> ManifestWrites? {
        if let known = writes[path] { return known }
        guard filesLeft > 0 else { return nil }
        filesLeft -= 1
        // Most words with a slash in a script aren't files, so a path that can't be read isn't a problem.
        let bytes = (try? files.contents(of: path, limit: limits.settingsFileBytes).bytes) ?? []
        let found = ManifestWrites(in: bytes)
        writes[path] = found
        return found
    }
}
