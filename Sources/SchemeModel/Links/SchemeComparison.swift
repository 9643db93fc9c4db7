/// A comparison of a URL's scheme with strings.
package struct SchemeComparison: Hashable, Sendable, Codable {
    /// The compared schemes as spelled, sorted; empty when unknown.
    package var schemes: [String]
    /// Whether the comparison ignores case.
    package var ignoresCase: Bool
    /// The place of the scheme expression.
    package var place: Place

    package init(schemes: [String], ignoresCase: Bool, place: Place) {
        self.schemes = Set(schemes).sorted { ByteString($0) < ByteString($1) }
        self.ignoresCase = ignoresCase
        self.place = place
    }

    /// Whether the comparison may involve `scheme` in any spelling.
    package func mayConcern(_ scheme: SchemeKey) -> Bool {
        schemes.isEmpty || schemes.contains { SchemeKey($0) == scheme }
    }

    /// Whether it compares exactly with spellings of `scheme` that all have upper-case letters, so that it is never true
    /// for the scheme in lower case.
    package func requiresCapitals(in scheme: SchemeKey) -> Bool {
        let spellings = schemes.filter { SchemeKey($0) == scheme }
        return !ignoresCase && !spellings.isEmpty && !spellings.contains { ByteString($0) == scheme.text }
    }
}
