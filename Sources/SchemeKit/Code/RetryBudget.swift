import SchemeModel

/// The processor time that a run may spend on files that crash or hang the parser.
///
/// A file that hangs the parser is only noticed when its time is up, and several such files are found one after
/// another. So they share one budget: each attempt gets a fifth of what is left, but never less than code needs. One or
/// two such files, as a bug may cause them, are always found.
struct RetryBudget {
    /// The time that was spent.
    private(set) var milliseconds = 0

    mutating func add(milliseconds spent: Int) { milliseconds += max(0, spent) }

    /// Returns the limits for reading code now; `nil` if the budget is used up.
    func limits(_ limits: Limits) -> Limits? {
        let left = left(of: limits)
        guard left >= limits.leastCodeSeconds else { return nil }
        var limits = limits
        limits.codeSeconds = min(limits.codeSeconds, max(limits.leastCodeSeconds, left / Self.share))
        return limits
    }

    /// Whether the search for such files may go on. The rest of the time is for code of other projects.
    func allowsSearch(_ limits: Limits) -> Bool { left(of: limits) > limits.lostCodeSeconds / Self.share }

    private func left(of limits: Limits) -> Int { limits.lostCodeSeconds - milliseconds / 1_000 }

    private static let share = 5
}
