#if Links
import SchemeModel
import SwiftSyntax

/// Follows what a view shows: bodies, builders, modifiers, and the properties, functions and views of the sources that
/// they use. Notes each `widgetURL` and `Link` that it meets, with the branches that lead to it.
final class ViewWalk {
    let evaluator: Evaluator
    let senders: SenderFinder
    /// What was met, in the order of the walk.
    private(set) var met: [Sighting] = []
    /// The presentations that were walked, in order.
    private(set) var walked: [Presentation] = []
    /// The presentations in which something stands that the sources do not declare.
    private(set) var opaque: Set<Presentation> = []
    private var steps = 0
    private var depth = 0
    private var branches = 0
    private var active: [SyntaxIdentifier: Int] = [:]

    private static let stepLimit = 20_000
    /// Links that are met: more of them are one view that is shown over and over.
    private static let sightingLimit = 500
    private static let depthLimit = 120

    /// A link that a view shows.
    struct Sighting {
        var kind: Link.Kind
        /// The modifier, or the call of the function that contains it.
        var place: Place
        /// The modifier itself.
        var link: Place
        var value: LinkValue
        var context: Context
    }

    /// How the walk came to where it is.
    struct Context {
        /// `nil` for a view that no configuration shows.
        var presentation: Presentation?
        /// The branches that were taken.
        var path: [Branch] = []
        /// The families in which this can be; `nil` when all can.
        var families: Set<String>?
        /// The call of a modifier of the sources that led here.
        var site: Place?
        var isRepeated = false
    }

    /// One way of several that exclude each other.
    struct Branch: Hashable {
        var point: Int
        var way: Int
    }

    init(_ senders: SenderFinder) {
        self.senders = senders
        evaluator = senders.evaluator
    }

    var program: Program { evaluator.program }

    /// Walks the statements of a view builder.
    func walk(_ items: CodeBlockItemListSyntax, in frame: Frame, _ context: Context) {
        note(context.presentation)
        statements(items, in: frame, context, view)
    }

    /// Walks what the closure of a Live Activity gives for the Dynamic Island.
    func walkIsland(_ items: CodeBlockItemListSyntax, in frame: Frame, _ context: Context) {
        statements(items, in: frame, context, island)
    }

    private func note(_ presentation: Presentation?) {
        if let presentation, !walked.contains(presentation) { walked.append(presentation) }
    }

    private func notSeen(_ context: Context) {
        if let presentation = context.presentation { opaque.insert(presentation) }
    }

    private func newBranches() -> Int {
        branches += 1
        return branches
    }

    /// Runs `body` unless that is too much, or `node` is inside itself.
    private func entering(_ node: some SyntaxProtocol, _ context: Context, _ body: () -> Void) {
        // Half of what the target has is left for the links themselves.
        guard depth < Self.depthLimit, steps < Self.stepLimit, active[node.id, default: 0] < 2,
            evaluator.spend(leaving: 2)
        else {
            return notSeen(context)
        }
        steps += 1
        depth += 1
        active[node.id, default: 0] += 1
        body()
        active[node.id, default: 0] -= 1
        depth -= 1
    }

    private typealias Leaf = (ExprSyntax, Frame, Context) -> Void

    // MARK: Statements

    private func statements(
        _ items: CodeBlockItemListSyntax,
        in frame: Frame,
        _ context: Context,
        _ leaf: Leaf
    ) {
        var context = context
        for item in items {
            switch item.item {
            case .decl(let declaration):
                guard let conditional = declaration.as(IfConfigDeclSyntax.self) else { continue }
                let point = newBranches()
                for (way, clause) in conditional.clauses.enumerated() {
                    guard let inner = clause.elements?.as(CodeBlockItemListSyntax.self) else { continue }
                    statements(inner, in: frame, context.taking(way, at: point), leaf)
                }
            case .expr(let expression): rest(expression, in: frame, &context, leaf)
            case .stmt(let statement):
                if let inner = statement.as(ExpressionStmtSyntax.self) {
                    rest(inner.expression, in: frame, &context, leaf)
                } else if let leaving = statement.as(ReturnStmtSyntax.self) {
                    if let expression = leaving.expression { walk(expression, in: frame, context, leaf) }
                    return
                } else if let condition = statement.as(GuardStmtSyntax.self) {
                    let point = newBranches()
                    statements(condition.body.statements, in: frame, context.taking(1, at: point), leaf)
                    context = context.taking(0, at: point)
                } else if let attempt = statement.as(DoStmtSyntax.self) {
                    statements(attempt.body.statements, in: frame, context, leaf)
                }
            }
        }
    }

