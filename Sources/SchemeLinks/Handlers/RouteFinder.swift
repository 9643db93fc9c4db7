#if Links
import SchemeModel
import SwiftSyntax

/// Says which URLs a handler takes: goes through its statements and the functions that it hands the URL to, and notes
/// the comparisons on the way to each one that does something.
///
/// A URL that is used in a way that is not understood makes the handler one whose routes are not known.
final class RouteFinder {
    let evaluator: Evaluator
    var routes: [Route] = []
    var looksAt: Set<Handler.Aspect> = []
    /// All that the code looks at, with what becomes of the URL where it is not followed.
    var seen: Set<Handler.Aspect> {
        trail.handedOver.isSubset(of: trail.entered) ? looksAt : looksAt.union([.elsewhere])
    }
    /// Whether the URL is used in a way that is not understood.
    private var isOpen = false
    let trail: Trail

    static let stepLimit = 5_000
    static let depthLimit = 6
    static let routeLimit = 500

    init(evaluator: Evaluator) {
        self.evaluator = evaluator
        trail = Trail()
    }

    /// A finder for code that the code of `outer` calls.
    init(inside outer: RouteFinder) {
        evaluator = outer.evaluator
        trail = outer.trail
    }

    /// How far the walk of a handler has come.
    final class Trail {
        var steps = 0
        /// How often the URL was given another name.
        var namesGiven = 0
        /// The functions that it is in.
        var followed: [SyntaxIdentifier] = []
        /// The calls that are given the URL as a whole.
        var handedOver: Set<SyntaxIdentifier> = []
        /// The calls whose function was gone into.
        var entered: Set<SyntaxIdentifier> = []
    }

    var program: Program { evaluator.program }

    /// Whether ``routes`` are all URLs that the handler takes.
    var isRouted: Bool { !isOpen && !routes.isEmpty && routes.allSatisfy { !$0.conditions.isEmpty } }

    /// Conditions of which one list must hold in full.
    typealias Alternatives = [[Route.Condition]]

    /// Where the walk is.
    struct Scope {
        var file: ParsedFile
        /// What the names of the code hold, of the parts of a URL.
        var parts: [String: URLPart]
        /// What holds here.
        var holds: Alternatives = [[]]
        /// The last comparison, or the handler.
        var place: Place

        func adding(_ conditions: Alternatives?, at place: Place) -> Scope {
            guard let conditions else { return self }
            var result = self
            result.holds = Alternatives(holds.flatMap { left in conditions.map { left + $0 } }.prefix(256))
            result.place = place
            return result
        }
    }

    /// Reads a handler with `body`, whose parameter or parameters `parts` hold the URL.
    func read(_ body: CodeBlockItemListSyntax, parts: [String: URLPart], in file: ParsedFile, place: Place) {
        noteWords(of: Syntax(body), parts: parts)
        walk(body, Scope(file: file, parts: parts, place: place))
    }

    /// Reads the function that `reference` names, which is handed the URL.
    func read(reference: ExprSyntax, in file: ParsedFile, place: Place) {
        guard let name = reference.lastName else {
            isOpen = true
            return
        }
        let candidates = functions(named: name, at: reference, in: file).filter {
            $0.function.signature.parameterClause.parameters.count == 1
        }
        guard candidates.count == 1, let (other, function) = candidates.first, let body = function.body,
            let parameter = function.signature.parameterClause.parameters.first
        else {
            isOpen = true
            return
        }
        read(body.statements, parts: [parameter.localName: .url], in: other, place: place)
    }

    func note(_ aspect: Handler.Aspect) { looksAt.insert(aspect) }

    func giveUp() { isOpen = true }

    func accept(_ scope: Scope) {
        for conditions in scope.holds {
            let route = Route(conditions: conditions, place: scope.place)
            guard !routes.contains(where: { $0.conditions == conditions }) else { continue }
            guard routes.count < Self.routeLimit else { return giveUp() }
            routes.append(route)
        }
    }

    // MARK: Statements

