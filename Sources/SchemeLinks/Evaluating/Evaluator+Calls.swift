#if Links
import SchemeModel
import SwiftSyntax

/// Evaluates calls.
extension Evaluator {
    /// Types of the system whose attributes code sets like properties: `text.link = url`.
    static let attributedTexts: Set<String> = ["AttributedString", "AttributeContainer"]

    func evaluate(_ call: FunctionCallExprSyntax, in frame: Frame, expecting: TypeReference?) -> ValueSet {
        let callee = call.calledExpression
        let arguments = call.allArguments(in: frame)
        if let closure = callee.unwrapped.as(ClosureExprSyntax.self) {
            return run(closure, with: [], in: frame, expecting: expecting)
        }
        if let reference = callee.unwrapped.as(DeclReferenceExprSyntax.self) {
            return evaluate(call, of: reference, arguments: arguments, in: frame, expecting: expecting)
        }
        guard let member = callee.unwrapped.as(MemberAccessExprSyntax.self) else { return .unknown }
        let name = member.declName.baseName.identifierText
        guard let base = member.base else {
            switch expecting {
            case .nominal(let type): return method(name, of: .type(type), arguments: arguments, call: call, in: frame)
            case .other(let typeName):
                if name == "init", let made = builtIn(typeName, call, in: frame) { return made }
                guard let type = program.type(path: [typeName]) else { return .unknown }
                return method(name, of: .type(type), arguments: arguments, call: call, in: frame)
            default: return .unknown
            }
        }
        if name == "init", let names = base.dottedNames, let typeName = names.last, names.count <= 2,
            let made = builtIn(typeName, call, in: frame)
        {
            return made
        }
        if base.dottedNames == ["Foundation"], let made = builtIn(name, call, in: frame) { return made }
        return evaluate(base, in: frame).flatMap {
            method(name, of: $0, arguments: arguments, call: call, in: frame)
        }
    }

    private func evaluate(
        _ call: FunctionCallExprSyntax,
        of reference: DeclReferenceExprSyntax,
        arguments: [Instance.Argument],
        in frame: Frame,
        expecting: TypeReference?
    ) -> ValueSet {
        let name = reference.baseName.identifierText
        if let made = builtIn(name, call, in: frame) { return made }
        if let local = local(name, from: Syntax(reference), in: frame) {
            return local.flatMap { value in
                guard case .closure(let closure, let outer) = value else { return .unknown }
                return run(closure, with: arguments.map { .argument($0) }, in: outer, expecting: expecting)
            }
        }
        if let function = localFunction(name, around: Syntax(reference)) {
            return run(function, in: frame.file, arguments: arguments, on: frame.instance, outer: frame) ?? .unknown
        }
        let around = frame.file.types(around: reference)
        let inner = instance(around: Syntax(reference), in: frame)
        if name == "Self", let type = inner.nominal {
            return ValueSet(.instance(Instance(type: type, caseName: nil, arguments: arguments)))
        }
        var owners: [(NominalType, Value)] = []
        if let type = inner.nominal { owners.append((type, inner)) }
        for declaration in around {
            if let type = program.type(path: declaration.path) {
                owners.append((type, declaration === around.first ? inner : .type(type)))
            }
        }
        for (type, value) in owners {
            let members = program.members(name, of: type).filter { $0.node.is(FunctionDeclSyntax.self) }
            if members.isEmpty { continue }
            guard case .unknown(.nominal) = value, type.isClass else {
                return run(members, arguments: arguments, on: value)
            }
            return run(name, ofAny: type, arguments: arguments)
        }
        let globals = program.globalFunctions(name)
        if !globals.isEmpty, globals.count <= 8 {
            let results = globals.compactMap { file, function in
                run(function, in: file, arguments: arguments, on: .unknown(nil), outer: nil)
            }
            return results.isEmpty ? .unknown : ValueSet.union(results)
        }
        guard let type = program.type(named: [name], in: around.first?.path ?? []), type.isDeclared else {
            let isOfSystem = SystemObjects.names.contains(name) || Self.attributedTexts.contains(name)
            return isOfSystem ? ValueSet(.unknown(.other(name))) : .unknown
        }
        return method("init", of: .type(type), arguments: arguments, call: call, in: frame)
    }

    // MARK: Functions in the code

    /// Evaluates a call of the method `name` on `value`.
    func method(
        _ name: String,
        of value: Value,
        arguments: [Instance.Argument],
        call: FunctionCallExprSyntax,
        in frame: Frame
    ) -> ValueSet {
        switch value {
        case .null: return ValueSet(.null)
        case .text(let text): return textMethod(name, of: text, arguments: arguments, call: call, in: frame)
        case .components(let components):
            return name == "url" ? ValueSet(components.urls.map { .text($0) }) : .unknown
        case .array(let elements): return arrayMethod(name, of: elements, call: call, in: frame)
        case .unknown(.array):
            return ["filter", "prefix", "suffix", "sorted", "reversed", "dropFirst"].contains(name)
                ? ValueSet(value) : .unknown
        case .type(let type):
            if name == "init" {
                return ValueSet(.instance(Instance(type: type, caseName: nil, arguments: arguments)))
            }
            let members = program.members(name, of: type)
            if members.contains(where: { $0.element != nil }) {
                return ValueSet(.instance(Instance(type: type, caseName: name, arguments: arguments)))
            }
            let functions = members.filter { $0.node.is(FunctionDeclSyntax.self) }
            if !functions.isEmpty { return run(functions, arguments: arguments, on: value) }
            guard let inner = program.type(named: [name], in: type.path), inner.isDeclared else { return .unknown }
            return ValueSet(.instance(Instance(type: inner, caseName: nil, arguments: arguments)))
        case .instance(let instance):
            return run(program.members(name, of: instance.type), arguments: arguments, on: value)
        case .unknown(.nominal(let type)):
            return ofAny(type, name) {
                let members = program.members(name, of: type)
                if members.isEmpty { return mapped(name, value, call: call, in: frame) }
                return run(members, arguments: arguments, on: value)
            } or: {
                method(name, of: .unknown(.nominal($0)), arguments: arguments, call: call, in: frame)
            }
        case .unknown(.other(let typeName)):
            if let type = program.type(path: [typeName]) {
                let functions = type.members(name).filter { $0.node.is(FunctionDeclSyntax.self) }
                if !functions.isEmpty { return run(functions, arguments: arguments, on: value) }
            }
            return mapped(name, value, call: call, in: frame)
        case .unknown(nil): return mapped(name, value, call: call, in: frame)
        case .bool, .number, .closure: return .unknown
        }
    }

