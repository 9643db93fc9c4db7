/// Finds the name that a typo may have meant.
package enum SpellingSuggestion {
    /// Returns the name that differs least from `text`, or `nil` if none is similar.
    ///
    /// Names of a very different length are skipped, and only the first 100,000 names are compared, so that a typo is
    /// reported quickly.
    ///
    /// - Parameter limit: The greatest number of bytes that may differ; `nil` for a third of the text, or two bytes of a
    ///   short one, or one of a very short one.
    package static func among(_ names: [String], to text: String, within limit: Int? = nil) -> String? {
        let maximumDistance = limit ?? (text.utf8.count < 4 ? 1 : max(2, text.utf8.count / 3))
        var best: (name: String, distance: Int)?
        for name in names.prefix(100_000) where abs(name.utf8.count - text.utf8.count) <= maximumDistance {
            let distance = distance(text, name)
            if distance <= maximumDistance, distance < best?.distance ?? .max { best = (name, distance) }
        }
        return best?.name
    }

    /// Returns the edit distance of two texts, each cut at 64 bytes.
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
