/// The comment and whitespace rules of the preprocessor, which depend on its flags.
struct PreprocessorSyntax: Hashable, Sendable {
    /// `-C`: whether comments are kept in the text. They are removed from definitions.
    var keepsComments = false
    /// `-CC`: whether comments are kept everywhere.
    var keepsCommentsInMacros = false
    /// `-traditional`: whitespace is kept, and `//` doesn't start a comment.
    var isTraditional = false
    /// Whether `//` starts a comment outside of traditional mode, as far as the flags are known.
    var allowsLineComments = true

    /// Whether `//` starts a comment.
    var hasLineComments: Bool { allowsLineComments && !isTraditional }
}