    /// Evaluates `map` or `flatMap` of an optional: the result of its closure, or `nil`.
    private func mapped(_ name: String, _ value: Value, call: FunctionCallExprSyntax, in frame: Frame) -> ValueSet {
        guard name == "map" || name == "flatMap",
            let closure = call.allArguments.last?.value.as(ClosureExprSyntax.self)
        else { return .unknown }
        return run(closure, with: [.values(ValueSet(value))], in: frame, expecting: nil).or(ValueSet(.null))
    }

    /// Evaluates the overloads of a function that accept the arguments.
    func run(_ members: [TypeDeclaration.Member], arguments: [Instance.Argument], on value: Value) -> ValueSet {
        let functions = members.filter { $0.node.is(FunctionDeclSyntax.self) }
        guard !functions.isEmpty, functions.count <= 16 else { return .unknown }
        let results = functions.compactMap { member -> ValueSet? in
            guard let function = member.node.as(FunctionDeclSyntax.self) else { return nil }
            return run(function, in: member.owner.file, arguments: arguments, on: value, outer: nil)
        }
        return results.isEmpty ? .unknown : ValueSet.union(results)
    }

    /// Evaluates a call of the function `name` of `type`, or of a subclass that overrides it.
    private func run(_ name: String, ofAny type: NominalType, arguments: [Instance.Argument]) -> ValueSet {
        ofAny(type, name) {
            run(program.members(name, of: type), arguments: arguments, on: .unknown(.nominal(type)))
        } or: {
            run(name, ofAny: $0, arguments: arguments)
        }
    }

    /// Evaluates a call of `function`; `nil` if it doesn't accept `arguments`.
    private func run(
        _ function: FunctionDeclSyntax,
        in file: ParsedFile,
        arguments: [Instance.Argument],
        on value: Value,
        outer: Frame?
    ) -> ValueSet? {
        guard let bindings = bindings(arguments, to: function.signature, in: file) else { return nil }
        let around = file.types(around: function).first?.path ?? []
        let expected = function.signature.returnClause.flatMap { program.resolve($0.type, in: around) }
        guard let body = function.body else { return ValueSet(.unknown(expected)) }
        // `return self` has the type itself, whatever the declared return type is.
        let frame = Frame(file: file, owner: Syntax(function), bindings: bindings, instance: value, outer: outer)
        return step {
            entering(function) { result(of: body.statements, in: frame, expecting: expected) }
        }.typed(expected).from(file.place(of: function.name))
    }

    /// Evaluates `closure` with `bindings` as its parameters, in order.
    func run(
        _ closure: ClosureExprSyntax,
        with bindings: [Frame.Binding],
        in frame: Frame,
        expecting: TypeReference?
    ) -> ValueSet {
        var named: [String: Frame.Binding] = [:]
        for (index, binding) in bindings.enumerated() { named["$\(index)"] = binding }
        let inner = Frame(
            file: frame.file,
            owner: Syntax(closure),
            bindings: named,
            instance: instance(around: Syntax(closure), in: frame),
            outer: frame
        )
        return step {
            entering(closure) { result(of: closure.statements, in: inner, expecting: expecting) }
        }
    }

    /// Returns the local function `name` visible at `node`.
    func localFunction(_ name: String, around node: Syntax) -> FunctionDeclSyntax? {
        var current = node.parent
        while let next = current {
            if let items = next.as(CodeBlockItemListSyntax.self), !items.isTopLevel,
                let function = locals(of: items).functions[name]
            {
                return function
            }
            if next.is(MemberBlockSyntax.self) { return nil }
            current = next.parent
        }
        return nil
    }
}

extension FunctionDeclSyntax {
    /// Whether it is declared inside a code block.
    var isLocal: Bool {
        guard let items = parent?.parent?.as(CodeBlockItemListSyntax.self) else { return false }
        return !items.isTopLevel
    }
}

extension ValueSet {
    /// Returns the values, with `type` for those of unknown type.
    func typed(_ type: TypeReference?) -> ValueSet {
        guard let type else { return self }
        return map { if case .unknown(nil) = $0 { .unknown(type) } else { $0 } }
    }

    /// Returns the values as seen by code that treats them as `type`. Unknown values get this type, unless both types
    /// are declared in the code.
    func cast(to type: TypeReference?) -> ValueSet {
        guard let type else { return self }
        return map { value in
            switch (value, type) {
            case (.unknown(.nominal), .nominal): value
            case (.unknown, _): .unknown(type)
            default: value
            }
        }
    }
}
#endif
