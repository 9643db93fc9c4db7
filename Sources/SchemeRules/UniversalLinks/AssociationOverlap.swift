import SchemeModel

/// How the links that two entries of association files match are related, as far as the paths show it.
extension AssociationEntry {
    /// Whether it matches all links.
    var matchesEverything: Bool {
        (path == nil || path == "*" || path == "/*") && query == nil && fragment == nil
    }

    /// Whether it certainly matches each link that `other` matches.
    func covers(_ other: AssociationEntry) -> Bool {
        guard isKnown else { return false }
        if matchesEverything { return true }
        guard query == nil, fragment == nil, isPlain, let path, let otherPath = other.path else { return false }
        if other.isPlain, ByteString(path) == ByteString(otherPath) { return true }
        let prefix = literalPrefix
        return ByteString(path) == ByteString(prefix + "*") && other.isPlain
            && other.literalPrefix.utf8.starts(with: prefix.utf8)
    }

    /// Whether some link may match it and `other`.
    func mayOverlap(_ other: AssociationEntry) -> Bool {
        guard isPlain, other.isPlain else { return true }
        let (one, two) = (literalPrefix.utf8, other.literalPrefix.utf8)
        if isLiteral { return one.starts(with: two) }
        return other.isLiteral ? two.starts(with: one) : one.starts(with: two) || two.starts(with: one)
    }

    /// Whether the path is compared byte by byte.
    private var isPlain: Bool { isKnown && isCaseSensitive && isPercentEncoded }

    /// Whether the path has no wildcards.
    private var isLiteral: Bool { path.map { ByteString($0) == ByteString(literalPrefix) } ?? false }

    /// The path up to the first wildcard or variable.
    private var literalPrefix: String {
        String(decoding: (path ?? "").utf8.prefix { !"*?$".utf8.contains($0) }, as: UTF8.self)
    }
}

/// An entry of an element of `details` that lets links open each app of the element.
struct OpenEntry {
    var entry: AssociationEntry
    /// Whether some links certainly match it and no earlier entry of the element.
    var isCertain: Bool

    /// Finds the first such entry; `nil` if there is none, or if parts of the element aren't known.
    init?(in detail: AssociationFile.Detail) {
        guard let entries = detail.entries, entries.allSatisfy(\.isKnown) else { return nil }
        var possible: AssociationEntry?
        var excluded: [AssociationEntry] = []
        for entry in entries.prefix(Self.limit) {
            guard !entry.isExcluded else {
                excluded.append(entry)
                continue
            }
            switch Separation(of: entry, after: excluded) {
            case .complete: continue
            case .possible: possible = possible ?? entry
            case .none:
                self.entry = entry
                isCertain = true
                return
            }
        }
        guard let possible else { return nil }
        entry = possible
        isCertain = false
    }

    /// The number of entries that are compared with each other.
    static let limit = 100
}

/// Whether the links that an entry matches are decided by earlier entries.
enum Separation {
    /// Some links are certainly left.
    case none
    /// It isn't certain whether any links are left.
    case possible
    /// No links are left.
    case complete

    init(of entry: AssociationEntry, after earlier: [AssociationEntry]) {
        self = .none
        for other in earlier where other.mayOverlap(entry) {
            if other.covers(entry) {
                self = .complete
                return
            }
            // A narrower entry leaves some links.
            if !entry.covers(other) { self = .possible }
        }
    }
}
