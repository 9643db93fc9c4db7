#if Links
import SchemeModel
import SwiftSyntax

/// Evaluates members of values and types.
extension Evaluator {
    func evaluate(_ member: MemberAccessExprSyntax, in frame: Frame, expecting: TypeReference?) -> ValueSet {
        let name = member.declName.baseName.identifierText
        guard let base = member.base else { return implicit(name, of: expecting) }
        if WidgetFamilies.all.contains(name), base.dottedNames?.last == "WidgetFamily" {
            return ValueSet(.text(URLPattern("." + name)))
        }
        if name == "shared", let type = base.dottedNames?.last, ["UIApplication", "NSWorkspace"].contains(type) {
            return ValueSet(.unknown(.other(type)))
        }
        if let text = SystemURLs.members[name], base.dottedNames == ["UIApplication"] {
            return ValueSet(.text(URLPattern(text)))
        }
        let isSelf = base.dottedNames == ["Self"]
        let values = evaluate(base, in: frame).flatMap { value in
            // `Self` may be a subclass.
            if isSelf, case .type(let type) = value,
                program.members(name, of: type).contains(where: \.isOverridableOfType)
            {
                return typeProperty(name, ofAny: type, on: value)
            }
            return property(name, of: value)
        }
        return values.typed(SystemObjects.type(ofProperty: name))
    }

    /// Evaluates `.name` with `type` as the expected type.
    private func implicit(_ name: String, of type: TypeReference?) -> ValueSet {
        switch type {
        case .nominal(let type): return property(name, of: .type(type))
        case .other("WidgetFamily") where WidgetFamilies.all.contains(name):
            // No URL begins with a dot, so a widget family as a string can't be mistaken for one.
            return ValueSet(.text(URLPattern("." + name)))
        case .other(let typeName):
            guard let type = program.type(path: [typeName]) else { return .unknown }
            return property(name, of: .type(type))
        default: return name == "none" ? ValueSet(.null) : .unknown
        }
    }

    /// Evaluates the property `name` of `value`.
    func property(_ name: String, of value: Value) -> ValueSet {
        switch value {
        case .null: return ValueSet(.null)
        case .text(let text): return textProperty(name, of: text)
        case .components(let components):
            return name == "url" || name == "string" ? ValueSet(components.urls.map { .text($0) }) : .unknown
        case .array(let elements):
            switch name {
            case "first", "last": return ValueSet.union(elements + [ValueSet(.null)])
            default: return .unknown
            }
        case .unknown(.array(let element)):
            return ["first", "last"].contains(name) ? ValueSet(.unknown(element)) : .unknown
        case .unknown(.other(let typeName)):
            guard let type = program.type(path: [typeName]) else { return .unknown }
            return values(of: type.members(name), named: name, on: value)
        case .type(let type):
            if name == "self" { return ValueSet(value) }
            let members = program.members(name, of: type).filter(\.isStatic)
            if !members.isEmpty { return values(of: members, named: name, on: value) }
            if name == "allCases", type.isEnumeration {
                return ValueSet(
                    .array(type.cases.map { ValueSet(.instance(Instance(type: type, caseName: $0, arguments: []))) })
                )
            }
            return program.type(named: [name], in: type.path).map { ValueSet(.type($0)) } ?? .unknown
        case .instance(let instance):
            if name == "rawValue", let caseName = instance.caseName { return rawValue(of: caseName, in: instance.type) }
            return values(of: program.members(name, of: instance.type).filter { !$0.isStatic }, named: name, on: value)
        case .unknown(.nominal(let type)):
            if name == "rawValue", type.isEnumeration {
                return ValueSet.union(type.cases.map { rawValue(of: $0, in: type) })
            }
            return ofAny(type, name) {
                values(of: program.members(name, of: type).filter { !$0.isStatic }, named: name, on: value)
            } or: {
                property(name, of: .unknown(.nominal($0)))
            }
        case .bool, .number, .closure, .unknown(nil): return .unknown
        }
    }

    /// Evaluates the member `name` of an arbitrary value of `type`, including subtypes that override it.
    func ofAny(
        _ type: NominalType,
        _ name: String,
        itself: () -> ValueSet,
        or other: (NominalType) -> ValueSet
    ) -> ValueSet {
        guard let subtypes = program.subtypes(of: type, with: name), subtypes.count <= ValueSet.limit else {
            return .unknown
        }
        let others = subtypes.map { subtype in step { other(subtype) } }
        // All values of a protocol type are of conforming types.
        return ValueSet.union(type.isProtocol && !others.isEmpty ? others : [itself()] + others)
    }

