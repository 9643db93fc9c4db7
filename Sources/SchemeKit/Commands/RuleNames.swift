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
        let nearest = NearName.among(rules.map(\.description.id), to: id)
        throw UsageError(
            "there is no rule '\(id)'",
            hint: nearest.map { "did you mean '\($0)'?" } ?? "'schemereg rules' lists them"
        )
    }

}

/// Finds what a person may have meant by a mistyped name.
package enum NearName {
    /// The name that differs least from `text`, `nil` when none is near.
    ///
    /// Names of a very different length are passed over, and of a million names only the first hundred thousand are looked
    /// at, so that a mistyped word is answered at once.
    package static func among(_ names: [String], to text: String) -> String? {
        let patience = max(2, text.utf8.count / 3)
        var best: (name: String, distance: Int)?
        for name in names.prefix(100_000) where abs(name.utf8.count - text.utf8.count) <= patience {
            let distance = distance(text, name)
            if distance <= patience, distance < best?.distance ?? .max { best = (name, distance) }
        }
        return best?.name
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
