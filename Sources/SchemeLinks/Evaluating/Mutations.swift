#if Links
import SwiftSyntax

/// The changes that code makes to a variable after its initialization.
struct Mutations {
    /// The assigned values, as sequences of operands and operators.
    private(set) var values: [[ExprSyntax]] = []
    /// The values assigned to its members, with the member names.
    private(set) var members: [(name: String, value: [ExprSyntax])] = []
    /// The methods called on it, with the members in between: `["queryItems", "append"]`.
    private(set) var calls: [[String]] = []
    /// Whether something is appended to it.
    private(set) var isExtended = false
    /// Whether it is passed to code that can change it.
    private(set) var isOpen = false

    /// The number of searched nodes.
    private(set) var seen = 0

    /// The maximum number of nodes to search.
    private static let limit = 100_000

    /// Collects the changes that the code in `node` makes to the variable `name`.
    init(of name: String, in node: Syntax) {
        var pending = [node]
        while let next = pending.popLast() {
            seen += 1
            guard seen < Self.limit else {
                isOpen = true
                return
            }
            // Casts dominate the cost here, and few nodes change anything.
            switch next.kind {
            case .sequenceExpr: if let sequence = next.as(SequenceExprSyntax.self) { note(sequence, name: name) }
            case .inOutExpr:
                let handed = next.as(InOutExprSyntax.self)?.expression
                if let handed, Self.way(handed, from: name) != nil { isOpen = true }
            case .functionCallExpr:
                let called = next.as(FunctionCallExprSyntax.self)?.calledExpression
                if let called, let way = Self.way(called, from: name), !way.isEmpty { calls.append(way) }
            default: break
            }
            let first = pending.count
            for child in next.children(viewMode: .sourceAccurate) where child.kind != .token { pending.append(child) }
            pending[first...].reverse()
        }
    }

    private mutating func note(_ sequence: SequenceExprSyntax, name: String) {
        if sequence.assignedName != nil, let target = sequence.elements.first?.unwrapped {
            note(sequence, target: target, name: name)
        } else if let target = sequence.assignedElement, let way = Self.way(target, from: name) {
            calls.append(way + ["subscript"])
        }
    }

    private mutating func note(_ sequence: SequenceExprSyntax, target: ExprSyntax, name: String) {
        guard let way = Self.way(target, from: name) else { return }
        switch way.count {
        case 0 where sequence.replaces: values.append(sequence.assignedValue)
        case 0: isExtended = true
        case 1 where sequence.replaces: members.append((way[0], sequence.assignedValue))
        default: calls.append(way + ["+="])
        }
    }

    /// The members that lead from the variable to `expression`; `nil` if it doesn't begin with the variable.
    private static func way(_ expression: ExprSyntax, from name: String) -> [String]? {
        guard let names = expression.dottedNames else { return nil }
        if names.first == name { return Array(names.dropFirst()) }
        if names.first == "self", names.dropFirst().first == name { return Array(names.dropFirst(2)) }
        return nil
    }
}
#endif
