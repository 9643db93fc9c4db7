package import SchemeModel

extension FindingFormat {
    /// JSON for programs.
    package static let json = FindingFormat("json", paths: .current) { JSONReporter(to: $0, tool: $1.tool) }
}

/// Writes a report as one JSON object.
///
/// Findings, accepted ones included, are written immediately; the summary comes last.
package struct JSONReporter: Reporter {
    private let output: ByteOutput
    private let tool: Tool
    private var json: JSONWriter

    package init(to output: ByteOutput, tool: Tool) {
        self.output = output
        self.tool = tool
        json = JSONWriter(to: output)
    }

    package mutating func begin() throws {
        try json.openDocument(of: tool)
        try json.key("findings")
        try json.openArray()
    }

    package mutating func report(_ finding: Finding) throws {
        try json.value(finding)
    }

    package mutating func end(problems: [Problem], summary: Summary) throws {
        try json.close()
        try json.key("problems")
        try json.array(problems) { try $0.value($1) }
        try json.key("acceptedProblems")
        try json.array(summary.acceptedProblems) { try $0.value($1) }
        try json.key("summary")
        try json.value(summary)
        try json.close()
        try output.flush()
    }
}
