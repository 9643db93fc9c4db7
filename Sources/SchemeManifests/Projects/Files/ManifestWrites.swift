import SchemeModel

/// What shows that a script may change the URL types of a manifest: it mentions them, or it may change any key without naming
/// it, because it replaces the file, merges another one into it, or edits a key that a variable contains.
struct ManifestWrites: Sendable {
    private struct Write: Sendable {
        /// The written file, relative to the project's folder; `nil` for the manifest of the target that is built.
        var path: Path?
        var range: SourceRange
    }

    /// Where the script mentions URL types.
    private let mention: SourceRange?
    /// The first commands that may change any key, in order; at most ``most``.
    private var all: [Write] = []
    /// The variables that contain the path of the target's manifest.
    private var variables: Set<Substring> = []

    private static let most = 16
    private static let separators = Set("\n\r;|&()".utf8)
    private static let quotes = Set("\"'".utf8)
    private static let blanks = Set(" \t".utf8)

    /// - Parameter text: The bytes of a file with a script, or the text of a build phase.
    init(in text: [UInt8]) {
        mention = BuildPhaseScript.firstMention(in: text)
        for part in text.split(whereSeparator: Self.separators.contains) where part.count <= 4_096 {
            guard all.count < Self.most else { return }
            let command = part.drop(while: Self.blanks.contains)
            let plain = String(decoding: command.filter { !Self.quotes.contains($0) }, as: UTF8.self)
            let words = plain.split { $0 == " " || $0 == "\t" }
            guard words.first?.hasPrefix("#") == false else { continue }
            for word in words {
                let parts = word.split(separator: "=", maxSplits: 1)
                if parts.count == 2, isOwn(parts[1]) { variables.insert(parts[0]) }
            }
            for file in Self.written(by: words) {
                let path = file.hasSuffix(".plist") ? BuildPhaseScript.path(file) : nil
                guard path != nil || isOwn(file) else { continue }
                all.append(Write(path: path, range: text.place(of: command.startIndex..<command.endIndex)))
            }
        }
    }

    /// Returns what the script does to the manifest of a target, as a predicate, and where.
    ///
    /// - Parameters:
    ///   - manifest: The absolute path of the manifest in the source; `nil` if there is none.
    ///   - folder: The absolute path of the project's folder.
    func first(to manifest: Path?, in folder: Path) -> (predicate: String, range: SourceRange)? {
        if let mention { return ("mentions URL types", mention) }
        return all.first { $0.path.map { folder.appending($0).normalized == manifest } ?? true }
            .map { ("replaces the manifest or edits keys that it doesn't name", $0.range) }
    }

    /// Returns whether a word is the path of the target's manifest, in the source or in the built product.
    private func isOwn(_ word: Substring) -> Bool {
        let name = word.hasSuffix("}") ? word.dropLast() : word
        if name.hasSuffix("INFOPLIST_PATH") || name.hasSuffix("INFOPLIST_FILE") { return true }
        if word.contains("CODESIGNING_FOLDER_PATH"), name.hasSuffix("/Info") || name.hasSuffix("/Info.plist") {
            return true
        }
        return name.hasPrefix("$") && variables.contains(name.drop { $0 == "$" || $0 == "{" })
    }

    /// Returns the files in which a command may change any key.
    private static func written(by words: [Substring]) -> [Substring] {
        let pairs = zip(words, words.dropFirst())
        var written = pairs.filter { $0.0 == ">" || $0.0 == ">>" || $0.0 == "-o" }.map(\.1)
        written += words.filter { $0.hasPrefix(">") }.map { $0.drop { $0 == ">" } }
        guard let position = words.firstIndex(where: { commands.contains($0.split(separator: "/").last ?? "") }),
            let command = words[position].split(separator: "/").last
        else { return written }
        let arguments = words[(position + 1)...].prefix { !$0.contains(">") && !$0.hasPrefix("#") }
        let editsAny =
            switch command {
            case "sed", "perl": arguments.contains { $0.hasPrefix("-") && $0.contains("i") }
            case "PlistBuddy": !arguments.contains("-c") || editsAnyKey(arguments)
            case "plutil", "defaults": editsAnyKey(arguments)
            default: false
            }
        if editsAny { return written + arguments.filter { !$0.hasPrefix("-") } }
        return copying.contains(command) ? written + arguments.suffix(1) : written
    }

    private static let copying: Set<Substring> = ["cp", "ditto", "install", "mv", "rsync", "tee"]
    private static let commands = copying.union(["PlistBuddy", "defaults", "perl", "plutil", "sed"])

    /// Returns whether the arguments of an editor of property lists merge another file, or edit a key that a variable
    /// contains.
    private static func editsAnyKey(_ arguments: ArraySlice<Substring>) -> Bool {
        if arguments.first == "write" { return arguments.dropFirst(2).first?.hasPrefix("$") ?? false }
        return zip(arguments, arguments.dropFirst()).contains { word, next in
            switch word.lowercased() {
            case "merge", "import": true
            case "-c", "add", "set", "copy", "-replace", "-insert": next.drop { $0 == ":" }.hasPrefix("$")
            default: false
            }
        }
    }
}
