internal import SchemeModel

/// The condition of an `#if` line, after macro expansion.
///
/// It supports 64-bit integers and the operators of C except assignment.
///
/// - Source: llvm-project, clang/lib/Lex/PPExpressions.cpp.
struct PreprocessorCondition {
    enum Term {
        case value(Value)
        case symbol(String)
        /// A comment.
        case nothing
    }

    enum Value {
        case known(Number)
        /// An unknown or undefined value.
        case unknown
    }

    /// A signed or unsigned integer.
    struct Number {
        var bits: UInt64
        var isUnsigned = false

        init(_ value: Int64) { bits = UInt64(bitPattern: value) }

        init(bits: UInt64, isUnsigned: Bool) {
            self.bits = bits
            self.isUnsigned = isUnsigned
        }

        var isZero: Bool { bits == 0 }
        var signed: Int64 { Int64(bitPattern: bits) }

        /// Creates the value of `12`, `0x1F`, `017`, `0b1`, `1L` or `2u`.
        ///
        /// Returns `nil` if the text is not an integer or too large.
        init?(_ text: ArraySlice<UInt8>) {
            var digits = String(decoding: text, as: UTF8.self).asciiLowercased[...]
            var suffix = ""
            while digits.count > 1, let last = digits.last, last == "u" || last == "l" {
                suffix.append(last)
                digits.removeLast()
            }
            guard ["", "u", "l", "ul", "lu", "ll", "llu", "ull"].contains(String(suffix.reversed())) else { return nil }
            let (radix, body) =
                digits.hasPrefix("0x")
                ? (16, digits.dropFirst(2))
                : digits.hasPrefix("0b") ? (2, digits.dropFirst(2)) : digits.hasPrefix("0") ? (8, digits) : (10, digits)
            guard body.first != "-", body.first != "+", let value = UInt64(body, radix: radix) else { return nil }
            bits = value
            isUnsigned = suffix.contains("u") || value > UInt64(Int64.max)
        }
    }

    private let terms: [Term]
    private var index = 0
    private static let depthLimit = 100
    private var isTooDeep = false

    private init(_ terms: [Term]) {
        self.terms = terms
    }

    enum Outcome {
        case value(Value)
        case invalid
        /// The operators are nested too deeply.
        case overLimit
    }

    /// Returns the value of `terms`.
    static func outcome(of terms: [Term]) -> Outcome {
        var condition = PreprocessorCondition(terms.filter { if case .nothing = $0 { false } else { true } })
        let value = condition.ternary(isLive: true, depth: 0)
        if condition.isTooDeep { return .overLimit }
        guard let value, condition.index == condition.terms.count else { return .invalid }
        return .value(value)
    }

