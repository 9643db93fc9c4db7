#if Links
import SwiftSyntax

/// A condition of a branch, and whether it holds there.
struct BranchCondition {
    private let condition: Condition
    private let isMet: Bool
    private let frame: Frame

    private enum Condition {
        case element(ConditionElementSyntax)
        /// Operands and operators before a `?`.
        case row(ArraySlice<ExprSyntax>)
    }

    /// Returns the conditions of both branches of an `if` or a `guard`. In the second one, it is unknown which of
    /// several conditions failed.
    static func ways(_ list: ConditionElementListSyntax, in frame: Frame) -> (
        met: [BranchCondition], unmet: [BranchCondition]
    ) {
        let met = list.map { BranchCondition(condition: .element($0), isMet: true, frame: frame) }
        let unmet =
            met.count == 1 ? met.map { BranchCondition(condition: $0.condition, isMet: false, frame: frame) } : []
        return (met, unmet)
    }

    /// Returns the conditions of both branches of a ternary expression.
    static func ways(_ row: ArraySlice<ExprSyntax>, in frame: Frame) -> (
        met: [BranchCondition], unmet: [BranchCondition]
    ) {
        (
            [BranchCondition(condition: .row(row), isMet: true, frame: frame)],
            [BranchCondition(condition: .row(row), isMet: false, frame: frame)]
        )
    }

    /// Whether all conditions can hold together: none is known to fail, and no two contradict each other literally.
    static func canHold(_ conditions: [BranchCondition], _ evaluator: Evaluator) -> Bool {
        var known: [String: Bool] = [:]
        for condition in conditions {
            if let (words, isNegated) = condition.words {
                let truth = condition.isMet != isNegated
                if let other = known.updateValue(truth, forKey: words), other != truth { return false }
            }
            evaluator.restart()
            if condition.truth(evaluator) == !condition.isMet { return false }
        }
        return true
    }

    /// Whether the condition holds; `nil` if unknown.
    private func truth(_ evaluator: Evaluator) -> Bool? {
        evaluator.looking {
            switch condition {
            case .element(let element): evaluator.isMet(element, in: frame)
            case .row(let row): evaluator.truth(row, in: frame)
            }
        }
    }

    /// The normalized text of the condition, the same for its negation; `nil` if it is too long.
    private var words: (text: String, isNegated: Bool)? {
        switch condition {
        case .row(let row): return Self.words(row)
        case .element(let element):
            guard element.trimmedLength.utf8Length < Self.length else { return nil }
            switch element.condition {
            case .expression(let expression):
                return Self.words(
                    expression.as(SequenceExprSyntax.self).map { $0.row[...] } ?? [expression]
                )
            case .optionalBinding(let binding):
                let name = binding.initializer?.value.trimmedDescription ?? binding.pattern.trimmedDescription
                return (name + " == nil", true)
            default: return (element.condition.trimmedDescription, false)
            }
        }
    }

    private static func words(_ row: ArraySlice<ExprSyntax>) -> (text: String, isNegated: Bool)? {
        guard let first = row.first, row.reduce(0, { $0 + $1.trimmedLength.utf8Length }) < length else { return nil }
        if row.count == 1, let prefix = first.unwrapped.as(PrefixOperatorExprSyntax.self), prefix.operator.text == "!" {
            return words([prefix.expression]).map { ($0.text, !$0.isNegated) }
        }
        let isUnequal = row.count == 3 && row.dropFirst().first?.operatorText == "!="
        let words = row.enumerated().map { $0 == 1 && isUnequal ? "==" : $1.unwrapped.trimmedDescription }
        return (words.joined(separator: " "), isUnequal)
    }

    /// The maximum length of a compared condition, in bytes.
    private static let length = 256
}
#endif
