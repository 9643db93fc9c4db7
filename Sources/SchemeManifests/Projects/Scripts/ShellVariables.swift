import SchemeModel

/// The variables of a shell script with values that its text shows.
struct ShellVariables {
    /// The values, of which a loop assigns one after another.
    private var values: [Substring: [Substring]] = [:]

    /// The variables with the path of the project's folder, where scripts run.
    static let ofProject: Set<Substring> = ["PROJECT_DIR", "PWD", "SOURCE_ROOT", "SRCROOT"]

    private static let (mostBytes, mostTexts, mostTextBytes) = (256, 256, 64)

    /// The variables that `commands` set to only one value, which has no variables itself.
    init(constantsIn commands: [ShellCommand]) {
        // The names with more than one value.
        var changed: Set<Substring> = []
        for command in commands {
            assign(in: command) { name, old, new in
                if new == nil || old.map({ $0 != new }) ?? false { changed.insert(name) }
            }
        }
        values = values.filter { name, values in
            !changed.contains(name) && values.count == 1 && !values[0].contains { "$`".contains($0) }
        }
    }

    /// Records what a command assigns, and passes each name with its old and new values to `note`.
    mutating func assign(
        in command: ShellCommand,
        _ note: (Substring, [Substring]?, [Substring]?) -> Void = { _, _, _ in }
    ) {
        func set(_ name: Substring, _ new: [Substring]?) {
            note(name, values[name], new)
            values[name] = new
        }
        let words = command.words
        if words.first == "for", words.count > 3 {
            let isBounded = words.count <= Self.mostTexts && command.isBounded
            set(words[1], isBounded ? Array(words[3...]) : nil)
        }
        let program = command.program
        if ["read", "unset"].contains(program) { for name in command.arguments { set(name, nil) } }
        // Before a program, an assignment only holds for it.
        guard program.isEmpty || Self.assigning.contains(program) else { return }
        for word in words where !word.hasPrefix("-") {
            guard let sign = word.firstIndex(of: "="), sign > word.startIndex else { continue }
            let name = word[..<sign]
            let value = word[sign...].dropFirst()
            // `+=` appends to a value. An empty value may be followed by a command in backquotes.
            if name.hasSuffix("+") {
                set(name.dropLast(), nil)
            } else if value.isEmpty || value.utf8.count > Self.mostBytes {
                set(name, nil)
            } else if !Self.ofProject.contains(name) || !Self.isComputed(value) {
                let value = expanded(value)
                set(name, value.utf8.count > Self.mostBytes ? nil : [value])
            }
        }
    }

    private static let assigning: Set<Substring> = ["declare", "export", "local", "readonly", "typeset"]

    /// Whether a value comes from a command or a default. A script that sets a variable of Xcode in this way often finds the
    /// same folder, so that it also runs outside of Xcode.
    private static func isComputed(_ value: Substring) -> Bool {
        value.hasSuffix("$") || hasCommand(value) || value.hasPrefix("${") && value.contains(":-")
    }

    /// Whether a word has the output of a command in it.
    static func hasCommand(_ word: Substring) -> Bool { word.contains("$(") || word.contains("`") }

    /// Returns a word with the value of the variable at its start, if it has one.
    func expanded(_ word: Substring) -> Substring {
        guard word.hasPrefix("$") else { return word }
        let reference = reference(word.dropFirst())
        guard let known = reference.values, known.count == 1 else { return word }
        return known[0] + reference.rest
    }

    /// Returns the texts that a word may be, and whether they are whole; otherwise, each is what comes before a variable with an
    /// unknown value. Of a long text, only the start is returned.
    func texts(of word: Substring) -> (texts: [String], isWhole: Bool) {
        var parts = word.split(separator: "$", omittingEmptySubsequences: false)[...]
        var texts = [String(parts.removeFirst())]
        for part in parts where texts.contains(where: { $0.utf8.count < Self.mostTextBytes }) {
            let reference = reference(part)
            guard let known = reference.values, known.count * texts.count <= Self.mostTexts,
                !known.contains(where: { $0.contains { "$`*\\".contains($0) } })
            else { return (texts, false) }
            texts = texts.flatMap { text in known.map { text + $0 + reference.rest } }
        }
        return (texts, true)
    }

    /// Returns the values of the variable that a word names after `$`, if it has any, and the text after it.
    private func reference(_ word: Substring) -> (values: [Substring]?, rest: Substring) {
        let isBraced = word.hasPrefix("{")
        let start = word.dropFirst(isBraced ? 1 : 0)
        let end = start.utf8.firstIndex { !$0.continuesName }
        let (name, rest) = (start[..<(end ?? start.endIndex)], start[(end ?? start.endIndex)...])
        guard isBraced else { return (values[name], rest) }
        // `${NAME%text}` is another text than the value.
        return rest.hasPrefix("}") ? (values[name], rest.dropFirst()) : (nil, rest)
    }
}
