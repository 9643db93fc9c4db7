import SchemeYAML

/// Evaluates expressions of a JavaScript or TypeScript program in one environment, as far as its text shows them.
///
/// These are texts, templates, comparisons and choices, members of objects, constants, and functions that only choose between
/// values. Anything else is unknown.
///
/// - Source: ECMA-262, Expressions and Statements (seen 2026-12-01).
struct ScriptEvaluator {
    enum Value: Hashable {
        /// A text, and the token that it is written in; `nil` if the environment has it.
        case text(String, at: Int?)
        case flag(Bool)
        /// `undefined` or `null`.
        case none
        /// The object that begins at this token.
        case object(Int)
        /// The function that begins at this token.
        case function(Int)
        /// `process.env`
        case environment
        /// The member with these keys of `config`, the values of a file. It isn't a text.
        case configuration([String])
        case unknown
    }

    /// A constant or a function of the program.
    struct Declaration {
        /// Where it is declared.
        var index: Int
        /// The first token of its value; `nil` if that isn't known.
        var value: Int?
        /// The key of the member that it gets.
        var key: String?
    }

    private let program: ScriptTokens
    private let declarations: [String: Declaration]
    private let environment: ScriptEnvironment
    /// The keys of members that the program changes; `nil` for any.
    private let changedKeys: Set<String>?
    /// The values of the file that the program gets as `config`; `nil` if they aren't known.
    private let configuration: YAMLNode?
    /// The program, or the expression in a template.
    private var tokens: ScriptTokens
    private var isInTemplate = false
    private var locals: [String: Value] = [:]
    private var next = 0
    private var depth = 0
    private let budget = Budget()

    /// What all expressions of the program may take in one environment.
    private final class Budget {
        var work = ScriptEvaluator.mostWork
    }

    private var work: Int {
        get { budget.work }
        nonmutating set { budget.work = newValue }
    }

    /// How many functions, constants and brackets lead from one to the next.
    private static let mostDepth = 24
    /// The number of expressions that are evaluated.
    private static let mostWork = 10_000
    /// The bytes of a text. No identifier has many.
    private static let mostBytes = 4_096

    init(
        _ program: ScriptTokens,
        declarations: [String: Declaration],
        _ environment: ScriptEnvironment,
        configuration: YAMLNode?
    ) {
        self.program = program
        self.declarations = declarations
        self.environment = environment
        changedKeys = program.changedKeys
        self.configuration = configuration
        tokens = program
    }

    /// Returns the value of the expression that begins at the token `start`, and the token after it.
    func value(at start: Int) -> (value: Value, end: Int) {
        var copy = self
        copy.next = start
        let value = copy.expression()
        return (value, copy.next)
    }

    // MARK: Operators

    private mutating func expression() -> Value {
        guard depth < Self.mostDepth, work > 0 else { return .unknown }
        (depth, work) = (depth + 1, work - 1)
        defer { depth -= 1 }
        let condition = missing()
        guard tokens[next] == .mark("?"), tokens[next + 1] != .mark(".") else { return condition }
        next += 1
        let first = expression()
        guard tokens[next] == .mark(":") else { return .unknown }
        next += 1
        let second = expression()
        if let isTrue = Self.isTrue(condition) { return isTrue ? first : second }
        return Self.equal(first, second) ?? false ? first : .unknown
    }

    /// `a ?? b`
    private mutating func missing() -> Value {
        var value = either()
        while take("?", "?") {
            let other = either()
            if value == .none { value = other }
        }
        return value
    }

    private mutating func either() -> Value {
        var value = both()
        while take("|", "|") {
            let other = both()
            value = Self.isTrue(value).map { $0 ? value : other } ?? .unknown
        }
        return value
    }

    private mutating func both() -> Value {
        var value = comparison()
        while take("&", "&") {
            let other = comparison()
            value = Self.isTrue(value).map { $0 ? other : value } ?? .unknown
        }
        return value
    }

