#if Links
import SchemeModel
import SwiftSyntax

/// Resolves names.
extension Evaluator {
    /// Evaluates `name` at `node`.
    func lookUp(_ name: String, at node: Syntax, in frame: Frame) -> ValueSet {
        if name == "self" { return ValueSet(instance(around: node, in: frame)) }
        if let local = local(name, from: node, in: frame) { return local }
        let around = frame.file.types(around: node)
        if name == "Self" {
            if case .instance(let instance) = frame.instance { return ValueSet(.type(instance.type)) }
            return around.first.flatMap { program.type(path: $0.path) }.map { ValueSet(.type($0)) } ?? .unknown
        }
        let inner = instance(around: node, in: frame)
        if let type = inner.nominal {
            // Members that the compiler synthesizes, and requirements of protocols.
            if type.isEnumeration && name == "rawValue" || type.isProtocol && !type.members(name).isEmpty {
                return property(name, of: inner)
            }
            let members = program.members(name, of: type)
            if type.isClass, !members.isEmpty, !members.contains(where: \.isStatic) { return property(name, of: inner) }
            if case .unknown = inner, members.contains(where: \.isOverridableOfType) {
                return typeProperty(name, ofAny: type, on: inner)
            }
            if !members.isEmpty { return values(of: members, named: name, on: inner) }
        }
        for declaration in around {
            guard let type = program.type(path: declaration.path) else { continue }
            let members = program.members(name, of: type)
            if members.isEmpty, name == "allCases", type.isEnumeration { return property(name, of: .type(type)) }
            let isInner = declaration === around.first
            if !members.isEmpty { return values(of: members, named: name, on: isInner ? inner : .type(type)) }
        }
        let globals = globals(named: name, seenFrom: frame.file)
        if !globals.isEmpty {
            return ValueSet.union(globals.map { file, binding in value(of: binding, in: file, on: .unknown(nil)) })
        }
        if let type = program.type(named: [name], in: around.first?.path ?? []) { return ValueSet(.type(type)) }
        return constant(named: name)
    }

    /// Returns the global variables that `name` can refer to in `file`: those of the file itself, or else the
    /// non-private ones of other files.
    private func globals(
        named name: String,
        seenFrom file: ParsedFile
    ) -> [(file: ParsedFile, binding: PatternBindingSyntax)] {
        if let own = file.variables[name] { return own.map { (file, $0) } }
        return program.files(declaring: name, as: .variable).flatMap { other in
            (other.variables[name] ?? []).filter { $0.variable?.modifiers.isPrivate != true }.map { (other, $0) }
        }
    }

    /// Evaluates a name that no Swift file declares: a constant of the system or of the target's Objective-C code, or an
    /// inherited property.
    private func constant(named name: String) -> ValueSet {
        let text = SystemURLs.globals[name] ?? program.objectiveC.text(named: name)
        return text.map { ValueSet(.text(URLPattern($0))) } ?? ValueSet(.unknown(SystemObjects.type(ofProperty: name)))
    }

    /// Evaluates `self` at `node`.
    func instance(around node: Syntax, in frame: Frame) -> Value {
        if case .unknown(nil) = frame.instance {
            let path = frame.file.types(around: node).first?.path
            return .unknown(path.flatMap { program.type(path: $0) }.map { .nominal($0) })
        }
        return frame.instance
    }