    /// Evaluates the `class var` called `name` of `type` or any of its subclasses.
    func typeProperty(_ name: String, ofAny type: NominalType, on value: Value) -> ValueSet {
        ofAny(type, name) {
            values(of: program.members(name, of: type).filter(\.isStatic), named: name, on: value)
        } or: {
            typeProperty(name, ofAny: $0, on: .type($0))
        }
    }

    private func textProperty(_ name: String, of text: URLPattern) -> ValueSet {
        switch name {
        case "absoluteString", "absoluteURL", "url", "string", "description", "standardized", "rawValue":
            return ValueSet(.text(text))
        case "scheme":
            return ValueSet(text.schemeSpelling.map { .text(URLPattern($0)) } ?? .unknown(.other("String")))
        default:
            for typeName in ["URL", "String", "StringProtocol"] {
                guard let type = program.type(path: [typeName]) else { continue }
                let members = type.members(name).filter { !$0.isStatic }
                if !members.isEmpty { return values(of: members, named: name, on: .text(text)) }
            }
            return .unknown
        }
    }

    /// The raw value of an enumeration case: the explicit one, or the case's name for string enumerations.
    private func rawValue(of caseName: String, in type: NominalType) -> ValueSet {
        for member in type.members(caseName) {
            guard let element = member.element else { continue }
            let place = member.owner.file.place(of: element.name)
            if let written = element.rawValue?.value {
                return evaluate(written, in: Frame(file: member.owner.file)).from(place)
            }
            if type.inherits(["String"]) { return ValueSet(.text(URLPattern(caseName)), via: place) }
        }
        return .unknown
    }

    /// Evaluates members with the same name on `value`. Any of them may apply, since only the build decides.
    func values(of members: [TypeDeclaration.Member], named name: String, on value: Value) -> ValueSet {
        let properties = members.filter { $0.binding != nil || $0.element != nil }
        guard !properties.isEmpty, properties.count <= 8 else { return .unknown }
        return ValueSet.union(properties.map { self.value(of: $0, named: name, on: value) })
    }

    private func value(of member: TypeDeclaration.Member, named name: String, on value: Value) -> ValueSet {
        if member.element != nil {
            guard let type = program.type(path: member.owner.path) else { return .unknown }
            return ValueSet(.instance(Instance(type: type, caseName: name, arguments: [])))
        }
        guard let binding = member.binding else { return .unknown }
        if binding.isStored, !member.isStatic { return stored(binding, of: member.owner, on: value) }
        return self.value(of: binding, in: member.owner.file, on: value)
    }

    /// Evaluates a static or computed variable.
    func value(of binding: PatternBindingSyntax, in file: ParsedFile, on value: Value) -> ValueSet {
        // The value doesn't depend on a particular instance.
        switch value {
        case .type(let type):
            remembering(binding, .type(path: type.path)) { made(binding, file, value) }
        case .unknown(.nominal(let type)):
            remembering(binding, .anyValue(path: type.path)) { made(binding, file, value) }
        case .unknown: remembering(binding, .anything) { made(binding, file, value) }
        default: made(binding, file, value)
        }
    }

    private func made(_ binding: PatternBindingSyntax, _ file: ParsedFile, _ value: Value) -> ValueSet {
        let frame = Frame(file: file, instance: value)
        let around = file.types(around: binding).first?.path ?? []
        let expected = binding.typeAnnotation.flatMap { program.resolve($0.type, in: around) }
        return step {
            entering(binding) {
                if let getter = binding.getter { return result(of: getter, in: frame, expecting: expected) }
                guard let initial = binding.initializer?.value else { return ValueSet(.unknown(expected)) }
                let first = evaluate(initial, in: frame, expecting: expected)
                guard !binding.isConstant, let name = binding.name else { return first }
                guard Self.plainAttributes.isSuperset(of: binding.attributeNames) else {
                    return ValueSet(.unknown(expected))
                }
                return reassigned(name, from: first, expected: expected)
            }
        }.from(file.place(of: binding.pattern))
    }

