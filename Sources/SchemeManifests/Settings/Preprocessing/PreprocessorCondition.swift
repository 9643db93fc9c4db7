internal import SchemeModel

/// The condition of an `#if` line, after macro expansion.
///
/// It supports integers, `!`, `-`, `+`, comparisons, `&&` and `||`. With anything else, the condition is unknown.
struct PreprocessorCondition {
    enum Term {
        /// A number; `nil` if it is unknown.
        case value(Int?)
        case symbol(String)
    }

    enum Outcome {
        /// The value; `nil` if it is unknown.
        case value(Int?)
        case invalid
        /// An operator or literal isn't supported.
        case unsupported(String)
        /// The operators are nested too deeply.
        case overLimit
    }

    private let terms: [Term]
    private var index = 0
    private static let depthLimit = 100
    private var isTooDeep = false

    /// Returns the term of a number: `12`, `0x1F`, `017` or `1L`.
    static func number(_ text: ArraySlice<UInt8>) -> Term {
        let digits = String(decoding: text, as: UTF8.self).asciiLowercased
        let body = digits.hasSuffix("ll") ? digits.dropLast(2) : digits.hasSuffix("l") ? digits.dropLast() : digits[...]
        let (radix, value) =
            body.hasPrefix("0x") ? (16, body.dropFirst(2)) : body.hasPrefix("0") ? (8, body) : (10, body)
        guard value.allSatisfy(\.isHexDigit), let number = Int(value, radix: radix) else { return .symbol(digits) }
        return .value(number)
    }

    /// Returns the value of `terms`.
    static func outcome(of terms: [Term]) -> Outcome {
        for case .symbol(let symbol) in terms where precedences[symbol] == nil && !["!", "(", ")"].contains(symbol) {
            return .unsupported(symbol)
        }
        var condition = PreprocessorCondition(terms: terms)
        let value = condition.binary(minimum: 0, depth: 0)
        if condition.isTooDeep { return .overLimit }
        guard let value, condition.index == terms.count else { return .invalid }
        return .value(value)
    }

    private init(terms: [Term]) { self.terms = terms }

    static func trimmed(_ text: String) -> String {
        String(text.drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }

    // MARK: Grammar

    private static let precedences = [
        "||": 1, "&&": 2, "==": 3, "!=": 3, "<": 4, ">": 4, "<=": 4, ">=": 4, "+": 5, "-": 5,
    ]

    /// Returns the value of the operators that bind more tightly than `minimum`, or `nil` if they are invalid.
    private mutating func binary(minimum: Int, depth: Int) -> Int?? {
        guard var left = unary(depth: depth + 1) else { return nil }
        while index < terms.count, case .symbol(let symbol) = terms[index], let precedence = Self.precedences[symbol],
            precedence > minimum
        {
            index += 1
            guard let right = binary(minimum: precedence, depth: depth + 1) else { return nil }
            left = Self.value(symbol, left, right)
        }
        return .some(left)
    }

    private mutating func unary(depth: Int) -> Int?? {
        if depth >= Self.depthLimit { isTooDeep = true }
        guard !isTooDeep, index < terms.count else { return nil }
        let term = terms[index]
        index += 1
        switch term {
        case .value(let value): return .some(value)
        case .symbol("!"): return unary(depth: depth + 1).map { value in value.map { $0 == 0 ? 1 : 0 } }
        case .symbol("+"): return unary(depth: depth + 1)
        case .symbol("-"): return unary(depth: depth + 1).map { Self.value("-", 0, $0) }
        case .symbol("("):
            guard let value = binary(minimum: 0, depth: depth + 1), index < terms.count,
                case .symbol(")") = terms[index]
            else { return nil }
            index += 1
            return .some(value)
        case .symbol: return nil
        }
    }

    private static func value(_ symbol: String, _ left: Int?, _ right: Int?) -> Int? {
        switch symbol {
        case "&&": if left == 0 || right == 0 { return 0 }
        case "||": if left ?? 0 != 0 || right ?? 0 != 0 { return 1 }
        default: break
        }
        guard let left, let right else { return nil }
        let (sum, difference) = (left.addingReportingOverflow(right), left.subtractingReportingOverflow(right))
        switch symbol {
        case "+": return sum.overflow ? nil : sum.partialValue
        case "-": return difference.overflow ? nil : difference.partialValue
        case "==": return left == right ? 1 : 0
        case "!=": return left != right ? 1 : 0
        case "<": return left < right ? 1 : 0
        case ">": return left > right ? 1 : 0
        case "<=": return left <= right ? 1 : 0
        case ">=": return left >= right ? 1 : 0
        default: return symbol == "&&" ? 1 : 0
        }
    }
}
