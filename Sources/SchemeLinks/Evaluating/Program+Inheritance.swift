#if Links

/// What types inherit from others.
extension Program {
    /// The members called `name` of a value or a type: its own, then inherited ones, nearest first.
    func members(_ name: String, of type: NominalType) -> [TypeDeclaration.Member] {
        // A protocol requirement has no implementation.
        func implementations(in type: NominalType) -> [TypeDeclaration.Member]? {
            let own = type.members(name)
            guard !own.isEmpty, !(type.isProtocol && own.allSatisfy(\.isRequirement)) else { return nil }
            return own.filter { !$0.isRequirement }
        }
        return implementations(in: type) ?? ancestors(of: type).lazy.compactMap(implementations).first ?? []
    }

    /// Whether `type` inherits from or conforms to `ancestor`, or may do so.
    func mayInherit(_ type: NominalType, from ancestor: NominalType) -> Bool {
        let ancestors = ancestors(of: type)
        return ancestors.count == Self.mostAncestors || ancestors.contains { $0 === ancestor }
    }

    /// The types that `type` inherits from or conforms to, each followed by its own ones; as many as are visited.
    private func ancestors(of type: NominalType) -> [NominalType] {
        var found: [NominalType] = []
        var seen: Set = [ObjectIdentifier(type)]
        func visit(_ type: NominalType) {
            for path in type.inherited {
                examined += 1
                guard found.count < Self.mostAncestors,
                    let parent = self.type(named: path, in: Array(type.path.dropLast())),
                    seen.insert(ObjectIdentifier(parent)).inserted
                else { continue }
                found.append(parent)
                visit(parent)
            }
        }
        visit(type)
        return found
    }

    /// The maximum number of ancestors to visit for one type.
    private static let mostAncestors = 64

    /// The subtypes that may implement the member `name` differently: types that conform to a protocol that requires
    /// it, and subclasses that override it. `nil` if some may be unknown.
    func subtypes(of type: NominalType, with name: String) -> [NominalType]? {
        if type.isProtocol {
            let isAskedFor = type.members(name).contains(where: \.isRequirement) || members(name, of: type).isEmpty
            guard isAskedFor else { return [] }
            return type.path.last.flatMap { files(mentioning: [$0]) }.map { inheritors(of: type, in: $0) }
        }
        guard type.isClass, let word = type.path.last else { return [] }
        return files(mentioning: [word, "override", name]).map { files in
            inheritors(of: type, in: files).filter { !$0.members(name).isEmpty }
        }
    }

    /// The classes declared to inherit from `type`; `nil` if some may be unknown.
    func subclasses(of type: NominalType) -> [NominalType]? {
        type.path.last.flatMap { files(mentioning: [$0]) }.map { inheritors(of: type, in: $0).filter(\.isClass) }
    }

    /// The types in `files`, other than protocols, that are declared to inherit from or conform to `type`.
    private func inheritors(of type: NominalType, in files: [ParsedFile]) -> [NominalType] {
        var found: [NominalType] = []
        let all = files.flatMap(\.types)
        examined += all.count
        for declaration in all where !declaration.isProtocol {
            guard declaration.inherited.contains(where: { $0.dottedPath?.last == type.path.last }),
                let inheritor = self.type(path: declaration.path), !found.contains(where: { $0 === inheritor })
            else { continue }
            examined += found.count
            found.append(inheritor)
        }
        return found
    }
}
#endif
