import SchemeModel

/// Finds comparisons of schemes in Objective-C by the tokens after `scheme`.
enum ObjectiveCComparisons {
    /// The maximum number of tokens to check after `scheme`.
    private static let reach = 8

    /// Returns the comparisons in `file`, in order.
    ///
    /// - Parameters:
    ///   - texts: The values of string constants by name.
    ///   - urls: The possible values of URL constants by name.
    static func comparisons(
        in file: SourceFile,
        texts: (String) -> String?,
        urls: (String) -> [String]
    ) -> [SchemeComparison] {
        guard file.contains(word: "scheme") else { return [] }
        let parsed = ObjectiveCFile(file)
        return parsed.tokens.indices.compactMap { index in
            guard parsed.tokens[index].text == "scheme", parsed.tokens[index].kind == .word,
                parsed.isSign(".", at: index - 1) || parsed.isSign("]", at: index + 1)
            else { return nil }
            return comparison(at: index, in: parsed, texts, urls)
        }
    }

    private static func comparison(
        at index: Int,
        in file: ObjectiveCFile,
        _ texts: (String) -> String?,
        _ urls: (String) -> [String]
    ) -> SchemeComparison? {
        var ignoresCase = false
        var isCompared = false
        let place = file.place(of: index..<index + 1)
        for (offset, token) in file.tokens[(index + 1)...].prefix(reach).enumerated() {
            switch (token.kind, token.text) {
            // `components.scheme = …` is an assignment.
            case (.sign, "=") where offset == 0: return nil
            case (.sign, ";"), (.sign, "{"), (.sign, "}"):
                return SchemeComparison(schemes: [], ignoresCase: ignoresCase, place: place)
            case (.word, "lowercaseString"), (.word, "uppercaseString"): ignoresCase = true
            case (.word, let word) where word.lowercased().contains("insensitive"):
                (ignoresCase, isCompared) = (true, true)
            case (.word, "isEqualToString"), (.word, "isEqual"), (.word, "hasPrefix"), (.word, "compare"):
                isCompared = true
            case (.word, "length"), (.word, "UTF8String"): return nil
            case (.text, let text) where isCompared:
                let isLost = ignoresCase && text != text.asciiLowercased
                return SchemeComparison(schemes: [text], ignoresCase: ignoresCase && !isLost, place: place)
            case (.word, let name) where isCompared:
                let next = index + offset + 2
                let isOfURL = file.isSign(".", at: next) && file.tokens.dropFirst(next + 1).first?.text == "scheme"
                return SchemeComparison(
                    schemes: isOfURL ? urls(name).compactMap(scheme) : texts(name).map { [$0] } ?? [],
                    ignoresCase: ignoresCase,
                    place: place
                )
            default: break
            }
        }
        return SchemeComparison(schemes: [], ignoresCase: ignoresCase, place: place)
    }

    /// The scheme of a URL, as it is spelled.
    private static func scheme(of url: String) -> String? {
        url.firstIndex(of: ":").map { String(url[..<$0]) }
    }
}
