import SchemeModel
import SchemeReports
import SchemeStore

/// The result of importing one source.
struct ImportSummary {
    var source: Source
    var result: ImportResult
    var counts: RegistryCounts
    /// The number of files that were not opened.
    var others: Int
    /// The folders and links that were skipped.
    var skipped: SkippedCounts
    var problems: Int
    /// Whether something below the source's root belongs to another source, and is read as part of that source.
    var leavesToOthers = false

    /// Whether no manifest was found for this source or for another one.
    var isEmpty: Bool { counts.manifests == 0 && !leavesToOthers }

    /// Whether the import changed what the registry contains.
    var changesRegistry: Bool {
        result.added > 0 || result.changed > 0 || result.removed > 0 || !result.absorbed.isEmpty
    }

    /// Two lines of text: the content of the source, and the changes made by the import.
    var text: String {
        if let newer = result.newer {
            return """
                skipped \(TextEscape.escaped(source.name)): the registry has a newer commit, \(newer.commit.prefix(12))

                """
        }
        let held = [
            TextTerms.count(counts.manifests, "manifest"), TextTerms.count(counts.urlTypes, "URL type"),
            TextTerms.count(counts.claims, "claim"), TextTerms.products(counts.products, apps: counts.apps),
        ]
        let notes = [
            counts.skippedInputs > 0 ? "\(TextTerms.count(counts.skippedInputs, "file")) skipped" : nil,
            TextTerms.skipped(skipped),
            problems > 0 ? TextTerms.count(problems, "problem") : nil,
        ]
        var changes: [String] = []
        if result.added > 0 { changes.append(TextTerms.count(result.added, "new file")) }
        if result.changed > 0 { changes.append(TextTerms.count(result.changed, "changed file")) }
        if result.removed > 0 { changes.append(TextTerms.count(result.removed, "removed file")) }
        if changes.isEmpty { changes.append("nothing changed") }
        let name = TextEscape.escaped(source.name)
        let taken = result.absorbed.map { "  replaces the source \(TextEscape.escaped($0))\n" }.joined()
        return """
            imported \(name): \(held.joined(separator: ", "))
              \((changes + notes.compactMap { $0 }).joined(separator: ", "))
            \(taken)
            """
    }

    /// Writes the results of an import as one JSON object.
    ///
    /// - Throws: Errors of the output.
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
                try $0.member("skippedInputs", summary.counts.skippedInputs)
                try $0.member("notOpened", summary.others)
                try $0.member("skippedFolders", summary.skipped.folders)
                try $0.member("skippedSymlinks", summary.skipped.symlinks)
                try $0.member("manifests", summary.counts.manifests)
                try $0.member("urlTypes", summary.counts.urlTypes)
                try $0.member("claims", summary.counts.claims)
                try $0.member("products", summary.counts.products)
                try $0.member("apps", summary.counts.apps)
                try $0.member("added", summary.result.added)
                try $0.member("changed", summary.result.changed)
                try $0.member("removed", summary.result.removed)
                try $0.member("unchanged", summary.result.unchanged)
                try $0.member("unreadable", summary.result.unreadable)
                try $0.member("absorbed", summary.result.absorbed)
                try $0.member("newerCommit", summary.result.newer?.commit)
                try $0.member("problems", summary.problems)
            }
        }
        try json.key("problems")
        try json.array(problems) { try $0.value($1) }
        try json.close()
        try output.flush()
    }
}
