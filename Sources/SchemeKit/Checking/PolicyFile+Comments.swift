import SchemeModel

extension PolicyFile {
    /// Returns the comments in code that are about findings of this run, as one entry for each source, ordered by source.
    ///
    /// - Parameters:
    ///   - comments: All comments, ordered by place.
    ///   - revision: The revision with which the run compares the code; `nil` if it compares it with none.
    static func ofComments(_ comments: [RunFacts.CommentFacts], since revision: Revision? = nil) -> [PolicyFile] {
        let bySource = Dictionary(grouping: comments.filter(\.isUsed)) { ByteString($0.acceptance.place.source ?? "") }
        return bySource.sorted { $0.key < $1.key }.compactMap { _, comments in
            let additions = comments.filter(\.isAdded).map(\.acceptance.place)
            guard let first = additions.first ?? comments.first?.acceptance.place else { return nil }
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