    /// Evaluates a name bound by the functions and closures around `node`; `nil` if none of them binds it.
    func local(_ name: String, from node: Syntax, in frame: Frame) -> ValueSet? {
        var frame = frame
        var child = node
        var isUnwrapped = false
        func finish(_ values: ValueSet) -> ValueSet { isUnwrapped ? values.unwrapped : values }
        while let parent = child.parent {
            defer { child = parent }
            if frame.file.type(at: parent) != nil { return nil }
            guard parent.kind.canBind else { continue }
            switch parent.as(SyntaxEnum.self) {
            case .codeBlockItemList(let items):
                if let found = declared(name, in: items, before: child, frame: frame, isUnwrapped: &isUnwrapped) {
                    return finish(found)
                }
            case .conditionElementList(let conditions):
                if let found = bound(name, in: conditions, before: child, frame: frame, isUnwrapped: &isUnwrapped) {
                    return finish(found)
                }
            case .ifExpr(let branch) where branch.body.id == child.id:
                if let found = bound(name, in: branch.conditions, before: nil, frame: frame, isUnwrapped: &isUnwrapped)
                {
                    return finish(found)
                }
            case .whileStmt(let loop) where loop.body.id == child.id:
                if let found = bound(name, in: loop.conditions, before: nil, frame: frame, isUnwrapped: &isUnwrapped) {
                    return finish(found)
                }
            case .forStmt(let loop) where loop.body.id == child.id || loop.whereClause?.id == child.id:
                guard loop.pattern.as(IdentifierPatternSyntax.self)?.identifier.identifierText == name else { continue }
                return finish(elements(of: evaluate(loop.sequence, in: frame)))
            case .switchCase(let branch):
                if let found = bound(name, by: branch, frame: frame) { return finish(found) }
            case .closureExpr(let closure):
                let running = frame.running(Syntax(closure))
                if let index = closure.parameterNames.firstIndex(of: name)
                    ?? (closure.signature == nil ? Self.shorthandIndex(name) : nil)
                {
                    return finish(parameter(name, index: index, of: closure, running: running, frame: frame))
                }
                if let running { frame = running.outer ?? frame }
            case .functionDecl(let function):
                let running = frame.running(Syntax(function))
                let parameters = function.signature.parameterClause.parameters
                if let parameter = parameters.first(where: { $0.localName == name }) {
                    if let binding = running?.bindings[name] { return finish(value(of: binding)) }
                    let path = frame.file.types(around: function).first?.path ?? []
                    let values = remembering(parameter, .anything) {
                        searching { argument(for: parameter, of: function, in: frame.file) }
                    }
                    return finish(values.typed(program.resolve(parameter.type, in: path)))
                }
                if let running { frame = running.outer ?? frame }
            case .initializerDecl(let initializer):
                let parameters = initializer.signature.parameterClause.parameters
                if let parameter = parameters.first(where: { $0.localName == name }) {
                    if let binding = frame.running(Syntax(initializer))?.bindings[name] {
                        return finish(value(of: binding))
                    }
                    let path = frame.file.types(around: initializer).first?.path ?? []
                    let values = remembering(parameter, .anything) {
                        searching { argument(for: parameter, of: initializer, in: frame.file) }
                    }
                    return finish(values.typed(program.resolve(parameter.type, in: path)))
                }
            default: break
            }
        }
        return nil
    }

    /// Evaluates a parameter.
    func value(of binding: Frame.Binding) -> ValueSet {
        switch binding {
        case .argument(let argument): evaluate(argument.value, in: argument.frame)
        case .values(let values): values
        }
    }

    /// Returns an unknown value of the type `syntax`, resolved at `node`.
    func unknown(_ syntax: TypeSyntax?, around node: Syntax, in file: ParsedFile) -> ValueSet {
        guard let syntax else { return .unknown }
        return ValueSet(.unknown(program.resolve(syntax, in: file.types(around: node).first?.path ?? [])))
    }

    /// Evaluates the elements of a collection.
    func elements(of values: ValueSet) -> ValueSet {
        values.flatMap { value in
            switch value {
            case .array(let elements): elements.isEmpty ? .unknown : ValueSet.union(elements)
            case .unknown(.array(let element)): ValueSet(.unknown(element))
            default: .unknown
            }
        }
    }

    // MARK: Local declarations

