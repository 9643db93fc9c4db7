/// The sections of an explanation, which it can cut to the lines of a screen.
struct ExplanationScreen {
    private(set) var sections: [ExplanationSection]
    private(set) var isCut = false

    /// The lines of an explanation on a terminal.
    static let lines = 50
    /// The lines of the longest code that is shown whole.
    private static let codeLines = 6

    init(sections: [ExplanationSection]) { self.sections = sections }

    /// Cuts the sections to `limit` lines, marked with "…": first long code, then the last parts of the longest
    /// section, and on a narrow terminal its last sentences, too.
    ///
    /// The first sentence of each section remains, even if that gives more lines.
    mutating func cut(to limit: Int, width: Int) {
        func lines(_ section: ExplanationSection) -> Int { section.lineCount(width: width) }
        guard sections.map(lines).reduce(0, +) > limit else { return }
        isCut = true
        var parts = sections.map { Paragraphs.parts(of: $0.body).map(Self.withoutLongCode) }
        for index in sections.indices { sections[index].body = parts[index].joined() }
        for areSentences in [false, true] {
            if areSentences { parts = parts.map { $0.flatMap(Paragraphs.sentences) } }
            while sections.map(lines).reduce(0, +) > limit {
                let cuttable = sections.indices.filter { parts[$0].count > 1 }
                guard let index = cuttable.max(by: { lines(sections[$0]) < lines(sections[$1]) }) else { break }
                parts[index].removeLast()
                let rest = parts[index].joined()
                sections[index].body = rest + (rest.hasSuffix("`") || rest.hasSuffix("|") ? "\n…" : " …")
            }
        }
    }

    /// Returns the part with "…" instead of code that is longer than a few lines.
    private static func withoutLongCode(_ part: String) -> String {
        guard let code = part.firstRange(of: "```"),
            part[code.lowerBound...].count(where: \.isNewline) > codeLines + 1
        else { return part }
        return part[..<code.lowerBound] + "```\n…\n```"
    }
}
