/// Why reading an XML property list stopped, with offsets in its UTF-8 text.
enum XMLFault: Error {
    /// It breaks XML or the rules of property lists.
    case malformed(cause: String, at: Range<Int>, related: Range<Int>? = nil)
    /// There is too much of something.
    case overLimit(what: String, limit: Int)
}