    /// Walks an expression among statements; after an `if` or `switch` of which a way returns, the rest is another way.
    private func rest(_ expression: ExprSyntax, in frame: Frame, _ context: inout Context, _ leaf: Leaf) {
        let point = branches + 1
        walk(expression, in: frame, context, leaf)
        guard expression.is(IfExprSyntax.self) || expression.is(SwitchExprSyntax.self), expression.returnsSomewhere
        else {
            return
        }
        context = context.taking(-1, at: point)
    }

    private func walk(_ expression: ExprSyntax, in frame: Frame, _ context: Context, _ leaf: Leaf) {
        entering(expression, context) {
            let bare = expression.unwrapped
            if let branch = bare.as(IfExprSyntax.self) {
                conditional(branch, in: frame, context, leaf)
            } else if let choice = bare.as(SwitchExprSyntax.self) {
                switching(choice, in: frame, context, leaf)
            } else if let sequence = bare.as(SequenceExprSyntax.self) {
                // `a ? x : y`; whatever else has operators is no view.
                let elements = Array(sequence.elements)
                let point = newBranches()
                var way = 0
                for element in elements {
                    guard let ternary = element.as(UnresolvedTernaryExprSyntax.self) else { continue }
                    walk(ternary.thenExpression, in: frame, context.taking(way, at: point), leaf)
                    way += 1
                }
                if way > 0, let last = elements.last {
                    walk(last, in: frame, context.taking(way, at: point), leaf)
                } else if let first = elements.first, elements.count == 3, elements[1].is(UnresolvedAsExprSyntax.self) {
                    walk(first, in: frame, context, leaf)
                }
            } else {
                leaf(bare, frame, context)
            }
        }
    }

    private func conditional(_ branch: IfExprSyntax, in frame: Frame, _ context: Context, _ leaf: Leaf) {
        let point = newBranches()
        var context = context
        var way = 0
        var next: IfExprSyntax? = branch
        while let current = next {
            next = nil
            let asked = WidgetFamilies.asked(by: current.conditions)
            if let taken = context.taking(way, at: point).narrowed(asked.map { ($0.families, $0.isNegated) }) {
                statements(current.body.statements, in: frame, taken, leaf)
            }
            way += 1
            guard let other = context.narrowed(asked.map { ($0.families, !$0.isNegated) }) else { return }
            context = other
            switch current.elseBody {
            case .ifExpr(let inner): next = inner
            case .codeBlock(let block): statements(block.statements, in: frame, context.taking(way, at: point), leaf)
            case nil: break
            }
        }
    }

    private func switching(_ choice: SwitchExprSyntax, in frame: Frame, _ context: Context, _ leaf: Leaf) {
        let point = newBranches()
        var context = context
        for (way, element) in choice.cases.enumerated() {
            guard let branch = element.as(SwitchCaseSyntax.self) else {
                // Cases between `#if` lines.
                for case .switchCase(let inner) in element.conditionalCases {
                    statements(inner.statements, in: frame, context.taking(way, at: point), leaf)
                }
                continue
            }
            let families = WidgetFamilies.taken(by: branch)
            let isNarrowing = families.map { !$0.isEmpty } ?? false
            if let taken = context.taking(way, at: point).narrowed(isNarrowing ? families.map { ($0, false) } : nil) {
                statements(branch.statements, in: frame, taken, leaf)
            }
            guard let rest = context.narrowed(isNarrowing ? families.map { ($0, true) } : nil) else { return }
            context = rest
        }
    }

    // MARK: Views

