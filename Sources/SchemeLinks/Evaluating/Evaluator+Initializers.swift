#if Links
import SchemeModel
import SwiftSyntax

/// Matches calls with initializers in the code.
extension Evaluator {
    /// An initializer with the frame in which a call runs it.
    struct Initialization {
        let node: InitializerDeclSyntax
        let body: CodeBlockSyntax
        let frame: Frame
    }

    /// Returns the first declared initializer of `type` that `arguments` fit; `nil` if there is none. In its body, `self` is any
    /// `value`.
    func initialization(
        of type: NominalType,
        with arguments: [Instance.Argument],
        as value: TypeReference? = nil
    ) -> Initialization? {
        for (owner, node) in type.initializers {
            guard let body = node.body, let bindings = bindings(arguments, to: node.signature, in: owner.file) else {
                continue
            }
            let frame = Frame(
                file: owner.file,
                owner: Syntax(node),
                bindings: bindings,
                instance: .unknown(value ?? .nominal(type))
            )
            return Initialization(node: node, body: body, frame: frame)
        }
        return nil
    }

    /// Whether `call` can create a value of `type`, judging by its labels: they match a declared initializer, or the memberwise
    /// initializer and all properties that it requires.
    func canMake(_ type: NominalType, _ call: FunctionCallExprSyntax, in file: ParsedFile) -> Bool {
        let arguments = call.allArguments(in: Frame(file: file))
        let isDeclared = type.initializers.contains { owner, node in
            bindings(arguments, to: node.signature, in: owner.file) != nil
        }
        if isDeclared { return true }
        guard let body = type.declaration, body.node.is(StructDeclSyntax.self),
            body.members["init"] == nil
        else { return false }
        let stored = body.members.values.joined().filter { !$0.isStatic && $0.binding?.isStored == true }
            .compactMap(\.binding)
        let labels = arguments.compactMap(\.label)
        // Closures after the call have no labels.
        let closures = arguments.count { $0.label == nil && $0.isTrailing }
        let missing = Set(stored.filter(\.isRequired).compactMap(\.name)).subtracting(labels)
        return labels.count + closures == arguments.count && missing.count <= closures
            && Set(labels).isSubset(of: stored.compactMap(\.name))
    }
}
#endif
