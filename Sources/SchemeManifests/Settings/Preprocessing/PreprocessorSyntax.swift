/// What a preprocessor takes for a token and for a comment, which its flags decide.
struct PreprocessorSyntax: Hashable, Sendable {
    enum Comments: Hashable, Sendable {
        case removed
        /// `-C`: kept in the text, removed from definitions and arguments.
        case kept
        /// `-CC`: kept everywhere.
        case keptInMacros
    }

    var comments = Comments.removed
    /// `-traditional`: white space is kept as it is written, and `//` begins no comment.
    var isTraditional = false
    /// Whether `//` begins a comment where the preprocessor isn't a traditional one.
    var allowsLineComments = true
    /// Whether `??(` is `[`, as in C without extensions.
    var hasTrigraphs = false
    /// Whether `<:` is `[`.
    var hasDigraphs = true
    /// Whether `R"x(…)x"` is a string.
    var hasRawStrings = true
    /// Whether extensions of GNU are allowed.
    var isGNU = true
    /// Whether `u"x"`, `U"x"` and `u8"x"` are strings.
    var hasUnicodePrefixes = true
    /// Whether every number may have an exponent after `p`; before C99 only hexadecimal ones.
    var hasBinaryExponents = true

    /// Whether `//` begins a comment.
    var hasLineComments: Bool { allowsLineComments && !isTraditional }

    /// Whether the preprocessor cuts a text off at `//`.
    var cutsAtSlashes: Bool { hasLineComments && comments == .removed }
}
