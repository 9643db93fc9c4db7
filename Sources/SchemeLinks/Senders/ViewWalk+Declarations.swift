#if Links
import SchemeModel
import SwiftSyntax

/// Walks declarations in the code: views, functions, properties and their values.
extension ViewWalk {
    func named(_ names: [String], at node: Syntax, in frame: Frame) -> NominalType? {
        guard names.last?.first?.isUppercase == true else { return nil }
        let path = frame.file.types(around: node).first?.path ?? []
        guard let type = program.type(named: names, in: path), type.isDeclared else { return nil }
        return type
    }

    /// Walks the body of a view in the code.
    func show(
        _ type: NominalType,
        _ call: FunctionCallExprSyntax,
        in frame: Frame,
        _ context: Context,
        _ leaf: @escaping Leaf
    ) {
        let members = program.members("body", of: type)
        guard !members.isEmpty else { return notSeen(context) }
        let instance = Value.instance(Instance(type: type, caseName: nil, arguments: call.allArguments(in: frame)))
        alternatives(members, context) { member, context in body(of: member, on: instance, context, leaf) }
    }

    /// Walks all declarations of one name, of which the build selects one.
    func alternatives(
        _ members: [TypeDeclaration.Member],
        _ context: Context,
        _ walk: (TypeDeclaration.Member, Context) -> Void
    ) {
        let point = members.count > 1 ? newBranches() : 0
        for (way, member) in members.prefix(Self.alternatives).enumerated() {
            walk(member, members.count > 1 ? context.taking(way, at: point) : context)
        }
    }

    func body(
        of member: TypeDeclaration.Member,
        on value: Value,
        _ context: Context,
        _ leaf: @escaping Leaf
    ) {
        let code = member.binding?.getter ?? member.node.as(FunctionDeclSyntax.self)?.body?.statements
        entering(member.node, context) {
            if let code {
                statements(code, in: Frame(file: member.owner.file, instance: value), context, leaf)
            } else if let initial = member.binding?.initializer?.value {
                walk(initial, in: Frame(file: member.owner.file, instance: value), context, leaf)
            } else {
                notSeen(context)
            }
        }
    }

    /// Walks the function `name` of a call. Returns `false` if there is none.
    func function(
        _ name: String,
        _ call: FunctionCallExprSyntax,
        at node: Syntax,
        in frame: Frame,
        _ context: Context,
        _ leaf: @escaping Leaf
    ) -> Bool {
        if let local = evaluator.localFunction(name, around: node), let body = local.body {
            let bindings = evaluator.bindings(call.allArguments(in: frame), to: local.signature, in: frame.file) ?? [:]
            let inner = Frame(
                file: frame.file,
                owner: Syntax(local),
                bindings: bindings,
                instance: frame.instance,
                outer: frame
            )
            entering(local, context) { statements(body.statements, in: inner, context, leaf) }
            return true
        }
        let instance = evaluator.instance(around: node, in: frame)
        var types = instance.nominal.map { [$0] } ?? []
        types += frame.file.types(around: node).compactMap { program.type(path: $0.path) }
        for type in types {
            let members = program.members(name, of: type).filter { $0.node.is(FunctionDeclSyntax.self) }
            guard !members.isEmpty else { continue }
            run(members, call, on: instance, in: frame, context, leaf)
            return true
        }
        let globals = program.globalFunctions(name)
        for (file, function) in globals {
            guard let body = function.body,
                let bindings = evaluator.bindings(call.allArguments(in: frame), to: function.signature, in: file)
            else { continue }
            entering(function, context) {
                statements(
                    body.statements,
                    in: Frame(file: file, owner: Syntax(function), bindings: bindings),
                    context,
                    leaf
                )
            }
            return true
        }
        return false
    }

    func run(
        _ members: [TypeDeclaration.Member],
        _ call: FunctionCallExprSyntax,
        on value: Value,
        in frame: Frame,
        _ context: Context,
        _ leaf: @escaping Leaf
    ) {
        let fitting = members.compactMap { member -> (TypeDeclaration.Member, [String: Frame.Binding])? in
            guard let function = member.node.as(FunctionDeclSyntax.self),
                let bindings = evaluator.bindings(
                    call.allArguments(in: frame),
                    to: function.signature,
                    in: member.owner.file
                )
            else { return nil }
            return (member, bindings)
        }
        guard !fitting.isEmpty else { return notSeen(context) }
        let point = fitting.count > 1 ? newBranches() : 0
        for (way, (member, bindings)) in fitting.prefix(Self.alternatives).enumerated() {
            guard let function = member.node.as(FunctionDeclSyntax.self), let body = function.body else { continue }
            let inner = Frame(file: member.owner.file, owner: Syntax(function), bindings: bindings, instance: value)
            entering(function, context) {
                statements(
                    body.statements,
                    in: inner,
                    fitting.count > 1 ? context.taking(way, at: point) : context,
                    leaf
                )
            }
        }
    }

