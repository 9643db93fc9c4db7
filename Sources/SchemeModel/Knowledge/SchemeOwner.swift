/// A bundle identifier, or prefix, of an owner's apps; one row of the knowledge.
package struct SchemeOwner: Hashable, Sendable, Codable {
    /// The owner as written in a known scheme, or the company that it names in parentheses.
    package var owner: String
    /// A bundle identifier or a prefix up to a dot, in lower case.
    package var prefix: String
    /// The source of the row.
    package var source: String
    /// The date of the last visit, as `2026-11-22`; `nil` if unknown.
    package var seen: String?

    package init(owner: String, prefix: String, source: String) {
        self.owner = owner
        self.prefix = prefix
        self.source = source
    }
}
