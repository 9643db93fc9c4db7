#if Links
import SchemeModel
import SwiftSyntax

/// Follows the URL into the functions that a handler calls.
extension RouteFinder {
    /// Code that gets the URL or a part of it.
    struct Candidate {
        var file: ParsedFile
        var node: Syntax
        var body: CodeBlockItemListSyntax
        /// The parts in its names.
        var parts: [String: URLPart]
        /// Whether other code may get them instead; see ``CallTargets/mayBeOther``.
        var mayBeOther = false

        /// A key that is the same for the same code with equal parts.
        var key: String {
            ([String(describing: node.id)] + parts.map { "\($0.key) \($0.value.name)" }.sorted())
                .joined(separator: " ")
        }
    }

    /// The maximum number of functions with the same name.
    static let candidateLimit = 8

    /// Follows a call that passes the URL or a part of it.
    func follow(_ call: FunctionCallExprSyntax, _ scope: Scope) {
        if isLog(call, scope) { return followArguments(ofLog: call, scope) }
        if isErrorMessage(call, scope) { return }
        if let presence = part(of: call.calledExpression, in: scope)?.presence {
            // `actions[host]?(url)`
            return accept(scope.adding(presence, at: scope.file.place(of: call.calledExpression)))
        }
        if walkElements(call, scope) { return }
        let found = candidates(for: call, scope)
        guard !found.isEmpty else { return unfollowed(call, scope) }
        if found.count > 1 || found[0].mayBeOther { opaque(scope) }
        for candidate in found { enter(candidate, from: call, scope) }
        walkClosures(of: call, scope)
    }

    /// Follows the URL into the function or getter of `candidate`.
    func enter(_ candidate: Candidate, from call: some SyntaxProtocol, _ scope: Scope) {
        guard trail.followed.count < Self.depthLimit, !trail.followed.contains(candidate.node.id) else {
            return opaque(scope)
        }
        trail.entered.insert(call.id)
        trail.followed.append(candidate.node.id)
        noteWords(of: candidate)
        walk(
            candidate.body,
            Scope(
                file: candidate.file,
                parts: candidate.parts,
                holds: scope.holds,
                place: scope.place,
                rest: scope.rest
            )
        )
        trail.followed.removeLast()
    }

    /// Follows the elements of `contexts.forEach { … }` into its closure.
    private func walkElements(_ call: FunctionCallExprSyntax, _ scope: Scope) -> Bool {
        guard let closure = call.allArguments.last?.value.as(ClosureExprSyntax.self),
            ["forEach", "first", "contains", "map", "flatMap"].contains(call.calleeName), let base = call.base,
            let part = part(of: base, in: scope)
        else { return false }
        guard ["forEach", "map", "flatMap"].contains(call.calleeName) else {
            opaque(scope)
            return true
        }
        var inner = scope
        let isOne = call.calleeName != "forEach" && ![URLPart.contexts, .urls].contains(part)
        inner.parts[closure.parameterNames.first ?? "$0"] = isOne ? part : element(of: base, in: scope)
        walk(closure.statements, inner)
        return true
    }

    /// Walks the closures passed to a call, which can use the surrounding names: `Task { handle(url) }`.
    private func walkClosures(of call: FunctionCallExprSyntax, _ scope: Scope) {
        for argument in call.allArguments {
            guard let closure = argument.value.as(ClosureExprSyntax.self) else { continue }
            var inner = scope
            for name in closure.parameterNames { inner.parts[name] = nil }
            walk(closure.statements, inner)
        }
    }

    /// Notes a call of unknown code.
    private func unfollowed(_ call: FunctionCallExprSyntax, _ scope: Scope) {
        walkClosures(of: call, scope)
        let isHanded = call.allArguments.contains { argument in
            !argument.value.is(ClosureExprSyntax.self) && mentions(Syntax(argument.value), scope)
        }
        let hasClosure = call.allArguments.contains {
            $0.value.is(ClosureExprSyntax.self) && mentions(Syntax($0.value), scope)
        }
        let isValue = call.base == nil && call.calledExpression.is(MemberAccessExprSyntax.self)
        let makesValue = isValue || call.calleeName?.first?.isUppercase == true
        if isHanded { opaque(scope, makesValue: makesValue) } else if !hasClosure { act(scope, on: Syntax(call)) }
    }

