#if Links
import SchemeModel
import SwiftSyntax

/// Evaluates stored properties, from all places that create a value of their type.
extension Evaluator {
    /// Property wrappers and attributes whose properties are initialized by the code that creates the value.
    static let plainAttributes: Set<String> = [
        "State", "Published", "ViewBuilder", "Bindable", "MainActor", "available", "objc", "nonobjc",
    ]
    /// Protocols whose values are also created outside the code: by decoding, by the system, or by an editor.
    private static let foreignProtocols: Set<String> = [
        "Decodable", "Codable", "ActivityAttributes", "AppEntity", "AppIntent", "WidgetConfigurationIntent",
        "NSManagedObject", "PersistentModel", "Record", "NSSecureCoding", "NSCoding", "UIViewController",
        "NSViewController",
    ]

    /// Evaluates a stored property of `value`.
    func stored(_ binding: PatternBindingSyntax, of owner: TypeDeclaration, on value: Value) -> ValueSet {
        guard let name = binding.name else { return .unknown }
        let place = owner.file.place(of: binding.pattern)
        let written =
            binding.typeAnnotation.flatMap { program.resolve($0.type, in: owner.path) }
            ?? madeType(of: binding, in: owner)
        guard Set(binding.attributeNames).isSubset(of: Self.plainAttributes) else {
            return ValueSet(.unknown(written), via: place)
        }
        return step {
            entering(binding) {
                let initial = binding.initializer.map {
                    evaluate($0.value, in: Frame(file: owner.file, instance: value), expecting: written)
                }
                // Without a type annotation, it has the type of its initial value.
                let expected = written ?? initial?.unwrapped.all.first?.reference
                let open = ValueSet(.unknown(expected), via: place)
                if let initial, binding.isConstant { return initial.from(place) }
                guard let type = program.type(path: owner.path) else { return open }
                let changes =
                    owner.node.is(ClassDeclSyntax.self) || binding.initializer?.value.isComponents == true
                    ? type.parts(mentioning: name).map { self.changes(of: name, in: $0.node) } : []
                if let initial, initial.all.contains(where: { if case .components = $0 { true } else { false } }) {
                    return changes.reduce(initial) { values, changes in
                        apply(changes, to: values) {
                            self.frame(around: $0, in: type.parts(mentioning: name), on: value)
                        }
                    }.from(place)
                }
                guard !changes.contains(where: \.isOpen), !type.inherits(Self.foreignProtocols) else { return open }
                if case .instance(let instance) = value {
                    return property(binding, of: type, made: [instance], initial: initial, expecting: expected)
                        .typed(expected).from(place)
                }
                return remembering(binding, .anything) {
                    searching {
                        guard let made = constructions(of: type) else { return open }
                        return property(binding, of: type, made: made, initial: initial, expecting: expected)
                    }
                }.typed(expected).from(place)
            }
        }
    }

    /// Evaluates a property of values created by these calls.
    private func property(
        _ binding: PatternBindingSyntax,
        of type: NominalType,
        made: [Instance],
        initial: ValueSet?,
        expecting: TypeReference?
    ) -> ValueSet {
        guard let name = binding.name else { return .unknown }
        var parts = made.map {
            argument(name, of: $0, initial: initial, binding: binding, expecting: expecting) ?? .unknown
        }
        guard !parts.isEmpty else { return .unknown }
        if !binding.isConstant {
            guard let assigned = assigned(name, to: type, expecting: expecting) else { return .unknown }
            parts += assigned
        }
        return ValueSet.union(parts)
    }

    /// The type of a property whose initial value is a call of that type's initializer.
    private func madeType(of binding: PatternBindingSyntax, in owner: TypeDeclaration) -> TypeReference? {
        guard let names = binding.initializer?.value.as(FunctionCallExprSyntax.self)?.calledExpression.dottedNames
        else {
            return nil
        }
        return program.type(named: names, in: owner.path).map { .nominal($0) }
    }

    /// Returns the frame for code at `node` in one of `parts` of a type. In an initializer it has the arguments that created
    /// `value`, if known.
    private func frame(around node: Syntax, in parts: [TypeDeclaration], on value: Value) -> Frame {
        var current: Syntax? = node
        var file: ParsedFile?
        var initializer: InitializerDeclSyntax?
        while let next = current {
            if initializer == nil { initializer = next.as(InitializerDeclSyntax.self) }
            for part in parts where part.node.id == next.id { file = part.file }
            current = next.parent
        }
        guard let file else { return Frame(file: parts[0].file, instance: value) }
        guard case .instance(let instance) = value, let initializer,
            let bindings = bindings(instance.arguments, to: initializer.signature, in: file)
        else { return Frame(file: file, instance: value) }
        return Frame(file: file, owner: Syntax(initializer), bindings: bindings, instance: value)
    }

