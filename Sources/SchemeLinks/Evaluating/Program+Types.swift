#if Links
import SchemeModel
import SwiftSyntax

/// What names of types and functions refer to.
extension Program {
    /// The type with exactly this path, even if it is only extended; `nil` if the result is thrown away anyway.
    func type(path: [String]) -> NominalType? {
        guard let name = path.last, path.count <= 16, !isFutile else { return nil }
        if let known = nominals[path] { return known }
        let outer = path.dropLast()
        let indices = indices(declaring: name, as: .type) { index in
            if let file = loaded[index] {
                return file.declaresType(at: path) || path.count == 1 && file.extendsType(name)
            }
            // One that doesn't fit into memory is reported, so a search would only take time.
            return !refused.contains(index) && outer.allSatisfy { sources.files[index].contains(word: $0) }
        }
        let type = NominalType(path: path, files: indices, in: self)
        nominals[path] = .some(type)
        return type
    }

    /// The type that `names` refer to inside the type with the path `context`.
    func type(named names: [String], in context: [String], depth: Int = 0) -> NominalType? {
        guard let first = names.first, depth < 8 else { return nil }
        for length in stride(from: context.count, through: 0, by: -1) {
            let outer = Array(context.prefix(length))
            var found: NominalType?
            if let type = type(path: outer + [first]), type.isDeclared || length == 0 {
                found = type
            } else if let alias = alias(first, in: outer, depth: depth) {
                found = alias
            }
            guard var current = found else { continue }
            for name in names.dropFirst() {
                if let inner = type(path: current.path + [name]) {
                    current = inner
                } else if let alias = alias(name, in: current.path, depth: depth) {
                    current = alias
                } else {
                    return nil
                }
            }
            return current
        }
        return nil
    }

    /// The target of the type alias `name` in the type with this path. Includes the inferred `Entry` of a timeline
    /// provider.
    private func alias(_ name: String, in path: [String], depth: Int) -> NominalType? {
        let owners = path.isEmpty ? [] : type(path: path).map { [$0] } ?? []
        for owner in owners {
            for member in owner.members(name) {
                guard let target = member.node.as(TypeAliasDeclSyntax.self)?.initializer.value.dottedPath,
                    target != [name]
                else { continue }
                return type(named: target, in: path, depth: depth + 1)
            }
            guard name == "Entry" else { continue }
            for function in ["placeholder", "snapshot"] {
                for member in owner.members(function) {
                    guard let declaration = member.node.as(FunctionDeclSyntax.self),
                        let result = declaration.signature.returnClause?.type.dottedPath, result != ["Entry"]
                    else { continue }
                    return type(named: result, in: path, depth: depth + 1)
                }
            }
        }
        guard path.isEmpty else { return nil }
        for file in files(declaringOutermost: name, .typeAlias) {
            for item in file.tree.statements {
                guard let alias = item.item.as(TypeAliasDeclSyntax.self), alias.name.identifierText == name,
                    let target = alias.initializer.value.dottedPath, target != [name]
                else { continue }
                return type(named: target, in: [], depth: depth + 1)
            }
        }
        return nil
    }

    /// Returns the functions outside of types that are called `name`, in order of the files.
    func globalFunctions(_ name: String) -> [(file: ParsedFile, function: FunctionDeclSyntax)] {
        files(declaringOutermost: name, .function).flatMap { file in
            (file.functions[name] ?? []).filter { file.types(around: $0).isEmpty && !$0.isLocal }.map { (file, $0) }
        }
    }

    /// Resolves `syntax` inside the type with the path `context`.
    func resolve(_ syntax: TypeSyntax, in context: [String], depth: Int = 0) -> TypeReference? {
        guard depth < 16 else { return nil }
        if let optional = syntax.as(OptionalTypeSyntax.self) {
            return resolve(optional.wrappedType, in: context, depth: depth + 1)
        }
        if let unwrapped = syntax.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
            return resolve(unwrapped.wrappedType, in: context, depth: depth + 1)
        }
        if let array = syntax.as(ArrayTypeSyntax.self) {
            return resolve(array.element, in: context, depth: depth + 1).map { .array($0) }
        }
        if let some = syntax.as(SomeOrAnyTypeSyntax.self) {
            return resolve(some.constraint, in: context, depth: depth + 1)
        }
        if let attributed = syntax.as(AttributedTypeSyntax.self) {
            return resolve(attributed.baseType, in: context, depth: depth + 1)
        }
        guard let path = syntax.dottedPath, let name = path.last else { return nil }
        if path == ["Self"] { return type(path: context).map { .nominal($0) } }
        if let type = type(named: path, in: context), type.isDeclared { return .nominal(type) }
        return .other(name)
    }
}
#endif
