#if Links

/// What types inherit from others.
extension Program {
    /// The members called `name` of a value or a type: its own, then inherited ones, nearest first.
    func members(_ name: String, of type: NominalType, depth: Int = 0) -> [TypeDeclaration.Member] {
        let own = type.members(name)
        // A protocol requirement has no implementation.
        if !own.isEmpty, !(type.isProtocol && own.allSatisfy(\.isRequirement)) {
            return own.filter { !$0.isRequirement }
        }
        guard depth < 8 else { return [] }
        for path in type.inherited {
            guard let parent = self.type(named: path, in: Array(type.path.dropLast())), parent !== type else {
                continue
            }
            let found = members(name, of: parent, depth: depth + 1)
            if !found.isEmpty { return found }
        }
        return []
    }

    /// Whether `type` is declared to inherit from `ancestor`, directly or through other types.
    func inherits(_ type: NominalType, from ancestor: NominalType, depth: Int = 0) -> Bool {
        type.inherited.contains { path in
            guard let parent = self.type(named: path, in: Array(type.path.dropLast())) else { return false }
            return parent === ancestor || depth < 8 && inherits(parent, from: ancestor, depth: depth + 1)
        }
    }

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
