#if Links
import SchemeModel
import SwiftSyntax

extension TargetReader {
    func noteTypes(in file: ParsedFile) {
        for declaration in file.types {
            let inherited = declaration.inherited.compactMap { $0.dottedPath }
            let names = Set(inherited.compactMap(\.last))
            let isDelegate =
                declaration.node.is(ClassDeclSyntax.self)
                && names.contains {
                    $0.hasSuffix("AppDelegate") || $0.hasSuffix("ApplicationDelegate")
                        || $0.hasSuffix("SceneDelegate") || $0 == "WKExtensionDelegate"
                }
            if facts.entryPoint == nil, let name = declaration.nameToken, begins(declaration, names) {
                facts.entryPoint = file.place(of: name)
            }
            guard isDelegate || names.contains("ActivityAttributes"), let name = declaration.nameToken else { continue }
            let type = NamedType(
                name: declaration.path.joined(separator: "."),
                place: file.place(of: name),
                inherited: inherited.map { $0.joined(separator: ".") },
                inheritedInCode: inherited.filter {
                    program.type(named: $0, in: Array(declaration.path.dropLast()))?.isDeclared == true
                }.map { $0.joined(separator: ".") }
            )
            if isDelegate { facts.delegates.append(type) } else { facts.activityAttributes.append(type) }
        }
    }

    /// Whether this type is the app's entry point, and its delegate is fully known.
    private func begins(_ declaration: TypeDeclaration, _ inherited: Set<String>) -> Bool {
        guard let attributes = declaration.node.asProtocol((any WithAttributesSyntax).self)?.attributes.names else {
            return false
        }
        if !inherited.isDisjoint(with: ["UIApplicationDelegate", "NSApplicationDelegate"]) {
            return !Set(attributes).isDisjoint(with: ["main", "UIApplicationMain", "NSApplicationMain"])
        }
        guard attributes.contains("main"), inherited.contains("App") else { return false }
        return declaration.members.values.joined().compactMap(\.binding).allSatisfy { binding in
            guard let adapted = binding.adaptedDelegate else { return true }
            return program.type(named: adapted, in: declaration.path)?.isDeclared == true
        }
    }

    /// Notes a call that starts the app with a delegate in the code, as in `main.swift`.
    func noteEntryCall(in files: [ParsedFile]) {
        guard facts.entryPoint == nil, !facts.delegates.isEmpty else { return }
        for file in files {
            guard let call = ["UIApplicationMain", "NSApplicationMain"].compactMap({ file.calls[$0]?.first }).first
            else {
                continue
            }
            facts.entryPoint = call.namePlace(in: file)
            return
        }
    }
}

extension TypeDeclaration {
    /// The name in its declaration; `nil` for an extension of a nested type.
    var nameToken: TokenSyntax? {
        if let named = node.asProtocol((any NamedDeclSyntax).self) { return named.name }
        return node.as(ExtensionDeclSyntax.self)?.extendedType.lastToken(viewMode: .sourceAccurate)
    }
}
#endif
