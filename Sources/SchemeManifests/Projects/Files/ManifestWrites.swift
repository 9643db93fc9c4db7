import SchemeModel

/// What shows that a script may change the URL types of a manifest: it mentions them, or it may change any key without naming
/// it, because it replaces the file, merges another one into it, or edits a key that a variable contains.
struct ManifestWrites: Sendable {
    /// Where the script mentions URL types.
    let mention: SourceRange?
    /// Whether the script mentions scene manifests.
    let mentionsScenes: Bool
    /// The first command that may change any key of the manifest of the target that is built.
    private(set) var own: SourceRange?
    /// The first command that replaces that manifest, or changes its URL types by their name.
    private(set) var ownChange: SourceRange?
    /// The files that may change likewise, relative to the project's folder, with the first command, in the order of the
    /// script; at most ``most``.
    private(set) var files: [(path: Path, range: SourceRange)] = []
    /// Those that a command replaces, or in which it changes URL types by their name; at most ``most``.
    private(set) var changedFiles: [(path: Path, range: SourceRange)] = []
    /// The variables that contain the path of the target's manifest.
    private var manifests: Set<Substring>
    /// The values of the variables whose values the script contains.
    private var literals: [Substring: ArraySlice<Substring>] = [:]

    private static let (most, mostKeys) = (16, 256)
    private static let separators = Set("\n\r;|&()".utf8)
    private static let quotes = Set("\"'".utf8)

    /// - Parameters:
    ///   - text: The bytes of a file with a script, or the text of a build phase.
    ///   - isGivenManifest: Whether the arguments of the script may contain the path of the target's manifest.
    init(in text: [UInt8], isGivenManifest: Bool = false) {
        manifests = isGivenManifest ? ["1", "2", "3", "4"] : []
        mention = BuildPhaseScript.firstMention(in: text)
        mentionsScenes = text.firstMention(of: [Manifest.sceneManifestKey]) != nil
        for part in text.split(whereSeparator: Self.separators.contains) where part.count <= 4_096 {
            var words = Self.words(of: part)
            guard let command = words.first(where: { !Self.prefixes.contains($0) }), !command.hasPrefix("#") else {
                continue
            }
            if ["echo", "printf"].contains(command) { words = Self.words(of: part, isPrinted: true) }
            for word in words { assign(word) }
            if words.starts(with: ["for"]), words.count > 3 { assign(words[1], to: words[3...]) }
            let isCertain = Self.isCertain(part, in: text)
            for (file, replaces) in written(by: words) {
                // An argument is only guessed to be the manifest.
                guard !Self.isArgument(file) else { continue }
                let isChange = replaces && isCertain
                let place = { text.place(of: part.startIndex..<part.endIndex) }
                if isOwn(file) {
                    own = own ?? place()
                    if isChange { ownChange = ownChange ?? place() }
                } else if file.hasSuffix(".plist"), let path = BuildPhaseScript.path(file) {
                    Self.add(path, at: place, to: &files)
                    if isChange { Self.add(path, at: place, to: &changedFiles) }
                }
            }
            guard isCertain, let file = Self.fileWithChangedURLTypes(words) else { continue }
            let place = { text.place(of: part.startIndex..<part.endIndex) }
            if file.hasSuffix(".plist"), let path = BuildPhaseScript.path(file) {
                Self.add(path, at: place, to: &changedFiles)
            } else if mentionsOwn(file) || file.hasPrefix("$") && !file.contains("/") {
                // A variable with the path of another manifest would be odd.
                ownChange = ownChange ?? place()
            }
        }
    }

