#if Links
import SwiftSyntax

/// The modifiers of a target that wrap `widgetURL`: functions in extensions of views.
struct WidgetURLModifiers {
    /// A function that contains a `widgetURL`.
    struct Wrapper {
        let function: FunctionDeclSyntax
        let file: ParsedFile
        /// The argument of its `widgetURL`; `nil` if it contains several.
        fileprivate(set) var url: ExprSyntax?
    }

    /// A call of a wrapper.
    struct Call {
        let call: FunctionCallExprSyntax
        /// The argument of the inner modifier, and the frame for its evaluation.
        let url: ExprSyntax?
        let frame: Frame
    }

    private var byName: [String: [Wrapper]] = [:]

    /// Finds the wrappers in `files`.
    init(in files: [ParsedFile]) {
        for file in files {
            var found: [Wrapper] = []
            var positions: [SyntaxIdentifier: Int] = [:]
            for call in file.calls("widgetURL") where file.types(around: call).first?.isViewExtension == true {
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

    /// The names of the wrappers, sorted.
    var names: [String] { byName.keys.sorted() }

    /// Returns the calls of wrappers in `file`.
    func calls(in file: ParsedFile, _ evaluator: Evaluator) -> [Call] {
        names.flatMap { name in
            file.calls(name).filter { !$0.isInPreview(of: file) }.flatMap { call in
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
    /// The innermost enclosing function.
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