    /// Evaluates a property of a value created by one call; `nil` if unknown.
    private func argument(
        _ name: String,
        of instance: Instance,
        initial: ValueSet?,
        binding: PatternBindingSyntax,
        expecting: TypeReference?
    ) -> ValueSet? {
        if let made = initialization(of: instance.type, with: instance.arguments) {
            return step {
                entering(made.node) {
                    let changes = self.changes(of: name, in: made.body)
                    guard !changes.isOpen, !changes.isExtended, changes.members.isEmpty else { return .unknown }
                    let rows = changes.values + self.changes(of: "_" + name, in: made.body).values
                    if rows.isEmpty, let delegate = made.body.delegatingCall {
                        let inner = Instance(
                            type: instance.type,
                            caseName: nil,
                            arguments: delegate.allArguments(in: made.frame)
                        )
                        // An inherited initializer keeps the initial value.
                        return argument(name, of: inner, initial: initial, binding: binding, expecting: expecting)
                            ?? initial ?? (binding.isOptional ? ValueSet(.null) : .unknown)
                    }
                    if rows.isEmpty { return initial ?? (binding.isOptional ? ValueSet(.null) : .unknown) }
                    return ValueSet.union(rows.map { evaluate($0[...], in: made.frame, expecting: expecting) })
                }
            }
        }
        // The memberwise initializer, which exists unless the structure's own body declares another one.
        let declaresOne = instance.type.initializers.contains { owner, _ in !owner.isExtension }
        guard !declaresOne else { return nil }
        if let argument = instance.arguments.first(where: { $0.label == name }) {
            return evaluate(argument.value, in: argument.frame, expecting: expecting)
                .from(argument.frame.file.place(of: argument.value))
        }
        return initial ?? (binding.isOptional ? ValueSet(.null) : nil)
    }

    /// Evaluates all assignments to the property outside of initializers; `nil` if some of them may be unknown.
    private func assigned(_ name: String, to type: NominalType, expecting: TypeReference?) -> [ValueSet]? {
        guard let others = program.files(changing: name, isBare: false) else { return nil }
        let own = type.parts(mentioning: name).map(\.file)
        var files = others
        for file in own where !files.contains(where: { $0 === file }) { files.append(file) }
        guard !files.contains(where: { $0.mutated.contains(name) }) else { return nil }
        var found: [ValueSet] = []
        for file in files {
            for sequence in file.assignments(to: name) {
                guard let target = sequence.elements.first?.unwrapped, !program.isUnused(sequence, in: file) else {
                    continue
                }
                let isBare =
                    target.is(DeclReferenceExprSyntax.self)
                    || target.as(MemberAccessExprSyntax.self)?.base?.as(DeclReferenceExprSyntax.self)?.baseName.text
                        == "self"
                if isBare {
                    // A bare name, or a member of `self`, is this property only inside this type.
                    guard let around = file.types(around: sequence).first, around.path == type.path,
                        !sequence.isInInitializer
                    else { continue }
                } else if let base = target.as(MemberAccessExprSyntax.self)?.base,
                    let value = evaluate(base, in: Frame(file: file)).all.first, isOther(value, than: type)
                {
                    continue
                }
                guard found.count < ValueSet.limit, sequence.replaces else { return nil }
                found.append(
                    evaluate(sequence.assignedValue[...], in: Frame(file: file), expecting: expecting)
                        .from(file.place(of: sequence))
                )
            }
        }
        return found
    }

    /// Whether `value` certainly isn't a `type`, which the code declares.
    private func isOther(_ value: Value, than type: NominalType) -> Bool {
        switch value {
        case .unknown(.nominal(let other)):
            other !== type && !program.mayInherit(type, from: other)
                // A subclass may also conform to a protocol.
                && !(type.isClass && (other.isProtocol || program.mayInherit(other, from: type)))
        case .unknown(.other(let name)): Self.attributedTexts.contains(name)
        default: false
        }
    }

    /// Returns all values of `type` that the code creates outside of previews; `nil` if others may exist.
    private func constructions(of type: NominalType) -> [Instance]? {
        guard let name = type.path.last, type.isDeclared, !type.isProtocol,
            let files = program.files(constructing: type.path)
        else { return nil }
        var found: [Instance] = []
        if type.isClass {
            guard let calls = superCalls(of: type), calls.count < ValueSet.limit else { return nil }
            found = calls
        }
        for file in files {
            let frame = Frame(file: file)
            let named = file.calls(name)
            let own = file.calls("Self").filter { file.types(around: $0).first?.path == type.path }
            let initialized = file.calls("init").filter { call in
                guard let member = call.calledExpression.as(MemberAccessExprSyntax.self) else { return false }
                guard let base = member.base else {
                    // Without arguments, it may create any type that has initial values.
                    let isTelling = !call.arguments.isEmpty || !type.members("init").isEmpty
                    return isTelling && canMake(type, call, in: file)
                }
                return base.dottedNames?.last == name
            }
            for call in named + own + initialized {
                guard !call.isInPreview(of: file), !program.isUnused(call, in: file) else { continue }
                if call.calledExpression.lastName == name {
                    // It may be a function, or another type of the same name.
                    let path = file.types(around: call).first?.path ?? []
                    guard let names = call.calledExpression.dottedNames,
                        program.type(named: names, in: path) === type
                    else { continue }
                }
                guard found.count < ValueSet.limit else { return nil }
                found.append(Instance(type: type, caseName: nil, arguments: call.allArguments(in: frame)))
            }
        }
        return found.isEmpty ? nil : found
    }

