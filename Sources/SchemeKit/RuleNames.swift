import SchemeModel
import SchemeRules

/// Rules by the ids that people type.
enum RuleNames {
    /// The rule with this id.
    ///
    /// - Throws: ``UsageError`` when there is none; names the nearest.
    static func rule(_ id: String) throws(UsageError) -> any Rule {
        let rules = allRules
        if let rule = rules.first(where: { $0.description.id == id }) { return rule }
        let nearest = rules.map(\.description.id).min { distance(id, $0) < distance(id, $1) }
        let isNear = nearest.map { distance(id, $0) <= max(2, id.utf8.count / 3) } ?? false
        throw UsageError(
            "there is no rule '\(id)'",
            hint: isNear ? "did you mean '\(nearest ?? "")'?" : "'schemereg rules' lists them"
        )
    }

    /// The number of insertions, deletions and replacements between two texts, each cut at 64 bytes.
    private static func distance(_ left: String, _ right: String) -> Int {
        let (from, to) = (Array(left.utf8.prefix(64)), Array(right.utf8.prefix(64)))
        var row = Array(0...to.count)
        for (index, byte) in from.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for column in to.indices {
                let replaced = diagonal + (byte == to[column] ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
            }
        }
        return row[to.count]
    }
}
