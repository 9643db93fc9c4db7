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
                guard let kind = kinds.first(where: { $0.matches(function) })?.kind,
                    kind != .applicationLaunch || function.readsLaunchURL
                else { continue }
                found.append(handler(kind, function, in: file))
            }
        }
        for name in Self.registering {
            for call in file.calls(name) where !call.isInPreview(of: file) {
                if let handler = handler(name, call, in: file) { found.append(handler) }
            }
        }
        return found + wrappedSessions(in: file)
    }

    /// The functions that register a handler, or start a session that waits for a callback.
    private static let registering = [
        "onOpenURL", "onContinueUserActivity", "setEventHandler", "authenticate", "webAuth",
        "ASWebAuthenticationSession", "SFAuthenticationSession",
    ]
    /// The labels with which functions around an authentication session get the scheme of its callback.
    private static let wrapperLabels = ["callbackURLScheme", "callbackUrlScheme", "callbackScheme"]

    // MARK: Functions called by the system

    private struct Signature {
        var kind: Handler.Kind
        /// The parameter labels; `nil` for `_`.
        var labels: [String?]
        /// The last name of a parameter's type, if the labels alone are ambiguous.
        var type: String?
        /// Whether only UIKit calls the function.
        var isOfUIKit = false

        func matches(_ function: FunctionDeclSyntax) -> Bool {
            guard hasLabels(of: function), !(isOfUIKit && Self.isOfAppKit(function)) else { return false }
            guard let type else { return true }
            return function.signature.parameterClause.parameters.contains { $0.type.mentions(type) }
        }

        func hasLabels(of function: FunctionDeclSyntax) -> Bool {
            Self.renamed(function.signature.parameterClause.parameters.map(\.label)) == labels
        }

        static func isOfAppKit(_ function: FunctionDeclSyntax) -> Bool {
            function.signature.parameterClause.parameters.first?.type.mentions("NSApplication") ?? false
        }

        /// The labels that Swift 3 gave the system's functions. Earlier versions of Swift have one for each parameter.
        private static let renaming = [
            "openURL": "open", "handleOpenURL": "handleOpen", "continueUserActivity": "continue",
        ]

        private static func renamed(_ labels: [String?]) -> [String?] {
            guard labels.count > 1, let name = labels[1].flatMap({ renaming[$0] }) else { return labels }
            return [nil, name] + labels.dropFirst(2)
        }
    }

    private static let functions: [String: [Signature]] = [
        "application": [
            Signature(kind: .applicationOpenOptions, labels: [nil, "open", "options"], isOfUIKit: true),
            Signature(
                kind: .applicationOpenSource,
                labels: [nil, "open", "sourceApplication", "annotation"],
                isOfUIKit: true
            ),
            Signature(kind: .applicationOpen, labels: [nil, "open"], type: "URL"),
            Signature(kind: .applicationHandleOpen, labels: [nil, "handleOpen"], isOfUIKit: true),
            Signature(kind: .applicationContinue, labels: [nil, "continue", "restorationHandler"]),
            Signature(kind: .applicationLaunch, labels: [nil, "didFinishLaunchingWithOptions"]),
        ],
        "scene": [
            Signature(kind: .sceneOpen, labels: [nil, "openURLContexts"]),
            Signature(kind: .sceneWillConnect, labels: [nil, "willConnectTo", "options"]),
            Signature(kind: .sceneContinue, labels: [nil, "continue"]),
        ],
        // `handleUserActivity(_ userInfo:)` of watchOS gets no URL, and others with that name are the app's own.
        "handle": [Signature(kind: .handleUserActivity, labels: [nil], type: "NSUserActivity")],
    ]

    /// Returns the methods in `file` that are named like UIKit's, but have a parameter of AppKit, which calls another one.
    func uncalledReceivers(in file: ParsedFile) -> [Place] {
        let signatures = (Self.functions["application"] ?? []).filter(\.isOfUIKit)
        return (file.functions["application"] ?? []).filter { function in
            !function.isLocal && Signature.isOfAppKit(function) && signatures.contains { $0.hasLabels(of: function) }
        }.map { place(of: $0, in: file) }
    }

    private func place(of function: FunctionDeclSyntax, in file: ParsedFile) -> Place {
        file.place(
            from: function.name.positionAfterSkippingLeadingTrivia.utf8Offset,
            to: function.signature.parameterClause.endPositionBeforeTrailingTrivia.utf8Offset
        )
    }

    private func handler(_ kind: Handler.Kind, _ function: FunctionDeclSyntax, in file: ParsedFile) -> Handler {
        let place = place(of: function, in: file)
        let names = function.signature.parameterClause.parameters.map(\.localName)
        let finder = RouteFinder(evaluator: evaluator)
        // A URL in launch options isn't followed.
        if let body = function.body, kind != .applicationLaunch {
            var parts: [String: URLPart] = [:]
            if let name = kind == .sceneWillConnect ? names.last : names.dropFirst().first ?? names.first {
                parts[name] = kind.given
            }
            finder.read(body.statements, parts: parts, in: file, place: place)
        } else {
            finder.note(.elsewhere)
        }
        let type = file.types(around: function).first?.path.joined(separator: ".")
        var found = handler(kind, place: place, type: type, finder, isCalledByCode: isCalledByCode(function, in: file))
        if let body = function.body, kind.receivesURLs || kind.receivesActivities {
            found.resumption = ContinuationFinder.resumption(body.statements, in: file, evaluator)
        }
        return found
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
        type: String? = nil,
        _ finder: RouteFinder,
        isCalledByCode: Bool = false
    ) -> Handler {
        // Many handlers can search the same large function.
        _ = evaluator.spendOnRoutes(finder.trail.tokens / 32)
        // A connecting scene also gets URLs from elsewhere.
        let hasRoutes = kind.receivesURLs || kind.receivesActivities
        var handler = Handler(
            kind: kind,
            place: place,
            target: target,
            type: type,
            accepts: hasRoutes ? finder.routes.filter { !$0.conditions.isEmpty } : [],
            isRouted: hasRoutes && finder.isRouted && !finder.mayTakeOthers,
            // The caller may have used any part of the input.
            looksAt: isCalledByCode ? finder.seen.union([.elsewhere]) : finder.seen
        )
        // A scene that connects shows something in any case.
        handler.mayTakeOthers = finder.usesOthers || hasRoutes && finder.mayTakeOthers
        return handler
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
            var found = read(action, kind: .onContinueUserActivity, place: place, file: file)
            found.activityType = call.firstUnlabeled.flatMap { evaluator.activityType($0, in: file) }
            return found
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
            return session(scheme, of: call, place: place, file: file)
        case "webAuth":
            // Auth0 opens an ASWebAuthenticationSession. Its callback has the bundle identifier as the scheme.
            guard file.imports("Auth0") else { return nil }
            return Handler(kind: .authenticationSession, place: place, target: target, accepts: [], isRouted: false)
        default:
            guard let scheme = call.argument("callbackURLScheme") ?? call.argument("callback") else { return nil }
            return session(scheme, of: call, place: place, file: file)
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
        var code: (body: CodeBlockItemListSyntax, file: ParsedFile)?
        if let closure = action.as(ClosureExprSyntax.self) {
            let name = closure.parameterNames.first ?? "$0"
            finder.read(closure.statements, parts: [name: kind.given], in: file, place: place)
            code = (closure.statements, file)
        } else {
            code = finder.read(reference: action, given: kind.given, in: file, place: place)
        }
        var found = handler(kind, place: place, finder)
        found.resumption = code.flatMap { ContinuationFinder.resumption($0.body, in: $0.file, evaluator) }
        return found
    }

    /// Returns the handlers for authentication sessions that other functions start with the custom scheme that they get,
    /// such as `.init(url: page, callbackURLScheme: "acme")`.
    private func wrappedSessions(in file: ParsedFile) -> [Handler] {
        let source = evaluator.program.sources.files[file.index]
        guard Self.wrapperLabels.contains(where: source.contains(word:)) else { return [] }
        let names = file.calledNames.filter { !Self.registering.contains($0) }
        return names.flatMap(file.calls).sorted { $0.position < $1.position }.compactMap { call in
            guard let scheme = Self.wrapperLabels.lazy.compactMap({ call.argument($0) }).first,
                !scheme.is(NilLiteralExprSyntax.self), !call.isInPreview(of: file)
            else { return nil }
            let handler = session(scheme, of: call, place: call.namePlace(in: file), file: file)
            // The function may change other text before it starts the session.
            let isCustom = handler.callbackSchemes.allSatisfy { SchemeGrammar.isScheme($0) && !SchemeKey($0).isWeb }
            return isCustom ? handler : nil
        }
    }

    /// Returns the handler for an authentication session with this scheme or callback.
    private func session(
        _ callback: ExprSyntax,
        of session: FunctionCallExprSyntax,
        place: Place,
        file: ParsedFile
    ) -> Handler {
        let call = callback.as(FunctionCallExprSyntax.self)
        var wanted: [(component: Route.Component, value: ExprSyntax)] = []
        if call?.calleeName == "https", let host = call?.argument("host"), let path = call?.argument("path") {
            wanted = [(.host, host), (.path, path)]
        } else {
            // `callback: .customScheme("x")`
            let written = call.flatMap { $0.calleeName == "customScheme" ? $0.firstUnlabeled : nil }
            wanted = [(.scheme, written ?? callback)]
        }
        var conditions: [Route.Condition] = []
        var isKnown = true
        for (component, value) in wanted {
            var texts: [String] = []
            let values = evaluator.value(of: value, in: file)
            for value in evaluator.possible(values, of: value, in: Frame(file: file)).all {
                if case .text(let text) = value, text.isExact { texts.append(text.head) } else { isKnown = false }
            }
            if texts.isEmpty {
                isKnown = false
            } else {
                conditions.append(Route.Condition(component: component, relation: .equals, values: texts))
            }
        }
        var handler = Handler(
            kind: .authenticationSession,
            place: place,
            target: target,
            accepts: conditions.isEmpty ? [] : [Route(conditions: conditions, place: place)],
            isRouted: isKnown
        )
        handler.endsBefore = CallConditions(around: session, evaluator).endsBefore
        return handler
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
