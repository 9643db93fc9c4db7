#if Links
import SchemeModel
import SwiftSyntax

/// Analyzes conditions on the URL.
extension RouteFinder {
    /// Combines `conditions`, and adds the names that they bind to `scope`.
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
                tests.append(matched(matching, &scope))
            case .availability: break
            }
        }
        return RouteTest.all(tests)
    }

    private func matched(_ matching: MatchingPatternConditionSyntax, _ scope: inout Scope) -> RouteTest {
        let value = matching.initializer.value
        guard let part = part(of: value, in: scope) else {
            if mentions(Syntax(matching), scope), !isPure(value, scope) { giveUp() }
            return RouteTest()
        }
        switch match(matching.pattern, [part], &scope) {
        case .never: return RouteTest(whenTrue: [])
        case .open: return RouteTest()
        case .conditions(let conditions): return RouteTest(whenTrue: [conditions])
        }
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
        if let call = value.unwrapped.as(FunctionCallExprSyntax.self), let test = matching(call, in: outer) {
            return test
        }
        // `guard let route = Route(url: url)` holds for the URLs that the initializer accepts.
        if let found = routes(of: value, outer) {
            if !found.isAll { giveUp() }
            return RouteTest(whenTrue: found.conditions.isEmpty ? nil : found.conditions)
        }
        if !isPure(value, outer) { giveUp() }
        return RouteTest()
    }

    func test(_ expression: ExprSyntax, in scope: Scope) -> RouteTest {
        let bare = expression.unwrapped
        if let prefix = bare.as(PrefixOperatorExprSyntax.self), prefix.operator.text == "!" {
            return test(prefix.expression, in: scope).negated
        }
        if let sequence = bare.as(SequenceExprSyntax.self) { return test(sequence.row[...], in: scope) }
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
            if !found.isAll { giveUp() }
            let isCall = bare.is(FunctionCallExprSyntax.self)
            return RouteTest(whenTrue: found.conditions.isEmpty ? nil : found.conditions, isHandled: isCall)
        }
        if !isPure(bare, scope) { giveUp() }
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
        return test(expression, in: inner)
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

    private func test(_ elements: ArraySlice<ExprSyntax>, in scope: Scope) -> RouteTest {
        guard elements.count > 1 else { return elements.first.map { test($0, in: scope) } ?? RouteTest() }
        for sign in ["||", "&&"] {
            guard let index = elements.firstIndex(where: { $0.operatorText == sign }) else { continue }
            let left = test(elements[..<index], in: scope)
            let right = test(elements[(index + 1)...], in: scope)
            return sign == "&&" ? RouteTest.all([left, right]) : RouteTest.any(left, right)
        }
        guard let index = elements.firstIndex(where: { ["==", "!=", "~="].contains($0.operatorText) }) else {
            if elements.contains(where: { mentions(Syntax($0), scope) && !isPure($0, scope) }) { giveUp() }
            return RouteTest()
        }
        let isNegated = elements[index].operatorText == "!="
        let sides = [Array(elements[..<index]), Array(elements[(index + 1)...])]
        for (side, other) in [(sides[0], sides[1]), (sides[1], sides[0])] {
            guard let test = equality(side, other, in: scope) else { continue }
            return isNegated ? test.negated : test
        }
        if elements.contains(where: { mentions(Syntax($0), scope) && !isPure($0, scope) }) { giveUp() }
        return RouteTest()
    }

    /// Returns the test for `side == other`, where `side` is a part of the URL or a test of one; `nil` if it is
    /// neither.
    private func equality(_ side: [ExprSyntax], _ other: [ExprSyntax], in scope: Scope) -> RouteTest? {
        guard other.count == 1 else { return nil }
        let value = other[0].unwrapped
        if let literal = value.as(BooleanLiteralExprSyntax.self), side.count == 1 {
            let test = test(side[0], in: scope)
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

    /// The string that an expression is known to be.
    func text(_ expression: ExprSyntax, in scope: Scope) -> String? {
        guard case .text(let text) = evaluator.value(of: expression, in: scope.file).only, text.isExact else {
            return nil
        }
        return text.head
    }

    /// Whether `expression` has no visible side effects on the URL: it only extracts parts and creates values from
    /// them.
    func isPure(_ expression: ExprSyntax, _ scope: Scope) -> Bool {
        var pending = [Syntax(expression)]
        while let node = pending.popLast() {
            trail.tokens += 1
            if let call = node.as(FunctionCallExprSyntax.self), let name = call.calleeName {
                let isHanded = call.allArguments.contains { mentions(Syntax($0.value), scope) }
                // A type creates a value. A method of a part, a string or an array only reads its arguments.
                let isKnown = call.base.map { mentions(Syntax($0), scope) } ?? false
                if isHanded, name.first?.isUppercase != true, !isKnown { return false }
            }
            pending += node.children(viewMode: .sourceAccurate).filter { !$0.is(TokenSyntax.self) }
        }
        return true
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
