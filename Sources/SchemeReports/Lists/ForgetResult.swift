package import SchemeModel

/// The result of `forget`: the source or app that was removed.
package struct ForgetResult: Sendable {
    /// The name of the source; `nil` when it was an app.
    package var source: String?
    /// The app; `nil` when it was a source.
    package var app: AppID?
    /// The claims that ended with it.
    package var released: [HistoryEntry]

    package init(source: String?, app: AppID?, released: [HistoryEntry]) {
        self.source = source
        self.app = app
        self.released = released
    }

    /// Writes the result in a format.
    ///
    /// - Throws: An error from the output.
    package func write(_ format: ReportFormat, to output: ByteOutput, tool: Tool) throws {
        switch format {
        case .text: try output.write(TextEscape.escaped(text) + "\n")
        case .json: try writeJSON(to: output, tool: tool)
        }
        try output.flush()
    }

    private var text: String {
        let subject = source.map { "the source \($0)" } ?? "the app \(app?.text.string ?? "")"
        let schemes = Set(released.map(\.scheme)).sorted().map(\.text.string)
        return schemes.isEmpty
            ? "removed \(subject), which had no claims"
            : "removed \(subject) and its claims on \(TextTerms.list(schemes))"
    }

    private func writeJSON(to output: ByteOutput, tool: Tool) throws {
        var json = JSONWriter(to: output)
        try json.openDocument(of: tool)
        try json.key("forgotten")
        try json.object(inline: true) {
            try $0.member("source", source)
            try $0.member("app", app?.text.string)
        }
        try json.key("released")
        try json.array(released) { try $0.value($1) }
        try json.close()
    }
}
