/// The variables of a shell script with values that its text shows.
struct ShellVariables {
    /// The values, of which a loop assigns one after another.
    private var values: [Substring: [Substring]] = [:]

    private static let (mostBytes, mostTexts, mostTextBytes) = (256, 256, 64)

    /// Records what a command assigns.
    mutating func assign(in command: ShellCommand) {
        let words = command.words
        for word in words where !word.hasPrefix("-") {
            let parts = word.split(separator: "=", maxSplits: 1)
            guard parts.count == 2 else { continue }
            let value = expanded(parts[1])
            // `+=` appends to a value.
            let isAppended = parts[0].hasSuffix("+")
            let name = isAppended ? parts[0].dropLast() : parts[0]
            // A script often finds the project's folder by itself, so that it also runs outside of Xcode.
            let isComputed = value.hasSuffix("$") || value.contains("$(") || value.contains("`") || value.contains(name)
            if BuildPhaseScript.folderVariables.contains(name), isComputed { continue }
            values[name] = isAppended || value.utf8.count > Self.mostBytes ? nil : [value]
        }
        if words.starts(with: ["for"]), words.count > 3 { values[words[1]] = Array(words[3...]) }
    }

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
        let name = word.dropFirst(isBraced ? 1 : 0).prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        let rest = word[name.endIndex...]
        guard isBraced else { return (values[name], rest) }
        // `${NAME%text}` is another text than the value.
        return rest.hasPrefix("}") ? (values[name], rest.dropFirst()) : (nil, rest)
    }
}