    /// Notes that the URL is used by code that is not analyzed, which only gets the URLs for which the conditions hold.
    /// If `makesValue`, that code only creates a value from it.
    func opaque(_ scope: Scope, makesValue: Bool = false) {
        if scope.holds.isEmpty { return }
        guard scope.holds.contains(where: { !$0.isEmpty }) else { return giveUp() }
        handsOver = handsOver || !makesValue
        accept(scope)
    }

    // MARK: Resolving calls

    /// Returns the functions or initializers that `call` can refer to, with the parts that they get; empty if none or
    /// too many are known.
    func candidates(for call: FunctionCallExprSyntax, _ scope: Scope) -> [Candidate] {
        guard let name = call.calleeName, !isOver else { return [] }
        let frame = Frame(file: scope.file)
        let arguments = call.allArguments(in: frame)
        var found: [Candidate] = []
        func add(_ file: ParsedFile, _ node: Syntax, _ signature: FunctionSignatureSyntax, _ body: CodeBlockSyntax?) {
            guard evaluator.spendOnRoutes(4), let body,
                let bindings = evaluator.bindings(arguments, to: signature, in: file)
            else { return }
            var parts: [String: URLPart] = [:]
            for parameter in signature.parameterClause.parameters {
                guard case .argument(let argument)? = bindings[parameter.localName], argument.frame === frame else {
                    continue
                }
                guard let known = known(argument.value, as: parameter, of: node, in: file, scope) else { return }
                parts[parameter.localName] = known
            }
            if let base = call.base, let own = part(of: base, in: scope) { parts["self"] = own }
            found.append(Candidate(file: file, node: node, body: body.statements, parts: parts))
        }
        if name.first?.isUppercase == true || name == "init" {
            guard let type = madeType(call, in: scope) else { return [] }
            for (owner, made) in type.initializers { add(owner.file, Syntax(made), made.signature, made.body) }
        } else {
            let meaning = functions(named: name, at: call.calledExpression, in: scope.file, scope)
            for (file, function) in meaning.functions {
                add(file, Syntax(function), function.signature, function.body)
            }
            if !meaning.isOfOneType, found.count > 1 { return [] }
            for index in found.indices { found[index].mayBeOther = meaning.mayBeOther }
        }
        return found.count <= Self.candidateLimit ? found : []
    }

    /// The functions that a name can refer to.
    struct CallTargets {
        var functions: [(file: ParsedFile, function: FunctionDeclSyntax)] = []
        /// Whether they belong to the type of the receiver or to types that conform to it. Otherwise only the name is
        /// known.
        var isOfOneType = false
        /// Whether the receiver may be an SDK's, or the name a property that holds a closure.
        var mayBeOther = false
    }

    /// Returns the part of the URL that a parameter gets: `.some(nil)` for none, `nil` if its type doesn't accept the
    /// argument.
    private func known(
        _ argument: ExprSyntax,
        as parameter: FunctionParameterSyntax,
        of node: Syntax,
        in file: ParsedFile,
        _ scope: Scope
    ) -> URLPart?? {
        let name = parameter.type.plainName
        guard let part = part(of: argument, in: scope) else {
            return .some(mentions(Syntax(argument), scope) ? .derived : nil)
        }
        switch part {
        case .url where ["String", "Data", "Int", "Bool", "UIOpenURLContext", "NSUserActivity"].contains(name),
            .component where ["URL", "NSURL", "URLComponents"].contains(name),
            .components where name == "URL" || name == "String":
            return nil
        case .url, .component, .components:
            // `handle(_ link: DeepLink)` beside `handle(_ url: URL)`: a type in the code can't hold a URL or string.
            let path = file.types(around: node).first?.path ?? []
            guard case .nominal(let type)? = program.resolve(parameter.type, in: path) else { return .some(part) }
            return type.isDeclared && !type.isProtocol ? nil : .some(part)
        case .wrapped(let inner, let caseName, _):
            let path = file.types(around: node).first?.path ?? []
            guard case .nominal(let type)? = program.resolve(parameter.type, in: path), type.isEnumeration else {
                return .some(part)
            }
            guard type.cases.contains(caseName) else { return nil }
            return .some(.wrapped(inner, in: caseName, URLPart.TypeIdentity(type: type)))
        default: return .some(part)
        }
    }

