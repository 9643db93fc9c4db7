import SchemeModel

/// A value that the locator found, with offsets in the UTF-8 text. Records stand in the order of the text, so that what
/// a container holds follows it.
struct XMLRecord {
    var tag: XMLTag
    /// The value with its tags.
    var element: Range<Int>
    /// The text between the tags; `nil` for a container and an empty tag.
    var text: Range<Int>?
    /// The key that it stands under; `nil` in an array and for the root.
    var key: XMLKeyTable.Key?
    /// The index after the last record inside it.
    var end: Int
    /// Whether the text holds bytes that are no UTF-8.
    var isUndecodable = false
    var isConditional = false
    /// The record under the same key that this one takes the place of.
    var earlier: Int?
    /// Whether it is to hold the elements of ``earlier`` too, because each may be the one that the preprocessor leaves.
    var joinsEarlier = false
    /// Whether another record has taken its place.
    var isSuperseded = false
}

/// Something irregular that the locator saw, with offsets in the UTF-8 text.
struct XMLRemark {
    var kind: Irregularity.Kind
    var keyPath: String
    var key: Range<Int>?
    var element: Range<Int>
    var text: Range<Int>?
    var subject: String?
    var related: Range<Int>?
}
