/// The token and comment syntax of the preprocessor, which depends on its flags.
struct PreprocessorSyntax: Hashable, Sendable {
    enum Comments: Hashable, Sendable {
        case removed
        /// `-C`: kept in the text, removed from definitions and arguments.
        case kept
        /// `-CC`: kept everywhere.
        case keptInMacros
    }

    var comments = Comments.removed
    /// `-traditional`: whitespace is kept, and `//` doesn't start a comment.
    var isTraditional = false
    /// Whether `//` starts a comment outside of traditional mode.
    var allowsLineComments = true
    /// Whether `??(` is `[`, as in C without extensions.
    var hasTrigraphs = false
    /// Whether `<:` is `[`.
    var hasDigraphs = true
    /// Whether `R"x(…)x"` is a string.
    var hasRawStrings = true
    /// Whether GNU extensions are allowed.
    var isGNU = true
    /// Whether `u"x"`, `U"x"` and `u8"x"` are strings.
    var hasUnicodePrefixes = true
    /// Whether every number may have an exponent after `p`; before C99, only hexadecimal ones.
    var hasBinaryExponents = true

    /// Whether `//` starts a comment.
    var hasLineComments: Bool { allowsLineComments && !isTraditional }

    /// Whether the preprocessor truncates text at `//`.
    var cutsAtSlashes: Bool { hasLineComments && comments == .removed }
}
