import SchemeModel

/// Lists of conditions of which one must hold in full.
typealias RouteAlternatives = [[Route.Condition]]

/// What a condition says of the URL.
struct RouteTest {
    /// What holds when it is met; `nil` when it says nothing.
    var whenTrue: RouteAlternatives?
    /// What holds when it is not met; `nil` when it says nothing.
    var whenFalse: RouteAlternatives?
    /// Whether it is a call of a function that deals with the URL.
    var isHandled = false

    /// Alternatives that are kept.
    static let limit = 256

    var negated: RouteTest { RouteTest(whenTrue: whenFalse, whenFalse: whenTrue, isHandled: isHandled) }

    /// What several conditions say together.
    static func all(_ tests: [RouteTest]) -> RouteTest {
        let constraining = tests.compactMap(\.whenTrue)
        let whenTrue = constraining.dropFirst().reduce(constraining.first) { $0?.adding($1) }
        // Of several conditions it is not said which one failed.
        return RouteTest(
            whenTrue: whenTrue,
            whenFalse: tests.count == 1 ? tests[0].whenFalse : nil,
            isHandled: tests.count == 1 && tests[0].isHandled
        )
    }

    /// What two conditions say of which one must hold.
    static func any(_ left: RouteTest, _ right: RouteTest) -> RouteTest {
        RouteTest(
            whenTrue: left.whenTrue.flatMap { left in right.whenTrue.map { left + $0 } },
            whenFalse: all([left.negated, right.negated]).whenTrue
        )
    }
}

extension RouteAlternatives {
    /// These alternatives where one of `others` holds, too; empty where that cannot be.
    func adding(_ others: RouteAlternatives) -> RouteAlternatives {
        Array(flatMap { left in others.compactMap { left.adding($0) } }.prefix(RouteTest.limit))
    }
}

extension [Route.Condition] {
    /// These conditions and `others`; `nil` where they cannot hold together. Of two that ask for one component the narrower
    /// stays.
    fileprivate func adding(_ others: [Route.Condition]) -> [Route.Condition]? {
        var result = self
        for other in others where !result.contains(other) {
            guard let index = result.firstIndex(where: { $0.isOfSamePart(as: other) }) else {
                result.append(other)
                continue
            }
            guard let both = result[index].narrowed(by: other) else { return nil }
            result.remove(at: index)
            result += both
        }
        return result
    }
}

extension Route.Condition {
    /// Whether both ask how one component, or the scheme at the beginning of the whole text, is.
    fileprivate func isOfSamePart(as other: Self) -> Bool {
        guard [self, other].allSatisfy({ $0.relation == .equals || $0.relation == .hasPrefix }) else { return false }
        if component == other.component { return relation == .equals || other.relation == .equals }
        return Set([component, other.component]) == [.scheme, .text]
    }

    /// What this and `other` ask for together; `nil` where no value meets both.
    fileprivate func narrowed(by other: Self) -> [Self]? {
        if component != other.component {
            let (scheme, text) = component == .scheme ? (self, other) : (other, self)
            let schemes = text.values.map { String($0.asciiLowercased.prefix { $0 != ":" }) }
            // A text without a colon may be the beginning of any longer scheme.
            guard text.values.allSatisfy({ $0.contains(":") }), scheme.relation == .equals else {
                return [self, other]
            }
            let met = scheme.values.contains { schemes.contains($0.asciiLowercased) }
            return met ? [self, other] : nil
        }
        let (exact, second) = relation == .equals ? (self, other) : (other, self)
        let values = exact.values.filter { value in
            second.values.contains { wanted in
                let (value, wanted) = (value.asciiLowercased, wanted.asciiLowercased)
                return second.relation == .equals ? value == wanted : value.hasPrefix(wanted)
            }
        }
        return values.isEmpty ? nil : [Self(component: component, relation: .equals, values: values)]
    }
}
