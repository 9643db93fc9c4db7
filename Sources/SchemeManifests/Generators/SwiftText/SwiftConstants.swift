import SchemeModel

/// The constants and functions of a file outside functions, and what names mean in them.
///
/// Those outside types are identified by name, members by their qualified name (`Settings.App.base`).
struct SwiftConstants: Sendable {
    private var found: SwiftDeclarations
    /// Names with several possible values.
    private var doubtful: Set<String>

    /// The functions of one name. Manifests have one or two.
    private static let mostOverloads = 32

    /// - Parameter trustsConditions: Whether code between `#if` and `#endif` counts. If not, constants there have no value.
    init(_ text: [UInt8], trustsConditions: Bool = true) {
        found = SwiftDeclarationReader.declarations(in: text, trustsConditions: trustsConditions)
        doubtful = found.repeated.union(found.conditional)
        takeChanges(in: text)
        qualifyNames()
    }

    /// Takes the variables that change in a text for unknown.
    mutating func takeChanges(in text: [UInt8]) {
        doubtful.formUnion(SwiftChanges.changed(found.variables, in: text))
    }

    /// Qualifies the names that members of types use: `static let a = b` in `Settings` means `Settings.b` if that is declared.
    private mutating func qualifyNames() {
        let declared = found.declared.union(found.functions.keys)
        let supertypes = found.supertypes
        func declares(_ name: String, in type: String) -> Bool {
            // An inherited member is unknown, but the name means nothing else.
            declared.contains("\(type).\(name)")
                || supertypes[type]?.contains { declared.contains("\($0).\(name)") } ?? false
        }
        func meant(_ path: [String], _ isCall: Bool, in scopes: [String]) -> [String] {
            guard !scopes.isEmpty else { return path }
            func member(_ path: some Sequence<String>, of count: Int) -> [String] {
                scopes.prefix(count).flatMap { $0.split(separator: ".").map(String.init) } + path
            }
            if path.first == "Self" { return member(path.dropFirst(), of: scopes.count) }
            guard let first = path.first, first != "" else { return path }
            for count in (1...scopes.count).reversed()
            where declares(first, in: scopes.prefix(count).joined(separator: ".")) {
                return member(path, of: count)
            }
            // A function that isn't declared here may be a member of another module's type: `target(…)` in an extension of `Target`.
            let isMember = isCall && path.count == 1 && first.first?.isLowercase == true && !declared.contains(first)
            return isMember ? member(path, of: scopes.count) : path
        }
        func isOwn(_ path: [String]) -> Bool { declared.contains(path.joined(separator: ".")) }
        let found = found
        func ofInstance(_ path: [String], _ isCall: Bool, in scopes: [String]) -> [String] {
            let meant = meant(path, isCall, in: scopes)
            guard let first = path.first, path.count > 1 || !isCall, first.first?.isLowercase == true else {
                return meant
            }
            let name = scopes.joined(separator: ".") + "." + first
            // A static member of the same name needs that of its type.
            let isOfInstance =
                found.stored.contains(name) || found.properties[name] != nil || found.constants[name] == nil
            let isMember = found.declared.contains(name) && isOfInstance || first == "rawValue"
            return isMember ? ["self"] + path : meant
        }
        for (name, var constant) in found.constants {
            constant.type?.rename({ meant($0, $1, in: constant.scopes) }, declares: isOwn)
            constant.value = constant.value?.typed(constant.type)
            if !constant.scopes.isEmpty {
                constant.value = constant.value?.renamed { meant($0, $1, in: constant.scopes) }
            }
            self.found.constants[name] = constant
        }
        for (name, var property) in found.properties {
            property.type?.rename({ meant($0, $1, in: property.scopes) }, declares: isOwn)
            let type = property.scopes.flatMap { $0.split(separator: ".").map(String.init) }
            property.value = property.value?.typed(property.type).switching(["self": [type]]).renamed {
                ofInstance($0, $1, in: property.scopes)
            }
            self.found.properties[name] = property
        }
        self.found.functions = found.functions.mapValues { overloads in
            overloads.map { overload in
                var made = overload
                made.function = overload.function.renamed({ meant($0, $1, in: overload.scopes) }, declares: isOwn)
                return made
            }
        }
    }