    private mutating func comparison() -> Value {
        var value = sum()
        while true {
            let isEqual: Bool
            if take("=", "=") { isEqual = true } else if take("!", "=") { isEqual = false } else { return value }
            _ = take("=")
            value = Self.equal(value, sum()).map { .flag($0 == isEqual) } ?? .unknown
        }
    }

    private mutating func sum() -> Value {
        var value = term()
        while tokens[next] == .mark("+"), tokens[next + 1] != .mark("+") {
            let start = next - 1
            next += 1
            guard case .text(let first, let place) = value, case .text(let second, let other) = term() else {
                value = .unknown
                continue
            }
            guard first.utf8.count + second.utf8.count <= Self.mostBytes else { return .unknown }
            value = .text(first + second, at: place == nil || other == nil ? nil : start)
        }
        return value
    }

    private mutating func term() -> Value {
        guard work > 0 else { return .unknown }
        work -= 1
        var isNegated: Bool?
        while tokens[next] == .mark("!") {
            next += 1
            isNegated = !(isNegated ?? false)
        }
        if tokens[next] == .name("typeof") {
            next += 1
            return Self.type(of: members(of: primary())).map { .text($0, at: nil) } ?? .unknown
        }
        let value = members(of: primary())
        guard let isNegated else { return value }
        return Self.isTrue(value).map { .flag($0 != isNegated) } ?? .unknown
    }

    /// Takes the members and calls after a value.
    private mutating func members(of value: Value) -> Value {
        var value = value
        while true {
            let isOptional = tokens.has(.mark("?"), .mark("."), at: next)
            if isOptional || tokens[next] == .mark("."), case .name(let name) = tokens[next + (isOptional ? 2 : 1)] {
                next += isOptional ? 3 : 2
                value = member(name, of: value)
            } else if tokens[next] == .mark("["), !tokens.all[next].beginsLine {
                next += 1
                let key = expression()
                guard tokens[next] == .mark("]") else { return .unknown }
                next += 1
                switch key {
                case .text(let key, _): value = member(key, of: value)
                // The key is then a text, too.
                case .none: value = member("undefined", of: value)
                default: value = .unknown
                }
            } else if tokens[next] == .mark("("), !tokens.all[next].beginsLine {
                value = call(value)
            } else if tokens[next] == .mark("!"), tokens[next + 1] != .mark("=") || !tokens.isAdjacent(next + 1) {
                next += 1
            } else {
                next = tokens.endOfTypes(at: next)
                return value
            }
        }
    }

    /// Takes these marks, which make one operator.
    private mutating func take(_ marks: String...) -> Bool {
        for (index, mark) in marks.enumerated() {
            guard tokens[next + index] == .mark(mark), index == 0 || tokens.isAdjacent(next + index) else {
                return false
            }
        }
        next += marks.count
        return true
    }

    /// Whether a value counts as true; `nil` if that isn't known.
    private static func isTrue(_ value: Value) -> Bool? {
        switch value {
        case .text(let text, _): !text.isEmpty
        case .flag(let flag): flag
        case .none: false
        case .object, .function, .environment, .configuration: true
        case .unknown: nil
        }
    }

    /// What `typeof` gives; `nil` if that isn't known.
    private static func type(of value: Value) -> String? {
        switch value {
        case .text: "string"
        case .flag: "boolean"
        case .none: "undefined"
        case .function: "function"
        case .object, .environment, .configuration: "object"
        case .unknown: nil
        }
    }

    /// Whether two values are equal; `nil` if that isn't known.
    private static func equal(_ first: Value, _ second: Value) -> Bool? {
        switch (first, second) {
        case (.unknown, _), (_, .unknown): nil
        case (.text(let first, _), .text(let second, _)): first.utf8.elementsEqual(second.utf8)
        default: first == second
        }
    }

