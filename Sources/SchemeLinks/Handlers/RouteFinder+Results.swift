#if Links
import SchemeModel
import SwiftSyntax

/// Analyzes functions and properties in the code that depend on the URL.
extension RouteFinder {
    /// The URLs for which a call, or a property of the URL, returns a value or `true`.
    struct Answer {
        /// The conditions; empty if unknown.
        var conditions: RouteAlternatives
        /// Whether there are no other URLs.
        var isAll: Bool
        /// Whether it is a property that only reads the URL.
        var isPureProperty: Bool
        /// Whether code that is not analyzed gets such URLs.
        var handsOver: Bool
    }

    /// Returns the URLs for which `expression` has a value; `nil` unless it is a function or property in the code
    /// that gets the URL.
    func routes(of expression: ExprSyntax, _ scope: Scope) -> Answer? {
        let bare = expression.unwrapped
        let call = bare.as(FunctionCallExprSyntax.self)
        let found = call.map { candidates(for: $0, scope) } ?? getters(of: bare, scope)
        guard !found.isEmpty, trail.followed.count < Self.depthLimit else { return nil }
        let finder = RouteFinder(inside: self)
        finder.mayTakeOthers = found.contains(where: \.mayBeOther)
        finder.isAnswer = true
        var inner = scope
        (inner.holds, inner.rest) = ([[]], nil)
        for candidate in found { finder.enter(candidate, from: bare, inner) }
        looksAt.formUnion(finder.looksAt)
        let isPureProperty = call == nil && found.allSatisfy(isPure)
        // Reading the URL does nothing with it, and a function for selected URLs nothing with others.
        if !isPureProperty, finder.mayTakeOthers { noteOthers(scope) }
        let conditions = finder.routes.map(\.conditions).filter { !$0.isEmpty }
        return Answer(
            conditions: conditions,
            isAll: finder.isRouted && found.count == 1,
            isPureProperty: isPureProperty,
            handsOver: finder.handsOver
        )
    }

    /// Returns the computed properties in the code that `expression`, a member of a part, can refer to.
    func getters(of expression: ExprSyntax, _ scope: Scope) -> [Candidate] {
        if let member = expression.as(MemberAccessExprSyntax.self), let base = member.base,
            let part = part(of: base, in: scope)
        {
            return getters(member.declName.baseName.identifierText, of: part)
        }
        guard let name = expression.as(DeclReferenceExprSyntax.self)?.baseName.identifierText,
            scope.parts[name] == nil, let own = scope.parts["self"]
        else { return [] }
        return getters(name, of: own)
    }

    /// Returns the computed properties called `name` that the code adds to the type of `part`.
    private func getters(_ name: String, of part: URLPart) -> [Candidate] {
        guard let type = extendedType(part) else { return [] }
        return program.members(name, of: type).filter { !$0.isStatic }.compactMap { member in
            guard let getter = member.binding?.getter, let binding = member.binding else { return nil }
            return Candidate(file: member.owner.file, node: Syntax(binding), body: getter, parts: ["self": part])
        }
    }

    // MARK: Returned parts

    /// Returns the part of the URL that a call returns: a function in the code that normalizes the URL, or extracts
    /// something.
    func result(of call: FunctionCallExprSyntax, _ scope: Scope) -> URLPart? {
        let found = candidates(for: call, scope)
        guard found.count == 1, let candidate = found.first else { return nil }
        return result(of: candidate, scope)
    }

    /// Returns the part of the URL that the property `name` of `part` returns.
    func result(of name: String, _ part: URLPart, _ scope: Scope) -> URLPart? {
        let found = getters(name, of: part)
        guard found.count == 1, let candidate = found.first else { return nil }
        return result(of: candidate, scope)
    }

    private func result(of candidate: Candidate, _ scope: Scope) -> URLPart? {
        guard trail.followed.count < Self.depthLimit, !trail.followed.contains(candidate.node.id), !trail.isOver else {
            trail.cuts += 1
            return nil
        }
        let result = knownResult(of: candidate)
        // A call that returns something else is followed, where the conditions around it are known.
        if result.part != nil, candidate.mayBeOther || result.mayTakeOthers { noteOthers(scope) }
        return result.part
    }

    private func knownResult(of candidate: Candidate) -> (part: URLPart?, mayTakeOthers: Bool) {
        let key = candidate.key
        if let known = trail.results[AnalysisState.Question(key: key)] { return known }
        let question = AnalysisState.Question(key: key, stack: trail.followed)
        let before = trail.cuts
        if let known = trail.results[question] {
            trail.cuts += 1
            return known
        }
        let result = result(in: candidate)
        trail.results[trail.cuts == before ? AnalysisState.Question(key: key) : question] = result
        return result
    }

