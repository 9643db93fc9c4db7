#if Links
import SchemeModel
import SwiftSyntax

/// Evaluates parameters of functions and closures.
extension Evaluator {
    /// Methods of an array that call a closure with each element.
    private static let elementCalls: Set<String> = [
        "allSatisfy", "compactMap", "contains", "filter", "first", "flatMap", "forEach", "map",
    ]

    static func shorthandIndex(_ name: String) -> Int? {
        name.hasPrefix("$") ? Int(name.dropFirst()) : nil
    }

    func parameter(
        _ name: String,
        index: Int,
        of closure: ClosureExprSyntax,
        running: Frame?,
        frame: Frame
    ) -> ValueSet {
        if let binding = running?.bindings["$\(index)"] { return value(of: binding) }
        if case .parameterClause(let clause) = closure.signature?.parameterClause,
            let type = clause.parameters.first(where: { ($0.secondName ?? $0.firstName).identifierText == name })?.type
        {
            return unknown(type, around: Syntax(closure), in: frame.file)
        }
        guard index == 0, let call = closure.callAround else { return .unknown }
        let around = frame.file.types(around: call).first?.path ?? []
        if call.calleeName == "ForEach", let data = call.firstUnlabeled {
            return elements(of: evaluate(data, in: frame))
        }
        // With two parameters, it is called with the keys and values of a dictionary.
        if let name = call.calleeName, Self.elementCalls.contains(name), let base = call.base,
            closure.parameterNames.count < 2,
            !closure.tokens(viewMode: .sourceAccurate).contains(where: { $0.text == "$1" })
        {
            return elements(of: evaluate(base, in: frame))
        }
        guard call.calleeName?.hasSuffix("Configuration") == true, let provider = call.argument("provider"),
            let made = provider.as(FunctionCallExprSyntax.self)?.calledExpression.dottedNames,
            let entry = program.type(named: made + ["Entry"], in: around)
        else { return .unknown }
        return ValueSet(.unknown(.nominal(entry)))
    }

    /// Evaluates a parameter from all calls of its function, if all of them are in the code.
    func argument(
        for parameter: FunctionParameterSyntax,
        of function: FunctionDeclSyntax,
        in file: ParsedFile
    ) -> ValueSet {
        let open = unknown(parameter.type, around: Syntax(function), in: file)
        let name = function.name.identifierText
        // A function that overrides another or satisfies a requirement may have unknown callers.
        guard !function.modifiers.contains(where: { $0.name.tokenKind == .keyword(.override) }),
            let files = program.files(calling: name)
        else { return open }
        var found: [(binding: Frame.Binding, place: Place)] = []
        for other in files {
            for call in other.calls(name) where !program.isUnused(call, in: other) {
                guard found.count < ValueSet.limit else { return open }
                let frame = Frame(file: other)
                guard let bindings = bindings(call.allArguments(in: frame), to: function.signature, in: file),
                    let binding = bindings[parameter.localName]
                else { continue }
                found.append((binding, other.place(of: call)))
            }
        }
        guard !found.isEmpty else { return open }
        return ValueSet.union(
            found.map { binding, place in
                sharing(among: found.count) { entering(function) { value(of: binding) } }.from(place)
            }
        )
    }

    /// Binds the parameters of a function to `arguments`; `nil` if they don't match.
    func bindings(
        _ arguments: [Instance.Argument],
        to signature: FunctionSignatureSyntax,
        in file: ParsedFile
    ) -> [String: Frame.Binding]? {
        var rest = arguments[...]
        var bindings: [String: Frame.Binding] = [:]
        for parameter in signature.parameterClause.parameters {
            if let next = rest.first,
                next.isTrailing
                    ? parameter.takesClosure && (next.label == nil || next.label == parameter.label)
                    : next.label == parameter.label
            {
                rest.removeFirst()
                bindings[parameter.localName] = .argument(next)
                if parameter.ellipsis != nil {
                    while let more = rest.first, more.label == nil, !more.isTrailing { rest.removeFirst() }
                    bindings[parameter.localName] = .values(.unknown)
                }
            } else if let initial = parameter.defaultValue?.value {
                let argument = Instance.Argument(
                    label: parameter.label,
                    value: initial,
                    isTrailing: false,
                    frame: Frame(file: file)
                )
                bindings[parameter.localName] = .argument(argument)
            } else if parameter.ellipsis == nil {
                return nil
            }
        }
        return rest.isEmpty ? bindings : nil
    }
}
#endif
