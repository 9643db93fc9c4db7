#if Links
import SchemeModel
import SwiftSyntax

/// Maps expressions to parts of a URL.
extension RouteFinder {
    func part(of row: [ExprSyntax], in scope: Scope) -> URLPart? {
        if row.count == 1 { return part(of: row[0], in: scope) }
        if let index = row.firstIndex(where: { $0.is(UnresolvedAsExprSyntax.self) }) {
            return part(of: Array(row[..<index]), in: scope)
        }
        guard let index = row.firstIndex(where: { $0.operatorText == "??" }) else { return nil }
        let part = part(of: Array(row[..<index]), in: scope)
        // With another default, such as another part, URLs without the part have a value, too.
        let isEmpty = row[(index + 1)...].allSatisfy {
            $0.operatorText == "??" || $0.unwrapped.is(NilLiteralExprSyntax.self)
                || $0.unwrapped.as(ArrayExprSyntax.self)?.elements.isEmpty == true
                || self.part(of: $0, in: scope) == part || text($0, in: scope) == ""
        }
        return isEmpty ? part : nil
    }

    /// Returns the part of the URL in `expression`; `nil` if it is not a known part.
    func part(of expression: ExprSyntax, in scope: Scope) -> URLPart? {
        let id = expression.id
        if let known = knownParts.part(of: id, where: scope.parts) { return known }
        knownParts.begin()
        defer { knownParts.end() }
        let part = foundPart(of: expression, in: scope)
        knownParts.remember(part, of: id, where: scope.parts)
        return part
    }

    private func foundPart(of expression: ExprSyntax, in scope: Scope) -> URLPart? {
        let bare = expression.unwrapped
        if let reference = bare.as(DeclReferenceExprSyntax.self) {
            let part = scope.parts[reference.baseName.identifierText]
            if part == nil, let own = scope.parts["self"] {
                return member(reference.baseName.identifierText, of: own, scope)
            }
            return part == .derived ? nil : part
        }
        if let sequence = bare.as(SequenceExprSyntax.self) { return part(of: sequence.row, in: scope) }
        if let member = bare.as(MemberAccessExprSyntax.self), let base = member.base {
            let name = member.declName.baseName.identifierText
            return part(of: base, in: scope).flatMap { self.member(name, of: $0, scope) }
        }
        if let element = bare.as(SubscriptCallExprSyntax.self) { return part(of: element, in: scope) }
        guard let call = bare.as(FunctionCallExprSyntax.self), let name = call.calleeName else { return nil }
        if let made = made(call, name, in: scope) { return made }
        if name == "first", let (component, cases) = chosenCases(by: call, in: scope) {
            return .enumerated(component, cases)
        }
        if let base = call.base, let known = part(of: base, in: scope) {
            if let part = method(name, of: known, call, in: scope) { return part }
        }
        return mentions(Syntax(call), scope) ? result(of: call, scope) : nil
    }

    private func part(of element: SubscriptCallExprSyntax, in scope: Scope) -> URLPart? {
        guard let argument = element.arguments.first?.expression else { return nil }
        // `parts[...]`
        if argument.is(DeclReferenceExprSyntax.self), argument.trimmedDescription == "..." {
            return part(of: element.calledExpression, in: scope)
        }
        if case .segments(let start) = part(of: element.calledExpression, in: scope) {
            let number = argument.as(IntegerLiteralExprSyntax.self).flatMap { Int($0.literal.text) }
            return number.map { .component(.pathComponent(start + min($0, 1_000))) }
        }
        guard case .component(let component) = part(of: argument, in: scope),
            let keys = keys(of: element.calledExpression, in: scope.file)
        else { return nil }
        return .keyed(component, keys)
    }

    /// Returns the value created from a URL: `URLComponents(url: url, …)`, or an enumeration case that holds it.
    private func made(_ call: FunctionCallExprSyntax, _ name: String, in scope: Scope) -> URLPart? {
        guard let first = call.arguments.first else { return nil }
        switch name {
        case "URLComponents", "NSURLComponents", "URL", "NSURL":
            switch part(of: first.expression, in: scope) {
            case .url, .component(.text): return name.hasSuffix("Components") ? .components : .url
            default: return nil
            }
        case "String", "Optional": return first.label == nil ? part(of: first.expression, in: scope) : nil
        default: break
        }
        // An initializer in the code may know other values.
        if first.label?.text == "rawValue", let type = madeType(call, in: scope), candidates(for: call, scope).isEmpty,
            case .component(let component) = part(of: first.expression, in: scope)
        {
            return cases(of: type).map { .enumerated(component, $0) }
        }
        // `.openURL(url)` with an implied type that has this case.
        if call.calledExpression.as(MemberAccessExprSyntax.self)?.base == nil, name.first?.isLowercase == true,
            call.calledExpression.is(MemberAccessExprSyntax.self), let inner = part(of: first.expression, in: scope),
            inner.isWhole, call.arguments.dropFirst().allSatisfy({ !mentions(Syntax($0), scope) })
        {
            return .wrapped(inner, in: name, nil)
        }
        if let base = call.base, let names = base.dottedNames, names.last?.first?.isUppercase == true,
            let type = program.type(named: names, in: scope.file.types(around: call).first?.path ?? []),
            type.members(name).contains(where: { $0.element != nil }),
            let inner = part(of: first.expression, in: scope)
        {
            return .wrapped(inner, in: name, URLPart.TypeIdentity(type: type))
        }
        return nil
    }

