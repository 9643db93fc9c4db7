#if Links
import SchemeModel
import SwiftSyntax

/// Finds the code that receives URLs and user activities from the system.
struct HandlerFinder {
    let evaluator: Evaluator
    let target: String?

    /// Returns the handlers in `file`.
    func handlers(in file: ParsedFile) -> [Handler] {
        var found: [Handler] = []
        for (name, kinds) in Self.functions.sorted(by: { $0.key < $1.key }) {
            for function in file.functions[name] ?? [] where !file.types(around: function).isEmpty && !function.isLocal
            {
                guard let kind = kinds.first(where: { $0.matches(function) })?.kind else { continue }
                found.append(handler(kind, function, in: file))
            }
        }
        for name in ["onOpenURL", "onContinueUserActivity", "setEventHandler", "authenticate"] + Self.sessions {
            for call in file.calls[name] ?? [] where !call.isInPreview(of: file) {
                if let handler = handler(name, call, in: file) { found.append(handler) }
            }
        }
        return found
    }

    private static let sessions = ["ASWebAuthenticationSession", "SFAuthenticationSession"]

    // MARK: Functions called by the system

    private struct Signature {
        var kind: Handler.Kind
        /// The parameter labels; `nil` for `_`.
        var labels: [String?]
        /// The last name of a parameter's type, if the labels alone are ambiguous.
        var type: String?

        func matches(_ function: FunctionDeclSyntax) -> Bool {
            let parameters = function.signature.parameterClause.parameters
            guard parameters.map(\.label) == labels else { return false }
            guard let type else { return true }
            return parameters.contains { $0.type.mentions(type) }
        }
    }

    private static let functions: [String: [Signature]] = [
        "application": [
            Signature(kind: .applicationOpenOptions, labels: [nil, "open", "options"]),
            Signature(kind: .applicationOpenSource, labels: [nil, "open", "sourceApplication", "annotation"]),
            Signature(kind: .applicationOpen, labels: [nil, "open"], type: "URL"),
            Signature(kind: .applicationHandleOpen, labels: [nil, "handleOpen"]),
            Signature(kind: .applicationContinue, labels: [nil, "continue", "restorationHandler"]),
        ],
        "scene": [
            Signature(kind: .sceneOpen, labels: [nil, "openURLContexts"]),
            Signature(kind: .sceneWillConnect, labels: [nil, "willConnectTo", "options"]),
            Signature(kind: .sceneContinue, labels: [nil, "continue"]),
        ],
        "handle": [Signature(kind: .handleUserActivity, labels: [nil], type: "NSUserActivity")],
        "handleUserActivity": [Signature(kind: .handleUserActivity, labels: [nil])],
    ]

    private func handler(_ kind: Handler.Kind, _ function: FunctionDeclSyntax, in file: ParsedFile) -> Handler {
        let place = file.place(
            from: function.name.positionAfterSkippingLeadingTrivia.utf8Offset,
            to: function.signature.parameterClause.endPositionBeforeTrailingTrivia.utf8Offset
        )
        let names = function.signature.parameterClause.parameters.map(\.localName)
        let finder = RouteFinder(evaluator: evaluator)
        if let body = function.body {
            var parts: [String: URLPart] = [:]
            if let name = kind == .sceneWillConnect ? names.last : names.dropFirst().first ?? names.first {
                parts[name] = kind.given
            }
            finder.read(body.statements, parts: parts, in: file, place: place)
        }
        return handler(kind, place: place, finder, isCalledByCode: isCalledByCode(function, in: file))
    }

    /// Whether a function's type is certainly not a delegate of the system, so that other code calls it, possibly after
    /// its own checks.
    private func isCalledByCode(_ function: FunctionDeclSyntax, in file: ParsedFile) -> Bool {
        guard let declaration = file.types(around: function).first,
            let type = evaluator.program.type(path: declaration.path), type.isDeclared
        else { return false }
        var names: Set<String> = []
        var waiting = [type]
        while let next = waiting.popLast(), names.count < Self.ancestors {
            for path in next.inherited {
                guard let name = path.last, names.insert(name).inserted else { continue }
                if let ancestor = evaluator.program.type(named: path, in: []), ancestor.isDeclared {
                    waiting.append(ancestor)
                }
            }
        }
        guard !names.isEmpty else { return false }
        return !names.union(type.path).contains { $0.hasSuffix("Delegate") }
    }

    /// The maximum number of superclasses and protocols to visit for one type.
    private static let ancestors = 64

