/// The reason why reading an XML property list failed, with offsets in its UTF-8 text.
enum XMLPropertyError: Error {
    /// Invalid XML or an invalid property list.
    case malformed(cause: String, at: Range<Int>, related: Range<Int>? = nil)
    /// An exceeded limit.
    case overLimit(what: String, limit: Int)
}
