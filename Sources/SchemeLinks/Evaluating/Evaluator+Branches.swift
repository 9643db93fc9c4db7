#if Links
import SchemeModel
import SwiftSyntax

/// Removes values that the branches around an expression exclude.
extension Evaluator {
    /// Returns the strings among `values` that `expression` can have where it is. In the `else` of
    /// `if url.scheme == "https"`, `url.scheme` never is `https`.
    func possible(_ values: ValueSet, of expression: ExprSyntax, in frame: Frame) -> ValueSet {
        guard let name = expression.dottedNames else { return values }
        var kept = values.all
        for (element, isMet) in Self.conditions(around: Syntax(expression)) {
            guard let (text, isEqual) = comparison(element, of: name, in: frame) else { continue }
            kept.removeAll { value in
                guard case .text(let other) = value, other.isExact else { return false }
                return (other.head == text) != (isEqual == isMet)
            }
        }
        return ValueSet(kept, via: values.via)
    }

    /// Returns the string that a condition compares `name` with, and whether it holds if they are equal.
    private func comparison(
        _ element: ConditionElementSyntax,
        of name: [String],
        in frame: Frame
    ) -> (text: String, isEqual: Bool)? {
        guard case .expression(let expression) = element.condition,
            let row = expression.as(SequenceExprSyntax.self)?.row, row.count == 3, let sign = row[1].operatorText,
            ["==", "!="].contains(sign)
        else { return nil }
        let sides = [(row[0], row[2]), (row[2], row[0])]
        guard let other = sides.first(where: { $0.0.dottedNames == name })?.1,
            case .text(let text)? = evaluate(other, in: frame).only, text.isExact
        else { return nil }
        return (text.head, sign == "==")
    }

    /// Returns the conditions that decide whether `node` is reached, and whether they hold there. If it is unknown which
    /// of several conditions failed, they are left out.
    private static func conditions(around node: Syntax) -> [(ConditionElementSyntax, Bool)] {
        var found: [(ConditionElementSyntax, Bool)] = []
        func add(_ conditions: ConditionElementListSyntax, isMet: Bool) {
            if isMet || conditions.count == 1 { found += conditions.map { ($0, isMet) } }
        }
        var current = node
        while let parent = current.parent {
            if let choice = parent.as(IfExprSyntax.self) {
                if choice.body.id == current.id { add(choice.conditions, isMet: true) }
                if choice.elseBody?.id == current.id { add(choice.conditions, isMet: false) }
            } else if let choice = parent.as(GuardStmtSyntax.self), choice.body.id == current.id {
                add(choice.conditions, isMet: false)
            } else if let items = parent.as(CodeBlockItemListSyntax.self) {
                for item in items.statements(before: current) {
                    if let choice = item.item.as(GuardStmtSyntax.self) { add(choice.conditions, isMet: true) }
                    if let choice = item.item.as(ExpressionStmtSyntax.self)?.expression.as(IfExprSyntax.self),
                        choice.elseBody == nil, choice.body.statements.leaves
                    {
                        add(choice.conditions, isMet: false)
                    }
                }
            } else if parent.is(FunctionDeclSyntax.self) {
                // The code around a local function may run at another time.
                break
            }
            current = parent
        }
        return found
    }
}
#endif
