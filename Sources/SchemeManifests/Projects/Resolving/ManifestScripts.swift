import SchemeModel

/// Finds the build phases and rules of a project that may change the URL types or scenes of built manifests.
struct ManifestScripts {
    private let files: ProjectFileSystem
    /// The absolute path of the project's folder, where scripts run.
    private let directory: Path
    private let limits: Limits
    private let targets: [XcodeProject.Target]
    /// The number of further files that may be tried.
    private var filesLeft: Int
    private var found: [ByteString: Findings] = [:]
    private var writes: [File: ManifestWrites] = [:]

    /// A file that a script runs.
    private struct File: Hashable {
        var path: Path
        /// Whether it may get the path of the target's manifest as an argument.
        var isGivenManifest = false
    }

    /// The first scripts of a target.
    private struct Findings {
        /// Mentions URL types.
        var mention: Mention?
        /// May change any key of the manifest of the target that is built.
        var own: Mention?
        /// May change any key of these files.
        var files: [Path: Mention] = [:]
        /// Replaces the manifest of the target that is built, or changes its URL types.
        var change: Mention?
        /// Replaces these files, or merges others into them.
        var changedFiles: [Path: Mention] = [:]
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
    mutating func urlTypeMention(of target: XcodeProject.Target, manifest: Path?) -> Mention? {
        func file(_ found: Findings) -> Mention? { manifest.flatMap { found.files[$0] } }
        let own = findings(target)
        if let first = own.mention ?? own.own ?? file(own) { return first }
        // A target without a product only runs scripts, before the app is built, and has a manifest of its own.
        for index in target.dependencies where targets.indices.contains(index) && targets[index].productType == nil {
            let other = findings(targets[index])
            if let first = other.mention ?? file(other) { return first }
        }
        return nil
    }

    /// Returns the first script of `target`, or of the targets without a product that it depends on, that replaces the
    /// manifest, changes its URL types by their name, or seems to run a file that does.
    ///
    /// - Parameter manifest: The absolute path of the target's manifest; `nil` if it is generated.
    mutating func change(of target: XcodeProject.Target, manifest: Path?) -> Mention? {
        let own = findings(target)
        if let first = own.change ?? manifest.flatMap({ own.changedFiles[$0] }) { return first }
        guard let manifest else { return nil }
        for index in target.dependencies where targets.indices.contains(index) && targets[index].productType == nil {
            if let first = findings(targets[index]).changedFiles[manifest] { return first }
        }
        return nil
    }

    /// Returns the first script of `target` that may add a scene manifest: it mentions that key, seems to run a file that
    /// does, or is computed.
    mutating func sceneScript(of target: XcodeProject.Target) -> BuildPhaseScript? {
        for script in target.scripts {
            if script.isUnread || script.writes.mentionsScenes { return script }
            for file in script.files
            where writes(in: File(path: directory.appending(file).normalized))?.mentionsScenes == true {
                return script
            }
        }
        return nil
    }

    private mutating func findings(_ target: XcodeProject.Target) -> Findings {
        if let known = found[target.id] { return known }
        var findings = Findings()
        for script in target.scripts where findings.change == nil {
            add(script.writes, of: script, in: nil, to: &findings)
            for file in script.files where findings.change == nil {
                let path = directory.appending(file).normalized
                let file = File(path: path, isGivenManifest: script.passesManifest)
                if let writes = writes(in: file) { add(writes, of: script, in: path, to: &findings) }
            }
        }
        found[target.id] = findings
        return findings
    }

    private func add(_ writes: ManifestWrites, of script: BuildPhaseScript, in file: Path?, to found: inout Findings) {
        func mention(_ predicate: String, _ range: SourceRange) -> Mention {
            Mention(script: script, predicate: predicate, file: file.map { ($0, range) })
        }
        if found.mention == nil { found.mention = writes.mention.map { mention("mentions URL types", $0) } }
        let predicate = "replaces the manifest or edits keys that it doesn't name"
        if found.own == nil { found.own = writes.own.map { mention(predicate, $0) } }
        for (path, range) in writes.files {
            let path = directory.appending(path).normalized
            if found.files[path] == nil { found.files[path] = mention(predicate, range) }
        }
        let change = "replaces its manifest or changes its URL types, so they are unknown"
        if found.change == nil { found.change = writes.ownChange.map { mention(change, $0) } }
        for (path, range) in writes.changedFiles {
            let path = directory.appending(path).normalized
            if found.changedFiles[path] == nil { found.changedFiles[path] = mention(change, range) }
        }
    }

    private mutating func writes(in file: File) -> ManifestWrites? {
        if let known = writes[file] { return known }
        guard filesLeft > 0 else { return nil }
        filesLeft -= 1
        // Most words with a slash in a script aren't files, so a path that can't be read isn't a problem.
        let bytes = (try? files.contents(of: file.path, limit: limits.settingsFileBytes).bytes) ?? []
        let found = ManifestWrites(in: bytes, isGivenManifest: file.isGivenManifest)
        writes[file] = found
        return found
    }
}
