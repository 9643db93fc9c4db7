/// What a command does with the keys of a property list, if its program edits one.
///
/// - Source: The manual pages of PlistBuddy, plutil and defaults of macOS 15 (seen 2026-11-29).
struct PropertyListEdit {
    /// The files that it may edit, as words.
    private(set) var files: [Substring] = []
    /// Whether it changes URL types by their name, or merges another property list.
    private(set) var isChange = false
    /// Whether it may change any key.
    private(set) var isOfAnyKey = false

    private static let types = "CFBundleURLTypes"
    private static let verbs: Set<String> = [
        "add", "clear", "copy", "delete", "set", "-insert", "-remove", "-replace", "write",
    ]

    init(_ command: ShellCommand, _ variables: ShellVariables) {
        let arguments = command.arguments
        let pairs = zip(arguments, arguments.dropFirst())
        switch command.program {
        case "defaults":
            guard let domain = arguments.dropFirst().first else { return }
            files = [domain.hasSuffix(".plist") ? domain : domain + ".plist"]
            note([arguments.first ?? ""] + arguments.dropFirst(2).prefix(1), variables)
        case "plutil":
            files = Array(arguments)
            for (verb, key) in pairs where verb.hasPrefix("-") { note([verb, key], variables) }
        // Scripts often keep the path of PlistBuddy in a variable.
        case let name where name == "PlistBuddy" || name.hasPrefix("$") && arguments.contains("-c"):
            files = Array(arguments.suffix(1))
            for (flag, text) in pairs where flag == "-c" { note(text.split(separator: " "), variables) }
            // With only a file, PlistBuddy reads commands from standard input.
            if arguments.drop(while: { $0 == "-x" }).count == 1 { isOfAnyKey = true }
        default: break
        }
    }

    /// Records an instruction: a verb and its arguments.
    private mutating func note(_ words: [Substring], _ variables: ShellVariables) {
        let keys = words.dropFirst().map { $0.drop { $0 == ":" } }
        switch words.first?.lowercased() ?? "" {
        // Of two keys, the second one is written.
        case let verb where Self.verbs.contains(verb):
            if keys.prefix(verb == "copy" ? 2 : 1).contains(where: { $0.hasPrefix(Self.types) }) { isChange = true }
            if keys.prefix(1).contains(where: { mayNameURLTypes($0, variables) }) { isOfAnyKey = true }
        // Without an entry, it merges into the root.
        case "merge" where keys.count == 1 || keys.dropFirst().contains { $0.hasPrefix(Self.types) }: isChange = true
        case "merge": if keys.dropFirst().contains(where: { mayNameURLTypes($0, variables) }) { isOfAnyKey = true }
        case "import" where words.count > 2:
            if keys[0].hasPrefix(Self.types) { isChange = true }
            if mayNameURLTypes(keys[0], variables) { isOfAnyKey = true }
        case _ where words.first?.hasPrefix("$") == true: isOfAnyKey = true
        default: break
        }
    }

    /// Returns whether a key with variables may be that of URL types. If one of its variables is unknown, the text before it
    /// decides.
    private func mayNameURLTypes(_ key: Substring, _ variables: ShellVariables) -> Bool {
        guard key.contains("$") else { return false }
        let (texts, isWhole) = variables.texts(of: key)
        return texts.contains { $0.hasPrefix(Self.types) || !isWhole && Self.types.hasPrefix($0) }
    }
}