    /// Evaluates a variable with the initial values `first` that code can assign to.
    private func reassigned(
        _ name: String,
        from first: ValueSet,
        expected: TypeReference?
    ) -> ValueSet {
        guard let files = program.files(changing: name, isBare: true),
            !files.contains(where: { $0.mutated.contains(name) })
        else { return ValueSet(.unknown(expected)) }
        var all = [first]
        for other in files {
            for sequence in other.assignments(to: name) {
                guard all.count < ValueSet.limit, sequence.replaces else { return ValueSet(.unknown(expected)) }
                all.append(evaluate(sequence.assignedValue[...], in: Frame(file: other), expecting: expected))
            }
        }
        return ValueSet.union(all)
    }

    /// Applies `changes` to `values`. Each change is evaluated in the frame that `frame` returns for its position.
    func apply(_ changes: Mutations, to values: ValueSet, in frame: (Syntax) -> Frame) -> ValueSet {
        guard !changes.isOpen else { return .unknown }
        return values.map { value in
            switch value {
            case .components(var components):
                for (name, row) in changes.members {
                    guard let first = row.first else { continue }
                    let items = TypeReference.array(.other("URLQueryItem"))
                    assign(evaluate(row[...], in: frame(Syntax(first)), expecting: items), to: name, of: &components)
                }
                for way in changes.calls { call(way, on: &components) }
                return .components(components)
            case .text(let text):
                let extending: Set<String> = [
                    "append", "appendPathComponent", "appendPathExtension", "insert", "replaceSubrange", "removeLast",
                ]
                let isExtended =
                    changes.isExtended || changes.calls.contains { $0.count == 1 && extending.contains($0[0]) }
                return isExtended ? .text(text.appending(.hole(nil))) : value
            case .array: return changes.calls.isEmpty && !changes.isExtended ? value : .unknown(nil)
            default: return value
            }
        }
    }

    private func assign(_ values: ValueSet, to name: String, of components: inout URLComponentsValue) {
        // Different places can assign different values, and all of them are possible.
        func add(_ hole: String, _ field: inout [URLPattern]?) {
            field = (field ?? []) + values.unwrapped.patterns(hole: hole)
        }
        switch name {
        case "scheme": add("scheme", &components.scheme)
        case "host", "percentEncodedHost", "encodedHost": add("host", &components.host)
        case "path", "percentEncodedPath": add("path", &components.path)
        case "queryItems", "percentEncodedQueryItems":
            components.tail = (components.tail ?? []) + values.all.map { Self.query($0) }
        case "query", "percentEncodedQuery":
            components.tail =
                (components.tail ?? [])
                + values.patterns(hole: "query").map {
                    $0.head.isEmpty ? $0 : URLPattern("?").appending($0)
                }
        case "user", "password", "port": components.host = [URLPattern([.hole("host")])]
        case "fragment", "percentEncodedFragment": components.tail = [URLPattern([.hole("query")])]
        default: components.isOpen = true
        }
    }

    /// The query made from `items`, with its question mark; open if their number is unknown.
    static func query(_ items: Value) -> URLPattern {
        let open = URLPattern([.hole("query")])
        guard case .array(let elements) = items, !elements.isEmpty else { return open }
        var query = URLPattern()
        for element in elements {
            guard case .text(let item) = element.only else { return open }
            query.append(.literal(query.parts.isEmpty ? "?" : "&"))
            query.append(item)
        }
        return query
    }

    /// Applies a mutating method. Methods whose code is unknown can change everything, including the scheme.
    private func call(_ way: [String], on components: inout URLComponentsValue) {
        guard let method = way.last else { return }
        if way.count > 1 {
            switch way[0] {
            case "queryItems", "query", "percentEncodedQueryItems", "percentEncodedQuery":
                components.tail = [URLPattern([.hole("query")])]
            case "path", "percentEncodedPath": components.path = [URLPattern([.hole("path")])]
            case "url", "string": break
            default: components.isOpen = true
            }
            return
        }
        if ["url", "encode", "hash", "copy"].contains(method) { return }
        let members = program.type(path: ["URLComponents"])?.members(method) ?? []
        guard !members.isEmpty else {
            components.isOpen = true
            return
        }
        for member in members {
            guard let function = member.node.as(FunctionDeclSyntax.self), let body = function.body else { continue }
            guard function.modifiers.contains(where: { $0.name.tokenKind == .keyword(.mutating) }) else { continue }
            for name in ["self", "scheme", "host", "path", "user", "port"] {
                let changes = self.changes(of: name, in: body)
                if changes.isOpen || changes.isExtended || !changes.values.isEmpty { components.isOpen = true }
            }
            components.tail = [URLPattern([.hole("query")])]
        }
    }
}
#endif