    /// Returns an evaluator of what begins at the token `start` of the program, without local names.
    private func inProgram(at start: Int, depth: Int) -> Self {
        var made = self
        (made.tokens, made.isInTemplate, made.locals, made.next, made.depth) = (program, false, [:], start, depth)
        return made
    }

    // MARK: Values

    private mutating func primary() -> Value {
        let start = next
        next += 1
        switch tokens[start] {
        case .text(let text?): return .text(text, at: start)
        case .text(nil): return template(start)
        case .mark("{"):
            next = tokens.end(of: start) + 1
            return isInTemplate ? .unknown : .object(start)
        case .mark("["):
            next = tokens.end(of: start) + 1
            return .unknown
        case .mark("("):
            if tokens.arrow(after: tokens.end(of: start)) != nil { return function(at: start) }
            let value = expression()
            guard next == tokens.end(of: start) else {
                next = tokens.end(of: start) + 1
                return .unknown
            }
            next += 1
            return value
        case .name("true"): return .flag(true)
        case .name("false"): return .flag(false)
        case .name("undefined"), .name("null"): return .none
        case .name("function"): return function(at: start)
        case .name("process") where tokens.has(.mark("."), .name("env"), at: next) && declarations["process"] == nil:
            next += 2
            return .environment
        case .name("config") where configuration != nil && locals["config"] == nil: return .configuration([])
        case .name(let name):
            if tokens[next] == .mark("=>") { return function(at: start) }
            return locals[name] ?? constant(name)
        default: return .unknown
        }
    }

    /// Returns the value of a constant of the program, which has no local names.
    private mutating func constant(_ name: String) -> Value {
        guard let declared = declarations[name], let start = declared.value, depth < Self.mostDepth, work > 0 else {
            return .unknown
        }
        var inner = inProgram(at: start, depth: depth + 1)
        var value = inner.expression()
        let isWhole = program.isEnd(inner.next)
        if let key = declared.key { value = inner.member(key, of: value) }
        if case .function = value { return value }
        return isWhole ? value : .unknown
    }

    private mutating func member(_ key: String, of value: Value) -> Value {
        switch value {
        case .object(let start): return member(key, ofObjectAt: start)
        case .environment: return environment.value(of: key)
        case .configuration(let keys):
            guard let node = configuration?.value(for: keys + [key]), !node.isNull else { return .none }
            switch node.content {
            case .mapping: return .configuration(keys + [key])
            case .scalar(let scalar) where !scalar.isPlain: return .text(scalar.text, at: max(0, next - 1))
            case .scalar, .sequence: return node.boolean.map { .flag($0) } ?? .unknown
            }
        case .text, .flag, .none, .function, .unknown: return .unknown
        }
    }

    /// Whether a member of an object with this key has the value that is written there.
    func keeps(_ key: String) -> Bool { changedKeys.map { !$0.contains(key) } ?? false }

    private mutating func member(_ key: String, ofObjectAt start: Int) -> Value {
        guard keeps(key) else { return .unknown }
        var index = start + 1
        var found: Int?
        while index < program.end(of: start) {
            // A copied or computed key may be any.
            guard program[index + 1] == .mark(":") else { return .unknown }
            switch program[index] {
            // It has the members of another one.
            case .name("__proto__"), .text("__proto__"): return .unknown
            case .name(let name), .text(let name?): if name == key { found = index + 2 }
            default: return .unknown
            }
            while index < program.end(of: start), program[index] != .mark(",") { index = program.end(of: index) + 1 }
            index += 1
            work -= 1
        }
        guard work > 0 else { return .unknown }
        guard let found else { return .none }
        var inner = inProgram(at: found, depth: depth)
        let read = inner.expression()
        return program[inner.next] == .mark(",") || inner.next == program.end(of: start) ? read : .unknown
    }

