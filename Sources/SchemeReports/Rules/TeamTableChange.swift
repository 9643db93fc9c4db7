package import SchemeModel

/// The result of importing or removing a team's table of known schemes.
package struct TeamTableChange {
    /// The kind of change.
    package enum Action: String, Sendable {
        case imported, unchanged, removed
    }

    private let action: Action
    private let team: TeamTable

    /// Creates the result of `action` on `team`.
    package init(_ action: Action, _ team: TeamTable) {
        self.action = action
        self.team = team
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
        let count = team.schemes.count
        let rows = TextTerms.count(count, "scheme")
        return switch action {
        case .imported: "imported '\(team.name)': \(rows)"
        case .unchanged: "'\(team.name)' is unchanged: \(rows)"
        case .removed: "removed '\(team.name)': \(rows)"
        }
    }

    private func writeJSON(to output: ByteOutput, tool: Tool) throws {
        var json = JSONWriter(to: output)
        try json.openDocument(of: tool)
        try json.member("table", team.name)
        try json.member("action", action.rawValue)
        try json.key("schemes")
        try json.array(team.schemes) { try $0.value($1.scheme.text.string) }
        try json.close()
    }
}