    /// Whether a command runs whenever the script does, as far as its line shows: it isn't in a comment or in quotes, and
    /// doesn't depend on the failure of another one.
    private static func isCertain(_ command: ArraySlice<UInt8>, in text: [UInt8]) -> Bool {
        let before = text[..<command.startIndex].suffix(4_096)
        guard !before.suffix(2).elementsEqual("||".utf8) else { return false }
        let start = before.lastIndex { $0 == 0x0A || $0 == 0x0D }
        guard start != nil || before.count < 4_096 else { return false }
        var quote: UInt8?
        var previous: UInt8 = 0x20
        for byte in before[(start.map { $0 + 1 } ?? before.startIndex)...] {
            if quote == nil, byte == UInt8(ascii: "#"), previous == 0x20 || previous == 0x09 { return false }
            if quotes.contains(byte), previous != .backslash, quote == nil || quote == byte {
                quote = quote == nil ? byte : nil
            }
            previous = byte
        }
        return quote == nil
    }

    /// Whether a word is an argument of the script.
    private static func isArgument(_ word: Substring) -> Bool {
        word.drop { "${".contains($0) }.first?.isNumber ?? false
    }

    private static func add(
        _ path: Path,
        at place: () -> SourceRange,
        to files: inout [(path: Path, range: SourceRange)]
    ) {
        if files.count < most, !files.contains(where: { $0.path == path }) { files.append((path, place())) }
    }

    /// Returns the words of a command without quotes. Text in quotes that is printed redirects nothing.
    private static func words(of command: ArraySlice<UInt8>, isPrinted: Bool = false) -> [Substring] {
        var quote: UInt8?
        var isEscaped = false
        let plain = command.filter { byte in
            defer { isEscaped = byte == .backslash && !isEscaped && quote != .singleQuote }
            guard quotes.contains(byte) else { return !isPrinted || quote == nil || byte != UInt8(ascii: ">") }
            if !isEscaped, quote == nil || quote == byte { quote = quote == nil ? byte : nil }
            return false
        }
        return String(decoding: plain, as: UTF8.self).split { $0 == " " || $0 == "\t" }
    }

    private mutating func assign(_ word: Substring) {
        let parts = word.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, !parts[0].hasPrefix("-") else { return }
        if isOwn(parts[1]) { manifests.insert(parts[0]) } else { manifests.remove(parts[0]) }
        let isAppended = parts[0].hasSuffix("+")
        assign(isAppended ? parts[0].dropLast() : parts[0], to: isAppended ? ["$"] : parts[1...])
    }

    private mutating func assign(_ variable: Substring, to values: ArraySlice<Substring>) {
        let isKnown = !values.contains { $0.contains { "$`*\\".contains($0) } }
        literals[variable] = isKnown ? values : nil
    }

    /// Returns whether a word is the path of the target's manifest, in the source or in the built product.
    private func isOwn(_ word: Substring) -> Bool {
        let name = word.hasSuffix("}") ? word.dropLast() : word
        if ["INFOPLIST_PATH", "INFOPLIST_FILE"].contains(where: name.hasSuffix) {
            return name.dropLast(14).last.map { $0 == "$" || $0 == "{" } ?? false
        }
        return word.contains("CODESIGNING_FOLDER_PATH") && word.hasSuffix("/Info.plist")
            || name.hasPrefix("$") && manifests.contains(name.drop { $0 == "$" || $0 == "{" })
    }

    /// Returns whether a word contains the path of the target's manifest, perhaps with an extension.
    private func mentionsOwn(_ word: Substring) -> Bool {
        let names = ["INFOPLIST_PATH", "INFOPLIST_FILE"] + manifests.map(String.init)
        return names.contains { word.contains("$" + $0) || word.contains("${" + $0) }
    }

    /// Returns whether a key with variables may be that of URL types. If one of its variables is unknown, the text before it
    /// decides.
    private func mayNameURLTypes(_ key: Substring) -> Bool {
        let types = "CFBundleURLTypes"
        var parts = key.split(separator: "$", omittingEmptySubsequences: false)[...]
        var texts = [String(parts.removeFirst())]
        for part in parts {
            let name = part.drop { $0 == "{" }.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
            // `${NAME%text}` is another text than the value.
            let isPlain = !part.hasPrefix("{") || part[name.endIndex...].hasPrefix("}")
            guard isPlain, let values = literals[name], values.count * texts.count <= Self.mostKeys else {
                return texts.contains { $0.hasPrefix(types) || types.hasPrefix($0) }
            }
            let rest = part[name.endIndex...].drop { $0 == "}" }
            texts = texts.flatMap { text in values.map { text + $0 + rest } }
        }
        return !parts.isEmpty && texts.contains { $0.hasPrefix(types) }
    }

