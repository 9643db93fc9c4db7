#if Links
import SchemeModel
import SwiftSyntax

/// A type with all its visible extensions.
final class NominalType {
    let path: [String]
    let declarations: [TypeDeclaration]
    /// Whether its declaration is visible, and not only extensions.
    let isDeclared: Bool
    let isProtocol: Bool
    let isClass: Bool
    let isEnumeration: Bool
    /// The cases of an enumeration, in order.
    let cases: [String]
    /// The types and protocols in its inheritance clauses.
    let inherited: [[String]]
    private let members: [String: [TypeDeclaration.Member]]
    /// The types in ``inherited`` that the code declares or extends, once they were looked up.
    var parents: [NominalType]?

    init(path: [String], declarations: [TypeDeclaration]) {
        self.path = path
        self.declarations = declarations
        isDeclared = declarations.contains { !$0.isExtension }
        isProtocol = declarations.contains(where: \.isProtocol)
        isClass = declarations.contains { $0.node.is(ClassDeclSyntax.self) }
        isEnumeration = declarations.contains { $0.node.is(EnumDeclSyntax.self) }
        cases = declarations.flatMap(\.cases)
        // `extension UIApplication: @retroactive Opener {}`
        inherited = declarations.flatMap { declaration in
            declaration.inherited.compactMap { ($0.as(AttributedTypeSyntax.self)?.baseType ?? $0).dottedPath }
        }
        var members: [String: [TypeDeclaration.Member]] = [:]
        for declaration in declarations { members.merge(declaration.members, uniquingKeysWith: +) }
        self.members = members
    }

    /// Whether its inheritance clauses have one of `names` as last component.
    func inherits(_ names: Set<String>) -> Bool { inherited.contains { $0.last.map(names.contains) ?? false } }

    /// Its own members called `name`, in order of the files.
    func members(_ name: String) -> [TypeDeclaration.Member] { members[name] ?? [] }
}

extension TypeDeclaration.Member {
    /// Whether it is a requirement of a protocol.
    var isRequirement: Bool {
        guard owner.isProtocol, !owner.isExtension else { return false }
        if let function = node.as(FunctionDeclSyntax.self) { return function.body == nil }
        return !node.is(TypeAliasDeclSyntax.self)
    }
}

/// A type, as far as it is known.
indirect enum TypeReference {
    case nominal(NominalType)
    case array(TypeReference)
    /// A type that the code doesn't declare, by its last name.
    case other(String)
}
#endif
