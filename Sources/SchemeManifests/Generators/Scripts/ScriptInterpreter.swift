import SchemeModel
import SchemeYAML

/// Runs a JavaScript or TypeScript program in one environment, as far as its text shows what it does.
///
/// What it doesn't show is unknown: other variables, packages, the file system. A condition that isn't known is followed both ways, and
/// what differs is unknown. Loops and classes aren't run; what they may change is unknown.
///
/// - Source: ECMA-262, and nodejs.org/api/modules.html (seen 2026-12-01).
final class ScriptInterpreter {
    let environment: ScriptEnvironment
    private let files: ScriptFiles
    private var modules: [Path: ScriptValue] = [:]
    /// The number of expressions and statements that may still be run.
    private(set) var work: Int
    private var depth = 0
    /// How many conditions that aren't known decide whether the statement is executed.
    var level = 0
    /// The keys of members of unknown objects that get a value; `nil` for any. The objects may be known by another name.
    private(set) var changedKeys: Set<String>? = []
    /// Whether the program has just thrown an error, or ended.
    var hasFailed = false

    /// How many expressions, blocks and calls may be in one another, and how many calls. Real programs have about thirty and four.
    private static let (mostDepth, mostCalls) = (400, 12)
    private var calls = 0
    /// The bytes of a text. No identifier has many.
    static let mostBytes = 4_096

    /// - Parameter work: The number of expressions and statements that may be run.
    init(_ environment: ScriptEnvironment, _ files: ScriptFiles, work: Int) {
        (self.environment, self.files, self.work) = (environment, files, work)
    }

    /// How a program ends.
    enum Ending {
        /// What it exports.
        case exported(ScriptValue)
        /// It throws an error.
        case failed
    }

    /// Runs the program, and the function that it exports.
    ///
    /// - Parameters:
    ///   - folder: The folder of the main file.
    ///   - configuration: The values that the function gets as `config`; `nil` if there are none.
    func run(_ statements: [ScriptStatement], in folder: Path, configuration: YAMLNode?) -> Ending {
        var value = module(statements, in: folder)
        if case .object(let exports) = value, let standard = exports["default"] { value = standard.value }
        if !hasFailed, case .function(let closure) = value {
            let context = ScriptObject(level: 0, isOpen: true)
            let config = configuration.map { self.value(of: $0) } ?? .object(ScriptObject(level: 0))
            if case .object(let values) = config { addDefaults(to: values) }
            context["config"] = .init(value: config)
            value = call(closure, [.object(context)])
            // Expo takes neither a promise nor another function.
            if case .function = value { value = .unknown }
        }
        return hasFailed ? .failed : .exported(work > 0 ? value : .unknown)
    }

    /// Adds what Expo sets if the file doesn't.
    ///
    /// - Source: expo/expo, @expo/config Config.ts, `ensureConfigHasDefaultValues` (seen 2026-12-01).
    private func addDefaults(to values: ScriptObject) {
        for key in ["name", "slug", "sdkVersion", "_internal"] where values[key] == nil {
            values[key] = .init(value: .unknown)
        }
    }

    /// Whether there is room for another step.
    func step(_ size: Int = 1) -> Bool {
        work -= size
        return work > 0
    }

    /// Returns what `body` gives, one level deeper; `nil` if that is too deep, which ends everything.
    func nested<Result>(_ body: () -> Result) -> Result? {
        if depth >= Self.mostDepth { work = 0 }
        guard step() else { return nil }
        depth += 1
        defer { depth -= 1 }
        return body()
    }

    /// Returns what `body` gives, in another call; `nil` if there are too many.
    func called<Result>(_ body: () -> Result) -> Result? {
        guard calls < Self.mostCalls else { return nil }
        calls += 1
        defer { calls -= 1 }
        return nested(body)
    }

    /// Notes that a member of an unknown object gets a value; `nil` for any.
    func change(_ key: String?) {
        if let key { changedKeys?.insert(key) } else { changedKeys = nil }
    }

    // MARK: Files

    /// Runs the statements of a file, and returns what it exports.
    private func module(_ statements: [ScriptStatement], in folder: Path) -> ScriptValue {
        let scope = ScriptScope(of: folder, level: level)
        let (module, exports) = (ScriptObject(level: level), ScriptObject(level: level))
        module["exports"] = .init(value: .object(exports))
        scope.values = ["module": .object(module), "exports": .object(exports)]
        if case .failure = run(statements, scope) {
            hasFailed = true
            return .unknown
        }
        // Others see what the names mean in the end.
        for case .exported(let names, let path) in statements {
            let other = path.map { imported($0, in: folder) }
            for (name, key) in names {
                let value = other.map { member(.text(name, .other), of: $0, at: nil) } ?? self.value(of: name, scope)
                exports[key] = .init(value: value)
            }
        }
        return module["exports"]?.value ?? .unknown
    }

