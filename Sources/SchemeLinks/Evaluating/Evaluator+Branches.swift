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
        for (element, isMet) in conditions(around: Syntax(expression)) {
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

    /// Returns the conditions that decide whether `node` is reached, and whether they hold there.
    private func conditions(around node: Syntax) -> [(element: ConditionElementSyntax, isMet: Bool)] {
        var found: [(element: ConditionElementSyntax, isMet: Bool)] = []
        var current = node
        // The code around a local function may run at another time.
        while let parent = current.parent, !parent.is(FunctionDeclSyntax.self) {
            found += conditions(of: current, in: parent)
            current = parent
        }
        return found
    }

    /// Returns the conditions that decide whether `node` is reached from the beginning of `parent`, its parent, and whether
    /// they hold there. If it is unknown which of several conditions failed, they are left out.
    func conditions(of node: Syntax, in parent: Syntax) -> [(element: ConditionElementSyntax, isMet: Bool)] {
        var outcomes: [Locals.Outcome] = []
        if let choice = parent.as(IfExprSyntax.self) {
            if choice.body.id == node.id { outcomes = [(choice.conditions, true)] }
            if choice.elseBody?.id == node.id { outcomes = [(choice.conditions, false)] }
        } else if let choice = parent.as(GuardStmtSyntax.self), choice.body.id == node.id {
            outcomes = [(choice.conditions, false)]
        } else if let items = parent.as(CodeBlockItemListSyntax.self) {
            outcomes = locals(of: items).outcomes(before: node)
        }
        return outcomes.filter { $0.areMet || $0.conditions.count == 1 }.flatMap { outcome in
            outcome.conditions.prefix(Self.conditionLimit).map { ($0, outcome.areMet) }
        }
    }

    /// The maximum number of conditions of one statement.
    private static let conditionLimit = 64
}
#endif
