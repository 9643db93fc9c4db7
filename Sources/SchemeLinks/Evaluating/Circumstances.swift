#if Links

/// What a result depends on, besides the expression and its frame.
struct Circumstances {
    /// Whether steps are missing because of a limit of the target or of the query, or because of recursion.
    var isCut = false
    /// Whether steps are missing because a condition took too many.
    var isCutByCondition = false
    /// Whether a search for all uses of a name is missing, since such searches were already nested.
    var lacksSearch = false
    /// Whether it was made from a variable that code changes, whose value depends on what is being evaluated.
    var usesVariables = false
    /// How many variables were being evaluated outside of the outermost one that needs its own value; `Int.max` if none does.
    var variable = Int.max

    /// Whether the result is the same with the same number of nested searches and inside the same variable.
    var areRepeatable: Bool { !isCut && !isCutByCondition && variable == .max }

    /// Adds those of another result that this one is made from.
    mutating func formUnion(_ other: Circumstances) {
        isCut = isCut || other.isCut
        isCutByCondition = isCutByCondition || other.isCutByCondition
        lacksSearch = lacksSearch || other.lacksSearch
        usesVariables = usesVariables || other.usesVariables
        variable = min(variable, other.variable)
    }
}
#endif
