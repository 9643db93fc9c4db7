/// A `schemereg:allow` comment in code, with which a team accepts findings about one line.
package struct CodeAcceptance: Hashable, Sendable, Codable {
    /// The place of the comment.
    package var place: Place
    /// The 1-based line whose findings it accepts.
    package var line: Int
    /// The ids of the rules, as written, each once.
    package var rules: [String]
    /// The reason; empty if the comment has none.
    package var reason: String

    package init(place: Place, line: Int, rules: [String], reason: String) {
        self.place = place
        self.line = line
        self.rules = rules
        self.reason = reason
    }

    /// The rules as the subject of fingerprints: `comment allow unrouted-link`.
    package var subject: String { "comment allow " + rules.joined(separator: ", ") }
}
