import SchemeManifests
import SchemeModel
import Synchronization

/// The scripts of a source that may change manifests or set build settings: they run before a build, or as part of it.
///
/// They are not run. Their text only shows what the files of the source don't decide.
final class SourceScripts: Sendable {
    private let paths: [Path]
    private let source: Source
    private let files: any FileAccess
    private let limits: Limits
    private let projects: [Path]
    private let cache: ProjectCache
    private let loaded = Mutex<Loaded?>(nil)
    private let runByApps = Mutex<Set<Path>?>(nil)

    /// A script that was read.
    struct Script: Sendable {
        /// The path relative to the source's root.
        var path: Path
        var input: ProjectReading.Input
        /// Where it mentions URL types first; `nil` if it doesn't.
        var mention: SourceRange?
        /// The parts of file names in it, if it mentions URL types.
        fileprivate var nameParts: WordSet?
        /// The parts of file names in lines that copy or edit files.
        fileprivate var copiedParts: WordSet

        /// Returns whether it mentions URL types, and seems to name this file.
        fileprivate func edits(_ file: Path) -> Bool {
            nameParts?.containsAll(of: file.lastComponent.bytes) ?? false
        }
    }

    /// The scripts that were read, in order.
    private struct Loaded: Sendable {
        var scripts: [Script] = []
        /// Those that are too large, can't be read, or are beyond a limit.
        var unsearched: [Path] = []
        /// The position of the first script that contains a word.
        var words: [UInt64: Int] = [:]
    }

    /// A number that changes when the same scripts give other results.
    static let version = 6

    /// - Parameters:
    ///   - paths: The paths of the scripts relative to the source's root, in any order.
    ///   - projects: The paths of the source's projects, relative to its root.
    ///   - cache: The projects that were read.
    init(
        _ paths: [Path],
        projects: [Path],
        cache: ProjectCache,
        of source: Source,
        _ files: any FileAccess,
        limits: Limits
    ) {
        // The walk finds the files of a folder in any order, and only so many are read.
        self.paths = paths.sorted()
        self.projects = projects
        self.cache = cache
        self.source = source
        self.files = files
        self.limits = limits
    }

    /// Whether a file in `folder` is a script, or contains scripts: a scheme of Xcode, or a description of builds on a CI server.
    static func isScript(_ name: Path, in folder: Path) -> Bool {
        names.contains(name) || extensions.contains { name.hasExtension($0) }
            || folders.contains(folder.lastComponent) && data.contains { name.hasExtension($0) }
    }

    private static let names: Set<Path> = [
        "Fastfile", "GNUmakefile", "Makefile", "Rakefile", "justfile", "makefile",
        ".gitlab-ci.yml", ".travis.yml", "azure-pipelines.yml", "bitrise.yml", "codemagic.yaml",
    ]
    private static let extensions = ["sh", "bash", "zsh", "rb", "py", "pl", "gradle", "kts", "mjs"]
    /// The folders of descriptions of builds.
    private static let folders: Set<Path> = ["workflows", ".circleci", "xcschemes"]
    /// The extensions of files that contain scripts, and much else.
    private static let data = ["yml", "yaml", "xcscheme"]

    /// Records in `reading` what scripts may change about the apps of a project: their URL types, and the values of
    /// undefined build settings.
    ///
    /// - Parameter project: The path of the project or of the file that generates it, relative to the source's root.
    func note(in reading: inout ProjectReading, of project: Path) {
        guard !paths.isEmpty else { return }
        let nearest = editor(around: project.directory.belowRoot)
        lazy var editorOfAny = editor(of: reading.infoPlists)
        var used: [Script] = []
        for index in reading.manifests.indices where reading.manifests[index].kind.isApplication {
            let manifest = reading.manifests[index]
            // A build phase that may change the URL types was already found.
            let path = manifest.origin.path
            let isFile = reading.infoPlists.contains(path)
            if !manifest.dependsOnProgram,
                let script = nearest ?? (isFile ? editor(of: [path]) : editorOfAny)
            {
                reading.manifests[index].irregularities.append(irregularity(script))
                used.append(script)
            }
            used += forgetUndefinedSettings(in: &reading.manifests[index])
        }
        for script in used where !reading.inputs.contains(where: { $0.path == script.input.path }) {
            reading.inputs.append(script.input)
        }
    }

    /// Records in `reading`, a manifest that belongs to no project, that a script names it and mentions URL types: it is
    /// often the template of the one that a project uses.
    func note(in reading: inout InputReading) {
        guard !paths.isEmpty, case .read(let stamp, let digest, var manifests) = reading.status,
            manifests.contains(where: { $0.kind.isApplication }),
            let script = editor(of: [reading.path])
        else { return }
        for index in manifests.indices { manifests[index].irregularities.append(irregularity(script)) }
        reading.status = .read(stamp: stamp, digest: digest, manifests: manifests)
        reading.dependencies.append(
            InputDependency(path: script.path, stamp: script.input.stamp, digest: script.input.digest)
        )
    }

    private func irregularity(_ script: Script) -> Irregularity {
        Irregularity(
            .notRead,
            subject: script.path.display,
            found: Irregularity.Script.other.kind,
            cause: "it is a script that mentions URL types",
            place: Place(source: source.name, path: script.path, range: script.mention)
        )
    }

    /// Returns the first script that mentions URL types and names one of these manifests.
    ///
    /// A script that the build phase of an application runs is reported there, and changes only the targets with that phase.
    private func editor(of manifests: Set<Path>) -> Script? {
        read.scripts.first { script in
            manifests.contains(where: script.edits) && !filesRunByApps.contains(script.path)
        }
    }

