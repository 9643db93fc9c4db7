#if Links
import Foundation
import SchemeModel
import SwiftSyntax

/// Evaluates the system's types that URLs are made from.
extension Evaluator {
    /// Evaluates a call of a system type; `nil` if the call is not supported.
    func builtIn(_ name: String, _ call: FunctionCallExprSyntax, in frame: Frame) -> ValueSet? {
        let arguments = call.allArguments
        let first = arguments.first
        switch name {
        case "URL", "NSURL":
            switch first?.label {
            case "string"?:
                guard let text = first?.value else { return nil }
                let values = evaluate(text, in: frame, expecting: .other("String"))
                // A string with its own scheme is absolute, whatever it is relative to.
                guard arguments.dropFirst().contains(where: { $0.label == "relativeTo" }) else {
                    return urls(values, text)
                }
                return urls(values, text).map { value in
                    guard case .text(let pattern) = value, pattern.scheme == nil else { return value }
                    return .unknown(.other("URL"))
                }
            case "fileURLWithPath"?, "filePath"?:
                return ValueSet(.text(URLPattern([.literal("file://"), .hole("path")])))
            case let label: return initializer(of: "URL", label: label, call: call, in: frame)
            }
        case "URLComponents", "NSURLComponents":
            switch first?.label {
            case nil where first == nil: return ValueSet(.components(URLComponentsValue()))
            case "string"?, "url"?:
                guard let base = first?.value else { return nil }
                let type = first?.label == "url" ? "URL" : "String"
                return urls(evaluate(base, in: frame, expecting: .other(type)), base).map { value in
                    switch value {
                    case .text(let text): .components(URLComponentsValue(base: text))
                    case .components: value
                    default: .components(URLComponentsValue(isOpen: true))
                    }
                }
            default: return ValueSet(.components(URLComponentsValue(isOpen: true)))
            }
        case "URLQueryItem", "NSURLQueryItem": return queryItem(call, in: frame)
        case "String", "NSString", "Substring":
            guard let first else { return ValueSet(.text(URLPattern(""))) }
            switch first.label {
            case nil, "describing", "stringLiteral":
                let values = evaluate(first.value, in: frame)
                return ValueSet(interpolated(values, hole: first.value.lastName).map { .text($0) }, via: values.via)
            case "format"?: return formatted(evaluate(first.value, in: frame))
            default:
                return initializer(of: "String", label: first.label, call: call, in: frame)
                    ?? ValueSet(.text(URLPattern([.hole(nil)])))
            }
        case "Selector", "NSSelectorFromString", "sel_registerName":
            return first.map { evaluate($0.value, in: frame) }
        case "Optional":
            return first.map { evaluate($0.value, in: frame) }
        default: return nil
        }
    }

    /// Converts strings to URLs; any other value can be any URL.
    private func urls(_ values: ValueSet, _ expression: ExprSyntax) -> ValueSet {
        values.map { value in
            switch value {
            case .text, .null: value
            case .components(let components): .text(components.urls.first ?? URLPattern([.hole(nil)]))
            default: .unknown(.other("URL"))
            }
        }
    }

    /// Evaluates an initializer that the code adds to a system type.
    private func initializer(
        of typeName: String,
        label: String?,
        call: FunctionCallExprSyntax,
        in frame: Frame
    ) -> ValueSet? {
        guard let type = program.type(path: [typeName]),
            let made = initialization(of: type, with: call.allArguments(in: frame), as: .other(typeName))
        else { return nil }
        let place = made.frame.file.place(of: made.node.initKeyword)
        return step {
            entering(made.node) {
                var found = self.changes(of: "self", in: made.body).values.map {
                    evaluate($0[...], in: made.frame, expecting: .other(typeName))
                }
                var pending = [Syntax(made.body)]
                while let next = pending.popLast() {
                    if let delegate = next.as(FunctionCallExprSyntax.self),
                        delegate.calledExpression.dottedNames == ["self", "init"],
                        let inner = builtIn(typeName, delegate, in: made.frame)
                    {
                        found.append(inner)
                    }
                    pending += next.children(viewMode: .sourceAccurate).filter { !$0.is(TokenSyntax.self) }
                }
                return found.isEmpty ? .unknown : ValueSet.union(found)
            }
        }.from(place)
    }

