/// A placeholder that appears in place of a scheme; one row of the knowledge.
package struct SchemePlaceholder: Hashable, Sendable, Codable {
    /// The text, in lower case unless it is an upper-case word.
    package var text: String
    /// The part of a scheme that is compared with it.
    package var kind: Kind
    /// The source of the row.
    package var source: String
    /// The date of the last visit, as `2026-11-22`; `nil` if unknown.
    package var seen: String?

    /// The part of a scheme that is compared with a placeholder.
    package enum Kind: String, Sendable, Codable, CaseIterable {
        /// The whole scheme, ignoring case.
        case name
        /// The first parts, up to a dot or the end, ignoring case.
        case domain
        /// A word in the scheme, with the same case.
        case word
    }

    package init(text: String, kind: Kind, source: String) {
        self.text = text
        self.kind = kind
        self.source = source
    }
}