    /// Returns the first script that mentions URL types and lies in the project's folder, or in a folder around it.
    private func editor(around folder: Path) -> Script? {
        read.scripts.first { script in
            let own = script.path.directory.belowRoot
            return script.mention != nil && (own.isIn(folder) || folder.isIn(own))
                && !filesRunByApps.contains(script.path)
        }
    }

    /// The files that build phases of the source's applications run.
    private var filesRunByApps: Set<Path> {
        runByApps.withLock { known in
            if let known { return known }
            let origin = ProjectOrigin(source: source.name, root: source.root, boundary: source.root)
            let reader = ProjectReader(limits: limits, cache: cache)
            let found = projects.reduce(into: Set<Path>()) { found, project in
                found.formUnion(reader.filesRunByApps(ofProjectAt: project, of: origin, files: files))
            }
            known = found
            return found
        }
    }

    /// Returns the first script that copies or edits the file at `path`, according to lines that have the parts of its path
    /// from the script's own folder; `nil` for a file in that folder itself.
    func first(copying path: Path) -> Script? {
        read.scripts.first { script in
            let folder = script.path.directory.belowRoot
            guard let below = folder.bytes.isEmpty ? path : path.relative(to: folder), below != path.lastComponent
            else { return false }
            return script.copiedParts.containsAll(of: below.bytes)
        }
    }

    private static let copyingCommands = ["cp ", "sed ", "envsubst"]
    private static let writingCommands = [
        "Add ", "Set ", "Merge ", "-replace", "-insert", "defaults write", "sed -i", "update_url_schemes", "append",
        "] =",
    ]

    /// Returns the text with blanks in place of the lines without any of the commands.
    private static func lines(of text: [UInt8], with commands: [String]) -> [UInt8] {
        let commands = commands.map { Array($0.utf8) }
        // A command goes on after a line that ends with `\`.
        var joined = text
        for index in text.indices.dropLast() where text[index] == 0x5C && text[index + 1] == 0x0A {
            joined[index + 1] = 0x20
        }
        var text = text
        for line in joined.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D })
        where !commands.contains(where: { line.firstRange(of: $0) != nil }) {
            for index in line.indices where text[index] != 0x0A { text[index] = 0x20 }
        }
        return text
    }

    /// Makes schemes unknown that refer to undefined settings which scripts mention. Returns these scripts.
    private func forgetUndefinedSettings(in manifest: inout Manifest) -> [Script] {
        var used: [Script] = []
        for type in manifest.urlTypes.indices {
            for index in manifest.urlTypes[type].schemes.indices {
                let scheme = manifest.urlTypes[type].schemes[index]
                guard scheme.state == .empty || scheme.state == .claimed || scheme.state == .invalid else { continue }
                let positions = manifest.irregularities.indices.filter {
                    manifest.irregularities[$0].kind == .undefinedSetting
                        && manifest.irregularities[$0].span == scheme.span
                }
                let found = positions.map { script(mentioning: manifest.irregularities[$0].subject ?? "") }
                guard !found.isEmpty, !found.contains(where: { $0 == nil }) else { continue }
                for (position, script) in zip(positions, found) {
                    guard let script else { continue }
                    manifest.irregularities[position].kind = .unknownSetting
                    manifest.irregularities[position].found = "script"
                    manifest.irregularities[position].cause =
                        "the script '\(script.path.display)' mentions \(manifest.irregularities[position].subject ?? "it")"
                    used.append(script)
                }
                manifest.urlTypes[type].schemes[index] = DeclaredScheme(
                    index: scheme.index,
                    raw: scheme.raw,
                    resolved: nil,
                    span: scheme.span,
                    resolvedFrom: scheme.resolvedFrom,
                    isConditional: scheme.isConditional
                )
            }
        }
        return used
    }

    /// Returns the first script that contains `name` as a word.
    private func script(mentioning name: String) -> Script? {
        let loaded = read
        return loaded.words[Array(name.utf8)[...].fnv1a].map { loaded.scripts[$0] }
    }

    /// The scripts that were not searched, if the others were.
    var unsearched: [Path] { loaded.withLock { $0?.unsearched ?? [] } }

    private var read: Loaded {
        loaded.withLock { loaded in
            if let loaded { return loaded }
            let read = load()
            loaded = read
            return read
        }
    }

    private func load() -> Loaded {
        var loaded = Loaded()
        var left = limits.scriptsBytes
        for path in paths {
            let absolute = source.root.appending(path)
            // Scripts aren't inputs, so one that can't be read isn't a problem.
            guard loaded.scripts.count < limits.scripts, left > 0,
                let contents = try? files.contents(of: absolute, limit: min(left, limits.scriptBytes))
            else {
                loaded.unsearched.append(path)
                continue
            }
            left -= contents.bytes.count
            let isProgram = !Self.data.contains { path.hasExtension($0) }
            // Words in a scheme, such as the environment of a launched app, define no settings.
            if !path.hasExtension("xcscheme") {
                WordSet.forEachWord(in: contents.bytes, of: \.continuesName) { word in
                    let hash = word.fnv1a
                    if loaded.words[hash] == nil { loaded.words[hash] = loaded.scripts.count }
                }
            }
            let mention = BuildPhaseScript.firstMention(
                in: isProgram ? contents.bytes : Self.lines(of: contents.bytes, with: Self.writingCommands)
            )
            loaded.scripts.append(
                Script(
                    path: path,
                    input: ProjectReading.Input(
                        path: absolute.normalized,
                        stamp: contents.stamp,
                        digest: SHA256.hex(of: contents.bytes)
                    ),
                    mention: mention,
                    nameParts: mention.map { _ in WordSet(contents.bytes) },
                    copiedParts: WordSet(
                        isProgram ? Self.lines(of: contents.bytes, with: Self.copyingCommands) : []
                    )
                )
            )
        }
        return loaded
    }
}
