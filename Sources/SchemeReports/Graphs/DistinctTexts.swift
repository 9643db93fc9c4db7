import SchemeModel

/// Texts of a diagram that differ even where they are cut.
enum DistinctTexts {
    private static let ellipsis: Unicode.Scalar = "…"
    private static let rounds = 8

    /// Returns `texts`. Those that differ but are cut to the same text lack what they share at their ends.
    ///
    /// - Parameter cut: Returns what is visible of a text, given its position.
    static func shortened(_ texts: [String], cut: (Int, String) -> String) -> [String] {
        var result = texts
        for round in 0..<rounds {
            var isDone = true
            let groups = Dictionary(grouping: result.indices) { ByteString(cut($0, result[$0])) }
            for group in groups.values where Set(group.map { ByteString(result[$0]) }).count > 1 {
                isDone = false
                // Whole words first; within a word if these are still cut to the same text.
                let short = withoutSharedEnds(group.map { result[$0] }, atWords: round == 0)
                for (index, text) in zip(group, short) { result[index] = text }
            }
            if isDone { break }
        }
        return result
    }

    private static func withoutSharedEnds(_ texts: [String], atWords: Bool) -> [String] {
        let texts = texts.map { Array($0.unicodeScalars.prefix(Markup.textLimit)) }
        guard let first = texts.first, let shortest = texts.map(\.count).min(), shortest > 0 else {
            return texts.map(string)
        }
        // Something of each text remains.
        var head = (0..<shortest - 1).first { index in texts.contains { $0[index] != first[index] } } ?? shortest - 1
        if atWords { head = (0..<head).last { isSeparator(first[$0]) }.map { $0 + 1 } ?? 0 }
        let room = shortest - head - 1
        func last(_ text: [Unicode.Scalar], _ index: Int) -> Unicode.Scalar { text[text.count - 1 - index] }
        var tail = (0..<room).first { index in texts.contains { last($0, index) != last(first, index) } } ?? room
        if atWords { tail = (0..<tail).last { isSeparator(last(first, $0)) }.map { $0 + 1 } ?? 0 }
        return texts.map { text in
            let middle = text.dropFirst(head).dropLast(tail)
            return string((head > 0 ? [ellipsis] : []) + middle + (tail > 0 ? [ellipsis] : []))
        }
    }

    private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool { "/.-_ :".unicodeScalars.contains(scalar) }

    private static func string(_ scalars: [Unicode.Scalar]) -> String { String(String.UnicodeScalarView(scalars)) }
}
