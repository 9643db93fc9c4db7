package import SchemeModel

/// Writes the parts of text output: lines, source lines with a mark, hints and tables. Escapes text from inputs.
struct TextWriter {
    private let output: ByteOutput
    private let context: ReportContext
    /// The context of the report.
    var reportContext: ReportContext { context }
    let palette: Palette

    /// The maximum number of characters of a message, because text from an input has no other limit.
    static let messageLimit = 2000
    /// The maximum number of characters of a name.
    static let nameLimit = 100

    init(to output: ByteOutput, context: ReportContext) {
        self.output = output
        self.context = context
        palette = Palette(isOn: context.usesColor)
    }

    /// Writes one line. `text` is escaped and doesn't begin with text from an input.
    func line(_ text: String = "") throws {
        try output.write(text + "\n")
    }

    func flush() throws { try output.flush() }

    /// Returns `message` as one printable line.
    func message(_ message: String) -> String { TextEscape.escaped(message, limit: Self.messageLimit) }

    /// Returns the message of a finding as one line, in which the mentioned place can be opened.
    func message(of finding: Finding) -> String { message(finding.message(naming: context.paths.position)) }

    /// Returns the path with line and column, in bold.
    func position(_ place: Place) -> String { palette.paint(plainPosition(place), .strong) }

    /// Returns the path with line and column.
    func plainPosition(_ place: Place) -> String { TextEscape.escaped(context.paths.position(of: place)) }

    /// Writes a problem and its hint.
    func problem(_ problem: Problem) throws {
        try line("\(position(problem.place)): \(palette.paint("problem", .error)): \(message(problem.message))")
        try help(problem.hint)
    }

    /// Writes the source line of a place and a mark below it.
    ///
    /// Writes the key path if the format has no lines, and nothing if the line is not available.
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

    /// Returns the source line of a place without leading spaces; `nil` if it is not available.
    func sourceLine(of place: Place) -> String? {
        guard let lines = place.range?.lines, let bytes = context.sourceLine(place) else { return nil }
        let snippet = Snippet(line: bytes, marking: lines)
        return snippet.line.isEmpty ? nil : String(snippet.line.drop { $0 == " " })
    }

    /// Writes a hint, if any; `isReady` if the finding has the edits that apply it.
    func help(_ hint: String?, isReady: Bool = false, indent: String = "  ") throws {
        guard let hint else { return }
        try line("\(indent)\(palette.paint(isReady ? "fix:" : "help:", .strong)) \(message(hint))")
    }

    /// Returns the app as shown in reports: `com.fabrikam.wallet (Fabrikam Wallet, iOS)`.
    ///
    /// An app whose bundle identifier is unset is shown by its name: `Wallet (iOS, bundle identifier unknown)`.
    func describe(_ app: App) -> String {
        if let name = app.nameInPlaceOfIdentifier {
            let platforms = app.platforms.isEmpty ? "platform unknown" : TextTerms.names(of: app.platforms)
            return "\(TextEscape.escaped(name, limit: Self.nameLimit)) (\(platforms), bundle identifier unknown)"
        }
        var parts = [app.name].compactMap { $0 }.map { TextEscape.escaped($0, limit: Self.nameLimit) }
        parts += app.platforms.isEmpty ? ["platform unknown"] : app.platforms.platforms.map(\.displayName)
        if !app.id.isKnown { parts.append("identity unknown") }
        return "\(TextTerms.identifier(of: app)) (\(parts.joined(separator: ", ")))"
    }
}

/// Phrases for text output.
package enum TextTerms {
    /// Returns the number with the noun in singular or plural: `1 app`, `2 apps`.
    package static func count(_ number: Int, _ noun: String, _ plural: String? = nil) -> String {
        "\(number) \(number == 1 ? noun : plural ?? "\(noun)s")"
    }

    /// Returns a list in words: `1`, `1 and 2`, `1, 2 and 3`.
    static func list(_ parts: [String]) -> String {
        guard let last = parts.last, parts.count > 1 else { return parts.joined() }
        return parts.dropLast().joined(separator: ", ") + " and " + last
    }

    /// Returns the bundle identifier of an app as spelled, escaped.
    static func identifier(of app: App) -> String {
        guard let identifier = app.bundleIdentifier, !identifier.isEmpty else {
            return app.id.isKnown ? TextEscape.escaped(app.id.text.string) : "an app without a bundle identifier"
        }
        return TextEscape.escaped(identifier, limit: TextWriter.nameLimit)
    }

    /// Returns the names of platforms in Apple's spelling: `iOS, macOS`; `-` when unknown.
    static func names(of platforms: PlatformSet) -> String {
        platforms.isEmpty ? "-" : platforms.platforms.map(\.displayName).joined(separator: ", ")
    }

    /// Returns the skipped counts in words: `2 vendored folders and 1 symbolic link skipped`; `nil` if nothing was skipped.
    package static func skipped(_ counts: SkippedCounts) -> String? {
        let parts = [(counts.folders, "vendored folder"), (counts.symlinks, "symbolic link")].filter { $0.0 > 0 }
        return parts.isEmpty ? nil : list(parts.map { count($0.0, $0.1) }) + " skipped"
    }

    /// Returns the last line of a report: the number of findings and what was checked.
    ///
    /// - Parameter problems: The problems. That nothing was found is stated only here.
    static func sentence(_ summary: Summary, _ problems: [Problem], showsAccepted: Bool = false) -> String {
        let found = summary.causes.phrases
        let scope =
            "\(count(summary.manifests, "manifest")) (\(count(summary.apps, "app")), \(count(summary.claims, "claim")))"
        var text = "\(found.isEmpty ? "no findings" : list(found)) in \(scope)"
        // An empty folder also has no findings, but it isn't a passing check.
        if summary.manifests == 0 {
            text = found.isEmpty ? "no manifests found; nothing was checked" : "\(list(found)); no manifests found"
        }
        if summary.accepted > 0 {
            text += "; \(count(summary.accepted, "accepted finding"))\(showsAccepted ? "" : " not shown")"
        }
        if let skipped = summary.skipped.flatMap(skipped) { text += "; \(skipped)" }
        let unread = problems.count { $0.code != .nothingFound }
        if unread > 0 { text += "; \(count(unread, "problem")): the check is incomplete" }
        return text
    }
}

extension App {
    /// The app's name if its bundle identifier is only Xcode's default, which the report's reader never wrote.
    fileprivate var nameInPlaceOfIdentifier: String? {
        guard !id.isKnown, bundleIdentifier == "$(PRODUCT_BUNDLE_IDENTIFIER)", let name, !name.isEmpty,
            !name.contains("$(")
        else { return nil }
        return name
    }
}
