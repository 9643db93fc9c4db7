/// An element of `components` or `paths` in an association file: the links that it matches.
package struct AssociationEntry: Hashable, Sendable, Codable {
    /// The pattern for the path; `nil` for any path.
    package var path: String?
    /// What the query has to match; `nil` for any query.
    package var query: Query?
    /// The pattern for the fragment; `nil` for any fragment.
    package var fragment: String?
    /// Whether matching links don't open the app: `exclude`, or `NOT` in `paths`.
    package var isExcluded: Bool
    /// Whether the case of letters matters.
    package var isCaseSensitive: Bool
    /// Whether the patterns are compared with the URL's percent-encoded text.
    package var isPercentEncoded: Bool
    /// Whether it is an element of `paths`, of which only the path of a URL is compared.
    package var isPath: Bool
    /// Whether every part of it was understood; otherwise nobody can tell which links it matches.
    package var isKnown: Bool
    package var range: SourceRange

    /// What a URL's query has to match.
    package enum Query: Hashable, Sendable, Codable {
        /// A pattern for the whole query.
        case pattern(String)
        /// Patterns for the values of query items, ordered by name.
        case items([Item])

        /// A pattern for the values of the items with a name.
        package struct Item: Hashable, Sendable, Codable {
            package var name: String
            package var pattern: String

            package init(name: String, pattern: String) {
                self.name = name
                self.pattern = pattern
            }
        }
    }

    /// Creates an entry that matches every link.
    package init(range: SourceRange) {
        isExcluded = false
        isCaseSensitive = true
        isPercentEncoded = true
        isPath = false
        isKnown = true
        self.range = range
    }

    /// The entry as the file spells it, without comments and defaults: `{"/": "/buy/*", "exclude": true}`.
    package var text: String {
        if isPath { return Self.quoted((isExcluded ? "NOT " : "") + (path ?? "*")) }
        var members: [String] = []
        if let path { members.append("\"/\": \(Self.quoted(path))") }
        switch query {
        case nil: break
        case .pattern(let pattern): members.append("\"?\": \(Self.quoted(pattern))")
        case .items: members.append("\"?\": \(queryText ?? "")")
        }
        if let fragment { members.append("\"#\": \(Self.quoted(fragment))") }
        if !isCaseSensitive { members.append("\"caseSensitive\": false") }
        if !isPercentEncoded { members.append("\"percentEncoded\": false") }
        if isExcluded { members.append("\"exclude\": true") }
        return "{\(members.joined(separator: ", "))}"
    }

    /// The pattern for the query, or a JSON object of patterns by name; `nil` for any query.
    package var queryText: String? {
        switch query {
        case nil: nil
        case .pattern(let pattern): pattern
        case .items(let items):
            "{\(items.map { "\(Self.quoted($0.name)): \(Self.quoted($0.pattern))" }.joined(separator: ", "))}"
        }
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            if scalar.value < 0x20 {
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u00" + (digits.utf8.count < 2 ? "0" : "") + digits
                continue
            }
            if scalar == "\"" || scalar == "\\" { quoted.unicodeScalars.append("\\") }
            quoted.unicodeScalars.append(scalar)
        }
        return quoted + "\""
    }
}
