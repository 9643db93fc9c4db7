import SchemeModel

/// Lists of conditions. All conditions of at least one list hold.
typealias RouteAlternatives = [[Route.Condition]]

/// The meaning of a condition in the code for the URL.
struct RouteTest {
    /// The conditions that hold when it is true; `nil` if none are known.
    var whenTrue: RouteAlternatives?
    /// The conditions that hold when it is false; `nil` if none are known.
    var whenFalse: RouteAlternatives?
    /// Whether it is a call of a function that handles the URL.
    var isHandled = false
    /// Whether it asks something about the URL, understood or not.
    var isAboutURL = false

    /// Whether it selects known URLs, and is false for the rest.
    var leavesRest: Bool { whenFalse == nil && whenTrue.map { $0 != [[]] } == true }

    /// The maximum number of alternatives, and of the conditions of one of them.
    static let limit = 256
    /// The maximum of ``RouteAlternatives/work(with:)``: two full lists of alternatives with one condition each.
    static let workLimit = 4 * limit * limit

    var negated: RouteTest {
        RouteTest(whenTrue: whenFalse, whenFalse: whenTrue, isHandled: isHandled, isAboutURL: isAboutURL)
    }

    /// Combines tests that all hold.
    static func all(_ tests: [RouteTest]) -> RouteTest {
        let constraining = tests.compactMap(\.whenTrue)
        // With too many alternatives, the first conditions alone are wider.
        let whenTrue = constraining.dropFirst().reduce(constraining.first) { $0?.adding($1) ?? $0 }
        // It is unknown which of several conditions failed.
        return RouteTest(
            whenTrue: whenTrue,
            whenFalse: tests.count == 1 ? tests[0].whenFalse : nil,
            isHandled: tests.count == 1 && tests[0].isHandled,
            isAboutURL: tests.contains(where: \.isAboutURL)
        )
    }

    /// Combines two tests of which at least one holds.
    static func any(_ left: RouteTest, _ right: RouteTest) -> RouteTest {
        RouteTest(
            whenTrue: left.whenTrue.flatMap { left in right.whenTrue.map { left + $0 } },
            whenFalse: all([left.negated, right.negated]).whenTrue
        )
    }
}

extension RouteAlternatives {
    /// Returns these alternatives combined with `others`; empty if they exclude each other, `nil` if there are too many.
    func adding(_ others: RouteAlternatives) -> RouteAlternatives? {
        guard work(with: others) <= RouteTest.workLimit else { return nil }
        let both = flatMap { left in others.compactMap { left.adding($0) } }
        return both.count > RouteTest.limit || both.contains { $0.count > RouteTest.limit } ? nil : both
    }

    /// Returns these alternatives and `others`; `nil` if there are too many.
    func joining(_ others: RouteAlternatives) -> RouteAlternatives? {
        count + others.count > RouteTest.limit ? nil : self + others
    }

    /// Returns about the number of comparisons that combining them with `others` takes: each condition with each other.
    func work(with others: RouteAlternatives) -> Int { size * others.size }

    /// The number of the alternatives and their conditions.
    var size: Int { reduce(0) { $0 + 1 + $1.count } }
}

extension [Route.Condition] {
    /// Returns the conditions combined with `others`; `nil` if they exclude each other. Of two for the same component,
    /// the narrower one remains.
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
    /// Whether both are about the same component, or about the scheme at the beginning of the text.
    fileprivate func isOfSamePart(as other: Self) -> Bool {
        guard [self, other].allSatisfy({ $0.relation == .equals || $0.relation == .hasPrefix }) else { return false }
        if component == other.component { return relation == .equals || other.relation == .equals }
        return Set([component, other.component]) == [.scheme, .text]
    }

    /// Returns the intersection with `other`; `nil` if it is empty.
    fileprivate func narrowed(by other: Self) -> [Self]? {
        if component != other.component {
            let (scheme, text) = component == .scheme ? (self, other) : (other, self)
            let schemes = text.values.map { String($0.asciiLowercased.prefix { $0 != ":" }) }
            // A prefix without a colon may be part of a longer scheme.
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