    private func queryItem(_ call: FunctionCallExprSyntax, in frame: Frame) -> ValueSet {
        func part(_ label: String) -> [URLPattern] {
            guard let value = call.argument(label) else { return [URLPattern([.hole(nil)])] }
            return evaluate(value, in: frame).unwrapped.patterns(hole: value.unwrapped.lastName).map { pattern in
                pattern.isExact && !pattern.head.isPlainQuery ? URLPattern([.hole(nil)]) : pattern
            }
        }
        guard case let names = part("name"), names.count == 1, let name = names.first else {
            return ValueSet(.text(URLPattern([.hole("query")])))
        }
        return ValueSet(part("value").map { .text(name.appending(.literal("=")).appending($0)) })
    }

    /// Returns the format string with `%` for each placeholder.
    private func formatted(_ values: ValueSet) -> ValueSet {
        values.map { value in
            guard case .text(let text) = value, text.isExact else { return .text(URLPattern([.hole(nil)])) }
            var pattern = URLPattern()
            var rest = text.head[...]
            while let percent = rest.firstIndex(of: "%") {
                pattern.append(.literal(String(rest[..<percent])))
                let after = rest.index(after: percent)
                guard after != rest.endIndex else {
                    rest = rest[after...]
                    break
                }
                if rest[after] == "%" {
                    pattern.append(.literal("%"))
                    rest = rest[rest.index(after: after)...]
                } else {
                    pattern.append(.hole(nil))
                    let end = rest[after...].firstIndex { $0.isLetter || $0 == "@" }
                    rest = end.map { rest[rest.index(after: $0)...].droppingLengthModifier(after: rest[$0]) } ?? ""
                }
            }
            pattern.append(.literal(String(rest)))
            return .text(pattern)
        }
    }

    // MARK: Members of strings and arrays

    func textMethod(
        _ name: String,
        of text: URLPattern,
        arguments: [Instance.Argument],
        call: FunctionCallExprSyntax,
        in frame: Frame
    ) -> ValueSet {
        // An extension in the code shadows the system's own member.
        for typeName in ["URL", "String", "StringProtocol", "Optional"] {
            guard let type = program.type(path: [typeName]) else { continue }
            let members = type.members(name).filter { member in
                guard let function = member.node.as(FunctionDeclSyntax.self) else { return false }
                return bindings(arguments, to: function.signature, in: member.owner.file) != nil
            }
            if !members.isEmpty { return run(members, arguments: arguments, on: .text(text)) }
        }
        let open = ValueSet(.text(text.appending(.hole(nil))))
        switch name {
        case "appendingPathComponent", "appending":
            guard let first = arguments.first else { return open }
            let values = evaluate(first.value, in: first.frame)
            let hole = first.value.unwrapped.lastName
            switch first.label {
            case nil where name == "appending":
                return ValueSet(values.patterns(hole: hole).map { .text(text.appending($0)) })
            case nil, "path", "component":
                return ValueSet(values.patterns(hole: hole).map { .text(text.appendingComponent($0)) })
            case "queryItems":
                let items = evaluate(first.value, in: first.frame, expecting: .array(.other("URLQueryItem")))
                return items.map { .text(text.appendingQuery(Self.query($0))) }
            default: return open
            }
        case "appendingPathExtension", "appendingFormat", "padding": return open
        case "lowercased":
            return ValueSet(.text(text.isExact ? URLPattern(text.head.asciiLowercased) : open.patterns(hole: nil)[0]))
        case "addingPercentEncoding":
            // These sets have the same characters. With others, what happens to a colon depends on the version of the system.
            let isKnown = ["urlQueryAllowed", "urlFragmentAllowed"].contains(arguments.first?.value.lastName)
            let parts: [URLPattern.Part] = text.parts.map { part in
                guard case .literal(let text) = part else { return part }
                let encoded = isKnown ? text.addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed) : nil
                return encoded.map { .literal($0) } ?? .hole(nil)
            }
            return ValueSet(.text(URLPattern(parts)))
        case "trimmingCharacters": return ValueSet(.text(text))
        case "split", "components": return split(text, by: arguments)
        case "map", "flatMap":
            if let closure = call.allArguments.last?.value.as(ClosureExprSyntax.self) {
                return run(closure, with: [.values(ValueSet(.text(text)))], in: frame, expecting: nil)
            }
            return call.firstUnlabeled?.dottedNames == ["URL", "init"] ? ValueSet(.text(text)) : .unknown
        // By naming convention, an unknown function with such a name returns the same URL with something appended.
        case let name where text.scheme != nil && (name.hasPrefix("appending") || name.hasPrefix("adding")): return open
        default: return .unknown
        }
    }

    func arrayMethod(_ name: String, of elements: [ValueSet], call: FunctionCallExprSyntax, in frame: Frame) -> ValueSet
    {
        switch name {
        case "first", "last", "randomElement": return ValueSet.union(elements + [ValueSet(.null)])
        case "filter", "prefix", "suffix", "sorted", "reversed", "dropFirst", "dropLast", "shuffled":
            return ValueSet(.array(elements))
        case "joined":
            var joined = URLPattern()
            let separator = call.argument("separator").map { evaluate($0, in: frame) }
            for (index, element) in elements.enumerated() {
                guard case .text(let text) = element.only else { return .unknown }
                if index > 0, let separator {
                    guard case .text(let text) = separator.only else { return .unknown }
                    joined.append(text)
                }
                joined.append(text)
            }
            return ValueSet(.text(joined))
        default: return .unknown
        }
    }
}