    private func result(in candidate: Candidate) -> (part: URLPart?, mayTakeOthers: Bool) {
        trail.followed.append(candidate.node.id)
        defer { trail.followed.removeLast() }
        let finder = RouteFinder(inside: self)
        var results: [URLPart?] = []
        let place = candidate.file.place(of: candidate.node)
        finder.collect(candidate.body, Scope(file: candidate.file, parts: candidate.parts, place: place), &results)
        looksAt.formUnion(finder.looksAt)
        let part = results.first ?? nil
        let isPart = results.allSatisfy { $0 == part } && part != .derived
        return (isPart ? part : nil, finder.mayTakeOthers)
    }

    /// Adds the parts that `items` return, and `nil` for anything else. Ignores `return nil`.
    private func collect(_ items: CodeBlockItemListSyntax, _ outer: Scope, _ results: inout [URLPart?]) {
        var scope = outer
        for item in items {
            trail.steps += 1
            guard !trail.isOver else { return results.append(nil) }
            if let variable = item.item.as(VariableDeclSyntax.self) {
                for binding in variable.bindings {
                    guard let name = binding.name else { continue }
                    let isConstant = variable.bindingSpecifier.tokenKind == .keyword(.let)
                    scope.parts[name] =
                        isConstant ? binding.initializer.flatMap { part(of: $0.value, in: scope) } : nil
                }
            } else if let guarding = item.item.as(GuardStmtSyntax.self) {
                bindParts(guarding.conditions, &scope)
                collect(guarding.body.statements, outer, &results)
            } else if let leaving = item.item.as(ReturnStmtSyntax.self) {
                if let value = leaving.expression { give(value, scope, &results) }
                return
            } else if let expression = item.item.as(ExprSyntax.self)
                ?? item.item.as(ExpressionStmtSyntax.self)?.expression
            {
                let target = expression.as(SequenceExprSyntax.self)?.elements.first?.as(MemberAccessExprSyntax.self)
                // `parts.path = text`. A function that normalizes a URL sets its scheme.
                let changed = target?.declName.baseName.text == "scheme" ? nil : target?.base
                if items.count > 1, let changed, part(of: changed, in: scope) != nil { results.append(nil) }
                collect(expression, scope, isOnly: items.count == 1, &results)
            } else if let attempt = item.item.as(DoStmtSyntax.self) {
                collect(attempt.body.statements, scope, &results)
                for failure in attempt.catchClauses { collect(failure.body.statements, scope, &results) }
            } else if let loop = item.item.as(ForStmtSyntax.self) {
                collect(loop.body.statements, scope, &results)
            }
        }
    }

    private func collect(_ expression: ExprSyntax, _ scope: Scope, isOnly: Bool, _ results: inout [URLPart?]) {
        if let branch = expression.as(IfExprSyntax.self) {
            var next: IfExprSyntax? = branch
            while let current = next {
                next = nil
                var inner = scope
                bindParts(current.conditions, &inner)
                collect(current.body.statements, inner, &results)
                switch current.elseBody {
                case .ifExpr(let other): next = other
                case .codeBlock(let block): collect(block.statements, scope, &results)
                case nil: break
                }
            }
        } else if let choice = expression.as(SwitchExprSyntax.self) {
            let parts = [part(of: choice.subject, in: scope)]
            for element in choice.cases {
                guard let branch = element.as(SwitchCaseSyntax.self) else { continue }
                var inner = scope
                var canMatch = true
                if let label = branch.label.as(SwitchCaseLabelSyntax.self) {
                    canMatch = label.caseItems.contains { item in
                        if case .never = match(item.pattern, parts, &inner) { false } else { true }
                    }
                }
                if canMatch { collect(branch.statements, inner, &results) }
            }
        } else if isOnly {
            give(expression, scope, &results)
        }
    }

    private func give(_ value: ExprSyntax, _ scope: Scope, _ results: inout [URLPart?]) {
        if value.unwrapped.is(NilLiteralExprSyntax.self) { return }
        results.append(part(of: value, in: scope))
    }

    /// Binds the names in conditions to the parts of the URL, without evaluating the conditions.
    private func bindParts(_ conditions: ConditionElementListSyntax, _ scope: inout Scope) {
        for element in conditions {
            guard let binding = element.condition.as(OptionalBindingConditionSyntax.self),
                let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.identifierText,
                let value = binding.initializer?.value
            else { continue }
            let part = part(of: value, in: scope)
            let isConstant = binding.bindingSpecifier.tokenKind == .keyword(.let)
            scope.parts[name] = isConstant || part == .components ? part : nil
        }
    }
}

extension ExprSyntax {
    /// Whether it is a comparison or has several conditions.
    var isComparison: Bool {
        if self.is(PrefixOperatorExprSyntax.self) { return true }
        if let sequence = self.as(SequenceExprSyntax.self) {
            return sequence.row.contains { ["==", "!=", "&&", "||", "~="].contains($0.operatorText) }
        }
        guard let call = self.as(FunctionCallExprSyntax.self) else { return false }
        return ["hasPrefix", "hasSuffix", "contains", "starts"].contains(call.calleeName) && call.base != nil
    }
}
#endif
