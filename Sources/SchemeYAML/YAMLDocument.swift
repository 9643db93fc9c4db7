package import SchemeModel

/// A YAML or JSON document.
package struct YAMLDocument: Hashable, Sendable {
    package var root: YAMLNode
    /// Keys that appear twice in one mapping, ordered by place.
    package var duplicateKeys: [DuplicateKey]

    /// A key that repeats an earlier one.
    package struct DuplicateKey: Hashable, Sendable {
        package var key: String
        package var range: SourceRange
        /// The range of the earlier key.
        package var earlier: SourceRange
        /// Whether both have the same scalar as value.
        package var isHarmless: Bool

        /// - Parameter earlier: The member with the same key.
        init(_ member: YAMLMember, repeating earlier: YAMLMember) {
            key = member.key
            range = member.keyRange
            self.earlier = earlier.keyRange
            guard case .scalar(let scalar) = member.value.content, case .scalar(let other) = earlier.value.content
            else {
                isHarmless = false
                return
            }
            isHarmless = scalar == other
        }
    }
}

/// The reason why a document couldn't be read.
package enum YAMLError: Error, Hashable, Sendable {
    /// The text is malformed, or has several documents.
    ///
    /// Contains the cause, as a clause without a period, and its place.
    case malformed(cause: String, range: SourceRange)
    /// A limit was exceeded. Contains what is limited, and the limit.
    case overLimit(what: String, limit: Int)
}
