/// Evaluates the expressions of functions.
protocol SwiftEvaluator {
    /// The number of expressions that may still be evaluated.
    var work: Int { get set }

    /// Returns whether a condition holds; `nil` if that isn't known.
    mutating func decide(_ condition: SwiftLiteral) -> Bool?
}
