#if Links
import SchemeModel
import SwiftSyntax

/// Walks views and their modifiers.
extension ViewWalk {
    func view(_ expression: ExprSyntax, in frame: Frame, _ context: Context) {
        if let call = expression.as(FunctionCallExprSyntax.self) {
            self.call(call, in: frame, context, view)
        } else if let reference = expression.as(DeclReferenceExprSyntax.self) {
            property(reference.baseName.identifierText, at: Syntax(reference), in: frame, context, view)
        } else if let member = expression.as(MemberAccessExprSyntax.self), let base = member.base {
            let names = base.dottedNames ?? []
            if names == ["self"] || names == ["Self"] {
                property(member.declName.baseName.identifierText, at: Syntax(member), in: frame, context, view)
            } else if names.count == 1, let type = named(names, at: Syntax(member), in: frame) {
                member.declName.baseName.identifierText.isEmpty
                    ? () : self.member(member.declName.baseName.identifierText, of: .type(type), context, view)
            } else if names.count == 1, Self.leaves.contains(names[0]) {
                // A constant of SwiftUI, such as `Color.clear`.
                return
            } else {
                walk(base, in: frame, context, view)
            }
        } else if let closure = expression.as(ClosureExprSyntax.self) {
            statements(closure.statements, in: frame.inside(closure), context, view)
        } else {
            notSeen(context)
        }
    }

    func call(_ call: FunctionCallExprSyntax, in frame: Frame, _ context: Context, _ leaf: @escaping Leaf) {
        let callee = call.calledExpression.unwrapped
        if let closure = callee.as(ClosureExprSyntax.self) {
            return statements(closure.statements, in: frame, context, leaf)
        }
        guard let name = call.calleeName else { return notSeen(context) }
        if name == "widgetURL" || name == "Link", recursions == 0,
            let sender = senders.sender(name, call, in: frame.file)
        {
            let (kind, url) = (sender.kind, sender.url)
            guard occurrences.count < Self.occurrenceLimit, evaluator.noteOccurrence() else { return notSeen(context) }
            let place = call.namePlace(in: frame.file)
            occurrences.append(
                LinkOccurrence(
                    kind: kind,
                    place: context.site ?? place,
                    link: place,
                    source: call,
                    value: evaluator.link(url, in: frame),
                    context: context
                )
            )
            if kind == .link { return content(of: call, in: frame, context, leaf) }
        }
        if let member = callee.as(MemberAccessExprSyntax.self) {
            modifier(name, member, call, in: frame, context, leaf)
        } else {
            make(name, call, in: frame, context, leaf)
        }
    }

    /// Walks `base.name(…)`.
    func modifier(
        _ name: String,
        _ member: MemberAccessExprSyntax,
        _ call: FunctionCallExprSyntax,
        in frame: Frame,
        _ context: Context,
        _ leaf: @escaping Leaf
    ) {
        guard let base = member.receiver else { return notSeen(context) }
        if let names = base.dottedNames {
            if names == ["self"] || names == ["Self"] {
                if function(name, call, at: Syntax(call), in: frame, context, leaf) { return }
            } else if let type = named(names, at: Syntax(call), in: frame) {
                if let inner = program.type(named: [name], in: type.path), inner.isDeclared {
                    return show(inner, call, in: frame, context, leaf)
                }
                return run(program.members(name, of: type), call, on: .type(type), in: frame, context, leaf)
            } else if names == ["SwiftUI"] {
                return make(name, call, in: frame, context, leaf)
            }
        }
        // What is before `#if` lines was walked before them.
        if member.base != nil { walk(base, in: frame, context, leaf) }
        if name == "modifier", let made = call.firstUnlabeled?.as(FunctionCallExprSyntax.self),
            let names = made.calledExpression.dottedNames, let type = named(names, at: Syntax(call), in: frame)
        {
            var inner = context
            inner.site = context.site ?? call.namePlace(in: frame.file)
            let instance = Value.instance(
                Instance(type: type, caseName: nil, arguments: made.allArguments(in: frame))
            )
            alternatives(type.members("body"), inner) { member, context in
                body(of: member, on: instance, context, leaf)
            }
        } else if Self.contentModifiers.contains(name) {
            content(of: call, in: frame, context, leaf)
        } else {
            extended(name, call, in: frame, context, leaf)
        }
    }

