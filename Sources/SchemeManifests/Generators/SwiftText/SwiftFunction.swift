/// A function: `func app(name: String) -> Target { .target(name: name) }`.
struct SwiftFunction: Sendable {
    /// `nil` for parameters that are not read.
    private var parameters: [Parameter]?
    private var result: SwiftType?
    /// `nil` for a body that is not read.
    private var body: SwiftBody?
    /// What an initializer assigns to members, if it does nothing else.
    private var members: [String: SwiftLiteral]?

    private struct Parameter: Sendable {
        /// `nil` for a parameter without a label.
        var label: String?
        var name: String
        var type: SwiftType
        var standard: SwiftLiteral?
    }

    /// A function that is not read.
    init() {}

    /// Takes the function from the bracket after its name on. Then `tokens` are at the first thing that isn't read.
    init(_ tokens: inout SwiftTokens) {
        guard tokens.next() == .mark(UInt8(ascii: "(")) else { return }
        parameters = Self.parameters(&tokens)
        guard let parameters else { return }
        var ahead = tokens
        if ahead.next() == .mark(UInt8(ascii: "{")) {
            tokens = ahead
            members = Self.members(&tokens)
            return
        }
        guard let result = Self.result(&tokens), tokens.next() == .mark(UInt8(ascii: "{")) else { return }
        self.result = result
        // An interpolation of an optional text has another description.
        let optional = Set(parameters.filter(\.type.isOptional).map(\.name))
        let types = types
        body = SwiftBody(&tokens)?.mapped(parameters.map(\.name)) { literal, _ in
            (optional.isEmpty ? literal : literal.withoutSums(of: optional)).switching(types)
        }
    }

    /// The types in those of the parameters.
    private var types: [String: [[String]]] {
        Dictionary((parameters ?? []).map { ($0.name, $0.type.paths) }) { first, _ in first }
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
        for (name, value) in members ?? [:] {
            guard let value = transform(value, Set((parameters ?? []).map(\.name))) else { return nil }
            made.members?[name] = value
        }
        if let body {
            guard let body = body.mapped((parameters ?? []).map(\.name), transform) else { return nil }
            made.body = body
        }
        return made
    }

    /// Returns the function with other names of values, functions and types than its own.
    ///
    /// - Parameters:
    ///   - name: Gets a name and whether it is a function's.
    ///   - declares: Returns whether the project declares a type.
    func renamed(_ name: ([String], Bool) -> [String], declares: ([String]) -> Bool) -> SwiftFunction {
        var made =
            mapped { literal, names in
                literal.renamed { path, isCall in names.contains(path[0]) ? path : name(path, isCall) }
            } ?? self
        for index in made.parameters?.indices ?? 0..<0 { made.parameters?[index].type.rename(name, declares: declares) }
        made.result?.rename(name, declares: declares)
        return made
    }

    /// Whether these may be its arguments.
    func accepts(_ arguments: [SwiftLiteral.Argument]) -> Bool { parameters == nil || values(of: arguments) != nil }

    /// Whether it has this number of parameters.
    func hasParameters(_ count: Int) -> Bool { parameters?.count == count }

    /// Returns what it gives for these arguments; `nil` if that is not read.
    ///
    /// - Parameter range: The place that its own expressions get; `nil` for those in the file.
    func value<Evaluator: SwiftEvaluator>(
        of arguments: [SwiftLiteral.Argument],
        at range: Range<Int>? = nil,
        in evaluator: inout Evaluator
    ) -> SwiftLiteral? {
        guard let body, let values = all(arguments, at: range, &evaluator.work) else { return nil }
        return body.value(values, types: types, at: range, in: &evaluator)?.typed(result)
    }

    /// Returns what an initializer assigns to a member for these arguments; `nil` if that is not read.
    ///
    /// - Parameter range: The place that its own expressions get; `nil` for those in the file.
    func member(
        _ name: String,
        for arguments: [SwiftLiteral.Argument],
        at range: Range<Int>?,
        _ work: inout Int
    ) -> SwiftLiteral? {
        guard let member = members?[name], let values = all(arguments, at: range, &work) else { return nil }
        return member.replacing(values, types, at: range, &work)
    }

    /// Returns the values of all parameters for these arguments; `nil` if these can't be its arguments.
    private func all(
        _ arguments: [SwiftLiteral.Argument],
        at range: Range<Int>?,
        _ work: inout Int
    ) -> [String: SwiftLiteral]? {
        guard let (given, standard) = values(of: arguments) else { return nil }
        var values = given
        for (name, standard) in standard { values[name] = standard.replacing([:], at: range, &work) }
        return values
    }

    /// Returns the values of its parameters, given and standard; `nil` if these can't be its arguments.
    private func values(
        of arguments: [SwiftLiteral.Argument]
    ) -> (given: [String: SwiftLiteral], standard: [String: SwiftLiteral])? {
        var rest = arguments[...]
        var (given, standards): ([String: SwiftLiteral], [String: SwiftLiteral]) = ([:], [:])
        for parameter in parameters ?? [] {
            if let argument = rest.first, argument.label == parameter.label {
                // A number or a text of another type has another description.
                let isOther =
                    argument.value.number != nil && parameter.type.path != ["Int"]
                    || argument.value.text != nil && parameter.type.isOwn
                given[parameter.name] = isOther ? argument.value.unread : argument.value.initialized(parameter.type)
                rest.removeFirst()
            } else if let standard = parameter.standard {
                standards[parameter.name] = standard.initialized(parameter.type)
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
            guard next == .mark(UInt8(ascii: ":")), let type = SwiftType(&tokens) else { return nil }
            var parameter = Parameter(label: label == "_" ? nil : label, name: name, type: type)
            var ahead = tokens
            if ahead.next() == .mark(UInt8(ascii: "=")) {
                tokens = ahead
                parameter.standard = SwiftLiteral(&tokens)
            }
            parameters.append(parameter)
        }
        return nil
    }

    /// Takes the rest of an initializer that only assigns to members; `nil` for any other.
    private static func members(_ tokens: inout SwiftTokens) -> [String: SwiftLiteral]? {
        var members: [String: SwiftLiteral] = [:]
        while true {
            switch tokens.next() {
            case .mark(UInt8(ascii: "}")): return members
            case .mark(UInt8(ascii: ";")): continue
            case .word("self"):
                guard tokens.next() == .mark(UInt8(ascii: ".")), case .word(let name)? = tokens.next(),
                    tokens.next() == .mark(UInt8(ascii: "=")), members[name] == nil
                else { return nil }
                members[name] = SwiftLiteral(&tokens, isStatement: true)
            default: return nil
            }
        }
    }

    /// Takes the type of the result; `nil` for a function without one.
    private static func result(_ tokens: inout SwiftTokens) -> SwiftType? {
        var token = tokens.next()
        while token == .word("async") || token == .word("throws") { token = tokens.next() }
        guard token == .mark(UInt8(ascii: "-")), tokens.next() == .mark(UInt8(ascii: ">")) else { return nil }
        return SwiftType(&tokens)
    }
}

extension SwiftLiteral {
    /// Returns the expression in which sums of these names are not read.
    fileprivate func withoutSums(of names: Set<String>) -> SwiftLiteral {
        var work = Int.max
        let made = mapped(&work) { literal, _ in
            guard case .sum(let terms) = literal.content else { return literal }
            let isOne = terms.contains {
                if case .name(let path) = $0.content { names.contains(path[0]) } else { false }
            }
            return isOne ? literal.unread : literal
        }
        return made ?? unread
    }
}
