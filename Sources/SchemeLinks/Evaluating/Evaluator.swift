#if Links
import SchemeModel
import SwiftSyntax

/// Evaluates expressions as far as possible, from their syntax and the declarations that they refer to.
///
/// Every step costs a unit of a budget, and the depth is limited, so that no code makes it run long or deep. Results
/// beyond the limits are unknown.
final class Evaluator {
    let program: Program
    private var steps = 0
    /// The number of steps of all queries, including other work.
    private var total = 0
    private let totalLimit: Int
    private var depth = 0
    private var searches = 0
    /// What the current result depends on so far.
    private var circumstances = Circumstances()
    private var known = KnownResults()
    /// The step at which the evaluation of a condition stops.
    private var lookEnd = Int.max
    private var changes: [VariableInCode: Mutations] = [:]
    private var locals: [SyntaxIdentifier: Locals] = [:]
    /// The variables that are being evaluated: how many were before, and whether their values depend on themselves.
    private var unsettled: [KnownResults.Key: (level: Int, isUsed: Bool)] = [:]
    /// The number of evaluations of such variables, and that of the innermost one.
    private var settlings = (count: 0, innermost: 0)
    /// The declarations that are being evaluated, and how often.
    private var active: [SyntaxIdentifier: Int] = [:]

    /// The maximum number of steps for one query.
    static let stepLimit = 6_000
    /// The maximum depth of nested steps.
    static let depthLimit = 160
    /// The maximum number of steps for one condition.
    static let lookSteps = 80
    /// The maximum number of steps for the type of a value.
    static let typeSteps = 400
    /// The maximum depth of nested searches for all uses of a name. A view that gets a property of a timeline entry
    /// needs two.
    static let searchLimit = 2
    /// The maximum depth of nested evaluations of one declaration. Cases of an enumeration can refer to each other.
    static let activeLimit = 3

    /// - Parameter steps: The maximum number of steps of all queries.
    init(_ program: Program, steps: Int) {
        self.program = program
        totalLimit = steps
    }

    /// Evaluates `expression`, a URL that is passed to the system, in `frame`.
    func link(_ expression: ExprSyntax, in frame: Frame) -> LinkValue {
        restart()
        return linkValue(evaluate(expression, in: frame, expecting: .other("URL")))
    }

    /// Restores the budget for the next query.
    func restart() { steps = 0 }

    /// Counts a step. Returns `false` if all steps are used up, or only a fraction of 1 / `reserve` is left.
    func spend(leaving reserve: Int = 0) -> Bool {
        guard total < totalLimit - (reserve > 0 ? totalLimit / reserve : 0), !program.isFutile else {
            isExhausted = true
            return false
        }
        total += 1
        return true
    }

    private var (senders, occurrences) = (0, 0)

    /// Counts a call that may send a URL. Returns `false` if there are too many to keep in memory.
    func noteSender() -> Bool {
        senders += 1
        if senders > program.sources.limits.linkSenders { isExhausted = true }
        return senders <= program.sources.limits.linkSenders
    }

    /// Counts a place where a view shows a link. Returns `false` if there are too many to keep in memory.
    func noteOccurrence() -> Bool {
        occurrences += 1
        return occurrences <= program.sources.limits.linkSenders
    }

    private var routeSteps = 0

    /// Counts steps of following URLs through handlers. Returns `false` if no such steps are left.
    func spendOnRoutes(_ steps: Int = 1) -> Bool {
        guard routeSteps + program.examined < totalLimit * 5, !program.isFutile else {
            isExhausted = true
            return false
        }
        routeSteps += steps
        return true
    }

    /// Whether all steps are used up, or too many calls found, so that links may be missing or incomplete.
    private(set) var isExhausted = false

    /// Returns the result of `body`, which evaluates `node` with `context`, or the one that is known.
    func remembering(
        _ node: some SyntaxProtocol,
        _ context: KnownResults.Context,
        expecting: TypeReference? = nil,
        _ body: () -> ValueSet
    ) -> ValueSet {
        let key = KnownResults.Key(node: node.id, context: context)
        let position = KnownResults.Position(
            expecting: expecting,
            searches: searches,
            variable: settlings.innermost
        )
        if let result = known.result(key, at: position) {
            circumstances.formUnion(result.circumstances)
            return result.values
        }
        var (values, found) = noting(body)
        // A declaration is evaluated in frames of its own, so no variable outside depends on it.
        if !context.isFrame { found.usesVariables = false }
        known.note(values, for: key, at: position, found)
        circumstances.formUnion(found)
        return values
    }

    /// Returns the result of `body`, and what it depends on.
    private func noting<Result>(_ body: () -> Result) -> (Result, Circumstances) {
        let outer = circumstances
        circumstances = Circumstances()
        defer { circumstances = outer }
        return (body(), circumstances)
    }