    /// Walks a modifier declared in the code.
    func extended(
        _ name: String,
        _ call: FunctionCallExprSyntax,
        in frame: Frame,
        _ context: Context,
        _ leaf: @escaping Leaf
    ) {
        var fitting: [(ParsedFile, FunctionDeclSyntax, [String: Frame.Binding])] = []
        for file in program.files(declaring: name, as: .function) {
            for function in file.functions[name] ?? [] {
                guard file.types(around: function).first?.isViewExtension == true,
                    let bindings = evaluator.bindings(call.allArguments(in: frame), to: function.signature, in: file)
                else { continue }
                fitting.append((file, function, bindings))
                if fitting.count == Self.alternatives { break }
            }
        }
        let point = fitting.count > 1 ? newBranches() : 0
        for (way, (file, function, bindings)) in fitting.enumerated() {
            guard let body = function.body else { continue }
            var inner = fitting.count > 1 ? context.taking(way, at: point) : context
            inner.site = context.site ?? call.namePlace(in: frame.file)
            entering(function, context) {
                statements(
                    body.statements,
                    in: Frame(file: file, owner: Syntax(function), bindings: bindings),
                    inner,
                    leaf
                )
            }
        }
    }

    /// Walks a call of a name: a closure, a function, or a view in the code or of SwiftUI.
    func make(
        _ name: String,
        _ call: FunctionCallExprSyntax,
        in frame: Frame,
        _ context: Context,
        _ leaf: @escaping Leaf
    ) {
        if let (value, outer) = bound(name, from: Syntax(call), in: frame) {
            guard let closure = value.as(ClosureExprSyntax.self) else { return notSeen(context) }
            var bindings: [String: Frame.Binding] = [:]
            for (index, argument) in call.allArguments(in: frame).enumerated() {
                bindings["$\(index)"] = .argument(argument)
            }
            let inner = outer.inside(closure, bindings)
            return entering(closure, context) { statements(closure.statements, in: inner, context, leaf) }
        }
        if function(name, call, at: Syntax(call), in: frame, context, leaf) { return }
        if let type = named([name], at: Syntax(call), in: frame), type.isDeclared {
            return show(type, call, in: frame, context, leaf)
        }
        if let held = stored(name, at: Syntax(call), in: frame) {
            return walk(held.0, in: held.1, context, leaf)
        }
        if name == "ViewThatFits" {
            // It shows one of its children.
            guard let closure = call.allArguments.last?.value.as(ClosureExprSyntax.self) else { return }
            let point = newBranches()
            for (way, item) in closure.statements.enumerated() {
                var taken = context.taking(way, at: point)
                _ = statement(item, in: frame, &taken, leaf)
            }
        } else if Self.containers.contains(name) {
            content(of: call, in: frame, context, leaf)
        } else if !Self.leaves.contains(name) {
            notSeen(context)
        }
    }

    /// Walks the views passed to a SwiftUI call.
    func content(of call: FunctionCallExprSyntax, in frame: Frame, _ context: Context, _ leaf: @escaping Leaf) {
        var context = context
        if call.calleeName == "ForEach" { context.isRepeated = true }
        let arguments = call.allArguments
        let isModifier = call.calleeName.map(Self.contentModifiers.contains) ?? false
        let label = call.calleeName == "Button" ? call.argument("label") : nil
        let hasAction = arguments.contains { $0.label == "action" || $0.label == "intent" }
        for argument in arguments {
            if ["action", "intent", "destination", "perform", "onEditingChanged"].contains(argument.label) { continue }
            if call.calleeName == "Button", argument.isTrailing, argument.label == nil, label != nil || !hasAction {
                continue
            }
            if let closure = argument.value.as(ClosureExprSyntax.self) {
                entering(closure, context) { statements(closure.statements, in: frame.inside(closure), context, leaf) }
            } else if argument.value.as(FunctionCallExprSyntax.self)?.calleeName?.first?.isUppercase == true
                || isModifier && (argument.value.is(FunctionCallExprSyntax.self) || argument.value.isOwnName)
                || argument.label == "content" || argument.label == "label" || call.calleeName == "AnyView"
            {
                walk(argument.value, in: frame, context, leaf)
            }
        }
    }
}
#endif