    /// Returns the functions that `name` can refer to in a call through `callee`: those of the enclosing type, or of
    /// the receiver's type, or else the only ones with this name.
    func functions(
        named name: String,
        at callee: ExprSyntax,
        in file: ParsedFile,
        _ scope: Scope? = nil
    ) -> CallTargets {
        var types: [NominalType] = []
        let base = callee.unwrapped.as(MemberAccessExprSyntax.self)?.base
        if base == nil || base?.dottedNames == ["self"] || base?.dottedNames == ["Self"] {
            if base == nil, let local = evaluator.localFunction(name, around: Syntax(callee)) {
                return CallTargets(functions: [(file, local)], isOfOneType: true)
            }
            types = file.types(around: callee).compactMap { program.type(path: $0.path) }
        } else if let base, let scope, let own = part(of: base, in: scope).flatMap(extendedType) {
            types = [own]
        } else if let base, let type = declaredType(of: base, in: file) ?? evaluator.typed(base, in: file)?.nominal {
            types = [type]
        }
        for type in types {
            var found = members(name, of: type)
            // A method of a protocol, or one that subclasses override.
            if found.isEmpty || type.isClass || type.isProtocol, let subtypes = program.subtypes(of: type, with: name) {
                found += subtypes.prefix(Self.candidateLimit).flatMap { members(name, of: $0) }
            }
            if !found.isEmpty { return CallTargets(functions: found, isOfOneType: true) }
        }
        // `RCTLinkingManager.application(…)` in a method of the same name calls an SDK.
        if let first = base?.dottedNames?.first, first.first?.isUppercase == true,
            program.type(named: [first], in: file.types(around: callee).first?.path ?? []) == nil
        {
            return CallTargets()
        }
        let around = base == nil ? [] : Set(sequence(first: Syntax(callee), next: \.parent).map(\.id))
        let all = program.files(declaring: name, as: .function).flatMap { file in
            (file.functions[name] ?? []).filter { !around.contains($0.id) }.map { (file: file, function: $0) }
        }
        guard evaluator.spendOnRoutes(1 + all.count / 4) else { return CallTargets() }
        let mayBeOther = all.contains { base != nil || !$0.file.types(around: $0.function).isEmpty }
        return CallTargets(functions: all, mayBeOther: mayBeOther)
    }

    private func members(
        _ name: String,
        of type: NominalType
    ) -> [(file: ParsedFile, function: FunctionDeclSyntax)] {
        program.members(name, of: type).compactMap { member in
            member.node.as(FunctionDeclSyntax.self).map { (member.owner.file, $0) }
        }
    }

    /// Returns the declared type of the property `base`. A value of a protocol type can be of any conforming type.
    private func declaredType(of base: ExprSyntax, in file: ParsedFile) -> NominalType? {
        guard let names = base.dottedNames, let name = names.last,
            names.count == 1 || names.count == 2 && names[0] == "self"
        else { return nil }
        for declaration in file.types(around: base) {
            guard let type = program.type(path: declaration.path) else { continue }
            for member in type.members(name) {
                guard let annotation = member.binding?.typeAnnotation?.type else { continue }
                guard case .nominal(let declared)? = program.resolve(annotation, in: declaration.path) else {
                    return nil
                }
                return declared
            }
        }
        return nil
    }

    /// Returns the type of a part of the URL, if the code extends it.
    func extendedType(_ part: URLPart) -> NominalType? {
        switch part {
        case .url: program.type(path: ["URL"])
        case .components: program.type(path: ["URLComponents"])
        case .wrapped(_, _, let type): type?.type
        default: nil
        }
    }

    // MARK: Names