    static func trimmed(_ text: String) -> String {
        String(text.drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }

    // MARK: Grammar

    private mutating func take(_ symbol: String) -> Bool {
        guard index < terms.count, case .symbol(symbol) = terms[index] else { return false }
        index += 1
        return true
    }

    private mutating func comma(isLive: Bool, depth: Int) -> Value? {
        guard var value = ternary(isLive: isLive, depth: depth + 1) else { return nil }
        while take(",") {
            guard let next = ternary(isLive: isLive, depth: depth + 1) else { return nil }
            value = next
        }
        return value
    }

    private mutating func isAllowed(_ depth: Int) -> Bool {
        if depth >= Self.depthLimit { isTooDeep = true }
        return !isTooDeep
    }

    /// - Parameter isLive: Whether the value is used, so that a division by zero is an error.
    private mutating func ternary(isLive: Bool, depth: Int) -> Value? {
        guard isAllowed(depth), let condition = binary(minimum: 0, isLive: isLive, depth: depth + 1) else {
            return nil
        }
        guard take("?") else { return condition }
        let isTrue: Bool? = if case .known(let number) = condition { !number.isZero } else { nil }
        guard let yes = comma(isLive: isLive && isTrue ?? false, depth: depth + 1), take(":"),
            let no = ternary(isLive: isLive && !(isTrue ?? true), depth: depth + 1)
        else { return nil }
        guard let isTrue else { return .unknown }
        guard case .known(var chosen) = isTrue ? yes : no else { return .unknown }
        if case .known(let other) = isTrue ? no : yes { chosen.isUnsigned = chosen.isUnsigned || other.isUnsigned }
        return .known(chosen)
    }

    private static let precedences: [String: Int] = [
        "||": 1, "&&": 2, "|": 3, "^": 4, "&": 5, "==": 6, "!=": 6, "<": 7, ">": 7, "<=": 7, ">=": 7, "<<": 8, ">>": 8,
        "+": 9, "-": 9, "*": 10, "/": 10, "%": 10,
    ]

    private mutating func binary(minimum: Int, isLive: Bool, depth: Int) -> Value? {
        guard isAllowed(depth), var left = unary(isLive: isLive, depth: depth + 1) else { return nil }
        while index < terms.count, case .symbol(let symbol) = terms[index], let precedence = Self.precedences[symbol],
            precedence > minimum
        {
            index += 1
            var isRightLive = isLive
            if case .known(let number) = left {
                if symbol == "&&", number.isZero { isRightLive = false }
                if symbol == "||", !number.isZero { isRightLive = false }
            } else if symbol == "&&" || symbol == "||" {
                isRightLive = false
            }
            guard let right = binary(minimum: precedence, isLive: isRightLive, depth: depth + 1),
                let value = Self.apply(symbol, left, right, isLive: isLive)
            else { return nil }
            left = value
        }
        return left
    }

    private mutating func unary(isLive: Bool, depth: Int) -> Value? {
        guard isAllowed(depth), index < terms.count else { return nil }
        if case .value(let value) = terms[index] {
            index += 1
            return value
        }
        if take("(") {
            guard let value = comma(isLive: isLive, depth: depth + 1), take(")") else { return nil }
            return value
        }
        guard case .symbol(let symbol) = terms[index], ["!", "~", "+", "-"].contains(symbol) else { return nil }
        index += 1
        guard let value = unary(isLive: isLive, depth: depth + 1) else { return nil }
        guard case .known(var number) = value else { return .unknown }
        switch symbol {
        case "!": return .known(Number(number.isZero ? 1 : 0))
        case "~": number.bits = ~number.bits
        case "-": number.bits = 0 &- number.bits
        default: break
        }
        return .known(number)
    }

    // MARK: Operators

    /// Returns the result of an operator, or `nil` for a division by zero whose result is used.
    private static func apply(_ symbol: String, _ left: Value, _ right: Value, isLive: Bool) -> Value? {
        let (a, b) = (number(left), number(right))
        switch symbol {
        case "&&":
            if let a, a.isZero { return .known(Number(0)) }
            if let b, b.isZero { return .known(Number(0)) }
            return a == nil || b == nil ? .unknown : .known(Number(1))
        case "||":
            if let a, !a.isZero { return .known(Number(1)) }
            if let b, !b.isZero { return .known(Number(1)) }
            return a == nil || b == nil ? .unknown : .known(Number(0))
        default: break
        }
        guard let b else { return .unknown }
        if symbol == "/" || symbol == "%", b.isZero { return isLive ? nil : .unknown }
        guard let a else { return .unknown }
        return .known(arithmetic(symbol, a, b))
    }

    private static func number(_ value: Value) -> Number? {
        if case .known(let number) = value { return number }
        return nil
    }

    private static func arithmetic(_ symbol: String, _ a: Number, _ b: Number) -> Number {
        let isUnsigned = a.isUnsigned || b.isUnsigned
        func truth(_ isTrue: Bool) -> Number { Number(isTrue ? 1 : 0) }
        func result(_ bits: UInt64) -> Number { Number(bits: bits, isUnsigned: isUnsigned) }
        switch symbol {
        case "==": return truth(a.bits == b.bits)
        case "!=": return truth(a.bits != b.bits)
        case "<": return truth(isUnsigned ? a.bits < b.bits : a.signed < b.signed)
        case ">": return truth(isUnsigned ? a.bits > b.bits : a.signed > b.signed)
        case "<=": return truth(isUnsigned ? a.bits <= b.bits : a.signed <= b.signed)
        case ">=": return truth(isUnsigned ? a.bits >= b.bits : a.signed >= b.signed)
        case "|": return result(a.bits | b.bits)
        case "^": return result(a.bits ^ b.bits)
        case "&": return result(a.bits & b.bits)
        case "+": return result(a.bits &+ b.bits)
        case "-": return result(a.bits &- b.bits)
        case "*": return result(a.bits &* b.bits)
        case "<<": return leftShifted(a, by: b.bits)
        case ">>": return rightShifted(a, by: b.bits)
        case "/":
            return isUnsigned ? result(a.bits / b.bits) : Number(a.signed.dividedReportingOverflow(by: b.signed).0)
        default:
            return isUnsigned
                ? result(a.bits % b.bits) : Number(a.signed.remainderReportingOverflow(dividingBy: b.signed).0)
        }
    }

    /// Returns `number` shifted to the left.
    ///
    /// A shift that is too far or negative gives zero; for an unsigned number, the result of shifting by 63.
    private static func leftShifted(_ number: Number, by distance: UInt64) -> Number {
        var result = number
        result.bits = distance > 63 && !number.isUnsigned ? 0 : number.bits << min(distance, 63)
        return result
    }

    private static func rightShifted(_ number: Number, by distance: UInt64) -> Number {
        var result = number
        let distance = min(distance, 63)
        result.bits =
            number.isUnsigned ? number.bits >> distance : UInt64(bitPattern: number.signed >> Int64(distance))
        return result
    }
}