    /// Returns the values of `type` that its subclasses create: through `super.init(…)`, or for inherited initializers,
    /// through calls of the subclass. `nil` if some of them may be unknown.
    private func superCalls(of type: NominalType) -> [Instance]? {
        guard let subclasses = program.subclasses(of: type) else { return nil }
        var found: [Instance] = []
        for subclass in subclasses {
            let declared = subclass.members("init")
            if declared.isEmpty, let name = subclass.path.last {
                guard let files = program.files(constructing: subclass.path) else { return nil }
                for file in files {
                    for call in file.calls(name) where !call.isInPreview(of: file) {
                        let arguments = call.allArguments(in: Frame(file: file))
                        found.append(Instance(type: type, caseName: nil, arguments: arguments))
                    }
                }
            }
            for file in Set(declared.map(\.owner.file.index)).sorted().compactMap({ program.file($0) }) {
                for call in file.calls("init") where call.base?.is(SuperExprSyntax.self) == true {
                    guard file.types(around: call).first?.path == subclass.path else { continue }
                    let arguments = call.allArguments(in: Frame(file: file))
                    found.append(Instance(type: type, caseName: nil, arguments: arguments))
                }
            }
        }
        return found
    }

    /// Evaluates a parameter of an initializer, if all values of its type are created in the code.
    func argument(
        for parameter: FunctionParameterSyntax,
        of initializer: InitializerDeclSyntax,
        in file: ParsedFile
    ) -> ValueSet {
        let open = unknown(parameter.type, around: Syntax(initializer), in: file)
        guard let type = file.types(around: initializer).first.flatMap({ program.type(path: $0.path) }),
            !type.inherits(Self.foreignProtocols), let made = constructions(of: type)
        else { return open }
        let found = made.compactMap { instance -> ValueSet? in
            guard let bindings = bindings(instance.arguments, to: initializer.signature, in: file),
                let binding = bindings[parameter.localName]
            else { return nil }
            return entering(initializer) { value(of: binding) }
        }
        return found.isEmpty ? open : ValueSet.union(found)
    }
}

extension ExprSyntax {
    /// Whether it creates empty `URLComponents`, or some from a URL.
    fileprivate var isComponents: Bool {
        self.as(FunctionCallExprSyntax.self)?.calledExpression.lastName == "URLComponents"
    }
}

extension PatternBindingSyntax {
    /// Whether its type annotation is an optional.
    fileprivate var isOptional: Bool { typeAnnotation?.type.is(OptionalTypeSyntax.self) == true }
    /// Whether it is inside `#if`, so that the type may lack it.
    private var isConditional: Bool {
        variable?.parent?.parent?.parent?.is(IfConfigClauseSyntax.self) == true
    }
    /// Whether each call of the memberwise initializer has an argument for it.
    var isRequired: Bool {
        guard initializer == nil, attributeNames.isEmpty, !isConditional else { return false }
        return isConstant || !isOptional && typeAnnotation?.type.is(ImplicitlyUnwrappedOptionalTypeSyntax.self) != true
    }
}

extension CodeBlockSyntax {
    /// The `self.init(…)` among its statements.
    fileprivate var delegatingCall: FunctionCallExprSyntax? {
        for item in statements {
            guard let call = item.item.as(ExprSyntax.self)?.unwrapped.as(FunctionCallExprSyntax.self),
                call.calledExpression.dottedNames == ["self", "init"]
            else { continue }
            return call
        }
        return nil
    }
}

extension SyntaxProtocol {
    /// Whether it is inside an initializer.
    fileprivate var isInInitializer: Bool {
        var current = parent
        while let next = current {
            if next.is(InitializerDeclSyntax.self) { return true }
            current = next.parent
        }
        return false
    }

    /// Whether it is inside a preview.
    func isInPreview(of file: ParsedFile) -> Bool {
        var current = parent
        while let next = current {
            if let macro = next.as(MacroExpansionDeclSyntax.self), macro.macroName.text.hasSuffix("Preview") {
                return true
            }
            if let macro = next.as(MacroExpansionExprSyntax.self), macro.macroName.text.hasSuffix("Preview") {
                return true
            }
            if let type = file.type(at: next),
                type.inherited.contains(where: { $0.dottedPath?.last == "PreviewProvider" })
            {
                return true
            }
            current = next.parent
        }
        return false
    }
}
#endif
