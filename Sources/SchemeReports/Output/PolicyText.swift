import SchemeModel

/// The text about a configuration or a baseline, for reports.
struct PolicyText {
    /// The file, its policies, and what changed since the revision, as one escaped line.
    let line: String
    /// How to use the current version, if the run did not; escaped.
    let help: String?

    /// - Parameter style: Returns a name or another text from an input, escaped for the format.
    init(_ file: PolicyFile, in context: ReportContext, style: (String) -> String = { TextEscape.escaped($0) }) {
        if file.kind == .code {
            line = Self.line(aboutComments: file, in: context, style)
            let advice = "help: review the added comments; they accept nothing new until they are merged"
            help = file.change == nil ? nil : advice
            return
        }
        let path = context.paths.text(for: file.place)
        let revision = file.revision.map { style("\($0.name) (\($0.commit.prefix(10)))") }
        let effects = Self.phrases(for: file.effects)
        var line = "\(file.kind.rawValue): \(style(path))"
        if !effects.isEmpty { line += " with \(TextTerms.list(effects))" }
        if let change = file.change, let revision {
            switch (change, file.isEarlier) {
            case (.added, true): line += " was added since \(revision); it was not used"
            case (.changed, true): line += "; it was changed since \(revision), and the earlier version was used"
            case (.removed, true): line += "; it was removed since \(revision), but it was used"
            case (_, false): line += "; it was \(change.rawValue) since \(revision)"
            }
        }
        self.line = line
        switch file.kind {
        case .configuration where file.change != nil && file.isEarlier:
            help = "help: merge the configuration first, or use it with --config"
        case .baseline where file.change != nil && file.isEarlier: help = "help: merge the baseline first"
        case .configuration, .baseline, .code: help = nil
        }
    }

    /// The maximum number of added comments that a line names.
    private static let namedComments = 5

    /// Returns the line about the comments in code: how many accept findings, and which of them were added.
    private static func line(
        aboutComments file: PolicyFile,
        in context: ReportContext,
        _ style: (String) -> String
    ) -> String {
        let count = file.effects.comments
        let comments = "\(file.kind.rawValue): \(TextTerms.count(count, "comment"))"
        guard file.change != nil, let revision = file.revision else {
            return "\(comments) \(count == 1 ? "accepts" : "accept") findings"
        }
        let line = "\(comments) about findings"
        let added = file.additions
        let places = added.map { style(context.paths.position(of: $0)) }.inWords(atMost: namedComments)
        let subject =
            added.count == count
            ? (count == 1 ? "it was" : "all were") : added.count == 1 ? "1 was" : "\(added.count.grouped) were"
        return "\(line); \(subject) added since \(style("\(revision.name) (\(revision.commit.prefix(10)))")): \(places)"
    }

    /// The line and the help on one line.
    var whole: String { [line, help].compactMap { $0 }.joined(separator: "; ") }

    /// Returns the policies in words: `2 rules off`, `1 acceptance`.
    private static func phrases(for effects: PolicyFile.Effects) -> [String] {
        let rules = effects.rulesOff
        return [
            (rules, "\(TextTerms.count(rules, "rule")) off"),
            (effects.severities, TextTerms.count(effects.severities, "changed severity", "changed severities")),
            (effects.acceptances, TextTerms.count(effects.acceptances, "acceptance")),
            (effects.sharedSchemes, TextTerms.count(effects.sharedSchemes, "shared scheme")),
            (effects.sessionSchemes, TextTerms.count(effects.sessionSchemes, "session scheme")),
            (effects.exclusions, TextTerms.count(effects.exclusions, "exclusion")),
            (effects.codeOff, "code off"),
            (effects.findings, TextTerms.count(effects.findings, "finding")),
        ].filter { $0.0 > 0 }.map(\.1)
    }
}
