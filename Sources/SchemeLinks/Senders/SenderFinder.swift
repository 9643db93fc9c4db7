#if Links
import SchemeModel
import SwiftSyntax

/// Finds the calls that hand a URL to the system.
struct SenderFinder {
    let evaluator: Evaluator

    /// A call that hands a URL to the system.
    struct Sender {
        var kind: Link.Kind
        var call: FunctionCallExprSyntax
        var url: ExprSyntax
        var file: ParsedFile
    }

    private static let names: Set<String> = ["widgetURL", "Link", "OpenURLIntent", "open", "canOpenURL", "openURL"]

    /// The senders in `file`.
    func senders(in file: ParsedFile) -> [Sender] {
        var found: [Sender] = []
        // The action that opens URLs can have any name.
        let actions = file.types.flatMap(\.members).filter { $0.value.contains { $0.binding?.isOpenURLAction == true } }
        for name in Self.names.union(actions.map(\.key)).sorted() {
            for call in file.calls[name] ?? [] where !call.isInPreview(of: file) {
                guard let (kind, url) = sender(name, call, in: file) else { continue }
                found.append(Sender(kind: kind, call: call, url: url, file: file))
            }
        }
        return found
    }

    /// What `call` sends, when it sends something.
    func sender(_ name: String, _ call: FunctionCallExprSyntax, in file: ParsedFile) -> (Link.Kind, ExprSyntax)? {
        switch name {
        case "widgetURL":
            guard let url = call.onlyUnlabeled, isModifier(call, in: file) else { return nil }
            return (.widgetURL, url)
        case "Link":
            guard isSystemType(call, in: file), let url = call.argument("destination") else { return nil }
            return (.link, url)
        case "OpenURLIntent":
            guard isSystemType(call, in: file), let url = call.firstUnlabeled else { return nil }
            return (.openURLIntent, url)
        case "open": return open(call, in: file)
        case "canOpenURL":
            guard let url = call.onlyUnlabeled, let base = call.base, object(base, in: file) == "UIApplication" else {
                return nil
            }
            return (.canOpenURL, url)
        case "openURL":
            if let base = call.base, let url = call.firstUnlabeled, object(base, in: file) == "UIApplication" {
                return (.applicationOpen, url)
            }
            return environmentAction(name, call, in: file)
        default: return environmentAction(name, call, in: file)
        }
    }

    private func open(_ call: FunctionCallExprSyntax, in file: ParsedFile) -> (Link.Kind, ExprSyntax)? {
        guard let url = call.firstUnlabeled else { return nil }
        guard let base = call.base else { return environmentAction("open", call, in: file) }
        switch object(base, in: file) {
        case "UIApplication": return (.applicationOpen, url)
        case "NSWorkspace": return (.workspaceOpen, url)
        case "NSExtensionContext": return (.extensionContextOpen, url)
        default: return nil
        }
    }

    /// The class of the system's object that `base` is.
    private func object(_ base: ExprSyntax, in file: ParsedFile) -> String? {
        let names = base.dottedNames ?? []
        if names.last == "extensionContext" { return "NSExtensionContext" }
        if names.suffix(2) == ["UIApplication", "shared"] { return "UIApplication" }
        if names.suffix(2) == ["NSWorkspace", "shared"] { return "NSWorkspace" }
        guard names.count <= 2, case .unknown(.other(let name)?) = evaluator.typed(base, in: file) else {
            return nil
        }
        return ["UIApplication", "NSWorkspace", "NSExtensionContext"].contains(name) ? name : nil
    }

    /// A call of the value that `@Environment(\.openURL)` gives.
    private func environmentAction(
        _ name: String,
        _ call: FunctionCallExprSyntax,
        in file: ParsedFile
    ) -> (Link.Kind, ExprSyntax)? {
        guard let url = call.firstUnlabeled else { return nil }
        if let base = call.base {
            guard base.dottedNames == ["self"] else {
                return name == "openURL" && base.dottedNames?.last == "environment" ? (.openURL, url) : nil
            }
        }
        for declaration in file.types(around: call) {
            guard let type = evaluator.program.type(path: declaration.path) else { continue }
            let members = type.members(name)
            guard !members.isEmpty else { continue }
            return members.contains { $0.binding?.isOpenURLAction == true } ? (.openURL, url) : nil
        }
        return nil
    }

    /// Whether the call is of a type that no source declares.
    private func isSystemType(_ call: FunctionCallExprSyntax, in file: ParsedFile) -> Bool {
        guard let names = call.calledExpression.dottedNames, let name = names.last else { return false }
        if names.count == 2, names[0] == "SwiftUI" || names[0] == "AppIntents" { return true }
        let path = file.types(around: call).first?.path ?? []
        return names.count == 1 && evaluator.program.type(named: [name], in: path)?.isDeclared != true
    }

    /// Whether `call` is a modifier of a view or of a Dynamic Island, and no case or function of the sources.
    func isModifier(_ call: FunctionCallExprSyntax, in file: ParsedFile) -> Bool {
        guard let name = call.calleeName else { return false }
        guard let member = call.calledExpression.as(MemberAccessExprSyntax.self) else {
            // Inside an extension of `View` its modifiers need no dot.
            return call.calledExpression.is(DeclReferenceExprSyntax.self)
                && file.types(around: call).first?.isViewExtension == true
        }
        guard let base = member.base else { return false }
        guard let names = base.dottedNames, let last = names.last else { return true }
        if last.first?.isUppercase == true || last == "self" && names.count > 1 { return false }
        guard let type = evaluator.typed(base, in: file)?.nominal else { return true }
        return evaluator.program.members(name, of: type).isEmpty
    }
}

extension Evaluator {
    /// What `expression` can be by itself.
    func value(of expression: ExprSyntax, in file: ParsedFile) -> Values {
        restart()
        return evaluate(expression, in: Frame(file: file))
    }
}

extension TypeDeclaration {
    /// Whether it extends `View`, or a type or protocol of SwiftUI whose modifiers give views.
    var isViewExtension: Bool {
        isExtension && ["View", "Text", "Image", "Shape", "DynamicIsland"].contains(path.last)
    }
}

extension PatternBindingSyntax {
    /// Whether it holds the action that opens URLs.
    fileprivate var isOpenURLAction: Bool {
        if typeAnnotation?.type.dottedPath?.last == "OpenURLAction" { return true }
        return variable?.attributes.contains { element in
            guard case .attribute(let attribute) = element, attribute.attributeName.dottedPath == ["Environment"],
                case .argumentList(let arguments) = attribute.arguments, let first = arguments.first?.expression,
                let path = first.as(KeyPathExprSyntax.self)
            else { return false }
            return path.components.last?.component.as(KeyPathPropertyComponentSyntax.self)?.declName.baseName.text
                == "openURL"
        } ?? false
    }
}

extension FunctionCallExprSyntax {
    /// What stands before the dot and the name of what is called.
    var base: ExprSyntax? { calledExpression.unwrapped.as(MemberAccessExprSyntax.self)?.base }

    /// The argument when there is just one, in parentheses and without a label.
    var onlyUnlabeled: ExprSyntax? {
        arguments.count == 1 && trailingClosure == nil ? firstUnlabeled : nil
    }

    /// Where the call stands from its name to the end of its parentheses.
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
