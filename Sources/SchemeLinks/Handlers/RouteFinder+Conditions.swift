#if Links
import SchemeModel
import SwiftSyntax

/// Analyzes conditions on the URL.
extension RouteFinder {
    /// Combines `conditions`, and adds the names that they bind to `scope`.
    func test(_ conditions: ConditionElementListSyntax, _ scope: inout Scope) -> RouteTest {
        var tests: [RouteTest] = []
        let outer = scope.holds
        for element in conditions {
            let next: RouteTest
            switch element.condition {
            case .expression(let expression): next = test(expression, in: scope)
            case .optionalBinding(let binding):
                guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.identifierText,
                    let value = binding.initializer?.value
                else { continue }
                next = bound(name, to: value, &scope)
                noteVariable(binding.bindingSpecifier, name, scope)
            case .matchingPattern(let matching): next = matched(matching, &scope)
            case .availability: continue
            }
            tests.append(next)
            // A condition is only evaluated if those before it hold.
            if let whenTrue = next.whenTrue {
                trail.tokens += scope.holds.work(with: whenTrue)
                scope.holds = scope.holds.adding(whenTrue) ?? scope.holds
            }
        }
        scope.holds = outer
        return RouteTest.all(tests)
    }

    /// Whether `expression` mentions a part of the URL, and not only what contains it, such as the user activity, or
    /// its type.
    private func mentionsURL(_ expression: ExprSyntax, _ scope: Scope) -> Bool {
        let containers: [URLPart] = [.activity, .activityType, .options, .contexts, .context, .event, .urls]
        return mentions(Syntax(expression), scope, butNot: containers)
    }

    private func matched(_ matching: MatchingPatternConditionSyntax, _ scope: inout Scope) -> RouteTest {
        let value = matching.initializer.value
        var test = RouteTest(isAboutURL: mentionsURL(value, scope))
        guard let part = part(of: value, in: scope) else {
            if mentions(Syntax(matching), scope), !isPure(value, scope) { opaque(scope) }
            return test
        }
        switch match(matching.pattern, [part], &scope) {
        case .never: test.whenTrue = []
        case .open: break
        case .conditions(let conditions): test.whenTrue = [conditions]
        }
        return test
    }

    private func bound(_ name: String, to value: ExprSyntax, _ scope: inout Scope) -> RouteTest {
        if let part = part(of: value, in: scope) {
            scope.parts[name] = part
            noteUses(of: name, as: part, around: Syntax(value))
            return RouteTest(whenTrue: part.presence)
        }
        guard mentions(Syntax(value), scope) else {
            scope.parts[name] = nil
            return RouteTest()
        }
        let outer = scope
        scope.parts[name] = .derived
        var test = RouteTest()
        if let call = value.unwrapped.as(FunctionCallExprSyntax.self), let matched = matching(call, in: outer) {
            test = matched
        } else if let found = routes(of: value, outer) {
            // `guard let route = Route(url: url)` holds for the URLs that the initializer accepts.
            test = self.test(found, of: value, outer)
        } else if !isPure(value, outer) {
            opaque(outer)
        }
        test.isAboutURL = mentionsURL(value, outer)
        return test
    }

    /// Returns the test whether `value`, a call or a property, returns something for the URL.
    private func test(_ answer: Answer, of value: ExprSyntax, _ scope: Scope) -> RouteTest {
        let conditions = answer.conditions.isEmpty ? nil : answer.conditions
        let accepted = scope.adding(conditions, at: scope.file.place(of: value))
        if answer.isAll {
            // What it calls may handle these URLs, whatever its caller does with the answer.
            if answer.handsOver { opaque(accepted) }
            return RouteTest(whenTrue: conditions)
        }
        if answer.isPureProperty {
            if conditions != nil { accept(accepted) }
            return RouteTest()
        }
        opaque(scope)
        return RouteTest(whenTrue: conditions)
    }

    func test(_ expression: ExprSyntax, in scope: Scope) -> RouteTest {
        var test = meaning(of: expression, in: scope)
        test.isAboutURL = mentionsURL(expression, scope)
        return test
    }

    /// Returns the test without ``RouteTest/isAboutURL``.
    private func meaning(of expression: ExprSyntax, in scope: Scope) -> RouteTest {
        let bare = expression.unwrapped
        if let prefix = bare.as(PrefixOperatorExprSyntax.self), prefix.operator.text == "!" {
            return meaning(of: prefix.expression, in: scope).negated
        }
        if let sequence = bare.as(SequenceExprSyntax.self) { return meaning(of: sequence.row[...], in: scope) }
        guard mentions(Syntax(bare), scope) else { return RouteTest() }
        if let member = bare.as(MemberAccessExprSyntax.self), member.declName.baseName.text == "isFileURL",
            let base = member.base, part(of: base, in: scope) == .url
        {
            let condition = Route.Condition(component: .scheme, relation: .equals, values: ["file"])
            return RouteTest(whenTrue: [[condition]])
        }
        if let call = bare.as(FunctionCallExprSyntax.self),
            let test = elementTest(call, in: scope) ?? comparison(call, in: scope) ?? matching(call, in: scope)
        {
            return test
        }
        // A function or a property in the code that returns a Boolean.
        if let found = routes(of: bare, scope) {
            var test = test(found, of: bare, scope)
            test.isHandled = bare.is(FunctionCallExprSyntax.self)
            return test
        }
        if !isPure(bare, scope) { opaque(scope) }
        return RouteTest()
    }

