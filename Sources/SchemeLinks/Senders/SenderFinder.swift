#if Links
import SchemeModel
import SwiftSyntax

/// Finds the calls that pass a URL to the system.
struct SenderFinder {
    let evaluator: Evaluator
    private let objects: SystemObjects

    /// A call that passes a URL to the system.
    struct Sender {
        var kind: Link.Kind
        var call: FunctionCallExprSyntax
        var url: ExprSyntax
        var file: ParsedFile
        var traits: Set<Link.Trait> = []
    }

    private static let names: Set<String> = ["widgetURL", "Link", "OpenURLIntent", "open", "canOpenURL", "openURL"]

    /// The labels of the arguments of the system's functions and actions that open URLs.
    private static let labels: Set<String> = [
        "additionalEventParamDescriptor", "completion", "completionHandler", "configuration", "launchIdentifiers",
        "options", "prefersInApp", "withAppBundleIdentifier", "withApplicationAt",
    ]

    init(evaluator: Evaluator) {
        self.evaluator = evaluator
        objects = SystemObjects(evaluator)
    }

    /// Returns the senders in `file`.
    func senders(in file: ParsedFile) -> [Sender] {
        var found: [Sender] = []
        // A property with the `openURL` action can have any name.
        let scan = evaluator.program.sources.scans[file.index]
        let hasActions = ["openURL", "OpenURLAction"].contains { scan?.canContain(FileScan.hash($0)) == true }
        let actions = (hasActions ? file.types : []).flatMap(\.members).filter {
            $0.value.contains { $0.binding?.isOpenURLAction == true }
        }
        func add(_ name: String, _ made: (FunctionCallExprSyntax) -> Sender?) {
            for call in file.calls(name) where !isIdle(call, in: file) {
                guard evaluator.noteSender(), var sender = made(call) else { continue }
                sender.traits.formUnion(CallConditions(around: call, evaluator).traits)
                found.append(sender)
            }
        }
        for name in Self.names.union(actions.map(\.key)).sorted() { add(name) { sender(name, $0, in: file) } }
        for name in file.calledNames.filter(\.namesPerforming).sorted() { add(name) { performer($0, in: file) } }
        return found
    }

    /// Whether `call` never runs in the app.
    private func isIdle(_ call: FunctionCallExprSyntax, in file: ParsedFile) -> Bool {
        call.isInPreview(of: file) || evaluator.program.isUnused(call, in: file)
    }

    /// Returns the sender that `call` is, if any.
    func sender(_ name: String, _ call: FunctionCallExprSyntax, in file: ParsedFile) -> Sender? {
        func made(_ kind: Link.Kind, _ url: ExprSyntax?, _ traits: Set<Link.Trait> = []) -> Sender? {
            url.map { Sender(kind: kind, call: call, url: $0, file: file, traits: traits) }
        }
        switch name {
        case "widgetURL":
            guard let url = call.onlyUnlabeled, isModifier(call, in: file) else { return nil }
            return made(.widgetURL, url)
        case "Link":
            guard let url = call.argument("destination"), isSystemType(call, in: file) else { return nil }
            return made(.link, url)
        case "OpenURLIntent":
            guard let url = call.firstUnlabeled, isSystemType(call, in: file) else { return nil }
            return made(.openURLIntent, url)
        case "canOpenURL":
            guard let url = call.onlyUnlabeled, className(of: call, in: file) == "UIApplication" else { return nil }
            return made(.canOpenURL, url, objects.isWrapper(call.base, in: file) ? [.forwarded] : [])
        case "open", "openURL":
            // Many routers have a function with this name.
            guard let url = call.firstUnlabeled,
                call.arguments.allSatisfy({ $0.label.map { Self.labels.contains($0.text) } ?? true })
            else { return nil }
            switch className(of: call, in: file) {
            case "UIApplication":
                // The retired function has one argument; others of that name are the app's own.
                guard name == "open" || call.onlyUnlabeled != nil else { return nil }
                let retired: Set<Link.Trait> = name == "openURL" ? [.retiredCall] : []
                return made(.applicationOpen, url, objects.traits(of: call.base, in: file).union(retired))
            case "NSWorkspace" where name == "open": return made(.workspaceOpen, url)
            case "NSExtensionContext" where name == "open": return made(.extensionContextOpen, url)
            default: return made(.openURL, isEnvironmentAction(name, call, in: file) ? url : nil)
            }
        default: return made(.openURL, isEnvironmentAction(name, call, in: file) ? call.firstUnlabeled : nil)
        }
    }