    /// Returns what a file or a package exports.
    func imported(_ name: String, in folder: Path) -> ScriptValue {
        guard name.hasPrefix(".") else {
            return .native(["process", "node:process"].contains(name) ? "process" : "package:\(name)")
        }
        guard let (path, contents) = files.file(name, in: folder) else { return .unknown }
        if let known = modules[path] { return known }
        // A file that imports itself.
        modules[path] = .unknown
        let value =
            switch contents {
            case .values(let node): self.value(of: node)
            case .program(let statements): nested { module(statements, in: path.directory) } ?? .unknown
            }
        modules[path] = value
        return value
    }

    /// Returns a value of a file.
    private func value(of node: YAMLNode) -> ScriptValue {
        guard step() else { return .unknown }
        switch node.content {
        case .scalar(let scalar):
            if !scalar.isPlain { return .text(scalar.text, .other) }
            return node.isNull ? .null : node.boolean.map { .flag($0) } ?? .number(scalar.text)
        case .sequence(let elements):
            return .list(ScriptList(elements.map { .init(value: value(of: $0)) }, level: level))
        case .mapping(let members):
            let object = ScriptObject(level: level)
            for member in members { object[member.key] = .init(value: value(of: member.value)) }
            return .object(object)
        }
    }

    // MARK: Statements

    /// How statements end.
    enum Outcome {
        /// With the last one.
        case end
        case value(ScriptValue)
        /// With `break`.
        case leave
        case failure
        /// In different ways, depending on what isn't known.
        case mixed
    }

    func run(_ statements: [ScriptStatement], _ scope: ScriptScope) -> Outcome {
        for case .function(let name, let function) in statements {
            scope.values[name] = .function(ScriptClosure(function, scope))
        }
        let former = level
        defer { level = former }
        var isMixed = false
        for statement in statements {
            let outcome = nested { run(statement, scope) } ?? .mixed
            if hasFailed {
                hasFailed = false
                return isMixed ? .mixed : .failure
            }
            switch outcome {
            case .end: break
            // It isn't known whether the rest is executed.
            case .mixed: (isMixed, level) = (true, level + 1)
            case .value, .leave, .failure: return isMixed ? .mixed : outcome
            }
        }
        return isMixed ? .mixed : .end
    }

    private func run(_ statement: ScriptStatement, _ scope: ScriptScope) -> Outcome {
        switch statement {
        case .declaration(let all, let isVariable):
            for (pattern, value) in all where value != nil || !isVariable {
                bind(pattern, value.map { evaluate($0, scope) } ?? .undefined, isVariable ? scope.whole : scope)
            }
            return .end
        case .exported: return .end
        case .function(_, let function):
            // A class can have statements of its own.
            if function.kind == .type { forget(.function(ScriptClosure(function, scope)), at: nil) }
            return .end
        case .expression(let expression):
            _ = evaluate(expression, scope)
            return .end
        case .block(let statements): return run(statements, ScriptScope(in: scope, level: level))
        case .condition(let condition, let first, let second):
            let isTrue = evaluate(condition, scope).isTrue
            return decide(isTrue, { run(first, $0) }, else: { run(second, $0) }, in: scope)
        case .choice(let subject, let cases): return choose(evaluate(subject, scope), cases[...], scope)
        case .attempt(let first, let error, let handler, let last):
            level += 1
            let outcome = run(first, ScriptScope(in: scope, level: level))
            level -= 1
            let ending = attempt(outcome, error, handler, scope)
            let lastOutcome = run(last, ScriptScope(in: scope, level: level))
            if case .end = lastOutcome { return ending }
            return lastOutcome
        case .result(let expression): return .value(expression.map { evaluate($0, scope) } ?? .undefined)
        case .failure: return .failure
        case .leave: return .leave
        case .imported(let names, let path):
            let value = imported(path, in: scope.folder)
            for (name, key) in names { scope.values[name] = part(key, of: value) }
            return .end
        case .exportedDefault(let expression):
            let value = evaluate(expression, scope)
            if case .object(let exports) = scope.values["exports"] { exports["default"] = .init(value: value) }
            return .end
        case .other(let file, let range):
            forget(range, file.tokens, scope)
            // What it declares may later change what it mentions.
            let function = ScriptFunction(file, [], range, .other, .block(range.lowerBound..<range.lowerBound))
            for name in file.tokens.declarations(at: range.lowerBound) {
                scope.values[name] = mixture([.function(ScriptClosure(function, scope))])
            }
            return range.contains { file.tokens[$0] == .name("return") } ? .mixed : .end
        }
    }