    /// Returns the result of the system's method `name` of a part.
    private func method(
        _ name: String,
        of part: URLPart,
        _ call: FunctionCallExprSyntax,
        in scope: Scope
    ) -> URLPart? {
        let closure = call.allArguments.last?.value.as(ClosureExprSyntax.self)
        func isAtSlashes() -> Bool { call.arguments.first.map { text($0.expression, in: scope) == "/" } ?? true }
        switch (name, part) {
        case ("first", .queryItems):
            // `queryItems.first { $0.name == "id" }`
            guard let sequence = closure?.statements.first?.item.as(ExprSyntax.self)?.as(SequenceExprSyntax.self),
                sequence.elements.count == 3, let last = sequence.elements.last, let name = text(last, in: scope)
            else { return nil }
            note(.query)
            return .component(.query(name: name))
        case ("trimmingCharacters", .component(.path)): return .innerPath
        case ("lowercased", _), ("uppercased", _), ("trimmingCharacters", _), ("removingPercentEncoding", _),
            ("standardized", _):
            return part
        case ("replacingOccurrences", .innerPath):
            let removed = call.argument("of").flatMap { text($0, in: scope) }
            return removed?.utf8.allSatisfy { $0 == UInt8(ascii: "/") } == true ? part : nil
        case ("host", _), ("path", _), ("query", _):
            let isPlain = call.arguments.allSatisfy { $0.label?.text == "percentEncoded" }
            return isPlain ? member(name, of: part, scope) : nil
        case ("split", .component(.path)), ("split", .innerPath): return isAtSlashes() ? .segments(from: 1) : nil
        case ("components", .component(.path)): return isAtSlashes() ? .segments(from: 0) : nil
        case ("dropFirst", .segments(let start)):
            return call.arguments.isEmpty ? .slice(from: start + 1) : nil
        case ("dropFirst", .component(.path)): return call.arguments.isEmpty ? .innerPath : nil
        case ("filter", .segments):
            let tests = closure?.description.ranges(of: "!=").count
            return tests == 1 && closure?.description.contains("\"/\"") == true ? .segments(from: 1) : nil
        case ("joined", .segments(from: 1)), ("joined", .slice(from: 1)): return isAtSlashes() ? .innerPath : nil
        case ("first", .activities): return .activity
        case ("first", .contexts) where closure == nil, ("first", .urls) where closure == nil,
            ("first", .segments) where closure == nil, ("last", .segments) where closure == nil,
            ("first", .slice) where closure == nil, ("last", .slice) where closure == nil,
            ("popFirst", _), ("anyObject", _):
            return member(name == "last" ? "last" : "first", of: part, scope)
        case ("map", .contexts), ("compactMap", .contexts): return .urls
        case ("paramDescriptor", .event), ("forKeyword", .event): return .event
        default: return nil
        }
    }

    func member(_ name: String, of part: URLPart, _ scope: Scope) -> URLPart? {
        switch (part, name) {
        case (.contexts, "first"): return .context
        case (.urls, "first"): return .url
        case (.context, "url"), (.activity, "webpageURL"): return .url
        case (.options, "urlContexts"): return .contexts
        case (.options, "userActivities"): return .activities
        case (.activities, "first"): return .activity
        case (.activity, "activityType"): return .activityType
        case (.event, "stringValue"): return .component(.text)
        case (.url, "scheme"), (.components, "scheme"):
            note(.scheme)
            return .component(.scheme)
        case (.url, "host"), (.components, "host"), (.components, "encodedHost"), (.components, "percentEncodedHost"):
            note(.host)
            return .component(.host)
        case (.url, "path"), (.components, "path"), (.url, "relativePath"), (.components, "percentEncodedPath"):
            note(.path)
            return .component(.path)
        case (.url, "lastPathComponent"), (.segments, "last"), (.slice, "last"):
            note(.path)
            return .component(.lastPathComponent)
        case (.url, "pathComponents"):
            note(.path)
            return .segments(from: 0)
        case (.segments(let start), "first"), (.slice(let start), "first"): return .component(.pathComponent(start))
        case (.components, "queryItems"), (.url, "query"), (.components, "query"):
            note(.query)
            return name == "queryItems" ? .queryItems : nil
        case (.url, "absoluteString"), (.url, "description"), (.components, "string"), (.url, "relativeString"):
            note(.text)
            return .component(.text)
        case (.url, "absoluteURL"), (.url, "standardized"), (.components, "url"), (.url, "standardizedFileURL"):
            return .url
        case (.component, "localizedLowercase"), (.component, "lowercased"), (.component, "removingPercentEncoding"),
            (.component(.query), "value"):
            return part
        default: return result(of: name, part, scope)
        }
    }
}
#endif
