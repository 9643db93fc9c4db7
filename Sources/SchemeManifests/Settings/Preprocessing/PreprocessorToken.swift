/// A C preprocessing token, with the attributes that determine the whitespace before it in the output.
struct PreprocessorToken {
    enum Kind: UInt8 {
        case identifier, number
        /// A string or character in quotes that are closed on their line.
        case quotation
        case punctuator
        /// `#`
        case hash
        case comment
        /// Whitespace that a traditional preprocessor keeps.
        case blank
        /// A character that doesn't start a token, or a quotation that isn't closed on its line.
        case other
        /// The end of a directive's line.
        case endOfDirective
        /// The end of the text.
        case end
    }

    var kind: Kind
    var text: ArraySlice<UInt8>
    /// The location of the token: the number of its text, and its bytes there.
    var buffer: Int
    var range: Range<Int>
    /// The location for the output.
    var origin: PreprocessorOrigin
    /// Whether it is the first token of its line.
    var isAtStartOfLine = false
    var hasLeadingSpace = false
    /// Whether only whitespace and comments come before it on its line in the file.
    var canBeginDirective = false
    /// Whether it names a macro inside that macro's own text, and is never expanded.
    var isExhausted = false

    func isPunctuator(_ symbol: StaticString) -> Bool { kind == .punctuator && text.isText(symbol) }
}

/// The location of a token for the output. All tokens of a macro have the location of the macro's use.
struct PreprocessorOrigin {
    /// The 1-based column in bytes.
    var column: Int
    /// The bytes of the manifest; for a token from a header, those of the including line.
    var manifestRange: Range<Int>
    /// Whether it comes from a macro whose definition was truncated at a `//`.
    var isCut = false
}

extension ArraySlice<UInt8> {
    func isText(_ text: StaticString) -> Bool {
        elementsEqual(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }
}
