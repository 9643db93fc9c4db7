#if Links
import SchemeModel
import SwiftSyntax

/// Decides whether code only reads the URL.
extension RouteFinder {
    /// Whether `code` is known to only extract parts of the URL and create values from them. Any other code may open the
    /// URL.
    func isPure(_ code: some SyntaxProtocol, _ scope: Scope) -> Bool {
        isPure(Reading(code: Syntax(code), scope: scope))
    }

    /// Whether `value` only reads the URL, and is not a call of a function in the code whose comparisons count as routes.
    func isSkipped(_ value: ExprSyntax, _ scope: Scope) -> Bool {
        guard isPure(value, scope) else { return false }
        guard let call = value.unwrapped.as(FunctionCallExprSyntax.self), call.calleeName?.first?.isLowercase == true,
            call.base.map({ mentions(Syntax($0), scope) }) != true
        else { return true }
        return candidates(for: call, scope).isEmpty
    }

    /// Whether a function, initializer or getter in the code only reads the parts that it gets.
    func isPure(_ candidate: Candidate) -> Bool {
        guard trail.followed.count < Self.depthLimit, !trail.followed.contains(candidate.node.id) else { return false }
        if let known = trail.purity[candidate.key] { return known }
        trail.followed.append(candidate.node.id)
        defer { trail.followed.removeLast() }
        let finder = RouteFinder(inside: self)
        finder.noteWords(of: Syntax(candidate.body), parts: candidate.parts)
        let place = candidate.file.place(of: candidate.node)
        let result = finder.isPure(
            Reading(
                code: Syntax(candidate.body),
                scope: Scope(file: candidate.file, parts: candidate.parts, place: place),
                isStrict: true,
                setsSelf: candidate.node.is(InitializerDeclSyntax.self)
            )
        )
        looksAt.formUnion(finder.looksAt)
        trail.purity[candidate.key] = result && !finder.mayTakeOthers
        return result && !finder.mayTakeOthers
    }

    /// Code that may do more than read the URL.
    private struct Reading {
        let code: Syntax
        let scope: Scope
        /// Whether a call matters that doesn't mention the URL: a closure or a method may get it under another name.
        var isStrict = false
        /// Whether the code belongs to an initializer, which sets properties of the new value.
        var setsSelf = false

        /// The names that the code declares.
        var names: Set<String> { Set(patterns.map(\.identifier.identifierText)).union(parameters) }
        /// The names of the variables that the code declares.
        var variables: Set<String> { Set(patterns.filter(\.isVariable).map(\.identifier.identifierText)) }

        private var patterns: [IdentifierPatternSyntax] { code.nodes { $0.as(IdentifierPatternSyntax.self) } }
        /// The names of the parameters of its closures.
        var parameters: [String] {
            code.nodes { $0.as(ClosureExprSyntax.self) }.flatMap(\.parameterNames)
        }
    }

    private func isPure(_ reading: Reading) -> Bool {
        let scope = reading.scope
        var pending = [(node: reading.code, isStrict: reading.isStrict)]
        while let (node, isOuterStrict) = pending.popLast() {
            trail.tokens += 1
            guard !isOver else { return false }
            // A closure gets parts of the URL under other names.
            let isStrict = isOuterStrict || node.is(ClosureExprSyntax.self)
            if let call = node.as(FunctionCallExprSyntax.self) {
                guard isStrict || mentions(node, scope) else { continue }
                guard isPure(call, reading, isStrict: isStrict) else { return false }
            } else if isStrict, let target = node.as(SequenceExprSyntax.self)?.changed {
                guard isOwn(target, reading) else { return false }
            } else if let expression = node.as(ExprSyntax.self),
                expression.is(MemberAccessExprSyntax.self) || expression.is(DeclReferenceExprSyntax.self)
            {
                guard properties(of: expression, scope).allSatisfy(isPure) else { return false }
            }
            pending += node.children(viewMode: .sourceAccurate).filter { !$0.is(TokenSyntax.self) }
                .map { ($0, isStrict) }
        }
        return true
    }

    /// Returns the computed properties that `expression` can refer to: those of a part, or of a new value.
    private func properties(of expression: ExprSyntax, _ scope: Scope) -> [Candidate] {
        guard let name = expression.lastName, program.declares(name, as: .variable) else { return [] }
        let known = getters(of: expression, scope)
        guard known.isEmpty, let member = expression.as(MemberAccessExprSyntax.self),
            let call = member.base?.unwrapped.as(FunctionCallExprSyntax.self), let type = madeType(call, in: scope)
        else { return known }
        return type.members(name).compactMap { member in
            guard !member.isStatic, let binding = member.binding, let getter = binding.getter else { return nil }
            return Candidate(file: member.owner.file, node: Syntax(binding), body: getter, parts: [:])
        }
    }

