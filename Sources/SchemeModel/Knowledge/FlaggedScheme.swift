/// A scheme that is too generic to declare, or that no app may query; one row of the knowledge.
package struct FlaggedScheme: Hashable, Sendable, Codable {
    package var scheme: SchemeKey
    /// What it is or opens, as a noun phrase.
    package var meaning: String
    /// The source of the row.
    package var source: String
    /// The date of the last visit, as `2026-11-22`; `nil` if unknown.
    package var seen: String?

    package init(scheme: SchemeKey, meaning: String, source: String) {
        self.scheme = scheme
        self.meaning = meaning
        self.source = source
    }
}
