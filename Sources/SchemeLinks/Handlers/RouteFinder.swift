#if Links
import SchemeModel
import SwiftSyntax

/// Finds the URLs that a handler handles.
///
/// Walks its statements and the functions that get the URL, and collects the comparisons on the way to each action. A
/// URL that is used in an unsupported way means that the handler may handle other URLs, too.
final class RouteFinder {
    let evaluator: Evaluator
    private(set) var routes: [Route] = []
    /// The conditions of ``routes``.
    private var accepted: Set<[Route.Condition]> = []
    var looksAt: Set<Handler.Aspect> = []
    /// The used parts of the input, including ``Handler/Aspect/elsewhere`` for code that is not analyzed.
    var seen: Set<Handler.Aspect> {
        trail.handedOver.isSubset(of: trail.entered) ? looksAt : looksAt.union([.elsewhere])
    }
    /// Whether the URL is used in an unsupported way.
    private var isOpen = false
    /// Whether code that is not analyzed gets URLs for which conditions hold.
    var handsOver = false
    /// Whether it may do something with URLs that none of the routes takes; see ``Handler/mayTakeOthers``.
    var mayTakeOthers = false
    /// Whether the code answers whether it accepts a URL, so that returning a value is an action for any URL.
    var isAnswer = false
    let trail: AnalysisState
    /// The parts in what is being read.
    var knownParts = KnownParts()

    static let stepLimit = 10_000
    static let tokenLimit = 4_000_000
    static let depthLimit = 12
    static let routeLimit = 500

    init(evaluator: Evaluator) {
        self.evaluator = evaluator
        trail = AnalysisState()
    }

    /// Creates a finder for code that is called by the code of `outer`.
    init(inside outer: RouteFinder) {
        evaluator = outer.evaluator
        trail = outer.trail
    }

    /// Whether a limit of this handler or of the whole target is reached.
    var isOver: Bool { trail.isOver || evaluator.isExhausted }

    var program: Program { evaluator.program }

    /// Whether ``routes`` has all URLs that the handler handles.
    var isRouted: Bool { !usesOthers && !routes.isEmpty }

    /// Whether it may use a URL that none of the routes with conditions takes.
    var usesOthers: Bool { isOpen || routes.contains(where: \.conditions.isEmpty) }

    /// The part of the URLs that no comparison selects.
    enum Rest {
        case all
        /// Those for which something else holds that isn't understood.
        case some
    }

    /// The current position of the walk.
    struct Scope {
        var file: ParsedFile
        /// The parts of the URL by the names that hold them.
        var parts: [String: URLPart]
        /// The conditions that hold here; empty for unreachable code.
        var holds: RouteAlternatives = [[]]
        /// The place of the last comparison, or of the handler.
        var place: Place
        /// Which of the URLs that comparisons before it don't select get here; `nil` if others do, too.
        var rest: Rest?

        func adding(_ conditions: RouteAlternatives?, at place: Place) -> Scope {
            guard let conditions else { return self }
            var result = self
            result.place = place
            if let both = holds.adding(conditions) {
                result.holds = both
            } else {
                result.rest = .some
            }
            return result
        }

        /// Continues with the URLs for which one of `alternatives` holds.
        mutating func narrow(to alternatives: RouteAlternatives?) {
            guard let alternatives, alternatives.count <= RouteTest.limit else { return }
            (holds, rest) = (alternatives, nil)
        }

        /// Returns the scope of code that is only reached if `test` holds.
        func taking(_ test: RouteTest, at place: Place) -> Scope {
            var result = self
            if let known = test.whenTrue {
                result.rest = nil
                return result.adding(known, at: place)
            }
            if test.negated.leavesRest {
                result.rest = .all
            } else if test.isAboutURL || rest != nil {
                result.rest = .some
            }
            return result
        }
    }

    /// Analyzes a handler with `body`, whose parameters are `parts`.
    func read(_ body: CodeBlockItemListSyntax, parts: [String: URLPart], in file: ParsedFile, place: Place) {
        noteWords(of: Syntax(body), parts: parts)
        walk(body, Scope(file: file, parts: parts, place: place))
    }

    /// Analyzes the function `reference`, which gets the input `given`. Returns its body; `nil` if it isn't known.
    func read(
        reference: ExprSyntax,
        given: URLPart,
        in file: ParsedFile,
        place: Place
    ) -> (body: CodeBlockItemListSyntax, file: ParsedFile)? {
        guard let name = reference.lastName else {
            giveUp()
            note(.elsewhere)
            return nil
        }
        let meaning = functions(named: name, at: reference, in: file)
        if meaning.mayBeOther { mayTakeOthers = true }
        let candidates = meaning.functions.filter { $0.function.signature.parameterClause.parameters.count == 1 }
        guard candidates.count == 1, let (other, function) = candidates.first, let body = function.body,
            let parameter = function.signature.parameterClause.parameters.first
        else {
            giveUp()
            note(.elsewhere)
            return nil
        }
        read(body.statements, parts: [parameter.localName: given], in: other, place: place)
        return (body.statements, other)
    }

