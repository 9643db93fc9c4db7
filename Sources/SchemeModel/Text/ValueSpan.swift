/// The location of a value in a property list.
package struct ValueSpan: Hashable, Sendable, Codable {
    /// The key path from the root to the value: `CFBundleURLTypes[0].CFBundleURLSchemes[1]`. Empty for the root.
    package var keyPath: String
    /// The key element before the value with its tags; `nil` for an element of an array and for the root.
    package var key: SourceRange?
    /// The value with its tags or quotes.
    package var element: SourceRange
    /// The text between the tags or quotes; `nil` if there is none (`<string/>`, a container).
    package var text: SourceRange?
    /// How the value results from the written text.
    package var origin: Origin

    /// How a value results from the written text.
    package enum Origin: String, Sendable, Codable, CaseIterable {
        /// The value is the written text.
        case literal
        /// A build changes it: it replaces variables or macros, adds values, or preprocesses the whole input.
        ///
        /// The value is the result, and no edit of the text is known to produce it.
        case computed
        /// A build changes it, but the result is unknown. The value is the written text.
        case unknown
    }

    /// The start of an input, for what is about the whole of it.
    package static let start = ValueSpan(keyPath: "", element: SourceRange(byteOffset: 0, byteLength: 0))

    package init(
        keyPath: String,
        key: SourceRange? = nil,
        element: SourceRange,
        text: SourceRange? = nil,
        origin: Origin = .literal
    ) {
        self.keyPath = keyPath
        self.key = key
        self.element = element
        self.text = text
        self.origin = origin
    }

    /// The range that a report underlines and an edit replaces: the text, or the whole element if it has none.
    package var focus: SourceRange {
        if let text, text.byteLength > 0 { return text }
        return element
    }
}

/// A value with its location.
package struct Located<Value: Hashable & Sendable & Codable>: Hashable, Sendable, Codable {
    package var value: Value
    /// The location.
    package var span: ValueSpan

    package init(_ value: Value, _ span: ValueSpan) {
        self.value = value
        self.span = span
    }
}
