/// A statement of a function.
indirect enum SwiftStatement: Sendable {
    /// The first value of a constant or a variable.
    case value(String, SwiftLiteral)
    /// What a list, a text or a dictionary gets: `a.append(b)`, `a += b`, `a["b"] = c`.
    case append(String, SwiftLiteral)
    /// The new value of a member: `a.b = c`.
    case change(String, member: String, SwiftLiteral)
    case condition(SwiftLiteral, [SwiftStatement], otherwise: [SwiftStatement])
}

extension SwiftStatement {
    /// The names that it and the statements in it declare.
    var names: [String] {
        switch self {
        case .value(let name, _): [name]
        case .append, .change: []
        case .condition(_, let first, let second): (first + second).flatMap(\.names)
        }
    }

    /// The variables that it and the statements in it change.
    var changed: [String] {
        switch self {
        case .value: []
        case .append(let name, _), .change(let name, _, _): [name]
        case .condition(_, let first, let second): (first + second).flatMap(\.changed)
        }
    }

    /// Returns the statements after `transform` changed their expressions; `nil` if it returns `nil`.
    ///
    /// - Parameters:
    ///   - names: The names that are declared before. Those that the statements declare are added.
    ///   - transform: Gets an expression, and the names that are declared before it.
    static func mapped(
        _ statements: [Self],
        _ names: inout Set<String>,
        _ transform: (SwiftLiteral, Set<String>) -> SwiftLiteral?
    ) -> [Self]? {
        var made: [Self] = []
        for statement in statements {
            switch statement {
            case .value(let name, let literal):
                guard let literal = transform(literal, names) else { return nil }
                names.insert(name)
                made.append(.value(name, literal))
            case .append(let name, let literal):
                guard let literal = transform(literal, names) else { return nil }
                made.append(.append(name, literal))
            case .change(let name, let member, let literal):
                guard let literal = transform(literal, names) else { return nil }
                made.append(.change(name, member: member, literal))
            case .condition(let condition, let first, let second):
                var (inFirst, inSecond) = (names, names)
                guard let condition = transform(condition, names), let first = mapped(first, &inFirst, transform),
                    let second = mapped(second, &inSecond, transform)
                else { return nil }
                made.append(.condition(condition, first, otherwise: second))
            }
        }
        return made
    }
}
