/// The condition of an `#if` line.
///
/// Integers, `defined`, and the operators of C without assignment and comma. Whatever cannot be evaluated (overflow,
/// division by zero, a macro with arguments, too deep) makes the condition invalid; a part that C would not evaluate
/// (`0 && 1/0`) does not.
struct PreprocessorCondition {
    private enum Token: Hashable {
        case number(Int64)
        case symbol(String)
    }

    private var tokens: [Token] = []
    private var index = 0
    private static let depthLimit = 100

    /// The value of `bytes[range]`, `nil` when it is no condition.
    static func evaluate(_ bytes: [UInt8], _ range: Range<Int>, _ macros: inout PreprocessorMacros) -> Bool? {
        var condition = PreprocessorCondition()
        guard condition.tokenize(bytes, range, &macros) else { return nil }
        guard case .value(let value) = condition.ternary(depth: 0), condition.index == condition.tokens.count else {
            return nil
        }
        return value != 0
    }

    // MARK: Tokens

    private mutating func tokenize(
        _ bytes: [UInt8],
        _ range: Range<Int>,
        _ macros: inout PreprocessorMacros,
        isExpansion: Bool = false
    ) -> Bool {
        var position = range.lowerBound
        while position < range.upperBound {
            let (kind, end) = PreprocessorMacros.token(bytes, at: position, end: range.upperBound)
            let text = Array(bytes[position..<end])
            position = end
            switch kind {
            case .blank, .comment:
                break
            case .number:
                guard let number = Self.integer(text) else { return false }
                tokens.append(.number(number))
            case .identifier:
                if text.elementsEqual("defined".utf8) {
                    guard let name = Self.definedName(bytes, at: &position, end: range.upperBound) else { return false }
                    tokens.append(.number(macros.isDefined(name) ? 1 : 0))
                } else if !isExpansion, let expansion = macros.expansion(of: text) {
                    guard tokenize(expansion, 0..<expansion.count, &macros, isExpansion: true) else { return false }
                } else if macros.remaining <= 0 || macros.macros[text] == .function {
                    return false
                } else {
                    // A name that means nothing is 0.
                    tokens.append(.number(0))
                }
            case .quotation:
                return false
            case .other:
                tokens.append(.symbol(Self.symbol(bytes, from: position - 1, end: range.upperBound)))
                if case .symbol(let symbol) = tokens.last { position += symbol.utf8.count - 1 }
            }
        }
        return true
    }

    private static func definedName(_ bytes: [UInt8], at position: inout Int, end: Int) -> [UInt8]? {
        var isParenthesized = false
        var name: [UInt8]?
        while position < end {
            let (kind, next) = PreprocessorMacros.token(bytes, at: position, end: end)
            let start = position
            position = next
            switch kind {
            case .blank, .comment: continue
            case .identifier where name == nil:
                name = Array(bytes[start..<next])
                if !isParenthesized { return name }
            case .other where bytes[start] == .openParenthesis && !isParenthesized && name == nil:
                isParenthesized = true
            case .other where bytes[start] == .closeParenthesis && isParenthesized:
                return name
            default: return nil
            }
        }
        return nil
    }

    private static let longSymbols = ["&&", "||", "==", "!=", "<=", ">=", "<<", ">>"]

    private static func symbol(_ bytes: [UInt8], from start: Int, end: Int) -> String {
        let pair = String(decoding: bytes[start..<min(start + 2, end)], as: UTF8.self)
        return longSymbols.contains(pair) ? pair : String(decoding: bytes[start...start], as: UTF8.self)
    }

    /// The value of `12`, `0x1F`, `017`, `1L`, `2u`.
    private static func integer(_ bytes: [UInt8]) -> Int64? {
        var digits = String(decoding: bytes, as: UTF8.self).lowercased()
        while digits.count > 1, digits.last == "u" || digits.last == "l" { digits.removeLast() }
        if digits.hasPrefix("0x") { return Int64(digits.dropFirst(2), radix: 16) }
        if digits.hasPrefix("0b") { return Int64(digits.dropFirst(2), radix: 2) }
        if digits.hasPrefix("0"), digits.count > 1 { return Int64(digits.dropFirst(), radix: 8) }
        return Int64(digits)
    }

