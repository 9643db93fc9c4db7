import SchemeModel
import Synchronization

/// Tracks which exclusions, bundle identifiers and build options of a run had an effect. Safe to use from any thread.
package final class OptionUsage: Sendable {
    private struct State {
        var exclusions: Set<Path> = []
        var inputs: Set<Path> = []
        var hasReadProject = false
        var hasLeftOutCode = false
        /// The names of the configurations in all projects so far, and in those of the current source.
        var configurations: (all: Set<ByteString>, ofSource: Set<ByteString>) = ([], [])
        var settingsFiles: Set<Path> = []
        var unsearchedScripts: [Path] = []
    }

    private let exclusions: [Path]
    private let build: BuildOptions
    /// The real paths of the manifests named by `--bundle-id`.
    private let identified: Set<Path>
    private let state = Mutex(State())

    /// Creates a tracker for options that nobody asks about.
    package convenience init() { self.init(exclusions: [], build: BuildOptions(), identified: []) }

    private init(exclusions: [Path], build: BuildOptions, identified: Set<Path>) {
        self.exclusions = exclusions
        self.build = build
        self.identified = identified
    }

    /// Returns a tracker in which none of the options has had an effect yet. Looks up the real paths of manifests.
    package static func tracking(_ options: InputOptions, in context: Context) -> OptionUsage {
        OptionUsage(
            exclusions: options.exclusions,
            build: options.build,
            identified: Set(options.realBundleIdentifiers(in: context).keys)
        )
    }

    /// Records that the pattern, as given, excluded something.
    func didExclude(_ pattern: Path) { state.withLock { _ = $0.exclusions.insert(pattern) } }

    /// Returns whether the pattern excluded something.
    func hadEffect(_ pattern: Path) -> Bool { state.withLock { $0.exclusions.contains(pattern) } }

    /// Records that code was found that this build of the tool doesn't read.
    func didLeaveOutCode() { state.withLock { $0.hasLeftOutCode = true } }

    /// Records scripts that may change manifests, but were not searched for it, by their absolute paths.
    func didSkip(scripts: [Path]) { state.withLock { $0.unsearchedScripts += scripts } }

    /// The absolute paths of the file of `--xcconfig` and of the files that it includes, even missing ones, as far as
    /// projects were read.
    var settingsFiles: Set<Path> { state.withLock { $0.settingsFiles } }

    /// Records that an input below `root` was read, as part of `result`.
    func didRead(_ reading: InputReading, of result: InputReader.CandidateResult, below root: Path) {
        // This is called for every input, and most runs don't need it.
        guard !identified.isEmpty || build.isGiven, case .read = reading.status else { return }
        state.withLock { state in
            state.inputs.insert(root.appending(reading.path))
            for input in reading.dependencies where input.isManifest { state.inputs.insert(root.appending(input.path)) }
            if !result.configurations.isEmpty || reading.path.lastComponent == "project.pbxproj" {
                state.hasReadProject = true
            }
            state.settingsFiles.formUnion(result.overrideFiles)
            let names = result.configurations.map(ByteString.init)
            state.configurations.all.formUnion(names)
            state.configurations.ofSource.formUnion(names)
        }
    }

    /// Checks that the projects of the source just read, if any, have at least one of the requested configurations.
    /// If none did, nothing in them was read.
    ///
    /// - Throws: ``UsageError``.
    func finishSource() throws(UsageError) {
        let found = state.withLock { state in
            defer { state.configurations.ofSource = [] }
            return state.configurations.ofSource
        }
        let wanted = build.configurations
        if !wanted.contains(where: { found.contains(ByteString($0)) }) { try refuse(wanted, among: found) }
    }

    /// Checks that each requested configuration exists in some project, if there are projects. A mistyped name must not
    /// go unnoticed.
    ///
    /// - Throws: ``UsageError``.
    func finish() throws(UsageError) {
        let found = state.withLock { $0.configurations.all }
        try refuse(build.configurations.filter { !found.contains(ByteString($0)) }, among: found)
    }

    private func refuse(_ wanted: [String], among found: Set<ByteString>) throws(UsageError) {
        guard let name = wanted.first, !found.isEmpty else { return }
        let names = found.sorted().map { "'\($0.string)'" }.joined(separator: ", ")
        throw UsageError(
            "no project has the configuration '\(name)'",
            hint: found.count == 1 ? "use \(names)" : "use one of these: \(names)"
        )
    }

    /// Prints a note for each option that had no effect, and others if code or scripts were skipped.
    func reportUnused(in context: Context) {
        let state = state.withLock { $0 }
        if state.hasLeftOutCode {
            context.note(
                "Swift and Objective-C code was skipped because this schemereg was built without the trait Links",
                hint: "build it with 'make install', without LINKS=0"
            )
        }
        if !state.unsearchedScripts.isEmpty {
            let names = state.unsearchedScripts.map { path in
                "'\((path.relative(to: context.currentDirectory) ?? path).display)'"
            }.inWords(atMost: 3)
            context.note(
                "scripts beyond a limit or unreadable were not searched for changes of manifests: \(names)",
                hint: "exclude scripts that don't change manifests"
            )
        }
        for pattern in exclusions where !state.exclusions.contains(pattern) {
            context.note(
                "--exclude '\(pattern.display)' matched nothing",
                hint:
                    "give a name, or a path from the current folder or the source's root"
            )
        }
        if !state.hasReadProject, build.isGiven {
            context.note("no Xcode project was read, so --configuration, --xcconfig and --set had no effect")
        }
        for path in identified.sorted() where !state.inputs.contains(path) {
            context.note("--bundle-id had no effect: '\(path.display)' was not read")
        }
    }
}
