/// The steps that a run may still take to compare the apps of domains and to match links with association files.
///
/// Steps are counted, so the same inputs always end at the same point.
package struct LinkSteps: Sendable {
    /// The remaining steps.
    package var left: Int
    /// Where the last step was taken; `nil` while some are left.
    package private(set) var end: Place?

    package init(limits: Limits = .standard) { left = limits.universalLinkSteps }

    /// Whether no steps are left.
    package var isSpent: Bool { left <= 0 }

    /// Takes the steps for comparing the apps of a domain.
    package mutating func takeComparison(of group: DomainGroup) {
        take(group.claims.count * Self.stepsForClaim, at: group.claims.first?.claim.place)
    }

    /// Takes `count` steps for what is at `place`.
    package mutating func take(_ count: Int, at place: Place?) {
        left -= count
        note(place)
    }

    /// Notes that the steps since the last note were for what is at `place`.
    package mutating func note(_ place: Place?) {
        if isSpent, end == nil { end = place }
    }

    /// The steps for comparing one claim with all others on the same domain.
    private static let stepsForClaim = 100

    /// The problem if the steps are spent, otherwise `nil`.
    package func problem(limits: Limits = .standard) -> Problem? {
        guard isSpent, let end else { return nil }
        return Problem(
            code: .overLimit,
            message: "comparing domains and association files took more than "
                + "\(limits.universalLinkSteps.grouped) steps; the rest was not checked",
            hint: "skip files with many domains or long patterns with --exclude",
            place: Place(source: end.source, path: end.path, member: end.member)
        )
    }
}
