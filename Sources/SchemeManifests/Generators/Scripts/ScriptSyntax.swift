/// A file of a JavaScript or TypeScript program, or an expression in one of its templates.
final class ScriptFile {
    let tokens: ScriptTokens
    /// Returns the token of the main file that stands for the one at this index; `nil` in any other file.
    let place: (Int) -> Int?

    init(_ tokens: ScriptTokens, place: @escaping (Int) -> Int? = { $0 }) {
        (self.tokens, self.place) = (tokens, place)
    }
}

/// An expression.
///
/// - Source: ECMA-262, Expressions (seen 2026-12-01).
struct ScriptExpression {
    indirect enum Kind {
        case text(String)
        case template([ScriptExpression])
        case number(String)
        case flag(Bool)
        case null
        case name(String)
        case object([Member])
        case list([ScriptExpression])
        /// `...a`
        case spread(ScriptExpression)
        case function(ScriptFunction)
        /// A value and what follows it: `a.b(c)`.
        case chain(ScriptExpression, [Link])
        case unary(String, ScriptExpression)
        /// Operands of operators of one precedence, from left to right.
        case binary(ScriptExpression, [(symbol: String, operand: ScriptExpression)])
        case conditional(ScriptExpression, ScriptExpression, ScriptExpression)
        /// `a = b`, `a ??= b`
        case assignment(ScriptExpression, String, ScriptExpression)
        /// Anything else, which has no effect.
        case other
    }

    enum Member {
        case value(key: ScriptExpression, ScriptExpression)
        case spread(ScriptExpression)
    }

    enum Link {
        /// For `a?.b`, the whole chain is missing if `a` is.
        case member(ScriptExpression, isOptional: Bool)
        case call([ScriptExpression])
    }

    /// Whether it is a value with calls after it.
    var hasCall: Bool {
        guard case .chain(_, let links) = kind else { return false }
        return links.contains { if case .call = $0 { true } else { false } }
    }

    let kind: Kind
    /// The token of the main file that it begins with; `nil` in any other file.
    let place: Int?
}

/// What an assignment or a declaration gives values to.
indirect enum ScriptPattern {
    case name(String)
    case object([(key: String, pattern: ScriptPattern, standard: ScriptExpression?)], rest: String?)
    /// Names that get parts of a value which aren't followed.
    case names([String])
}

/// - Source: ECMA-262, Statements (seen 2026-12-01).
indirect enum ScriptStatement {
    case declaration([(pattern: ScriptPattern, value: ScriptExpression?)], isVariable: Bool)
    /// A function or a class.
    case function(name: String, ScriptFunction)
    case expression(ScriptExpression)
    case condition(ScriptExpression, [ScriptStatement], [ScriptStatement])
    case choice(ScriptExpression, [(label: ScriptExpression?, body: [ScriptStatement])])
    case block([ScriptStatement])
    /// The pattern is that of the error.
    case attempt([ScriptStatement], ScriptPattern?, handler: [ScriptStatement], last: [ScriptStatement])
    case result(ScriptExpression?)
    case failure
    /// `break`
    case leave
    /// Names for what another file exports; for the key `nil`, an object with all.
    case imported([(name: String, key: String?)], from: String)
    /// The key is that of another file if the statement names one.
    case exported([(name: String, key: String)], from: String?)
    case exportedDefault(ScriptExpression)
    /// Tokens that aren't understood, such as loops and classes.
    case other(ScriptFile, Range<Int>)
}

final class ScriptFunction {
    let file: ScriptFile
    let parameters: [(pattern: ScriptPattern, standard: ScriptExpression?)]
    /// The tokens of the function.
    let tokens: Range<Int>
    let kind: Kind
    private let body: Body

    enum Kind {
        case usual
        /// `a => b`, in which `this` is that of the function around it.
        case arrow
        /// It gives something else than what it returns, such as a promise.
        case other
        /// A class.
        case type
    }

    enum Body {
        case expression(ScriptExpression)
        /// The tokens between braces.
        case block(Range<Int>)
    }

    /// Reads a block when it is first called.
    private(set) lazy var statements: [ScriptStatement] = {
        switch body {
        case .expression(let expression): [.result(expression)]
        case .block(let range): ScriptParser(file, range).statements()
        }
    }()

    /// The names that `var` declares anywhere in the function.
    private(set) lazy var variables = statements.variables

    init(
        _ file: ScriptFile,
        _ parameters: [(pattern: ScriptPattern, standard: ScriptExpression?)],
        _ tokens: Range<Int>,
        _ kind: Kind,
        _ body: Body
    ) {
        (self.file, self.parameters, self.tokens) = (file, parameters, tokens)
        (self.kind, self.body) = (kind, body)
    }
}

extension [ScriptStatement] {
    /// The names that `var` declares in these statements and in blocks of them.
    fileprivate var variables: [String] {
        flatMap { statement -> [String] in
            switch statement {
            case .declaration(let all, isVariable: true):
                all.compactMap { if case .name(let name) = $0.pattern { name } else { nil } }
            case .condition(_, let first, let second): first.variables + second.variables
            case .choice(_, let cases): cases.flatMap(\.body.variables)
            case .block(let statements): statements.variables
            case .attempt(let first, _, let handler, let last):
                first.variables + handler.variables + last.variables
            default: []
            }
        }
    }
}
