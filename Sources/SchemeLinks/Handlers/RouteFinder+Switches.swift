#if Links
import SchemeModel
import SwiftSyntax

/// Analyzes the cases of a `switch`.
extension RouteFinder {
    /// The result of matching a pattern.
    enum Match {
        /// It matches if these conditions hold.
        case conditions([Route.Condition])
        /// It is unknown whether it matches.
        case open
        /// It never matches.
        case never
    }

    func switching(_ choice: SwitchExprSyntax, _ scope: inout Scope) {
        let subjects: [ExprSyntax] =
            if let tuple = choice.subject.as(TupleExprSyntax.self), tuple.elements.count > 1 {
                tuple.elements.map(\.expression)
            } else {
                [choice.subject]
            }
        let parts = subjects.map { part(of: $0, in: scope) }
        for (subject, part) in zip(subjects, parts) where part == nil && mentions(Syntax(subject), scope) {
            // A value derived from the URL: its cases are reached with every URL that gets here.
            if isSkipped(subject, scope) { continue }
            if let call = subject.unwrapped.as(FunctionCallExprSyntax.self) {
                follow(call, scope)
            } else {
                opaque(scope)
            }
        }
        /// The alternatives of the cases before that end with `fallthrough`.
        var fallen: RouteAlternatives = []
        /// What holds after it; `nil` if that isn't known.
        var after: RouteAlternatives? = []
        for branch in choice.branches {
            guard let label = branch.label.as(SwitchCaseLabelSyntax.self) else {
                var rest = scope
                rest.rest = .all
                walk(branch.statements, rest)
                let answer = branch.statements.last?.item.as(ReturnStmtSyntax.self)?.expression
                // The developer says that it takes these URLs.
                if answer?.as(BooleanLiteralExprSyntax.self)?.literal.tokenKind == .keyword(.true) {
                    act(scope, on: Syntax(choice.subject))
                }
                if !branch.statements.leavesSwitch { after = nil }
                continue
            }
            var alternatives: RouteAlternatives = []
            var isConstrained = true
            var canMatch = false
            var inner = scope
            for item in label.caseItems {
                switch match(item.pattern, parts, &inner) {
                case .never: continue
                case .open:
                    canMatch = true
                    guard let asked = asked(by: item, in: inner) else {
                        isConstrained = false
                        continue
                    }
                    alternatives += asked
                case .conditions(let conditions):
                    canMatch = true
                    // The pattern's conditions must hold regardless of the `where` clause.
                    alternatives += (asked(by: item, in: inner) ?? [[]]).map { conditions + $0 }
                }
            }
            guard canMatch || !fallen.isEmpty else { continue }
            let place = scope.file.place(of: label)
            alternatives += fallen
            let fallsThrough = branch.statements.last?.item.is(FallThroughStmtSyntax.self) == true
            fallen = fallsThrough ? (isConstrained && alternatives.count <= RouteTest.limit ? alternatives : [[]]) : []
            if isConstrained {
                inner.rest = nil
                trail.tokens += inner.holds.work(with: alternatives)
                inner = inner.adding(alternatives, at: place)
            } else if mentions(Syntax(choice.subject), scope) {
                inner.rest = .some
            }
            walk(branch.statements, inner)
            if !branch.statements.leavesSwitch { after = isConstrained ? after?.joining(inner.holds) : nil }
            // Web links get to no case after that for their type.
            if parts == [.activityType], isConstrained, fallen.isEmpty,
                label.caseItems.allSatisfy({ $0.whereClause == nil })
            {
                break
            }
        }
        scope.narrow(to: after)
    }

    private func asked(by item: SwitchCaseItemSyntax, in scope: Scope) -> RouteAlternatives? {
        item.whereClause.flatMap { test($0.condition, in: scope).whenTrue }
    }