    func walk(_ items: CodeBlockItemListSyntax, _ outer: Scope) {
        var scope = outer
        for item in items {
            trail.steps += 1
            guard trail.steps < Self.stepLimit else { return giveUp() }
            switch item.item {
            case .decl(let declaration): declare(declaration, &scope)
            case .expr(let expression):
                if !walk(expression, &scope) { return }
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
        }
    }

    /// Remembers what a new name holds.
    func bind(_ name: String?, to value: ExprSyntax, _ scope: inout Scope) {
        if let part = part(of: value, in: scope) {
            if let name { scope.parts[name] = part }
        } else if let call = value.unwrapped.as(FunctionCallExprSyntax.self), mentions(Syntax(call), scope) {
            if let name { scope.parts[name] = .derived }
            follow(call, scope)
        } else if mentions(Syntax(value), scope) {
            if let name { scope.parts[name] = .derived }
        } else if let name {
            scope.parts[name] = nil
        }
    }

    /// Walks a statement; `false` when nothing after it runs.
    func walk(_ statement: StmtSyntax, _ scope: inout Scope) -> Bool {
        switch statement.as(StmtSyntaxEnum.self) {
        case .expressionStmt(let inner): return walk(inner.expression, &scope)
        case .returnStmt(let leaving):
            guard let value = leaving.expression else { return false }
            returned(value, scope)
            return false
        case .guardStmt(let condition):
            let test = test(condition.conditions, &scope)
            walk(
                condition.body.statements,
                scope.adding(test.whenFalse, at: scope.file.place(of: condition.conditions))
            )
            scope = scope.adding(test.whenTrue, at: scope.file.place(of: condition.conditions))
        case .forStmt(let loop):
            var inner = scope
            if let name = loop.pattern.as(IdentifierPatternSyntax.self)?.identifier.identifierText {
                switch part(of: loop.sequence, in: scope) {
                case .contexts: inner.parts[name] = .context
                case .urls: inner.parts[name] = .url
                case nil where !mentions(Syntax(loop.sequence), scope): break
                default: inner.parts[name] = .derived
                }
            }
            walk(loop.body.statements, inner)
        case .doStmt(let attempt):
            walk(attempt.body.statements, scope)
        case .throwStmt, .breakStmt, .continueStmt: return false
        default:
            if mentions(Syntax(statement), scope) { giveUp() }
        }
        return true
    }

    func returned(_ value: ExprSyntax, _ scope: Scope) {
        let bare = value.unwrapped
        if let literal = bare.as(BooleanLiteralExprSyntax.self) {
            if literal.literal.tokenKind == .keyword(.true) { act(scope, on: nil) }
        } else if bare.is(NilLiteralExprSyntax.self) {
            return
        } else if let call = bare.as(FunctionCallExprSyntax.self), mentions(Syntax(call), scope) {
            follow(call, scope)
        } else {
            act(scope, on: Syntax(bare))
        }
    }

    /// Walks an expression that stands by itself; `false` when nothing after it runs.
    func walk(_ expression: ExprSyntax, _ scope: inout Scope) -> Bool {
        let bare = expression.unwrapped
        if let branch = bare.as(IfExprSyntax.self) { return conditional(branch, &scope) }
        if let choice = bare.as(SwitchExprSyntax.self) {
            switching(choice, scope)
            return true
        }
        if let call = bare.as(FunctionCallExprSyntax.self) {
            if Self.isLog(call) { return true }
            if mentions(Syntax(call), scope) { follow(call, scope) } else { act(scope, on: nil) }
            return true
        }
        act(scope, on: Syntax(bare))
        return true
    }

    /// Something is done here. Without a comparison before it, that is no answer to a URL unless it takes it.
    func act(_ scope: Scope, on node: Syntax?) {
        let isCompared = scope.holds.contains { !$0.isEmpty }
        if isCompared || node.map({ mentions($0, scope) }) == true { accept(scope) }
    }

    func conditional(_ branch: IfExprSyntax, _ scope: inout Scope) -> Bool {
        var otherwise = scope
        var next: IfExprSyntax? = branch
        var leavesAlways = true
        while let current = next {
            next = nil
            var inner = otherwise
            let test = test(current.conditions, &inner)
            let place = scope.file.place(of: current.conditions)
            walk(current.body.statements, inner.adding(test.whenTrue, at: place))
            let leaves = current.body.statements.leaves
            leavesAlways = leavesAlways && leaves
            otherwise = otherwise.adding(test.whenFalse, at: place)
            // What comes after the first `if` that leaves, and has no other way, is its other way.
            if leaves, current.elseBody == nil { scope = otherwise }
            switch current.elseBody {
            case .ifExpr(let inner): next = inner
            case .codeBlock(let block):
                walk(block.statements, otherwise)
                leavesAlways = leavesAlways && block.statements.leaves
            case nil: leavesAlways = false
            }
        }
        return !leavesAlways
    }

    func switching(_ choice: SwitchExprSyntax, _ scope: Scope) {
        let subjects: [ExprSyntax] =
            if let tuple = choice.subject.as(TupleExprSyntax.self), tuple.elements.count > 1 {
                tuple.elements.map(\.expression)
            } else {
                [choice.subject]
            }
        let parts = subjects.map { part(of: $0, in: scope) }
        if zip(subjects, parts).contains(where: { $1 == nil && mentions(Syntax($0), scope) }) {
            // A value that was made of the URL: what is done with it is done with every URL that came so far.
            if let call = choice.subject.unwrapped.as(FunctionCallExprSyntax.self) {
                follow(call, scope)
            } else {
                giveUp()
            }
        }
        for element in choice.cases {
            guard case .switchCase(let branch) = element else {
                giveUp()
                continue
            }
            guard let label = branch.label.as(SwitchCaseLabelSyntax.self) else {
                walk(branch.statements, scope)
                if !branch.statements.rejects { act(scope, on: Syntax(choice.subject)) }
                continue
            }
            var alternatives: Alternatives = []
            var isConstrained = true
            var inner = scope
            for item in label.caseItems {
                if let conditions = conditions(item.pattern, parts, &inner), item.whereClause == nil {
                    alternatives.append(conditions)
                } else {
                    isConstrained = false
                }
            }
            let place = scope.file.place(of: label)
            walk(branch.statements, inner.adding(isConstrained ? alternatives : nil, at: place))
            if !isConstrained, !branch.statements.rejects { act(inner, on: Syntax(choice.subject)) }
        }
    }

    /// What must hold for `pattern` to match the parts; `nil` when that is not understood.
    func conditions(
        _ pattern: PatternSyntax,
        _ parts: [URLPart?],
        _ scope: inout Scope
    ) -> [Route.Condition]? {
        if let binding = pattern.as(ValueBindingPatternSyntax.self) {
            if let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.identifierText {
                if parts.count == 1, let part = parts[0] { scope.parts[name] = part }
                return nil
            }
            return conditions(binding.pattern, parts, &scope)
        }
        guard let expression = pattern.as(ExpressionPatternSyntax.self)?.expression else { return nil }
        if let tuple = expression.as(TupleExprSyntax.self), tuple.elements.count == parts.count, parts.count > 1 {
            var found: [Route.Condition] = []
            for (element, part) in zip(tuple.elements, parts) {
                let bare = element.expression.unwrapped
                if bare.is(DiscardAssignmentExprSyntax.self) { continue }
                if let inner = bare.as(PatternExprSyntax.self)?.pattern {
                    let name = (inner.as(ValueBindingPatternSyntax.self)?.pattern ?? inner)
                        .as(IdentifierPatternSyntax.self)?.identifier.identifierText
                    if let name, let part { scope.parts[name] = part }
                    continue
                }
                guard let component = part?.component, let text = text(bare, in: scope) else { return nil }
                found.append(Route.Condition(component: component, relation: .equals, values: [text]))
            }
            return found
        }
        guard parts.count == 1, let component = parts[0]?.component, let text = text(expression.unwrapped, in: scope)
        else { return nil }
        return [Route.Condition(component: component, relation: .equals, values: [text])]
    }

}

extension CodeBlockItemListSyntax {
    /// Whether its last statement leaves.
    fileprivate var leaves: Bool {
        guard let last = last?.item else { return false }
        return last.is(ReturnStmtSyntax.self) || last.is(ThrowStmtSyntax.self) || last.is(BreakStmtSyntax.self)
            || last.is(ContinueStmtSyntax.self)
    }

    /// Whether it does nothing but to say no.
    fileprivate var rejects: Bool {
        allSatisfy { item in
            if item.item.is(BreakStmtSyntax.self) || item.item.is(ThrowStmtSyntax.self) { return true }
            if let leaving = item.item.as(ReturnStmtSyntax.self) {
                guard let value = leaving.expression?.unwrapped else { return true }
                return value.is(NilLiteralExprSyntax.self)
                    || value.as(BooleanLiteralExprSyntax.self)?.literal.tokenKind == .keyword(.false)
            }
            let expression = item.item.as(ExprSyntax.self) ?? item.item.as(ExpressionStmtSyntax.self)?.expression
            if expression?.is(NilLiteralExprSyntax.self) == true { return true }
            guard let name = expression?.as(FunctionCallExprSyntax.self)?.calleeName else { return false }
            return ["print", "debugPrint", "NSLog", "os_log", "assertionFailure", "debug", "info", "warning", "error"]
                .contains(name)
        }
    }
}
#endif
