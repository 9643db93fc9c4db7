import SchemeModel

/// What makes claims of different apps those of variants of one product: editions for developers, testers and customers,
/// which one project builds.
enum Variant {
    /// A project.
    struct Project: Hashable {
        private let source: ByteString
        private let path: Path

        /// The project that `claim` was resolved through; `nil` without one.
        init?(_ claim: Claim) {
            guard let project = claim.outcome.project, claim.outcome.target != nil else { return nil }
            source = ByteString(claim.place.source ?? "")
            path = project
        }
    }

    /// A target of a project.
    struct Target: Hashable {
        private let project: Project
        private let name: ByteString

        init?(_ claim: Claim) {
            guard let project = Project(claim), let target = claim.outcome.target else { return nil }
            self.project = project
            name = ByteString(target)
        }
    }

    /// A manifest that a project uses.
    struct Input: Hashable {
        private let project: Project
        private let path: Path

        init?(_ claim: Claim) {
            guard let project = Project(claim) else { return nil }
            self.project = project
            path = claim.place.path
        }
    }
}
