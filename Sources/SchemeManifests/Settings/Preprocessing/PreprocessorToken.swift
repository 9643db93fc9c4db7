/// A preprocessing token of C, with what decides about the white space before it when it is written.
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
        /// White space that a traditional preprocessor keeps.
        case blank
        /// A character that begins no token, or a quotation that isn't closed on its line.
        case other
        /// The end of a directive's line.
        case endOfDirective
        /// The end of the text, or of the tokens of one argument.
        case end
    }

    var kind: Kind
    /// The characters, without continued lines.
    var text: ArraySlice<UInt8>
    /// Where the token is written: the number of the text that holds it, and its bytes there.
    var buffer: Int
    var range: Range<Int>
    /// Where the output takes it to be.
    var origin: PreprocessorOrigin
    /// Whether it is the first token of its line.
    var isAtStartOfLine = false
    var hasLeadingSpace = false
    /// Whether nothing but white space and comments comes before it on its line of the file.
    var canBeginDirective = false
    /// Whether it names a macro inside that macro's own text, so that it is never replaced.
    var isExhausted = false
    /// In the text of a macro: the 0-based parameter that it names.
    var parameter: Int?
    /// Whether a comma before it was left out with an empty variable argument.
    var followsElidedComma = false

    func isPunctuator(_ symbol: StaticString) -> Bool { kind == .punctuator && text.isText(symbol) }
}

/// Where the output takes a token to be: of all tokens that a macro becomes, where the macro is named.
struct PreprocessorOrigin {
    /// The 1-based line and column, in bytes, of the file that is being read.
    var line: Int
    var column: Int
    /// The bytes of the manifest; of a token from a header, those of the line that includes it.
    var manifestRange: Range<Int>
    /// Whether it comes from a macro whose definition was cut off at a `//`.
    var isCut = false
}

extension ArraySlice<UInt8> {
    func isText(_ text: StaticString) -> Bool {
        elementsEqual(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }
}