    /// Returns the text of a template: `a${b}`.
    private mutating func template(_ index: Int) -> Value {
        guard let parts = tokens.parts(ofTemplate: index) else { return .unknown }
        var (text, isOwn) = ("", true)
        for part in parts {
            switch part {
            case .text(let part): text += part
            case .expression(let bytes):
                work -= bytes.count / 8
                guard work > 0, let inner = ScriptTokens(bytes), depth < Self.mostDepth else { return .unknown }
                var evaluator = self
                (evaluator.tokens, evaluator.isInTemplate) = (inner, true)
                (evaluator.next, evaluator.depth) = (0, depth + 1)
                guard case .text(let value, let place) = evaluator.expression(), evaluator.next == inner.all.count
                else {
                    return .unknown
                }
                text += value
                guard text.utf8.count <= Self.mostBytes else { return .unknown }
                if place == nil { isOwn = false }
            }
        }
        return .text(text, at: isOwn ? index : nil)
    }

    // MARK: Functions

    /// Takes the function at `start`.
    private mutating func function(at start: Int) -> Value {
        guard !isInTemplate, let body = body(ofFunction: start) else { return .unknown }
        if tokens[body.start] == .mark("{") {
            next = tokens.end(of: body.start) + 1
        } else {
            var inner = self
            inner.next = body.start
            _ = inner.expression()
            next = inner.next
        }
        return .function(start)
    }

    /// Returns the names of the parameters of a function, and where its body begins; `nil` if it has other parameters than names.
    private func body(ofFunction start: Int) -> (parameters: [String], start: Int)? {
        if case .name(let name) = program[start], program[start + 1] == .mark("=>") { return ([name], start + 2) }
        var open = start
        if program[start] == .name("function") { open = program[start + 1] == .mark("(") ? start + 1 : start + 2 }
        guard program[open] == .mark("("), program[start + 1] != .mark("*") else { return nil }
        let close = program.end(of: open)
        var parameters: [String] = []
        var index = open + 1
        while index < close {
            guard case .name(let name) = program[index] else { return nil }
            parameters.append(name)
            // Its type.
            var open = 0
            while index < close, program[index] != .mark(",") || open > 0 {
                if program[index] == .mark("=") { return nil }
                if program[index] == .mark("<") { open += 1 }
                if program[index] == .mark(">") { open -= 1 }
                index = program.end(of: index) + 1
            }
            index += 1
        }
        if open > start {
            // The type of the result can be an object's.
            let type = program.has(.mark(":"), .mark("{"), at: close + 1) ? program.end(of: close + 2) : close
            return program.first(.mark("{"), from: type + 1).map { (parameters, $0) }
        }
        return program.arrow(after: close).map { (parameters, $0 + 1) }
    }

    /// Takes the arguments of a call, and returns what the function gives.
    private mutating func call(_ callee: Value) -> Value {
        let close = tokens.end(of: next)
        var arguments: [Value] = []
        next += 1
        while next < close {
            arguments.append(tokens[next] == .mark("...") ? .unknown : expression())
            guard next == close || tokens[next] == .mark(",") else { break }
            if next < close { next += 1 }
        }
        let isRead = next == close
        next = close + 1
        guard isRead, case .function(let start) = callee, let body = body(ofFunction: start),
            program[start - 1] != .name("async"), depth < Self.mostDepth, work > 0
        else { return .unknown }
        var inner = inProgram(at: body.start, depth: depth + 1)
        for (index, name) in body.parameters.enumerated() {
            inner.locals[name] = index < arguments.count ? arguments[index] : Value.none
        }
        guard program[body.start] == .mark("{") else { return inner.expression() }
        inner.next += 1
        switch inner.statements(before: program.end(of: body.start)) {
        case .value(let value): return value
        case .end: return .none
        case .unknown, .leave: return .unknown
        }
    }

    /// How statements end.
    private enum Result {
        case value(Value)
        /// With the last one.
        case end
        /// With `break`.
        case leave
        case unknown
    }

    private mutating func statements(before close: Int) -> Result {
        while next < close {
            let result = statement(isDone: true)
            guard case .end = result else { return result }
        }
        return .end
    }