    func declared(
        _ name: String,
        in items: CodeBlockItemListSyntax,
        before child: Syntax,
        frame: Frame,
        isUnwrapped: inout Bool
    ) -> ValueSet? {
        // Variables at the top level of a file are not local.
        guard !items.isTopLevel else { return nil }
        for item in locals(of: items).statements(binding: name, before: child) {
            if let variable = item.item.as(VariableDeclSyntax.self),
                let binding = variable.bindings.first(where: { $0.name == name })
            {
                return local(binding, named: name, in: items, frame: frame)
            }
            if let condition = item.item.as(GuardStmtSyntax.self),
                let found = bound(name, in: condition.conditions, before: nil, frame: frame, isUnwrapped: &isUnwrapped)
            {
                return found
            }
            if let conditional = item.item.as(IfConfigDeclSyntax.self) {
                let found = conditional.clauses.compactMap { clause -> ValueSet? in
                    guard let inner = clause.elements?.as(CodeBlockItemListSyntax.self) else { return nil }
                    for item in inner {
                        guard let variable = item.item.as(VariableDeclSyntax.self),
                            let binding = variable.bindings.first(where: { $0.name == name })
                        else { continue }
                        return local(binding, named: name, in: items, frame: frame)
                    }
                    return nil
                }
                if !found.isEmpty { return ValueSet.union(found) }
            }
        }
        return nil
    }

    /// Evaluates a local variable: its initial value, and everything that the function assigns to it.
    func local(
        _ binding: PatternBindingSyntax,
        named name: String,
        in items: CodeBlockItemListSyntax,
        frame: Frame
    ) -> ValueSet {
        let place = frame.file.place(of: binding.pattern)
        let type = binding.typeAnnotation?.type
        let around = frame.file.types(around: binding).first?.path ?? []
        let expected = type.flatMap { program.resolve($0, in: around) }
        if let getter = binding.getter { return entering(binding) { result(of: getter, in: frame) }.from(place) }
        let initial = binding.initializer?.value
        if binding.isConstant, let initial {
            return entering(binding) { evaluate(initial, in: frame, expecting: expected) }.from(place)
        }
        return entering(binding) {
            let first = initial.map { evaluate($0, in: frame, expecting: expected) }
            let changes = self.changes(of: name, in: items)
            if changes.isOpen { return ValueSet(.unknown(expected)) }
            return settling(binding, in: frame, from: first) {
                let assigned = changes.values.map { evaluate($0[...], in: frame, expecting: expected) }
                let values = (first.map { [$0] } ?? []) + assigned
                if values.isEmpty { return ValueSet(.unknown(expected)) }
                return apply(changes, to: ValueSet.union(values), in: { _ in frame })
            }
        }.from(place)
    }

    func bound(
        _ name: String,
        in conditions: ConditionElementListSyntax,
        before child: Syntax?,
        frame: Frame,
        isUnwrapped: inout Bool
    ) -> ValueSet? {
        var found: ValueSet?
        for condition in conditions {
            if let child, condition.id == child.id { break }
            if let binding = condition.condition.as(OptionalBindingConditionSyntax.self),
                binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.identifierText == name
            {
                if let value = binding.initializer?.value {
                    found = evaluate(value, in: frame).unwrapped.from(frame.file.place(of: binding.pattern))
                } else {
                    // `if let name` binds the outer `name` without `nil`.
                    isUnwrapped = true
                }
            }
            if let matching = condition.condition.as(MatchingPatternConditionSyntax.self),
                let position = matching.pattern.payloadPosition(of: name)
            {
                found = payload(position, of: evaluate(matching.initializer.value, in: frame))
            }
        }
        return found
    }

    func bound(_ name: String, by branch: SwitchCaseSyntax, frame: Frame) -> ValueSet? {
        guard let label = branch.label.as(SwitchCaseLabelSyntax.self),
            let choice = branch.parent?.parent?.as(SwitchExprSyntax.self)
        else { return nil }
        for item in label.caseItems {
            if let position = item.pattern.payloadPosition(of: name) {
                return payload(position, of: evaluate(choice.subject, in: frame))
            }
            if item.pattern.bindsWhole(name) { return evaluate(choice.subject, in: frame).unwrapped }
        }
        return nil
    }

