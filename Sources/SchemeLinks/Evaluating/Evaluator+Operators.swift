#if Links
import SchemeModel
import SwiftSyntax

/// Evaluates operators and conditions.
extension Evaluator {
    /// Evaluates a sequence of operands and operators. The syntax tree is flat, since precedence is declared elsewhere.
    func evaluate(
        _ elements: ArraySlice<ExprSyntax>,
        in frame: Frame,
        expecting: TypeReference?
    ) -> ValueSet {
        guard let first = elements.first else { return .unknown }
        guard elements.count > 1 else { return evaluate(first, in: frame, expecting: expecting) }
        return step { operators(elements, in: frame, expecting: expecting) }
    }

    func operators(_ elements: ArraySlice<ExprSyntax>, in frame: Frame, expecting: TypeReference?) -> ValueSet {
        // From the lowest precedence to the highest.
        if elements.contains(where: { $0.is(AssignmentExprSyntax.self) }) { return .unknown }
        if let index = elements.firstIndex(where: { $0.is(UnresolvedTernaryExprSyntax.self) }),
            let ternary = elements[index].as(UnresolvedTernaryExprSyntax.self)
        {
            let rest = elements[elements.index(after: index)...]
            switch looking({ truth(elements[..<index], in: frame) }) {
            case true?: return evaluate(ternary.thenExpression, in: frame, expecting: expecting)
            case false?: return evaluate(rest, in: frame, expecting: expecting)
            case nil:
                return evaluate(ternary.thenExpression, in: frame, expecting: expecting)
                    .or(evaluate(rest, in: frame, expecting: expecting))
            }
        }
        if elements.contains(where: { ["&&", "||", "==", "!=", "<", ">", "<=", ">="].contains($0.operatorText) }) {
            return looking { truth(elements, in: frame) }.map { ValueSet(.bool($0)) } ?? .unknown
        }
        if let index = elements.firstIndex(where: { $0.operatorText == "??" }) {
            let left = evaluate(elements[..<index], in: frame, expecting: expecting)
            let isSure = left.all.allSatisfy {
                switch $0 {
                case .null, .unknown: false
                default: true
                }
            }
            guard !isSure else { return left }
            let right = evaluate(elements[elements.index(after: index)...], in: frame, expecting: expecting)
            let known = left.all.filter { if case .null = $0 { false } else { true } }
            return known.isEmpty ? right : ValueSet(known, via: left.via).or(right)
        }
        if let index = elements.lastIndex(where: { $0.is(UnresolvedAsExprSyntax.self) }) {
            let values = evaluate(elements[..<index], in: frame, expecting: expecting)
            // A cast doesn't change a known value, but narrows the type of an unknown one.
            guard let type = elements[elements.index(after: index)...].first?.as(TypeExprSyntax.self)?.type else {
                return values
            }
            return values.cast(to: program.resolve(type, in: frame.file.types(around: type).first?.path ?? []))
        }
        let signs = elements.enumerated().filter { $0.offset % 2 == 1 }
        guard signs.allSatisfy({ $0.element.operatorText == "+" }) else { return .unknown }
        var results = [URLPattern()]
        var via: [Place] = []
        for operand in elements.enumerated().filter({ $0.offset % 2 == 0 }).map(\.element) {
            let values = evaluate(operand, in: frame)
            via += values.via
            // Sums of arrays or numbers never become URLs.
            let isText = values.all.allSatisfy { value in
                switch value {
                case .text, .unknown: true
                default: false
                }
            }
            guard isText else { return .unknown }
            let hole = operand.unwrapped.lastName
            results = ValueSet.combinations(of: results, with: values.patterns(hole: hole), hole: hole)
        }
        guard results.contains(where: { !$0.head.isEmpty || $0.isExact || $0.parts.count > 1 }) else { return .unknown }
        return ValueSet(results.map { .text($0) }, via: Array(via.prefix(16)))
    }

    /// Whether a condition holds; `nil` if unknown.
    func truth(_ elements: ArraySlice<ExprSyntax>, in frame: Frame) -> Bool? {
        guard let first = elements.first else { return nil }
        if elements.count == 1 {
            let bare = first.unwrapped
            if let prefix = bare.as(PrefixOperatorExprSyntax.self), prefix.operator.text == "!" {
                return truth([prefix.expression][...], in: frame).map { !$0 }
            }
            if case .bool(let truth) = evaluate(bare, in: frame).only { return truth }
            return nil
        }
        guard elements.count == 3, let sign = elements[elements.startIndex + 1].operatorText,
            ["==", "!="].contains(sign),
            let last = elements.last
        else { return nil }
        let left = evaluate(first, in: frame)
        guard let leftValue = left.only else { return nil }
        let type: TypeReference? = if case .instance(let instance) = leftValue { .nominal(instance.type) } else { nil }
        guard let rightValue = evaluate(last, in: frame, expecting: type).only,
            let equal = Self.areEqual(leftValue, rightValue)
        else { return nil }
        return equal == (sign == "==")
    }

    /// Whether two values are equal; `nil` if unknown.
    static func areEqual(_ left: Value, _ right: Value) -> Bool? {
        switch (left, right) {
        case (.text(let left), .text(let right)) where left.isExact && right.isExact: left == right
        case (.bool(let left), .bool(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.null, .null): true
        case (.instance(let left), .instance(let right)):
            if left.type === right.type, let leftCase = left.caseName, let rightCase = right.caseName,
                left.arguments.isEmpty, right.arguments.isEmpty
            {
                leftCase == rightCase
            } else {
                nil
            }
        default: nil
        }
    }
}
#endif
