/// The possible values of a URL expression.
package struct LinkValue: Hashable, Sendable, Codable {
    /// The possible URLs, sorted.
    package var alternatives: [URLPattern]
    /// Whether there may be other, unknown URLs.
    package var isOpen: Bool
    /// Whether there may be no URL.
    package var canBeAbsent: Bool
    /// The places that the value comes from.
    package var via: [Place]

    package init(alternatives: [URLPattern], isOpen: Bool, canBeAbsent: Bool, via: [Place]) {
        self.alternatives = Array(Set(alternatives)).sorted()
        self.isOpen = isOpen
        self.canBeAbsent = canBeAbsent
        self.via = via
    }

    /// How much of the URL is known.
    package var known: Link.KnownExtent {
        guard !isOpen, scheme != nil || (!schemes.isEmpty && alternatives.allSatisfy { $0.scheme != nil }) else {
            return .unknown
        }
        if !alternatives.allSatisfy(\.isExact) { return .pattern }
        return alternatives.count == 1 ? .exact : .set
    }

    /// The schemes of the alternatives, sorted.
    package var schemes: [SchemeKey] { Set(alternatives.compactMap(\.scheme)).sorted() }

    /// Whether it is known to lead only to web pages.
    package var isOnlyWeb: Bool {
        known != .unknown
            && alternatives.allSatisfy { $0.scheme.map { ["http", "https"].contains($0.description) } ?? false }
    }

    /// The only scheme or, among several, the one that all others begin with; `nil` if there is none.
    package var scheme: SchemeKey? {
        guard !isOpen, let shortest = schemes.min(by: { $0.text.string.utf8.count < $1.text.string.utf8.count }) else {
            return nil
        }
        let base = shortest.text.string.utf8
        return alternatives.allSatisfy { $0.head.asciiLowercased.utf8.starts(with: base) } ? shortest : nil
    }
}
