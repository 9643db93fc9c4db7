internal import SchemeModel

/// The text of a macro, or the tokens of an argument, being read.
///
/// - Source: llvm-project, clang/lib/Lex/TokenLexer.cpp.
final class PreprocessorExpansion {
    /// The macro; `nil` for the tokens of an argument.
    let name: ArraySlice<UInt8>?
    private var tokens: [PreprocessorToken]
    private var index = 0
    /// The location of the macro's use; `nil` if each token has its own origin.
    private let origin: PreprocessorOrigin?
    // Attributes of the next token.
    private var isAtStartOfLine: Bool
    private var hasLeadingSpace: Bool
    /// Whether a space follows the last token.
    private var leavesSpace = false

    /// Creates the text of a macro, with its arguments substituted.
    init(
        named token: PreprocessorToken,
        tokens: [PreprocessorToken],
        leavesSpace: Bool,
        origin: PreprocessorOrigin
    ) {
        name = token.text
        self.tokens = tokens
        self.leavesSpace = leavesSpace
        self.origin = origin
        isAtStartOfLine = token.isAtStartOfLine
        hasLeadingSpace = token.hasLeadingSpace
    }

    /// Creates the tokens of an argument.
    init(argument tokens: [PreprocessorToken]) {
        name = nil
        self.tokens = tokens
        origin = nil
        isAtStartOfLine = tokens.first?.isAtStartOfLine ?? false
        hasLeadingSpace = tokens.first?.hasLeadingSpace ?? false
    }

    var isAtEnd: Bool { index == tokens.count }

    /// Whether the next token is an opening parenthesis; `nil` at the end.
    var isBeforeParenthesis: Bool? { isAtEnd ? nil : tokens[index].isPunctuator("(") }

    /// The whitespace left after the last token.
    var rest: (isAtStartOfLine: Bool, hasLeadingSpace: Bool) { (isAtStartOfLine, hasLeadingSpace || leavesSpace) }

    /// Gives the next token the whitespace of an omitted one before it.
    func inherit(isAtStartOfLine: Bool, hasLeadingSpace: Bool) {
        self.isAtStartOfLine = isAtStartOfLine
        self.hasLeadingSpace = hasLeadingSpace
    }

    /// Returns the next token, joined with those after `##`.
    ///
    /// - Parameter join: Joins two tokens; returns `nil` if the result isn't a token.
    func next(_ join: (PreprocessorToken, PreprocessorToken) -> PreprocessorToken?) -> PreprocessorToken {
        let isFirst = index == 0
        var token = tokens[index]
        index += 1
        if name != nil {
            while index + 1 < tokens.count, tokens[index].kind == .hashHash {
                let right = tokens[index + 1]
                index += 2
                guard var joined = join(token, right) else { continue }
                joined.isAtStartOfLine = token.isAtStartOfLine
                joined.hasLeadingSpace = token.hasLeadingSpace
                token = joined
            }
        }
        if isFirst {
            token.isAtStartOfLine = isAtStartOfLine
            token.hasLeadingSpace = hasLeadingSpace
        } else {
            token.isAtStartOfLine = token.isAtStartOfLine || isAtStartOfLine
            token.hasLeadingSpace = token.hasLeadingSpace || hasLeadingSpace
        }
        isAtStartOfLine = false
        hasLeadingSpace = false
        if let origin {
            let isCut = token.origin.isCut || origin.isCut
            token.origin = origin
            token.origin.isCut = isCut
        }
        return token
    }
}

/// The arguments of a macro.
struct PreprocessorArguments {
    /// The tokens of each argument before expansion.
    var written: [[PreprocessorToken]]
    /// Whether the variable argument is absent.
    var isVariableElided = false
    /// The closing parenthesis.
    var end: PreprocessorOrigin
}

// Substituting arguments in the text of a macro.
extension PreprocessorRun {
    /// Returns the tokens of `macro` with its arguments substituted, and whether a space follows.
    mutating func substitute(
        _ arguments: PreprocessorArguments,
        in macro: PreprocessorMacro
    ) -> (tokens: [PreprocessorToken], leavesSpace: Bool) {
        let body = macro.tokens
        var result: [PreprocessorToken] = []
        var nextGetsSpace = false
        var expanded: [Int: [PreprocessorToken]] = [:]
        var index = 0
        while index < body.count {
            let token = body[index]
            if index > 0, body[index - 1].kind != .hashHash, token.hasLeadingSpace { nextGetsSpace = true }
            if token.kind == .hash, index + 1 < body.count, let parameter = body[index + 1].parameter {
                var text = quoted(arguments.written[parameter])
                text.hasLeadingSpace = nextGetsSpace
                result.append(text)
                nextGetsSpace = false
                index += 2
                continue
            }
            let isPasted = index > 0 && body[index - 1].kind == .hashHash
            let isPastedToText = result.last?.kind == .hashHash
            let isBeforePaste = index + 1 < body.count && body[index + 1].kind == .hashHash
            guard let parameter = token.parameter else {
                charge(1)
                result.append(token)
                if nextGetsSpace {
                    result[result.count - 1].hasLeadingSpace = true
                    nextGetsSpace = false
                } else if isPasted, !isPastedToText {
                    result[result.count - 1].hasLeadingSpace = false
                }
                index += 1
                continue
            }
            if !isPasted, !isBeforePaste {
                let tokens = expanded[parameter] ?? expand(arguments.written[parameter])
                expanded[parameter] = tokens
                append(tokens, to: &result, spaced: &nextGetsSpace) {
                    $0.hasLeadingSpace = $1
                    $0.isAtStartOfLine = false
                }
                index += 1
                continue
            }
            let tokens = arguments.written[parameter]
            if !tokens.isEmpty {
                let isVariable = macro.isVariadic && parameter == (macro.parameterCount ?? 0) - 1
                if isVariable, isPastedToText, result.count >= 2, result[result.count - 2].isPunctuator(",") {
                    // For `, ## __VA_ARGS__`, nothing is joined.
                    result.removeLast()
                }
                append(tokens, to: &result, spaced: &nextGetsSpace) {
                    if $1 { $0.hasLeadingSpace = true }
                }
                index += 1
                continue
            }
            // Without an argument, nothing is joined.
            if isBeforePaste {
                index += 2
                continue
            }
            if isPastedToText { result.removeLast() }
            if arguments.isVariableElided, elideComma(of: parameter, of: macro, in: &result) { nextGetsSpace = false }
            index += 1
        }
        return (result, nextGetsSpace)
    }

