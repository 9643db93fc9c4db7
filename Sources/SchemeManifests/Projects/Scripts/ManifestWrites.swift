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
        var run = ShellRun(text.isOfOtherLanguage ? [] : text)
        var finder = ManifestWriteFinder()
        while let command = run.next() {
            finder.add(command, run.variables)
            visit(command, run.variables)
        }
        // A program that isn't text, such as a tool, often has the name of the key without changing it.
        mention = text.isText ? BuildPhaseScript.firstMention(in: text) : nil
        mentionsScenes = text.firstMention(of: [Manifest.sceneManifestKey]) != nil
        all = Array(zip(finder.found.map(\.write), text.places(of: finder.found.map(\.range)))).map { ($0.0, $0.1) }
    }
}

extension [UInt8] {
    fileprivate var isText: Bool { !prefix(1_024).contains(0) }

    /// Whether these are the bytes of a program that isn't text, or of a script in a language whose comments begin with `//`.
    /// An apostrophe in such a comment would begin a text in quotes.
    fileprivate var isOfOtherLanguage: Bool {
        guard isText else { return true }
        guard starts(with: "#!".utf8) else { return false }
        let first = prefix(256).prefix { $0 != 0x0A && $0 != 0x0D }
        return ["swift", "node"].contains { first.firstRange(of: Array($0.utf8)) != nil }
    }
}
