/// The patterns in `[sdk=iphone*]`: `*`, `?`, `[a-z]`, `[!a-z]`, as in fnmatch(3) without flags.
///
/// `/`, `.` and `\` have no special meaning.
package enum SettingPattern {
    /// Returns whether `pattern` matches all of `text`, by Unicode scalars and case-sensitively.
    ///
    /// An unclosed `[` is literal. The cost is at most the product of both lengths.
    package static func matches(_ pattern: String, _ text: String) -> Bool {
        matches(Array(pattern.unicodeScalars), text.unicodeScalars.map { [$0] })
    }

    /// Returns whether `pattern` matches `name` with some version: `iphoneos2*` matches `iphoneos26.0`.
    static func matches(_ pattern: String, someVersionOf name: String) -> Bool {
        let pattern = Array(pattern.unicodeScalars)
        let digit = Array("0123456789".unicodeScalars)
        let versions = [(1, 1), (2, 1), (2, 2)].map { major, minor -> [[Unicode.Scalar]] in
            Array(repeating: digit, count: major) + [["."]] + Array(repeating: digit, count: minor)
        }
        return versions.contains { matches(pattern, name.unicodeScalars.map { [$0] } + $0) }
    }

    /// - Parameter text: The characters that are possible at each position.
    private static func matches(_ pattern: [Unicode.Scalar], _ text: [[Unicode.Scalar]]) -> Bool {
        var (p, t) = (0, 0)
        let lastBracket = pattern.lastIndex(of: "]") ?? 0
        // The position for the next attempt: after the last star, which matches one more character.
        var retry: (pattern: Int, text: Int)?
        while t < text.count {
            if p < pattern.count, pattern[p] == "*" {
                p += 1
                retry = (p, t)
            } else if let next = step(pattern, at: p, lastBracket, matching: text[t]) {
                p = next
                t += 1
            } else if let last = retry {
                retry = (last.pattern, last.text + 1)
                (p, t) = (last.pattern, last.text + 1)
            } else {
                return false
            }
        }
        return pattern[p...].allSatisfy { $0 == "*" }
    }

    /// Returns the position after the element of `pattern` at `position` if that element matches one of `scalars`.
    ///
    /// - Parameter lastBracket: The position of the last `]`.
    private static func step(
        _ pattern: [Unicode.Scalar],
        at position: Int,
        _ lastBracket: Int,
        matching scalars: [Unicode.Scalar]
    ) -> Int? {
        guard position < pattern.count else { return nil }
        switch pattern[position] {
        case "?":
            return position + 1
        case "[" where position < lastBracket:
            guard let set = CharacterSet(pattern, after: position + 1) else { fallthrough }
            return scalars.contains(where: set.contains) ? set.end : nil
        default:
            return scalars.contains(pattern[position]) ? position + 1 : nil
        }
    }

    /// The contents of `[` and `]`.
    private struct CharacterSet {
        var isNegated = false
        var ranges: [ClosedRange<Unicode.Scalar>] = []
        /// The position after the `]`.
        var end: Int

        init?(_ pattern: [Unicode.Scalar], after start: Int) {
            var index = start
            if index < pattern.count, pattern[index] == "!" {
                isNegated = true
                index += 1
            }
            let first = index
            while index < pattern.count, pattern[index] != "]" || index == first {
                let lower = pattern[index]
                // A `-` before the `]` is literal.
                if index + 2 < pattern.count, pattern[index + 1] == "-", pattern[index + 2] != "]" {
                    let upper = pattern[index + 2]
                    if lower <= upper { ranges.append(lower...upper) }
                    index += 3
                } else {
                    ranges.append(lower...lower)
                    index += 1
                }
            }
            guard index < pattern.count else { return nil }
            end = index + 1
        }

        func contains(_ scalar: Unicode.Scalar) -> Bool {
            ranges.contains { $0.contains(scalar) } != isNegated
        }
    }
}
