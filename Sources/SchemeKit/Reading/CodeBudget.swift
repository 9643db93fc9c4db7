import SchemeModel

/// Limits the number of files and modules that all targets of a project may refer to.
///
/// A small project file can describe many targets that all contain the same files and depend on each other, so that the
/// result would be as large as the product of these numbers.
final class CodeBudget {
    private let limits: Limits
    private var targets = 0
    private var files = 0
    private var steps = 0
    /// A clause that names the exceeded limit; `nil` if everything is within the limits.
    private(set) var excess: String?

    init(_ limits: Limits) { self.limits = limits }

    /// Returns whether the code of one more target may be read.
    func allowsTarget() -> Bool {
        allows(1, of: \.targets, limits.codeTargets) { "there are more than \($0.grouped) targets with code" }
    }

    /// Returns whether one more target may refer to `count` files.
    func allowsFiles(_ count: Int) -> Bool {
        allows(count, of: \.files, limits.codeReferences) {
            "the targets contain and import more than \($0.grouped) files, counted for each target"
        }
    }

    /// Returns whether `count` more dependencies or names may be followed.
    func allowsSteps(_ count: Int) -> Bool {
        allows(count, of: \.steps, limits.codeDependencySteps) { _ in
            "the dependencies between the targets are too complex"
        }
    }

    /// Records that something else was left out.
    func exceed(_ clause: String) { if excess == nil { excess = clause } }

    private func allows(
        _ count: Int,
        of amount: ReferenceWritableKeyPath<CodeBudget, Int>,
        _ limit: Int,
        _ clause: (Int) -> String
    ) -> Bool {
        guard count <= limit - self[keyPath: amount] else {
            exceed(clause(limit))
            return false
        }
        self[keyPath: amount] += count
        return true
    }
}
