#if Links
import SwiftSyntax

/// The modifiers of a target that contain a `widgetURL`: functions in extensions of views.
struct WidgetURLModifiers {
    /// Such a function.
    struct Wrapper {
        let function: FunctionDeclSyntax
        let file: ParsedFile
        /// What its `widgetURL` is given; `nil` where it has several, of which a call does not say which it means.
        fileprivate(set) var url: ExprSyntax?
    }

    /// A call of one of them.
    struct Call {
        let call: FunctionCallExprSyntax
        /// What the modifier inside is given, and the frame in which it is evaluated.
        let url: ExprSyntax?
        let frame: Frame
    }

    private var byName: [String: [Wrapper]] = [:]

    /// The wrappers in `files`.
    init(in files: [ParsedFile]) {
        for file in files {
            var found: [Wrapper] = []
            var positions: [SyntaxIdentifier: Int] = [:]
            for call in file.calls["widgetURL"] ?? [] where file.types(around: call).first?.isViewExtension == true {
                guard let function = call.functionAround else { continue }
                if let position = positions.updateValue(found.count, forKey: function.id) {
                    found[position].url = nil
                    positions[function.id] = position
                } else {
                    found.append(Wrapper(function: function, file: file, url: call.onlyUnlabeled))
                }
            }
            for wrapper in found { byName[wrapper.function.name.identifierText, default: []].append(wrapper) }
        }
    }

    /// The names of all, in order.
    var names: [String] { byName.keys.sorted() }

    /// The calls in `file` of one of them.
    func calls(in file: ParsedFile, _ evaluator: Evaluator) -> [Call] {
        names.flatMap { name in
            (file.calls[name] ?? []).filter { !$0.isInPreview(of: file) }.flatMap { call in
                let arguments = call.allArguments(in: Frame(file: file))
                return (byName[name] ?? []).prefix(ViewWalk.alternatives).compactMap { wrapper -> Call? in
                    let signature = wrapper.function.signature
                    guard let bindings = evaluator.bindings(arguments, to: signature, in: wrapper.file) else {
                        return nil
                    }
                    let frame = Frame(file: wrapper.file, owner: Syntax(wrapper.function), bindings: bindings)
                    return Call(call: call, url: wrapper.url, frame: frame)
                }
            }
        }
    }
}

extension SyntaxProtocol {
    /// The innermost function that it stands in.
    fileprivate var functionAround: FunctionDeclSyntax? {
        var current = parent
        while let next = current {
            if let function = next.as(FunctionDeclSyntax.self) { return function }
            current = next.parent
        }
        return nil
    }
}
#endif