    /// Returns the declarations in `items`.
    func locals(of items: CodeBlockItemListSyntax) -> Locals {
        if let known = locals[items.id] { return known }
        let made = Locals(of: items)
        locals[items.id] = made
        return made
    }

    /// A variable in a part of the code.
    private struct VariableInCode: Hashable {
        let node: SyntaxIdentifier
        let name: String
    }

    /// Returns the changes that the code in `node` makes to the variable `name`.
    func changes(of name: String, in node: some SyntaxProtocol) -> Mutations {
        let key = VariableInCode(node: node.id, name: name)
        if let known = changes[key] { return known }
        let made = Mutations(of: name, in: Syntax(node))
        // Searching a lot of code for many names also takes time.
        total += made.seen / 64
        changes[key] = made
        return made
    }

    /// Returns the result of `body` within a few steps and without searches. Whether a condition holds is not worth
    /// more, since both branches can be evaluated.
    func looking<Result>(steps limit: Int = lookSteps, _ body: () -> Result) -> Result {
        let (end, count) = (lookEnd, searches)
        let hasAllSteps = steps + limit <= min(end, Self.stepLimit)
        lookEnd = min(lookEnd, steps + limit)
        searches = Self.searchLimit
        defer { (lookEnd, searches) = (end, count) }
        var (result, found) = noting(body)
        // It ends in the same way each time.
        if hasAllSteps { found.isCutByCondition = false }
        circumstances.formUnion(found)
        return result
    }

    /// Returns the result of `body` within a part of the steps that are left, so that one of several callers, whose argument
    /// takes too long, leaves the others some.
    func sharing(among callers: Int, _ body: () -> ValueSet) -> ValueSet {
        let end = lookEnd
        lookEnd = steps + max(0, min(Self.stepLimit, end) - steps) / min(callers, 4)
        defer { lookEnd = end }
        return body()
    }

    /// The results of ``typed(_:in:)``, which routes need again and again.
    private var types: [SyntaxIdentifier: Value?] = [:]

    /// Evaluates `expression` alone, for its type. No uses of a name are searched, since a type is in the declaration.
    func typed(_ expression: ExprSyntax, in file: ParsedFile) -> Value? {
        restart()
        if let known = types[expression.id] { return known }
        let values = looking(steps: Self.typeSteps) { evaluate(expression, in: Frame(file: file)).unwrapped.all }
        let value = values.allSatisfy { $0.nominal === values[0].nominal } ? values.first : nil
        if !isExhausted { types[expression.id] = .some(value) }
        return value
    }

    func linkValue(_ values: ValueSet) -> LinkValue {
        var alternatives: [URLPattern] = []
        var isOpen = false
        var canBeAbsent = false
        for value in values.all {
            switch value {
            case .text(let text) where !text.parts.isEmpty: alternatives.append(text)
            case .null: canBeAbsent = true
            case .components(let components): alternatives += components.urls
            default: isOpen = true
            }
        }
        return LinkValue(
            alternatives: alternatives,
            isOpen: isOpen || alternatives.isEmpty,
            canBeAbsent: canBeAbsent,
            via: values.via
        )
    }

    /// Returns the result of `body`, or unknown if the budget is used up or the depth is exceeded.
    func step(_ body: () -> ValueSet) -> ValueSet {
        guard steps < min(Self.stepLimit, lookEnd), depth < Self.depthLimit, spend() else {
            let isInCondition = lookEnd <= steps && steps < Self.stepLimit
            if isInCondition { circumstances.isCutByCondition = true } else { circumstances.isCut = true }
            return .unknown
        }
        steps += 1
        depth += 1
        defer { depth -= 1 }
        return body()
    }

    /// Returns the result of `body`, which searches all uses of a name, or unknown if such searches are already nested.
    func searching(_ body: () -> ValueSet) -> ValueSet {
        guard searches < Self.searchLimit else {
            circumstances.lacksSearch = true
            return .unknown
        }
        searches += 1
        defer { searches -= 1 }
        return body()
    }

    /// Returns the result of `body`, or unknown if it evaluates `node` recursively too often.
    func entering(_ node: some SyntaxProtocol, _ body: () -> ValueSet) -> ValueSet {
        let count = active[node.id, default: 0]
        guard count < Self.activeLimit else {
            circumstances.isCut = true
            return .unknown
        }
        active[node.id] = count + 1
        defer { active[node.id] = count }
        return body()
    }

