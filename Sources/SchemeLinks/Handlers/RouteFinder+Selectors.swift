#if Links
import SchemeModel
import SwiftSyntax

/// Finds Swift functions to which Objective-C passes a URL.
extension RouteFinder {
    /// Returns the URLs for which a function with this selector returns a value. `parts` are the arguments in order.
    ///
    /// Returns an empty result if unknown, and `nil` if no function of the target has the selector.
    static func routes(
        ofSelector selector: String,
        parts: [ObjectiveCRoutes.Part?],
        place: Place,
        _ evaluator: Evaluator
    ) -> RouteAlternatives? {
        let finder = RouteFinder(evaluator: evaluator)
        let found = finder.functions(withSelector: selector)
        guard !found.isEmpty, found.count <= candidateLimit else { return nil }
        for (file, function) in found {
            guard let body = function.body else { continue }
            var known: [String: URLPart] = [:]
            for (parameter, part) in zip(function.signature.parameterClause.parameters, parts) {
                known[parameter.localName] = part.map { URLPart($0) }
            }
            finder.walk(body.statements, Scope(file: file, parts: known, place: place))
        }
        let conditions = finder.routes.map(\.conditions)
        return conditions.allSatisfy { !$0.isEmpty } ? conditions : conditions.filter { !$0.isEmpty }
    }

    /// Returns the functions that Objective-C calls by `selector`, in order of the files.
    private func functions(withSelector selector: String) -> [(file: ParsedFile, function: FunctionDeclSyntax)] {
        guard let first = selector.split(separator: ":", omittingEmptySubsequences: false).first else { return [] }
        // The first label is part of the name: `open(url:)` is `openWithUrl:`.
        var names = [String(first)]
        for index in first.indices.dropFirst() where first[index].isUppercase { names.append(String(first[..<index])) }
        return names.prefix(16).flatMap { name in
            program.files(declaring: name, as: .function).flatMap { file in
                (file.functions[name] ?? []).filter { $0.isCalled(by: selector) }.map { (file, $0) }
            }
        }
    }
}

extension URLPart {
    fileprivate init(_ part: ObjectiveCRoutes.Part) {
        self =
            switch part {
            case .url: .url
            case .urls: .urls
            case .contexts: .contexts
            case .context: .context
            case .event: .event
            case .components: .components
            case .component(let component): .component(component)
            case .segments: .segments(from: 0)
            case .derived: .derived
            }
    }
}

extension FunctionDeclSyntax {
    /// Whether Objective-C calls it by `selector`, which is its explicit or its derived name.
    fileprivate func isCalled(by selector: String) -> Bool {
        for case .attribute(let attribute) in attributes where attribute.attributeName.dottedPath == ["objc"] {
            if let name = attribute.arguments?.trimmedDescription { return name.filter { $0 != " " } == selector }
        }
        let labels = signature.parameterClause.parameters.map(\.label)
        guard let first = labels.first else { return name.identifierText == selector }
        let rest = labels.dropFirst().map { ($0 ?? "") + ":" }.joined()
        guard let first else { return name.identifierText + ":" + rest == selector }
        let head = name.identifierText
        // A label that begins with a preposition is not preceded by "With".
        return [head + "With" + first.capitalizingFirst, head + first.capitalizingFirst].contains {
            $0 + ":" + rest == selector
        }
    }
}
#endif
