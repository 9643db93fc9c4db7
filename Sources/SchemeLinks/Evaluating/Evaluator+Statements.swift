#if Links
import SchemeModel
import SwiftSyntax

/// Evaluates statements.
extension Evaluator {
    /// The outcome of a sequence of statements.
    struct Flow {
        /// The value that it returns or evaluates to; `nil` if it has none.
        var result: ValueSet?
        /// Whether execution can continue after it.
        var goesOn: Bool

        /// Combines alternative branches.
        static func either(_ flows: [Flow]) -> Flow {
            let results = flows.compactMap(\.result)
            return Flow(
                result: results.isEmpty ? nil : ValueSet.union(results),
                goesOn: flows.contains(where: \.goesOn)
            )
        }
    }

    /// Evaluates the body of a function, a getter or a closure.
    func result(of body: CodeBlockItemListSyntax, in frame: Frame, expecting: TypeReference? = nil) -> ValueSet {
        flow(body, in: frame, expecting: expecting, isImplicit: true).result ?? .unknown
    }

    /// Evaluates statements. If `isImplicit`, a single expression is the result.
    func flow(
        _ items: CodeBlockItemListSyntax,
        in frame: Frame,
        expecting: TypeReference?,
        isImplicit: Bool
    ) -> Flow {
        var total = Flow(result: nil, goesOn: true)
        let isSingle = isImplicit && items.count == 1
        for item in items {
            let next = flow(item, in: frame, expecting: expecting, isSingle: isSingle)
            if let result = next.result { total.result = total.result.map { $0.or(result) } ?? result }
            guard next.goesOn else {
                total.goesOn = false
                break
            }
        }
        return total
    }

    private func flow(
        _ item: CodeBlockItemSyntax,
        in frame: Frame,
        expecting: TypeReference?,
        isSingle: Bool
    ) -> Flow {
        func inner(_ block: CodeBlockSyntax) -> Flow {
            flow(block.statements, in: frame, expecting: expecting, isImplicit: false)
        }
        switch item.item {
        case .decl(let declaration):
            guard let conditional = declaration.as(IfConfigDeclSyntax.self) else { break }
            let flows = conditional.clauses.compactMap { clause in
                clause.elements?.as(CodeBlockItemListSyntax.self).map {
                    flow($0, in: frame, expecting: expecting, isImplicit: isSingle)
                }
            }
            guard !flows.isEmpty else { break }
            var merged = Flow.either(flows)
            // Without `#else`, all clauses may be absent.
            if conditional.clauses.last?.poundKeyword.tokenKind != .poundElse { merged.goesOn = true }
            return merged
        case .expr(let expression): return flow(expression, in: frame, expecting: expecting, isSingle: isSingle)
        case .stmt(let statement):
            switch statement.as(StmtSyntaxEnum.self) {
            case .expressionStmt(let inner):
                return flow(inner.expression, in: frame, expecting: expecting, isSingle: isSingle)
            case .returnStmt(let leaving):
                let value = leaving.expression.map { evaluate($0, in: frame, expecting: expecting) }
                return Flow(result: value, goesOn: false)
            case .throwStmt: return Flow(result: nil, goesOn: false)
            case .guardStmt(let condition):
                switch truth(condition.conditions, in: frame) {
                case true?: break
                case false?: return Flow(result: inner(condition.body).result, goesOn: false)
                case nil: return Flow(result: inner(condition.body).result, goesOn: true)
                }
            case .forStmt(let loop): return Flow(result: inner(loop.body).result, goesOn: true)
            case .whileStmt(let loop): return Flow(result: inner(loop.body).result, goesOn: true)
            case .repeatStmt(let loop): return Flow(result: inner(loop.body).result, goesOn: true)
            case .doStmt(let attempt):
                return Flow.either([inner(attempt.body)] + attempt.catchClauses.map { inner($0.body) })
            default: break
            }
        }
        return Flow(result: nil, goesOn: true)
    }

    private func flow(_ expression: ExprSyntax, in frame: Frame, expecting: TypeReference?, isSingle: Bool) -> Flow {
        if let branch = expression.as(IfExprSyntax.self) {
            return evaluate(branch, in: frame, expecting: expecting, isImplicit: isSingle)
        }
        if let choice = expression.as(SwitchExprSyntax.self) {
            return evaluate(choice, in: frame, expecting: expecting, isImplicit: isSingle)
        }
        if let name = expression.as(FunctionCallExprSyntax.self)?.calleeName,
            ["fatalError", "preconditionFailure"].contains(name)
        {
            return Flow(result: nil, goesOn: false)
        }
        guard isSingle else { return Flow(result: nil, goesOn: true) }
        return Flow(result: evaluate(expression, in: frame, expecting: expecting), goesOn: false)
    }

    /// Evaluates an `if`.
    func evaluate(
        _ branch: IfExprSyntax,
        in frame: Frame,
        expecting: TypeReference?,
        isImplicit: Bool = true
    ) -> Flow {
        var flows: [Flow] = []
        var next: IfExprSyntax? = branch
        while let current = next {
            next = nil
            let truth = truth(current.conditions, in: frame)
            if truth != false {
                flows.append(
                    flow(current.body.statements, in: frame, expecting: expecting, isImplicit: isImplicit)
                )
            }
            guard truth != true else { break }
            switch current.elseBody {
            case .ifExpr(let other): next = other
            case .codeBlock(let block):
                flows.append(flow(block.statements, in: frame, expecting: expecting, isImplicit: isImplicit))
            case nil: flows.append(Flow(result: nil, goesOn: true))
            }
        }
        return Flow.either(flows)
    }