    /// Returns the conditions for `pattern` to match the parts, and adds the bound names to `scope`.
    func match(_ pattern: PatternSyntax, _ parts: [URLPart?], _ scope: inout Scope) -> Match {
        if let binding = pattern.as(ValueBindingPatternSyntax.self) {
            if let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.identifierText {
                if parts.count == 1, let part = parts[0] { scope.parts[name] = part }
                return .open
            }
            return match(binding.pattern, parts, &scope)
        }
        guard let expression = pattern.as(ExpressionPatternSyntax.self)?.expression else { return .open }
        if let tuple = expression.as(TupleExprSyntax.self), tuple.elements.count == parts.count, parts.count > 1 {
            var found: [Route.Condition] = []
            for (element, part) in zip(tuple.elements, parts) {
                switch match(element.expression, part, &scope) {
                case .never: return .never
                case .open: continue
                case .conditions(let conditions): found += conditions
                }
            }
            return found.isEmpty ? .open : .conditions(found)
        }
        return parts.count == 1 ? match(expression, parts[0], &scope) : .open
    }

    /// Returns the conditions for one expression of a pattern to match one part.
    private func match(_ expression: ExprSyntax, _ part: URLPart?, _ scope: inout Scope) -> Match {
        let bare = expression.unwrapped
        if let inner = bare.as(PatternExprSyntax.self)?.pattern {
            if let binding = inner.as(ValueBindingPatternSyntax.self)?.pattern, binding.is(ExpressionPatternSyntax.self)
            {
                return match(inner, [part], &scope)
            }
            let name = (inner.as(ValueBindingPatternSyntax.self)?.pattern ?? inner)
                .as(IdentifierPatternSyntax.self)?.identifier.identifierText
            if let name, let part { scope.parts[name] = part }
            return .open
        }
        guard let part, !bare.is(DiscardAssignmentExprSyntax.self) else { return .open }
        if bare.is(NilLiteralExprSyntax.self) {
            // A missing part is an empty string.
            return part.condition(.equals, [""]).map { .conditions([$0]) } ?? .open
        }
        switch part {
        case .activityType:
            guard let isWeb = isWebType(bare, in: scope) else { return .open }
            return isWeb ? .conditions([]) : .never
        case .wrapped(let inner, let name, _):
            let named = bare.as(FunctionCallExprSyntax.self)?.calledExpression ?? bare
            guard named.is(MemberAccessExprSyntax.self), let caseName = named.lastName else { return .open }
            guard caseName == name else { return .never }
            if let call = bare.as(FunctionCallExprSyntax.self), let bound = call.arguments.first?.expression.boundName {
                scope.parts[bound] = inner
            }
            return .conditions([])
        case .enumerated(let component, let cases):
            let named = bare.as(FunctionCallExprSyntax.self)?.calledExpression ?? bare
            guard let caseName = named.lastName, let text = cases.texts[caseName] else { return .open }
            return .conditions([Route.Condition(component: component, relation: .equals, values: [text])])
        default:
            guard let text = text(bare, in: scope) else { return .open }
            return part.condition(.equals, [text]).map { .conditions([$0]) } ?? .open
        }
    }
}

extension CodeBlockItemListSyntax {
    /// Whether its last statement leaves the function.
    var leaves: Bool {
        guard let last = last?.item else { return false }
        return last.is(ReturnStmtSyntax.self) || last.is(ThrowStmtSyntax.self) || last.is(BreakStmtSyntax.self)
            || last.is(ContinueStmtSyntax.self)
    }

    /// Whether its last statement leaves the function or a loop, and no other statement leaves a `switch` around it.
    var leavesSwitch: Bool {
        leaves && !tokens(viewMode: .sourceAccurate).contains { $0.tokenKind == .keyword(.break) }
    }
}

extension ExprSyntax {
    /// The name that it binds in a pattern; `nil` if it binds none.
    var boundName: String? {
        if let pattern = self.as(PatternExprSyntax.self)?.pattern {
            return (pattern.as(ValueBindingPatternSyntax.self)?.pattern ?? pattern)
                .as(IdentifierPatternSyntax.self)?.identifier.identifierText
        }
        return self.as(DeclReferenceExprSyntax.self)?.baseName.identifierText
    }
}
#endif
