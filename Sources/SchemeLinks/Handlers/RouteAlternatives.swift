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
    /// These conditions and `others`; `nil` where both cannot hold. Of two that ask for one component the narrower stays.
    fileprivate func adding(_ others: [Route.Condition]) -> [Route.Condition]? {
        var result = self
        for other in others {
            guard other.relation == .equals,
                let index = result.firstIndex(where: { $0.component == other.component && $0.relation == .equals })
            else {
                if !result.contains(other) { result.append(other) }
                continue
            }
            let known = Set(result[index].values.map(\.asciiLowercased))
            let values = other.values.filter { known.contains($0.asciiLowercased) }
            guard !values.isEmpty else { return nil }
            if values.count < known.count {
                result.remove(at: index)
                result.append(Route.Condition(component: other.component, relation: .equals, values: values))
            }
        }
        return result
    }
}
