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