    /// Whether `node` mentions a part of the URL that isn't one of `others`.
    func mentions(_ node: Syntax, _ scope: Scope, butNot others: [URLPart] = []) -> Bool {
        func isPart(_ name: String) -> Bool { scope.parts[name].map { !others.contains($0) } ?? false }
        let own = scope.parts["self"]
        let isURL = own == .url || own == .components
        for token in node.tokens(viewMode: .sourceAccurate) {
            trail.tokens += 1
            switch token.tokenKind {
            case .identifier, .dollarIdentifier:
                let name = token.identifierText
                if isPart(name) || trail.assigned.contains(name) { return true }
                if isURL && Self.urlMembers.contains(name) { return true }
            case .keyword(.self): if isPart("self") { return true }
            default: break
            }
        }
        return false
    }

    private static let urlMembers: Set<String> = [
        "absoluteString", "host", "lastPathComponent", "path", "pathComponents", "query", "queryItems", "scheme",
    ]

    /// Whether the call only writes to a log. A logger in the code that gets a part of the URL may do more with it.
    func isLog(_ call: FunctionCallExprSyntax, _ scope: Scope) -> Bool {
        guard call.isLog, let name = call.calleeName else { return false }
        guard call.base != nil, call.arguments.contains(where: { part(of: $0.expression, in: scope) != nil }) else {
            return true
        }
        return !functions(named: name, at: call.calledExpression, in: scope.file, scope).isOfOneType
    }

    /// Follows the calls in the arguments of a log call that may do more than read the URL.
    private func followArguments(ofLog call: FunctionCallExprSyntax, _ scope: Scope) {
        var pending = call.allArguments.map { Syntax($0.value) }.filter { mentions($0, scope) && !isPure($0, scope) }
        while let node = pending.popLast() {
            if let inner = node.as(FunctionCallExprSyntax.self) {
                follow(inner, scope)
                continue
            }
            let inner = node.children(viewMode: .sourceAccurate).filter { mentions($0, scope) && !isPure($0, scope) }
            if inner.isEmpty { opaque(scope) }
            pending += inner
        }
    }

    private static let textLabels: Set<String> = ["errorMessage", "message", "text", "title"]

    /// Whether the call only tells the user that something is wrong with a text from the URL, such as
    /// `showAlert(title: errorTitle, message: "Unknown action \(url)")`.
    func isErrorMessage(_ call: FunctionCallExprSyntax, _ scope: Scope) -> Bool {
        // Elsewhere, a comparison may select URLs whose purpose is to show an error.
        guard scope.rest == .all, let name = call.calleeName?.lowercased(),
            ["alert", "alertstate", "error"].contains(where: name.hasSuffix),
            call.allArguments.allSatisfy({ argument in
                // A closure may continue, and a function that gets the whole URL may ask before it opens it.
                if argument.value.is(ClosureExprSyntax.self) || part(of: argument.value, in: scope)?.isWhole == true {
                    return false
                }
                let isText = argument.label.map(Self.textLabels.contains) ?? true
                return isText || argument.value.is(StringLiteralExprSyntax.self)
                    || !mentions(Syntax(argument.value), scope)
            })
        else { return false }
        return call.tokens(viewMode: .sourceAccurate).contains { token in
            guard case .identifier(let text) = token.tokenKind else { return false }
            return ["error", "invalid", "unknown", "unsupported"].contains(where: text.lowercased().contains)
        }
    }
}

extension FunctionCallExprSyntax {
    private static let logFunctions: Set<String> = [
        "print", "debugPrint", "NSLog", "os_log", "dump", "assertionFailure", "assert",
    ]
    private static let logLevels: Set<String> = [
        "debug", "info", "notice", "warning", "error", "fault", "critical", "trace", "log", "verbose",
    ]

    /// Whether it only writes to a log, with a function of the system or of CocoaLumberjack, or with a logger.
    /// `showLog(url)` and `dialog.info(url)` may do anything.
    var isLog: Bool {
        guard let name = calleeName else { return false }
        guard let base else { return Self.logFunctions.contains(name) || name.hasPrefix("DDLog") }
        let names = Self.logLevels.contains(name) ? base.dottedNames ?? [] : []
        return names.contains { ["log", "logger"].contains($0) || $0.hasSuffix("Log") || $0.hasSuffix("Logger") }
    }
}
#endif
