#if Links
import SchemeModel
import SwiftSyntax

/// The functions that a handler hands the URL to.
extension RouteFinder {
    /// Goes into a function that is handed the URL or a part of it.
    func follow(_ call: FunctionCallExprSyntax, _ scope: Scope) {
        if Self.isLog(call) { return }
        if let closure = call.allArguments.last?.value.as(ClosureExprSyntax.self),
            ["forEach", "first", "contains"].contains(call.calleeName), let base = call.base,
            let part = part(of: base, in: scope)
        {
            // `contexts.forEach { … }`
            guard call.calleeName == "forEach" else { return giveUp() }
            var inner = scope
            inner.parts[closure.parameterNames.first ?? "$0"] =
                part == .contexts ? .context : part == .urls ? .url : .derived
            return walk(closure.statements, inner)
        }
        guard trail.followed.count < Self.depthLimit, let name = call.calleeName else { return opaque(scope) }
        let frame = Frame(file: scope.file)
        var candidates: [(file: ParsedFile, node: Syntax, signature: FunctionSignatureSyntax, body: CodeBlockSyntax)] =
            []
        if name.first?.isUppercase == true || name == "init" {
            let path = scope.file.types(around: call).first?.path ?? []
            var names = call.calledExpression.dottedNames ?? []
            if names.last == "init" { names.removeLast() }
            if let type = program.type(named: names, in: path) {
                if call.arguments.count == 1, call.arguments.first?.label?.text == "rawValue",
                    let value = call.arguments.first?.expression
                {
                    return rawValue(value, of: type, scope)
                }
                for declaration in type.declarations {
                    for member in declaration.members["init"] ?? [] {
                        guard let made = member.node.as(InitializerDeclSyntax.self), let body = made.body else {
                            continue
                        }
                        candidates.append((declaration.file, Syntax(made), made.signature, body))
                    }
                }
            }
        } else {
            candidates = functions(named: name, at: call.calledExpression, in: scope.file).compactMap { found in
                found.function.body.map { (found.file, Syntax(found.function), found.function.signature, $0) }
            }
        }
        let fitting = candidates.compactMap { candidate in
            evaluator.bindings(call.allArguments(in: frame), to: candidate.signature, in: candidate.file).map {
                (candidate, $0)
            }
        }
        guard fitting.count == 1, let (found, bindings) = fitting.first, !trail.followed.contains(found.node.id) else {
            return opaque(scope)
        }
        var parts: [String: URLPart] = [:]
        for (name, binding) in bindings {
            guard case .argument(let argument) = binding, argument.frame === frame else { continue }
            if let part = part(of: argument.value, in: scope) {
                parts[name] = part
            } else if mentions(Syntax(argument.value), scope) {
                parts[name] = .derived
            }
        }
        trail.entered.insert(call.id)
        trail.followed.append(found.node.id)
        noteWords(of: Syntax(found.body), parts: parts)
        walk(found.body.statements, Scope(file: found.file, parts: parts, holds: scope.holds, place: scope.place))
        trail.followed.removeLast()
    }

    /// The URLs that the one function which `call` means takes; `nil` when that is not understood.
    func routes(of call: FunctionCallExprSyntax, _ scope: Scope) -> Alternatives? {
        let finder = RouteFinder(inside: self)
        var inner = scope
        inner.holds = [[]]
        finder.follow(call, inner)
        looksAt.formUnion(finder.looksAt)
        return finder.isRouted ? finder.routes.map(\.conditions) : nil
    }

    /// The URL goes where it is not followed.
    func opaque(_ scope: Scope) {
        if scope.holds.contains(where: { !$0.isEmpty }) { accept(scope) } else { giveUp() }
    }

    /// `Type(rawValue: part)`: the part is one of the raw values of its cases.
    func rawValue(_ value: ExprSyntax, of type: NominalType, _ scope: Scope) {
        guard let condition = rawValueCondition(value, of: type, in: scope) else { return giveUp() }
        accept(scope.adding([[condition]], at: scope.file.place(of: value)))
    }

    func rawValueCondition(_ value: ExprSyntax, of type: NominalType, in scope: Scope) -> Route.Condition? {
        guard let component = part(of: value, in: scope)?.component, type.isEnumeration else { return nil }
        var texts: [String] = []
        for name in type.cases {
            let instance = Instance(type: type, caseName: name, arguments: [])
            guard case .text(let text) = evaluator.property("rawValue", of: .instance(instance)).only, text.isExact
            else {
                return nil
            }
            texts.append(text.head)
        }
        return texts.isEmpty ? nil : Route.Condition(component: component, relation: .equals, values: texts)
    }

    /// The functions that `name` can mean in a call through `callee`: of the type around it, or of the type of what
    /// stands before the dot; else the only ones of that name.
    func functions(
        named name: String,
        at callee: ExprSyntax,
        in file: ParsedFile
    ) -> [(file: ParsedFile, function: FunctionDeclSyntax)] {
        var types: [NominalType] = []
        let base = callee.unwrapped.as(MemberAccessExprSyntax.self)?.base
        if base == nil || base?.dottedNames == ["self"] || base?.dottedNames == ["Self"] {
            types = file.types(around: callee).compactMap { program.type(path: $0.path) }
        } else if let base, let type = evaluator.typed(base, in: file)?.nominal {
            types = [type]
        }
        for type in types {
            let found = program.members(name, of: type).compactMap { member in
                member.node.as(FunctionDeclSyntax.self).map { (member.owner.file, $0) }
            }
            if !found.isEmpty { return found }
        }
        return program.files(declaring: name, as: .function).flatMap { file in
            (file.functions[name] ?? []).map { (file, $0) }
        }
    }

    /// Whether a part of the URL is named in `node`.
    func mentions(_ node: Syntax, _ scope: Scope) -> Bool {
        node.tokens(viewMode: .sourceAccurate).contains { token in
            switch token.tokenKind {
            case .identifier, .dollarIdentifier: scope.parts[token.identifierText] != nil
            default: false
            }
        }
    }

    /// Whether the call only writes something down.
    static func isLog(_ call: FunctionCallExprSyntax) -> Bool {
        guard let name = call.calleeName else { return false }
        if ["print", "debugPrint", "NSLog", "os_log", "dump", "assertionFailure", "assert"].contains(name) {
            return true
        }
        let levels: Set<String> = [
            "debug", "info", "notice", "warning", "error", "fault", "critical", "trace", "log", "verbose",
        ]
        return levels.contains(name) && (call.base?.dottedNames?.contains { $0.lowercased().contains("log") } ?? false)
    }
}
#endif