    func note(_ aspect: Handler.Aspect) { looksAt.insert(aspect) }

    func giveUp() { isOpen = true }

    func accept(_ scope: Scope) {
        trail.tokens += scope.holds.size
        for conditions in scope.holds where !accepted.contains(conditions) {
            guard routes.count < Self.routeLimit else { return giveUp() }
            accepted.insert(conditions)
            routes.append(Route(conditions: conditions, place: scope.place))
        }
    }

    // MARK: Statements

    func walk(_ items: CodeBlockItemListSyntax, _ outer: Scope) {
        var scope = outer
        for item in items {
            trail.steps += 1
            guard !isOver, evaluator.spendOnRoutes() else { return giveUp() }
            guard !scope.holds.isEmpty else { return }
            switch item.item {
            case .decl(let declaration): declare(declaration, &scope)
            case .expr(let expression):
                if !walk(expression, &scope, isLast: items.count == 1) { return }
            case .stmt(let statement):
                if !walk(statement, &scope) { return }
            }
        }
    }

    func declare(_ declaration: DeclSyntax, _ scope: inout Scope) {
        if let conditional = declaration.as(IfConfigDeclSyntax.self) {
            for clause in conditional.clauses {
                if let items = clause.elements?.as(CodeBlockItemListSyntax.self) { walk(items, scope) }
            }
            return
        }
        guard let variable = declaration.as(VariableDeclSyntax.self) else { return }
        for binding in variable.bindings {
            guard let value = binding.initializer?.value else { continue }
            bind(binding.name, to: value, &scope)
            if let name = binding.name { noteVariable(variable.bindingSpecifier, name, scope) }
        }
    }

    /// Binds a new name to the value's part of the URL.
    func bind(_ name: String?, to value: ExprSyntax, _ scope: inout Scope) {
        if let part = part(of: value, in: scope) {
            if let name { scope.parts[name] = part }
        } else if mentions(Syntax(value), scope) {
            evaluate(value, scope)
            if let name { scope.parts[name] = .derived }
        } else {
            if let name { scope.parts[name] = nil }
            // `let isShown = showHome()`
            let callee = value.unwrapped.as(FunctionCallExprSyntax.self)?.calleeName
            if callee?.first?.isLowercase == true { noteOthers(scope) }
        }
    }

    /// Gives up if `name` is a variable with a part of the URL: code changes it, as in `parts.removeFirst()`, or it would be
    /// a constant.
    func noteVariable(_ specifier: TokenSyntax, _ name: String, _ scope: Scope) {
        if specifier.tokenKind == .keyword(.var), scope.parts[name] ?? .derived != .derived { giveUp() }
    }

    /// Follows `value`, which mentions the URL, and is stored or listed.
    private func evaluate(_ value: ExprSyntax, _ scope: Scope) {
        if isSkipped(value, scope) { return }
        if let call = value.unwrapped.as(FunctionCallExprSyntax.self) { evaluate(call, scope) } else { opaque(scope) }
    }

    /// Follows a call whose value is stored. Its comparisons count as routes, but the call itself doesn't count as
    /// handling.
    func evaluate(_ call: FunctionCallExprSyntax, _ scope: Scope) {
        let finder = RouteFinder(inside: self)
        var inner = scope
        (inner.holds, inner.rest) = ([[]], nil)
        finder.follow(call, inner)
        let isPure = isPure(call, scope)
        // For selected URLs, it does nothing with others.
        if finder.mayTakeOthers, !isPure { noteOthers(scope) }
        looksAt.formUnion(finder.looksAt)
        for route in finder.routes where !route.conditions.isEmpty {
            accept(scope.adding([route.conditions], at: route.place))
        }
        handsOver = handsOver || finder.handsOver
        if !finder.isRouted, !isPure { opaque(scope) }
    }

