/// The preprocessor groups (`#if` … `#else` … `#endif`) around the place where an XML property list is being read.
///
/// Nothing decides them here, so every branch is read; what matters is which branches are surely read together.
struct XMLConditionals {
    /// A branch of a group, or what stands outside all groups.
    struct Branch: Hashable {
        fileprivate var index: Int

        /// Outside all groups.
        static let none = Branch(index: -1)
    }

    /// What must be as it was at `#if` when the next branch of the group begins.
    struct Opening {
        /// The line of `#if`.
        var range: Range<Int>
        /// Where the innermost container begins; `nil` outside the root.
        var container: Int?
        /// The key that waited for its value, if any.
        var awaiting: Int?
    }

    private(set) var current = Branch.none
    private var groups: [(opening: Opening, parent: Branch)] = []
    /// For each branch the one around it and how many there are with itself.
    private var branches: [(parent: Branch, depth: Int)] = []

    /// How many groups are open.
    var depth: Int { groups.count }

    /// Whether all that is read now stands in a group.
    var isConditional: Bool { !groups.isEmpty }

    mutating func begin(_ opening: Opening) {
        groups.append((opening, current))
        branches.append((current, groups.count))
        current = Branch(index: branches.count - 1)
    }

    /// Begins the next branch of the innermost group.
    ///
    /// - Returns: how the group began, `nil` when there is none.
    mutating func alternate() -> Opening? {
        guard let group = groups.last else { return nil }
        branches.append((group.parent, groups.count))
        current = Branch(index: branches.count - 1)
        return group.opening
    }

    /// Ends the innermost group.
    ///
    /// - Returns: whether there was one.
    mutating func end() -> Bool {
        guard let group = groups.popLast() else { return false }
        current = group.parent
        return true
    }

    /// Whether one branch stands inside the other, or both are the same: where the inner one is read, the outer one is.
    func coincide(_ left: Branch, _ right: Branch) -> Bool {
        var (left, right) = (left, right)
        while depth(of: left) > depth(of: right) { left = branches[left.index].parent }
        while depth(of: right) > depth(of: left) { right = branches[right.index].parent }
        return left == right
    }

    private func depth(of branch: Branch) -> Int { branch == .none ? 0 : branches[branch.index].depth }
}