    // MARK: Calls

    /// Whether the function itself only reads the URL. Its arguments are checked separately, other than functions.
    private func isPure(_ call: FunctionCallExprSyntax, _ reading: Reading, isStrict: Bool) -> Bool {
        let scope = reading.scope
        let callee = call.calledExpression.unwrapped
        // `{ … }()`, `[String](…)`, `[String: String](…)`
        if callee.is(ClosureExprSyntax.self) || callee.is(ArrayExprSyntax.self) || callee.is(DictionaryExprSyntax.self)
        {
            return true
        }
        guard let name = call.calleeName else { return false }
        if isLog(call, scope) { return true }
        if name == "canOpenURL" {
            return call.base?.dottedNames?.first.map(ReadingFunctions.applications.contains) == true
        }
        let isInitializer = name.first?.isUppercase == true || name == "init"
        let found = isInitializer || program.declares(name, as: .function) ? candidates(for: call, scope) : []
        if let first = found.first, !first.mayBeOther || found.allSatisfy(extendsSystem) {
            guard found.allSatisfy(isPure) else { return false }
            // What uses a new value may still look at the URL in it.
            if !first.node.is(InitializerDeclSyntax.self) { trail.entered.insert(call.id) }
            return true
        }
        if isInitializer { return onlyCreates(call, name, scope) }
        guard let base = call.base else {
            guard !program.declares(name, as: .function) else { return false }
            // `.item(url.path)` in a function is mostly a case.
            if callee.is(MemberAccessExprSyntax.self) { return isStrict }
            let type = scope.file.types(around: call).first?.path.last
            return ReadingFunctions.global.contains(name)
                || ReadingFunctions.methods.contains(name) && type.map(ReadingFunctions.types.contains) == true
        }
        guard !call.allArguments.contains(where: { isUnknownFunction($0, in: call, scope) }) else { return false }
        if let names = base.dottedNames, names.count == 1, ReadingFunctions.types.contains(names[0]) { return true }
        if let root = base.root, ReadingFunctions.services.contains(root) || isCase(name, of: base, scope) {
            return true
        }
        if ReadingFunctions.mutating.contains(name) {
            guard let root = base.root else { return false }
            // A method of a constant changes an object.
            return root.hasPrefix("$") || reading.parameters.contains(root) || reading.variables.contains(root)
                || evaluator.localBindings(named: root, around: Syntax(call)).first?.isConstant == false
        }
        if ReadingFunctions.creating.contains(name) { return true }
        return ReadingFunctions.methods.contains(name)
            && (isStrict || base.root == nil || mentions(Syntax(base), scope))
    }

    /// Whether a function belongs to a type of Swift or Foundation. The value that it is called on is then rarely of another
    /// type.
    private func extendsSystem(_ candidate: Candidate) -> Bool {
        let type = candidate.file.types(around: candidate.node).first?.path
        return type?.count == 1 && type?.first.map(ReadingFunctions.types.contains) == true
    }

    /// Whether `base` is an enumeration in the code with a case called `name`.
    private func isCase(_ name: String, of base: ExprSyntax, _ scope: Scope) -> Bool {
        guard let names = base.dottedNames, names.last?.first?.isUppercase == true else { return false }
        return type(named: names, at: base, scope)?.members(name).contains { $0.element != nil } == true
    }

    /// Whether a call of `name` whose initializer is not in the code only creates a value.
    private func onlyCreates(_ call: FunctionCallExprSyntax, _ name: String, _ scope: Scope) -> Bool {
        if let type = madeType(call, in: scope), type.isDeclared {
            if type.isEnumeration { return call.arguments.first?.label?.text == "rawValue" }
            // The initializer that sets each property.
            return !type.isClass && !type.isProtocol && !type.hasInitializer
        }
        let type = name == "init" ? call.base?.lastName : name
        return type.map(ReadingFunctions.types.contains) == true
    }

