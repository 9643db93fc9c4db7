import SchemeModel
import SchemeReports
import SchemeStore

/// What an import did, for people.
struct ImportSummary {
    var source: Source
    var result: ImportResult
    var counts: RegistryCounts
    var passedOver: Int
    var problems: Int

    /// Two lines: what the source holds now, and what the import changed.
    var text: String {
        let held = [
            TextTerms.count(counts.manifests, "manifest"), TextTerms.count(counts.urlTypes, "URL type"),
            TextTerms.count(counts.claims, "claim"),
            TextTerms.count(counts.apps, "app"),
        ]
        let seen = [
            "\(TextTerms.count(counts.inputs - counts.passedOver, "file")) read or known",
            "\(passedOver + counts.passedOver) passed over",
            problems > 0 ? TextTerms.count(problems, "problem") : nil,
        ]
        var changes: [String] = []
        if result.added > 0 { changes.append("\(result.added) new") }
        if result.changed > 0 { changes.append("\(result.changed) changed") }
        if result.removed > 0 { changes.append("\(result.removed) gone") }
        let change = changes.isEmpty ? "nothing changed" : changes.joined(separator: ", ")
        let name = TextEscape.escaped(source.name)
        let taken = result.absorbed.map { "  takes in the source \(TextEscape.escaped($0))\n" }.joined()
        return """
            imported \(name): \(held.joined(separator: ", "))
              \(seen.compactMap { $0 }.joined(separator: ", ")); \(change)
            \(taken)
            """
    }
}
