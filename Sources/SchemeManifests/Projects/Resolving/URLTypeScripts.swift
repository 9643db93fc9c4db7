import SchemeModel

/// Finds the build phases of a project that may change the URL types of built manifests.
struct URLTypeScripts {
    private let files: ProjectFileSystem
    /// The absolute path of the project's folder, where scripts run.
    private let directory: Path
    private let limits: Limits
    private let targets: [XcodeProject.Target]
    /// The number of further files that may be tried.
    private var filesLeft: Int
    private var found: [ByteString: Mention?] = [:]
    private var mentions: [Path: SourceRange?] = [:]

    /// A script that may change URL types.
    struct Mention {
        var script: BuildPhaseScript
        /// The file that it seems to run, and where that file mentions URL types; `nil` if the script itself does.
        var file: (path: Path, range: SourceRange)?
    }

    init(of project: XcodeProject, _ files: ProjectFileSystem, limits: Limits) {
        self.files = files
        self.limits = limits
        directory = project.directory
        targets = project.targets
        filesLeft = limits.projectScriptFiles
    }

    /// Returns the first script of `target`, or of the targets without a product that it depends on, that mentions URL types or
    /// seems to run a file that does.
    ///
    /// Files beyond ``Limits/projectScriptFiles`` count as empty.
    mutating func first(of target: XcodeProject.Target) -> Mention? {
        if let own = own(target) { return own }
        // A target without a product only runs scripts, before the app is built.
        for index in target.dependencies where targets.indices.contains(index) && targets[index].productType == nil {
            if let other = own(targets[index]) { return other }
        }
        return nil
    }

    private mutating func own(_ target: XcodeProject.Target) -> Mention? {
        if let known = found[target.id] { return known }
        var first: Mention?
        for script in target.scripts where first == nil { first = mention(in: script) }
        found[target.id] = .some(first)
        return first
    }

    private mutating func mention(in script: BuildPhaseScript) -> Mention? {
        if script.mentionsURLTypes { return Mention(script: script) }
        for file in script.files {
            let path = directory.appending(file).normalized
            if let range = firstMention(in: path) { return Mention(script: script, file: (path, range)) }
        }
        return nil
    }

    private mutating func firstMention(in path: Path) -> SourceRange? {
        if let known = mentions[path] { return known }
        guard filesLeft > 0 else { return nil }
        filesLeft -= 1
        // Most words with a slash in a script aren't files, so a path that can't be read isn't a problem.
        let bytes = try? files.contents(of: path, limit: limits.settingsFileBytes).bytes
        let result = bytes.flatMap(BuildPhaseScript.firstMention)
        mentions[path] = .some(result)
        return result
    }
}