    /// Returns the files in which a command may change any key, and whether it replaces them with another property list, or
    /// merges others into them.
    private func written(by words: [Substring]) -> [(file: Substring, isChange: Bool)] {
        var written = zip(words, words.dropFirst()).filter { $0.0 == ">" || $0.0 == ">>" }.map(\.1)
        written += words.filter { $0.hasPrefix(">") }.map { $0.drop { $0 == ">" } }.filter { !$0.isEmpty }
        let (command, arguments) = Self.parts(of: words)
        var edited: ArraySlice<Substring> = []
        switch command {
        case "cp", "ditto", "install", "mv", "rsync", "tee": written += arguments.suffix(1)
        case "plutil":
            // Converting a file to itself keeps its keys.
            if let output = arguments.drop(while: { $0 != "-o" }).dropFirst().first,
                arguments.count(where: { $0 == output }) == 1
            {
                written.append(output)
            }
            if editsAnyKey(arguments) { edited = arguments }
        case "PlistBuddy": if !arguments.contains("-c") || editsAnyKey(arguments) { edited = arguments }
        default: break
        }
        let merges = edited.contains { ["merge", "import"].contains($0.lowercased()) }
        // A copy of the manifest with another version, or one that was set aside, has the same URL types.
        let sources = words.filter {
            !written.contains($0) && $0.contains(".plist") || mentionsOwn($0) && !written.contains($0)
        }
        let replaces = !sources.isEmpty && !sources.contains(where: mentionsOwn)
        return written.map { ($0, replaces) } + edited.map { ($0, merges) }
    }

    /// Returns the name of a command's program and its arguments without redirections.
    private static func parts(of words: [Substring]) -> (program: Substring, arguments: ArraySlice<Substring>) {
        let own = words.drop { prefixes.contains($0) || $0.contains("=") }
        let arguments = own.dropFirst().prefix { !$0.contains(">") && !$0.hasPrefix("#") }
        return (own.first?.split(separator: "/").last ?? "", arguments)
    }

    /// Returns the file in which a command changes URL types by their name; `nil` if it doesn't.
    private static func fileWithChangedURLTypes(_ words: [Substring]) -> Substring? {
        let (program, arguments) = parts(of: words)
        func has(_ words: Set<String>) -> Bool { arguments.contains { words.contains($0.lowercased()) } }
        guard has(["add", "copy", "delete", "set", "-insert", "-remove", "-replace", "write"]),
            arguments.contains(where: { $0.drop { $0 == ":" }.hasPrefix("CFBundleURLTypes") })
        else { return nil }
        return switch program {
        case "defaults": arguments.dropFirst().first
        // Scripts often keep the path of PlistBuddy in a variable.
        case _ where program.hasPrefix("$"), "PlistBuddy", "plutil": arguments.last
        default: nil
        }
    }

    /// The words before a command.
    private static let prefixes: Set<Substring> = ["!", "do", "else", "exec", "if", "sudo", "then", "xcrun", "{"]

    /// Returns whether the arguments of an editor of property lists merge another file, or edit a key with variables that may
    /// be that of URL types.
    private func editsAnyKey(_ arguments: ArraySlice<Substring>) -> Bool {
        arguments.indices.contains { index in
            let next = arguments[(index + 1)...].prefix(2)
            guard ["-c", "-replace", "-insert"].contains(arguments[index]), let first = next.first else { return false }
            switch first.lowercased() {
            case "merge", "import": return true
            case "add", "set": return mayNameURLTypes(next.dropFirst().first?.drop { $0 == ":" } ?? "")
            default: return mayNameURLTypes(first)
            }
        }
    }
}
