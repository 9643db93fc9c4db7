#if Links
import SchemeModel
import SwiftSyntax

/// Notes what a handler does with the URL: the value that it returns, assigns or otherwise uses.
extension RouteFinder {
    /// Notes an action. It handles the URL if it uses it, or if comparisons selected the URL or left it.
    func act(_ scope: Scope, on node: Syntax?) {
        if isCompared(scope) || node.map({ mentions($0, scope) }) == true { accept(scope) }
        noteOthers(scope)
    }

    /// Whether comparisons selected the URLs that get here, or left them.
    private func isCompared(_ scope: Scope) -> Bool { scope.rest != nil || scope.holds.contains { !$0.isEmpty } }

    /// Notes that something is done with URLs for which no condition is known to hold.
    func noteOthers(_ scope: Scope) {
        if scope.holds.contains(where: \.isEmpty) { mayTakeOthers = true }
    }

    /// Notes that `value` is returned; `nil` for `true`. URLs that are left are only handled by a call.
    func answer(_ scope: Scope, with value: Syntax?) {
        if isAnswer { return accept(scope) }
        guard let value else {
            // By itself, `return true` does nothing.
            if scope.holds.contains(where: { !$0.isEmpty }) { accept(scope) }
            return
        }
        var scope = scope
        if !value.is(FunctionCallExprSyntax.self) { scope.rest = nil }
        // The value of a variable does nothing either.
        guard !value.is(DeclReferenceExprSyntax.self) || isCompared(scope) || mentions(value, scope) else { return }
        act(scope, on: value)
    }

    /// Walks `target = value`.
    func assign(_ sequence: SequenceExprSyntax, _ scope: inout Scope) {
        let row = sequence.assignedValue
        let call = row.count == 1 ? row[0].unwrapped.as(FunctionCallExprSyntax.self) : nil
        if let call, isErrorMessage(call, scope) { return }
        if let call, mentions(Syntax(call), scope),
            call.base != nil || !call.calledExpression.unwrapped.is(MemberAccessExprSyntax.self)
        {
            if sequence.discards { return follow(call, scope) }
            if !isLog(call, scope), !isPure(row[0], scope) { evaluate(call, scope) }
        }
        if sequence.discards {
            // `_ = router?.open(url) ?? false`
            if call.map({ isLog($0, scope) }) != true { act(scope, on: Syntax(sequence)) }
            return
        }
        guard let target = sequence.elements.first?.unwrapped else { return }
        let name = target.as(DeclReferenceExprSyntax.self)?.baseName.identifierText
        if let name, scope.parts[name] != nil {
            // Later conditions are about another URL.
            scope.parts[name] = row.count == 1 ? part(of: row[0], in: scope) ?? .derived : .derived
            return opaque(scope)
        }
        if scope.rest == .all, target.lastName?.lowercased().contains("error") == true { return }
        // `self = .home` in an initializer.
        if name == "self" { return answer(scope, with: Syntax(sequence)) }
        // A local variable keeps the value, unless it has an observer or a wrapper. What uses the variable then uses the URL.
        if let name, scope.holds.contains(where: \.isEmpty), !sequence.isInLoop,
            let binding = evaluator.localBindings(named: name, around: Syntax(sequence)).first,
            binding.accessorBlock == nil,
            binding.parent?.parent?.as(VariableDeclSyntax.self)?.attributes.isEmpty != false
        {
            if mentions(Syntax(sequence), scope) { trail.assigned.insert(name) }
            return
        }
        act(scope, on: Syntax(sequence))
    }
}

extension SequenceExprSyntax {
    /// Whether it discards its value: `_ = f()`.
    var discards: Bool { elements.first?.is(DiscardAssignmentExprSyntax.self) == true && replaces }

    /// Whether it is in a loop of its function, which may use the value in its next run.
    fileprivate var isInLoop: Bool {
        var node = parent
        while let current = node, !current.is(ClosureExprSyntax.self), !current.is(FunctionDeclSyntax.self) {
            if [.forStmt, .repeatStmt, .whileStmt].contains(current.kind) { return true }
            node = current.parent
        }
        return false
    }
}
#endif