    private func view(_ expression: ExprSyntax, in frame: Frame, _ context: Context) {
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
            } else {
                walk(base, in: frame, context, view)
            }
        } else if let closure = expression.as(ClosureExprSyntax.self) {
            statements(
                closure.statements,
                in: Frame(file: frame.file, owner: Syntax(closure), instance: frame.instance, outer: frame),
                context,
                view
            )
        }
    }

    private func call(_ call: FunctionCallExprSyntax, in frame: Frame, _ context: Context, _ leaf: @escaping Leaf) {
        let callee = call.calledExpression.unwrapped
        if let closure = callee.as(ClosureExprSyntax.self) {
            return statements(closure.statements, in: frame, context, leaf)
        }
        guard let name = call.calleeName else { return notSeen(context) }
        if let (kind, url) = senders.sender(name, call, in: frame.file), kind == .widgetURL || kind == .link {
            guard met.count < Self.sightingLimit else { return notSeen(context) }
            let place = call.namePlace(in: frame.file)
            met.append(
                Sighting(
                    kind: kind,
                    place: context.site ?? place,
                    link: place,
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
    private func modifier(
        _ name: String,
        _ member: MemberAccessExprSyntax,
        _ call: FunctionCallExprSyntax,
        in frame: Frame,
        _ context: Context,
        _ leaf: @escaping Leaf
    ) {
        guard let base = member.base else { return notSeen(context) }
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
        walk(base, in: frame, context, leaf)
        if name == "modifier", let made = call.firstUnlabeled?.as(FunctionCallExprSyntax.self),
            let names = made.calledExpression.dottedNames, let type = named(names, at: Syntax(call), in: frame)
        {
            var inner = context
            inner.site = context.site ?? call.namePlace(in: frame.file)
            let instance = Value.instance(
                Instance(type: type, caseName: nil, arguments: made.allArguments(in: frame))
            )
            for member in type.members("body") { body(of: member, on: instance, inner, leaf) }
        } else if Self.contentModifiers.contains(name) {
            content(of: call, in: frame, context, leaf)
        } else {
            extended(name, call, in: frame, context, leaf)
        }
    }

    /// Walks a modifier that the sources declare.
    private func extended(
        _ name: String,
        _ call: FunctionCallExprSyntax,
        in frame: Frame,
        _ context: Context,
        _ leaf: @escaping Leaf
    ) {
        var fitting: [(ParsedFile, FunctionDeclSyntax, [String: Frame.Binding])] = []
        for file in program.files(declaring: name) {
            for function in file.functions[name] ?? [] {
                guard file.types(around: function).first?.isViewExtension == true,
                    let bindings = evaluator.bindings(call.allArguments(in: frame), to: function.signature, in: file)
                else { continue }
                fitting.append((file, function, bindings))
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

    /// Walks a call of a name: a closure, a function, a view of the sources or one of SwiftUI.
    private func make(
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
            let inner = Frame(
                file: outer.file,
                owner: Syntax(closure),
                bindings: bindings,
                instance: outer.instance,
                outer: outer
            )
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
            // One of its children is shown.
            guard let closure = call.allArguments.last?.value.as(ClosureExprSyntax.self) else { return }
            let point = newBranches()
            for (way, item) in closure.statements.enumerated() {
                statements(CodeBlockItemListSyntax([item]), in: frame, context.taking(way, at: point), leaf)
            }
        } else if Self.containers.contains(name) {
            content(of: call, in: frame, context, leaf)
        } else if !Self.leaves.contains(name) {
            notSeen(context)
        }
    }

    /// Walks the views that a call of SwiftUI is given.
    private func content(of call: FunctionCallExprSyntax, in frame: Frame, _ context: Context, _ leaf: @escaping Leaf) {
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
                let inner = Frame(
                    file: frame.file,
                    owner: Syntax(closure),
                    instance: frame.instance,
                    outer: frame
                )
                entering(closure, context) { statements(closure.statements, in: inner, context, leaf) }
            } else if argument.value.as(FunctionCallExprSyntax.self)?.calleeName?.first?.isUppercase == true
                || isModifier && (argument.value.is(FunctionCallExprSyntax.self) || argument.value.isOwnName)
                || argument.label == "content" || argument.label == "label" || call.calleeName == "AnyView"
            {
                walk(argument.value, in: frame, context, leaf)
            }
        }
    }

    // MARK: Declarations of the sources

    private func named(_ names: [String], at node: Syntax, in frame: Frame) -> NominalType? {
        guard names.last?.first?.isUppercase == true else { return nil }
        let path = frame.file.types(around: node).first?.path ?? []
        guard let type = program.type(named: names, in: path), type.isDeclared else { return nil }
        return type
    }

    /// Walks the body of a view of the sources.
    private func show(
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

    /// Walks each of several declarations of one name: only a build decides which there is.
    private func alternatives(
        _ members: [TypeDeclaration.Member],
        _ context: Context,
        _ walk: (TypeDeclaration.Member, Context) -> Void
    ) {
        let point = members.count > 1 ? newBranches() : 0
        for (way, member) in members.prefix(8).enumerated() {
            walk(member, members.count > 1 ? context.taking(way, at: point) : context)
        }
    }

    private func body(
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

    /// Walks the function `name` that a call means; `false` when there is none.
    private func function(
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
        let globals = program.files(declaring: name).flatMap { file in
            (file.functions[name] ?? []).filter { file.types(around: $0).isEmpty && !$0.isLocal }.map { (file, $0) }
        }
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

    private func run(
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
        for (way, (member, bindings)) in fitting.prefix(8).enumerated() {
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

    /// Walks what a name without parentheses means.
    private func property(
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

    /// Whether `node` is the content that a `ViewModifier` is given.
    private func isModifierContent(_ node: Syntax, _ frame: Frame) -> Bool {
        var current = node.parent
        while let next = current {
            if let function = next.as(FunctionDeclSyntax.self), function.name.text == "body" { return true }
            current = next.parent
        }
        return false
    }

    private func member(_ name: String, of value: Value, _ context: Context, _ leaf: @escaping Leaf) {
        guard let type = value.nominal else { return notSeen(context) }
        let members = program.members(name, of: type).filter { $0.binding != nil }
        guard !members.isEmpty else { return notSeen(context) }
        alternatives(members, context) { member, context in body(of: member, on: value, context, leaf) }
    }

    /// What a stored property was given, as an expression.
    private func stored(_ name: String, at node: Syntax, in frame: Frame) -> (ExprSyntax, Frame)? {
        guard case .instance(let instance) = evaluator.instance(around: node, in: frame),
            let member = program.members(name, of: instance.type).first, member.binding?.isStored == true
        else { return nil }
        for declaration in instance.type.declarations {
            for initializer in (declaration.members["init"] ?? []).compactMap({ $0.node.as(InitializerDeclSyntax.self) }
            ) {
                guard let body = initializer.body,
                    let bindings = evaluator.bindings(
                        instance.arguments,
                        to: initializer.signature,
                        in: declaration.file
                    )
                else { continue }
                let frame = Frame(
                    file: declaration.file,
                    owner: Syntax(initializer),
                    bindings: bindings,
                    instance: .unknown(.nominal(instance.type))
                )
                let rows = evaluator.changes(of: name, in: body).values
                guard rows.count == 1, rows[0].count == 1 else { return nil }
                return (rows[0][0], frame)
            }
        }
        let argument =
            instance.arguments.first { $0.label == name }
            ?? (member.binding?.holdsViews == true ? instance.arguments.last { $0.isTrailing && $0.label == nil } : nil)
        return argument.map { ($0.value, $0.frame) }
    }

    /// What a parameter or a variable of the code around `node` holds, as an expression.
    private func bound(_ name: String, from node: Syntax, in frame: Frame) -> (ExprSyntax, Frame)? {
        var frame = frame
        var child = node
        while let parent = child.parent {
            defer { child = parent }
            if frame.file.typesByNode[parent.id] != nil { return nil }
            switch parent.as(SyntaxEnum.self) {
            case .codeBlockItemList(let items) where !items.isTopLevel:
                for item in items {
                    if item.id == child.id { break }
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

    /// The getter of a computed variable of the code around `node`.
    private func localGetter(_ name: String, from node: Syntax) -> CodeBlockItemListSyntax? {
        var current = node.parent
        while let next = current, !next.is(MemberBlockSyntax.self) {
            if let items = next.as(CodeBlockItemListSyntax.self), !items.isTopLevel {
                for item in items {
                    if let variable = item.item.as(VariableDeclSyntax.self),
                        let getter = variable.bindings.first(where: { $0.name == name })?.getter
                    {
                        return getter
                    }
                }
            }
            current = next.parent
        }
        return nil
    }

    // MARK: The Dynamic Island

    private func island(_ expression: ExprSyntax, in frame: Frame, _ context: Context) {
        guard let call = expression.as(FunctionCallExprSyntax.self) else {
            if let reference = expression.as(DeclReferenceExprSyntax.self) {
                property(reference.baseName.identifierText, at: Syntax(reference), in: frame, context, island)
            }
            return
        }
        if call.calleeName == "DynamicIsland", call.base == nil { return regions(of: call, in: frame, context) }
        var whole = context
        whole.presentation = .dynamicIsland
        note(.dynamicIsland)
        self.call(call, in: frame, whole, island)
    }

    private func regions(of call: FunctionCallExprSyntax, in frame: Frame, _ context: Context) {
        let names: [String: Presentation] = [
            "compactLeading": .compactLeading, "compactTrailing": .compactTrailing, "minimal": .minimal,
        ]
        note(.dynamicIsland)
        for argument in call.allArguments {
            guard let closure = argument.value.as(ClosureExprSyntax.self) else { continue }
            let inner = Frame(file: frame.file, owner: Syntax(closure), instance: frame.instance, outer: frame)
            if let presentation = argument.label.flatMap({ names[$0] }) {
                var region = Context(presentation: presentation)
                region.site = context.site
                walk(closure.statements, in: inner, region)
            } else {
                statements(closure.statements, in: inner, context, expanded)
            }
        }
    }

    private func expanded(_ expression: ExprSyntax, in frame: Frame, _ context: Context) {
        guard let call = expression.as(FunctionCallExprSyntax.self) else {
            if let reference = expression.as(DeclReferenceExprSyntax.self) {
                property(reference.baseName.identifierText, at: Syntax(reference), in: frame, context, expanded)
            }
            return
        }
        guard call.calleeName == "DynamicIslandExpandedRegion" else {
            return self.call(call, in: frame, context, expanded)
        }
        let regions: [String: Presentation] = [
            "leading": .expandedLeading, "trailing": .expandedTrailing, "center": .expandedCenter,
            "bottom": .expandedBottom,
        ]
        guard let presentation = call.firstUnlabeled?.lastName.flatMap({ regions[$0] }),
            let closure = call.allArguments.last?.value.as(ClosureExprSyntax.self)
        else { return }
        let inner = Frame(file: frame.file, owner: Syntax(closure), instance: frame.instance, outer: frame)
        walk(closure.statements, in: inner, Context(presentation: presentation, path: context.path))
    }

    // MARK: SwiftUI

    /// Modifiers that show the views that they are given.
    private static let contentModifiers: Set<String> = [
        "background", "overlay", "containerBackground", "mask", "safeAreaInset", "widgetLabel", "badge",
    ]
    /// Views that show all views that they are given.
    private static let containers: Set<String> = [
        "AnyView", "AnyLayout", "Button", "ControlGroup", "DisclosureGroup", "ForEach", "Form", "GeometryReader",
        "Grid",
        "GridRow", "Group", "GroupBox", "HStack", "HStackLayout", "Label", "LabeledContent", "LazyHGrid", "LazyHStack",
        "LazyVGrid", "LazyVStack", "Link", "List", "Menu", "ScrollView", "Section", "TimelineView", "Toggle", "VStack",
        "VStackLayout", "ZStack", "ZStackLayout", "Gauge", "ProgressView",
    ]
    /// Views that show none of the sources, and modifiers that an extension of `View` calls without a dot.
    private static let leaves: Set<String> = [
        "AccessoryWidgetBackground", "AngularGradient", "AsyncImage", "Canvas", "Capsule", "Chart", "Circle", "Color",
        "ContainerRelativeShape", "Divider", "Ellipse", "EmptyView", "Image", "LinearGradient", "Map", "Path",
        "RadialGradient", "Rectangle", "RoundedRectangle", "Spacer", "Text", "UnevenRoundedRectangle",
    ]
}

extension ViewWalk.Context {
    /// The context on one way of several.
    func taking(_ way: Int, at point: Int) -> Self {
        var result = self
        result.path.append(ViewWalk.Branch(point: point, way: way))
        return result
    }

    /// The context where only these families, or all others, are; `nil` when none is left.
    func narrowed(_ asked: (families: Set<String>, isNegated: Bool)?) -> Self? {
        guard let asked else { return self }
        let known = families ?? WidgetFamilies.all
        let left = asked.isNegated ? known.subtracting(asked.families) : known.intersection(asked.families)
        guard !left.isEmpty else { return nil }
        var result = self
        result.families = left
        return result
    }
}

extension ExprSyntax {
    /// Whether it is a name that begins as those of properties do.
    fileprivate var isOwnName: Bool {
        self.as(DeclReferenceExprSyntax.self)?.baseName.text.first?.isLowercase == true
    }

    /// Whether a way through an `if` or a `switch` ends with `return`.
    fileprivate var returnsSomewhere: Bool {
        func returns(_ items: CodeBlockItemListSyntax) -> Bool { items.last?.item.is(ReturnStmtSyntax.self) == true }
        if let choice = self.as(SwitchExprSyntax.self) {
            return choice.cases.contains { $0.as(SwitchCaseSyntax.self).map { returns($0.statements) } ?? false }
        }
        var next = self.as(IfExprSyntax.self)
        while let current = next {
            if returns(current.body.statements) { return true }
            switch current.elseBody {
            case .ifExpr(let inner): next = inner
            case .codeBlock(let block): return returns(block.statements)
            case nil: return false
            }
        }
        return false
    }
}

extension SwitchCaseListSyntax.Element {
    /// The cases between the lines of an `#if`.
    fileprivate var conditionalCases: [SwitchCaseListSyntax.Element] {
        guard case .ifConfigDecl(let conditional) = self else { return [] }
        return conditional.clauses.flatMap { $0.elements?.as(SwitchCaseListSyntax.self).map(Array.init) ?? [] }
    }
}

extension PatternBindingSyntax {
    /// Whether it holds a closure or a view, so that a trailing closure can be meant for it.
    fileprivate var holdsViews: Bool {
        attributeNames.contains("ViewBuilder")
            || typeAnnotation?.type.description.contains("->") == true
    }
}
#endif