    /// Returns the value of the first constant outside of types whose value is a call of `name`; `nil` if a condition decides about
    /// it.
    func call(of name: String) -> SwiftLiteral? {
        let first = found.names.first { !$0.contains(".") && found.constants[$0]?.value?.call?.name == name }
        return first.flatMap { found.conditional.contains($0) ? nil : found.constants[$0]?.value }
    }

    /// The values of the constants outside of types that call a member of `type` and depend on no condition.
    func calls(ofMembersOf type: String) -> [SwiftLiteral] {
        let names = found.names.filter { !$0.contains(".") && !found.conditional.contains($0) }
        return names.compactMap { found.constants[$0]?.value }.filter { value in
            if case .call(let path, _) = value.content { path.count == 2 && path[0] == type } else { false }
        }
    }

    /// Whether all of `names` are cases of the enumeration `type`, in which no other member has such a name.
    func hasCases(_ names: Set<String>, of type: String) -> Bool {
        guard let cases = found.cases[type], !found.repeated.contains(type) else { return false }
        return names.allSatisfy { cases[$0] != nil } && !names.contains { found.declared.contains("\(type).\($0)") }
    }

    /// Returns the value of `literal`, following the names of constants.
    func value(_ literal: SwiftLiteral) -> SwiftLiteral {
        var value = literal
        for _ in 0..<8 {
            guard case .name(let path) = value.content, let next = constant(path) else { break }
            value = next
        }
        return value
    }

    /// Returns the value of the constant that `path` names; `nil` if there is none.
    func constant(_ path: [String]) -> SwiftLiteral? {
        guard path.count <= SwiftDeclarationReader.mostOuterTypes + 1 else { return nil }
        let name = path.joined(separator: ".")
        return doubtful.contains(name) ? nil : found.constants[name]?.value
    }

    /// Whether the arguments of `type` are its members: a structure without an initializer of its own.
    func isMemberwise(_ type: [String]) -> Bool {
        let name = type.joined(separator: ".")
        return isStructure(type) && found.functions[name + ".init"] == nil
    }

    /// Whether a member of the instances of `type` only has a value.
    func stores(_ name: String, in type: [String]) -> Bool {
        found.stored.contains((type + [name]).joined(separator: "."))
    }

    /// Whether `type` is a structure.
    func isStructure(_ type: [String]) -> Bool {
        let name = type.joined(separator: ".")
        return found.structures.contains(name) && !found.repeated.contains(name)
    }

    /// Whether a type has a function of this name.
    func hasMethod(_ name: String) -> Bool { found.methods.contains(name) }

    /// Returns the text that is the value of a case of the enumeration `type`; `nil` if it has none, or it is not read.
    func rawValue(of name: String, in type: [String]) -> SwiftLiteral? {
        let type = type.joined(separator: ".")
        guard found.supertypes[type]?.contains("String") ?? false, hasCases([name], of: type) else { return nil }
        return found.declared.contains(type + ".rawValue") ? nil : found.cases[type]?[name]
    }

    /// Returns the value of a computed property of the instances of `type`, in which `self` is the instance.
    func property(_ name: String, of type: [String]) -> SwiftLiteral? {
        let type = type.joined(separator: ".")
        let name = type + "." + name
        return doubtful.contains(name) || found.repeated.contains(type) ? nil : found.properties[name]?.value
    }

    /// Whether a constant or a type outside of types has this name, even if it isn't read.
    func declares(_ name: String) -> Bool { found.declared.contains(name) }

    /// Whether there is a function with this name.
    func hasFunction(named name: String) -> Bool { found.functions[name] != nil }

    /// Returns the function that a call of this name with these arguments means.
    func callee(_ name: String, for arguments: [SwiftLiteral.Argument]) -> SwiftCallee {
        guard let overloads = found.functions[name] else { return .none }
        guard overloads.count <= Self.mostOverloads, !found.conditional.contains(name) else { return .unknown }
        let fitting = overloads.filter { $0.function.accepts(arguments) }
        guard let first = fitting.first else { return .none }
        return fitting.count == 1 ? .one(first.function) : .unknown
    }

    /// Returns the text value of `literal`, or `nil` for anything else.
    func text(_ literal: SwiftLiteral?) -> String? { literal.flatMap { value($0).text } }

    /// Returns the texts in a list that only contains texts, or `nil` for anything else.
    func texts(_ literal: SwiftLiteral?) -> [String]? {
        guard let elements = literal.flatMap({ value($0).elements }) else { return nil }
        let texts = elements.compactMap(text)
        return texts.count == elements.count ? texts : nil
    }
}