    /// Returns the test for `contexts.contains { $0.url.host == "pay" }`, which is that of the only element; `nil` for another
    /// call.
    private func elementTest(_ call: FunctionCallExprSyntax, in scope: Scope) -> RouteTest? {
        guard call.calleeName == "contains", let base = call.base, let part = part(of: base, in: scope),
            part == .contexts || part == .urls,
            let closure = call.allArguments.last?.value.as(ClosureExprSyntax.self), closure.statements.count == 1,
            let expression = closure.statements.first?.item.as(ExprSyntax.self)
        else { return nil }
        var inner = scope
        inner.parts[closure.parameterNames.first ?? "$0"] = element(of: base, in: scope)
        return meaning(of: expression, in: inner)
    }

    /// Returns the test for `text.wholeMatch(of: /^acme:.*/)`: a prefix of the text.
    private func matching(_ call: FunctionCallExprSyntax, in scope: Scope) -> RouteTest? {
        guard let name = call.calleeName, ["wholeMatch", "prefixMatch", "firstMatch"].contains(name),
            let base = call.base, let known = part(of: base, in: scope),
            let literal = call.argument("of")?.as(RegexLiteralExprSyntax.self)
        else { return nil }
        let pattern = literal.regex.text
        let isAnchored = pattern.hasPrefix("^") || name != "firstMatch"
        let head = pattern.regularHead
        guard isAnchored, !head.isEmpty, let condition = known.condition(.hasPrefix, [head]) else { return RouteTest() }
        return RouteTest(whenTrue: [[condition]])
    }

    private static let relations: [String: Route.Relation] = [
        "hasPrefix": .hasPrefix, "starts": .hasPrefix, "hasSuffix": .hasSuffix, "contains": .contains,
        "localizedCaseInsensitiveContains": .contains, "elementsEqual": .equals,
    ]

    /// Returns the test for `part.hasPrefix(text)` and similar calls, or `texts.contains(part)`; `nil` for another
    /// call.
    private func comparison(_ call: FunctionCallExprSyntax, in scope: Scope) -> RouteTest? {
        guard let name = call.calleeName, let relation = Self.relations[name], let base = call.base else { return nil }
        if let known = part(of: base, in: scope), let argument = call.arguments.first?.expression {
            if relation == .hasPrefix, known == .component(.text), let host = hostCondition(argument, in: scope) {
                return RouteTest(whenTrue: [[host]])
            }
            guard let text = text(argument, in: scope), let condition = known.condition(relation, [text]) else {
                // A comparison with an unknown value has no side effects.
                return isPure(argument, scope) && part(of: argument, in: scope) == nil ? RouteTest() : nil
            }
            return RouteTest(whenTrue: [[condition]])
        }
        guard name == "contains" else { return nil }
        if let (component, cases) = chosenCases(by: call, in: scope) {
            return RouteTest(whenTrue: URLPart.enumerated(component, cases).presence)
        }
        guard let argument = call.arguments.first?.expression, let known = part(of: argument, in: scope),
            !known.isWhole || known == .url
        else { return nil }
        guard case .array(let elements) = evaluator.value(of: base, in: scope.file).only else { return RouteTest() }
        let texts = elements.compactMap { element -> String? in
            guard case .text(let text) = element.only, text.isExact else { return nil }
            return text.head
        }
        guard texts.count == elements.count, !texts.isEmpty, let condition = known.condition(.equals, texts) else {
            return RouteTest()
        }
        return RouteTest(whenTrue: [[condition]])
    }

    /// Returns the condition for a URL to begin with `"\(scheme)://open"`, where `scheme` is that of the URL; `nil` for
    /// another prefix.
    private func hostCondition(_ prefix: ExprSyntax, in scope: Scope) -> Route.Condition? {
        let segments = prefix.unwrapped.as(StringLiteralExprSyntax.self)?.segments.filter { !$0.description.isEmpty }
        guard let segments, segments.count == 2, case .expressionSegment(let first)? = segments.first,
            let scheme = first.expressions.first?.expression, part(of: scheme, in: scope) == .component(.scheme),
            case .stringSegment(let last)? = segments.last, last.content.text.hasPrefix("://")
        else { return nil }
        let rest = last.content.text.dropFirst(3)
        let host = rest.prefix { !"/?#".contains($0) }
        let isPlain = host.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-._".contains($0)) }
        guard !host.isEmpty, isPlain else { return nil }
        let isWhole = host.endIndex < rest.endIndex
        return Route.Condition(component: .host, relation: isWhole ? .equals : .hasPrefix, values: [String(host)])
    }