    /// Walks a name without parentheses.
    func property(
        _ name: String,
        at node: Syntax,
        in frame: Frame,
        _ context: Context,
        _ leaf: @escaping Leaf
    ) {
        if name == "self"
            || name == "content" && node.is(DeclReferenceExprSyntax.self) && isModifierContent(node, frame)
        {
            return
        }
        if !node.is(MemberAccessExprSyntax.self), let (value, outer) = bound(name, from: node, in: frame) {
            return walk(value, in: outer, context, leaf)
        }
        if !node.is(MemberAccessExprSyntax.self), let getter = localGetter(name, from: node) {
            return entering(getter, context) { statements(getter, in: frame, context, leaf) }
        }
        if let (value, outer) = stored(name, at: node, in: frame) { return walk(value, in: outer, context, leaf) }
        member(name, of: evaluator.instance(around: node, in: frame), context, leaf)
    }

    /// Whether `node` is the `content` parameter of a `ViewModifier`.
    func isModifierContent(_ node: Syntax, _ frame: Frame) -> Bool {
        var current = node.parent
        while let next = current {
            if let function = next.as(FunctionDeclSyntax.self), function.name.text == "body" { return true }
            current = next.parent
        }
        return false
    }

    func member(_ name: String, of value: Value, _ context: Context, _ leaf: @escaping Leaf) {
        guard let type = value.nominal else { return notSeen(context) }
        let members = program.members(name, of: type).filter { $0.binding != nil }
        guard !members.isEmpty else { return notSeen(context) }
        alternatives(members, context) { member, context in body(of: member, on: value, context, leaf) }
    }

    /// Returns the expression that a stored property was initialized with.
    func stored(_ name: String, at node: Syntax, in frame: Frame) -> (ExprSyntax, Frame)? {
        guard case .instance(let instance) = evaluator.instance(around: node, in: frame),
            let member = program.members(name, of: instance.type).first, member.binding?.isStored == true
        else { return nil }
        if let made = evaluator.initialization(of: instance.type, with: instance.arguments) {
            let rows = evaluator.changes(of: name, in: made.body).values
            guard rows.count == 1, rows[0].count == 1 else { return nil }
            return (rows[0][0], made.frame)
        }
        let argument =
            instance.arguments.first { $0.label == name }
            ?? (member.binding?.holdsViews == true ? instance.arguments.last { $0.isTrailing && $0.label == nil } : nil)
        return argument.map { ($0.value, $0.frame) }
    }

    /// Returns the expression that a parameter or local variable at `node` was initialized with.
    func bound(_ name: String, from node: Syntax, in frame: Frame) -> (ExprSyntax, Frame)? {
        var frame = frame
        var child = node
        while let parent = child.parent {
            defer { child = parent }
            if frame.file.type(at: parent) != nil { return nil }
            guard parent.kind.canBind else { continue }
            switch parent.as(SyntaxEnum.self) {
            case .codeBlockItemList(let items) where !items.isTopLevel:
                for item in evaluator.locals(of: items).statements(binding: name, before: child) {
                    guard let variable = item.item.as(VariableDeclSyntax.self),
                        let value = variable.bindings.first(where: { $0.name == name })?.initializer?.value
                    else { continue }
                    return (value, frame)
                }
            case .closureExpr(let closure):
                guard let running = frame.running(Syntax(closure)) else { continue }
                let index =
                    closure.parameterNames.firstIndex(of: name)
                    ?? (name.hasPrefix("$") ? Int(name.dropFirst()) : nil)
                if let index, case .argument(let argument) = running.bindings["$\(index)"] {
                    return (argument.value, argument.frame)
                }
                frame = running.outer ?? frame
            case .functionDecl, .initializerDecl:
                guard let running = frame.running(parent) else { continue }
                if case .argument(let argument) = running.bindings[name] { return (argument.value, argument.frame) }
                frame = running.outer ?? frame
            default: break
            }
        }
        return nil
    }

    /// Returns the getter of a computed local variable at `node`.
    func localGetter(_ name: String, from node: Syntax) -> CodeBlockItemListSyntax? {
        var current = node.parent
        while let next = current, !next.is(MemberBlockSyntax.self) {
            if let items = next.as(CodeBlockItemListSyntax.self), !items.isTopLevel,
                let getter = evaluator.locals(of: items).bindings(named: name).lazy.compactMap(\.getter).first
            {
                return getter
            }
            current = next.parent
        }
        return nil
    }
}

extension PatternBindingSyntax {
    /// Whether it holds a closure or a view, so that a trailing closure can be its value.
    fileprivate var holdsViews: Bool {
        attributeNames.contains("ViewBuilder")
            || typeAnnotation?.type.description.contains("->") == true
    }
}
#endif