    /// Returns the system class of the receiver of `call`.
    private func className(of call: FunctionCallExprSyntax, in file: ParsedFile) -> String? {
        guard let base = call.base, base.dottedNames != ["self"] else {
            guard let system = objects.className(around: call, in: file), let name = call.calleeName,
                let type = evaluator.program.type(path: [system])
            else { return nil }
            return isOwn(call, name, of: type, in: file) ? nil : system
        }
        guard let system = objects.className(of: base, in: file) else { return nil }
        guard let name = call.calleeName, let type = evaluator.program.type(path: [system]) else { return system }
        return isOwn(call, name, of: type, in: file) ? nil : system
    }

    /// Whether a function of an extension takes the arguments, and so shadows the system's.
    private func isOwn(
        _ call: FunctionCallExprSyntax,
        _ name: String,
        of type: NominalType,
        in file: ParsedFile
    ) -> Bool {
        let arguments = call.allArguments(in: Frame(file: file))
        return type.members(name).contains { member in
            guard let function = member.node.as(FunctionDeclSyntax.self) else { return false }
            return evaluator.bindings(arguments, to: function.signature, in: member.owner.file) != nil
        }
    }

    /// Analyzes `application.perform(#selector(openURL(_:)), with: url)` and similar calls.
    private func performer(_ call: FunctionCallExprSyntax, in file: ParsedFile) -> Sender? {
        guard call.arguments.count > 1, let base = call.base, base.dottedNames != ["self"] else { return nil }
        guard call.arguments.contains(where: { isOpenSelector($0.expression, in: file) }),
            let url = call.argument("with") ?? call.argument("object")
        else { return nil }
        let traits = objects.traits(of: base, in: file)
        switch objects.className(of: base, in: file) {
        case "UIApplication": break
        case nil: guard !traits.isEmpty, !isObjectOfCode(base, in: file) else { return nil }
        default: return nil
        }
        return Sender(kind: .applicationOpen, call: call, url: url, file: file, traits: traits.union([.retiredCall]))
    }

    /// Whether `base` is an object of a class in the code, which may have a method with the same name.
    private func isObjectOfCode(_ base: ExprSyntax, in file: ParsedFile) -> Bool {
        switch evaluator.typed(base, in: file) {
        case .instance(let instance): instance.type.isDeclared
        case .unknown(.nominal(let type)): type.isDeclared && !type.isProtocol
        default: false
        }
    }

    /// Whether an expression is the selector of `UIApplication.openURL(_:)`.
    private func isOpenSelector(_ expression: ExprSyntax, in file: ParsedFile) -> Bool {
        guard case .text(let text) = evaluator.typed(expression, in: file) else { return false }
        return text.isExact && text.head == "openURL:"
    }

    /// Whether `call` calls the action from `@Environment(\.openURL)`.
    private func isEnvironmentAction(_ name: String, _ call: FunctionCallExprSyntax, in file: ParsedFile) -> Bool {
        if let base = call.base, base.dottedNames != ["self"] {
            let holder = base.dottedNames?.last ?? base.unwrapped.as(FunctionCallExprSyntax.self)?.calleeName
            return name == "openURL" && (holder == "environment" || holder == "EnvironmentValues")
        }
        for declaration in file.types(around: call) {
            guard let type = evaluator.program.type(path: declaration.path) else { continue }
            let members = type.members(name)
            guard !members.isEmpty else { continue }
            return members.contains { $0.binding?.isOpenURLAction == true }
        }
        return false
    }

