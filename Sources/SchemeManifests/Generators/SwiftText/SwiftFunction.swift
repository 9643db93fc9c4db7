/// A function whose body is only an expression: `func app(name: String) -> Target { .target(name: name) }`.
struct SwiftFunction {
    let name: String
    private let parameters: [Parameter]
    private let body: SwiftLiteral

    private struct Parameter {
        /// `nil` for a parameter without a label.
        var label: String?
        var name: String
        var standard: SwiftLiteral?
    }

    /// Takes the function behind the word `func`; `nil` for any other function. `tokens` are then at what it can't be.
    init?(_ tokens: inout SwiftTokens) {
        guard case .word(let name)? = tokens.next(), tokens.next() == .mark(UInt8(ascii: "(")),
            let parameters = Self.parameters(&tokens), Self.skipToBody(&tokens)
        else { return nil }
        var ahead = tokens
        if ahead.next() == .word("return") { tokens = ahead }
        let body = SwiftLiteral(&tokens)
        guard case .call = body.content, tokens.next() == .mark(UInt8(ascii: "}")) else { return nil }
        self.name = name
        self.parameters = parameters
        self.body = body
    }

    /// Returns the body with the arguments of a call in place of the parameters, or `nil` if they don't match.
    ///
    /// - Parameter work: The number of expressions that may still be evaluated.
    func value(of arguments: [SwiftLiteral.Argument], work: inout Int) -> SwiftLiteral? {
        var rest = arguments[...]
        var values: [String: SwiftLiteral] = [:]
        for parameter in parameters {
            if let argument = rest.first, argument.label == parameter.label {
                values[parameter.name] = argument.value
                rest.removeFirst()
            } else if let standard = parameter.standard {
                values[parameter.name] = standard
            } else {
                return nil
            }
        }
        return rest.isEmpty ? Self.substituted(body, values, &work) : nil
    }

    private static func substituted(
        _ literal: SwiftLiteral,
        _ values: [String: SwiftLiteral],
        _ work: inout Int
    ) -> SwiftLiteral? {
        work -= 1
        guard work >= 0 else { return nil }
        var result = literal
        switch literal.content {
        case .text, .flag, .other: break
        case .name(let path):
            if path.count == 1, let value = values[path[0]] { return value }
            // A member of an argument.
            if let first = path.first, values[first] != nil { result.content = .other }
        case .list(let elements):
            var made: [SwiftLiteral] = []
            for element in elements {
                guard let element = substituted(element, values, &work) else { return nil }
                made.append(element)
            }
            result.content = .list(made)
        case .pairs(let pairs):
            var made: [(key: SwiftLiteral, value: SwiftLiteral)] = []
            for pair in pairs {
                guard let key = substituted(pair.key, values, &work),
                    let value = substituted(pair.value, values, &work)
                else { return nil }
                made.append((key, value))
            }
            result.content = .pairs(made)
        case .call(let path, let arguments):
            if let first = path.first, values[first] != nil {
                result.content = .other
                break
            }
            var made: [SwiftLiteral.Argument] = []
            for argument in arguments {
                guard let value = substituted(argument.value, values, &work) else { return nil }
                made.append(SwiftLiteral.Argument(label: argument.label, value: value))
            }
            result.content = .call(path, made)
        }
        return result
    }

    // MARK: Reading

    private static func parameters(_ tokens: inout SwiftTokens) -> [Parameter]? {
        var parameters: [Parameter] = []
        // No function of a manifest has many parameters.
        for _ in 0..<64 {
            guard let token = tokens.next() else { return nil }
            if token == .mark(UInt8(ascii: ")")) { return parameters }
            if token == .mark(UInt8(ascii: ",")) { continue }
            guard case .word(let label) = token else { return nil }
            var name = label
            var next = tokens.next()
            if case .word(let inner)? = next {
                name = inner
                next = tokens.next()
            }
            guard next == .mark(UInt8(ascii: ":")), skipType(&tokens) else { return nil }
            var parameter = Parameter(label: label == "_" ? nil : label, name: name)
            var ahead = tokens
            if ahead.next() == .mark(UInt8(ascii: "=")) {
                tokens = ahead
                parameter.standard = SwiftLiteral(&tokens)
            }
            parameters.append(parameter)
        }
        return nil
    }

    /// Skips the type of a parameter, which is a name, a list or a dictionary.
    private static func skipType(_ tokens: inout SwiftTokens) -> Bool {
        for _ in 0..<32 {
            var ahead = tokens
            switch ahead.next() {
            case .word: break
            case .mark(let byte)? where ".[]:<>?".utf8.contains(byte): break
            case .mark(let byte)? where ",)=".utf8.contains(byte): return true
            default: return false
            }
            tokens = ahead
        }
        return false
    }

    /// Skips the type of the result and the brace that opens the body.
    private static func skipToBody(_ tokens: inout SwiftTokens) -> Bool {
        for _ in 0..<8 {
            switch tokens.next() {
            case .mark(UInt8(ascii: "{")): return true
            case .word, .mark(UInt8(ascii: "-")), .mark(UInt8(ascii: ">")), .mark(UInt8(ascii: ".")): continue
            default: return false
            }
        }
        return false
    }
}
