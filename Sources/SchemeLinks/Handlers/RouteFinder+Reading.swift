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
        let depth = trail.followed.count
        guard depth < Self.depthLimit else {
            trail.cuts += 1
            return false
        }
        // A function that calls itself does more than read, wherever the search for that begins.
        guard !trail.followed.contains(candidate.node.id) else { return false }
        let key = candidate.key
        if let known = trail.purity[key] { return known }
        if let known = trail.purity["\(key) at \(depth)"] {
            trail.cuts += 1
            return known
        }
        let before = trail.cuts
        trail.followed.append(candidate.node.id)
        defer { trail.followed.removeLast() }
        let finder = RouteFinder(inside: self)
        finder.noteWords(of: candidate)
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
        trail.purity[trail.cuts == before ? key : "\(key) at \(depth)"] = result && !finder.mayTakeOthers
        return result && !finder.mayTakeOthers
    }

    /// Code that may do more than read the URL.
    private struct Reading {
        let code: Syntax
        let scope: Scope
        /// Whether a call matters that doesn't mention the URL: a closure or a method may get it under another name.
        let isStrict: Bool
        /// Whether the code belongs to an initializer, which sets properties of the new value.
        let setsSelf: Bool

        /// The names of the variables that the code declares, and of the constants that it sets later.
        private(set) var variables: Set<String> = []
        /// The scope in which all names that the code declares hold parts of the URL.
        private(set) var inner: Scope
        /// The number of its nodes.
        private(set) var count = 0

        init(code: Syntax, scope: Scope, isStrict: Bool = false, setsSelf: Bool = false) {
            (self.code, self.scope, self.isStrict, self.setsSelf, inner) = (code, scope, isStrict, setsSelf, scope)
            var names = ["$0", "$1", "$2"]
            var pending = [code]
            while let node = pending.popLast() {
                count += 1
                if let closure = node.as(ClosureExprSyntax.self) { names += closure.parameterNames }
                if let pattern = node.as(IdentifierPatternSyntax.self) {
                    names.append(pattern.identifier.identifierText)
                    if pattern.canBeSet { variables.insert(pattern.identifier.identifierText) }
                }
                pending += node.children(viewMode: .sourceAccurate).filter { !$0.is(TokenSyntax.self) }
            }
            for name in names where inner.parts[name] == nil { inner.parts[name] = .derived }
        }
    }

    private func isPure(_ reading: Reading) -> Bool {
        let scope = reading.scope
        knownParts.begin()
        defer { knownParts.end() }
        trail.tokens += reading.count
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
                guard properties(of: expression, reading)?.allSatisfy(isPure) == true else { return false }
            }
            pending += node.children(viewMode: .sourceAccurate).filter { !$0.is(TokenSyntax.self) }
                .map { ($0, isStrict) }
        }
        return true
    }

    /// Returns the computed properties that `expression` can refer to: those of its type, or else all with this name. `nil`
    /// if there are too many.
    private func properties(of expression: ExprSyntax, _ reading: Reading) -> [Candidate]? {
        guard let name = expression.lastName else { return [] }
        let known = getters(of: expression, reading.scope)
        let outer = expression.parent
        guard known.isEmpty, outer?.as(MemberAccessExprSyntax.self)?.declName.id != expression.id else { return known }
        let base = expression.as(MemberAccessExprSyntax.self)?.base
        let part = base.flatMap { self.part(of: $0, in: reading.scope) }
        var type: NominalType?
        if base?.dottedNames == ["self"] || base == nil && outer?.is(KeyPathPropertyComponentSyntax.self) == false {
            // A method of a value that holds the URL.
            guard reading.isStrict, base != nil || reading.inner.parts[name] == nil,
                let path = reading.scope.file.types(around: expression).first?.path, let own = program.type(path: path)
            else { return [] }
            type = own
        } else if let base {
            guard mentions(Syntax(base), reading.inner), part != .url, part != .components else { return [] }
            type = part.flatMap(extendedType) ?? evaluator.typed(base, in: reading.scope.file)?.nominal
        }
        var members: [TypeDeclaration.Member] = []
        if let type, !type.isProtocol {
            members = program.members(name, of: type)
        } else if !ReadingFunctions.properties.contains(name) {
            guard let types = types(declaring: name, .property) else { return nil }
            members = types.flatMap { $0.members[name] ?? [] }
        }
        let found = members.compactMap { member -> Candidate? in
            guard !member.isStatic, let binding = member.binding, let getter = binding.getter else { return nil }
            return Candidate(file: member.owner.file, node: Syntax(binding), body: getter, parts: [:])
        }
        return found.count <= Self.candidateLimit ? found : nil
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
        let isDeclared = program.declares(name, as: .function)
        let found = isInitializer || isDeclared ? candidates(for: call, scope) : []
        if let first = found.first, !first.mayBeOther || found.allSatisfy(extendsSystem) {
            guard found.allSatisfy(isPure) else { return false }
            // What uses a new value may still look at the URL in it.
            if !first.node.is(InitializerDeclSyntax.self) { trail.entered.insert(call.id) }
            return true
        }
        if isInitializer { return onlyCreates(call, name, scope) }
        guard !call.allArguments.contains(where: { isUnknownFunction($0, in: call, scope) }) else { return false }
        guard let base = call.base else {
            guard !isDeclared else { return false }
            // `.item(url.path)`
            if callee.is(MemberAccessExprSyntax.self) { return isStrict && isCase(name) }
            let type = scope.file.types(around: call).first?.path.last
            return ReadingFunctions.global.contains(name)
                || ReadingFunctions.methods.contains(name) && type.map(ReadingFunctions.types.contains) == true
        }
        let isHanded = call.allArguments.contains { argument in
            !argument.value.is(ClosureExprSyntax.self) && mentions(Syntax(argument.value), reading.inner)
        }
        // The receiver may be of the type that has the function.
        if isDeclared, isHanded, part(of: base, in: scope) ?? .derived == .derived,
            found.isEmpty || !found.allSatisfy(isPure)
        {
            return false
        }
        if let names = base.dottedNames, names.count == 1, ReadingFunctions.types.contains(names[0]) { return true }
        if let root = base.root, ReadingFunctions.services.contains(root) || isCase(name, of: base, scope) {
            return true
        }
        if ReadingFunctions.mutating.contains(name) {
            guard let root = base.root else { return false }
            // A method of a constant changes an object.
            return isReduced(root, at: Syntax(call)) || reading.variables.contains(root)
                || evaluator.localBindings(named: root, around: Syntax(call)).first?.isConstant == false
        }
        if ReadingFunctions.creating.contains(name) { return true }
        return ReadingFunctions.methods.contains(name)
            && (isStrict && !isHanded || base.root == nil || mentions(Syntax(base), reading.inner))
    }

    /// Whether a function belongs to a type of Swift or Foundation. The value that it is called on is then rarely of another
    /// type.
    private func extendsSystem(_ candidate: Candidate) -> Bool {
        let type = candidate.file.types(around: candidate.node).first?.path
        return type?.count == 1 && type?.first.map(ReadingFunctions.types.contains) == true
    }

    /// Whether an enumeration in the code, or `Optional` or `Result`, has a case called `name`.
    private func isCase(_ name: String) -> Bool {
        ["some", "success", "failure"].contains(name)
            || types(declaring: name, .enumerationCase)?.contains { $0.cases.contains(name) } == true
    }

    /// The types in the files that may declare a member `name` of this kind; `nil` if there are too many. There may be thousands.
    private func types(declaring name: String, _ kind: Program.Member) -> [TypeDeclaration]? {
        guard let files = program.files(declaringMember: name, kind),
            evaluator.spendOnRoutes(files.reduce(0) { $0 + $1.types.count } / 64)
        else { return nil }
        return files.flatMap(\.types)
    }

    /// Whether `base` is an enumeration in the code with a case called `name`.
    private func isCase(_ name: String, of base: ExprSyntax, _ scope: Scope) -> Bool {
        guard let names = base.dottedNames, names.last?.first?.isUppercase == true else { return false }
        let path = scope.file.types(around: base).first?.path ?? []
        return program.type(named: names, in: path)?.members(name).contains { $0.element != nil } == true
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
        // `advanced(by: 2)`
        guard let callee = call.calleeName, !["advanced", "stride"].contains(callee) else { return false }
        let takesFunction =
            argument.label.map(ReadingFunctions.labels.contains) ?? ReadingFunctions.closureMethods.contains(callee)
        let value = argument.value.unwrapped
        guard takesFunction, !value.is(ClosureExprSyntax.self), !value.is(KeyPathExprSyntax.self),
            part(of: value, in: scope) == nil
        else { return false }
        // The first argument of `reduce` is a value.
        guard let name = value.lastName else { return callee != "reduce" }
        switch value.as(DeclReferenceExprSyntax.self)?.baseName.tokenKind {
        case .binaryOperator, .prefixOperator, .postfixOperator: return false
        default: break
        }
        if name == "init" {
            let member = value.as(MemberAccessExprSyntax.self)
            return member?.base?.lastName.map(ReadingFunctions.types.contains) != true
                && member?.declName.argumentNames?.arguments.first?.name.text != "rawValue"
        }
        let meaning = functions(named: name, at: value, in: scope.file, scope)
        guard !meaning.functions.isEmpty, !meaning.mayBeOther else { return true }
        return !meaning.functions.allSatisfy { file, function in
            guard let body = function.body?.statements else { return false }
            return isPure(Candidate(file: file, node: Syntax(function), body: body, parts: [:]))
        }
    }

    // MARK: Assignments

    /// Whether a change of `target` only affects a value of this code.
    private func isOwn(_ target: ExprSyntax, _ reading: Reading) -> Bool {
        if target.is(DiscardAssignmentExprSyntax.self) { return true }
        guard let root = target.root else { return false }
        if reading.variables.contains(root) || isReduced(root, at: Syntax(target)) { return true }
        let base = target.as(MemberAccessExprSyntax.self)?.base
        guard reading.setsSelf, target.is(DeclReferenceExprSyntax.self) || base?.dottedNames == ["self"],
            let name = target.lastName, let path = reading.scope.file.types(around: target).first?.path
        else { return false }
        return name == "self"
            || program.type(path: path)?.members(name).contains { !$0.isStatic && $0.binding?.isStored == true } == true
    }

    /// Whether `name` is the new value in `reduce(into: []) { … }`.
    private func isReduced(_ name: String, at node: Syntax) -> Bool {
        let closures = sequence(first: node, next: \.parent).lazy.compactMap { $0.as(ClosureExprSyntax.self) }
        guard let closure = closures.first(where: { _ in true }), name == closure.parameterNames.first ?? "$0",
            let call = closure.callAround, call.calleeName == "reduce", let value = call.arguments.first
        else { return false }
        return value.label?.text == "into" && value.expression.unwrapped.root == nil
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
    /// Whether it declares a variable, or a constant that gets its value later.
    fileprivate var canBeSet: Bool {
        let binding = parent?.as(PatternBindingSyntax.self)
        let optional = parent?.as(OptionalBindingConditionSyntax.self)
        let specifier = binding?.variable?.bindingSpecifier ?? optional?.bindingSpecifier
        return specifier?.tokenKind == .keyword(.var) || binding.map { $0.initializer == nil } == true
    }
}
#endif
