package import SchemeModel

/// The pieces that every text for people is made of. All of them escape what comes from an input.
struct TextLayout {
    private let output: ByteOutput
    private let context: ReportContext
    /// What it writes by.
    var reportContext: ReportContext { context }
    let palette: Palette

    /// Characters of a message that are shown; what an input puts into one has no other bound.
    static let messageLimit = 2000
    /// Characters of a name that are shown.
    static let nameLimit = 100

    init(to output: ByteOutput, context: ReportContext) {
        self.output = output
        self.context = context
        palette = Palette(isOn: context.usesColor)
    }

    /// Writes one line. `text` is escaped already and begins with no text of an input.
    func line(_ text: String = "") throws {
        try output.write(text + "\n")
    }

    func flush() throws { try output.flush() }

    /// `message` as one line that may be printed.
    func message(_ message: String) -> String { TextEscape.escaped(message, limit: Self.messageLimit) }

    /// The message of a finding as one line, with the place that it mentions as it can be opened.
    func message(of finding: Finding) -> String { message(finding.message(naming: context.paths.position)) }

    /// The path with line and column, in bold.
    func position(_ place: Place) -> String { palette.paint(plainPosition(place), .strong) }

    /// The path with line and column.
    func plainPosition(_ place: Place) -> String { TextEscape.escaped(context.paths.position(of: place)) }

    /// Writes what kept the tool from looking at an input, and what to do about it.
    func problem(_ problem: Problem) throws {
        try line("\(position(problem.place)): \(palette.paint("problem", .error)): \(message(problem.message))")
        try help(problem.hint)
    }

    /// Writes the source line of a place and a mark below it; the key path where the format has no lines; nothing where
    /// the line cannot be had.
    func snippet(_ place: Place, _ severity: Severity, indent: String = "") throws {
        guard let lines = place.range?.lines else {
            guard let keyPath = place.keyPath, !keyPath.isEmpty else { return }
            return try line("\(indent)  at: \(message(keyPath))")
        }
        guard let bytes = context.sourceLine(place) else { return }
        let number = String(lines.start.line).paddedLeft(to: 5)
        let gutter = String(repeating: " ", count: number.utf8.count)
        let room = context.width.map { $0 - indent.utf8.count - number.utf8.count - 3 } ?? Snippet.standardWidth
        let snippet = Snippet(line: bytes, marking: lines, width: min(room, Snippet.standardWidth))
        let rule = palette.paint("\(number) |", .faint)
        try line(snippet.line.isEmpty ? indent + rule : "\(indent)\(rule) \(snippet.line)")
        let mark = palette.paint(snippet.mark, palette.style(of: severity))
        try line("\(indent)\(palette.paint("\(gutter) |", .faint)) \(mark)")
    }

    /// The source line of a place without the blanks before it; `nil` where it cannot be had.
    func sourceLine(of place: Place) -> String? {
        guard let lines = place.range?.lines, let bytes = context.sourceLine(place) else { return nil }
        let snippet = Snippet(line: bytes, marking: lines)
        return snippet.line.isEmpty ? nil : String(snippet.line.drop { $0 == " " })
    }

    /// Writes what to do, where anything is known; `isReady` when the finding carries the edit that does it.
    func help(_ hint: String?, isReady: Bool = false, indent: String = "  ") throws {
        guard let hint else { return }
        try line("\(indent)\(palette.paint(isReady ? "fix:" : "help:", .strong)) \(message(hint))")
    }

    /// The app as a report names it: `com.fabrikam.wallet (Fabrikam Wallet, iOS)`.
    func describe(_ app: App) -> String {
        var parts = [app.name].compactMap { $0 }.map { TextEscape.escaped($0, limit: Self.nameLimit) }
        parts += app.platforms.isEmpty ? ["platform unknown"] : app.platforms.platforms.map(\.displayName)
        if !app.id.isKnown { parts.append("identity unknown") }
        return "\(TextTerms.identifier(of: app)) (\(parts.joined(separator: ", ")))"
    }
}

/// The words of texts for people.
package enum TextTerms {
    /// The number and the noun in the form that it wants: `1 app`, `2 apps`.
    package static func count(_ number: Int, _ noun: String, _ plural: String? = nil) -> String {
        "\(number) \(number == 1 ? noun : plural ?? "\(noun)s")"
    }

    /// `1`, `1 and 2`, `1, 2 and 3`.
    static func list(_ parts: [String]) -> String {
        guard let last = parts.last, parts.count > 1 else { return parts.joined() }
        return parts.dropLast().joined(separator: ", ") + " and " + last
    }

    /// The bundle identifier of an app as it is spelled, escaped.
    static func identifier(of app: App) -> String {
        guard let identifier = app.bundleIdentifier, !identifier.isEmpty else {
            return app.id.isKnown ? TextEscape.escaped(app.id.text.string) : "an app without bundle identifier"
        }
        return TextEscape.escaped(identifier, limit: TextLayout.nameLimit)
    }

    /// The names of platforms as Apple writes them: `iOS, macOS`; `-` when unknown.
    static func names(of platforms: PlatformSet) -> String {
        platforms.isEmpty ? "-" : platforms.platforms.map(\.displayName).joined(separator: ", ")
    }

    /// `2 vendored folders and 1 link skipped`; `nil` where nothing was.
    package static func skipped(_ counts: SkippedCounts) -> String? {
        let parts = [(counts.folders, "vendored folder"), (counts.links, "link")].filter { $0.0 > 0 }
        return parts.isEmpty ? nil : list(parts.map { count($0.0, $0.1) }) + " skipped"
    }

    /// The last line of a report: what was found, in how much.
    ///
    /// - Parameter problems: what kept the tool from looking; that nothing was found is told here alone.
    static func sentence(_ summary: Summary, _ problems: [Problem], showsAccepted: Bool = false) -> String {
        let found = summary.causes.phrases
        let scope =
            "\(count(summary.manifests, "manifest")) (\(count(summary.apps, "app")), \(count(summary.claims, "claim")))"
        var text = "\(found.isEmpty ? "no findings" : list(found)) in \(scope)"
        // An empty folder has no findings either, and is not a pass that anybody wants.
        if summary.manifests == 0 {
            text = found.isEmpty ? "no manifests found; nothing was checked" : "\(list(found)); no manifests found"
        }
        if summary.accepted > 0 {
            text += "; \(count(summary.accepted, "accepted finding"))\(showsAccepted ? "" : " not shown")"
        }
        if let skipped = summary.skipped.flatMap(skipped) { text += "; \(skipped)" }
        let unread = problems.count { $0.code != .nothingFound }
        if unread > 0 { text += "; \(count(unread, "problem")): not everything was looked at" }
        return text
    }
}