    /// Whether the call creates a system type, rather than a visible type in the code with the same name and a
    /// matching initializer.
    private func isSystemType(_ call: FunctionCallExprSyntax, in file: ParsedFile) -> Bool {
        guard let names = call.calledExpression.dottedNames, let name = names.last else { return false }
        if names.count == 2, names[0] == "SwiftUI" || names[0] == "AppIntents" { return true }
        let path = file.types(around: call).first?.path ?? []
        guard names.count == 1 else { return false }
        guard let type = evaluator.program.type(named: [name], in: path), type.isDeclared else { return true }
        let isOwn = type.declarations.contains { !$0.isExtension && evaluator.program.isOwn($0.file) }
        if !isOwn, file.importsOnlySystem { return true }
        return !evaluator.canMake(type, call, in: file)
    }

    /// Whether `call` is a modifier of a view or a Dynamic Island, rather than a case or function in the code.
    func isModifier(_ call: FunctionCallExprSyntax, in file: ParsedFile) -> Bool {
        guard let name = call.calleeName else { return false }
        guard let member = call.calledExpression.as(MemberAccessExprSyntax.self) else {
            // In an extension of `View`, its modifiers can be called without a dot.
            return call.calledExpression.is(DeclReferenceExprSyntax.self)
                && file.types(around: call).first?.isViewExtension == true
        }
        guard let base = member.receiver else { return false }
        guard let names = base.dottedNames, let last = names.last else { return true }
        if last.first?.isUppercase == true || last == "self" && names.count > 1 { return false }
        guard let type = evaluator.typed(base, in: file)?.nominal else { return true }
        return evaluator.program.members(name, of: type).isEmpty
    }
}

extension Evaluator {
    /// Evaluates `expression` alone.
    func value(of expression: ExprSyntax, in file: ParsedFile) -> ValueSet {
        restart()
        return evaluate(expression, in: Frame(file: file))
    }
}

extension String {
    /// Whether the name is that of a function that performs a selector.
    fileprivate var namesPerforming: Bool {
        guard utf8.count >= "perform".utf8.count else { return false }
        let name = lowercased()
        return name.contains("perform") || name.contains("selector")
    }
}

extension TypeDeclaration {
    /// Whether it extends `View`, or a type or protocol of SwiftUI whose modifiers return views.
    var isViewExtension: Bool {
        isExtension && ["View", "Text", "Image", "Shape", "DynamicIsland"].contains(path.last)
    }
}

extension PatternBindingSyntax {
    /// Whether it holds the `openURL` action.
    var isOpenURLAction: Bool {
        if typeAnnotation?.type.dottedPath?.last == "OpenURLAction" { return true }
        return variable?.attributes.contains { element in
            guard case .attribute(let attribute) = element,
                ["Environment", "Dependency"].contains(attribute.attributeName.dottedPath?.last),
                case .argumentList(let arguments) = attribute.arguments, let first = arguments.first?.expression,
                let path = first.as(KeyPathExprSyntax.self)
            else { return false }
            return path.components.last?.component.as(KeyPathPropertyComponentSyntax.self)?.declName.baseName.text
                == "openURL"
        } ?? false
    }
}

extension FunctionCallExprSyntax {
    /// The receiver of the call.
    var base: ExprSyntax? { calledExpression.unwrapped.as(MemberAccessExprSyntax.self)?.receiver }

    /// The argument, if there is only one, unlabeled and in parentheses.
    var onlyUnlabeled: ExprSyntax? {
        arguments.count == 1 && trailingClosure == nil ? firstUnlabeled : nil
    }

    /// Returns the place of the call from its name to its closing parenthesis.
    func namePlace(in file: ParsedFile) -> Place {
        let bare = calledExpression.unwrapped
        let name =
            bare.as(MemberAccessExprSyntax.self)?.declName.baseName
            ?? bare.as(DeclReferenceExprSyntax.self)?.baseName
        let start = (name.map { Syntax($0) } ?? Syntax(bare)).positionAfterSkippingLeadingTrivia.utf8Offset
        let end =
            rightParen?.endPositionBeforeTrailingTrivia.utf8Offset
            ?? calledExpression.endPositionBeforeTrailingTrivia.utf8Offset
        return file.place(from: start, to: end)
    }
}
#endif
