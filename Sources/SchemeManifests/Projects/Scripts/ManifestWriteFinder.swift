import SchemeModel

/// Finds what the commands of a script do with manifests, one command after another.
struct ManifestWriteFinder {
    /// What the commands do, each thing once, with the first command that does it.
    private(set) var found: [(write: ManifestWrites.Write, range: Range<Int>)] = []
    private var seen: Set<ManifestWrites.Write> = []
    /// The folder where the script is, as a word; empty for that of the project.
    private var folder: Substring = ""
    /// For each file that a command wrote, what it was made from; at most ``mostOrigins``.
    private var origins: [ScriptPath: [ScriptPath]] = [:]
    /// What the output of the last command was made from.
    private var output: [ScriptPath] = []
    /// The files that the last command and the last `if` tested.
    private var (tested, condition): ([ScriptPath], [ScriptPath]) = ([], [])
    /// The files that are written only if they don't exist.
    private var created: Set<ScriptPath> = []

    private static let (most, mostOrigins) = (256, 16)

    /// Records what the next command does.
    mutating func add(_ command: ShellCommand, _ variables: ShellVariables) {
        for write in writes(of: command, variables) where seen.count <= Self.most && seen.insert(write).inserted {
            // A script that writes so many files may write any.
            found.append((seen.count <= Self.most ? write : .init(file: .own, isChange: false), command.range))
        }
    }

    private mutating func writes(of command: ShellCommand, _ variables: ShellVariables) -> [ManifestWrites.Write] {
        guard command.isBounded else {
            // It may write any file that it names.
            let namesManifest = (command.words + command.outputs).contains {
                let path = ScriptPath($0)
                return path.isPropertyList || path.mentionsOwn
            }
            return namesManifest ? [.init(file: .own, isChange: false)] : []
        }
        noteTest(command)
        if ["cd", "pushd"].contains(command.program) { enter(command.arguments.last ?? "") }
        let isCertain = !command.isText && !command.isFallback
        let edit = PropertyListEdit(command, variables)
        var writes: [ManifestWrites.Write] = []
        func add(_ file: ManifestWrites.File, isChange: Bool) { writes.append(.init(file: file, isChange: isChange)) }
        for (path, isChange) in replaced(by: command) {
            guard let file = path.file ?? (path.mayBeOwn ? .own : nil) else { continue }
            // In a function, `$1` is an argument of the function.
            let isKnown = if case .argument = file { false } else { path.file != nil }
            add(file, isChange: isChange && isCertain && isKnown && !created.contains(path))
        }
        for word in edit.isOfAnyKey || edit.isChange ? edit.files : [] {
            let path = ScriptPath(word, in: folder)
            let isChange = edit.isChange && isCertain
            if path.isOwn || edit.isChange && path.mentionsOwn {
                add(.own, isChange: isChange)
            } else if case .path(let file) = path.file {
                add(.path(file), isChange: isChange)
            } else if case .argument(let number) = path.file, !isChange {
                add(.argument(number), isChange: false)
            } else if isChange, word == edit.files.last, word.hasPrefix("$"), !path.isEmbedded,
                !word.contains("/") || word.hasSuffix("/Info.plist")
            {
                // A variable with the path of another manifest would be odd.
                add(.unknown, isChange: true)
            }
        }
        return writes
    }

    /// Changes the folder. What a command prints is taken for the project's, since scripts often start with
    /// `cd "$(dirname "$0")/.."`.
    private mutating func enter(_ word: Substring) {
        let path = ScriptPath(word, in: folder).text
        let isProject = ["", "."].contains(ScriptPath.inProject(path)?.normalized.display)
        folder = isProject || ShellVariables.hasCommand(path) || path.contains("BASH_SOURCE") ? "" : path
    }

    /// Records the files that the next commands write if they don't exist.
    private mutating func noteTest(_ command: ShellCommand) {
        if command.isFallback { created.formUnion(tested) }
        if command.words.first == "else" { created.formUnion(condition) }
        let words = command.isTest ? command.words : []
        tested = zip(words, words.dropFirst()).filter { ["-e", "-f", "-s"].contains($0.0) }.map {
            ScriptPath($0.1, in: folder)
        }
        if words.contains("!") { created.formUnion(tested) }
        if command.words.first == "if" { condition = tested }
    }

    /// Returns the files that a command writes, and whether it replaces them with another property list.
    private mutating func replaced(by command: ShellCommand) -> [(file: ScriptPath, isChange: Bool)] {
        let arguments = command.arguments
        let program = command.program
        var words = command.outputs
        switch program {
        case "cp", "ditto", "install", "ln", "mv", "rsync", "tee":
            guard let target = arguments.last else { break }
            words.append(target)
            // The target may be a folder.
            let folder = target.hasSuffix("/") ? target.dropLast() : target
            let names = arguments.dropLast().compactMap { $0.split(separator: "/").last }
            words += names.filter { $0.hasSuffix(".plist") }.map { folder + "/" + $0 }
        default:
            // Converting a file to itself keeps its keys.
            if let output = arguments.drop(while: { $0 != "-o" }).dropFirst().first,
                arguments.count(where: { $0 == output }) == 1
            {
                words.append(output)
            }
        }
        let files = words.map { ScriptPath($0, in: folder) }
        let read = arguments.filter { !words.contains($0) }.map { ScriptPath($0, in: folder) }
        let piped = command.isPiped ? output : []
        let sources = (read + read.flatMap { origins[$0] ?? [] } + piped).filter { $0.isPropertyList || $0.mentionsOwn }
        output = Array(sources.prefix(Self.mostOrigins))
        for file in files { origins[file] = output }
        // Another program may make each of its files from the others.
        if files.isEmpty {
            for file in read where file.isPropertyList {
                let others = output.filter { $0 != file }
                if !others.isEmpty { origins[file] = others }
            }
        }
        // A copy of the manifest with another version, or one that was set aside, has the same URL types.
        let isOther =
            program != "git" && !sources.isEmpty && !sources.contains { $0.mentionsOwn || $0.isBackup }
            && (read + piped).contains { $0.isPropertyList && (origins[$0] ?? []).isEmpty } && !keepsFiles(command)
        return files.map { file in (file, isOther && !sources.contains(file)) }
    }

    /// Returns whether a command leaves files as they are if they exist.
    private func keepsFiles(_ command: ShellCommand) -> Bool {
        ["cp", "mv"].contains(command.program)
            && command.arguments.contains { $0.hasPrefix("-") && !$0.hasPrefix("--") && $0.contains("n") }
    }
}
