/// The text of a macro, being read.
///
/// - Source: llvm-project, clang/lib/Lex/TokenLexer.cpp.
final class PreprocessorExpansion {
    let name: ArraySlice<UInt8>
    private let tokens: [PreprocessorToken]
    private var index = 0
    /// The location of the macro's use.
    private let origin: PreprocessorOrigin
    // Attributes of the next token.
    private(set) var isAtStartOfLine: Bool
    private(set) var hasLeadingSpace: Bool

    init(of macro: PreprocessorMacro, named token: PreprocessorToken) {
        name = token.text
        tokens = macro.tokens
        var origin = token.origin
        origin.isCut = origin.isCut || macro.isCut
        self.origin = origin
        isAtStartOfLine = token.isAtStartOfLine
        hasLeadingSpace = token.hasLeadingSpace
    }

    var isAtEnd: Bool { index == tokens.count }

    /// Whether the next token is an opening parenthesis; `nil` at the end.
    var isBeforeParenthesis: Bool? { isAtEnd ? nil : tokens[index].isPunctuator("(") }

    /// Gives the next token the whitespace of an omitted one before it.
    func inherit(isAtStartOfLine: Bool, hasLeadingSpace: Bool) {
        self.isAtStartOfLine = isAtStartOfLine
        self.hasLeadingSpace = hasLeadingSpace
    }

    func next() -> PreprocessorToken {
        var token = tokens[index]
        let isFirst = index == 0
        token.isAtStartOfLine = isAtStartOfLine
        token.hasLeadingSpace = hasLeadingSpace || !isFirst && token.hasLeadingSpace
        index += 1
        isAtStartOfLine = false
        hasLeadingSpace = false
        token.origin = origin
        return token
    }
}
