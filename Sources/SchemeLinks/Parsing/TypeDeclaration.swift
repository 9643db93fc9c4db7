#if Links
import SwiftSyntax

/// A declaration or an extension of a type.
final class TypeDeclaration: @unchecked Sendable {
    /// Its name, after the names of enclosing types.
    let path: [String]
    let node: DeclSyntax
    let isExtension: Bool
    /// Whether it is declared in a function, and in no type.
    let isLocal: Bool
    let isProtocol: Bool
    /// The types in the inheritance clause.
    let inherited: [TypeSyntax]
    unowned let file: ParsedFile
    /// The members by name. Initializers are called `init`, and each enumeration case has its own name.
    private(set) var members: [String: [Member]] = [:]
    /// The cases of an enumeration, in order.
    let cases: [String]

    /// A declaration in a type.
    struct Member {
        let node: DeclSyntax
        /// The variable, if it is one.
        var binding: PatternBindingSyntax?
        /// The enumeration case, if it is one.
        var element: EnumCaseElementSyntax?
        let isStatic: Bool
        unowned let owner: TypeDeclaration

        /// Whether it is a member of a class itself that subclasses can override.
        var isOverridableOfType: Bool { has(.class) }

        /// Whether it overrides a member of the superclass.
        var overrides: Bool { has(.override) }

        private func has(_ modifier: Keyword) -> Bool {
            node.asProtocol((any WithModifiersSyntax).self)?.modifiers
                .contains { $0.name.tokenKind == .keyword(modifier) } == true
        }
    }

    /// - Parameters:
    ///   - outer: The path of the type around it.
    ///   - isInside: Whether it is in a type or a function.
    init?(_ node: Syntax, file: ParsedFile, outer: [String], isInside: Bool) {
        guard let group = node.asProtocol((any DeclGroupSyntax).self), let declaration = DeclSyntax(node) else {
            return nil
        }
        isLocal = isInside && outer.isEmpty
        if let named = node.asProtocol((any NamedDeclSyntax).self) {
            path = outer + [named.name.identifierText]
            isExtension = false
        } else if let extended = node.as(ExtensionDeclSyntax.self)?.extendedType.dottedPath {
            path = outer + extended
            isExtension = true
        } else {
            return nil
        }
        self.node = declaration
        self.file = file
        isProtocol = node.is(ProtocolDeclSyntax.self)
        inherited = group.inheritanceClause?.inheritedTypes.map(\.type) ?? []
        var found: [(String, DeclSyntax, PatternBindingSyntax?, EnumCaseElementSyntax?, Bool)] = []
        var pending = Array(group.memberBlock.members.reversed())
        while let item = pending.popLast() {
            switch item.decl.as(DeclSyntaxEnum.self) {
            case .variableDecl(let variable):
                let isStatic = variable.modifiers.isStatic
                for binding in variable.bindings {
                    if let name = binding.name { found.append((name, item.decl, binding, nil, isStatic)) }
                }
            case .functionDecl(let function):
                let isStatic = function.modifiers.isStatic
                found.append((function.name.identifierText, item.decl, nil, nil, isStatic))
            case .initializerDecl: found.append(("init", item.decl, nil, nil, false))
            case .enumCaseDecl(let cases):
                for element in cases.elements {
                    found.append((element.name.identifierText, item.decl, nil, element, true))
                }
            case .typeAliasDecl(let alias): found.append((alias.name.identifierText, item.decl, nil, nil, true))
            case .ifConfigDecl(let conditional):
                for clause in conditional.clauses {
                    if let members = clause.elements?.as(MemberBlockItemListSyntax.self) {
                        pending += members.reversed()
                    }
                }
            default: break
            }
        }
        cases = found.compactMap { $0.3 == nil ? nil : $0.0 }
        for (name, node, binding, element, isStatic) in found {
            let member = Member(node: node, binding: binding, element: element, isStatic: isStatic, owner: self)
            members[name, default: []].append(member)
        }
    }
}
#endif
