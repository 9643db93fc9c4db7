import SchemeModel

/// What shows that a script may change the URL types of a manifest: it mentions them, or it may change any key without naming
/// it, because it replaces the file, merges another one into it, or edits a key that a variable contains.
struct ManifestWrites: Sendable {
    /// Where the script mentions URL types.
    let mention: SourceRange?
    /// Whether the script mentions scene manifests.
    let mentionsScenes: Bool
    /// What its commands do, each thing once, with the first command that does it.
    let all: [(write: Write, range: SourceRange)]

    /// What a command does with a manifest.
    struct Write: Hashable, Sendable {
        var file: File
        /// Whether the command replaces the file with another property list, merges one into it, or changes URL types by their
        /// name; otherwise, it may change any key.
        var isChange: Bool
    }

    /// A manifest, as a script names it.
    enum File: Hashable, Sendable {
        /// That of the target that is built.
        case own
        /// The argument of the script with this number; 1 is the first.
        case argument(Int)
        /// One with a path that isn't known. Its URL types are changed, so it can't be another property list.
        case unknown
        /// A file relative to the project's folder.
        case path(Path)
    }

    /// - Parameters:
    ///   - text: The bytes of a file with a script, or the text of a build phase.
    ///   - visit: Called for each command, with the variables then.
    init(in text: [UInt8], visiting visit: (ShellCommand, ShellVariables) -> Void = { _, _ in }) {
        var run = ShellRun(text)
        var finder = ManifestWriteFinder()
        while let command = run.next() {
            finder.add(command, run.variables)
            visit(command, run.variables)
        }
        mention = BuildPhaseScript.firstMention(in: text)
        mentionsScenes = text.firstMention(of: [Manifest.sceneManifestKey]) != nil
        all = Array(zip(finder.found.map(\.write), text.places(of: finder.found.map(\.range)))).map { ($0.0, $0.1) }
    }
}
