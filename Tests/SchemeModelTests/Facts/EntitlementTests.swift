import SchemeModel
import Testing

struct EntitlementTests {
    /// Sets of entitlements are sorted, so no two different ones may count as equal.
    @Test func hasOneOrderForAllEntitlements() {
        let sorted = [
            Entitlement("a"), Entitlement("a", ""), Entitlement("a", "b"), Entitlement("a", "c"), Entitlement("b"),
            Entitlement("b", "a"),
        ]
        for (index, left) in sorted.enumerated() {
            for (other, right) in sorted.enumerated() {
                #expect((left < right) == (index < other), "\(left) and \(right)")
            }
        }
    }
}
