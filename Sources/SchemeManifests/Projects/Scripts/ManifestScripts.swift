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
    private var filesRead: [Path: ManifestWrites] = [:]

    /// The first scripts of a target that do something.
    private struct Findings {
        /// Mentions URL types.
        var mention: Mention?
        /// Writes a manifest; files are absolute.
        var writes: [ManifestWrites.Write: Mention] = [:]

        /// Returns the first script that changes a manifest, or may change any of its keys.
        ///
        /// - Parameters:
        ///   - manifest: The absolute path; `nil` if it is generated.
        ///   - isOwn: Whether it is the manifest of the target with the script.
        func first(writing manifest: Path?, isOwn: Bool, isChange: Bool) -> Mention? {
            let files: [ManifestWrites.File?] = [isOwn ? .own : nil, .unknown, manifest.map { .path($0) }]
            // What changes a file may change any key.
            for kind in isChange ? [true] : [false, true] {
                for file in files.compactMap(\.self) {
                    guard var mention = writes[.init(file: file, isChange: kind)] else { continue }
                    mention.predicate =
                        isChange
                        ? "replaces its manifest or changes its URL types, so they are unknown"
                        : "replaces the manifest or edits keys that it doesn't name"
                    return mention
                }
            }
            return nil
        }
    }

    /// A script that may change URL types.
    struct Mention {
        var script: BuildPhaseScript
        /// What it does, as a predicate.
        var predicate = "mentions URL types"
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
        first(of: target) { $0.mention ?? $0.first(writing: manifest, isOwn: $1, isChange: false) }
    }

    /// Returns the first script of `target`, or of the targets without a product that it depends on, that replaces the
    /// manifest, changes its URL types by their name, or seems to run a file that does.
    ///
    /// - Parameter manifest: The absolute path of the target's manifest; `nil` if it is generated.
    mutating func change(of target: XcodeProject.Target, manifest: Path?) -> Mention? {
        first(of: target) { $0.first(writing: manifest, isOwn: $1, isChange: true) }
    }

    private mutating func first(
        of target: XcodeProject.Target,
        _ find: (_ found: Findings, _ isOwn: Bool) -> Mention?
    ) -> Mention? {
        if let first = find(findings(target), true) { return first }
        // A target without a product only runs scripts, before the app is built, and has a manifest of its own.
        for index in target.dependencies where targets.indices.contains(index) && targets[index].productType == nil {
            if let first = find(findings(targets[index]), false) { return first }
        }
        return nil
    }

    /// Returns the first script of `target` that may add a scene manifest: it mentions that key, seems to run a file that
    /// does, or is computed.
    mutating func sceneScript(of target: XcodeProject.Target) -> BuildPhaseScript? {
        for script in target.scripts {
            if script.isUnread || script.writes.mentionsScenes { return script }
            for file in script.files
            where writes(in: directory.appending(file).normalized)?.mentionsScenes == true {
                return script
            }
        }
        return nil
    }

    private mutating func findings(_ target: XcodeProject.Target) -> Findings {
        if let known = found[target.id] { return known }
        var findings = Findings()
        for script in target.scripts {
            add(script.writes, of: script, in: nil, to: &findings)
            for file in script.files {
                let path = directory.appending(file).normalized
                guard let writes = writes(in: path) else { continue }
                add(writes, of: script, in: path, isRun: script.runs.contains(file), to: &findings)
            }
        }
        found[target.id] = findings
        return findings
    }

    private func add(
        _ writes: ManifestWrites,
        of script: BuildPhaseScript,
        in file: Path?,
        isRun: Bool = true,
        to found: inout Findings
    ) {
        func mention(_ range: SourceRange) -> Mention { Mention(script: script, file: file.map { ($0, range) }) }
        if found.mention == nil { found.mention = writes.mention.map(mention) }
        for (written, range) in writes.all {
            var write = written
            write.isChange = isRun && written.isChange
            switch written.file {
            case .path(let path): write.file = .path(directory.appending(path).normalized)
            // In the text of a build phase, it is the argument of a function.
            case .argument(let number) where file != nil && script.manifestArguments.contains(number): write.file = .own
            case .argument: continue
            case .own, .unknown: break
            }
            guard found.writes[write] == nil else { continue }
            found.writes[write] = mention(range)
        }
    }

    private mutating func writes(in file: Path) -> ManifestWrites? {
        if let known = filesRead[file] { return known }
        guard filesLeft > 0 else { return nil }
        filesLeft -= 1
        // Most words with a slash in a script aren't files, so a path that can't be read isn't a problem.
        let bytes = (try? files.contents(of: file, limit: limits.settingsFileBytes).bytes) ?? []
        let found = ManifestWrites(in: bytes)
        filesRead[file] = found
        return found
    }
}
