#if Links
import SchemeModel
import SwiftSyntax

/// A part of a URL, or something that contains one, as code holds it.
enum URLPart: Equatable {
    case url
    case urls
    /// A set of `UIOpenURLContext`.
    case contexts
    case context
    /// The connection options of a scene.
    case options
    case activity
    /// `URLComponents` made from the URL.
    case components
    case component(Route.Component)
    case pathComponents
    case queryItems
    /// Something made from the URL that is not one of these.
    case derived

    /// Whether it holds all of the URL.
    var isWhole: Bool { [.url, .urls, .contexts, .context, .components].contains(self) }

    /// The component that it is.
    var component: Route.Component? {
        if case .component(let component) = self { return component }
        return nil
    }
}

/// What a condition says of the URL.
struct RouteTest {
    /// What holds when it is met; `nil` when it says nothing.
    var whenTrue: RouteFinder.Alternatives?
    /// What holds when it is not met; `nil` when it says nothing.
    var whenFalse: RouteFinder.Alternatives?

    var negated: RouteTest { RouteTest(whenTrue: whenFalse, whenFalse: whenTrue) }
}

/// What conditions say of the URL.
extension RouteFinder {
    /// What all `conditions` together say; names that they bind are added to `scope`.
    func test(_ conditions: ConditionElementListSyntax, _ scope: inout Scope) -> RouteTest {
        var tests: [RouteTest] = []
        for element in conditions {
            switch element.condition {
            case .expression(let expression): tests.append(test(expression, in: scope))
            case .optionalBinding(let binding):
                guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.identifierText,
                    let value = binding.initializer?.value
                else { continue }
                tests.append(bound(name, to: value, &scope))
            case .matchingPattern(let matching):
                if mentions(Syntax(matching), scope) { giveUp() }
            case .availability: break
            }
        }
        return Self.all(tests)
    }

    private func bound(_ name: String, to value: ExprSyntax, _ scope: inout Scope) -> RouteTest {
        if let part = part(of: value, in: scope) {
            scope.parts[name] = part
            noteUses(of: name, as: part, around: Syntax(value))
            return RouteTest()
        }
        guard mentions(Syntax(value), scope) else {
            scope.parts[name] = nil
            return RouteTest()
        }
        scope.parts[name] = .derived
        if let call = value.unwrapped.as(FunctionCallExprSyntax.self), call.arguments.count == 1,
            call.arguments.first?.label?.text == "rawValue", let raw = call.arguments.first?.expression,
            let type = program.type(
                named: call.calledExpression.dottedNames ?? [],
                in: scope.file.types(around: call).first?.path ?? []
            ),
            let condition = rawValueCondition(raw, of: type, in: scope)
        {
            return RouteTest(whenTrue: [[condition]])
        }
        if let call = value.unwrapped.as(FunctionCallExprSyntax.self) {
            // `guard let route = Route(url: url)`: it is made of the URLs that its initializer takes.
            if let routes = routes(of: call, scope) { return RouteTest(whenTrue: routes) }
        }
        giveUp()
        return RouteTest()
    }

    private static func all(_ tests: [RouteTest]) -> RouteTest {
        let constraining = tests.compactMap(\.whenTrue)
        let whenTrue = constraining.dropFirst().reduce(constraining.first) { total, next in
            total.map { total in total.flatMap { left in next.map { left + $0 } } }
        }
        // Of several conditions it is not said which one failed.
        return RouteTest(whenTrue: whenTrue, whenFalse: tests.count == 1 ? tests[0].whenFalse : nil)
    }

    private func test(_ expression: ExprSyntax, in scope: Scope) -> RouteTest {
        let bare = expression.unwrapped
        if let prefix = bare.as(PrefixOperatorExprSyntax.self), prefix.operator.text == "!" {
            return test(prefix.expression, in: scope).negated
        }
        if let sequence = bare.as(SequenceExprSyntax.self) { return test(sequence.row[...], in: scope) }
        guard let call = bare.as(FunctionCallExprSyntax.self), let base = call.base else {
            if mentions(Syntax(bare), scope) { giveUp() }
            return RouteTest()
        }
        let relations: [String: Route.Relation] = [
            "hasPrefix": .hasPrefix, "starts": .hasPrefix, "hasSuffix": .hasSuffix, "contains": .contains,
        ]
        if let name = call.calleeName, let relation = relations[name], let argument = call.arguments.first?.expression {
            if let component = part(of: base, in: scope)?.component, let text = text(argument, in: scope) {
                return RouteTest(
                    whenTrue: [[Route.Condition(component: component, relation: relation, values: [text])]]
                )
            }
            if name == "contains", let component = part(of: argument, in: scope)?.component,
                case .array(let elements) = evaluator.value(of: base, in: scope.file).only
            {
                let texts = elements.compactMap { element -> String? in
                    guard case .text(let text) = element.only, text.isExact else { return nil }
                    return text.head
                }
                if texts.count == elements.count, !texts.isEmpty {
                    return RouteTest(
                        whenTrue: [[Route.Condition(component: component, relation: .equals, values: texts)]]
                    )
                }
            }
        }
        if mentions(Syntax(bare), scope) { giveUp() }
        return RouteTest()
    }

