package import SchemeModel

/// Writes the output of `suggest`: schemes, whether they are free, and why.
package struct SuggestionListing {
    private let suggestions: [SchemeSuggestion]

    package init(_ suggestions: [SchemeSuggestion]) { self.suggestions = suggestions }

    /// Writes the suggestions in a format.
    ///
    /// - Throws: An error from the output.
    package func write(_ format: ListFormat, to output: ByteOutput, context: ReportContext) throws {
        switch format {
        case .text: try writeText(TextWriter(to: output, context: context))
        case .json: try writeJSON(to: output, tool: context.tool)
        case .csv:
            try output.write(CSVText.record(["scheme", "free", "reason"]))
            for suggestion in suggestions { try output.write(CSVText.record(cells(of: suggestion))) }
        }
        try output.flush()
    }

    private func writeText(_ writer: TextWriter) throws {
        let columns = [
            TextTable.Column(heading: "scheme", kind: .name), TextTable.Column(heading: "free", kind: .word),
            TextTable.Column(heading: "reason", kind: .prose),
        ]
        var table = TextTable(columns, palette: writer.palette, limit: writer.reportContext.width) {
            try writer.line($0)
        }
        for suggestion in suggestions { try table.add(cells(of: suggestion).map(writer.message)) }
        _ = try table.finish()
    }

    private func cells(of suggestion: SchemeSuggestion) -> [String] {
        [suggestion.scheme.text.string, suggestion.state.word, suggestion.reason]
    }

    private func writeJSON(to output: ByteOutput, tool: Tool) throws {
        var json = JSONWriter(to: output)
        try json.openDocument(of: tool)
        try json.key("suggestions")
        try json.array(suggestions) { json, suggestion in
            try json.object(inline: true) {
                try $0.member("scheme", suggestion.scheme.text.string)
                try $0.member("free", suggestion.state == .free)
                try $0.member("yours", suggestion.state == .yours)
                try $0.member("reason", suggestion.reason)
            }
        }
        try json.close()
    }
}

extension SchemeSuggestion.State {
    /// Whether the scheme is free, in a word.
    fileprivate var word: String {
        switch self {
        case .yours: "yours"
        case .free: "yes"
        case .taken: "no"
        }
    }
}
