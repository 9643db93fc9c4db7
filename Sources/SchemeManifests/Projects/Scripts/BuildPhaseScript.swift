package import SchemeModel

/// The script of a build phase or rule, which is not run.
package struct BuildPhaseScript: Sendable {
    /// What runs it: a `build phase` or `build rule`.
    let runner: String
    /// The name of the phase that Xcode shows.
    let name: String
    /// The location of the text in the project.
    let range: SourceRange
    /// What may change the URL types of a manifest.
    let writes: ManifestWrites
    /// The paths of the files that the script mentions and may run, relative to the project's folder or absolute; at most
    /// ``mostFiles``.
    let files: [Path]
    /// Those of these files that it runs.
    let runs: Set<Path>
    /// The numbers of the arguments with which it passes the path of the target's manifest to these files; 1 is the first.
    let manifestArguments: Set<Int>
    /// Whether its text is computed, so that it may do anything.
    let isUnread: Bool
    /// The parts of file names in the text and among the files that the phase writes.
    let nameParts: WordSet

    /// - Parameters:
    ///   - text: The text; `nil` if it is computed.
    ///   - file: The only file that it runs; `nil` if the text decides.
    ///   - outputs: The files that the phase says it writes, as written.
    init(
        _ runner: String,
        name: String,
        text written: String?,
        file: Path? = nil,
        outputs: [String] = [],
        range: SourceRange
    ) {
        let text = written ?? ""
        isUnread = written == nil
        self.runner = runner
        nameParts = WordSet(Array(([text] + outputs).joined(separator: "\n").utf8))
        self.name = name
        self.range = range
        let bytes = Array(text.utf8)
        let commands = ShellReader.commands(in: bytes)
        writes = ManifestWrites(in: bytes, commands)
        let variables = ShellVariables(constantsIn: commands)
        let files = file.map { [$0] } ?? Self.files(in: text, variables)
        self.files = files
        runs = Set(file.map { [$0] } ?? commands.flatMap(\.scripts).compactMap { Self.path($0, variables) })
        manifestArguments = (files.isEmpty ? [] : commands).reduce(into: []) { numbers, command in
            // Without a name, the words are only the arguments.
            let script =
                command.words.firstIndex { Self.path($0, variables).map(files.contains) ?? false } ?? -1
            for (index, word) in command.words.enumerated()
            where index > script && ScriptPath(variables.expanded(word)).mentionsOwn {
                numbers.insert(index - script)
            }
        }
    }

    /// Returns the place in a file where it mentions URL types first; `nil` if it doesn't.
    package static func firstMention(in bytes: [UInt8]) -> SourceRange? { bytes.firstMention(of: keys) }

    /// The keys, and the action of fastlane that sets them.
    ///
    /// - Source: https://docs.fastlane.tools/actions/update_url_schemes/ (seen 2026-11-28).
    private static let keys = ["CFBundleURLTypes", "CFBundleURLSchemes", "update_url_schemes"]

    /// Returns the words with a `/` or a usual suffix. Words with a variable are left out, unless it is the project's folder or
    /// one of `variables`, and so are property lists.
    private static func files(in text: String, _ variables: ShellVariables) -> [Path] {
        let separators = Set("\"'`;&|<>=, \t\r\n".utf8)
        var found: [Path] = []
        for word in text.utf8.split(whereSeparator: separators.contains) where word.count <= 1_000 {
            guard found.count < mostFiles else { break }
            guard let path = path(Substring(word), variables), !path.hasExtension("plist"),
                word.contains(UInt8(ascii: "/")) || suffixes.contains(where: Substring(word).hasSuffix)
            else { continue }
            if !found.contains(path) { found.append(path) }
        }
        return found
    }

    /// Returns the path relative to the project's folder, also if it begins with a variable whose value the script shows.
    private static func path(_ word: Substring, _ variables: ShellVariables) -> Path? {
        path(word) ?? path(variables.expanded(word))
    }

    /// Returns the path relative to the project's folder; `nil` if it is absolute, or has any other variable than that folder.
    static func path(_ word: Substring) -> Path? {
        var word = word
        for folder in folders where word.hasPrefix(folder) { word = "." + word.dropFirst(folder.count) }
        let path = Path(String(word))
        return path.isAbsolute || word.utf8.contains { "$`".utf8.contains($0) } ? nil : path
    }

    private static let mostFiles = 16
    private static let suffixes = [".sh", ".bash", ".zsh", ".rb", ".py", ".pl", ".swift", ".js"]
    private static let folders = [
        "$SRCROOT", "${SRCROOT}", "$PROJECT_DIR", "${PROJECT_DIR}", "$(SRCROOT)", "$(PROJECT_DIR)", "$SOURCE_ROOT",
        "${SOURCE_ROOT}", "$PWD", "${PWD}", "$(pwd)",
    ]
}

extension [UInt8] {
    /// Returns the place in a file with these bytes where it mentions one of `words` first; `nil` if it doesn't.
    func firstMention(of words: [String]) -> SourceRange? {
        var wordsByFirst = [[[UInt8]]](repeating: [], count: 256)
        for word in words.map({ Array($0.utf8) }) { wordsByFirst[Int(word[0])].append(word) }
        for (start, byte) in enumerated() {
            let found = wordsByFirst[Int(byte)].first { self[start...].starts(with: $0) }
            if let found { return places(of: [start..<start + found.count])[0] }
        }
        return nil
    }

    /// Returns the places of ranges in a file with these bytes.
    func places(of ranges: [Range<Int>]) -> [SourceRange] {
        guard !ranges.isEmpty else { return [] }
        let mark = starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let map = TextMap(Array(self[mark...]), storage: .utf8(mark: mark))
        return ranges.map { map.range(Swift.max(0, $0.lowerBound - mark)..<$0.upperBound - mark) }
    }
}