    private func meaning(of elements: ArraySlice<ExprSyntax>, in scope: Scope) -> RouteTest {
        guard elements.count > 1 else { return elements.first.map { meaning(of: $0, in: scope) } ?? RouteTest() }
        for sign in ["||", "&&"] {
            guard let index = elements.firstIndex(where: { $0.operatorText == sign }) else { continue }
            let left = meaning(of: elements[..<index], in: scope)
            let isBoth = sign == "&&"
            // The right side is only evaluated if the left one doesn't decide.
            let known = isBoth ? left.whenTrue : left.whenFalse
            trail.tokens += known.map { scope.holds.work(with: $0) } ?? 0
            let needed = scope.adding(known, at: scope.place)
            let right = meaning(of: elements[(index + 1)...], in: needed)
            return isBoth ? RouteTest.all([left, right]) : RouteTest.any(left, right)
        }
        guard let index = elements.firstIndex(where: { ["==", "!=", "~="].contains($0.operatorText) }) else {
            if elements.contains(where: { mentions(Syntax($0), scope) && !isPure($0, scope) }) { opaque(scope) }
            return RouteTest()
        }
        let isNegated = elements[index].operatorText == "!="
        let sides = [Array(elements[..<index]), Array(elements[(index + 1)...])]
        for (side, other) in [(sides[0], sides[1]), (sides[1], sides[0])] {
            guard let test = equality(side, other, in: scope) else { continue }
            return isNegated ? test.negated : test
        }
        if elements.contains(where: { mentions(Syntax($0), scope) && !isPure($0, scope) }) { opaque(scope) }
        return RouteTest()
    }

    /// Returns the test for `side == other`, where `side` is a part of the URL or a test of one; `nil` if it is
    /// neither.
    private func equality(_ side: [ExprSyntax], _ other: [ExprSyntax], in scope: Scope) -> RouteTest? {
        guard other.count == 1 else { return nil }
        let value = other[0].unwrapped
        if let literal = value.as(BooleanLiteralExprSyntax.self), side.count == 1 {
            let test = meaning(of: side[0], in: scope)
            return literal.literal.tokenKind == .keyword(.true) ? test : test.negated
        }
        // `host.caseInsensitiveCompare("x") == .orderedSame`
        if side.count == 1, let call = side[0].unwrapped.as(FunctionCallExprSyntax.self),
            let name = call.calleeName, name.lowercased().hasSuffix("compare"), value.lastName == "orderedSame",
            let base = call.base, let known = part(of: base, in: scope), let argument = call.firstUnlabeled
        {
            let condition = text(argument, in: scope).flatMap { known.condition(.equals, [$0]) }
            return RouteTest(whenTrue: condition.map { [[$0]] })
        }
        guard let known = part(of: side, in: scope) else { return nil }
        // `activityType.lowercased()` has other constants.
        if known == .activityType, !side.contains(where: { $0.unwrapped.is(FunctionCallExprSyntax.self) }),
            let isWeb = isWebType(value, in: scope)
        {
            return isWeb ? RouteTest(whenTrue: [[]], whenFalse: []) : RouteTest(whenTrue: [], whenFalse: [[]])
        }
        if value.is(NilLiteralExprSyntax.self) {
            return RouteTest(whenFalse: known.presence)
        }
        if case .enumerated(let component, let cases) = known, let name = value.lastName {
            guard let text = cases.texts[name] else { return RouteTest() }
            return RouteTest(
                whenTrue: [[Route.Condition(component: component, relation: .equals, values: [text])]]
            )
        }
        guard let text = text(value, in: scope), let condition = known.condition(.equals, [text]) else {
            return part(of: other, in: scope) == nil && isPure(value, scope) ? RouteTest() : nil
        }
        return RouteTest(whenTrue: [[condition]])
    }

    /// Whether `expression` is the type of the activities that carry web links; `nil` if unknown.
    func isWebType(_ expression: ExprSyntax, in scope: Scope) -> Bool? {
        evaluator.activityType(expression, in: scope.file).map { $0 == Handler.webActivity }
    }

    /// The string that an expression is known to be.
    func text(_ expression: ExprSyntax, in scope: Scope) -> String? {
        guard case .text(let text) = evaluator.value(of: expression, in: scope.file).only, text.isExact else {
            return nil
        }
        return text.head
    }
}

extension String {
    /// The constant prefix of all strings that match it as a regular expression.
    fileprivate var regularHead: String {
        guard !hasAlternatives else { return "" }
        var head = ""
        var rest = Substring(hasPrefix("^") ? dropFirst() : self[...])
        while let character = rest.popFirst() {
            if character == "\\" {
                guard let escaped = rest.popFirst(), !escaped.isLetter, !escaped.isNumber else { return head }
                head.append(escaped)
            } else if "?*{+".contains(character) {
                // The last character may be optional or part of a repetition.
                return String(head.dropLast())
            } else if ".[]()|$}^".contains(character) {
                return head
            } else {
                head.append(character)
            }
        }
        return head
    }

    /// Whether it has `|` outside of brackets.
    private var hasAlternatives: Bool {
        var depth = 0
        for character in self {
            if character == "(" { depth += 1 }
            if character == ")" { depth -= 1 }
            if character == "|", depth == 0 { return true }
        }
        return false
    }
}
#endif
