package import SchemeModel

/// Writes the output of `known`: rows of the knowledge, as a table or in detail.
package struct KnowledgeListing {
    private let facts: [KnownFact]
    private let scheme: SchemeKey?

    /// - Parameters:
    ///   - facts: The rows, in the order of the list.
    ///   - scheme: The scheme that they are about; `nil` for all rows.
    package init(_ facts: [KnownFact], about scheme: SchemeKey?) {
        self.facts = facts
        self.scheme = scheme
    }

    /// Writes the list in a format.
    ///
    /// - Throws: An error from the output.
    package func write(_ format: ReportFormat, to output: ByteOutput, context: ReportContext) throws {
        switch format {
        case .text:
            let writer = TextWriter(to: output, context: context)
            if let scheme { try writeText(about: scheme, writer) } else { try writeTable(writer) }
        case .json: try writeJSON(to: output, tool: context.tool)
        }
        try output.flush()
    }

    private func writeTable(_ writer: TextWriter) throws {
        let columns = ["scheme", "kind", "owner", "platforms", "confidence", "table"].map {
            TextTable.Column(heading: $0)
        }
        var table = TextTable(columns, palette: writer.palette) { try writer.line($0) }
        for fact in facts {
            try table.add([
                writer.message(fact.subject), fact.kind, writer.message(fact.owner ?? "-"), names(of: fact.platforms),
                fact.confidence?.rawValue ?? "-", writer.message(fact.origin ?? "-"),
            ])
        }
        _ = try table.finish()
    }

    private func writeText(about scheme: SchemeKey, _ writer: TextWriter) throws {
        let name = writer.message(scheme.text.string)
        if facts.isEmpty { return try writer.line("nothing is known about scheme '\(name)'") }
        try writer.line(writer.palette.paint("scheme '\(name)'", .strong))
        for fact in facts {
            let owner = fact.owner.map { ": \($0)" } ?? ""
            let confidence = fact.confidence.map { ", confidence \($0.rawValue)" } ?? ""
            let form = ByteString(fact.subject) == scheme.text ? "" : " \(fact.subject)"
            try writer.line(
                "  \(writer.message("\(fact.kind)\(form)\(owner) (\(names(of: fact.platforms))\(confidence))"))"
            )
            if let note = fact.note { try writer.line("    \(writer.message(note))") }
            if !fact.identifiers.isEmpty {
                try writer.line("    its apps: \(writer.message(fact.identifiers.joined(separator: ", ")))")
            }
            let table = fact.origin.map { "; from the team's table \($0)" } ?? ""
            let seen = fact.seen.map { ", read \($0)" } ?? ""
            try writer.line("    source: \(writer.message("\(fact.source)\(seen)\(table)"))")
        }
    }

    private func names(of platforms: PlatformSet) -> String {
        platforms == .all ? "any" : TextTerms.names(of: platforms)
    }

    private func writeJSON(to output: ByteOutput, tool: Tool) throws {
        var json = JSONWriter(to: output)
        try json.openDocument(of: tool)
        try json.member("scheme", scheme?.text.string)
        try json.key("known")
        try json.array(facts) { json, fact in
            try json.object {
                try $0.member("subject", fact.subject)
                try $0.member("kind", fact.kind)
                try $0.member("owner", fact.owner)
                try $0.member("platforms", fact.platforms.platforms.map(\.rawValue))
                try $0.member("confidence", fact.confidence?.rawValue)
                try $0.member("note", fact.note)
                try $0.member("bundleIdentifiers", fact.identifiers)
                try $0.member("source", fact.source)
                try $0.member("seen", fact.seen)
                try $0.member("table", fact.origin)
            }
        }
        try json.close()
    }
}
