/// The statements of a function, as far as they decide what it gives: constants, variables that
/// change, and conditions.
struct SwiftBody: Sendable {
    private var statements: [SwiftStatement] = []
    private(set) var result: SwiftLiteral

    /// Takes the body after its opening brace, and the closing one; `nil` for any other body.
    init?(_ tokens: inout SwiftTokens) {
        let start = tokens
        var parser = SwiftStatementParser(tokens)
        let statements = parser.statements(depth: 0)
        // Bytes count even if they are read in vain.
        tokens = parser.tokens
        guard let statements else { return nil }
        var ahead = tokens
        let next = ahead.next()
        if next == .word("return") || next == .word("switch") { tokens = ahead }
        if next == .word("switch") {
            guard let choice = SwiftLiteral(switch: &tokens) else { return nil }
            result = choice
        } else {
            result = SwiftLiteral(&tokens, isStatement: true)
        }
        self.statements = statements
        guard tokens.next() == .mark(UInt8(ascii: "}")), parser.seesAllChanges(from: start, to: tokens.offset) else {
            return nil
        }
    }

    /// Whether it is only an expression.
    var isExpression: Bool { statements.isEmpty }

    /// Returns the body after `transform` changed its expressions; `nil` if it returns `nil`.
    ///
    /// - Parameters:
    ///   - parameters: The names of the parameters.
    ///   - transform: Gets an expression, and the names that are declared before it.
    func mapped(
        _ parameters: [String],
        _ transform: (SwiftLiteral, Set<String>) -> SwiftLiteral?
    ) -> SwiftBody? {
        var made = self
        var names = Set(parameters)
        guard let statements = SwiftStatement.mapped(statements, &names, transform),
            let result = transform(result, names)
        else { return nil }
        made.statements = statements
        made.result = result
        return made
    }

    /// Returns what the function gives.
    ///
    /// - Parameters:
    ///   - values: The values of the parameters.
    ///   - types: The names in their types.
    ///   - range: The place that its own expressions get; `nil` for those in the file.
    func value<Evaluator: SwiftEvaluator>(
        _ values: [String: SwiftLiteral],
        types: [String: [[String]]],
        at range: Range<Int>?,
        in evaluator: inout Evaluator
    ) -> SwiftLiteral? {
        var values = values
        guard Self.run(statements, &values, types, at: range, in: &evaluator) else { return nil }
        return result.replacing(values, types, at: range, &evaluator.work)
    }

    /// Changes `values` as the statements do; returns `false` over the limit.
    private static func run<Evaluator: SwiftEvaluator>(
        _ statements: [SwiftStatement],
        _ values: inout [String: SwiftLiteral],
        _ types: [String: [[String]]],
        at range: Range<Int>?,
        in evaluator: inout Evaluator
    ) -> Bool {
        for statement in statements {
            switch statement {
            case .value(let name, let literal):
                guard let value = literal.replacing(values, types, at: range, &evaluator.work) else { return false }
                values[name] = value
            case .append(let name, let literal):
                guard let more = literal.replacing(values, types, at: range, &evaluator.work) else { return false }
                values[name]?.append(more)
            case .change(let name, let member, let literal):
                guard let value = literal.replacing(values, types, at: range, &evaluator.work) else { return false }
                values[name]?.change(member, to: value)
            case .condition(let condition, let first, let second):
                guard let condition = condition.replacing(values, types, at: range, &evaluator.work) else {
                    return false
                }
                guard let isTrue = evaluator.decide(condition) else {
                    // It isn't known what the variables get.
                    let own = Set((first + second).flatMap(\.names))
                    for name in Set((first + second).flatMap(\.changed)).subtracting(own) {
                        values[name]?.append(condition.unread)
                    }
                    continue
                }
                let branch = isTrue ? first : second
                let own = Set(branch.flatMap(\.names))
                var inner = values
                guard run(branch, &inner, types, at: range, in: &evaluator) else { return false }
                for name in branch.flatMap(\.changed) where !own.contains(name) { values[name] = inner[name] }
            }
        }
        return true
    }
}

extension SwiftLiteral {
    /// Appends the elements of another list.
    fileprivate mutating func append(_ more: SwiftLiteral) {
        var terms = [self]
        if case .sum(let all) = content { terms = all }
        content = .sum(terms + [more])
        depth = max(depth, more.depth + 1)
    }

    /// Changes a member.
    fileprivate mutating func change(_ member: String, to value: SwiftLiteral) {
        let whole = self
        content = .changed(whole, member: member, value)
        depth = max(whole.depth, value.depth) + 1
    }

    /// Returns the expression with `values` in place of their names; `nil` over the limit.
    ///
    /// - Parameter range: The place that all but these values get.
    func replacing(
        _ values: [String: SwiftLiteral],
        _ types: [String: [[String]]] = [:],
        at range: Range<Int>?,
        _ work: inout Int
    ) -> SwiftLiteral? {
        mapped(&work) { literal, _ in
            var literal = literal
            literal.range = range ?? literal.range
            switch literal.content {
            case .name(let path):
                guard let value = values[path[0]] else { break }
                return path.count == 1 ? value : value.ofType(types[path[0]]).members(path.dropFirst())
            case .call(let path, let arguments):
                guard let value = values[path[0]] else { break }
                guard path.count > 1, let last = path.last else {
                    literal.content = .other
                    break
                }
                let isTest = last == "contains" && arguments.count == 1 && arguments[0].label == nil
                let whole = value.ofType(types[path[0]]).members(path.dropFirst().dropLast())
                literal.content =
                    isTest
                    ? .contains(whole, arguments[0].value, types: path.count == 2 ? types[path[0]] ?? [] : [])
                    : .member(whole, last, arguments)
                literal.depth = max(literal.depth, whole.depth + 1)
            default: break
            }
            return literal
        }
    }

    /// The expression with these members, one of the other.
    private func members(_ names: ArraySlice<String>) -> SwiftLiteral {
        names.reduce(self) { whole, name in
            SwiftLiteral(content: .member(whole, name, nil), range: range, depth: whole.depth + 1)
        }
    }

    /// The expression with the name of its type, if it is a case of one of them: `.a`.
    private func ofType(_ types: [[String]]?) -> SwiftLiteral {
        guard case .name(let path) = content, path.count == 2, path[0].isEmpty, let types, types.count == 1 else {
            return self
        }
        var made = self
        made.content = .name(types[0] + path.dropFirst())
        return made
    }
}