    /// Executes what follows a condition, or both if it isn't known.
    private func decide(
        _ isTrue: Bool?,
        _ first: (ScriptScope) -> Outcome,
        else second: (ScriptScope) -> Outcome,
        in scope: ScriptScope
    ) -> Outcome {
        if let isTrue {
            let inner = ScriptScope(in: scope, level: level)
            return isTrue ? first(inner) : second(inner)
        }
        level += 1
        defer { level -= 1 }
        let one = first(ScriptScope(in: scope, level: level))
        return merged(one, second(ScriptScope(in: scope, level: level)))
    }

    private func merged(_ one: Outcome, _ other: Outcome) -> Outcome {
        switch (one, other) {
        case (.end, .end): .end
        case (.leave, .leave): .leave
        // A program that fails exports nothing.
        case (.failure, _): other
        case (_, .failure): one
        case (.value(let one), .value(let other)): .value(joined(one, other))
        default: .mixed
        }
    }

    private func attempt(
        _ outcome: Outcome,
        _ error: ScriptPattern?,
        _ handler: [ScriptStatement],
        _ scope: ScriptScope
    ) -> Outcome {
        let hasFailed = if case .failure = outcome { true } else { false }
        if !hasFailed { level += 1 }
        defer { if !hasFailed { level -= 1 } }
        let inner = ScriptScope(in: scope, level: level)
        if let error { bind(error, .unknown, inner) }
        return merged(outcome, run(handler, inner))
    }

    /// Executes the statements of the case that has the subject's value, and those of the cases after it.
    private func choose(
        _ subject: ScriptValue,
        _ cases: ArraySlice<(label: ScriptExpression?, body: [ScriptStatement])>,
        _ scope: ScriptScope
    ) -> Outcome {
        let inner = ScriptScope(in: scope, level: level)
        var start: Int?
        for index in cases.indices {
            guard let label = cases[index].label else { continue }
            let value = evaluate(label, inner)
            environment.compare(subject, value)
            guard let isEqual = subject.equals(value) else { return chooseAny(cases, after: index, scope) }
            if isEqual {
                start = index
                break
            }
        }
        guard let first = start ?? cases.firstIndex(where: { $0.label == nil }) else { return .end }
        for index in first..<cases.endIndex {
            let outcome = run(cases[index].body, inner)
            switch outcome {
            case .end: continue
            case .leave: return .end
            case .value, .failure, .mixed: return outcome
            }
        }
        return .end
    }

    /// Executes all cases, of which any may be meant.
    ///
    /// - Parameter index: That of the case whose label was evaluated last.
    private func chooseAny(
        _ cases: ArraySlice<(label: ScriptExpression?, body: [ScriptStatement])>,
        after index: Int,
        _ scope: ScriptScope
    ) -> Outcome {
        level += 1
        defer { level -= 1 }
        for case let label? in cases[(index + 1)...].map(\.label) { _ = evaluate(label, scope) }
        var outcome: Outcome = cases.contains { $0.label == nil } ? .failure : .end
        for (_, body) in cases {
            var next = run(body, ScriptScope(in: scope, level: level))
            if case .leave = next { next = .end }
            // It goes on with the next case.
            if case .end = next, body.isEmpty { continue }
            outcome = merged(outcome, next)
        }
        return outcome
    }

    /// Gives names their values.
    func bind(_ pattern: ScriptPattern, _ value: ScriptValue, _ scope: ScriptScope) {
        switch pattern {
        case .name(let name): set(name, to: value, in: scope)
        case .names(let names): for name in names { set(name, to: mixture([value]), in: scope) }
        case .object(let members, let rest):
            for (key, pattern, standard) in members {
                let part = member(.text(key, .other), of: value, at: nil)
                bind(pattern, self.value(part, or: standard, scope), scope)
            }
            guard let rest else { return }
            guard case .object(let object) = value else { return set(rest, to: mixture([value]), in: scope) }
            let copy = ScriptObject(level: level)
            copy.copy(object, at: nil)
            for (key, _, _) in members { copy.remove(key) }
            set(rest, to: .object(copy), in: scope)
        }
    }

    /// Returns a value, or that of an expression if it is `undefined`.
    func value(_ value: ScriptValue, or standard: ScriptExpression?, _ scope: ScriptScope) -> ScriptValue {
        guard let standard else { return value }
        if let isUndefined = value.isUndefined { return isUndefined ? evaluate(standard, scope) : value }
        level += 1
        defer { level -= 1 }
        return joined(value, evaluate(standard, scope))
    }

    /// Returns what an import statement means by a key; `nil` for all.
    private func part(_ key: String?, of value: ScriptValue) -> ScriptValue {
        guard let key else { return value }
        switch value {
        case .native where key == "default": return value
        // A file without that key exports its object itself.
        case .object(let exports) where key == "default": return exports[key]?.value ?? value
        case .list, .function: return key == "default" ? value : .unknown
        default: return member(.text(key, .other), of: value, at: nil)
        }
    }
}
