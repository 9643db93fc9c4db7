#if Links
import SchemeModel
import SwiftSyntax

/// Matches calls with initializers in the code.
extension Evaluator {
    /// Whether `call` can create a value of `type`, judging by its labels: they match a declared initializer, or the memberwise
    /// initializer and all properties that it requires.
    func canMake(_ type: NominalType, _ call: FunctionCallExprSyntax, in file: ParsedFile) -> Bool {
        let arguments = call.allArguments(in: Frame(file: file))
        for declaration in type.declarations where !declaration.isProtocol {
            for member in declaration.members["init"] ?? [] {
                guard let initializer = member.node.as(InitializerDeclSyntax.self) else { continue }
                if bindings(arguments, to: initializer.signature, in: declaration.file) != nil { return true }
            }
        }
        guard let body = type.declarations.first(where: { !$0.isExtension }), body.node.is(StructDeclSyntax.self),
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