    func payload(_ position: PayloadPosition, of values: ValueSet) -> ValueSet {
        let matching = values.all.compactMap { value -> ValueSet? in
            switch value {
            case .instance(let instance):
                guard instance.caseName == position.caseName else { return nil }
                guard instance.arguments.indices.contains(position.index) else { return .unknown }
                let argument = instance.arguments[position.index]
                return evaluate(argument.value, in: argument.frame)
            case .unknown(.nominal(let type)):
                guard let member = type.members(position.caseName).first(where: { $0.element != nil }),
                    let parameters = member.element?.parameterClause?.parameters,
                    parameters.count > position.index
                else { return .unknown }
                let parameter = parameters[parameters.index(parameters.startIndex, offsetBy: position.index)]
                return unknown(parameter.type, around: Syntax(parameter), in: member.owner.file)
            default: return .unknown
            }
        }
        return matching.isEmpty ? .unknown : ValueSet.union(matching)
    }

}

extension FunctionCallExprSyntax {
    /// The arguments, to be evaluated in `frame`.
    func allArguments(in frame: Frame) -> [Instance.Argument] {
        allArguments.map {
            Instance.Argument(label: $0.label, value: $0.value, isTrailing: $0.isTrailing, frame: frame)
        }
    }
}

extension Value {
    /// Its type, if known by name.
    var reference: TypeReference? {
        switch self {
        case .unknown(let type): type
        case .instance(let instance): .nominal(instance.type)
        default: nil
        }
    }

    /// Its type, if declared in the code.
    var nominal: NominalType? {
        switch self {
        case .instance(let instance): instance.type
        case .type(let type): type
        case .unknown(.nominal(let type)): type
        default: nil
        }
    }
}

extension ClosureExprSyntax {
    /// The parameter names, in order.
    var parameterNames: [String] {
        switch signature?.parameterClause {
        case .simpleInput(let names): names.map { $0.name.identifierText }
        case .parameterClause(let clause):
            clause.parameters.map { ($0.secondName ?? $0.firstName).identifierText }
        case nil: []
        }
    }

    /// The call that it is an argument of.
    var callAround: FunctionCallExprSyntax? {
        if let call = parent?.as(FunctionCallExprSyntax.self) { return call }
        if parent?.is(LabeledExprSyntax.self) == true || parent?.is(MultipleTrailingClosureElementSyntax.self) == true {
            return parent?.parent?.parent?.as(FunctionCallExprSyntax.self)
        }
        return nil
    }
}

/// The position of an associated value.
struct PayloadPosition {
    var caseName: String
    var index: Int
}

extension PatternSyntax {
    /// The associated value that it binds to `name`; `nil` if it binds none.
    func payloadPosition(of name: String) -> PayloadPosition? {
        if let binding = self.as(ValueBindingPatternSyntax.self) { return binding.pattern.payloadPosition(of: name) }
        guard let call = self.as(ExpressionPatternSyntax.self)?.expression.as(FunctionCallExprSyntax.self),
            let caseName = call.calleeName
        else { return nil }
        for (index, argument) in call.arguments.enumerated() {
            let names: String? =
                if let pattern = argument.expression.as(PatternExprSyntax.self)?.pattern {
                    (pattern.as(ValueBindingPatternSyntax.self)?.pattern ?? pattern)
                        .as(IdentifierPatternSyntax.self)?.identifier.identifierText
                } else {
                    argument.expression.as(DeclReferenceExprSyntax.self)?.baseName.identifierText
                }
            if names == name { return PayloadPosition(caseName: caseName, index: index) }
        }
        return nil
    }

    /// Whether it binds the whole value to `name`.
    func bindsWhole(_ name: String) -> Bool {
        guard let inner = self.as(ValueBindingPatternSyntax.self)?.pattern else { return false }
        if let identifier = inner.as(IdentifierPatternSyntax.self) {
            return identifier.identifier.identifierText == name
        }
        // `case let name?`
        return inner.as(ExpressionPatternSyntax.self)?.expression.unwrapped.as(PatternExprSyntax.self)?.pattern
            .as(IdentifierPatternSyntax.self)?.identifier.identifierText == name
    }
}
#endif
