import SchemeModel

/// Finds what the commands of a script do with manifests, one command after another.
struct ManifestWriteFinder {
    private var variables = ShellVariables()
    /// For each file that a command wrote, the words that it was made from; at most ``mostOrigins``.
    private var origins: [Substring: [Substring]] = [:]
    /// The files that the last command tested.
    private var tested: [Substring] = []
    /// The files that are written only if they don't exist.
    private var created: Set<Substring> = []

    private static let (mostBytes, mostWords, mostOrigins) = (4_096, 256, 64)

    /// Returns what the next command does. What it certainly changes, it may change, too.
    mutating func writes(of command: ShellCommand) -> [ManifestWrites.Write] {
        // A longer command may write any file.
        guard command.range.count <= Self.mostBytes, command.words.count + command.outputs.count <= Self.mostWords
        else { return [.init(file: .own, isChange: false)] }
        variables.assign(in: command)
        var command = command
        command.words = command.words.map(variables.expanded)
        command.outputs = command.outputs.map(variables.expanded)
        noteTest(command)
        let isCertain = !command.isText && !command.isFallback
        var writes: [ManifestWrites.Write] = []
        func add(_ file: ManifestWrites.File, isChange: Bool) {
            writes.append(.init(file: file, isChange: false))
            if isChange { writes.append(.init(file: file, isChange: true)) }
        }
        for (word, isChange) in replaced(by: command) + edited(by: command) {
            guard let file = file(word) else { continue }
            // In a function, `$1` is an argument of the function.
            let isArgument = if case .argument = file { true } else { false }
            add(file, isChange: isChange && isCertain && !isArgument && !created.contains(word))
        }
        if isCertain, let file = fileWithChangedURLTypes(by: command) { add(file, isChange: true) }
        return writes
    }

    /// Records the files that the next commands write if they don't exist.
    private mutating func noteTest(_ command: ShellCommand) {
        if command.isFallback { created.formUnion(tested) }
        let words = command.isTest ? command.words : []
        tested = zip(words, words.dropFirst()).filter { ["-e", "-f", "-s"].contains($0.0) }.map(\.1)
        if words.contains("!") { created.formUnion(tested) }
    }

    /// Returns the manifest with the path `word`; `nil` if it is another file or unknown.
    private func file(_ word: Substring) -> ManifestWrites.File? {
        if isOwn(word) { return .own }
        if word.hasPrefix("$"), let number = Int(word.filter { !"${}".contains($0) }) { return .argument(number) }
        return word.hasSuffix(".plist") ? BuildPhaseScript.path(word).map { .path($0) } : nil
    }

    /// Returns whether a word is the path of the target's manifest, in the source or in the built product.
    private func isOwn(_ word: Substring) -> Bool {
        var name = word
        var names = Self.manifests
        if name.hasSuffix("/Info.plist") {
            name = name.dropLast("/Info.plist".count)
            if name.hasSuffix("/Contents") { name = name.dropLast("/Contents".count) }
            names = Self.products
            if name.hasSuffix(".app") {
                name = name.dropLast(".app".count)
                names = ["PRODUCT_NAME", "TARGET_NAME"]
            }
        }
        if name.hasSuffix("}") { name.removeLast() }
        return names.contains { name.hasSuffix("$" + $0) || name.hasSuffix("{" + $0) }
    }

    /// Returns whether a word contains the path of the target's manifest, perhaps with an extension.
    private func mentionsOwn(_ word: Substring) -> Bool {
        isOwn(word) || Self.manifests.contains { word.contains("$" + $0) || word.contains("{" + $0) }
    }

    /// The settings with the path of the target's manifest.
    private static let manifests = ["INFOPLIST_FILE", "INFOPLIST_PATH"]
    /// The settings with the path of the folder with the built manifest, or of the one around it.
    private static let products = [
        "CODESIGNING_FOLDER_PATH", "CONTENTS_FOLDER_PATH", "FULL_PRODUCT_NAME", "WRAPPER_NAME",
    ]