    // MARK: Values

    private enum Value {
        case value(Int64)
        /// It has no value; that matters only when the value does.
        case poison
        /// The text is no condition.
        case failure
    }

    private mutating func take(_ symbol: String) -> Bool {
        guard index < tokens.count, tokens[index] == .symbol(symbol) else { return false }
        index += 1
        return true
    }

    private mutating func ternary(depth: Int) -> Value {
        guard depth < Self.depthLimit else { return .failure }
        let condition = binary(minimum: 0, depth: depth + 1)
        guard take("?") else { return condition }
        let yes = ternary(depth: depth + 1)
        guard take(":") else { return .failure }
        let no = ternary(depth: depth + 1)
        if case .failure = yes { return .failure }
        if case .failure = no { return .failure }
        guard case .value(let value) = condition else { return condition }
        return value != 0 ? yes : no
    }

    private static let precedences: [String: Int] = [
        "||": 1, "&&": 2, "|": 3, "^": 4, "&": 5, "==": 6, "!=": 6, "<": 7, ">": 7, "<=": 7, ">=": 7, "<<": 8, ">>": 8,
        "+": 9, "-": 9, "*": 10, "/": 10, "%": 10,
    ]

    private mutating func binary(minimum: Int, depth: Int) -> Value {
        guard depth < Self.depthLimit else { return .failure }
        var left = unary(depth: depth + 1)
        while index < tokens.count, case .symbol(let symbol) = tokens[index],
            let precedence = Self.precedences[symbol], precedence > minimum
        {
            index += 1
            left = Self.apply(symbol, left, binary(minimum: precedence, depth: depth + 1))
        }
        return left
    }

    private mutating func unary(depth: Int) -> Value {
        guard depth < Self.depthLimit, index < tokens.count else { return .failure }
        if case .number(let number) = tokens[index] {
            index += 1
            return .value(number)
        }
        if take("(") {
            let value = ternary(depth: depth + 1)
            return take(")") ? value : .failure
        }
        if take("!") { return map(unary(depth: depth + 1)) { $0 == 0 ? 1 : 0 } }
        if take("~") { return map(unary(depth: depth + 1)) { ~$0 } }
        if take("+") { return unary(depth: depth + 1) }
        if take("-") { return Self.apply("-", .value(0), unary(depth: depth + 1)) }
        return .failure
    }

    private func map(_ value: Value, _ transform: (Int64) -> Int64) -> Value {
        if case .value(let number) = value { return .value(transform(number)) }
        return value
    }

    private static func apply(_ symbol: String, _ left: Value, _ right: Value) -> Value {
        if case .failure = left { return .failure }
        if case .failure = right { return .failure }
        guard case .value(let a) = left else { return .poison }
        if symbol == "&&", a == 0 { return .value(0) }
        if symbol == "||", a != 0 { return .value(1) }
        guard case .value(let b) = right else { return .poison }
        switch symbol {
        case "||", "&&": return .value(b != 0 ? 1 : 0)
        case "|": return .value(a | b)
        case "^": return .value(a ^ b)
        case "&": return .value(a & b)
        case "==": return .value(a == b ? 1 : 0)
        case "!=": return .value(a != b ? 1 : 0)
        case "<": return .value(a < b ? 1 : 0)
        case ">": return .value(a > b ? 1 : 0)
        case "<=": return .value(a <= b ? 1 : 0)
        case ">=": return .value(a >= b ? 1 : 0)
        case "<<": return (0..<63).contains(b) ? checked(a.multipliedReportingOverflow(by: 1 << b)) : .poison
        case ">>": return (0..<64).contains(b) ? .value(a >> b) : .poison
        case "+": return checked(a.addingReportingOverflow(b))
        case "-": return checked(a.subtractingReportingOverflow(b))
        case "*": return checked(a.multipliedReportingOverflow(by: b))
        case "/": return checked(a.dividedReportingOverflow(by: b))
        default: return checked(a.remainderReportingOverflow(dividingBy: b))
        }
    }

    private static func checked(_ result: (partialValue: Int64, overflow: Bool)) -> Value {
        result.overflow ? .poison : .value(result.partialValue)
    }
}
