#if Links
import SwiftSyntax

/// Finds widget families in conditions.
enum WidgetFamilies {
    /// The widget families of WidgetKit. No other type has cases with these names.
    ///
    /// - Source: developer.apple.com/documentation/widgetkit/widgetfamily, seen 2026-11-21.
    static let all: Set<String> = [
        "systemSmall", "systemMedium", "systemLarge", "systemExtraLarge", "systemExtraLargePortrait",
        "accessoryCorner", "accessoryCircular", "accessoryRectangular", "accessoryInline",
    ]

    /// Returns the families that a condition requires or excludes; `nil` for other conditions.
    static func asked(by conditions: ConditionElementListSyntax) -> (families: Set<String>, isNegated: Bool)? {
        guard conditions.count == 1, case .expression(let expression) = conditions.first?.condition else { return nil }
        return asked(by: expression)
    }

    private static func asked(by expression: ExprSyntax) -> (families: Set<String>, isNegated: Bool)? {
        if let prefix = expression.unwrapped.as(PrefixOperatorExprSyntax.self), prefix.operator.text == "!" {
            return asked(by: prefix.expression).map { ($0.families, !$0.isNegated) }
        }
        if let call = expression.unwrapped.as(FunctionCallExprSyntax.self), call.calleeName == "contains",
            let list = call.calledExpression.as(MemberAccessExprSyntax.self)?.base?.unwrapped.as(ArrayExprSyntax.self)
        {
            let names = list.elements.compactMap { $0.expression.lastName }
            return names.count == list.elements.count && all.isSuperset(of: names) ? (Set(names), false) : nil
        }
        guard let sequence = expression.unwrapped.as(SequenceExprSyntax.self) else { return nil }
        let elements = sequence.row
        guard elements.count >= 3, elements.count % 4 == 3 else { return nil }
        var families = Set<String>()
        var isNegated: Bool?
        // `a == .x`, or several of them joined with `||`. With `!=`, only one.
        for start in stride(from: 0, to: elements.count, by: 4) {
            guard let sign = elements[start + 1].operatorText, ["==", "!="].contains(sign),
                let name = [elements[start + 2], elements[start]].compactMap(\.lastName).first(where: all.contains)
            else { return nil }
            if start > 0 {
                guard sign == "==", isNegated == false, elements[start - 1].operatorText == "||" else { return nil }
            }
            isNegated = sign == "!="
            families.insert(name)
        }
        return isNegated.map { (families, $0) }
    }

    /// Returns the families that a case of a `switch` matches; `nil` for other cases, and an empty set for `default`.
    static func taken(by branch: SwitchCaseSyntax) -> Set<String>? {
        guard let label = branch.label.as(SwitchCaseLabelSyntax.self) else { return [] }
        var families = Set<String>()
        for item in label.caseItems {
            guard item.whereClause == nil, let expression = item.pattern.as(ExpressionPatternSyntax.self)?.expression,
                let name = expression.lastName, all.contains(name)
            else { return nil }
            families.insert(name)
        }
        return families
    }
}
#endif
