import SchemeModel

/// Recognizes claims of variants of one product: editions for developers, testers and customers, built by one source.
///
/// Two claims are of variants if they have a name in common.
enum Variant: Hashable {
    case target(Target)
    case input(Input)
    case product(Product)

    /// Returns the names of the product that the app of `claim` is a variant of.
    static func names(of claim: Claim) -> [Variant] {
        [
            Target(claim).map(Variant.target), Input(claim).map(Variant.input), Product(claim).map(Variant.product),
        ].compactMap(\.self)
    }

    /// The identity of a project: its source and path.
    struct Project: Hashable {
        private let source: ByteString
        private let path: Path

        /// The project through which `claim` was resolved; `nil` if there is none.
        init?(_ claim: Claim) {
            guard let project = claim.outcome.project, claim.outcome.target != nil else { return nil }
            source = ByteString(claim.place.source ?? "")
            path = project
        }
    }

    /// The identity of a target: its project and name.
    struct Target: Hashable {
        private let project: Project
        private let name: ByteString

        init?(_ claim: Claim) {
            guard let project = Project(claim), let target = claim.outcome.target else { return nil }
            self.project = project
            name = ByteString(target)
        }
    }

    /// The identity of a manifest that several targets of a project may use.
    struct Input: Hashable {
        private let project: Project
        private let path: Path

        init?(_ claim: Claim) {
            guard let project = Project(claim) else { return nil }
            self.project = project
            path = claim.place.path
        }
    }

    /// The identity of a product whose variants for testers have other bundle identifiers: its source, and the
    /// identifier without the words that mark such variants.
    struct Product: Hashable {
        private let source: ByteString
        private let identifier: ByteString

        init?(_ claim: Claim) {
            guard claim.outcome.target != nil, claim.app.id.isKnown, !claim.profile.isDistrusted else { return nil }
            source = ByteString(claim.place.source ?? "")
            identifier = claim.app.id.productIdentifier
        }
    }
}
