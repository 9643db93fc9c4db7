import SchemeModel

/// Limits the pairs that a run compares to find collisions: each claim with each kind of claim on its scheme, and each
/// variant of an app with the others. Real schemes have a few kinds and some dozens of variants; a hostile source could give
/// every app another set of platforms, or have thousands of targets.
struct CollisionBudget {
    private let limit: Int
    private var pairsLeft: Int
    /// The first claim that wasn't compared.
    private var end: Place?

    init(limits: Limits = .standard) {
        limit = limits.collisionPairs
        pairsLeft = limit
    }

    /// Returns whether the claims on a scheme can be compared within the limit.
    mutating func admits(_ group: ClaimGroup) -> Bool {
        guard end == nil else { return false }
        let kinds = Set(group.claims.map(Collisions.ClaimKind.init)).count
        pairsLeft -= kinds * group.claims.count + VariantFamily.pairs(among: group.claims)
        if pairsLeft < 0 { end = group.claims.first?.place }
        return pairsLeft >= 0
    }

    /// The problem if claims weren't compared, otherwise `nil`.
    var problem: Problem? {
        end.map { end in
            Problem(
                code: .overLimit,
                message: "finding collisions took more than \(limit.grouped) comparisons, so the rest was not checked",
                hint:
                    "skip projects and files whose apps declare the same schemes in hundreds of variants with --exclude",
                place: Place(source: end.source, path: end.path, member: end.member)
            )
        }
    }
}