extension String {
    /// Whether it needs no escaping in the value of a query item.
    fileprivate var isPlainQuery: Bool {
        utf8.allSatisfy { $0.isLetterOrDigit || "-._~/:,".utf8.contains($0) }
    }
}

extension Evaluator {
    /// The constants of system frameworks for types of user activities.
    private static let systemActivities: Set<String> = [
        Handler.webActivity, "CSSearchableItemActionType", "CSQueryContinuationActionType",
    ]

    /// Returns the type of user activities in `expression`; `nil` if unknown.
    func activityType(_ expression: ExprSyntax, in file: ParsedFile) -> String? {
        let name = expression.dottedNames?.last
        if let name, Self.systemActivities.contains(name) { return name }
        let values = value(of: expression, in: file).all
        guard values.count == 1, case .text(let text) = values[0], text.isExact else { return nil }
        return text.head
    }
}

extension Substring {
    /// Returns the rest of a format specifier after its letter `first`: `ld` and `lld` are equivalent.
    fileprivate func droppingLengthModifier(after first: Character) -> Substring {
        guard "lhqzt".contains(first), let next = self.first, next.isLetter else { return self }
        return dropFirst().droppingLengthModifier(after: next)
    }
}

extension URLPattern {
    /// Returns the URL with a component appended to its path.
    fileprivate func appendingComponent(_ component: URLPattern) -> URLPattern {
        // With a query or an empty host other rules apply, so the result is left open.
        let text = text
        guard !text.contains("?"), !text.contains("#"), !text.hasSuffix("://") else { return appending(.hole(nil)) }
        let separator = text.hasSuffix("/") || component.head.hasPrefix("/") ? "" : "/"
        return appending(.literal(separator)).appending(component)
    }

    /// Returns the URL with `query`, including its question mark, appended to its own query.
    fileprivate func appendingQuery(_ query: URLPattern) -> URLPattern {
        guard text.contains("?"), query.head.hasPrefix("?") else { return appending(query) }
        guard
            isExact || parts.contains(where: { if case .literal(let text) = $0 { text.contains("?") } else { false } })
        else { return appending(.hole("query")) }
        var rest = query.parts
        rest[0] = .literal("&" + query.head.dropFirst())
        return appending(URLPattern(rest))
    }
}
#endif
