#if Links
import SchemeModel
import SwiftSyntax

/// Evaluates elements of arrays, and strings that are split into arrays.
extension Evaluator {
    /// The maximum number of parts of a split string.
    private static let parts = 64

    /// Evaluates an element: the only possible one, if the position is a literal.
    func evaluate(_ call: SubscriptCallExprSyntax, in frame: Frame) -> ValueSet {
        let position = position(of: call, in: frame)
        return evaluate(call.calledExpression, in: frame).flatMap { value in
            switch value {
            case .array(let elements):
                if let position, elements.indices.contains(position) { return elements[position] }
                return ValueSet.union(elements + [ValueSet(.null)])
            case .unknown(.array(let element)): return ValueSet(.unknown(element))
            default: return .unknown
            }
        }
    }

    /// Returns the position in `values[1]`; `nil` if it is not a literal, or if code elsewhere may change the array.
    private func position(of call: SubscriptCallExprSyntax, in frame: Frame) -> Int? {
        guard call.arguments.count == 1, let argument = call.arguments.first, argument.label == nil,
            let literal = argument.expression.as(IntegerLiteralExprSyntax.self),
            let position = Int(literal.literal.text)
        else { return nil }
        let base = call.calledExpression.unwrapped
        if base.is(FunctionCallExprSyntax.self) || base.is(ArrayExprSyntax.self) { return position }
        guard let name = base.as(DeclReferenceExprSyntax.self)?.baseName.identifierText,
            local(name, from: Syntax(base), in: frame) != nil
        else { return nil }
        return position
    }

    /// Evaluates `split(separator:…)` and `components(separatedBy:)` of a known string.
    func split(_ text: URLPattern, by arguments: [Instance.Argument]) -> ValueSet {
        guard text.isExact, let first = arguments.first, ["separator", "separatedBy"].contains(first.label),
            case .text(let separator)? = evaluate(first.value, in: first.frame).only, separator.isExact,
            !separator.head.isEmpty
        else { return .unknown }
        var omitsEmpty = first.label == "separator"
        var maximum = Int.max
        for argument in arguments.dropFirst() {
            switch (argument.label, evaluate(argument.value, in: argument.frame).only) {
            case ("maxSplits", .number(let number)?):
                guard let count = Int(number) else { return .unknown }
                maximum = count
            case ("omittingEmptySubsequences", .bool(let omits)?): omitsEmpty = omits
            default: return .unknown
            }
        }
        var parts: [String] = []
        var rest = text.head[...]
        while parts.count < maximum, let found = rest.firstRange(of: separator.head) {
            let part = rest[..<found.lowerBound]
            if !omitsEmpty || !part.isEmpty { parts.append(String(part)) }
            rest = rest[found.upperBound...]
            guard parts.count < Self.parts else { return .unknown }
        }
        if !omitsEmpty || !rest.isEmpty { parts.append(String(rest)) }
        return ValueSet(.array(parts.map { ValueSet(.text(URLPattern($0))) }))
    }
}
#endif
