import SchemeModel

/// The files that the commands of a build phase or rule mention and may run.
struct ScriptMentions {
    /// The paths, relative to the project's folder; at most ``mostFiles``.
    private(set) var files: [Path] = []
    /// Those that a command runs.
    private(set) var runs: Set<Path> = []
    /// The numbers of the arguments with the path of the target's manifest; 1 is the first.
    private(set) var manifestArguments: Set<Int> = []
    /// Whether the file that runs is known, whatever the commands name.
    private let isKnown: Bool

    private static let mostFiles = 16
    private static let mostBytes = 1_000
    private static let separators = Set("\"'`;&|<>=, \t\r\n".utf8)
    private static let suffixes = [".sh", ".bash", ".zsh", ".rb", ".py", ".pl", ".swift", ".js"]

    /// - Parameter file: The only file that runs; `nil` if the commands decide.
    init(only file: Path?) {
        isKnown = file != nil
        files = file.map { [$0] } ?? []
        runs = Set(files)
    }

    /// Records what the next command mentions.
    mutating func add(_ command: ShellCommand, _ variables: ShellVariables) {
        if !isKnown {
            for word in command.words + command.outputs { addFiles(in: word, variables) }
            runs.formUnion(command.scripts.compactMap { ScriptPath.inProject($0) })
        }
        // The text of a generator for a known file only has its arguments.
        let named = command.words.firstIndex { ScriptPath.inProject($0).map(files.contains) ?? false }
        guard let script = isKnown ? -1 : named else { return }
        for (index, word) in command.words.enumerated() where index > script && ScriptPath(word).mentionsOwn {
            manifestArguments.insert(index - script)
        }
    }

    /// Records the parts of a word with a `/` or a usual suffix. Property lists are left out, and so are parts with a variable
    /// whose value isn't known, other than the project's folder.
    private mutating func addFiles(in word: Substring, _ variables: ShellVariables) {
        for part in word.utf8.split(whereSeparator: Self.separators.contains) where part.count <= Self.mostBytes {
            guard files.count < Self.mostFiles else { return }
            // The start of the word was expanded already.
            let text = part.startIndex == word.startIndex ? Substring(part) : variables.expanded(Substring(part))
            guard let path = ScriptPath.inProject(text), !path.hasExtension("plist"),
                part.contains(UInt8(ascii: "/")) || Self.suffixes.contains(where: Substring(part).hasSuffix),
                !files.contains(path)
            else { continue }
            files.append(path)
        }
    }
}
