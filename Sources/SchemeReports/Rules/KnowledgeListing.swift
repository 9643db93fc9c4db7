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
    package func write(_ format: ListFormat, to output: ByteOutput, context: ReportContext) throws {
        switch format {
        case .text:
            let writer = TextWriter(to: output, context: context)
            if let scheme {
                try writeText(about: scheme, writer)
            } else if context.width != nil {
                try writeCounts(writer)
            } else {
                try writeTable(facts, writer)
            }
        case .json: try writeJSON(to: output, tool: context.tool)
        case .csv: try writeCSV(to: output)
        }
        try output.flush()
    }

    /// Writes the rows of the team's tables, and counts all others, which would fill dozens of screens.
    private func writeCounts(_ writer: TextWriter) throws {
        let own = facts.filter { $0.origin != nil }
        if !own.isEmpty {
            try writeTable(own, writer)
            try writer.line()
        }
        let counts = Dictionary(grouping: facts.filter { $0.origin == nil }, by: \.category).mapValues(\.count)
        let columns = [
            TextTable.Column(heading: "category", kind: .word), TextTable.Column(heading: "meaning"),
            TextTable.Column(heading: "rows", kind: .number),
        ]
        var table = TextTable(columns, palette: writer.palette, limit: writer.reportContext.width) {
            try writer.line($0)
        }
        for (category, count) in counts.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
            try table.add([category, Self.phrase(category), count.grouped])
        }
        _ = try table.finish()
        try writer.line()
        try writer.line("'schemereg known SCHEME' shows one scheme; 'schemereg known --format csv' has every row")
    }

    private func writeTable(_ facts: [KnownFact], _ writer: TextWriter) throws {
        let hasTables = facts.contains { $0.origin != nil }
        let columns =
            [
                TextTable.Column(heading: "scheme", kind: .name), TextTable.Column(heading: "category", kind: .word),
                TextTable.Column(heading: "owner"), TextTable.Column(heading: "platforms"),
                TextTable.Column(heading: "confidence", kind: .word),
            ] + (hasTables ? [TextTable.Column(heading: "table")] : [])
        var table = TextTable(columns, palette: writer.palette, limit: writer.reportContext.width) {
            try writer.line($0)
        }
        for fact in facts {
            try table.add(
                [
                    writer.message(fact.subject), fact.category, writer.message(fact.owner ?? "-"),
                    Self.names(of: fact.platforms), fact.confidence?.rawValue ?? "-",
                ] + (hasTables ? [writer.message(fact.origin ?? "-")] : [])
            )
        }
        _ = try table.finish()
    }

    private func writeText(about scheme: SchemeKey, _ writer: TextWriter) throws {
        let name = writer.message(scheme.text.string)
        if facts.isEmpty { return try writer.line("nothing is known about scheme '\(name)'") }
        try writer.line(writer.palette.paint("scheme '\(name)'", .strong))
        for fact in facts {
            let form = ByteString(fact.subject) == scheme.text ? "" : ", in the form \(readable(fact.subject))"
            let text = Self.sentence(
                Self.phrase(fact.category) + form,
                owner: fact.owner,
                on: fact.platforms,
                fact.confidence
            )
            try writer.line("  \(writer.message(text))")
            if let note = fact.note { try writer.line("    \(writer.message(note))") }
            if !fact.identifiers.isEmpty {
                let identifiers = fact.identifiers.map { $0.hasSuffix(".") ? $0 + "*" : $0 }
                try writer.line("    bundle identifiers: \(writer.message(identifiers.joined(separator: ", ")))")
            }
            if let table = fact.origin { try writer.line("    table: \(writer.message(table))") }
            let seen = fact.seen.map { " (read \($0))" } ?? ""
            for source in fact.source.split(separator: " ; ") {
                try writer.line("    source: \(writer.message(source + seen))")
            }
        }
    }

    /// Returns a pattern for people: an ellipsis stands for any characters.
    private func readable(_ pattern: String) -> String {
        pattern.split(separator: "<", omittingEmptySubsequences: false).enumerated().map { index, part -> String in
            if index == 0 { return String(part) }
            guard part.hasPrefix("any"), let end = part.firstIndex(of: ">") else { return "<\(part)" }
            return "…\(part[part.index(after: end)...])"
        }.joined()
    }

    /// Returns what a kind of fact says about a scheme, for people.
    static func phrase(_ kind: String) -> String {
        switch kind {
        case "apple-documented": "documented by Apple"
        case "apple-system": "seen on Apple's systems"
        case "browser": "used inside web engines"
        case "iana-permanent": "permanently registered with IANA"
        case "iana-provisional": "provisionally registered with IANA"
        case "iana-historical": "once registered with IANA"
        case "third-party": "another company's scheme"
        case "partner": "a partner's scheme"
        case "internal": "a scheme of the team"
        case "specification": "published specification"
        case "default-app": "the user chooses the app"
        case "generic": "generic word"
        case "private-query": "private scheme"
        case "shared": "shared by many apps"
        case "placeholder": "placeholder"
        case "sdk-own": "declared by each app that uses the SDK"
        case "sdk-foreign", "sdk-refused": "reserved for an SDK's vendor"
        default: kind
        }
    }

    /// Returns the line about one fact: `documented by Apple: Safari (iOS, macOS; high confidence)`.
    static func sentence(
        _ phrase: String,
        owner: String?,
        on platforms: PlatformSet,
        _ confidence: KnownScheme.Confidence?
    ) -> String {
        let parts = [
            platforms.isEmpty ? nil : names(of: platforms), confidence.map { "\($0.rawValue) confidence" },
        ].compactMap { $0 }
        // IANA's list names no owner.
        let owner = owner.map { $0.isEmpty ? "" : ": \($0)" } ?? ""
        return "\(phrase)\(owner)" + (parts.isEmpty ? "" : " (\(parts.joined(separator: "; ")))")
    }

    private static func names(of platforms: PlatformSet) -> String {
        platforms == .all ? "all platforms" : TextTerms.names(of: platforms)
    }

    private func writeCSV(to output: ByteOutput) throws {
        try output.write(
            CSVText.record([
                "scheme", "category", "owner", "platforms", "confidence", "note", "bundle identifiers", "source",
                "seen",
                "table",
            ])
        )
        for fact in facts {
            try output.write(
                CSVText.record([
                    fact.subject, fact.category, fact.owner ?? "",
                    fact.platforms.platforms.map(\.rawValue).joined(separator: ", "), fact.confidence?.rawValue ?? "",
                    fact.note ?? "", fact.identifiers.joined(separator: ", "), fact.source, fact.seen ?? "",
                    fact.origin ?? "",
                ])
            )
        }
    }

    private func writeJSON(to output: ByteOutput, tool: Tool) throws {
        var json = JSONWriter(to: output)
        try json.openDocument(of: tool)
        try json.member("scheme", scheme?.text.string)
        try json.key("known")
        try json.array(facts) { json, fact in
            try json.object {
                try $0.member("subject", fact.subject)
                try $0.member("category", fact.category)
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