    private func handler(
        _ kind: Handler.Kind,
        place: Place,
        _ finder: RouteFinder,
        isCalledByCode: Bool = false
    ) -> Handler {
        // A connecting scene also gets URLs from elsewhere, and an activity's URL has no custom scheme.
        let hasRoutes = kind.receivesURLs
        return Handler(
            kind: kind,
            place: place,
            target: target,
            accepts: hasRoutes ? finder.routes.filter { !$0.conditions.isEmpty } : [],
            isRouted: hasRoutes && finder.isRouted,
            // The caller may have used any part of the input.
            looksAt: isCalledByCode ? finder.seen.union([.elsewhere]) : finder.seen
        )
    }

    // MARK: Calls that register a handler

    private func handler(_ name: String, _ call: FunctionCallExprSyntax, in file: ParsedFile) -> Handler? {
        let place = call.namePlace(in: file)
        switch name {
        case "onOpenURL":
            guard call.base != nil || file.types(around: call).first?.isViewExtension == true,
                call.arguments.allSatisfy({ $0.label?.text == "perform" }),
                let action = call.argument("perform") ?? call.trailingClosure.map({ ExprSyntax($0) })
            else { return nil }
            return read(action, kind: .onOpenURL, place: place, file: file)
        case "onContinueUserActivity":
            guard call.base != nil, call.arguments.count + (call.trailingClosure == nil ? 0 : 1) == 2,
                let action = call.argument("perform") ?? call.trailingClosure.map({ ExprSyntax($0) })
            else { return nil }
            return read(action, kind: .onContinueUserActivity, place: place, file: file)
        case "setEventHandler":
            guard let event = call.argument("andEventID"), event.description.contains("kAEGetURL") else { return nil }
            let finder = RouteFinder(evaluator: evaluator)
            if let function = receiver(of: call, in: file), let body = function.body,
                let parameter = function.signature.parameterClause.parameters.first
            {
                finder.read(body.statements, parts: [parameter.localName: .event], in: file, place: place)
            }
            return handler(.appleEvent, place: place, finder)
        case "authenticate":
            guard call.base != nil || call.firstUnlabeled == nil,
                let scheme = call.argument("callbackURLScheme") ?? call.argument("callback")
            else { return nil }
            return session(scheme, place: place, file: file)
        default:
            guard let scheme = call.argument("callbackURLScheme") ?? call.argument("callback") else { return nil }
            return session(scheme, place: place, file: file)
        }
    }

    /// Returns the function in the same file that a call of `setEventHandler` registers by its selector.
    private func receiver(of call: FunctionCallExprSyntax, in file: ParsedFile) -> FunctionDeclSyntax? {
        guard
            let selector = call.argument("andSelector")?.as(MacroExpansionExprSyntax.self)?.arguments.first?.expression,
            let name = selector.lastName, let type = file.types(around: call).first
        else { return nil }
        let found = (file.functions[name] ?? []).filter { file.types(around: $0).first?.path == type.path }
        return found.count == 1 ? found[0] : nil
    }

    private func read(_ action: ExprSyntax, kind: Handler.Kind, place: Place, file: ParsedFile) -> Handler {
        let finder = RouteFinder(evaluator: evaluator)
        if let closure = action.as(ClosureExprSyntax.self) {
            let name = closure.parameterNames.first ?? "$0"
            let given: URLPart = kind.given
            finder.read(closure.statements, parts: [name: given], in: file, place: place)
        } else {
            finder.read(reference: action, in: file, place: place)
        }
        return handler(kind, place: place, finder)
    }

    /// Returns the handler for an authentication session and its callback schemes.
    private func session(_ scheme: ExprSyntax, place: Place, file: ParsedFile) -> Handler {
        // `callback: .customScheme("x")`
        let written = scheme.as(FunctionCallExprSyntax.self).flatMap { call in
            call.calleeName == "customScheme" ? call.firstUnlabeled : nil
        }
        let values = evaluator.value(of: written ?? scheme, in: file)
        var schemes: [String] = []
        var isKnown = true
        for value in values.all {
            if case .text(let text) = value, text.isExact { schemes.append(text.head) } else { isKnown = false }
        }
        let routes =
            schemes.isEmpty
            ? []
            : [
                Route(
                    conditions: [Route.Condition(component: .scheme, relation: .equals, values: schemes)],
                    place: place
                )
            ]
        return Handler(
            kind: .authenticationSession,
            place: place,
            target: target,
            accepts: routes,
            isRouted: isKnown && !schemes.isEmpty
        )
    }
}

extension Handler.Kind {
    /// The input that the system passes.
    fileprivate var given: URLPart {
        switch self {
        case .sceneOpen: .contexts
        case .sceneWillConnect: .options
        case .applicationOpen: .urls
        case .onContinueUserActivity, .applicationContinue, .sceneContinue, .handleUserActivity: .activity
        default: .url
        }
    }
}

extension TypeSyntax {
    /// Whether `name` is the last name of this type or of one inside it.
    fileprivate func mentions(_ name: String) -> Bool { tokens(viewMode: .sourceAccurate).contains { $0.text == name } }
}
#endif