    /// Walks a statement. Returns `false` if nothing after it is executed.
    func walk(_ statement: StmtSyntax, _ scope: inout Scope) -> Bool {
        switch statement.as(StmtSyntaxEnum.self) {
        case .expressionStmt(let inner): return walk(inner.expression, &scope, isLast: false)
        case .returnStmt(let leaving):
            guard let value = leaving.expression else { return false }
            returned(value, scope)
            return false
        case .guardStmt(let condition):
            let place = scope.file.place(of: condition.conditions)
            let test = test(condition.conditions, &scope)
            let otherwise = scope.taking(test.negated, at: place)
            // `guard !handle(url) else { return }`: the URLs that the function accepts are handled.
            if test.isHandled, test.whenFalse != nil { accept(otherwise) }
            walk(condition.body.statements, otherwise)
            scope = scope.taking(test, at: place)
        case .forStmt(let loop):
            let isDerived = part(of: loop.sequence, in: scope) == nil && mentions(Syntax(loop.sequence), scope)
            if isDerived { evaluate(loop.sequence, scope) }
            var inner = scope
            if let name = loop.pattern.as(IdentifierPatternSyntax.self)?.identifier.identifierText {
                inner.parts[name] = element(of: loop.sequence, in: scope)
            }
            let test = loop.whereClause.map { self.test($0.condition, in: inner) } ?? RouteTest()
            walk(loop.body.statements, inner.taking(test, at: scope.file.place(of: loop.sequence)))
        case .whileStmt(let loop):
            var inner = scope
            let test = test(loop.conditions, &inner)
            walk(loop.body.statements, inner.taking(test, at: scope.file.place(of: loop.conditions)))
        case .doStmt(let attempt):
            walk(attempt.body.statements, scope)
            // Code that throws may have selected URLs before.
            var rest = scope
            rest.rest = .all
            for clause in attempt.catchClauses { walk(clause.body.statements, rest) }
        case .deferStmt(let later):
            walk(later.body.statements, scope)
        case .throwStmt, .breakStmt, .continueStmt, .fallThroughStmt: return false
        default:
            if mentions(Syntax(statement), scope) { opaque(scope) } else { noteOthers(scope) }
        }
        return true
    }

    /// Returns the part of the URL in an element of `sequence`.
    func element(of sequence: ExprSyntax, in scope: Scope) -> URLPart? {
        switch part(of: sequence, in: scope) {
        case .contexts: .context
        case .urls: .url
        case .activities: .activity
        case nil where !mentions(Syntax(sequence), scope): nil
        default: .derived
        }
    }

    func returned(_ value: ExprSyntax, _ scope: Scope) {
        let bare = value.unwrapped
        if let literal = bare.as(BooleanLiteralExprSyntax.self) {
            if literal.literal.tokenKind == .keyword(.true) { answer(scope, with: nil) }
        } else if bare.is(NilLiteralExprSyntax.self) {
            return
        } else if let part = part(of: bare, in: scope), let presence = part.presence {
            accept(scope.adding(presence, at: scope.file.place(of: value)))
        } else if bare.isComparison || bare.lastName == "isFileURL", mentions(Syntax(bare), scope) {
            let test = test(bare, in: scope)
            accept(scope.adding(test.whenTrue, at: scope.file.place(of: value)))
        } else if let call = bare.as(FunctionCallExprSyntax.self), mentions(Syntax(call), scope) {
            follow(call, scope)
        } else {
            answer(scope, with: Syntax(bare))
        }
    }

    /// Walks an expression statement. Returns `false` if nothing after it is executed. If `isLast`, its value is
    /// returned.
    func walk(_ expression: ExprSyntax, _ scope: inout Scope, isLast: Bool) -> Bool {
        let bare = expression.unwrapped
        if let branch = bare.as(IfExprSyntax.self) { return conditional(branch, &scope) }
        if let choice = bare.as(SwitchExprSyntax.self) {
            switching(choice, &scope)
            return true
        }
        if let call = bare.as(FunctionCallExprSyntax.self) {
            if mentions(Syntax(call), scope) {
                follow(call, scope)
            } else if !isLog(call, scope), !isErrorMessage(call, scope) {
                act(scope, on: nil)
            }
            return true
        }
        if let sequence = bare.as(SequenceExprSyntax.self), sequence.assignedName != nil || sequence.discards {
            assign(sequence, &scope)
            return true
        }
        if isLast {
            returned(bare, scope)
        } else {
            act(scope, on: Syntax(bare))
        }
        return true
    }

    func conditional(_ branch: IfExprSyntax, _ scope: inout Scope) -> Bool {
        var otherwise = scope
        var next: IfExprSyntax? = branch
        var leavesAlways = true
        /// What holds after it; `nil` if that isn't known.
        var after: RouteAlternatives? = []
        while let current = next {
            next = nil
            var inner = otherwise
            let test = test(current.conditions, &inner)
            let place = scope.file.place(of: current.conditions)
            let taken = inner.taking(test, at: place)
            // `if handle(url) { return }`: the URLs that the function accepts are handled.
            if test.isHandled { accept(taken) }
            walk(current.body.statements, taken)
            if !current.body.statements.leaves {
                leavesAlways = false
                after = test.whenTrue == nil ? nil : after?.joining(taken.holds)
            }
            otherwise = otherwise.taking(test.negated, at: place)
            // If all branches leave the function, and there is no `else`, the rest is the `else`.
            if leavesAlways, current.elseBody == nil { scope = otherwise }
            switch current.elseBody {
            case .ifExpr(let inner): next = inner
            case .codeBlock(let block):
                walk(block.statements, otherwise)
                if !block.statements.leaves { (leavesAlways, after) = (false, nil) }
            case nil: (leavesAlways, after) = (false, nil)
            }
        }
        scope.narrow(to: after)
        return !leavesAlways
    }
}
#endif
