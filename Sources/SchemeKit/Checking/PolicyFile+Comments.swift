import SchemeModel

extension PolicyFile {
    /// Returns the places of comments that may be new in this run, used or not: all that are equal if there are more of
    /// them than in `earlier`, because nothing tells which one is new.
    static func additions(to earlier: [RunFacts.CommentFacts], in comments: [RunFacts.CommentFacts]) -> Set<Place> {
        let before = Dictionary(grouping: earlier) { CommentKey($0.acceptance) }
        let now = Dictionary(grouping: comments) { CommentKey($0.acceptance) }
        return Set(now.filter { $1.count > before[$0]?.count ?? 0 }.flatMap { $1.map(\.acceptance.place) })
    }

    /// Returns the comments in code that accept findings of this run, as one entry for each source, ordered by source.
    ///
    /// - Parameters:
    ///   - earlier: The comments in the code of `revision`. A comment that it has in the same file, with the same rules
    ///     and reason, was not added since.
    ///   - revision: The revision with which the run compares the code; `nil` if it compares it with none.
    static func ofComments(
        _ comments: [RunFacts.CommentFacts],
        comparedWith earlier: [RunFacts.CommentFacts] = [],
        of revision: Revision? = nil
    ) -> [PolicyFile] {
        let used = comments.filter(\.isUsed).map(\.acceptance)
        var before: [CommentKey: Int] = [:]
        for comment in earlier { before[CommentKey(comment.acceptance), default: 0] += 1 }
        var added: Set<Place> = []
        if revision != nil {
            for comment in used {
                let left = before[CommentKey(comment)] ?? 0
                if left == 0 { added.insert(comment.place) } else { before[CommentKey(comment)] = left - 1 }
            }
        }
        let bySource = Dictionary(grouping: used) { ByteString($0.place.source ?? "") }.sorted { $0.key < $1.key }
        return bySource.compactMap { _, comments in
            let additions = comments.map(\.place).filter(added.contains).sorted()
            guard let first = additions.first ?? comments.map(\.place).min() else { return nil }
            var effects = Effects()
            effects.comments = comments.count
            var file = PolicyFile(
                .code,
                at: first,
                digest: nil,
                effects: effects,
                revision: revision,
                change: additions.isEmpty ? nil : .added
            )
            file.additions = additions
            return file
        }
    }
}

/// What a comment has in common with itself in another version, in which its line may differ.
private struct CommentKey: Hashable {
    var file: Place
    var rules: [ByteString]
    var reason: ByteString

    init(_ comment: CodeAcceptance) {
        file = Place(source: comment.place.source, path: comment.place.path)
        rules = comment.rules.map { ByteString($0) }
        reason = ByteString(comment.reason)
    }
}
