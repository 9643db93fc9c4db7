/// A C preprocessing token, with the attributes that determine the whitespace before it in the output.
struct PreprocessorToken {
    enum Kind: UInt8 {
        case identifier, number
        /// A string or character in quotes that are closed on their line.
        case quotation
        case punctuator
        /// `#` and its digraph.
        case hash
        /// `##` and its digraph.
        case hashHash
        case comment
        /// Whitespace that a traditional preprocessor keeps.
        case blank
        /// A character that doesn't start a token, or a quotation that isn't closed on its line.
        case other
        /// The end of a directive's line.
        case endOfDirective
        /// The end of the text, or of the tokens of an argument.
        case end
    }

    var kind: Kind
    /// The characters, without line continuations.
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
    /// The 0-based parameter that it names in the text of a macro.
    var parameter: Int?
    /// Whether a comma before it was removed with an empty variable argument.
    var followsElidedComma = false

    func isPunctuator(_ symbol: StaticString) -> Bool { kind == .punctuator && text.isText(symbol) }
}

/// The location of a token for the output. All tokens of a macro have the location of the macro's use.
struct PreprocessorOrigin {
    /// The 1-based line and column, in bytes, in the current file.
    var line: Int
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
