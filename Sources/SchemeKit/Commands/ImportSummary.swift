import SchemeModel
import SchemeReports
import SchemeStore

/// What an import did with one source.
struct ImportSummary {
    var source: Source
    var result: ImportResult
    var counts: RegistryCounts
    /// How many files were not opened.
    var others: Int
    /// What was skipped without being looked at.
    var skipped: SkippedCounts
    var problems: Int
    /// Whether something below the source's root belongs to another source, and is read as a part of that.
    var leavesToOthers = false

    /// Whether no manifest was found, neither for this source nor for another one.
    var isEmpty: Bool { counts.manifests == 0 && !leavesToOthers }

    /// For people, two lines: what the source holds now, and what the import changed.
    var text: String {
        let held = [
            TextTerms.count(counts.manifests, "manifest"), TextTerms.count(counts.urlTypes, "URL type"),
            TextTerms.count(counts.claims, "claim"),
            TextTerms.count(counts.apps, "app"),
        ]
        let seen = [
            "\(TextTerms.count(counts.inputs, "file")) read or known",
            counts.passedOver > 0 ? "\(counts.passedOver) of them passed over" : nil,
            others > 0 ? "\(TextTerms.count(others, "other file")) not opened" : nil,
            TextTerms.skipped(skipped),
            problems > 0 ? TextTerms.count(problems, "problem") : nil,
        ]
        var changes: [String] = []
        if result.added > 0 { changes.append("\(result.added) new") }
        if result.changed > 0 { changes.append("\(result.changed) changed") }
        if result.removed > 0 { changes.append("\(result.removed) gone") }
        let change = changes.isEmpty ? "nothing changed" : changes.joined(separator: ", ")
        let name = TextEscape.escaped(source.name)
        let taken = result.absorbed.map { "  takes the place of the source \(TextEscape.escaped($0))\n" }.joined()
        return """
            imported \(name): \(held.joined(separator: ", "))
              \(seen.compactMap { $0 }.joined(separator: ", ")); \(change)
            \(taken)
            """
    }

    /// Writes all that an import did as one JSON object.
    ///
    /// - Throws: what the output throws.
    static func writeJSON(
        _ summaries: [ImportSummary],
        problems: [Problem],
        to output: ByteOutput,
        tool: Tool
    ) throws {
        var json = JSONWriter(to: output)
        try json.openDocument(of: tool)
        try json.key("sources")
        try json.array(summaries) { json, summary in
            try json.object {
                try $0.members(of: summary.source)
                try $0.member("inputs", summary.counts.inputs)
                try $0.member("passedOver", summary.counts.passedOver)
                try $0.member("notOpened", summary.others)
                try $0.member("skippedFolders", summary.skipped.folders)
                try $0.member("skippedLinks", summary.skipped.links)
                try $0.member("manifests", summary.counts.manifests)
                try $0.member("urlTypes", summary.counts.urlTypes)
                try $0.member("claims", summary.counts.claims)
                try $0.member("apps", summary.counts.apps)
                try $0.member("added", summary.result.added)
                try $0.member("changed", summary.result.changed)
                try $0.member("removed", summary.result.removed)
                try $0.member("unchanged", summary.result.unchanged)
                try $0.member("unreadable", summary.result.unreadable)
                try $0.member("absorbed", summary.result.absorbed)
                try $0.member("problems", summary.problems)
            }
        }
        try json.key("problems")
        try json.array(problems) { try $0.value($1) }
        try json.close()
        try output.flush()
    }
}
