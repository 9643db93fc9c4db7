/// The function that a call means.
enum SwiftCallee: Sendable {
    /// It is declared elsewhere.
    case none
    case one(SwiftFunction)
    /// One of several, or one under a condition.
    case unknown
}