    /// Returns the files that a command writes, and whether it replaces them with another property list.
    private mutating func replaced(by command: ShellCommand) -> [(file: Substring, isChange: Bool)] {
        let arguments = command.arguments
        var replaced = command.outputs
        switch command.program {
        case "cp", "ditto", "install", "mv", "rsync", "tee":
            guard let target = arguments.last else { break }
            replaced.append(target)
            // The target may be a folder.
            let folder = target.hasSuffix("/") ? target.dropLast() : target
            let names = arguments.dropLast().compactMap { $0.split(separator: "/").last }
            replaced += names.filter { $0.hasSuffix(".plist") }.map { folder + "/" + $0 }
        case "plutil":
            // Converting a file to itself keeps its keys.
            if let output = arguments.drop(while: { $0 != "-o" }).dropFirst().first,
                arguments.count(where: { $0 == output }) == 1
            {
                replaced.append(output)
            }
        default: break
        }
        let words = arguments.filter { !replaced.contains($0) }
        let sources = words + words.flatMap { origins[$0] ?? [] }
        for file in replaced { origins[file] = Array(sources.prefix(Self.mostOrigins)) }
        // A copy of the manifest with another version, or one that was set aside, has the same URL types. With `-n`, a file
        // that exists stays.
        let isOther = sources.contains { $0.contains(".plist") } && !sources.contains(where: mentionsOwn)
        return replaced.map { file in
            (file, isOther && !words.contains("-n") && !sources.contains { $0 == file || isBackup($0) })
        }
    }

    /// Whether a property list was set aside.
    private func isBackup(_ word: Substring) -> Bool {
        Self.backups.contains { word.hasSuffix(".plist" + $0) }
    }

    private static let backups = [".backup", ".bak", ".old", ".orig", ".tmp", "~"]

    /// Returns the files in which an editor of property lists changes keys that the command doesn't name, and whether it
    /// merges another file.
    private func edited(by command: ShellCommand) -> [(file: Substring, isChange: Bool)] {
        let arguments = command.arguments
        guard command.program == "plutil" || isPlistBuddy(command) else { return [] }
        let words = arguments.flatMap { $0.split(separator: " ") }
        // With only a file, PlistBuddy reads commands from standard input.
        let readsCommands = command.program != "plutil" && arguments.drop { $0 == "-x" }.count == 1
        let merges = words.contains { ["merge", "import"].contains($0.lowercased()) }
        return readsCommands || editsAnyKey(words) ? arguments.map { ($0, merges) } : []
    }

    /// Scripts often keep the path of PlistBuddy in a variable.
    private func isPlistBuddy(_ command: ShellCommand) -> Bool {
        command.program == "PlistBuddy" || command.program.hasPrefix("$") && command.arguments.contains("-c")
    }

    /// Returns whether the arguments of an editor of property lists merge another file, or edit a key with variables that may
    /// be that of URL types.
    private func editsAnyKey(_ words: [Substring]) -> Bool {
        words.indices.contains { index in
            let next = words[(index + 1)...].prefix(2)
            guard ["-c", "-replace", "-insert"].contains(words[index]), let first = next.first else { return false }
            switch first.lowercased() {
            case "merge", "import": return true
            case "add", "set": return mayNameURLTypes(next.dropFirst().first?.drop { $0 == ":" } ?? "")
            default: return mayNameURLTypes(first)
            }
        }
    }

    /// Returns whether a key with variables may be that of URL types. If one of its variables is unknown, the text before it
    /// decides.
    private func mayNameURLTypes(_ key: Substring) -> Bool {
        let (texts, isWhole) = variables.texts(of: key)
        return key.contains("$")
            && texts.contains { $0.hasPrefix(Self.types) || !isWhole && Self.types.hasPrefix($0) }
    }

    private static let types = "CFBundleURLTypes"

    /// Returns the file in which a command changes URL types by their name; `nil` if it doesn't.
    private func fileWithChangedURLTypes(by command: ShellCommand) -> ManifestWrites.File? {
        let words = command.arguments.flatMap { $0.split(separator: " ") }
        guard words.contains(where: { Self.edits.contains($0.lowercased()) }),
            words.contains(where: { $0.drop { $0 == ":" }.hasPrefix(Self.types) })
        else { return nil }
        let name: Substring? =
            switch command.program {
            case "defaults": command.arguments.dropFirst().first.map { $0.hasSuffix(".plist") ? $0 : $0 + ".plist" }
            case "plutil": command.arguments.last
            default: isPlistBuddy(command) ? command.arguments.last : nil
            }
        guard let name else { return nil }
        if mentionsOwn(name) { return .own }
        if name.hasSuffix(".plist"), let path = BuildPhaseScript.path(name) { return .path(path) }
        // A variable with the path of another manifest would be odd.
        return name.hasPrefix("$") && (!name.contains("/") || name.hasSuffix("/Info.plist")) ? .unknown : nil
    }

    private static let edits: Set<String> = ["add", "copy", "delete", "set", "-insert", "-remove", "-replace", "write"]
}
