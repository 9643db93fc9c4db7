import SchemeModel

/// Analyzes Objective-C conditions on the URL.
extension ObjectiveCRoutes {
    static let relations: [String: Route.Relation] = [
        "isEqualToString:": .equals, "isEqual:": .equals, "hasPrefix:": .hasPrefix, "hasSuffix:": .hasSuffix,
        "containsString:": .contains, "localizedCaseInsensitiveContainsString:": .contains,
    ]

    func test(_ value: ObjectiveCExpression, _ scope: Scope) -> RouteTest {
        switch value {
        case .not(let inner): return test(inner, scope).negated
        case .operation("&&", let left, let right): return RouteTest.all([test(left, scope), test(right, scope)])
        case .operation("||", let left, let right): return RouteTest.any(test(left, scope), test(right, scope))
        case .operation(let sign, let left, let right) where sign == "==" || sign == "!=":
            let made = comparison(left, right, scope)
            return sign == "==" ? made : made.negated
        case .message(let receiver, let selector, let arguments):
            guard mentions(value, scope) else { return RouteTest() }
            if let relation = Self.relations[selector], let argument = arguments.first {
                for (side, other) in [(receiver, argument), (argument, receiver)] {
                    guard let condition = condition(side, relation, other, scope) else { continue }
                    return RouteTest(whenTrue: [[condition]])
                }
                return RouteTest()
            }
            return answer(receiver, selector, arguments, scope)
        case .member(let base, "isFileURL") where part(of: base, scope) == .url:
            return RouteTest(
                whenTrue: [[Route.Condition(component: .scheme, relation: .equals, values: ["file"])]]
            )
        default: return RouteTest()
        }
    }

    /// Analyzes `[host caseInsensitiveCompare:@"x"] == NSOrderedSame`, and comparisons of a method's result with `YES`.
    private func comparison(
        _ left: ObjectiveCExpression,
        _ right: ObjectiveCExpression,
        _ scope: Scope
    ) -> RouteTest {
        if case .name("NSOrderedSame") = right, case .message(let receiver, let selector, let arguments) = left,
            selector.lowercased().contains("compare"), let argument = arguments.first,
            let condition = condition(receiver, .equals, argument, scope)
        {
            return RouteTest(whenTrue: [[condition]])
        }
        if case .name("YES") = right { return test(left, scope) }
        if case .name("NO") = right { return test(left, scope).negated }
        return RouteTest()
    }

    private func condition(
        _ side: ObjectiveCExpression,
        _ relation: Route.Relation,
        _ other: ObjectiveCExpression,
        _ scope: Scope
    ) -> Route.Condition? {
        guard let text = text(of: other) else { return nil }
        switch part(of: side, scope) {
        case .component(let component):
            return Route.Condition(component: component, relation: relation, values: [text])
        case .url: return Route.Condition(component: .text, relation: relation, values: [text])
        default: return nil
        }
    }

    /// Analyzes the result of a method that gets the URL.
    private func answer(
        _ receiver: ObjectiveCExpression,
        _ selector: String,
        _ arguments: [ObjectiveCExpression],
        _ scope: Scope
    ) -> RouteTest {
        let parts = arguments.map { part(of: $0, scope) ?? (mentions($0, scope) ? .derived : nil) }
        guard parts.contains(where: { $0 != nil }) else { return RouteTest() }
        if let method = file.method(selector), active.count < Self.methodLimit, !active.contains(selector) {
            let known = routes
            routes = []
            enter(method, parts, Scope(parts: [:], place: scope.place))
            let found = routes.map(\.conditions)
            routes = known
            let isKnown = !found.isEmpty && found.allSatisfy { !$0.isEmpty }
            return RouteTest(whenTrue: isKnown ? found : nil, isHandled: true)
        }
        guard let conditions = elsewhere(selector, parts, scope.place) else { return RouteTest() }
        return RouteTest(whenTrue: conditions.isEmpty ? nil : conditions, isHandled: true)
    }

    private func text(of value: ObjectiveCExpression) -> String? {
        switch value {
        case .text(let text): text
        case .name(let name): texts(name)
        default: nil
        }
    }
}
