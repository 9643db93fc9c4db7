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
        return implementations(in: type) ?? firstInAncestors(of: type, implementations) ?? []
    }

    /// Whether `type` inherits from or conforms to `ancestor`, or may do so.
    func mayInherit(_ type: NominalType, from ancestor: NominalType) -> Bool {
        var count = 0
        return firstInAncestors(of: type) { other in
            count += 1
            return count == Self.mostAncestors || other === ancestor ? true : nil
        } ?? false
    }

    /// Returns the first result of `body` for a type that `type` inherits from or conforms to. Each is followed by its own
    /// ones, and only as many are looked up as it takes.
    private func firstInAncestors<Result>(of type: NominalType, _ body: (NominalType) -> Result?) -> Result? {
        var seen: Set = [ObjectIdentifier(type)]
        func visit(_ type: NominalType) -> Result? {
            for parent in parents(of: type) {
                guard seen.count <= Self.mostAncestors, seen.insert(ObjectIdentifier(parent)).inserted else { continue }
                if let found = body(parent) ?? visit(parent) { return found }
            }
            return nil
        }
        return visit(type)
    }

    private func parents(of type: NominalType) -> [NominalType] {
        if let known = type.parents { return known }
        examined += type.inherited.count
        let around = Array(type.path.dropLast())
        let found = Array(
            type.inherited.lazy.compactMap { self.type(named: $0, in: around) }.prefix(Self.mostAncestors)
        )
        type.parents = found
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
            return type.path.last.flatMap { files(inheritingFrom: [$0]) }.map { inheritors(of: type, in: $0) }
        }
        guard type.isClass, let word = type.path.last else { return [] }
        return files(inheritingFrom: [word, "override", name]).map { files in
            inheritors(of: type, in: files).filter { $0.members(name).contains(where: \.overrides) }
        }
    }

    /// The classes declared to inherit from `type`; `nil` if some may be unknown.
    func subclasses(of type: NominalType) -> [NominalType]? {
        type.path.last.flatMap { files(inheritingFrom: [$0]) }.map { inheritors(of: type, in: $0).filter(\.isClass) }
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