    /// Returns the result of `body`, which evaluates a variable with the initial values `first`.
    ///
    /// If the result depends on the variable itself (`url = URL(string: "\(url)&x=1")`), the variable counts as its
    /// initial value with something appended. A result that begins differently is then unknown.
    func settling(
        _ binding: PatternBindingSyntax,
        in frame: Frame,
        from first: ValueSet?,
        _ body: () -> ValueSet
    ) -> ValueSet {
        let key = KnownResults.Key(node: binding.id, context: .frame(frame))
        if let (level, _) = unsettled[key] {
            unsettled[key] = (level, true)
            circumstances.variable = min(circumstances.variable, level)
            return first?.map {
                if case .text(let text) = $0 { .text(text.appending(.hole(nil))) } else { .unknown(nil) }
            }
                ?? .unknown
        }
        let level = unsettled.count
        unsettled[key] = (level, false)
        let outer = settlings.innermost
        settlings = (settlings.count + 1, settlings.count + 1)
        var (values, found) = noting(body)
        settlings.innermost = outer
        found.usesVariables = true
        // What depends on this variable alone is complete.
        if found.variable >= level { found.variable = .max }
        circumstances.formUnion(found)
        guard unsettled.removeValue(forKey: key)?.isUsed == true, let first else { return values }
        func schemes(_ values: ValueSet) -> Set<SchemeKey?> {
            Set(values.all.compactMap { if case .text(let text) = $0 { .some(text.scheme) } else { nil } })
        }
        return schemes(values).isSubset(of: schemes(first)) ? values : .unknown
    }

    /// Evaluates `expression` in `frame`. `expecting` is the type of a leading dot.
    func evaluate(_ expression: ExprSyntax, in frame: Frame, expecting: TypeReference? = nil) -> ValueSet {
        step {
            guard expression.kind.isReference else { return evaluateStep(expression, in: frame, expecting: expecting) }
            return remembering(expression, .frame(frame), expecting: expecting) {
                evaluateStep(expression, in: frame, expecting: expecting)
            }
        }
    }

    func evaluateStep(_ expression: ExprSyntax, in frame: Frame, expecting: TypeReference?) -> ValueSet {
        switch expression.as(ExprSyntaxEnum.self) {
        case .stringLiteralExpr(let literal): return text(literal, in: frame)
        case .nilLiteralExpr: return ValueSet(.null)
        case .booleanLiteralExpr(let literal): return ValueSet(.bool(literal.literal.tokenKind == .keyword(.true)))
        case .integerLiteralExpr(let literal): return ValueSet(.number(literal.literal.text))
        case .forceUnwrapExpr(let forced):
            return evaluate(forced.expression, in: frame, expecting: expecting).unwrapped
        case .optionalChainingExpr(let chain):
            return evaluate(chain.expression, in: frame, expecting: expecting).unwrapped
        case .tryExpr(let attempt): return evaluate(attempt.expression, in: frame, expecting: expecting)
        case .awaitExpr(let awaiting): return evaluate(awaiting.expression, in: frame, expecting: expecting)
        case .tupleExpr(let tuple):
            guard tuple.elements.count == 1, let only = tuple.elements.first else { return .unknown }
            return evaluate(only.expression, in: frame, expecting: expecting)
        case .arrayExpr(let array):
            let element: TypeReference? = if case .array(let element) = expecting { element } else { nil }
            return ValueSet(.array(array.elements.map { evaluate($0.expression, in: frame, expecting: element) }))
        case .dictionaryExpr(let dictionary):
            guard case .elements(let elements) = dictionary.content else { return ValueSet(.array([])) }
            let values = elements.map { evaluate($0.value, in: frame) }
            // An integer is a key here, not a position.
            let isByNumber = elements.first?.key.is(IntegerLiteralExprSyntax.self) == true
            return ValueSet(.array(isByNumber ? [ValueSet.union(values)] : values))
        case .sequenceExpr(let sequence):
            return evaluate(sequence.row[...], in: frame, expecting: expecting)
        case .declReferenceExpr(let reference):
            return lookUp(reference.baseName.identifierText, at: Syntax(reference), in: frame)
        case .memberAccessExpr(let member): return evaluate(member, in: frame, expecting: expecting)
        case .functionCallExpr(let call): return evaluate(call, in: frame, expecting: expecting)
        case .subscriptCallExpr(let call): return evaluate(call, in: frame)
        case .ifExpr(let branch): return evaluate(branch, in: frame, expecting: expecting).result ?? .unknown
        case .switchExpr(let choice): return evaluate(choice, in: frame, expecting: expecting).result ?? .unknown
        case .closureExpr(let closure): return ValueSet(.closure(closure, frame))
        case .macroExpansionExpr(let macro):
            guard let argument = macro.arguments.first else { return .unknown }
            switch macro.macroName.text {
            case "URL": return evaluate(argument.expression, in: frame)
            case "selector": return argument.expression.selectorText.map { ValueSet(.text(URLPattern($0))) } ?? .unknown
            default: return .unknown
            }
        case .genericSpecializationExpr(let generic): return evaluate(generic.expression, in: frame)
        default: return .unknown
        }
    }
}

extension ExprSyntax {
    /// The operator, if it is a binary operator.
    var operatorText: String? { self.as(BinaryOperatorExprSyntax.self)?.operator.text }
}
#endif