    private func test(_ elements: ArraySlice<ExprSyntax>, in scope: Scope) -> RouteTest {
        guard elements.count > 1 else { return elements.first.map { test($0, in: scope) } ?? RouteTest() }
        for sign in ["||", "&&"] {
            guard let index = elements.firstIndex(where: { $0.operatorText == sign }) else { continue }
            let left = test(elements[..<index], in: scope)
            let right = test(elements[(index + 1)...], in: scope)
            if sign == "&&" { return Self.all([left, right]) }
            let whenTrue = left.whenTrue.flatMap { left in right.whenTrue.map { left + $0 } }
            let whenFalse = Self.all([left.negated, right.negated]).whenTrue
            return RouteTest(whenTrue: whenTrue, whenFalse: whenFalse)
        }
        guard let index = elements.firstIndex(where: { ["==", "!=", "~="].contains($0.operatorText) }) else {
            if elements.contains(where: { mentions(Syntax($0), scope) }) { giveUp() }
            return RouteTest()
        }
        let sides = [Array(elements[..<index]), Array(elements[(index + 1)...])]
        for (side, other) in [(sides[0], sides[1]), (sides[1], sides[0])] {
            guard let component = part(of: side, in: scope)?.component else { continue }
            if other.count == 1, other[0].is(NilLiteralExprSyntax.self) { return RouteTest() }
            guard other.count == 1, let text = text(other[0], in: scope) else { continue }
            let test = RouteTest(
                whenTrue: [[Route.Condition(component: component, relation: .equals, values: [text])]]
            )
            return elements[index].operatorText == "!=" ? test.negated : test
        }
        let isCount = sides.joined().contains { ["count", "isEmpty"].contains($0.lastName) }
        if !isCount, elements.contains(where: { mentions(Syntax($0), scope) }) { giveUp() }
        return RouteTest()
    }

    /// The text that an expression is known to be.
    func text(_ expression: ExprSyntax, in scope: Scope) -> String? {
        guard case .text(let text) = evaluator.value(of: expression, in: scope.file).only, text.isExact else {
            return nil
        }
        return text.head
    }

    // MARK: Parts

    private func part(of row: [ExprSyntax], in scope: Scope) -> URLPart? {
        if row.count == 1 { return part(of: row[0], in: scope) }
        guard let index = row.firstIndex(where: { $0.operatorText == "??" }) else { return nil }
        return part(of: Array(row[..<index]), in: scope)
    }

    /// The part of the URL that `expression` is; `nil` when it is none that is known.
    func part(of expression: ExprSyntax, in scope: Scope) -> URLPart? {
        let bare = expression.unwrapped
        if let reference = bare.as(DeclReferenceExprSyntax.self) {
            let part = scope.parts[reference.baseName.identifierText]
            return part == .derived ? nil : part
        }
        if let sequence = bare.as(SequenceExprSyntax.self) { return part(of: sequence.row, in: scope) }
        if let member = bare.as(MemberAccessExprSyntax.self), let base = member.base {
            return part(of: base, in: scope).flatMap { self.member(member.declName.baseName.identifierText, of: $0) }
        }
        if let element = bare.as(SubscriptCallExprSyntax.self),
            let index = element.arguments.first?.expression.as(IntegerLiteralExprSyntax.self).flatMap({
                Int($0.literal.text)
            }),
            part(of: element.calledExpression, in: scope) == .pathComponents
        {
            return .component(.pathComponent(index))
        }
        guard let call = bare.as(FunctionCallExprSyntax.self), let name = call.calleeName else { return nil }
        if ["URLComponents", "NSURLComponents"].contains(name), let made = call.arguments.first?.expression {
            switch part(of: made, in: scope) {
            case .url, .component(.text): return .components
            default: return nil
            }
        }
        guard let base = call.base, let part = part(of: base, in: scope) else { return nil }
        if name == "first", part == .queryItems, let closure = call.allArguments.last?.value.as(ClosureExprSyntax.self)
        {
            // `queryItems.first { $0.name == "id" }`
            guard let sequence = closure.statements.first?.item.as(ExprSyntax.self)?.as(SequenceExprSyntax.self),
                sequence.elements.count == 3, let last = sequence.elements.last, let name = text(last, in: scope)
            else { return nil }
            note(.query)
            return .component(.query(name: name))
        }
        switch name {
        case "lowercased", "uppercased", "trimmingCharacters", "removingPercentEncoding", "standardized": return part
        case "host", "path": return call.arguments.isEmpty ? member(name, of: part) : nil
        default: return nil
        }
    }

    private func member(_ name: String, of part: URLPart) -> URLPart? {
        switch (part, name) {
        case (.contexts, "first"): return .context
        case (.urls, "first"): return .url
        case (.context, "url"), (.activity, "webpageURL"): return .url
        case (.options, "urlContexts"): return .contexts
        case (.url, "scheme"), (.components, "scheme"):
            note(.scheme)
            return .component(.scheme)
        case (.url, "host"), (.components, "host"):
            note(.host)
            return .component(.host)
        case (.url, "path"), (.components, "path"):
            note(.path)
            return .component(.path)
        case (.url, "lastPathComponent"), (.pathComponents, "last"):
            note(.path)
            return .component(.lastPathComponent)
        case (.url, "pathComponents"):
            note(.path)
            return .pathComponents
        case (.components, "queryItems"), (.url, "query"), (.components, "query"):
            note(.query)
            return name == "queryItems" ? .queryItems : nil
        case (.url, "absoluteString"), (.url, "description"), (.components, "string"):
            note(.text)
            return .component(.text)
        case (.url, "absoluteURL"), (.url, "standardized"), (.components, "url"): return .url
        case (.component(.query), "value"): return part
        default: return nil
        }
    }
}
#endif