    /// Whether `argument` is a function that may do more than read the elements that it gets: `[url].forEach(open)`.
    private func isUnknownFunction(
        _ argument: FunctionCallExprSyntax.Argument,
        in call: FunctionCallExprSyntax,
        _ scope: Scope
    ) -> Bool {
        let takesFunction =
            argument.label.map(ReadingFunctions.labels.contains)
            ?? call.calleeName.map(ReadingFunctions.closureMethods.contains) ?? false
        let value = argument.value.unwrapped
        guard takesFunction, let name = value.lastName, part(of: value, in: scope) == nil else { return false }
        switch value.as(DeclReferenceExprSyntax.self)?.baseName.tokenKind {
        case .binaryOperator, .prefixOperator, .postfixOperator: return false
        default: break
        }
        if name == "init" {
            let base = value.as(MemberAccessExprSyntax.self)?.base
            guard let names = base?.dottedNames, let last = names.last else { return true }
            guard let type = type(named: names, at: value, scope), type.isDeclared else {
                return !ReadingFunctions.types.contains(last)
            }
            return !initializers(of: type).allSatisfy(isPure) || type.isClass
        }
        let meaning = functions(named: name, at: value, in: scope.file, scope)
        guard !meaning.functions.isEmpty, !meaning.mayBeOther else { return true }
        return !meaning.functions.allSatisfy { file, function in
            guard let body = function.body?.statements else { return false }
            return isPure(Candidate(file: file, node: Syntax(function), body: body, parts: [:]))
        }
    }

    private func initializers(of type: NominalType) -> [Candidate] {
        type.members("init").compactMap { member in
            guard let made = member.node.as(InitializerDeclSyntax.self), let body = made.body else { return nil }
            return Candidate(file: member.owner.file, node: Syntax(made), body: body.statements, parts: [:])
        }
    }

    private func type(named names: [String], at node: ExprSyntax, _ scope: Scope) -> NominalType? {
        program.type(named: names, in: scope.file.types(around: node).first?.path ?? [])
    }

    // MARK: Assignments

    /// Whether a change of `target` only affects a value of this code.
    private func isOwn(_ target: ExprSyntax, _ reading: Reading) -> Bool {
        if target.is(DiscardAssignmentExprSyntax.self) { return true }
        guard let root = target.root else { return false }
        if target.is(DeclReferenceExprSyntax.self) {
            return reading.setsSelf || reading.names.contains(root)
        }
        // `$0[name] = value` in `reduce(into:)`.
        if target.is(SubscriptCallExprSyntax.self) { return root.hasPrefix("$") || reading.names.contains(root) }
        if reading.setsSelf, target.as(MemberAccessExprSyntax.self)?.base?.dottedNames == ["self"] { return true }
        return reading.variables.contains(root)
    }
}

extension NominalType {
    /// Whether its declaration, and not only an extension, has an initializer.
    fileprivate var hasInitializer: Bool { declarations.contains { !$0.isExtension && $0.members["init"] != nil } }
}

extension ExprSyntax {
    /// The first name in a chain of members, calls and elements: `url` for `url.path.split(…)[0]`; `nil` for a literal.
    fileprivate var root: String? {
        var current = unwrapped
        while true {
            if let member = current.as(MemberAccessExprSyntax.self), let base = member.base {
                current = base.unwrapped
            } else if let call = current.as(FunctionCallExprSyntax.self) {
                current = call.calledExpression.unwrapped
            } else if let element = current.as(SubscriptCallExprSyntax.self) {
                current = element.calledExpression.unwrapped
            } else {
                return current.as(DeclReferenceExprSyntax.self)?.baseName.identifierText
            }
        }
    }
}

extension SequenceExprSyntax {
    /// The expression on the left of `=`, `+=` or a similar operator.
    fileprivate var changed: ExprSyntax? {
        guard let sign = elements.dropFirst().first else { return nil }
        let text = sign.as(BinaryOperatorExprSyntax.self)?.operator.text
        let isComparison = ["==", "!=", "<=", ">=", "===", "!==", "~="].contains(text)
        guard sign.is(AssignmentExprSyntax.self) || text?.hasSuffix("=") == true && !isComparison else { return nil }
        return elements.first?.unwrapped
    }
}

extension IdentifierPatternSyntax {
    /// Whether it declares a variable and not a constant.
    fileprivate var isVariable: Bool {
        let variable = parent?.parent?.parent?.as(VariableDeclSyntax.self)?.bindingSpecifier
        let specifier = variable ?? parent?.as(OptionalBindingConditionSyntax.self)?.bindingSpecifier
        return specifier?.tokenKind == .keyword(.var)
    }
}

extension Syntax {
    /// Returns the nodes in it that `match` returns, in no particular order.
    fileprivate func nodes<Node>(_ match: (Syntax) -> Node?) -> [Node] {
        var found: [Node] = []
        var pending = [self]
        while let node = pending.popLast() {
            if let node = match(node) { found.append(node) }
            pending += node.children(viewMode: .sourceAccurate).filter { !$0.is(TokenSyntax.self) }
        }
        return found
    }
}
#endif