    /// Evaluates a `switch`.
    func evaluate(
        _ choice: SwitchExprSyntax,
        in frame: Frame,
        expecting: TypeReference?,
        isImplicit: Bool = true
    ) -> Flow {
        let cases = choice.branches
        var taken = Set<Int>()
        for value in looking({ evaluate(choice.subject, in: frame) }).all {
            for (index, branch) in cases.enumerated() {
                let matches = matches(branch, value, in: frame)
                if matches != false { taken.insert(index) }
                if matches == true { break }
            }
        }
        return Flow.either(
            taken.sorted().map {
                flow(cases[$0].statements, in: frame, expecting: expecting, isImplicit: isImplicit)
            }
        )
    }

    /// Whether `branch` matches `value`; `nil` if unknown.
    private func matches(_ branch: SwitchCaseSyntax, _ value: Value, in frame: Frame) -> Bool? {
        guard let label = branch.label.as(SwitchCaseLabelSyntax.self) else { return true }
        var isOpen = false
        for item in label.caseItems {
            switch matches(item.pattern, value, in: frame) {
            case true?:
                if item.whereClause == nil { return true }
                isOpen = true
            case nil: isOpen = true
            case false?: break
            }
        }
        return isOpen ? nil : false
    }

    func matches(_ pattern: PatternSyntax, _ value: Value, in frame: Frame) -> Bool? {
        if pattern.is(WildcardPatternSyntax.self) { return true }
        if let binding = pattern.as(ValueBindingPatternSyntax.self) {
            if binding.pattern.is(IdentifierPatternSyntax.self) { return true }
            return matches(binding.pattern, value, in: frame)
        }
        guard let expression = pattern.as(ExpressionPatternSyntax.self)?.expression else { return nil }
        switch value {
        case .instance(let instance):
            guard let caseName = instance.caseName else { return nil }
            let bare = expression.unwrapped
            let named = bare.as(FunctionCallExprSyntax.self)?.calledExpression ?? bare
            guard named.is(MemberAccessExprSyntax.self), let name = named.lastName,
                instance.type.cases.contains(name)
            else { return nil }
            guard name == caseName else { return false }
            // A pattern with constant associated values only matches some of them.
            guard let call = bare.as(FunctionCallExprSyntax.self) else { return true }
            return call.arguments.allSatisfy { $0.expression.isBinding } ? true : nil
        case .text, .bool, .number:
            guard let other = evaluate(expression, in: frame).only else { return nil }
            return Self.areEqual(value, other)
        case .null: return expression.is(NilLiteralExprSyntax.self) ? true : false
        default: return nil
        }
    }

    /// Whether all conditions hold; `nil` if unknown.
    func truth(_ conditions: ConditionElementListSyntax, in frame: Frame) -> Bool? {
        looking { areMet(conditions, in: frame) }
    }

    private func areMet(_ conditions: ConditionElementListSyntax, in frame: Frame) -> Bool? {
        var isOpen = false
        for element in conditions {
            switch isMet(element, in: frame) {
            case false?: return false
            case nil: isOpen = true
            case true?: break
            }
        }
        return isOpen ? nil : true
    }

    /// Whether one condition holds; `nil` if unknown.
    func isMet(_ element: ConditionElementSyntax, in frame: Frame) -> Bool? {
        switch element.condition {
        case .expression(let expression):
            return expression.as(SequenceExprSyntax.self).map { truth($0.row[...], in: frame) }
                ?? truth([expression], in: frame)
        case .optionalBinding(let binding):
            if let value = binding.initializer?.value { return Self.isPresent(evaluate(value, in: frame)) }
            return binding.pattern.as(IdentifierPatternSyntax.self).flatMap { pattern in
                Self.isPresent(lookUp(pattern.identifier.identifierText, at: Syntax(pattern), in: frame))
            }
        case .matchingPattern(let matching):
            return evaluate(matching.initializer.value, in: frame).only.flatMap {
                matches(matching.pattern, $0, in: frame)
            }
        case .availability: return nil
        }
    }

    /// Whether a value is not `nil`; `nil` if unknown.
    private static func isPresent(_ values: ValueSet) -> Bool? {
        var isNull = false
        var isThere = false
        for value in values.all {
            switch value {
            case .null: isNull = true
            case .unknown: return nil
            // A string with unknown parts may be an invalid URL. But code that considers this returns early or traps,
            // so only the path without a URL is lost.
            default: isThere = true
            }
        }
        return isNull && isThere ? nil : isThere
    }
}

extension ExprSyntax {
    /// Whether this part of a pattern binds a name or matches everything.
    fileprivate var isBinding: Bool {
        if self.is(DiscardAssignmentExprSyntax.self) || self.is(DeclReferenceExprSyntax.self) { return true }
        guard let pattern = self.as(PatternExprSyntax.self)?.pattern else { return false }
        return pattern.is(IdentifierPatternSyntax.self) || pattern.is(WildcardPatternSyntax.self)
            || pattern.as(ValueBindingPatternSyntax.self)?.pattern.is(IdentifierPatternSyntax.self) == true
    }
}
#endif
