import SchemeModel

/// The keys that Apple documents for one kind of object in an association file.
///
/// - Source: Apple, Supporting associated domains; Bundle Resources: applinks, applinks.Details,
///   applinks.Details.Components (seen 2026-11-25).
struct AssociationKeys {
    /// The object in messages.
    let owner: String
    private let names: [String]
    /// Words that people write for a key that is a symbol.
    private var words: [String: String] = [:]

    /// The keys of the whole file.
    static let file = AssociationKeys(
        owner: "the file",
        names: ["applinks", "webcredentials", "appclips", "activitycontinuation"]
    )
    /// The keys of `applinks`.
    static let links = AssociationKeys(
        owner: "'applinks'",
        names: ["details", "defaults", "substitutionVariables"]
    )
    /// The keys of an element of `details`.
    static let detail = AssociationKeys(
        owner: "'details'",
        names: ["appIDs", "appID", "components", "paths", "defaults"]
    )
    /// The keys of the settings in `owner`: an element of `components`, or defaults.
    static func settings(in owner: String) -> AssociationKeys {
        AssociationKeys(
            owner: "'\(owner)'",
            names: ["/", "?", "#", "exclude", "caseSensitive", "percentEncoded"],
            words: ["path": "/", "paths": "/", "query": "?", "fragment": "#"]
        )
    }

    /// Returns the documented key that `key` is probably meant to be; `nil` if it is one, or if it may be anything else.
    ///
    /// - Parameter present: The keys of the same object. A second spelling of one of them is deliberate.
    func meaning(of key: String, beside present: [String]) -> String? {
        // A name such as `_comment` or `x-paths` is deliberate, too.
        guard !names.contains(key), key.utf8.allSatisfy(\.isLetter) else { return nil }
        let lowered = key.asciiLowercased
        // `include` differs from `exclude` in two letters.
        let limit = key.utf8.count < 8 ? 1 : 2
        let similar = SpellingSuggestion.among(
            (names + ["comment"]).map(\.asciiLowercased),
            to: lowered,
            within: limit
        )
        let meant = words[lowered] ?? names.first { $0.asciiLowercased == similar }
        return meant.flatMap { present.contains($0) ? nil : $0 }
    }
}
