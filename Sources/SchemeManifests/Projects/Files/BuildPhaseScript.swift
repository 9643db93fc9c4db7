package import SchemeModel

/// The script of a build phase, which is not run.
package struct BuildPhaseScript: Sendable {
    /// The name of the phase that Xcode shows.
    let name: String
    /// The location of the text in the project.
    let range: SourceRange
    /// Whether the text mentions URL types, and so may change those of the built manifest.
    let mentionsURLTypes: Bool
    /// The paths of the files that the script seems to run, relative to the project's folder; at most ``mostFiles``.
    let files: [Path]
    /// The parts of file names in the text and among the files that the phase writes.
    let nameParts: WordSet

    /// - Parameter outputs: The files that the phase says it writes, as written.
    init(name: String, text: String, outputs: [String] = [], range: SourceRange) {
        nameParts = WordSet(Array(([text] + outputs).joined(separator: "\n").utf8))
        self.name = name
        self.range = range
        mentionsURLTypes = Self.mentionsURLTypes(Array(text.utf8))
        files = Self.files(in: text)
    }

    /// Whether `text` mentions URL types.
    static func mentionsURLTypes(_ text: [UInt8]) -> Bool {
        keys.contains { text.firstRange(of: Array($0.utf8)) != nil }
    }

    /// Returns the place in a file where it mentions URL types first; `nil` if it doesn't.
    package static func firstMention(in bytes: [UInt8]) -> SourceRange? { bytes.firstMention(of: keys) }

    private static let keys = ["CFBundleURLTypes", "CFBundleURLSchemes"]

    /// Returns the words with a `/` or a usual suffix. Words with any variable other than that of the project's folder are
    /// left out, and so are property lists.
    private static func files(in text: String) -> [Path] {
        let separators = Set("\"'`;&|<>=, \t\r\n".utf8)
        var found: [Path] = []
        for word in text.utf8.split(whereSeparator: separators.contains) where word.count <= 1_000 {
            guard found.count < mostFiles else { break }
            var word = Substring(word)
            for folder in folders where word.hasPrefix(folder) { word = "." + word.dropFirst(folder.count) }
            guard !word.utf8.contains(UInt8(ascii: "$")), !word.hasSuffix(".plist"),
                word.utf8.contains(UInt8(ascii: "/")) || suffixes.contains(where: word.hasSuffix)
            else { continue }
            let path = Path(String(word))
            if !path.isAbsolute, !found.contains(path) { found.append(path) }
        }
        return found
    }

    private static let mostFiles = 16
    private static let suffixes = [".sh", ".bash", ".zsh", ".rb", ".py", ".pl", ".swift", ".js"]
    private static let folders = [
        "$SRCROOT", "${SRCROOT}", "$PROJECT_DIR", "${PROJECT_DIR}", "$(SRCROOT)", "$(PROJECT_DIR)",
    ]
}

extension [UInt8] {
    /// Returns the place in a file with these bytes where it mentions one of `words` first; `nil` if it doesn't.
    func firstMention(of words: [String]) -> SourceRange? {
        let mark = starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let text = Array(self[mark...])
        let found = words.compactMap { text.firstRange(of: Array($0.utf8)) }.min { $0.lowerBound < $1.lowerBound }
        return found.map { TextMap(text, storage: .utf8(mark: mark)).range($0) }
    }
}
