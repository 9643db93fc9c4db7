/// A function that gives an expression: `func app(name: String) -> Target { .target(name: name) }`.
struct SwiftFunction: Sendable {
    /// `nil` for parameters that are not read.
    private var parameters: [Parameter]?
    /// `nil` for a body that is not read.
    private var body: SwiftBody?

    private struct Parameter: Sendable {
        /// `nil` for a parameter without a label.
        var label: String?
        var name: String
        /// The names in its type.
        var types: [String]
        var standard: SwiftLiteral?
    }

    /// Takes the function from the bracket after its name on. Then `tokens` are at the first thing that isn't read.
    init(_ tokens: inout SwiftTokens) {
        guard tokens.next() == .mark(UInt8(ascii: "(")) else { return }
        parameters = Self.parameters(&tokens)
        if parameters != nil, Self.skipToBody(&tokens) { body = SwiftBody(&tokens) }
    }

    /// Returns the function after `transform` changed its expressions; `nil` if it returns `nil`.
    ///
    /// - Parameter transform: Gets an expression, and the names of the function that it may use.
    func mapped(_ transform: (SwiftLiteral, Set<String>) -> SwiftLiteral?) -> SwiftFunction? {
        var made = self
        for (index, parameter) in (parameters ?? []).enumerated() {
            guard let standard = parameter.standard else { continue }
            guard let standard = transform(standard, []) else { return nil }
            made.parameters?[index].standard = standard
        }
        if let body {
            guard let body = body.mapped((parameters ?? []).map(\.name), transform) else { return nil }
            made.body = body
        }
        return made
    }

    /// Returns the function with other names of values and functions than its own.
    func renamed(_ name: ([String], Bool) -> [String]) -> SwiftFunction {
        let made = mapped { literal, names in
            literal.renamed { path, isCall in names.contains(path[0]) ? path : name(path, isCall) }
        }
        return made ?? self
    }

    /// Whether these may be its arguments.
    func accepts(_ arguments: [SwiftLiteral.Argument]) -> Bool { parameters == nil || values(of: arguments) != nil }

    /// Returns what it gives for these arguments; `nil` if that is not read.
    ///
    /// - Parameter range: The place that its own expressions get; `nil` for those in the file.
    func value<Evaluator: SwiftEvaluator>(
        of arguments: [SwiftLiteral.Argument],
        at range: Range<Int>? = nil,
        in evaluator: inout Evaluator
    ) -> SwiftLiteral? {
        guard let body, let all = values(of: arguments) else { return nil }
        var values = all.given
        for (name, standard) in all.standard {
            values[name] = standard.replacing([:], at: range, &evaluator.work)
        }
        let types = Dictionary((parameters ?? []).map { ($0.name, $0.types) }) { first, _ in first }
        return body.value(values, types: types, at: range, in: &evaluator)
    }

    /// Returns the values of its parameters, given and standard; `nil` if these can't be its arguments.
    private func values(
        of arguments: [SwiftLiteral.Argument]
    ) -> (given: [String: SwiftLiteral], standard: [String: SwiftLiteral])? {
        var rest = arguments[...]
        var (given, standards): ([String: SwiftLiteral], [String: SwiftLiteral]) = ([:], [:])
        for parameter in parameters ?? [] {
            if let argument = rest.first, argument.label == parameter.label {
                // A number of another type has another description.
                let isOtherNumber = argument.value.number != nil && parameter.types != ["Int"]
                given[parameter.name] = isOtherNumber ? argument.value.unread : argument.value
                rest.removeFirst()
            } else if let standard = parameter.standard {
                standards[parameter.name] = standard
            } else {
                return nil
            }
        }
        return rest.isEmpty && parameters != nil ? (given, standards) : nil
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
            guard next == .mark(UInt8(ascii: ":")), let types = types(&tokens) else { return nil }
            var parameter = Parameter(label: label == "_" ? nil : label, name: name, types: types)
            var ahead = tokens
            if ahead.next() == .mark(UInt8(ascii: "=")) {
                tokens = ahead
                parameter.standard = SwiftLiteral(&tokens)
            }
            parameters.append(parameter)
        }
        return nil
    }

    /// Takes the type of a parameter, and returns the names in it; `nil` for any other than names, lists and dictionaries.
    private static func types(_ tokens: inout SwiftTokens) -> [String]? {
        var names: [String] = []
        var last: SwiftTokens.Token?
        for _ in 0..<32 {
            var ahead = tokens
            let token = ahead.next()
            switch token {
            case .word(let name): names.append(name)
            // Several arguments.
            case .mark(UInt8(ascii: ".")) where last == token: return nil
            case .mark(let byte)? where ".[]:<>?".utf8.contains(byte): break
            case .mark(let byte)? where ",)=".utf8.contains(byte): return names
            default: return nil
            }
            last = token
            tokens = ahead
        }
        return nil
    }

    /// Skips the type of the result and the brace that opens the body.
    private static func skipToBody(_ tokens: inout SwiftTokens) -> Bool {
        for _ in 0..<8 {
            switch tokens.next() {
            case .mark(UInt8(ascii: "{")): return true
            case .word: continue
            case .mark(let byte)? where "->.[]?".utf8.contains(byte): continue
            default: return false
            }
        }
        return false
    }
}
