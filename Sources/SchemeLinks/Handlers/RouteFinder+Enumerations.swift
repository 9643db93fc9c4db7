#if Links
import SchemeModel
import SwiftSyntax

/// Resolves enumerations and dictionaries whose strings are compared with components.
extension RouteFinder {
    /// The maximum number of cases or keys.
    private static let limit = 200

    /// The cases of `type` with their raw values; `nil` if one of these is unknown.
    func cases(of type: NominalType) -> URLPart.Cases? {
        guard type.isEnumeration, !type.cases.isEmpty, type.cases.count <= Self.limit else { return nil }
        evaluator.restart()
        var texts: [String: String] = [:]
        for name in type.cases {
            let instance = Instance(type: type, caseName: name, arguments: [])
            guard case .text(let text) = evaluator.property("rawValue", of: .instance(instance)).only, text.isExact
            else { return nil }
            texts[name] = text.head
        }
        return URLPart.Cases(type: type, texts: texts)
    }

    /// Returns the type that a call creates a value of: `Command(rawValue: …)`, or `.init(…)` of a named type.
    func madeType(_ call: FunctionCallExprSyntax, in scope: Scope) -> NominalType? {
        guard var names = call.calledExpression.dottedNames else { return nil }
        if names.last == "init" { names.removeLast() }
        let path = scope.file.types(around: call).first?.path ?? []
        if names == ["Self"] || names.isEmpty { return program.type(path: path) }
        return program.type(named: names, in: path)
    }

    /// Returns the component and the compared strings by case name, for `Command.allCases.first { $0.rawValue == host
    /// }` or `contains`.
    func chosenCases(
        by call: FunctionCallExprSyntax,
        in scope: Scope
    ) -> (component: Route.Component, cases: URLPart.Cases)? {
        guard let base = call.base, ["first", "contains"].contains(call.calleeName),
            let closure = call.allArguments.last?.value.as(ClosureExprSyntax.self), closure.statements.count == 1,
            let row = closure.statements.first?.item.as(ExprSyntax.self)?.as(SequenceExprSyntax.self)?.row,
            row.count == 3, row[1].operatorText == "=="
        else { return nil }
        for (asked, given) in [(row[0], row[2]), (row[2], row[0])] {
            guard case .component(let component) = part(of: given, in: scope) else { continue }
            guard case .array(let elements) = evaluator.value(of: base, in: scope.file).only,
                elements.count <= Self.limit
            else { return nil }
            return cases(elements, asked, in: closure, scope).map { (component, $0) }
        }
        return nil
    }

    /// Evaluates `asked` for each of `elements`, which are cases of one enumeration.
    private func cases(
        _ elements: [ValueSet],
        _ asked: ExprSyntax,
        in closure: ClosureExprSyntax,
        _ scope: Scope
    ) -> URLPart.Cases? {
        var type: NominalType?
        var texts: [String: String] = [:]
        evaluator.restart()
        for element in elements {
            guard case .instance(let instance) = element.only, let name = instance.caseName,
                type == nil || type === instance.type
            else { return nil }
            type = instance.type
            let frame = Frame(file: scope.file, owner: Syntax(closure), bindings: ["$0": .values(element)])
            guard case .text(let text) = evaluator.evaluate(asked, in: frame).only, text.isExact else { return nil }
            texts[name] = text.head
        }
        return type.map { URLPart.Cases(type: $0, texts: texts) }
    }

    /// Returns the keys of the dictionary `expression`; `nil` unless it is known and constant.
    func keys(of expression: ExprSyntax, in file: ParsedFile) -> [String]? {
        guard let name = expression.unwrapped.lastName else { return nil }
        var bindings = evaluator.localBindings(named: name, around: Syntax(expression)).map { (file, $0) }
        if bindings.isEmpty {
            for declaration in file.types(around: expression) {
                guard let type = program.type(path: declaration.path) else { continue }
                bindings += type.members(name).compactMap { member in member.binding.map { (member.owner.file, $0) } }
            }
        }
        if bindings.isEmpty, let base = expression.unwrapped.as(MemberAccessExprSyntax.self)?.base,
            let type = evaluator.typed(base, in: file)?.nominal
        {
            bindings = type.members(name).compactMap { member in member.binding.map { (member.owner.file, $0) } }
        }
        if bindings.isEmpty {
            bindings = program.files(declaring: name, as: .variable).flatMap { file in
                (file.variables[name] ?? []).map { (file, $0) }
            }
        }
        guard bindings.count == 1, let (owner, binding) = bindings.first else { return nil }
        let value = binding.getter.flatMap { $0.count == 1 ? $0.first?.item.as(ExprSyntax.self) : nil }
        let isFixed = binding.isConstant || binding.getter != nil
        guard isFixed, let dictionary = (value ?? binding.initializer?.value)?.as(DictionaryExprSyntax.self),
            case .elements(let elements) = dictionary.content, elements.count <= Self.limit
        else { return nil }
        let keys = elements.compactMap { element -> String? in
            guard case .text(let text) = evaluator.value(of: element.key, in: owner).only, text.isExact else {
                return nil
            }
            return text.head
        }
        return keys.count == elements.count ? keys : nil
    }
}

extension Evaluator {
    /// The variables called `name` in the code around `node`, nearest first.
    func localBindings(named name: String, around node: Syntax) -> [PatternBindingSyntax] {
        var current = node.parent
        while let next = current, !next.is(MemberBlockSyntax.self) {
            if let items = next.as(CodeBlockItemListSyntax.self), !items.isTopLevel {
                let found = locals(of: items).bindings(named: name)
                if let first = found.first { return [first] }
            }
            current = next.parent
        }
        return []
    }
}
#endif