    private mutating func append(
        _ tokens: [PreprocessorToken],
        to result: inout [PreprocessorToken],
        spaced: inout Bool,
        _ setSpace: (inout PreprocessorToken, Bool) -> Void
    ) {
        charge(tokens.count)
        guard let first = tokens.first, !isExhausted else { return }
        let start = result.count
        result += tokens
        // Tokens from an argument don't join others.
        for index in start..<result.count where result[index].kind == .hashHash { result[index].kind = .other }
        result[start] = first.kind == .hashHash ? result[start] : first
        setSpace(&result[start], spaced)
        spaced = false
    }

    /// Removes the comma before `, ## __VA_ARGS__` if there are no such arguments.
    private func elideComma(
        of parameter: Int,
        of macro: PreprocessorMacro,
        in result: inout [PreprocessorToken]
    ) -> Bool {
        guard macro.isVariadic, parameter == (macro.parameterCount ?? 0) - 1,
            result.last?.isPunctuator(",") ?? false, options.syntax.isGNU || (macro.parameterCount ?? 0) > 1
        else { return false }
        result.removeLast()
        if result.last?.kind == .hashHash { result.removeLast() }
        if !result.isEmpty { result[result.count - 1].followsElidedComma = true }
        return true
    }

    /// Returns the text of an argument in quotation marks.
    private mutating func quoted(_ tokens: [PreprocessorToken]) -> PreprocessorToken {
        var text: [UInt8] = [.doubleQuote]
        for (index, token) in tokens.enumerated() {
            if index > 0, token.hasLeadingSpace || token.isAtStartOfLine { text.append(.space) }
            charge(1 + token.text.count / 64)
            guard !isExhausted else { break }
            for byte in token.text {
                if token.kind == .quotation, byte == .doubleQuote || byte == .backslash { text.append(.backslash) }
                text.append(byte)
            }
        }
        // An unescaped backslash would escape the closing mark.
        let slashes = text.reversed().prefix { $0 == .backslash }.count
        if slashes % 2 == 1 { text.removeLast() }
        text.append(.doubleQuote)
        return made(text, .quotation)
    }

    /// Returns the expanded tokens of an argument.
    private mutating func expand(_ tokens: [PreprocessorToken]) -> [PreprocessorToken] {
        guard tokens.contains(where: { $0.kind == .identifier }) else { return tokens }
        guard argumentDepth < Self.deepestArgument else {
            giveUp()
            return []
        }
        argumentDepth += 1
        let outerFloor = floor
        floor = frames.count
        frames.append(.expansion(PreprocessorExpansion(argument: tokens)))
        var result: [PreprocessorToken] = []
        while case let token = lex(), token.kind != .end { result.append(token) }
        floor = outerFloor
        argumentDepth -= 1
        return result
    }

    /// Joins two tokens. Returns `nil` and records it if the result isn't a token.
    mutating func join(_ left: PreprocessorToken, _ right: PreprocessorToken) -> PreprocessorToken? {
        charge(1 + (left.text.count + right.text.count) / 64)
        guard !isExhausted else { return nil }
        let text = Array(left.text + right.text)
        var lexer = PreprocessorLexer(
            text,
            buffer: BufferID.made,
            syntax: options.syntax,
            includeRange: 0..<0
        )
        lexer.beginDirective()
        var token = lexer.next()
        guard token.text.count == text.count, token.kind != .comment else {
            note(.invalidMacroUse, String(decoding: text.prefix(80), as: UTF8.self), at: left.origin)
            return nil
        }
        if token.kind == .hashHash { token.kind = .other }
        token.origin = left.origin
        token.origin.isCut = left.origin.isCut || right.origin.isCut
        return renumbered(token)
    }

    private mutating func made(_ text: [UInt8], _ kind: PreprocessorToken.Kind) -> PreprocessorToken {
        renumbered(
            PreprocessorToken(
                kind: kind,
                text: text[...],
                buffer: BufferID.made,
                range: 0..<text.count,
                origin: PreprocessorOrigin(line: 1, column: 1, manifestRange: 0..<0)
            )
        )
    }

    /// Returns the token with a new number: no other token is adjacent to it.
    private mutating func renumbered(_ token: PreprocessorToken) -> PreprocessorToken {
        var token = token
        token.buffer = -nextMadeBuffer
        nextMadeBuffer += 1
        return token
    }
}