    /// Takes the next statement.
    ///
    /// - Parameter isDone: Whether it is executed.
    private mutating func statement(isDone: Bool) -> Result {
        guard work > 0, depth < Self.mostDepth else { return .unknown }
        (work, depth) = (work - 1, depth + 1)
        defer { depth -= 1 }
        let start = next
        next += 1
        switch tokens[start] {
        case .mark(";"): return .end
        case .mark("{"):
            let (close, outer) = (tokens.end(of: start), locals)
            defer { (next, locals) = (close + 1, outer) }
            return isDone ? statements(before: close) : .end
        case .name("if"): return condition(isDone: isDone)
        case .name("switch"): return choice(isDone: isDone)
        case .name("return"):
            let isEmpty = tokens[next] == .mark(";") || tokens[next] == .mark("}") || tokens.all[next].beginsLine
            let value = isEmpty ? .none : expression()
            guard tokens.isEnd(next) else { return .unknown }
            if tokens[next] == .mark(";") { next += 1 }
            return isDone ? .value(value) : .end
        case .name("break"):
            if tokens[next] == .mark(";") { next += 1 }
            return isDone ? .leave : .end
        case .name("const"):
            let pattern = tokens.pattern(at: next)
            guard let equals = tokens.first(.mark("="), from: tokens.end(of: next) + 1) else { return .unknown }
            let name = tokens[next]
            next = equals + 1
            let value = expression()
            guard tokens.isEnd(next), isDone else { return isDone ? .unknown : .end }
            if let pattern {
                for (key, name, _) in pattern { locals[name] = member(key, of: value) }
            } else if case .name(let name) = name {
                locals[name] = value
            } else {
                return .unknown
            }
            return .end
        default: return .unknown
        }
    }

    /// Takes the rest of `if (a) b else c`.
    private mutating func condition(isDone: Bool) -> Result {
        guard tokens[next] == .mark("(") else { return .unknown }
        let close = tokens.end(of: next)
        next += 1
        let condition = Self.isTrue(expression())
        guard next == close, condition != nil || !isDone else { return .unknown }
        next = close + 1
        var result = statement(isDone: isDone && condition == true)
        if tokens[next] == .name("else") {
            next += 1
            let other = statement(isDone: isDone && condition == false)
            if condition == false { result = other }
        }
        return result
    }

    /// Takes the rest of `switch (a) { case b: c }`.
    private mutating func choice(isDone: Bool) -> Result {
        guard tokens[next] == .mark("(") else { return .unknown }
        let open = tokens.end(of: next) + 1
        guard tokens[open] == .mark("{") else { return .unknown }
        let (close, outer) = (tokens.end(of: open), locals)
        defer { (next, locals) = (close + 1, outer) }
        guard isDone else { return .end }
        next += 1
        let subject = expression()
        guard next == open - 1 else { return .unknown }
        var standard: Int?
        var index = open + 1
        while index < close {
            // Labels are directly in the braces.
            if tokens[index] == .name("default"), tokens[index + 1] == .mark(":") { standard = index + 2 }
            if tokens[index] == .name("case") {
                next = index + 1
                guard let isMeant = Self.equal(subject, expression()), tokens[next] == .mark(":") else {
                    return .unknown
                }
                if isMeant { return execute(from: next + 1, to: close) }
            }
            index = tokens.end(of: index) + 1
        }
        return standard.map { execute(from: $0, to: close) } ?? .end
    }

    /// Executes the statements of a case, and of those after it.
    private mutating func execute(from start: Int, to close: Int) -> Result {
        next = start
        while next < close {
            if tokens[next] == .name("case") || tokens[next] == .name("default") {
                guard let colon = tokens.first(.mark(":"), from: next) else { return .unknown }
                next = colon + 1
                continue
            }
            switch statement(isDone: true) {
            case .end: break
            case .leave: return .end
            case .value(let value): return .value(value)
            case .unknown: return .unknown
            }
        }
        return .end
    }
}
