/// An Objective-C expression, as far as it is relevant for URLs.
indirect enum ObjectiveCExpression {
    case name(String)
    case text(String)
    case number(Int)
    /// `[receiver selector:argument]`. For a function call `f(a)`, the receiver is its name and the selector is `()`.
    case message(ObjectiveCExpression, selector: String, [ObjectiveCExpression])
    case member(ObjectiveCExpression, String)
    case index(ObjectiveCExpression, ObjectiveCExpression)
    case not(ObjectiveCExpression)
    case operation(String, ObjectiveCExpression, ObjectiveCExpression)
    /// A block: the tokens between its braces.
    case block(Range<Int>)
    case other([ObjectiveCExpression])

    /// Its direct subexpressions.
    var parts: [ObjectiveCExpression] {
        switch self {
        case .name, .text, .number, .block: []
        case .message(let receiver, _, let arguments): [receiver] + arguments
        case .member(let base, _): [base]
        case .index(let base, let index): [base, index]
        case .not(let inner): [inner]
        case .operation(_, let left, let right): [left, right]
        case .other(let parts): parts
        }
    }
}

/// Parses Objective-C expressions.
struct ObjectiveCParser {
    let file: ObjectiveCFile
    private(set) var index: Int
    private let end: Int
    private var depth = 0

    /// The maximum depth of nested brackets.
    private static let depthLimit = 64

    init(_ file: ObjectiveCFile, _ range: Range<Int>) {
        self.file = file
        index = range.lowerBound
        end = range.upperBound
    }

    private var token: ObjectiveCTokens.Token? { index < end ? file.tokens[index] : nil }

    private func isSign(_ text: String, _ offset: Int = 0) -> Bool {
        index + offset < end && file.isSign(text, at: index + offset)
    }

    private mutating func take(_ text: String) -> Bool {
        guard isSign(text) else { return false }
        index += 1
        return true
    }

    private static let levels: [[String]] = [["||"], ["&&"], ["==", "!="], ["<", ">", "<=", ">="]]

    /// Parses an expression up to the end or an unexpected token.
    mutating func expression(level: Int = 0) -> ObjectiveCExpression {
        guard level < Self.levels.count else { return unary() }
        var left = expression(level: level + 1)
        while let sign = token, sign.kind == .sign, Self.levels[level].contains(sign.text) {
            index += 1
            left = .operation(sign.text, left, expression(level: level + 1))
        }
        if level == 0, take("?") {
            let first = isSign(":") ? left : expression()
            _ = take(":")
            return .other([left, first, expression()])
        }
        return left
    }

    private mutating func unary() -> ObjectiveCExpression {
        depth += 1
        defer { depth -= 1 }
        guard depth < Self.depthLimit else {
            index = end
            return .other([])
        }
        if take("!") { return .not(unary()) }
        if isSign("&") || isSign("*") || isSign("-") || isSign("+") || isSign("~") {
            index += 1
            return .other([unary()])
        }
        if isCast {
            index = file.end(ofBracketAt: index, in: end)
            return unary()
        }
        var value = primary()
        while let sign = token, sign.kind == .sign {
            if sign.text == "." || sign.text == "->", index + 1 < end, file.tokens[index + 1].kind == .word {
                value = .member(value, file.tokens[index + 1].text)
                index += 2
            } else if sign.text == "[" {
                let close = file.end(ofBracketAt: index, in: end)
                var inner = inner(to: close)
                value = .index(value, inner.expression())
                index = close
            } else if sign.text == "(" {
                value = .message(value, selector: "()", list(to: file.end(ofBracketAt: index, in: end)))
            } else {
                break
            }
        }
        return value
    }

    /// Whether a cast begins here: a type in parentheses, followed by an operand.
    private var isCast: Bool {
        guard isSign("(") else { return false }
        let close = file.end(ofBracketAt: index, in: end)
        guard close < end, close - index > 2 else { return false }
        let isType = file.tokens[index + 1..<close - 1].allSatisfy { token in
            token.kind == .word || token.kind == .sign && ["*", "<", ">", ","].contains(token.text)
        }
        let next = file.tokens[close]
        let isValue = next.kind != .sign || ["[", "(", "@", "^"].contains(next.text)
        return isType && isValue
    }

    /// Returns a parser of the tokens between the bracket here and its end.
    private func inner(to close: Int) -> ObjectiveCParser {
        var inner = ObjectiveCParser(file, index + 1..<max(index + 1, close - 1))
        inner.depth = depth
        return inner
    }

    /// Parses the comma-separated expressions in brackets, and continues after `close`.
    private mutating func list(to close: Int) -> [ObjectiveCExpression] {
        var inner = inner(to: close)
        var found: [ObjectiveCExpression] = []
        while inner.index < inner.end, found.count < 256 {
            let start = inner.index
            found.append(inner.expression())
            if !inner.take(",") || inner.index == start { inner.skipOne(start) }
        }
        index = close
        return found
    }

    /// Skips a token that can't begin an expression.
    private mutating func skipOne(_ start: Int) {
        if index == start { index += 1 }
    }

    private mutating func primary() -> ObjectiveCExpression {
        guard let token else { return .other([]) }
        switch token.kind {
        case .text:
            index += 1
            return .text(token.text)
        case .number:
            index += 1
            return Int(token.text).map { .number($0) } ?? .other([])
        case .word:
            index += 1
            return .name(token.text)
        case .other:
            index += 1
            return .other([])
        case .sign: break
        }
        let close = file.end(ofBracketAt: index, in: end)
        switch token.text {
        case "(":
            var inner = inner(to: close)
            index = close
            return inner.expression()
        case "[": return message(to: close)
        case "@":
            index += 1
            // `@[…]`, `@{…}`, `@(…)`, `@selector(…)`.
            if self.token?.kind == .word { index += 1 }
            guard isSign("[") || isSign("{") || isSign("(") else { return .other([]) }
            return .other(list(to: file.end(ofBracketAt: index, in: end)))
        case "^":
            while index < end, !isSign("{") {
                index = isSign("(") ? file.end(ofBracketAt: index, in: end) : index + 1
            }
            guard index < end else { return .other([]) }
            let close = file.end(ofBracketAt: index, in: end)
            defer { index = close }
            return .block(index + 1..<max(index + 1, close - 1))
        default:
            index += 1
            return .other([])
        }
    }

    /// Parses `[receiver label:argument …]`, and continues after `close`.
    private mutating func message(to close: Int) -> ObjectiveCExpression {
        var inner = inner(to: close)
        index = close
        let receiver = inner.unary()
        var selector = ""
        var arguments: [ObjectiveCExpression] = []
        while inner.index < inner.end, arguments.count < 32 {
            let start = inner.index
            if let word = inner.token, word.kind == .word {
                selector += word.text
                inner.index += 1
            }
            if inner.take(":") {
                selector += ":"
                arguments.append(inner.expression())
                while inner.take(",") { arguments.append(inner.expression()) }
            }
            if inner.index == start { break }
        }
        return .message(receiver, selector: selector, arguments)
    }
}
