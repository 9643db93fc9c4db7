import SchemeModel

/// Writes the parts of text output: lines, source lines with a mark, hints and tables. Escapes text from inputs.
struct TextWriter {
    private let output: ByteOutput
    private let context: ReportContext
    /// The context of the report.
    var reportContext: ReportContext { context }
    let palette: Palette

    /// The maximum number of characters of a message, because text from an input has no other limit.
    static let messageLimit = 2000
    /// The number of spaces that the rest of a wrapped line is indented by.
    private static let continuation = 4
    /// The maximum number of characters of a name.
    static let nameLimit = 100

    init(to output: ByteOutput, context: ReportContext) {
        self.output = output
        self.context = context
        palette = Palette(isOn: context.usesColor)
    }

    /// Writes one line. `text` is escaped and doesn't begin with text from an input.
    ///
    /// On a terminal, text that is too long continues on the next lines, which are indented more.
    ///
    /// - Parameter isCode: Whether `text` stays as it is, whatever its length is.
    func line(_ text: String = "", isCode: Bool = false) throws {
        guard !isCode, let width = context.width, DisplayWidth.columns(ofPainted: text) > width else {
            return try output.write(text + "\n")
        }
        let indent = text.prefix { $0 == " " }.count + Self.continuation
        for line in Paragraphs.wrapped(text, indent: indent, width: width) { try output.write(line + "\n") }
    }

    func flush() throws { try output.flush() }

    /// Returns `message` as one printable line.
    func message(_ message: String) -> String { TextEscape.escaped(message, limit: Self.messageLimit) }

    /// Returns the message of a finding as one line, in which the mentioned place can be opened.
    func message(of finding: Finding) -> String { message(finding.message(naming: context.paths.position)) }

    /// Returns the rule of a finding, with its id if the report shows ids.
    func tag(of finding: Finding) -> String {
        palette.paint("[\(finding.rule)]" + (context.showsIDs ? " \(finding.shortID)" : ""), .faint)
    }

    /// Returns the path with line and column, in bold.
    func position(_ place: Place) -> String { palette.paint(plainPosition(place), .strong) }

    /// Returns the path with line and column.
    func plainPosition(_ place: Place) -> String { TextEscape.escaped(context.paths.position(of: place)) }

    /// Writes a problem, its kind and its hint.
    func problem(_ problem: Problem) throws {
        // That nothing was found says it all.
        let kind = problem.code == .nothingFound ? "" : " " + palette.paint("[\(problem.code.rawValue)]", .faint)
        try line("\(position(problem.place)): \(palette.paint("problem", .error)): \(message(problem.message))\(kind)")
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
        try line(snippet.line.isEmpty ? indent + rule : "\(indent)\(rule) \(snippet.line)", isCode: true)
        let mark = palette.paint(snippet.mark, palette.style(of: severity))
        try line("\(indent)\(palette.paint("\(gutter) |", .faint)) \(mark)", isCode: true)
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
        if !app.id.isKnown, !app.hasOnlyDefaultIdentifier { parts.append("identity unknown") }
        return "\(TextTerms.identifier(of: app)) (\(parts.joined(separator: ", ")))"
    }
}
